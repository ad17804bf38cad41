"""Where two values of one type differ: by the names of fields, never by what stands in them."""

from collections.abc import Iterator
from typing import Any

import msgspec

MOST = 10
"""How many places are named."""


def places(one: Any, other: Any, path: str = "state") -> Iterator[str]:
    """Give the paths at which two values differ.

    Fields of structs are named, and places in rows are numbered. The keys of a mapping are data,
    so it is only said that something in it differs.
    """
    if one == other:
        return
    if type(one) is not type(other):
        yield path
    elif isinstance(one, msgspec.Struct):
        for name in one.__struct_fields__:
            yield from places(getattr(one, name), getattr(other, name), f"{path}.{name}")
    elif isinstance(one, tuple) and len(one) == len(other):
        for place, (this, that) in enumerate(zip(one, other, strict=True)):
            yield from places(this, that, f"{path}[{place}]")
    else:
        yield path
