"""What one seat is told, or the organiser. What is secret is told thin: that there is something.

Nothing here holds a card, a hand or an accusation, so that none stands in an outbox, in a delivery
log, or with whoever got hold of a webhook's address.
"""

from datetime import datetime
from typing import ClassVar

from chalicelib.happenings.facts import (
    Audience,
    Data,
    ForumPost,
    Player,
    Reference,
    Suggestion,
    Thin,
)


class HandDealt(Thin, frozen=True, kw_only=True):
    """Your hand is dealt."""

    TYPE: ClassVar[str] = "hand.dealt"
    AUDIENCE: ClassVar[Audience] = "player"


class CardShown(Thin, frozen=True, kw_only=True):
    """You were shown a card."""

    TYPE: ClassVar[str] = "card.shown"
    AUDIENCE: ClassVar[Audience] = "player"


class CardDue(Thin, frozen=True, kw_only=True):
    """You have refuted and owe the card."""

    TYPE: ClassVar[str] = "card.due"
    AUDIENCE: ClassVar[Audience] = "player"


class CardSentByGM(Thin, frozen=True, kw_only=True):
    """The GM has sent a card that you owed."""

    TYPE: ClassVar[str] = "card.sent_by_gm"
    AUDIENCE: ClassVar[Audience] = "player"


class AnswerByGM(Thin, frozen=True, kw_only=True):
    """The GM has answered in your place."""

    TYPE: ClassVar[str] = "answer.by_gm"
    AUDIENCE: ClassVar[Audience] = "player"


class AccusationReceived(Thin, frozen=True, kw_only=True):
    """Your accusation has arrived."""

    TYPE: ClassVar[str] = "accusation.received"
    AUDIENCE: ClassVar[Audience] = "player"


class AccusationFailed(Thin, frozen=True, kw_only=True):
    """There is word on your accusation."""

    TYPE: ClassVar[str] = "accusation.failed"
    AUDIENCE: ClassVar[Audience] = "player"


class WordReceived(Thin, frozen=True, kw_only=True):
    """The GM has written to you in private; or to the organiser: a player has."""

    TYPE: ClassVar[str] = "word.received"
    AUDIENCE: ClassVar[Audience] = "player"


class SeatOffered(Thin, frozen=True, kw_only=True):
    """A code waits for a successor to your seat or your office."""

    TYPE: ClassVar[str] = "seat.offered"
    AUDIENCE: ClassVar[Audience] = "player"


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
