"""What is written down rather than programmed: decks, names of places. A new deck is a new file."""

from functools import cache
from importlib import resources
from typing import TypedDict

import msgspec

_FOLDER = resources.files(__name__) / "decks"


class DeckData(TypedDict):
    """A deck as it stands in its file: names in the order in which they are announced (F1, F5)."""

    id: str
    language: str
    title: str
    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    rooms: tuple[str, ...]


DECKS: tuple[str, ...] = tuple(
    sorted(file.name.removesuffix(".json") for file in _FOLDER.iterdir())
)
"""The names of all decks, such as ``classic.ru``: what it is, then its language."""


@cache
def deck(name: str) -> DeckData:
    """Give one of ``DECKS``, read once; raises ``KeyError`` for any other name."""
    if name not in DECKS:
        raise KeyError(name)
    return msgspec.json.decode((_FOLDER / f"{name}.json").read_bytes(), type=DeckData)


@cache
def zones() -> dict[str, str]:
    """Give time zones by the names of places, folded, in three languages (see ``infra.zones``)."""
    file = resources.files(__name__) / "zones.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])
