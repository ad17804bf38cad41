"""The catalogue of event types: names, who may be told, schemas, and how they are chosen. Pure."""

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from chalicelib.game import Unreadable
from chalicelib.happenings import events, moves, operations, people, private
from chalicelib.happenings.facts import Data, Thin

API_VERSION = "2026-12-01"
"""The version of the published forms; additions do not change it."""

KINDS: tuple[type[Data], ...] = (
    events.GameCreated,
    events.GameStarted,
    events.GamePaused,
    events.GameResumed,
    events.GameRolledBack,
    events.GameSolved,
    events.GameFinished,
    events.DayOpened,
    events.DayClosingSoon,
    events.DayClosed,
    events.DayMoved,
    events.TurnOrdered,
    events.TurnBegan,
    events.TurnPassed,
    events.TurnTimedOut,
    events.TurnMoved,
    moves.SuggestionMade,
    moves.SuggestionMalformed,
    moves.SuggestionCorrected,
    moves.SuggestionVoided,
    moves.SuggestionRestored,
    moves.SuggestionRefuted,
    moves.SuggestionNotRefuted,
    moves.SuggestionPassedOn,
    moves.SuggestionUnrefuted,
    moves.MalformedAnswered,
    moves.SuggestionSettled,
    private.AnswerDue,
    private.AnswerOverdue,
    private.AnswerByGM,
    private.CardShown,
    private.CardDue,
    private.CardSentByGM,
    moves.CardOverdue,
    moves.CardComplained,
    private.HandDealt,
    private.AccusationReceived,
    private.AccusationFailed,
    moves.AccusationFirstReceived,
    moves.AccusationWindowClosed,
    moves.AccusationMade,
    people.PlayerJoined,
    people.PlayerLeft,
    people.PlayerReplaced,
    people.PlayerPenalised,
    people.PenaltyWaived,
    people.PlayerEliminated,
    people.StandingOrder,
    people.PlayedByGM,
    people.OrganiserReplaced,
    people.DeputyNamed,
    people.ThreadPost,
    people.PostHidden,
    private.WordReceived,
    private.SeatOffered,
    operations.PostRejected,
    operations.EditViolation,
    private.NeedsGM,
    private.SeatsIdle,
    operations.EndpointPing,
    operations.EndpointFailing,
    operations.EndpointDisabled,
    operations.EndpointRecovered,
)

TYPES: dict[str, type[Data]] = {kind.TYPE: kind for kind in KINDS}
"""Every event type by name, families together."""

TRUNCATED = {
    "type": "object",
    "title": "Truncated",
    "description": "What is left of data that would be too large",
    "properties": {
        "game_id": {"type": "string"},
        "seq": {"type": "integer"},
        "part": {"type": "integer"},
        "parts": {"type": "integer"},
        "audience": {"type": "string"},
        "day": {"type": "integer"},
        "truncated": {"const": True},
        "self": {"type": "string", "format": "uri"},
    },
    "required": ["truncated", "self"],
}


def is_secret(name: str) -> bool:
    """Whether an event of this type says only that there is something to be fetched."""
    return issubclass(TYPES[name], Thin)


def description(name: str) -> str:
    """Say in English what an event of this type means."""
    return " ".join((TYPES[name].__doc__ or "").split())


def audience(name: str) -> str:
    """Say who is told of such events: ``public``, ``player``, ``organiser`` or ``owner``."""
    return TYPES[name].AUDIENCE


def schema(name: str) -> dict[str, Any]:
    """Give the JSON Schema (2020-12) of the envelope; ``KeyError`` for an unknown type."""
    built = msgspec.json.schema(TYPES[name], ref_template="#/$defs/{name}")
    definitions = built.pop("$defs")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": name,
        "description": description(name),
        "type": "object",
        "properties": {
            "type": {"const": name},
            "timestamp": {"type": "string", "format": "date-time"},
            "api_version": {"type": "string"},
            "data": {"anyOf": [built, {"$ref": "#/$defs/Truncated"}]},
        },
        "required": ["type", "timestamp", "api_version", "data"],
        "$defs": definitions | {"Truncated": TRUNCATED},
    }


def matches(patterns: Collection[str] | None, name: str) -> bool:
    """Whether an endpoint that asks for ``patterns`` wants a type; ``None`` asks for all.

    ``suggestion.*`` is a whole family. What is about the endpoint itself comes in any case.
    """
    family = name.partition(".")[0]
    always = patterns is None or family == "endpoint"
    return always or any(wish in (name, f"{family}.*", "*") for wish in patterns or ())


def check(patterns: Iterable[str]) -> None:
    """Refuse patterns that name no type and no family."""
    families = {f"{name.partition('.')[0]}.*" for name in TYPES}
    for wish in patterns:
        if wish not in TYPES and wish not in families and wish != "*":
            raise Unreadable("unknown_event_type", text=wish, choices=tuple(TYPES))
