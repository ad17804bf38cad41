"""Is this line "On Tuesday ... wrote:"? Scored by signs, not matched against a list of forms.

Programs word these lines in endless ways, but each is made of the same few things: a date, a
time, an address, a verb, a colon, and a quotation below. Words of other languages than ours
stand here too: they need not be understood, only told from what a player wrote.
"""

import re
from collections.abc import Collection
from enum import Enum, auto
from functools import lru_cache

from chalicelib.inbox import calendar_words, typed

MAX_LENGTH = 400


class Below(Enum):
    """What follows a line."""

    QUOTE = auto()
    TEXT = auto()


WEIGHTS = {
    "date": 2, "time": 1, "weekday": 1, "year": 1, "zone": 1,
    "address": 2, "angle": 1, "ours": 2, "alias": 1, "verb": 2, "start": 1, "colon": 1,
}  # fmt: skip
# Above a quotation little is needed; above other text nearly everything must be there.
ENOUGH = {Below.QUOTE: 3, Below.TEXT: 6}
MAX_NAME_WORDS = 9
_START = 16
_MANY_WORDS = 40
_LOOSE = 2
"""So many words that are no names make a sentence of a line without a colon at its end."""

_DIGIT = re.compile(r"\d")
_ADDRESS = re.compile(r"[\w.+=-]{1,80}@[\w-]{1,60}(?:\.[\w-]{1,60}){0,9}")
_WORD = re.compile(r"[^\W\d_]{2,400}")
_ANGLE = re.compile(r"[<\[(](?:mailto:)?[^<>\[\]()\s@]{1,80}@[^<>\[\]()\s]{1,200}[>\])]")
_OURS = re.compile(r"\br\+[a-z0-9]{1,64}@|=#=#=")
_SENDER = re.compile(r"(?<![\w/.@-])alibi(?![\w.@/-])")
_SENDER_ALONE = re.compile(
    r"[*\"'“”«»\s]{0,5}(?:użytkownik |пользователь )?[*\"'“”«»]{0,3}alibi[*\"'“”«»\s]{0,5}"
)
_VERB = re.compile(
    r"(?<!\w)(?:wrote|writes|said|says|quoting"
    r"|(?:на)?писал(?:[аио]|\(-?а\)|/а|-а)?|(?:на)?писав(?:ла)?|пишет|пишут|пише|цитирую|цитирует"
    r"|цитирование|цитата|сообщил[аи]?|сообщает|ответил[аи]?|напісаў|напісала|піша|написа"
    r"|(?:na)?pisał(?:[aoy]|\(a\)|/a)?|(?:na)?pisali|pisze|napisan[aey]|nadesłał\w{0,3}|cytowanie"
    r"|cytuj[eę]|cytat|schrieb(?:en)?|schreibt|geschrieben|écrit|écrivait|escribió|escribe"
    r"|scritto|scrive"
    r"|escreveu|napsal[a]?|napsal\(a\)|píše|napísal(?:a|\(a\))?|napisa[ol]a?|piše|rašė|parašė"
    r"|rakstīja|kirjutas|kirjoitti|schreef|skrev|írta|scris|yazdı|έγραψε|menulis|viết)(?!\w)"
    r"|写道|寫道|写了|書きました|のメール|のメッセージ|작성|썼습니다|כתב|كتب"
)
_FILLERS = re.compile(
    r"(?<!\w)(?:on|at|in|by|from|via|of|the|message|article|в|во|от|г|р|года|по|письме|сообщении"
    r"|пользователь|пользователя|użytkownik|użytkownika|użytkowniczka|przez|w|we|dniu|dnia|o"
    r"|godz|godzinie"
    r"|od|wiadomość|na|le|am|um|uhr|el|a|las|il|alle|ha|em|às|op|om|het|volgende|den|kl|dne|dňa"
    r"|включен|включено|włączone|às|ora|je|ezt|m|d|у|о|hat|folgendes|via|user)(?!\w)"
)
_NOT_WORD = re.compile(r"[\W\d_]{1,400}")
_RULED = re.compile(r"[\s>*]{0,5}-{2,20}\s{0,3}[^\s-].{0,390}[^-]-{2,20}")
_TRAILING = " \t*_>\"'”»]"


def signs(line: str, ours: Collection[str] = ()) -> frozenset[str]:
    """The signs of an attribution in *line*; *ours* are the game's addresses, lower case."""
    bare = line.strip()
    return _signs(bare, tuple(ours)) if bare and len(bare) <= MAX_LENGTH else frozenset()


@lru_cache(maxsize=2000)  # a mail is opened twice: to find out whose it is, then to read it
def _signs(line: str, ours: tuple[str, ...]) -> frozenset[str]:
    text = line.lower()
    if typed.labelled(text):
        return frozenset()
    moments = calendar_words.moments(text) if _DIGIT.search(text) else {}
    verb = _VERB.search(text)
    angle = _ANGLE.search(text)
    colon = text.rstrip(_TRAILING + "-").endswith((":", "："))
    named = verb and colon and _SENDER_ALONE.fullmatch(text, 0, verb.start())
    seen = {
        "address": angle or _ADDRESS.search(text),
        "angle": angle,
        "ours": is_ours(text, ours),
        "alias": _SENDER.search(text),
        "verb": verb,
        "start": min((at for at, _ in moments.values()), default=_START) < _START,
        "colon": colon,
        "sender": named,
        "framed": verb and _framed(text, verb),
        "closed": _closed(text, moments),
        "named": _short_name(text),
        "set_off": text.lstrip("*").startswith((">>>", "["))
        or (angle and verb and text.rstrip("*").endswith("...")),
        "prose": (moments or "@" in text) and _prose(line),
    }
    return frozenset(moments) | {name for name, found in seen.items() if found}


def has_address(line: str) -> bool:
    """Whether *line* holds a mail address."""
    return bool(_ADDRESS.search(line))


def is_ours(line: str, ours: Collection[str] = ()) -> bool:
    """Whether *line* (lower case) holds an address or the marker that only our letters have."""
    return bool(_OURS.search(line)) or any(address in line for address in ours)


def attributes(found: frozenset[str], below: Below) -> bool:
    """Whether a line with these signs names the author of the text below."""
    if "sender" in found:
        return True
    if _spoken(found):
        return False
    score = sum(WEIGHTS.get(sign, 0) for sign in found)
    if score < ENOUGH[below] or not ("closed" in found or "ours" in found):
        return False
    if below is Below.QUOTE:
        return bool(found & {"framed", "address", "ours", "date"})
    if found & {"address", "ours"}:
        told = found & {"verb", "date"} or found >= {"start", "time", "angle", "colon"}
        signed = found & {"verb", "colon", "angle", "ours"}
        return "named" in found and bool(told and signed)
    written = bool(found & {"verb", "time"}) and bool(found & {"year", "weekday"})
    return {"named", "date", "colon"} <= found and written


def _spoken(found: frozenset[str]) -> bool:
    """Whether a line with these signs is rather a sentence with a date or an address in it."""
    if found >= {"prose", "address"} and not found & {"angle", "verb", "date", "ours", "alias"}:
        return True
    if found & {"colon", "framed", "ours", "alias", "set_off"}:
        return False
    if "address" not in found:
        return "prose" in found or not (found >= {"date", "time"} and found & {"year", "weekday"})
    return "prose" in found and not found >= {"start", "date", "year", "angle"}


def certain(found: frozenset[str]) -> bool:
    """Whether a line with these signs that names the author of a quotation cannot be a player's.

    Of the others a player is asked: they might be "Back on 5 December 2026" above a quotation.
    """
    if found & {"sender", "ours", "alias"}:
        return True
    told = found >= {"date", "time"} or bool(found & {"address"})
    return told and bool(found & {"colon", "framed", "angle"})


def complete(line: str) -> bool:
    """Whether *line* is a whole attribution and no continuation of the line above."""
    found = signs(line)
    return {"date", "colon"} <= found and bool(found & {"verb", "address"})


def dates(line: str) -> bool:
    """Whether *line* is a moment and nothing else, as some programs put under a sender."""
    text = line.strip().lower()[:MAX_LENGTH]
    moments = calendar_words.moments(text) if _DIGIT.search(text) else {}
    rest = _FILLERS.sub(" ", calendar_words.without(text)) if moments else text
    return {"date", "time"} <= moments.keys() and not _NOT_WORD.sub("", rest)


def begins(line: str, ours: Collection[str] = ()) -> bool:
    """Whether *line* may be the first part of a wrapped attribution: it opens with a moment."""
    found = signs(line, ours)
    return {"start", "date"} <= found and "colon" not in found


def continues(above: frozenset[str], below: frozenset[str]) -> bool:
    """Whether a line with the signs *above* is the first part of the attribution *below*."""
    if below >= {"date", "time"} and "date" in above and not above & {"verb", "address", "ours"}:
        return False
    if above >= {"start", "date"} and above & {"time", "weekday"}:
        return True
    if "colon" in above:
        return False
    if "date" in above and "date" not in below:
        return bool(above & {"start", "verb", "address", "ours", "time", "year"})
    return (
        "ours" in above
        or ("address" in above and "address" not in below)
        or ("angle" in above and "angle" not in below)
        or ("verb" in above and "verb" not in below and bool(below & {"address", "date"}))
        or ("weekday" in above and "date" in below and "weekday" not in below)
    )


def _framed(text: str, verb: re.Match[str]) -> bool:
    """Whether the verb comes first in *text*, or last: "Quoting Rose:", "Rose wrote:"."""
    before, after = text[: verb.start()], text[verb.end() :]
    return not _NOT_WORD.sub("", before) or not _NOT_WORD.sub("", after)


def _closed(text: str, moments: dict[str, tuple[int, int]]) -> bool:
    """Whether nothing can follow in *text*: it ends in a colon, a verb, an address, a moment."""
    bare = text.rstrip(_TRAILING + ".,-")
    if text.startswith(">>>") and text.endswith(">>>"):
        return True
    if bare.endswith((":", "：")) or _RULED.fullmatch(text):
        return True
    ends = [match.end() for match in (*_VERB.finditer(bare), *_ADDRESS.finditer(text))]
    tail = text[ends[-1] :] if ends and _ADDRESS.search(text) else ""
    ends += [end for _, end in moments.values()]
    return max(ends, default=-1) >= len(bare) or bool(tail and " " not in tail.strip())


def _prose(line: str) -> bool:
    """Whether *line*, in its own case, has words that are neither of a citation nor names."""
    text = line.lower()
    rest = set(_WORD.findall(_rest(text))) & set(_WORD.findall(line))
    return len(rest) >= (_LOOSE if _ANGLE.search(text) else 1)


def _short_name(text: str) -> bool:
    """Whether what is left of *text* beside its signs could be a name."""
    words = len(_NOT_WORD.sub(" ", text).split())
    if not MAX_NAME_WORDS < words <= _MANY_WORDS:
        return words <= MAX_NAME_WORDS
    return len(_NOT_WORD.sub(" ", _rest(text)).split()) <= MAX_NAME_WORDS


def _rest(text: str) -> str:
    """What is left of *text* (lower case) beside moments, addresses, verbs and small words."""
    rest = calendar_words.without(_ADDRESS.sub(" ", _ANGLE.sub(" ", text)))
    return _FILLERS.sub(" ", _VERB.sub(" ", rest))
