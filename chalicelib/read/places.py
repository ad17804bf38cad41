"""Languages and time zones by the names that people give them, in three languages. Pure."""

import re

from chalicelib.data import zones
from chalicelib.text import folded, nearest

_LANGUAGES = {
    folded(word): code
    for code, words in {
        "ru": ("русский", "по-русски", "на русском", "russian", "in russian", "rosyjski",
               "po rosyjsku", "ru", "рус"),
        "en": ("английский", "по-английски", "на английском", "english", "in english", "angielski",
               "po angielsku", "en", "англ"),
        "pl": ("польский", "по-польски", "на польском", "polish", "in polish", "polski",
               "po polsku", "pl", "польск"),
    }.items()
    for word in words
}  # fmt: skip
_OFFSET = re.compile(r"(utc|gmt|мск|msk)?\s?([+−–-])\s?(\d{1,2})(?::?(\d{2}))?")
_HALVES = {
    "+3:30": "Asia/Tehran",
    "+4:30": "Asia/Kabul",
    "+5:30": "Asia/Kolkata",
    "+5:45": "Asia/Kathmandu",
    "+6:30": "Asia/Yangon",
    "+9:30": "Australia/Darwin",
}
_TIME = re.compile(r"\b(?:время|по времени|time|czas|czasu)\b")
_MOSCOW = 3
_EAST, _WEST = 14, 12
"""The greatest whole hours from UTC for which there is a zone."""


def language(said: str) -> str:
    """Give the language of a folded name, or ``""``."""
    name = said.strip(" :.")
    return _LANGUAGES.get(name) or _LANGUAGES.get(name.replace(" ", "-"), "")


def zone(said: str) -> str:
    """Give the IANA name of a zone that is named by a place or by hours from UTC, or ``""``."""
    known = zones()
    bare = " ".join(_TIME.sub(" ", said).split()).strip(" :.,")
    found = _OFFSET.fullmatch(bare)
    return _hours(found) if found else known.get(said) or known.get(bare, "")


def like_a_zone(said: str) -> str:
    """Give the zone of the place that a folded name is most like, or ``""``."""
    return zones().get(nearest(said, zones(), 0.7), "")


def _hours(found: re.Match[str]) -> str:
    """Give the zone that is so far from UTC, or from Moscow."""
    hours = int(found[3]) * (1 if found[2] == "+" else -1)
    if found[1] in ("мск", "msk"):
        hours += _MOSCOW
    if found[4] and found[4] != "00":
        return _HALVES.get(f"{'+' if hours >= 0 else '-'}{abs(hours)}:{found[4]}", "")
    if not -_WEST <= hours <= _EAST:
        return ""
    return f"Etc/GMT{-hours:+d}" if hours else "Etc/UTC"
