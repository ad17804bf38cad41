"""What the API shows of a game: takes whole states and entries, and redacts them for the reader."""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from itertools import takewhile
from typing import Any

import msgspec

from chalicelib.data import DECKS
from chalicelib.game import ORGANISER, IllegalMove, Ruleset, redact
from chalicelib.play import eyes, viewer
from chalicelib.rules import RULESETS, Log, State, blitz, forum, ruleset
from chalicelib.rules.answering import begins
from chalicelib.rules.cluedo import Case, matches
from chalicelib.rules.forum.parts import Row
from chalicelib.rules.forum.state import CardSent
from chalicelib.rules.table import Seat, Talked, seat_of
from chalicelib.rules.verbs import CannotRefute, Ended, NotRefuted, Refute, Refuted, Suggest

SUGGESTION_RULES = frozenset({"F11", "F12", "F13", "F14", "B2"})
"""Rules about what a suggestion has to look like."""
ANSWER_RULES = frozenset({"F20", "F21"})
"""Rules about what an answer has to be."""
REVEALING = (Refuted, NotRefuted, Ended)
"""What tells of hands."""


class Owed(msgspec.Struct, frozen=True):
    """A suggestion the caller has to answer; no ``choices`` means «no refutation» (F20).

    ``announced``: it is refuted already, and only the card is owed (F24).
    """

    suggestion: int
    number: int
    by: str
    case: Case
    choices: tuple[str, ...]
    due: datetime | None
    announced: bool


class Shown(msgspec.Struct, frozen=True):
    """A card that somebody showed the caller (F21)."""

    suggestion: int
    by: str
    card: str
    at: datetime


class Game(msgspec.Struct, frozen=True):
    """A game as the caller may see it; ``you`` is a seat id, ``organiser`` or ``public``."""

    id: str
    you: str
    organiser: bool
    version: int
    join_code: str | None
    state: State
    table: tuple[Row | blitz.parts.Row, ...]
    mail: dict[str, str] = {}
    """Seats whose mail does not go out, and why: ``bounced`` or ``complained``."""


class Desk(msgspec.Struct, frozen=True):
    """The caller's own seat: hand, duties, rights, and the cards the caller was shown."""

    seat: str
    nick: str
    role: str
    hand: tuple[str, ...] | None
    owed: tuple[Owed, ...]
    suggestions_left: int
    may_accuse: bool
    answered_by_gm: bool
    shown: tuple[Shown, ...]


def game(  # noqa: PLR0913, PLR0917 -- a game, its reader, and what only some readers know
    game_id: str,
    state: State,
    reader: str,
    version: int,
    code: str | None,
    mail: dict[str, str],
) -> Game:
    """Give the game to its reader; ``code`` is the join code where the reader is the organiser.

    ``mail`` says which seats get no mail, as far as the reader may know.
    """
    view = redact(state, reader)
    return Game(game_id, reader, code is not None, version, code, view, view.table(), mail)


def desk(state: State, seat_id: str, shown: Iterable[Shown], now: datetime) -> Desk:
    """Give the seat's own view of its hand, duties and rights at ``now`` (UTC)."""
    view = redact(state, seat_id)
    seat = seat_of(view, seat_id)
    if not seat:
        raise KeyError(seat_id)
    return Desk(
        seat.id,
        seat.nick,
        seat.role,
        seat.hand,
        tuple(_duties(view, seat)),
        view.suggestions_left(seat_id),
        _may_accuse(view, seat_id, now),
        view.answered_by_gm(seat_id, now),
        tuple(shown),
    )


def _may_accuse(view: State, seat_id: str, now: datetime) -> bool:
    """Ask the judge, so that what is shown and what is allowed are one (F30, F52)."""
    try:
        ruleset(view).need_accusation(view, seat_id, now)
    except IllegalMove:
        return False
    return True


def _duties(view: State, seat: Seat) -> Iterable[Owed]:
    """Give what a seat has to answer, and the cards it has to send (F20, F24)."""
    for asked in view.questions:
        if asked.to == seat.id:
            choices = matches(seat.hand or (), asked.case)
            yield Owed(
                asked.id, asked.number, asked.by, asked.case, choices, view.closes, announced=False
            )
    for card in view.owed:
        if card.by == seat.id:
            choices = matches(seat.hand or (), card.case)
            yield Owed(card.id, card.number, card.to, card.case, choices, card.due, announced=True)


def seated(state: State, reader: str) -> bool:
    """Whether a reader is a seat of the game."""
    return seat_of(state, reader) is not None


def brief(game_id: str, state: State, account: str) -> dict[str, Any]:
    """Give a game's line in a list; ``day`` or, in blitz, ``turn`` says how far it is."""
    far = {"day": state.day} if isinstance(state, forum.State) else {"turn": state.turn}
    return {
        "id": game_id,
        "ruleset": ruleset(state).NAME,
        "title": state.setting.title,
        "phase": state.phase,
        **far,
        "seats": len(state.seats),
        "you": viewer(state, account),
    }


def rulesets() -> list[dict[str, Any]]:
    """Describe the rule sets: presets, and every option with type, default, meaning and rule id."""
    return [
        {"name": name, "presets": kind.PRESETS, "options": _options(kind), "decks": DECKS}
        for name, kind in RULESETS.items()
    ]


def _options(kind: Ruleset) -> dict[str, Any]:
    """Describe the options of a rule set."""
    usual = next(iter(kind.PRESETS.values()))
    (schema,) = msgspec.json.schema(type(usual))["$defs"].values()
    return {name: _described(field) for name, field in schema["properties"].items()}


def _described(field: dict[str, Any]) -> dict[str, Any]:
    """Give one option's schema with its rule under a name of its own."""
    return {"rule" if name == "title" else name: value for name, value in field.items()}


def shown(entries: Iterable[Log], seat: str) -> Iterable[Shown]:
    """Give the cards that were shown to a seat, in order."""
    for entry in entries:
        for event in redact(entry, seat).events:
            if isinstance(event, Refuted | CardSent) and event.to == seat and event.card:
                yield Shown(event.id, event.by, event.card, entry.at)


def without_deadlines(state: State) -> State:
    """Give the state as it would be if nothing but the close of the day (or step) were due.

    Standing orders that begin before it have begun by then; later ones are not there (F29).
    """
    begun = {seat: _begun(state, seat) for seat in state.tallies}
    alone = msgspec.structs.replace(state, paused=None, tallies=begun)
    if isinstance(alone, forum.State):
        return msgspec.structs.replace(alone, window_until=None, owed=())
    return alone


def _begun(state: State, seat: str) -> Any:
    """Give what is counted for a seat, with its order as it is at the close."""
    tally, start = state.tallies[seat], begins(state, seat)
    if not start:
        return tally
    on = state.closes is not None and start <= state.closes
    return msgspec.structs.replace(tally, since=None, by_gm=on)


def preview(state: State, entry: Log) -> tuple[Any, ...]:
    """Give what the close would bring, as its organiser may know it.

    Whether an open suggestion will be refuted is for a human GM only: others could use it; and so
    is what the end would reveal. In blitz that hides all that follows from an answer, too.
    """
    seen = redact(entry, eyes(state, ORGANISER)).events
    if state.options.gm == "human":
        return seen
    if isinstance(state, blitz.State):
        return tuple(takewhile(lambda event: not isinstance(event, REVEALING), seen))
    return tuple(event for event in seen if not isinstance(event, REVEALING))


def nicks(state: State) -> Callable[[str], str]:
    """Give the way from seat ids to nicks."""
    names = {seat.id: seat.nick for seat in state.seats}
    return lambda seat: names.get(seat, seat)


def example(state: State, account: str, rule: str) -> Any:
    """Give one move that is right in form where ``rule`` was broken, as far as the caller knows."""
    seat = seat_of(redact(state, viewer(state, account)), viewer(state, account))
    others = [other.id for other in state.seats if seat and other.id != seat.id]
    if not seat or not others:
        return None
    if rule in SUGGESTION_RULES:
        deck = state.deck
        to = others[0] if isinstance(state, forum.State) else ""
        return Suggest(deck.suspects[0], deck.weapons[0], deck.rooms[0], to)
    question = next((q for q in state.questions if q.to == seat.id), None)
    if rule not in ANSWER_RULES or not question:
        return None
    choices = matches(seat.hand or (), question.case)
    return Refute(question.id, choices[0]) if choices else CannotRefute(question.id)


def looks(state: State, account: str) -> tuple[str, ...]:
    """Say as whom an account looks at a log: an organiser who plays has two pairs of eyes."""
    who = viewer(state, account)
    both = account and account == state.host and who != eyes(state, ORGANISER)
    return (who, ORGANISER) if both else (who,)


def line(entry: Log, readers: Iterable[str], hidden: Collection[int]) -> dict[str, Any] | None:
    """Give a log entry as its readers may see it, or nothing if all of it is hidden.

    ``hidden`` are the posts that the GM has hidden: their text is gone (F54).
    """
    each = ([redact(event, reader) for reader in readers] for event in entry.events)
    seen = (next(filter(None, versions), None) for versions in each)
    events = tuple(veiled(event, hidden) for event in seen if event)
    return {"seq": entry.seq, "at": entry.at, "events": events} if events else None


def veiled(event: Any, hidden: Collection[int]) -> Any:
    """Give an event, without its text if it is a post that was hidden (F54)."""
    if isinstance(event, Talked) and event.post in hidden:
        return msgspec.structs.replace(event, text="")
    return event
