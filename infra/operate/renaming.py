"""Accounts under other names: rows of a game in which somebody has another account already.

The names are random, 80 bits each, so a text that is one of them is meant as one, wherever it
stands. Keys of idempotency are hashes of a name and cannot be followed: they stay, unused.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from chalicelib.store import Item

NAMED = re.compile(r"^(ACCOUNT|OBSERVER|DESK|FORUMCODE|MEMBER)#([^#]+)$")
"""Keys that are made of an account's name."""
LETTER = re.compile(r"^(OUT#(?:digest|undelivered\.[^.]+)\.)([^.]+)(\..+)$")
"""The name of a letter that has the name of an account in it."""


def renamed(item: Item, names: Mapping[str, str]) -> Item:
    """Give a row with accounts under their new names; others are as they were."""
    if not names:
        return item
    return msgspec.structs.replace(
        item, pk=_key(item.pk, names), sk=_key(item.sk, names), body=_body(item.body, names)
    )


def _key(key: str, names: Mapping[str, str]) -> str:
    if found := NAMED.match(key):
        return f"{found[1]}#{names.get(found[2], found[2])}"
    if found := LETTER.match(key):
        return f"{found[1]}{names.get(found[2], found[2])}{found[3]}"
    return key


def _body(body: str, names: Mapping[str, str]) -> str:
    if not any(name in body for name in names):
        return body
    if body in names:
        return names[body]
    return msgspec.json.encode(_value(msgspec.json.decode(body), names)).decode()


def _value(value: Any, names: Mapping[str, str]) -> Any:
    """Rename in whatever JSON can hold."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_value(one, names) for one in value]
    if isinstance(value, dict):
        return {names.get(key, key): _value(one, names) for key, one in value.items()}
    return value
