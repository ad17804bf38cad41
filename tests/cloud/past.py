"""Games that began a day ago: played by the program itself into the deployed table, at that time.

The emulator's clock is the real one, and a game day is five minutes at least. What stands in the
table is what the deployed functions would have written then; nothing is changed by hand.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from chalicelib import accounts, ledger, play
from chalicelib.play import Asked
from chalicelib.rules import RULESETS, Log, table
from chalicelib.rules.house import options as house_rules
from chalicelib.rules.verbs import Suggest
from chalicelib.store.dynamo import DynamoStore
from tests.cloud.emulator import REGION
from tests.cloud.stack import Stack
from tests.tables import CASE, DAY, DECK, HANDS, Stacked

OVERDUE = timedelta(minutes=1)
"""How long ago the first day has ended."""
NICKS = {"s1": "Anna", "s2": "Boris", "s3": "Clara"}


class Past:
    """What the program wrote, and writes, into the table of a stack; past the recorder."""

    def __init__(self, stack: Stack) -> None:
        """Open the table."""
        self.store = DynamoStore(stack.physical["GamesTable"], region=REGION, host=stack.cloud.url)

    def begin(self, game: str, *, mail: bool = False) -> None:
        """Begin a game of three whose first day is over, with a question nobody has answered.

        Its players want no ``mail`` unless it is asked for.
        """
        began = datetime.now(UTC) - timedelta(minutes=DAY) - OVERDUE
        kind, rng = RULESETS["forum"], Random(game)
        for seat in ("host", *NICKS):
            off = () if mail else ("*",)
            known = accounts.Profile(game + seat, f"{seat}.{game}@mail.example", "en", off=off)
            accounts.keep(self.store, known, now=began)
        house = house_rules(kind.PRESETS, "full", {})
        made = kind.Create(table.Setting(f"Game {game}", "en"), house, "full", DECK, f"join {game}")
        self._move(game, "host", made, began, rng)
        for seat, nick in NICKS.items():
            self._move(game, seat, table.Join(f"join {game}", nick), began, rng)
        self._move(game, "host", table.Start(), began, Stacked(DECK, CASE, HANDS))
        self._move(game, "s1", Suggest("Mustard", "Knife", "Attic", "s2"), began, rng)

    def log(self, game: str) -> Sequence[Log]:
        """Give the whole log of a game."""
        return ledger.entries(self.store, game, 0, 100, datetime.now(UTC))

    def _move(self, game: str, seat: str, move: object, at: datetime, rng: object) -> None:
        key = f"{game} {type(move).__name__} {seat}"
        asked = Asked(game + seat, (move,), "rest", at)
        play.play(self.store, game, asked, key=key, now=at, rng=rng)  # type: ignore[arg-type]
