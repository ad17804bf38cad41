"""Other worlds: deals that agree with all a viewer was shown, and the same game played there.

The facts that bind a viewer's other worlds are found by the rules, not by what the program shows:

- their own hand, and how many cards every seat holds;
- who refuted which suggestion and who could not;
- the cards shown to them; where the GM chose one, that the seat holds none before it (F25);
- how every accusation of blitz went (B7), and in forum play their own: they are told of a wrong
  one, hence know of a right one (F36).

Only what was told before the entry that reveals all binds: what is compared comes before it, too.

That others were right or wrong, where all are told (F31, F35), binds no world: nobody else knows
what they named. What others do in secret follows the deal of their own world: they show a card they
hold there, and whoever accused rightly or wrongly does so again, or (where nobody else is told of
the outcome any more) the other way round. Refused moves of others told the viewer nothing and are
left out; the viewer's own are tried again, and must be refused in the same words. The organiser
receives what is left of each deadline's preview, too.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from chalicelib import letters, views
from chalicelib.game import ORGANISER, THE_CLOCK, Entry, redact
from chalicelib.rules import table, verbs, write
from chalicelib.rules.blitz import state as b
from chalicelib.rules.cluedo import Case, matches
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.corrections import MalformedAnswered
from chalicelib.rules.forum.rollback import RolledBack
from chalicelib.rules.forum.winners import Solved
from tests.laws.games import Game, Tried, attempt, found, new_game
from tests.tables import Stacked

MASK = "the hash of another deal under another nonce"
SWAPS = 60


class World(msgspec.Struct):
    """A deal: the case file and the hands."""

    case: Case
    hands: dict[str, tuple[str, ...]]


Fact = Callable[[World], bool]


def world_of(state: Any) -> World:
    """The deal of a game, with the hands in the order of joining: so they were dealt."""
    seats = sorted(state.seats, key=lambda seat: int(seat.id[1:]))
    return World(state.case, {seat.id: seat.hand for seat in seats})


def facts(game: Game, viewer: str) -> list[Fact]:
    """Everything a viewer may know of the deal by the rules, whatever the program shows them."""
    own = world_of(game.state).hands.get(viewer)
    known: list[Fact] = [lambda world: world.hands.get(viewer) == own]
    for event in (event for entry in game.log[: reveals_at(game)] for event in entry.events):
        accused = isinstance(event, f.Accused) and event.by == viewer
        if accused or isinstance(event, b.AccusationMade):
            known.append(_outcome(event.case, right=event.case == game.state.case))
        elif isinstance(event, verbs.Refuted | verbs.NotRefuted | f.CardSent):
            known.append(_answer(event, shown=viewer in (event.by, event.to)))
        elif isinstance(event, MalformedAnswered) and viewer in (event.by, event.to):
            known.append(_shown(event))
    return known


def _outcome(case: Case, *, right: bool) -> Fact:
    return lambda world: (world.case == case) is right


def _shown(event: MalformedAnswered) -> Fact:
    """What a card that answers no legal suggestion tells whom it was shown."""
    return lambda world: event.card is None or event.card in world.hands[event.by]


def _answer(event: Any, *, shown: bool) -> Fact:
    """What an answer tells everybody, or whom the card was ``shown``."""
    card = getattr(event, "card", None) if shown else None

    def holds(world: World) -> bool:
        held = matches(world.hands[event.by], event.case)
        if isinstance(event, verbs.NotRefuted):
            return not held
        if card and event.gm:
            return held[:1] == (card,)
        return card in held if card else bool(held)

    return holds


def elsewhere(game: Game, viewer: str, seed: int) -> World:
    """Walk from the real deal by random swaps that no fact of the viewer forbids."""
    chance, known = random.Random(seed), facts(game, viewer)
    world = world_of(game.state)
    assert all(fact(world) for fact in known), "the facts hold in the world they come from"
    for _ in range(SWAPS):
        other = _swapped(world, game.state.deck, chance)
        if all(fact(other) for fact in known):
            world = other
    return world


def _swapped(world: World, deck: Any, chance: random.Random) -> World:
    """Swap two cards of one category, wherever they are."""
    pack = chance.choice((deck.suspects, deck.weapons, deck.rooms, deck.cards))
    one, two = chance.sample(pack, 2)
    swap = {one: two, two: one}
    if pack == deck.cards and {one, two} & set(world.case.cards):
        return world
    case = Case(*(swap.get(card, card) for card in world.case.cards))
    hands = {
        seat: tuple(sorted((swap.get(card, card) for card in hand), key=deck.cards.index))
        if {one, two} & {*hand}
        else hand
        for seat, hand in world.hands.items()
    }
    return World(case, hands)


def replayed(game: Game, viewer: str, world: World) -> Game:
    """Play the same game in another world, as far as the viewer can tell."""
    dealt = Stacked(game.state.deck, world.case, world.hands, nonce=99)
    copy = new_game(dealt, game.rules)
    for tried in _before_the_end(game):
        if tried.refusal and tried.by.name != viewer:
            continue
        move = (
            tried.move
            if tried.refusal or tried.by.name == viewer
            else _there(game, viewer, tried, world)
        )
        attempt(copy, tried.by, found(copy, move), tried.at)
    return copy


def _before_the_end(game: Game) -> Iterator[Tried]:
    """Every move tried before all was revealed."""
    end = reveals_at(game)
    return (t for t in game.tried if t.after < end)


def reveals_at(game: Game) -> int:
    """How many entries come before the one that reveals all."""
    ends = (n for n, e in enumerate(game.log) if isinstance(e.events[-1], verbs.Ended))
    return next(ends, len(game.log))


def _there(game: Game, viewer: str, tried: Tried, world: World) -> Any:
    """What somebody else does in another world where they did ``tried`` in this."""
    event = game.log[tried.after].events[0]
    if isinstance(event, verbs.Refuted | f.CardSent) and isinstance(tried.move, verbs.Refute):
        if event.to == viewer or tried.move.card is None:
            return verbs.Refute(event.id, event.card)
        held = matches(world.hands[event.by], event.case)
        return verbs.Refute(event.id, next((card for card in held if card != event.card), held[0]))
    if isinstance(event, MalformedAnswered) and event.card and event.to != viewer:
        return verbs.Refute(event.id, world.hands[event.by][0])
    if isinstance(event, f.Accused):
        flip = _untold(game, tried.after)
        case = _accusation(event.case, game.state.case, world.case, flip=flip)
        return verbs.Accuse(*case.cards)
    return tried.move


def _untold(game: Game, made: int) -> bool:
    """Whether nobody but the accuser has learnt an outcome before the end (F32, F35).

    The accusation was made after so many entries; a later end of a window tells its outcome.
    """
    later = (event for entry in game.log[made:] for event in entry.events)
    told = any(isinstance(event, f.WindowClosed | Solved) for event in later)
    return game.state.options.accusation_window == "from_first" and not told


def _accusation(case: Case, here: Case, there: Case, *, flip: bool) -> Case:
    """The accusation of another world: as right or wrong as here, or (``flip``) the other way."""
    if (case == here) is not flip:
        return there
    return here if case == there or flip else case


def received(game: Game, viewer: str, until: int | None = None) -> list[bytes]:
    """Everything a viewer receives, as bytes, up to an entry: log, states, letters, refusals."""
    got = []
    for entry, state in zip(game.log[:until], game.states[1:], strict=False):
        got.append(write(redact(masked(entry), viewer)))
        got.append(write(redact(replace(state, commitment=state.commitment and MASK), viewer)))
        told = letters.about("g", state, entry)
        got += [write(t) for t in told if getattr(t, "to", "") == viewer]
        if viewer == ORGANISER and state.closes:
            got.append(write(_previewed(game, state)))
    refused = [(t.after, t.refusal) for t in game.tried if t.refusal and t.by.name == viewer]
    return got + [write(told) for told in refused if until is None or told[0] < until]


def _previewed(game: Game, state: Any) -> tuple[Any, ...]:
    """What the organiser may know of what the next deadline would bring (F7, F26, B9)."""
    bare = views.without_deadlines(state)
    events = game.rules.decide(bare, THE_CLOCK, table.TimePassed(), state.closes, game.chance)
    return views.preview(state, Entry(1, state.closes, events))


def masked(entry: Entry[Any, Any]) -> Entry[Any, Any]:
    """Hide the commitment: it differs with the deal, and thanks to the nonce does not tell how."""
    return replace(entry, events=tuple(map(_masked_event, entry.events)))


def _masked_event(event: Any) -> Any:
    if isinstance(event, RolledBack | b.RolledBack):
        return replace(event, state=replace(event.state, commitment=MASK))
    return replace(event, commitment=MASK) if isinstance(event, verbs.CaseSealed) else event


def both(game: Game, viewer: str, seed: int) -> tuple[World, list[bytes], list[bytes]]:
    """Another world, what the viewer receives here, and what they would receive there."""
    there = elsewhere(game, viewer, seed)
    copy = replayed(game, viewer, there)
    return there, received(game, viewer, reveals_at(game)), received(copy, viewer)
