"""House rules of forum Cluedo: every option with its meaning and rule id, and the presets."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

ClockTime = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d\Z")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of one game; the defaults are the full rules. Fixed at creation."""

    suggestions_per_day: Annotated[
        int, Meta(ge=1, le=5, title="F10", description="Suggestions each player may make in a day")
    ] = 3
    per_addressee_per_day: Annotated[
        int, Meta(ge=1, le=5, title="F11", description="Of these, at most so many to one player")
    ] = 3
    day_start: Annotated[
        ClockTime | None,
        Meta(
            title="F6",
            description="Clock time at which days open, HH:MM in the game's zone; "
            "null: the first day opens at the start, the others at the same clock time",
        ),
    ] = None
    day_minutes: Annotated[
        int, Meta(ge=5, le=20160, title="F6", description="Length of a game day in minutes")
    ] = 1440
    card_delay_minutes: Annotated[
        int,
        Meta(
            ge=1,
            le=1440,
            title="F24",
            description="How long an announced refutation may wait for its card "
            "before the GM sends it, in minutes",
        ),
    ] = 60
    unanswered_penalty: Annotated[
        Literal["if_active", "always", "never"],
        Meta(
            title="F27",
            description="Who leaves suggestions unanswered at the close loses one suggestion of "
            "the next day: if seen that day after the suggestion came, always, or never",
        ),
    ] = "if_active"
    late_margin_minutes: Annotated[
        int,
        Meta(
            ge=0,
            le=1440,
            title="F28",
            description="No penalty for suggestions that came so close to the end, in minutes; "
            "never more than half the day",
        ),
    ] = 120
    await_answer: Annotated[
        bool,
        Meta(title="F11", description="Nobody asks the same player again before their answer"),
    ] = False
    accusation_window: Annotated[
        Literal["from_first", "from_first_correct", "none"],
        Meta(
            title="F32",
            description="When the others may still accuse: after the first accusation, after the "
            "first right one, or not at all (the first right one ends the game)",
        ),
    ] = "from_first"
    accusation_window_hours: Annotated[
        int, Meta(ge=1, le=168, title="F32", description="Length of that window in hours")
    ] = 24
    no_winner: Annotated[
        Literal["continue", "reveal"],
        Meta(
            title="F35",
            description="When the window ends without a right accusation: play on, or reveal all",
        ),
    ] = "continue"
    play_on: Annotated[
        bool,
        Meta(
            title="F35",
            description="After the first winner the others play on until each has solved the case "
            "or given up (accused wrongly, or left); only then is all revealed",
        ),
    ] = False
    most_days: Annotated[
        int,
        Meta(
            ge=0,
            le=365,
            title="F35",
            description="The game ends with the close of this day, solved or not; 0: no limit",
        ),
    ] = 0
    corrections: Annotated[
        Literal["full", "none"],
        Meta(
            title="F40",
            description="A malformed suggestion may be put right (edited within five minutes, "
            "corrected by a new post later), or it counts and is void",
        ),
    ] = "full"
    quiet_days: Annotated[
        int,
        Meta(
            ge=0,
            le=60,
            title="F51",
            description="After so many days in a row (and at least 24 hours) in which nobody did "
            "anything the game pauses by itself; 0: never",
        ),
    ] = 7
    early_close: Annotated[
        Literal["gm", "auto"],
        Meta(
            title="F7",
            description="When every suggestion and every answer is in: the organiser may close "
            "the day, or it closes by itself",
        ),
    ] = "gm"
    gm: Annotated[
        Literal["auto", "human"],
        Meta(
            title="F56",
            description="auto: the service is GM and the organiser sees no card; human: the "
            "organiser sees all, may answer for seats, and does not play",
        ),
    ] = "auto"


PRESETS: dict[str, Options] = {
    "full": Options(),
    "raul": Options(corrections="none", accusation_window="from_first_correct"),
    "early": Options(unanswered_penalty="always", accusation_window="none"),
}
"""The named bundles of house rules: the full rules, a stricter style, an earlier edition."""
