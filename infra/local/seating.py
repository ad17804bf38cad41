"""Who sits down at a table on this machine: friends by a form, bots by themselves."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Any

import msgspec

from chalicelib.rules import State, table
from chalicelib.text import plain
from infra.local.client import Client
from infra.local.clock import local_zone
from infra.local.nicks import nick
from infra.local.texts import text

MOST_BOTS = 5
"""With one person, as many as the classic decks seat (F1)."""
BOT_LANGUAGE = "en"
"""Bots read the English text part of their letters."""
HOME = "players.localhost"
"""The mail domain of everybody who plays on this machine; the game's own is another."""
BOT_ADDRESS = re.compile(rf"bot-\d+@{re.escape(HOME)}", re.IGNORECASE)
YOU = f"you@{HOME}"
HOST = f"host@{HOME}"
"""Who organises a game with bots, and gets the organiser's letters."""
SOLO_OPTIONS = {"accusation_window": "none", "late_margin_minutes": 0, "early_close": "auto"}
"""Alone against bots nobody wants to wait: not for the end of a day, nor of the game."""
SOLO_MINUTES = 15


class Player(msgspec.Struct, frozen=True):
    """Somebody who sits down: their nick, where their mail goes, and in which language."""

    nick: str
    address: str
    language: str


class Vacant(msgspec.Struct, frozen=True):
    """A table at which nobody sits yet, as far as the rules for nicks are concerned (F4)."""

    setting: table.Setting
    seats: tuple[table.Seat, ...] = ()
    joined: int = 0
    join_code: str | None = None


def bots_beside(nicks: Iterable[str], language: str) -> Iterator[Player]:
    """Give bots without end, for a game in ``language``; nobody has the nick of another."""
    taken = {plain(name) for name in nicks}
    for number in count(1):
        name = nick(number, language)
        if plain(name) not in taken:
            yield Player(name, f"bot-{number}@{HOME}", BOT_LANGUAGE)


def next_bot(state: State) -> Player:
    """Give the first bot whose nick is free at a table."""
    return next(bots_beside((seat.nick for seat in state.seats), state.setting.language))


def open_table(client: Client, organiser: Player, wanted: Mapping[str, Any]) -> tuple[str, str]:
    """Open a table (a body of ``POST /v1/games``): the game and its join code."""
    with client.signed_in(organiser.address, organiser.language) as post:
        game = post("games", wanted)
    return game["id"], game["join_code"]


def sit_down(client: Client, code: str, player: Player, role: str = "") -> str:
    """Seat somebody by a join code: the game."""
    with client.signed_in(player.address, player.language) as post:
        game: str = post("joins", {"code": code, "nick": player.nick, "role": role})["id"]
    return game


def move(client: Client, game: str, organiser: Player, kind: str) -> None:
    """Make a move of the organiser's that needs no words, such as ``start`` (deal, open day 1)."""
    with client.signed_in(organiser.address, organiser.language) as post:
        post(f"games/{game}/moves", {"type": kind})


def play_alone(client: Client, you: Player, wanted: Mapping[str, Any], bots: int) -> str:
    """Open a table, seat somebody and bots there, and start: the game.

    Raises ``Refused`` before anything is made of it.
    """
    language = wanted["language"]
    client.address(you.address)
    with client.explaining():
        table.checked_nick(Vacant(table.Setting(wanted["title"], language)), you.nick)
    host = Player("", HOST, you.language)
    game, code = open_table(client, host, wanted)
    for player in (you, *islice(bots_beside([you.nick], language), bots)):
        sit_down(client, code, player)
    move(client, game, host, "start")
    return game


def solo_table(language: str, day_minutes: int | str) -> dict[str, Any]:
    """Give the table of a game with bots, as the API wants it."""
    return {
        "title": text(language, "manor"),
        "language": language,
        "zone": local_zone(),
        "options": SOLO_OPTIONS | {"day_minutes": day_minutes},
    }
