"""What one seat is told, or the organiser. What is secret is told thin: that there is something.

Nothing here holds a card, a hand or an accusation, so that none stands in an outbox, in a delivery
log, or with whoever got hold of a webhook's address.
"""

from datetime import datetime
from typing import ClassVar, cast

import msgspec

from chalicelib.happenings.facts import (
    Audience,
    Data,
    ForumPost,
    Player,
    Reference,
    Suggestion,
    Thin,
)


def thin(kind: type[Thin], game: str, page: str = "/me", suggestion: int = 0) -> Thin:
    """Tell that there is something, and on which page of the game it is to be fetched."""
    return kind(kind=kind.TYPE, fetch=f"/v1/games/{game}{page}", suggestion=suggestion)


def _thin(name: str, kind: str, meaning: str) -> type[Thin]:
    """Make a type of what is secret: they differ in nothing but what it is."""
    said = {"TYPE": kind, "__doc__": meaning}
    made = msgspec.defstruct(
        name, (), bases=(Thin,), module=__name__, namespace=said, frozen=True, kw_only=True
    )
    return cast("type[Thin]", made)


HandDealt = _thin("HandDealt", "hand.dealt", "Your hand is dealt.")
CardShown = _thin("CardShown", "card.shown", "You were shown a card.")
CardDue = _thin("CardDue", "card.due", "You have refuted and owe the card.")
CardSentByGM = _thin("CardSentByGM", "card.sent_by_gm", "The GM has sent a card that you owed.")
AnswerByGM = _thin("AnswerByGM", "answer.by_gm", "The GM has answered in your place.")
AccusationReceived = _thin(
    "AccusationReceived", "accusation.received", "Your accusation has arrived."
)
AccusationFailed = _thin(
    "AccusationFailed", "accusation.failed", "There is word on your accusation."
)
WordReceived = _thin(
    "WordReceived",
    "word.received",
    "The GM has written to you in private; or to the organiser: a player has.",
)
SeatOffered = _thin(
    "SeatOffered", "seat.offered", "A code waits for a successor to your seat or your office."
)


class AnswerDue(Data, frozen=True, kw_only=True):
    """You have to answer a suggestion, until `until` where that is known."""

    TYPE: ClassVar[str] = "answer.due"
    AUDIENCE: ClassVar[Audience] = "player"
    suggestion: Suggestion
    until: datetime | None = None


class AnswerOverdue(Data, frozen=True, kw_only=True):
    """Your answer to a suggestion has not come, and time runs out."""

    TYPE: ClassVar[str] = "answer.overdue"
    AUDIENCE: ClassVar[Audience] = "player"
    suggestion: Suggestion
    until: datetime | None = None


class SeatsIdle(Data, frozen=True, kw_only=True):
    """To the organiser: these seats made no suggestion all day."""

    TYPE: ClassVar[str] = "moderation.seats_idle"
    AUDIENCE: ClassVar[Audience] = "organiser"
    players: tuple[Player, ...]


class NeedsGM(Data, frozen=True, kw_only=True):
    """To the organiser: something waits for your decision; `reason` is a stable code."""

    TYPE: ClassVar[str] = "moderation.needs_gm"
    AUDIENCE: ClassVar[Audience] = "organiser"
    reason: str
    suggestion: Reference | None = None
    post: ForumPost | None = None
