"""What everybody is told of suggestions, answers, cards and accusations. One struct a type."""

from datetime import datetime
from typing import ClassVar, Literal

from chalicelib.happenings.facts import Cards, Data, Player, Reference, Suggestion


class SuggestionMade(Data, frozen=True, kw_only=True):
    """A suggestion was made; in blitz `to` is the first who has to answer."""

    TYPE: ClassVar[str] = "suggestion.made"
    suggestion: Suggestion


class SuggestionMalformed(Data, frozen=True, kw_only=True):
    """A suggestion was made that names no legal three cards; it counts and waits."""

    TYPE: ClassVar[str] = "suggestion.malformed"
    suggestion: Reference
    wording: str


class SuggestionCorrected(Data, frozen=True, kw_only=True):
    """A malformed suggestion was put right: by an edit in time, or by a post of its own."""

    TYPE: ClassVar[str] = "suggestion.corrected"
    suggestion: Suggestion
    how: Literal["edit", "post"]


class SuggestionVoided(Data, frozen=True, kw_only=True):
    """The GM declared a suggestion void; it still counts as made."""

    TYPE: ClassVar[str] = "suggestion.voided"
    suggestion: Suggestion
    reason: str = ""


class SuggestionRestored(Data, frozen=True, kw_only=True):
    """The GM took back that a suggestion is void: it waits for its answer again."""

    TYPE: ClassVar[str] = "suggestion.restored"
    suggestion: Suggestion


class SuggestionRefuted(Data, frozen=True, kw_only=True):
    """`suggestion.to` refuted; `by_gm`: the GM did in their place. The card is private."""

    TYPE: ClassVar[str] = "suggestion.refuted"
    suggestion: Suggestion
    by_gm: bool = False


class SuggestionNotRefuted(Data, frozen=True, kw_only=True):
    """`suggestion.to` holds none of the three cards; `by_gm`: the GM said so for them."""

    TYPE: ClassVar[str] = "suggestion.not_refuted"
    suggestion: Suggestion
    by_gm: bool = False


class SuggestionPassedOn(Data, frozen=True, kw_only=True):
    """Blitz: nobody has refuted so far, and now `suggestion.to` has to answer."""

    TYPE: ClassVar[str] = "suggestion.passed_on"
    suggestion: Suggestion


class SuggestionUnrefuted(Data, frozen=True, kw_only=True):
    """Blitz: nobody could refute; its author passes or accuses."""

    TYPE: ClassVar[str] = "suggestion.unrefuted"
    suggestion: Suggestion


class MalformedAnswered(Data, frozen=True, kw_only=True):
    """Somebody answered a malformed suggestion; the GM has to settle it."""

    TYPE: ClassVar[str] = "suggestion.malformed_answered"
    suggestion: Reference
    refuted: bool


class SuggestionSettled(Data, frozen=True, kw_only=True):
    """The GM settled it: the answer stands, or suggestion and answer are void."""

    TYPE: ClassVar[str] = "suggestion.settled"
    suggestion: Reference
    stands: bool


class CardOverdue(Data, frozen=True, kw_only=True):
    """The card of a refutation did not come in time, and the GM has sent it."""

    TYPE: ClassVar[str] = "card.overdue"
    suggestion: Reference


class CardComplained(Data, frozen=True, kw_only=True):
    """The author of a refuted suggestion waits for its card and says so."""

    TYPE: ClassVar[str] = "card.complained"
    suggestion: Reference


class AccusationFirstReceived(Data, frozen=True, kw_only=True):
    """An accusation has arrived; the others may accuse until `until`. By whom and what is secret.

    Where the house rule is `from_first_correct` it is a right one.
    """

    TYPE: ClassVar[str] = "accusation.first_received"
    until: datetime


class AccusationWindowClosed(Data, frozen=True, kw_only=True):
    """The window ended with no right accusation; `lost` were wrong."""

    TYPE: ClassVar[str] = "accusation.window_closed"
    lost: tuple[Player, ...] = ()


class AccusationMade(Data, frozen=True, kw_only=True):
    """Blitz: somebody accused for all to read, and all learn how it went."""

    TYPE: ClassVar[str] = "accusation.made"
    by: Player
    accusation: Cards
    right: bool
