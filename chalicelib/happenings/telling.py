"""A log entry as happenings, for everybody and for each seat: redacted, and always the same. Pure.

The public's happenings are made of ``redact(entry, PUBLIC)`` and ``redact(state, PUBLIC)``; those
of a seat of its own view of the entry, and of the same public view of the state. They are counted
for each audience by itself: how many others get would tell of secrets.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from chalicelib.game import ORGANISER, PUBLIC, redact
from chalicelib.happenings.facts import Data, plain
from chalicelib.happenings.happening import Happening
from chalicelib.happenings.scene import Scene, dated
from chalicelib.happenings.to_all import public
from chalicelib.happenings.to_one import own
from chalicelib.rules import Log, State


def of_entry(game: str, entry: Log, state: State, day: int) -> tuple[Happening, ...]:
    """Give all that an entry tells, to everybody first; entry and state (the present one) whole.

    ``day`` is the game day, in blitz the turn, that was on after the entry.
    """
    known = redact(state, PUBLIC)
    audiences = (PUBLIC, *(seat.id for seat in state.seats), ORGANISER)
    return tuple(
        happening
        for audience in audiences
        for happening in _for(audience, redact(entry, audience), Scene(game, known, day))
    )


def _for(audience: str, entry: Log, scene: Scene) -> Iterator[Happening]:
    """Give the happenings of one audience, with their places among these."""
    told = tuple(_told(audience, entry, scene))
    for part, (data, day, event) in enumerate(told, 1):
        places = {"seq": entry.seq, "part": part, "parts": len(told)}
        about = {"game_id": scene.game, "audience": audience, "day": day}
        whole = plain(replace(data, **about, **places))
        yield Happening(data.TYPE, entry.at, whole, audience, entry.seq, part, event)


def _told(audience: str, entry: Log, scene: Scene) -> Iterator[tuple[Data, int, int | None]]:
    """Give the data of one audience in order, each with its day and, if it is the first, event."""
    for place, (event, day) in enumerate(dated(entry.events, scene.day)):
        at = Scene(scene.game, scene.state, day)
        if audience == PUBLIC:
            for more, data in enumerate(public(at, event)):
                yield data, day, None if more else place
        else:
            for data in own(at, audience, event, entry.events[place + 1 :]):
                yield data, day, None
