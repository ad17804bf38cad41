"""Random games: plans that hypothesis draws, and the games that come of them.

A plan is plain numbers and texts. What a step means is found when it is played, from the state:
so a plan shrinks well, and most of its steps are legal while some are not.
"""

import random
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
from hypothesis import strategies as st

from chalicelib.game import (
    ORGANISER,
    PUBLIC,
    THE_CLOCK,
    Actor,
    Chance,
    Entry,
    Move,
    Refusal,
    Ruleset,
    fold,
)
from chalicelib.rules import forum, table
from chalicelib.rules.cluedo import Case, Deck, matches
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.options import Options
from chalicelib.rules.forum.parts import Owed, Question

HOST = Actor("host", organiser=True)
CODE = "join-me"
START = datetime(2026, 10, 23, 18, tzinfo=UTC)
"""Two days before clocks change in Europe."""
KINDS = (
    *("suggest",) * 9,
    *("sharp",) * 7,
    *("answer",) * 8,
    *("announce",) * 4,
    *("clock",) * 4,
    *("wrong", "talk") * 2,
    *("wrong answer", "right", "tell_gm", "tell_player", "order", "leave", "junk"),
)


class Step(msgspec.Struct, frozen=True):
    """One step of a plan: what kind, and the numbers and the text that fill it in."""

    kind: str
    who: int
    whom: int
    cards: tuple[int, int, int]
    minutes: int
    text: str


class Plan(msgspec.Struct, frozen=True):
    """A game to be: deck, house rules, seats, the seed of the deal, and the steps."""

    deck: Deck
    options: Options
    zone: str
    seats: int
    seed: int
    steps: tuple[Step, ...]


class Tried(msgspec.Struct, frozen=True):
    """A move that was tried after so many entries, and how it was refused if it was."""

    after: int
    by: Actor
    move: Any
    at: datetime
    refusal: tuple[str, str, str] | None = None


class Game(msgspec.Struct):
    """A game on its way: all states (the first is ``None``), the log, and every move tried."""

    rules: Ruleset
    chance: Chance
    states: list[Any]
    log: list[Entry[Any, Any]]
    tried: list[Tried]

    @property
    def state(self) -> Any:
        """The present state."""
        return self.states[-1]


def new_game(chance: Chance, rules: Ruleset = forum) -> Game:
    """A game of which nothing is known yet."""
    return Game(rules, chance, [None], [], [])


def attempt(game: Game, by: Actor, move: Any, at: datetime) -> bool:
    """Try a move, keep what comes of it, tell whether it was made; only refusals may be raised."""
    try:
        events = game.rules.decide(game.state, by, move, at, game.chance)
    except Refusal as refusal:
        told = (refusal.code, refusal.rule, repr(refusal.facts))
        game.tried.append(Tried(len(game.log), by, move, at, told))
        return False
    game.tried.append(Tried(len(game.log), by, move, at))
    game.log.append(Entry(len(game.log) + 1, at, events, by.name, "mail", (move,)))
    game.states.append(fold(game.rules, game.state, events, at))
    return True


def played(plan: Plan) -> Game:
    """Play a plan to its end."""
    game = new_game(random.Random(plan.seed))
    setting = table.Setting("Manor", zone=plan.zone)
    assert attempt(game, HOST, f.Create(setting, plan.options, "full", plan.deck, CODE), START)
    for number in range(1, plan.seats + 1):
        assert attempt(game, Actor(f"a{number}"), table.Join(CODE, f"Nick {number}"), START)
    assert attempt(game, HOST, table.Start(), START)
    now = START
    for step in plan.steps:
        now = step_on(game, step, now)
    return game


def step_on(game: Game, step: Step, now: datetime) -> datetime:
    """Play one step not before ``now``; gives the time after it."""
    due = game.rules.due(game.state)
    now += timedelta(minutes=step.minutes)
    early = step.kind == "clock" or (game.state.phase == "dealt" and step.whom % 4)
    if due and (early or (now >= due and step.kind != "junk")):
        assert attempt(game, THE_CLOCK, table.TimePassed(), due)
        return max(due, now)
    by, move = moved(game.state, step)
    attempt(game, by, move, now)
    return now


def moved(state: Any, step: Step) -> tuple[Actor, Any]:
    """What a step means in this state: who makes which move."""
    seats = [seat.id for seat in state.seats]
    turn = seats[step.who % len(seats) :] + seats[: step.who % len(seats)]
    who, whom = turn[0], turn[1 + step.whom % (len(turn) - 1)]
    if step.kind == "answer" and state.owed:
        owed = state.owed[step.whom % len(state.owed)]
        return sitting(state, owed.by), _answer(state, owed.by, owed, step)
    if step.kind in ("answer", "announce") and state.questions:
        question = state.questions[step.whom % len(state.questions)]
        return sitting(state, question.to), _answer(state, question.to, question, step)
    if step.kind == "tell_player":
        return HOST, table.TellPlayer(whom, step.text or "?")
    if step.kind == "junk":
        return _anybody(state, step), _junk(state, step)
    return sitting(state, who), _ordinary(state, step, whom)


def sitting(state: Any, seat: str) -> Actor:
    """Whoever sits on a seat, as the program would say; a stranger if nobody does."""
    account = next((s.account for s in state.seats if s.id == seat), None)
    return table.actor(state, state.host, account or "stranger")


def _answer(state: Any, to: str, question: Question | Owed, step: Step) -> Move:
    """The true answer to a question, with one of the matching cards or (announced) with none."""
    hand = next(seat.hand for seat in state.seats if seat.id == to)
    choices = matches(hand or (), question.case)
    if not choices:
        return f.CannotRefute(question.id)
    return f.Refute(
        question.id, None if step.kind == "announce" else choices[step.who % len(choices)]
    )


def _case(deck: Deck, cards: tuple[int, int, int]) -> Case:
    packs = zip((deck.suspects, deck.weapons, deck.rooms), cards, strict=True)
    return Case(*(pack[n % len(pack)] for pack, n in packs))


def _ordinary(state: Any, step: Step, whom: str) -> Move:
    """A move that players make, legal or not."""
    case, number = _case(state.deck, step.cards), step.who % (state.suggestions + 2)
    if step.kind == "sharp":
        return f.Suggest(whom, *_sharp(state, whom, case).cards)
    if step.kind == "right" and state.case:
        return f.Accuse(*state.case.cards)
    until = None if step.whom % 2 else date(2026, 10, 23 + step.cards[0] % 5)
    moves: dict[str, Move] = {
        "wrong": f.Accuse(*case.cards),
        "wrong answer": f.Refute(number, case.cards[step.whom % 3]),
        "talk": table.Talk(step.text or "?"),
        "tell_gm": table.TellGM(step.text or "?"),
        "order": table.AnswerForMe(bool(step.cards[0] % 3), until),
        "leave": table.Leave(),
    }
    return moves.get(step.kind) or f.Suggest(whom, *case.cards)


def _sharp(state: Any, whom: str, case: Case) -> Case:
    """A case with as many cards from a hand as there can be."""
    hand = next(seat.hand for seat in state.seats if seat.id == whom) or ()
    packs = (state.deck.suspects, state.deck.weapons, state.deck.rooms)
    held = (next((card for card in hand if card in pack), "") for pack in packs)
    return Case(*(mine or other for mine, other in zip(held, case.cards, strict=True)))


def _anybody(state: Any, step: Step) -> Actor:
    """Anyone at all: players, the organiser, a stranger, the clock."""
    players = [sitting(state, seat.id) for seat in state.seats]
    actors = [*players, HOST, Actor("stranger"), Actor(), THE_CLOCK]
    return actors[step.who % len(actors)]


def _junk(state: Any, step: Step) -> Any:
    """Any move with any text in it."""
    text, number = step.text, step.cards[0] - 3
    case = _case(state.deck, step.cards)
    moves = (
        f.Suggest(text, text, text, text),
        f.Suggest("s1", case.suspect, text, case.room),
        f.Suggest(f"s{step.whom}", *case.cards),
        f.Refute(number, text or None),
        f.Refute(number),
        f.CannotRefute(number),
        f.Accuse(text, case.weapon, case.room),
        table.Join(text, text, text),
        table.Join(CODE, text),
        table.Start(),
        table.Leave(),
        table.TimePassed(),
        table.Talk(text),
        table.TellGM(text),
        table.TellPlayer(text, text),
        table.AnswerForMe(bool(number % 2), date(2026, 10, 24)),
    )
    return moves[step.whom % len(moves)]


def viewers(game: Game) -> tuple[str, ...]:
    """Everybody who may look: the public, the organiser, each seat that ever was."""
    return (PUBLIC, ORGANISER, *(f"s{n}" for n in range(1, game.state.joined + 1)))


def strategies(kinds: Iterable[str] = KINDS) -> st.SearchStrategy[Plan]:
    """Random plans whose steps are of these kinds."""
    small = st.integers(0, 60)
    steps = st.builds(
        Step,
        st.sampled_from(tuple(kinds)),
        small,
        small,
        st.tuples(small, small, small),
        st.sampled_from((0, 1, 7, 31)),
        st.text(max_size=8) | st.sampled_from(("s1", "s2", "Ёж 1", "\u200d", "ё" * 50)),
    )
    return st.integers(2, 7).flatmap(
        lambda seats: st.builds(
            Plan,
            _decks(seats),
            _options(),
            st.sampled_from(("UTC", "Europe/Warsaw", "Australia/Lord_Howe")),
            st.just(seats),
            st.integers(0, 2**32),
            st.lists(steps, min_size=25, max_size=70).map(tuple),
        )
    )


def _decks(seats: int) -> st.SearchStrategy[Deck]:
    """The smallest deck for so many players, and some cards more."""
    more = st.integers(0, 3)
    return st.builds(
        lambda a, b, c: Deck(
            tuple(f"Ёж {n}" for n in range(seats + a)),
            tuple(f"Нож «{n}»" for n in range(seats + b)),
            tuple(f"room {n}" for n in range(seats + 3 + c)),
        ),
        more,
        more,
        more,
    )


def _options() -> st.SearchStrategy[Options]:
    """Any house rules; days and windows short enough to see several."""
    return st.builds(
        Options,
        suggestions_per_day=st.integers(1, 5),
        per_addressee_per_day=st.integers(1, 5),
        day_start=st.sampled_from((None, "00:00", "02:30", "21:00")),
        day_minutes=st.sampled_from((60, 600, 1440, 2880)),
        card_delay_minutes=st.sampled_from((1, 60, 1440)),
        unanswered_penalty=st.sampled_from(("if_active", "always", "never")),
        late_margin_minutes=st.sampled_from((0, 30, 120)),
        accusation_window=st.sampled_from(("from_first", "from_first_correct", "none")),
        accusation_window_hours=st.sampled_from((1, 5, 24)),
        no_winner=st.sampled_from(("continue", "reveal")),
    )
