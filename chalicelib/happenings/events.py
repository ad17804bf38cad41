"""What everybody is told of the game itself: its course, its days, its turns. One struct a type."""

from datetime import datetime
from typing import ClassVar, Literal

import msgspec

from chalicelib.happenings.facts import Accusation, Cards, Data, Hand, Line, Player, Winner


class GameCreated(Data, frozen=True, kw_only=True):
    """A table was opened; players may join."""

    TYPE: ClassVar[str] = "game.created"
    title: str
    ruleset: str
    preset: str
    language: str
    zone: str


class Deck(msgspec.Struct, frozen=True):
    """The cards in play, by category."""

    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    rooms: tuple[str, ...]


class GameStarted(Data, frozen=True, kw_only=True):
    """The cards are dealt; `commitment` is the SHA-256 of the deal, `opens` the first day."""

    TYPE: ClassVar[str] = "game.started"
    commitment: str
    opens: datetime
    players: tuple[Player, ...]
    deck: Deck


class GamePaused(Data, frozen=True, kw_only=True):
    """All clocks stand still; `quiet`: because nobody had moved for days."""

    TYPE: ClassVar[str] = "game.paused"
    reason: str = ""
    quiet: bool = False


class GameResumed(Data, frozen=True, kw_only=True):
    """The clocks run again, every deadline moved by the pause, which began at `since`."""

    TYPE: ClassVar[str] = "game.resumed"
    since: datetime
    opens: datetime | None = None


class GameRolledBack(Data, frozen=True, kw_only=True):
    """The game goes on from the state after log entry `to`; fetch the game again."""

    TYPE: ClassVar[str] = "game.rolled_back"
    to: int


class GameSolved(Data, frozen=True, kw_only=True):
    """Somebody has solved the case and the others play on; the envelope stays closed."""

    TYPE: ClassVar[str] = "game.solved"
    winners: tuple[Winner, ...]
    lost: tuple[Player, ...] = ()


class GameFinished(Data, frozen=True, kw_only=True):
    """The game is over and everything is revealed: envelope, hands, accusations."""

    TYPE: ClassVar[str] = "game.finished"
    outcome: Literal["solved", "unsolved"]
    winner: Player | None = None
    case: Cards
    hands: tuple[Hand, ...]
    accusations: tuple[Accusation, ...] = ()
    nonce: str


class DayOpened(Data, frozen=True, kw_only=True):
    """A game day began; it closes at `closes`."""

    TYPE: ClassVar[str] = "day.opened"
    closes: datetime
    table: tuple[Line, ...]


class DayClosingSoon(Data, frozen=True, kw_only=True):
    """A game day ends soon; the table shows who may still ask and who owes answers."""

    TYPE: ClassVar[str] = "day.closing_soon"
    closes: datetime
    table: tuple[Line, ...]


class DayClosed(Data, frozen=True, kw_only=True):
    """A game day ended, with its table."""

    TYPE: ClassVar[str] = "day.closed"
    table: tuple[Line, ...]


class DayMoved(Data, frozen=True, kw_only=True):
    """The game day ends at another time."""

    TYPE: ClassVar[str] = "day.moved"
    closes: datetime


class TurnOrdered(Data, frozen=True, kw_only=True):
    """Blitz: the order of turns and answers for the whole game."""

    TYPE: ClassVar[str] = "turn.ordered"
    players: tuple[Player, ...]


class TurnBegan(Data, frozen=True, kw_only=True):
    """Blitz: it is somebody's turn to make a suggestion; `day` is the number of the turn."""

    TYPE: ClassVar[str] = "turn.began"
    by: Player


class TurnPassed(Data, frozen=True, kw_only=True):
    """Blitz: somebody passed; `by_gm`: the GM did, for a seat that was silent or empty."""

    TYPE: ClassVar[str] = "turn.passed"
    by: Player
    by_gm: bool = False


class TurnTimedOut(Data, frozen=True, kw_only=True):
    """Blitz: somebody missed a deadline, and the GM acts in their place."""

    TYPE: ClassVar[str] = "turn.timed_out"
    by: Player


class TurnMoved(Data, frozen=True, kw_only=True):
    """Blitz: the present step ends at another time."""

    TYPE: ClassVar[str] = "turn.moved"
    closes: datetime
