"""Orders as players write them in three languages, each beside what is read in it (F12-F24, F30)."""

import tomllib
from pathlib import Path

import pytest

from chalicelib.rules.cluedo import Deck
from tests.reading.scenes import game, told

FOLDER = Path(__file__).parent / "orders"
BOOKS = {file.stem: tomllib.loads(file.read_text()) for file in sorted(FOLDER.glob("*.toml"))}
ASKED = {"free": [], "asked": [(1, "first", 2)], "none": [(1, "none", 2)]}
ASKED["two"] = [(1, "first", 2), (1, "second", 4)]


def scene(language, situation):
    """The game of a language, with the suggestions that wait in a situation."""
    told = BOOKS[language]["game"]
    asked = [(number, by, "s1", tuple(told[which])) for number, which, by in ASKED[situation]]
    hand = tuple(told["hand"]) if situation != "none" else ()
    pack = Deck(*(tuple(told[kind]) for kind in ("suspects", "weapons", "rooms")))
    return game(pack, told["nicks"], roles=told["roles"], asked=asked, hand=hand)


def read(language, situation, text):
    """What is read, in a line; a problem by its code alone."""
    lines = told(scene(language, situation), text)
    return " | ".join(" ".join(line.split(" ")[:2]) if line[0] == "?" else line for line in lines)


def agrees(found, expected):
    """Whether what was read is what should be; ``?`` is any problem, and no move beside it."""
    if expected == "?":
        return all(part.startswith("?") for part in found.split(" | "))
    return found == expected


ORDERS = [
    (part, language, situation, text, expected)
    for language, book in BOOKS.items()
    for part in ("held", "held_later", "tuned")
    for situation, orders in book[part].items()
    for text, expected in orders
]
