"""What everybody is told of players, of posts and of the GM's office. One struct a type."""

from datetime import date
from typing import ClassVar, Literal

from chalicelib.happenings.facts import Data, Player


class PlayerJoined(Data, frozen=True, kw_only=True):
    """Somebody took a seat."""

    TYPE: ClassVar[str] = "player.joined"
    player: Player


class PlayerLeft(Data, frozen=True, kw_only=True):
    """A player gave the seat up."""

    TYPE: ClassVar[str] = "player.left"
    player: Player


class PlayerReplaced(Data, frozen=True, kw_only=True):
    """A successor took over a seat with everything it had; `was` is the nick before."""

    TYPE: ClassVar[str] = "player.replaced"
    player: Player
    was: str


class PlayerPenalised(Data, frozen=True, kw_only=True):
    """A seat loses a suggestion, for unanswered ones or by the GM's ruling."""

    TYPE: ClassVar[str] = "player.penalised"
    player: Player
    why: Literal["unanswered", "ruling"]
    takes: Literal["today", "next_day"]
    reason: str = ""


class PenaltyWaived(Data, frozen=True, kw_only=True):
    """The GM forgave a penalty."""

    TYPE: ClassVar[str] = "player.penalty_waived"
    player: Player
    of: Literal["today", "next_day"]


class PlayerEliminated(Data, frozen=True, kw_only=True):
    """A seat suggests and accuses no more: its accusation was wrong. It still answers."""

    TYPE: ClassVar[str] = "player.eliminated"
    player: Player


class StandingOrder(Data, frozen=True, kw_only=True):
    """The GM answers at once for a seat, from `since` to `until`, or no longer (`on` is false).

    `away`: its player is absent. `begun`: what was ordered for later begins.
    """

    TYPE: ClassVar[str] = "player.standing_order"
    player: Player
    on: bool
    since: date | None = None
    until: date | None = None
    away: bool = False
    begun: bool = False


class PlayedByGM(Data, frozen=True, kw_only=True):
    """Blitz: a seat missed too many deadlines in a row, and the GM plays for it meanwhile."""

    TYPE: ClassVar[str] = "player.played_by_gm"
    player: Player


class OrganiserReplaced(Data, frozen=True, kw_only=True):
    """Somebody else is the organiser now."""

    TYPE: ClassVar[str] = "organiser.replaced"


class DeputyNamed(Data, frozen=True, kw_only=True):
    """A player may open the next day; without `player` nobody may any more."""

    TYPE: ClassVar[str] = "deputy.named"
    player: Player | None = None


class ThreadPost(Data, frozen=True, kw_only=True):
    """A comment or a line in character; `hidden`: the GM has hidden it, `comment` is gone."""

    TYPE: ClassVar[str] = "thread.post"
    by: Player
    post: int
    comment: str
    hidden: bool = False


class PostHidden(Data, frozen=True, kw_only=True):
    """The GM hid a comment: take its text away, and leave visible that it was hidden."""

    TYPE: ClassVar[str] = "post.hidden"
    post: int
    reason: str = ""
