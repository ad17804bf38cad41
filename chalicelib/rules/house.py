"""House rules: a preset of a rule set with some options changed."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from chalicelib.game import Unreadable

T = TypeVar("T", bound=msgspec.Struct)


def options(presets: Mapping[str, T], preset: str, changes: Mapping[str, object]) -> T:
    """Give a preset with some options changed; refuses unknown names and values out of range."""
    if preset not in presets:
        raise Unreadable("unknown_preset", preset=preset, choices=tuple(presets))
    chosen = presets[preset]
    try:
        return msgspec.convert({**msgspec.to_builtins(chosen), **changes}, type(chosen))
    except msgspec.ValidationError as error:
        raise Unreadable("wrong_option", detail=str(error)) from error
