"""A game of six on the classic deck, for measurements."""

from datetime import UTC, datetime
from random import Random

from chalicelib.data import deck
from chalicelib.play import Asked, Played, play
from chalicelib.rules import table
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.forum.options import Options
from chalicelib.rules.forum.state import Create
from chalicelib.store import Store

START = datetime(2026, 12, 1, 18, tzinfo=UTC)
GAME = "bench"


class Table:
    """A started game; the clock stands still."""

    def __init__(self, store: Store) -> None:
        """Create the game, seat six, deal."""
        self.store, self.rng, self._moves = store, Random(1), 0
        cards = deck("classic.en")
        classic = Deck(cards["suspects"], cards["weapons"], cards["rooms"])
        self.move("host", Create(table.Setting("Bench", "en"), Options(), "full", classic, "code"))
        for seat in range(1, 7):
            self.move(f"p{seat}", table.Join("code", f"Player {seat}"))
        self.move("host", table.Start())

    def move(self, account: str, move: object) -> Played:
        """Make one move under a new key."""
        self._moves += 1
        asked = Asked(account, (move,), "rest", START)
        key = f"key {self._moves}"
        return play(self.store, GAME, asked, key=key, now=START, rng=self.rng)
