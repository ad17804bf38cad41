"""What one seat, or the organiser, is told besides: from their own view of an entry."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from chalicelib.game import ORGANISER, Event
from chalicelib.happenings import private
from chalicelib.happenings.facts import Data, Thin
from chalicelib.happenings.scene import Scene
from chalicelib.rules import office, table, verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f

Teller = Callable[[Scene, str, Any], Iterable[Data]]

ANSWERS = (verbs.Refuted, verbs.NotRefuted)
LOG = "/events"
"""Where what stands on no other page is read."""


def own(scene: Scene, reader: str, event: Event, later: tuple[Event, ...]) -> tuple[Data, ...]:
    """Give what a reader alone is told of an event, which has been redacted for them.

    ``later`` are the events after it: nobody is asked for an answer that one of them gives.
    """
    if isinstance(event, ASKING) and event.to == reader:
        return tuple(_asked(scene, event, later))
    tell = TELLERS.get(type(event))
    return tuple(tell(scene, reader, event)) if tell else ()


ASKING = (verbs.Suggested, c.Amended, rulings.Restored, b.DutyPassed)
"""Events after which ``to`` has to answer."""


def _asked(scene: Scene, event: Any, later: tuple[Event, ...]) -> Iterator[Data]:
    answered = any(isinstance(e, ANSWERS) and (e.id, e.by) == (event.id, event.to) for e in later)
    if not answered:
        suggestion = scene.suggestion(event, event.by, event.to)
        yield private.AnswerDue(suggestion=suggestion, until=scene.until())


def _to(kind: type[Thin], member: str, page: str = "/me") -> Teller:
    """Tell the one whom a member of the event names."""

    def tell(scene: Scene, reader: str, e: Any) -> Iterator[Data]:
        if getattr(e, member) == reader:
            yield private.thin(kind, scene.game, page, getattr(e, "id", 0))

    return tell


def _answered(scene: Scene, reader: str, e: Any) -> Iterator[Data]:
    """The suggester gets the card; whom the GM answered for learns that there is an answer."""
    if e.to == reader and getattr(e, "card", None):
        yield private.thin(private.CardShown, scene.game, suggestion=e.id)
    if e.by == reader and e.gm:
        yield private.thin(private.AnswerByGM, scene.game, suggestion=e.id)


def _sent(scene: Scene, reader: str, e: f.CardSent) -> Iterator[Data]:
    if e.to == reader:
        yield private.thin(private.CardShown, scene.game, suggestion=e.id)
    if e.by == reader and e.gm:
        yield private.thin(private.CardSentByGM, scene.game, suggestion=e.id)


def _malformed(scene: Scene, reader: str, e: c.MalformedAnswered) -> Iterator[Data]:
    if e.to == reader and e.card:
        yield private.thin(private.CardShown, scene.game, suggestion=e.id)
    if reader == ORGANISER:
        about = scene.reference(e, e.to, e.by)
        yield private.NeedsGM(reason="malformed_answered", suggestion=about)


def _idle(scene: Scene, _: str, e: f.SeatsIdle) -> Iterator[Data]:
    yield private.SeatsIdle(players=scene.players(e.seats))


def _word(scene: Scene, reader: str, e: table.ToldGM | table.ToldPlayer) -> Iterator[Data]:
    to = e.to if isinstance(e, table.ToldPlayer) else ORGANISER
    if to == reader:
        yield private.thin(private.WordReceived, scene.game, LOG)


def _offered(scene: Scene, _: str, __: office.SeatOffered) -> Iterator[Data]:
    yield private.thin(private.SeatOffered, scene.game, "")


TELLERS: dict[type[Event], Teller] = {
    verbs.HandDealt: _to(private.HandDealt, "to"),
    verbs.Refuted: _answered,
    verbs.NotRefuted: _answered,
    f.CardOwed: _to(private.CardDue, "by"),
    f.CardSent: _sent,
    f.Accused: _to(private.AccusationReceived, "by", LOG),
    f.AccusationFailed: _to(private.AccusationFailed, "by", LOG),
    f.SeatsIdle: _idle,
    c.MalformedAnswered: _malformed,
    table.ToldGM: _word,
    table.ToldPlayer: _word,
    office.SeatOffered: _offered,
}
"""Events of which somebody is told more than everybody."""
