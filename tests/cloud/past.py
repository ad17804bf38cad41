"""Games that began a day ago: played by the program itself into the deployed table, at that time.

The emulator's clock is the real one, and a game day is five minutes at least. What stands in the
table is what the deployed functions would have written then; nothing is changed by hand.
"""

from datetime import UTC, datetime, timedelta
from random import Random

from chalicelib import accounts, play
from chalicelib.play import Asked
from chalicelib.rules import RULESETS, table
from chalicelib.rules.house import options as house_rules
from chalicelib.rules.verbs import Suggest
from chalicelib.store.dynamo import DynamoStore
from tests.cloud.emulator import REGION
from tests.cloud.stack import Stack
from tests.tables import CASE, DAY, DECK, HANDS, Stacked

OVERDUE = timedelta(minutes=1)
"""How long ago the first day has ended."""
SEATS = ("s1", "s2", "s3")


def store(stack: Stack) -> DynamoStore:
    """Open the deployed table, past the recorder."""
    return DynamoStore(stack.physical["GamesTable"], region=REGION, host=stack.cloud.url)


def yesterday(stack: Stack, game: str) -> None:
    """Begin a game of three whose first day is over, with a question that nobody has answered."""
    began = datetime.now(UTC) - timedelta(minutes=DAY) - OVERDUE
    opened = store(stack)
    kind, rng, keys = RULESETS["forum"], Random(game), iter("abcdefgh")

    def move(account: str, one: object, chance: object = rng) -> None:
        asked = Asked(account, (one,), "rest", began)
        key = f"{game} {next(keys)}"
        play.play(opened, game, asked, key=key, now=began, rng=chance)  # type: ignore[arg-type]

    for name in ("host", *SEATS):
        known = accounts.Profile(f"{game}{name}", f"{name}.{game}@mail.example", "en")
        accounts.keep(opened, known, now=began)
    setting, house = table.Setting(f"Game {game}", "en"), house_rules(kind.PRESETS, "full", {})
    move(f"{game}host", kind.Create(setting, house, "full", DECK, f"join-{game}"))
    for name, nick in zip(SEATS, ("Anna", "Boris", "Clara"), strict=True):
        move(f"{game}{name}", table.Join(f"join-{game}", nick))
    move(f"{game}host", table.Start(), Stacked(DECK, CASE, HANDS))
    move(f"{game}s1", Suggest("Mustard", "Knife", "Attic", "s2"))
