"""Is this line "On Tuesday ... wrote:"? Scored by signs, not matched against a list of forms.

Clients word these lines in endless ways, but each is made of the same few things: a date, a
time, an address, a verb, a colon, and a quotation below.
"""

import re
from collections.abc import Collection

MAX_LENGTH = 400

WEIGHTS = {"date": 2, "time": 1, "address": 2, "ours": 2, "verb": 2, "colon": 1}
QUOTE_FOLLOWS = 2
# With a quotation below, three more points; alone, nearly everything must be there.
ENOUGH_WITH_QUOTE = 5
ENOUGH_ALONE = 7

_MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
    "|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек"
    "|sty|lut|kwi|maj|cze|lip|sie|wrz|pa[źz]|lis|gru"
)
_DATE = re.compile(
    r"\b\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\.?\s{{1,3}}(?:{_MONTHS})"
    rf"|\b(?:{_MONTHS})\w{{0,9}}\.?\s{{1,3}}\d{{1,2}}\b"
)
_TIME = re.compile(r"\b\d{1,2}:\d{2}")
_ADDRESS = re.compile(r"[\w.+-]@[\w-]")
_VERB = re.compile(
    r"\b(?:wrote|writes|quoting"
    r"|(?:на)?писал(?:а|и|о)?|пишет|пише|цитирую|цитирование|цитата"
    r"|(?:na)?pisał(?:a|o|y)?|(?:na)?pisali|pisze|napisana|cytowanie|cytuję)\b"
)


def signs(line: str, ours: Collection[str] = ()) -> frozenset[str]:
    """The signs of an attribution in *line*; *ours* are the game's addresses, lower case."""
    text = line.strip().lower()
    if not text or len(text) > MAX_LENGTH:
        return frozenset()
    seen = {
        "date": _DATE.search(text),
        "time": _TIME.search(text),
        "address": _ADDRESS.search(text),
        "ours": any(address in text for address in ours),
        "verb": _VERB.search(text),
        "colon": text.rstrip("*> ").endswith(":"),
    }
    return frozenset(name for name, found in seen.items() if found)


def attributes(found: frozenset[str], *, quote_follows: bool) -> bool:
    """Whether a line with these signs names the author of the text below."""
    score = sum(WEIGHTS[sign] for sign in found)
    if not found & {"verb", "address"} and not found >= {"date", "time", "colon"}:
        return False
    if quote_follows:
        return score + QUOTE_FOLLOWS >= ENOUGH_WITH_QUOTE
    return bool(found & {"colon", "ours"}) and score >= ENOUGH_ALONE


def complete(line: str) -> bool:
    """Whether *line* is a whole attribution and no continuation of the line above."""
    found = signs(line)
    return {"date", "colon"} <= found and bool(found & {"verb", "address"})


def continues(above: frozenset[str], below: frozenset[str]) -> bool:
    """Whether a line with the signs *above* is the first half of a wrapped attribution."""
    if "colon" in above:
        return False
    dated = "date" in above and "date" not in below
    return dated or "ours" in above or ("address" in above and not below & {"address", "date"})
