"""Politeness around an order: greetings, thanks and wishes, closings, signatures, sighs. Pure.

None of it is an order and none is published; but a greeting that names a card is no answer either.
"""

import re

from chalicelib.read.scene import MARKS, Scene
from chalicelib.read.words import (
    AROUND,
    EVERYBODY,
    FROM,
    PLEASANTRIES,
    PLEASE,
    REGRETS,
    THE_GM,
    pattern,
)

MOST_SIGNED = 3
"""The most words of a signature below a closing."""
MOST_PEELED = 3
"""How many greetings or wishes may stand before or behind an order on its line."""

_CLOSING = pattern(
    "с уважением", "с наилучшими пожеланиями", "ваш", "ваша", "best regards", "regards",
    "kind regards", "warm regards", "best wishes", "all the best", "cheers", "yours", "sincerely",
    "yours sincerely", "pozdrawiam", "pozdrowienia", "serdecznie pozdrawiam",
    "pozdrawiam serdecznie", "z poważaniem", "z wyrazami szacunku", "искренне ваш",
    "искренне ваша", "всего доброго", "всего хорошего", "до свидания",
)  # fmt: skip
_SIGHS = pattern(
    "ну", "ладно", "ну ладно", "ну хорошо", "ну что ж", "ну что же", "что ж", "что же",
    "так и быть", "ну вот", "ну да", "окей", "итак", "эх", "ох", "ага", "oh well", "well",
    "all right", "alright", "right then", "all right then", "fine", "okay then", "well then",
    "so be it", "so", "oh",
    "no dobra", "dobra", "no dobrze", "dobrze", "no cóż", "cóż", "no to", "niech ci będzie", "ech",
    "ach", "trudno",
)  # fmt: skip
_AGREEING = pattern("ok", "okay", "ок", "хорошо")
"""Politeness that names nobody: a card may stand right behind it."""
_SALUTES = pattern("поклон", "пока", "greetings", "pozdrów", "ukłony")
_GREETING = rf"(?!(?:{_AGREEING})(?![^\W_]))(?:{PLEASANTRIES}|{_SALUTES})"
_ABOUT = pattern("за", "про", "о", "for", "about", "za", "o")
_JOINING = pattern("и", "а", "and", "to", "for", "i", "a", "dla", "за", "ещё раз", "again", "вам")
_END = r"(?![^\W_])"
_START = r"(?<![^\W_])"
_POLITE = re.compile(rf"{_START}(?:{PLEASANTRIES}|{PLEASE}){_END}")
_USUAL = re.compile(rf"{_START}(?:{_JOINING}|{'|'.join(map(re.escape, EVERYBODY | THE_GM))}){_END}")
_CLOSED = re.compile(rf"[\W_]{{0,4}}(?:{_CLOSING})[\W_]{{0,4}}(.{{0,60}})")
_LEADING = re.compile(
    rf"[\W_]{{0,4}}(?:(?:{_SIGHS})(?:[\W_]{{1,6}}|$)|(?:{PLEASANTRIES})(?:[\W_]{{1,6}}|$))"
)
_GREETED = re.compile(
    rf"{_START}(?:{_GREETING}(?:\s(?:{AROUND}|{FROM}|{_ABOUT})){{0,3}}"
    rf"|(?:{REGRETS})\s(?:{_ABOUT})(?:\s(?:{AROUND}|{FROM})){{0,2}})[\s*_«\"„“]{{1,4}}$"
)
_SALUTED = re.compile(rf"{_START}(?:{_GREETING})\s?,\s?$")
_WHOM = re.compile(r"[^.,!:\n]{1,60}[.,!:\n]{1,3}\s?")
_LAST = re.compile(r"(.*[^\W_].{0,3}?[.!;)\n])\s?([^.!\n]{1,80}[.!)\s]{0,5})", re.DOTALL)
_WORD = re.compile(r"[^\W\d_][\w'’.-]*")


def is_polite(scene: Scene, form: str) -> bool:
    """Whether a line says nothing but greetings, thanks and wishes, perhaps to somebody."""
    if not _POLITE.search(form):
        return False
    nicks = sorted((scene.form(seat.nick) for seat in scene.state.seats), key=len, reverse=True)
    left = form
    if not scene.is_card(form):
        for nick in filter(None, nicks):
            left = re.sub(rf"{_START}{re.escape(nick)}{_END}", " ", left)
    left = _USUAL.sub(" ", _POLITE.sub(" ", left))
    return "?" not in form and not any(char.isalnum() for char in left)


def is_closing(scene: Scene, form: str) -> bool:
    """Whether a line closes a mail, perhaps with a name behind: «С уважением, Владимир»."""
    found = _CLOSED.fullmatch(form)
    name = found[1].strip(MARKS) if found else ""
    return bool(found) and (not name or is_signature(scene, name))


def is_signature(scene: Scene, form: str) -> bool:
    """Whether a line may be the writer's own name: a few words without a name of the game."""
    words = _WORD.findall(form)
    bare = form.strip(MARKS + "-–—")
    others = {r.value for span in scene.spans(form) for r in span.readings} - {scene.seat}
    alone = " ".join(words) == " ".join(bare.replace(",", " ").split())
    return 0 < len(words) <= MOST_SIGNED and alone and not others


def peeled(scene: Scene, form: str) -> str:
    """Give a text without the greetings, sighs and wishes around its order."""
    if is_greeted(scene, form):
        return form
    rest = _without_wishes(scene, form)
    for _ in range(MOST_PEELED):
        if scene.exactly(rest) or not (found := _LEADING.match(rest)):
            break
        behind = _without_hailed(rest, found.end())
        if not any(char.isalnum() for char in rest[behind:]):
            break
        rest = rest[behind:]
    return rest


def _without_wishes(scene: Scene, form: str) -> str:
    """Give a text without the last sentences, where they are politeness: «Кухня. Спасибо!»."""
    for _ in range(MOST_PEELED):
        found = _LAST.fullmatch(form)
        if not found or not is_polite(scene, found[2]):
            break
        form = found[1]
    return form


def _without_hailed(form: str, start: int) -> int:
    """Give the place behind «everybody» or the GM, where a greeting of them ends."""
    whom = _WHOM.match(form, start)
    known = whom and whom.group().strip(MARKS) in EVERYBODY | THE_GM
    return whom.end() if whom and known else start


def is_greeted(scene: Scene, form: str) -> bool:
    """Whether a card is named right behind a greeting: somebody is greeted by that name."""
    for span in scene.spans(form):
        before = form[max(0, span.start - 40) : span.start]
        suspect = any(reading.kind == "suspect" for reading in span.readings)
        if span.card and (_GREETED.search(before) or (suspect and _SALUTED.search(before))):
            return True
    return False
