"""Politeness around an order: greetings, thanks and wishes, closings, signatures, sighs. Pure.

None of it is an order and none is published; but a greeting that names a card is no answer either.
"""

import re
from collections.abc import Set as AbstractSet

from chalicelib.read.scene import MARKS, Scene
from chalicelib.read.words import EVERYBODY, PLEASANTRIES, PLEASE, THE_GM, pattern

MOST_SIGNED = 3
"""The most words of a signature below a closing."""

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
    "all right", "alright", "right then", "fine", "okay then", "well then", "so be it", "so", "oh",
    "no dobra", "dobra", "no dobrze", "dobrze", "no cóż", "cóż", "no to", "niech ci będzie", "ech",
    "ach", "trudno",
)  # fmt: skip
_GREETING = pattern(
    "привет", "приветствую", "здравствуйте", "здравствуй", "добрый день", "добрый вечер",
    "доброе утро", "спасибо", "большое спасибо", "с уважением", "удачи", "до завтра", "hi",
    "hello", "hey", "good morning", "good evening", "thanks", "thank you", "cheers", "regards",
    "best regards", "good luck", "cześć", "dzień dobry", "dobry wieczór", "witam", "witaj",
    "dziękuję", "dzięki", "pozdrawiam", "powodzenia", "pozdrowienia", "hej", "пока", "bye",
    "доброй ночи", "привет вам", "поклон", "greetings", "pozdrów", "ukłony",
)  # fmt: skip
_JOINING = pattern("и", "а", "and", "to", "for", "i", "a", "dla", "за", "ещё раз", "again", "вам")
_END = r"(?![^\W_])"
_START = r"(?<![^\W_])"
_POLITE = re.compile(rf"{_START}(?:{PLEASANTRIES}|{PLEASE}){_END}")
_USUAL = re.compile(rf"{_START}(?:{_JOINING}|{'|'.join(map(re.escape, EVERYBODY | THE_GM))}){_END}")
_CLOSED = re.compile(rf"[\W_]{{0,4}}(?:{_CLOSING})[\W_]{{0,4}}(.{{0,60}})")
_LEADING = re.compile(
    rf"[\W_]{{0,4}}(?:(?:{_SIGHS})(?:[\W_]{{1,6}}|$)|(?:{PLEASANTRIES})(?:[\W_]{{1,6}}|$))"
)
_ENDED = re.compile(r"[.!:)\n]")
_GREETED = re.compile(
    rf"{_START}(?:{_GREETING})(?:\s(?:to|for|from|от|для|dla|od|do))?[\s*_«\"„“]{{1,4}}$"
)
_SALUTED = re.compile(rf"{_START}(?:{_GREETING})\s?,\s?$")
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
    return bool(found) and (not found[1].strip(MARKS) or is_signature(scene, found[1]))


def is_signature(scene: Scene, form: str) -> bool:
    """Whether a line may be the writer's own name: a few words without a name of the game."""
    words = _WORD.findall(form)
    bare = form.strip(MARKS + "-–—")
    others = {r.value for span in scene.spans(form) for r in span.readings} - {scene.seat}
    alone = " ".join(words) == " ".join(bare.replace(",", " ").split())
    return 0 < len(words) <= MOST_SIGNED and alone and not others


def peeled(scene: Scene, form: str) -> str:
    """Give a text without the greetings and sighs before its order: «Ну ладно, подсвечник»."""
    rest, nicks = form, {scene.form(seat.nick) for seat in scene.state.seats}
    for _ in range(3):
        if scene.exactly(rest) or not (found := _LEADING.match(rest)):
            break
        behind = _without_hailed(rest, found.end(), nicks)
        if not any(char.isalnum() for char in rest[behind:]):
            break
        rest = rest[behind:]
    return form if is_greeted(scene, form) else rest


def _without_hailed(form: str, start: int, nicks: AbstractSet[str]) -> int:
    """Give the place behind whoever is greeted, where a greeting ends with a full stop."""
    whom = re.compile(r"[^.!:\n]{1,60}[.!:\n]+\s?").match(form, start)
    if whom and whom.group().strip(MARKS + "!") in nicks | EVERYBODY | THE_GM:
        return whom.end()
    return start


def is_greeted(scene: Scene, form: str) -> bool:
    """Whether a card is named right behind a greeting: somebody is greeted by that name."""
    for span in scene.spans(form):
        before = form[max(0, span.start - 40) : span.start]
        suspect = any(reading.kind == "suspect" for reading in span.readings)
        if span.card and (_GREETED.search(before) or (suspect and _SALUTED.search(before))):
            return True
    return False
