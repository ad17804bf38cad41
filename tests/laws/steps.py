"""What a step of a plan means in a state: who makes which move; most are legal, some are not."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec

from chalicelib.game import THE_CLOCK, Actor, Move
from chalicelib.rules import office, table, verbs
from chalicelib.rules.cluedo import Case, Deck, matches
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum.parts import Owed
from chalicelib.rules.office import RollBack
from chalicelib.rules.verbs import Question

HOST = Actor("host", organiser=True)
CODE = "join-me"
KINDS = (
    *("suggest",) * 9,
    *("sharp",) * 7,
    *("answer",) * 8,
    *("announce",) * 4,
    *("clock",) * 4,
    *("talk", "take", "void", "fine", "pause", "resume", "complain", "hide", "waive", "settle") * 2,
    *("wrong", "wrong answer", "right", "tell_gm", "tell_player", "order", "leave", "junk"),
    *("malformed", "malformed", "amend", "offer", "deputy", "close day", "move close"),
    *("name deputy", "answer for", "answer as gm", "restore", "offer any"),
    *("offer office", "roll back"),
)


class Step(msgspec.Struct, frozen=True):
    """One step of a plan: what kind, and the numbers and the text that fill it in."""

    kind: str
    who: int
    whom: int
    cards: tuple[int, int, int]
    minutes: int
    text: str


def moved(state: Any, step: Step) -> tuple[Actor, Any]:
    """What a step means in this state: who makes which move."""
    seats = [seat.id for seat in state.seats]
    turn = seats[step.who % len(seats) :] + seats[: step.who % len(seats)]
    who, whom = turn[0], turn[1 + step.whom % (len(turn) - 1)]
    if step.kind == "junk":
        return anybody(state, step), junk(state, step)
    special = _in_office(state, step, whom) or _answering(state, step) or heir(state, step, who)
    return special or (sitting(state, who), _ordinary(state, step, whom))


def _in_office(state: Any, step: Step, whom: str) -> tuple[Actor, Any] | None:
    """What organiser and deputy do."""
    if state.paused and step.whom % 3 == 0:
        return organiser(state), office.Resume()
    if step.kind == "tell_player":
        return organiser(state), table.TellPlayer(whom, step.text or "?")
    if move := _office(state, step, whom):
        return organiser(state), move
    if step.kind == "deputy" and state.deputy:
        return sitting(state, state.deputy), (rulings.CloseDay(), office.Resume(), office.Pause())[
            step.whom % 3
        ]
    return None


def _answering(state: Any, step: Step) -> tuple[Actor, Any] | None:
    """An answer that somebody waits for, if there is one."""
    if step.kind == "answer" and state.owed:
        owed = state.owed[step.whom % len(state.owed)]
        return sitting(state, owed.by), _answer(state, owed.by, owed, step)
    if step.kind == "complain" and state.owed:
        owed = state.owed[step.whom % len(state.owed)]
        return sitting(state, owed.to), rulings.Complain(owed.id)
    if step.kind in ("answer", "announce") and state.questions:
        question = state.questions[step.whom % len(state.questions)]
        return sitting(state, question.to), _answer(state, question.to, question, step)
    if state.malformed and step.kind in ("answer", "amend"):
        bad = state.malformed[step.whom % len(state.malformed)]
        if step.kind == "amend":
            return sitting(state, bad.by), c.Amend(bad.id, *case_of(state.deck, step.cards).cards)
        hand = next(seat.hand for seat in state.seats if seat.id == bad.to)
        return sitting(state, bad.to), verbs.Refute(bad.id, hand[step.who % len(hand)])
    return None


def heir(state: Any, step: Step, who: str) -> tuple[Actor, Any] | None:
    """Somebody takes what is offered: mostly a newcomer, at times one who may not."""
    if step.kind != "take" or not state.offers:
        return None
    heirs = (Actor(f"heir{step.who % 4}"), sitting(state, who), organiser(state))
    offer = state.offers[step.whom % len(state.offers)]
    account = heirs[max(0, step.whom % 8 - 5)].account
    return table.actor(state, state.host, account), office.TakeSeat(offer.code, step.text)


def sitting(state: Any, seat: str) -> Actor:
    """Whoever sits on a seat, as the program would say; a stranger if nobody does."""
    account = next((s.account for s in state.seats if s.id == seat), None)
    return table.actor(state, state.host, account or "stranger")


def organiser(state: Any) -> Actor:
    """Whoever has the office, as the program would say."""
    return table.actor(state, state.host, state.host)


def _office(state: Any, step: Step, whom: str) -> Move | None:
    """A move of the organiser, about what there is."""
    asked = [*state.questions, *state.voided, *state.malformed]
    about = asked[step.who % len(asked)].id if asked else step.who
    void = next((q.id for q in state.voided), about)
    closes = state.closes or datetime(2026, 10, 24, tzinfo=UTC)
    some = step.cards[0] % 3 > 0
    moves: dict[str, Move] = {
        "close day": rulings.CloseDay(),
        "move close": office.MoveClose(closes + timedelta(minutes=step.cards[1] * 20 - 200)),
        "name deputy": rulings.NameDeputy(whom if some else None),
        "answer for": office.AnswerForSeat(whom, some),
        "answer as gm": office.AnswerAsGM(about),
        "fine": rulings.Fine(whom, step.text),
        "waive": rulings.Waive(
            next((s for s, t in state.tallies.items() if t.penalty + t.fined), whom)
        ),
        "void": rulings.Void(about, step.text),
        "restore": rulings.Restore(void),
        "settle": c.Settle(next((m.id for m in state.malformed if m.answered), about), some),
        "hide": office.Hide(step.cards[0] % (state.posts + 1)),
        "offer any": office.OfferSeat(whom),
        "offer office": office.OfferSeat(gm=True),
        "pause": office.Pause(step.text),
        "resume": office.Resume(),
        "roll back": RollBack(step.cards[2]),
    }
    return moves.get(step.kind)


def _answer(state: Any, to: str, question: Question | Owed, step: Step) -> Move:
    """The true answer to a question, with one of the matching cards or (announced) with none."""
    hand = next(seat.hand for seat in state.seats if seat.id == to)
    choices = matches(hand or (), question.case)
    if not choices:
        return verbs.CannotRefute(question.id)
    return verbs.Refute(
        question.id, None if step.kind == "announce" else choices[step.who % len(choices)]
    )


def case_of(deck: Deck, cards: tuple[int, int, int]) -> Case:
    """A card of each category."""
    packs = zip((deck.suspects, deck.weapons, deck.rooms), cards, strict=True)
    return Case(*(pack[n % len(pack)] for pack, n in packs))


def _ordinary(state: Any, step: Step, whom: str) -> Move:
    """A move that players make, legal or not."""
    case, number = case_of(state.deck, step.cards), step.who % (state.suggestions + 2)
    if step.kind == "sharp":
        return verbs.Suggest(*sharp(state, whom, case).cards, whom)
    if step.kind == "right" and state.case:
        return verbs.Accuse(*state.case.cards)
    until = None if step.whom % 2 else date(2026, 10, 23 + step.cards[0] % 5)
    since = date(2026, 10, 23 + step.cards[1] % 4) if step.cards[2] % 2 else None
    moves: dict[str, Move] = {
        "wrong": verbs.Accuse(*case.cards),
        "wrong answer": verbs.Refute(number, case.cards[step.whom % 3]),
        "talk": table.Talk(step.text or "?"),
        "tell_gm": table.TellGM(step.text or "?"),
        "order": table.AnswerForMe(bool(step.cards[0] % 3), until, since, step.who % 2 > 0),
        "leave": table.Leave(),
        "offer": office.OfferSeat(),
        "complain": rulings.Complain(number),
        "amend": c.Amend(number, *case.cards),
        "malformed": c.SuggestMalformed(whom, step.text or "Who? In two rooms?"),
    }
    return moves.get(step.kind) or verbs.Suggest(*case.cards, whom)


def sharp(state: Any, whom: str, case: Case) -> Case:
    """A case with as many cards from a hand as there can be."""
    hand = next(seat.hand for seat in state.seats if seat.id == whom) or ()
    packs = (state.deck.suspects, state.deck.weapons, state.deck.rooms)
    held = (next((card for card in hand if card in pack), "") for pack in packs)
    return Case(*(mine or other for mine, other in zip(held, case.cards, strict=True)))


def anybody(state: Any, step: Step) -> Actor:
    """Anyone at all: players, the organiser, a stranger, the clock."""
    players = [sitting(state, seat.id) for seat in state.seats]
    actors = [
        *players,
        organiser(state),
        table.actor(state, state.host, HOST.account),
        Actor("stranger"),
        Actor(),
        THE_CLOCK,
    ]
    return actors[step.who % len(actors)]


def junk(state: Any, step: Step) -> Any:
    """Any move with any text in it."""
    text, number = step.text, step.cards[0] - 3
    case = case_of(state.deck, step.cards)
    moves = (
        verbs.Suggest(text, text, text, text),
        verbs.Suggest(case.suspect, text, case.room, "s1"),
        verbs.Suggest(*case.cards, f"s{step.whom}"),
        verbs.Refute(number, text or None),
        verbs.Refute(number),
        verbs.CannotRefute(number),
        verbs.Accuse(text, case.weapon, case.room),
        table.Join(text, text, text),
        table.Join(CODE, text),
        table.Start(),
        table.Leave(),
        table.TimePassed(),
        table.Talk(text),
        table.TellGM(text),
        table.TellPlayer(text, text),
        table.AnswerForMe(bool(number % 2), date(2026, 10, 24)),
        office.TakeSeat(text, text),
        office.OfferSeat(text, gm=number > 0),
        rulings.NameDeputy(text),
        rulings.Fine(text, text),
        rulings.Void(number),
        rulings.Complain(number),
        office.Resume(),
        office.Pause(),
        rulings.CloseDay(),
        office.MoveClose(datetime(2026, 10, 25, tzinfo=UTC)),
        c.SuggestMalformed(text, text),
        c.Amend(number, text, text, text),
        c.Settle(number, stand=True),
        RollBack(number),
    )
    return moves[step.whom % len(moves)]
