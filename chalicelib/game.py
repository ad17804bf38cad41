"""The kernel: who acts and who looks, what is secret, what a refusal is, and how a log is folded.

Refusals (everything else that is raised is a bug)::

    Refusal            code, status, rule, facts
    ├── Unreadable     400  the text or body is not a move
    ├── Ambiguous      400  it could be more than one move
    ├── IllegalMove    409  understood, and forbidden by the rule it cites
    ├── NotYours       403  the actor has no right to it
    ├── Unknown        404  no such game, seat, suggestion or code
    ├── TooMany        429  try again later
    └── Busy           503  try again in a moment
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar, get_type_hints

import msgspec

PUBLIC = "public"
"""The viewer who knows only what everybody may know."""
GM = "gm"
"""The viewer who knows everything: the program itself."""
ORGANISER = "organiser"
"""The person who runs the game without seeing cards (F56, mode ``auto``)."""
CLOCK = "clock"
"""The actor through whom time passes."""

T = TypeVar("T")
E = TypeVar("E")
M = TypeVar("M")


class Secret:
    """Marks a field (in ``Annotated``) or a whole struct (as ``audience``) as secret.

    ``to`` names who may see it: sibling fields that hold a seat id, or viewers by their own
    name (so no struct with secrets has a field that is called like a viewer). ``Secret()`` is
    for the GM alone.
    """

    def __init__(self, *to: str) -> None:
        """Keep the names of those who may see it."""
        self.to = to

    def open_to(self, owner: msgspec.Struct, viewer: str) -> bool:
        """Whether ``viewer`` may see what ``owner`` declares with this mark; the public never may.

        Whoever moves without a seat stands in the log as ``public``: no reader is meant by that.
        """
        return viewer != PUBLIC and any(getattr(owner, name, name) == viewer for name in self.to)


def snake(name: str) -> str:
    """``CannotRefute`` as it stands in JSON: ``cannot_refute``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Move(msgspec.Struct, frozen=True, tag_field="type", tag=snake, forbid_unknown_fields=True):
    """What somebody asks for, in the imperative."""


class Event(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    tag=snake,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """What happened, in the past tense."""


class Actor(msgspec.Struct, frozen=True):
    """Who makes a move: an account with its seat and its office at this table, or the clock."""

    account: str = ""
    seat: str = ""
    organiser: bool = False
    clock: bool = False

    @property
    def name(self) -> str:
        """How the log calls the actor: a seat id, ``organiser``, ``clock`` or ``public``."""
        return self.seat or (CLOCK if self.clock else ORGANISER if self.organiser else PUBLIC)


THE_CLOCK = Actor(clock=True)
"""The actor of every ``TimePassed``."""


class Entry(
    msgspec.Struct, Generic[E, M], frozen=True, omit_defaults=True, forbid_unknown_fields=True
):
    """One line of the log: what was asked, and what happened.

    ``at`` is the time of arrival (UTC), ``via`` the door. What was asked, and by whom, is for
    its author only; the events say what others may know.
    """

    seq: int
    at: datetime
    events: tuple[E, ...]
    by: Annotated[str | None, Secret("by")] = None
    via: Annotated[str | None, Secret("by")] = None
    moves: Annotated[tuple[M, ...] | None, Secret("by")] = None


@cache
def secrets_of(kind: type) -> dict[str, Secret]:
    """The secret fields of a struct type, by name."""
    hints = get_type_hints(kind, include_extras=True)
    marks = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
    return {
        name: mark
        for name in kind.__struct_fields__  # type: ignore[attr-defined]
        for mark in marks[name]
        if isinstance(mark, Secret)
    }


def redact(value: T, viewer: str) -> T:
    """Give ``value`` as ``viewer`` may see it: the one gate for everything that leaves.

    A hidden field becomes ``None``; a hidden struct becomes ``None`` and vanishes from tuples.
    """
    return value if viewer == GM else _redacted(value, viewer)


def _redacted(value: Any, viewer: str) -> Any:
    """Redact structs, tuples and dicts to any depth; all else is plain data."""
    if isinstance(value, msgspec.Struct):
        return _redacted_struct(value, viewer)
    if isinstance(value, tuple):
        seen = (_redacted(item, viewer) for item in value)
        return tuple(item for item in seen if item is not None)
    if isinstance(value, dict):
        return {key: _redacted(item, viewer) for key, item in value.items()}
    return value


def _redacted_struct(value: msgspec.Struct, viewer: str) -> Any:
    """Redact one struct by the marks of its type."""
    audience: Secret | None = getattr(type(value), "audience", None)
    if audience and not audience.open_to(value, viewer):
        return None
    marks = secrets_of(type(value))
    fields = {
        name: None
        if name in marks and not marks[name].open_to(value, viewer)
        else _redacted(getattr(value, name), viewer)
        for name in value.__struct_fields__
    }
    return type(value)(**fields)


class Refusal(Exception):  # noqa: N818 -- a refusal is an answer, not an error
    """A move that is not made. Nothing is stored, nothing is told to others.

    ``code`` is stable and untranslated; ``rule`` cites the clause; ``facts`` fill the message.
    """

    status: ClassVar[int] = 400

    def __init__(self, code: str, rule: str = "", **facts: object) -> None:
        """Refuse with a stable code, the rule it follows from, and the facts of the case."""
        super().__init__(code)
        self.code, self.rule, self.facts = code, rule, facts
        self.place = 0
        """Which of several moves was refused, counted from 0."""


class Unreadable(Refusal):
    """The text or body is not a move."""


class Ambiguous(Refusal):
    """It could be read as more than one move."""


class IllegalMove(Refusal):
    """Understood, and forbidden by a rule."""

    status = 409


class NotYours(Refusal):
    """The actor has no right to it."""

    status = 403


class Unknown(Refusal):
    """No such game, seat, suggestion or code."""

    status = 404


class TooMany(Refusal):
    """More than is allowed in a time; try again after ``facts['seconds']`` seconds."""

    status = 429


class Busy(Refusal):
    """Too many at once; try again after ``facts['seconds']`` seconds."""

    status = 503


class Chance(Protocol):
    """What the rules need of a random generator; ``secrets.SystemRandom`` when it matters."""

    def shuffle(self, x: list[Any], /) -> None:
        """Shuffle a list in place."""

    def randrange(self, stop: int, /) -> int:
        """Draw a whole number from 0 up to, not including, ``stop``."""

    def getrandbits(self, k: int, /) -> int:
        """Draw ``k`` random bits."""


class Ruleset(Protocol):
    """What a rule set gives the spine; each is a module under ``rules``."""

    NAME: str
    Create: type[Any]
    """The move by which a game begins, and ``Created`` its event."""
    Created: type[Any]

    @property
    def PRESETS(self) -> Mapping[str, Any]:  # noqa: N802 -- a constant of the module
        """House rules by name, the usual ones first."""

    def decide(
        self, state: Any, by: Actor, move: Any, at: datetime, rng: Chance
    ) -> tuple[Any, ...]:
        """Judge a move that arrived at ``at`` (UTC): the events, or a ``Refusal``."""

    def evolve(self, state: Any, event: Any, at: datetime) -> Any:
        """Give the state after an event of the time ``at`` (UTC). Never refuses."""

    def due(self, state: Any) -> datetime | None:
        """When the clock has to act next (UTC), if ever."""

    def need_together(self, moves: Sequence[Any]) -> None:
        """Refuse moves that one request may not bring, by what they are alone."""

    def need_accusation(self, state: Any, seat: str, at: datetime) -> None:
        """Refuse a seat that cannot accuse at ``at`` (UTC), whatever it names."""


def fold(ruleset: Ruleset, state: Any, events: Iterable[Any], at: datetime) -> Any:
    """Apply the events of one time (UTC) in order to ``state`` (``None`` before the first)."""
    for event in events:
        state = ruleset.evolve(state, event, at)
    return state
