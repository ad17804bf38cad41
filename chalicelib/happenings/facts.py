"""Of what the data of happenings are made: players, suggestions, tables, and what all of them have.

What is declared here is the published form: names, order and meaning change only by addition.
"""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

Audience = Literal["public", "player", "organiser", "owner"]
"""Everybody; one seat; who runs the game; whoever the webhook endpoint belongs to."""


class Data(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every happening of a game tells: where in the game's log it belongs."""

    TYPE: ClassVar[str]
    AUDIENCE: ClassVar[Audience] = "public"

    game_id: Annotated[str, Meta(description="The game; absent where it is about none")] = ""
    seq: Annotated[int, Meta(description="Log entry; absent for what no log tells")] = 0
    part: Annotated[
        int, Meta(description="Place among the events of this log entry for this audience, from 1")
    ] = 0
    parts: Annotated[
        int, Meta(description="How many there are of this log entry for this audience")
    ] = 0
    audience: Annotated[
        str, Meta(description="Whom it is for: `public`, a seat id, `organiser`; absent: `owner`")
    ] = ""
    day: Annotated[
        int, Meta(description="Game day, in blitz the turn; absent before the first")
    ] = 0
    test: Annotated[bool, Meta(description="An example that was asked for: nothing happened")] = (
        False
    )


class Thin(Data, frozen=True, kw_only=True):
    """Something private: that it is there, and where its reader fetches it with their token."""

    AUDIENCE: ClassVar[Audience] = "player"

    kind: Annotated[str, Meta(description="The same as the type")] = ""
    fetch: Annotated[str, Meta(description="Path to fetch it from, with the reader's own token")]
    suggestion: Annotated[int, Meta(description="Id of the suggestion it is about, if any")] = 0


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat with the nick and role of whoever sits there; the organiser has neither."""

    seat: Annotated[str, Meta(description="Seat id, or `organiser`")]
    nick: str = ""
    role: str = ""


class Cards(msgspec.Struct, frozen=True):
    """One card of each category, as announced."""

    suspect: str
    weapon: str
    room: str


class Suggestion(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A suggestion: `id` counts those of the game, `number` its author's of the day."""

    id: int
    number: int
    by: Player
    to: Annotated[
        Player | None, Meta(description="Who has to answer; absent when nobody has to any more")
    ] = None
    suspect: str
    weapon: str
    room: str


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """A suggestion without its cards."""

    id: int
    number: int
    by: Player
    to: Player


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of a seat, beside its nick and role."""

    seat: str
    nick: str
    role: str


class Line(Seated, frozen=True, kw_only=True):
    """A line of the day's table: suggestions made and left, answers owed, penalties."""

    made: int
    left: int
    owed: int
    penalty: int


class Winner(Seated, frozen=True, kw_only=True):
    """Who has solved the case, and as which."""

    place: int


class Hand(Seated, frozen=True, kw_only=True):
    """A hand that is revealed at the end."""

    cards: tuple[str, ...]


class Accusation(msgspec.Struct, frozen=True, kw_only=True):
    """An accusation that is revealed; `at` is when it arrived (UTC)."""

    by: Player
    suspect: str
    weapon: str
    room: str
    at: datetime
    right: bool


class ForumPost(msgspec.Struct, frozen=True, omit_defaults=True):
    """A post at the forum, by the forum's own id."""

    id: str
    url: str = ""


def plain(data: Data) -> dict[str, Any]:
    """Give data as JSON has it, members in their published order."""
    built: dict[str, Any] = msgspec.to_builtins(data)
    return built
