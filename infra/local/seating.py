"""Who sits down at a table on this machine: friends by a form, bots by themselves."""

from collections.abc import Mapping
from typing import Any

import msgspec

from chalicelib.rules import State
from infra.local.client import Client
from infra.local.clock import local_zone
from infra.local.texts import text

MOST_BOTS = 5
"""With one person, as many as the classic decks seat (F1)."""
BOT_LANGUAGE = "en"
"""Bots read the English text part of their letters."""
HOME = "players.localhost"
"""The mail domain of everybody who plays on this machine; the game's own is another."""
YOU = f"you@{HOME}"
HOST = f"host@{HOME}"
"""Who organises a game with bots, and gets the organiser's letters."""
SOLO_OPTIONS = {"accusation_window": "none", "late_margin_minutes": 0}
"""Alone against bots nobody wants to wait a day for the end."""


class Player(msgspec.Struct, frozen=True):
    """Somebody who sits down: their nick, where their mail goes, and in which language."""

    nick: str
    address: str
    language: str


def bot(number: int) -> Player:
    """Give a bot, counted from 1."""
    return Player(f"Bot {number}", f"bot-{number}@{HOME}", BOT_LANGUAGE)


def open_table(client: Client, organiser: Player, table: Mapping[str, Any]) -> tuple[str, str]:
    """Open a table (a body of ``POST /v1/games``): the game and its join code."""
    with client.signed_in(organiser.address, organiser.language) as post:
        game = post("games", table)
    return game["id"], game["join_code"]


def sit_down(client: Client, code: str, player: Player, role: str = "") -> str:
    """Seat somebody by a join code: the game."""
    with client.signed_in(player.address, player.language) as post:
        game: str = post("joins", {"code": code, "nick": player.nick, "role": role})["id"]
    return game


def start(client: Client, game: str, organiser: Player) -> None:
    """Deal and open the first day."""
    with client.signed_in(organiser.address, organiser.language) as post:
        post(f"games/{game}/moves", {"type": "start"})


def play_alone(client: Client, you: Player, table: Mapping[str, Any], bots: int) -> str:
    """Open a table, seat somebody and bots there, and start: the game."""
    host = Player("", HOST, you.language)
    game, code = open_table(client, host, table)
    for player in (you, *map(bot, range(1, bots + 1))):
        sit_down(client, code, player)
    start(client, game, host)
    return game


def solo_table(language: str, day_minutes: int | str) -> dict[str, Any]:
    """Give the table of a game with bots, as the API wants it."""
    return {
        "title": text(language, "manor"),
        "language": language,
        "zone": local_zone(),
        "options": SOLO_OPTIONS | {"day_minutes": day_minutes},
    }


def next_bot(state: State) -> Player:
    """Give the first bot whose nick is free at a table."""
    nicks = {seat.nick for seat in state.seats}
    free = map(bot, range(1, len(nicks) + 2))
    return next(player for player in free if player.nick not in nicks)
