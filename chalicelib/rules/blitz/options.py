"""House rules of Cluedo-blitz: every option with its meaning and rule id."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of one game; the defaults are the printed rules. Fixed at creation."""

    accuse: Annotated[
        Literal["after_unrefuted", "own_turn"],
        Meta(
            title="B6",
            description="When a player may accuse: only after a suggestion of their own that "
            "nobody could refute, or also in their own turn instead of a suggestion",
        ),
    ] = "after_unrefuted"
    last_one: Annotated[
        Literal["plays_on", "wins"],
        Meta(
            title="B8",
            description="When one player is left with turns: that player goes on suggesting, "
            "or wins at once",
        ),
    ] = "plays_on"
    idle_turns: Annotated[
        int,
        Meta(
            ge=1,
            le=20,
            title="B8",
            description="How many turns in a row the last one may pass before all is revealed",
        ),
    ] = 3
    turn_hours: Annotated[
        int,
        Meta(ge=1, le=168, title="B9", description="Hours for a suggestion, a pass, an accusation"),
    ] = 24
    answer_hours: Annotated[
        int, Meta(ge=1, le=168, title="B9", description="Hours for an answer to a suggestion")
    ] = 12
    max_timeouts: Annotated[
        int,
        Meta(
            ge=1,
            le=20,
            title="B9",
            description="How many deadlines in a row a seat may miss before it is flagged for "
            "replacement and the GM plays for it meanwhile",
        ),
    ] = 3
    gm: Annotated[
        Literal["auto", "human"],
        Meta(
            title="F56",
            description="auto: the service is GM and the organiser sees no card; human: the "
            "organiser sees all, may answer for seats, and does not play",
        ),
    ] = "auto"


PRESETS: dict[str, Options] = {"full": Options()}
"""The named bundles of house rules."""
