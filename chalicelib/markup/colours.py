"""Which colours are red: those in which forums announce that something was changed (F41, F42)."""

import colorsys
import re

_NAMES = {
    "red": (255, 0, 0),
    "darkred": (139, 0, 0),
    "firebrick": (178, 34, 34),
    "crimson": (220, 20, 60),
    "brown": (165, 42, 42),
    "maroon": (128, 0, 0),
    "indianred": (205, 92, 92),
    "lightcoral": (240, 128, 128),
    "tomato": (255, 99, 71),
    "salmon": (250, 128, 114),
}
"""The colours with a name that are red."""
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB = re.compile(r"rgba?\(\s?(\d{1,3})(%?)[\s,]{1,3}(\d{1,3})%?[\s,]{1,3}(\d{1,3})%?[^)]{0,20}\)")
_HSL = re.compile(r"hsla?\(\s?(\d{1,3})(?:deg)?[\s,]{1,3}(\d{1,3})(?:\.\d{1,4})?%[^)]{0,30}\)")
HUE, SATURATION = 15, 0.5
"""So many degrees from pure red, and so much of the colour, make a red."""


def is_red(colour: str) -> bool:
    """Whether a colour by name, ``#rgb``, ``#rrggbb``, ``rgb()`` or ``hsl()`` is a red."""
    form = colour.strip(" \"'").casefold()[:60]
    if hsl := _HSL.fullmatch(form):
        return _is_red(int(hsl[1]) / 360, int(hsl[2]) / 100)
    values = _rgb(form)
    if not values or max(values) > 255:  # noqa: PLR2004
        return False
    hue, _, saturation = colorsys.rgb_to_hls(*(value / 255 for value in values))
    return _is_red(hue, saturation)


def _is_red(hue: float, saturation: float) -> bool:
    """Whether a hue (0 to 1) and a saturation are those of a red."""
    degrees = hue * 360 % 360
    return min(degrees, 360 - degrees) <= HUE and saturation > SATURATION


def _rgb(form: str) -> tuple[float, float, float] | None:
    """Give red, green and blue (0 to 255)."""
    if form in _NAMES:
        return _NAMES[form]
    if rgb := _RGB.fullmatch(form):
        scale = 2.55 if rgb[2] else 1
        return (int(rgb[1]) * scale, int(rgb[3]) * scale, int(rgb[4]) * scale)
    digits = _HEX.fullmatch(form)
    if not digits:
        return None
    wide = digits[1] if len(digits[1]) > 4 else "".join(2 * char for char in digits[1])  # noqa: PLR2004
    red, green, blue = (int(wide[at : at + 2], 16) for at in (0, 2, 4))
    return (red, green, blue)
