"""House rules: a preset of a rule set with some options changed."""

from collections.abc import Iterator, Mapping
from typing import TypeVar, get_type_hints

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
        rule = next(_rules_broken(chosen, changes), "")
        raise Unreadable("wrong_option", rule, detail=str(error)) from error


def _rules_broken(chosen: msgspec.Struct, changes: Mapping[str, object]) -> Iterator[str]:
    """Give the rules of options with wrong values, in their order; other names have no rule."""
    kind, usual = type(chosen), msgspec.to_builtins(chosen)
    hints = get_type_hints(kind, include_extras=True)
    for name in usual:
        try:
            msgspec.convert({**usual, name: changes.get(name, usual[name])}, kind)
        except msgspec.ValidationError:
            yield hints[name].__metadata__[0].title
