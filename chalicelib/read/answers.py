"""Answers to suggestions: a number, a card, «опровергаю», «нечем опровергнуть» (F20)."""

import re

from chalicelib.letters import Problem
from chalicelib.read import addressee, courtesy, giving
from chalicelib.read.mistyped import closest
from chalicelib.read.nothing import is_nothing
from chalicelib.read.scene import Scene, Waiting
from chalicelib.read.which import Said, senses, target, without
from chalicelib.read.words import (
    HAVE,
    NO_REFUTATION,
    NUMBERED,
    PLEASANTRIES,
    REFUTE,
    REGRETS,
    SHOW,
)
from chalicelib.rules.cluedo import matches
from chalicelib.rules.verbs import CannotRefute, Refute

Seats = frozenset[str]

LONGEST_SLIP = 40
"""The longest text, in characters, that may be one card's name gone wrong."""
PROSE = 2
"""So many words that belong to no answer make prose of a line with a card."""

_NONE = re.compile(
    rf"[\W_]{{0,8}}(?:(?:{REGRETS}|no|нет|nie|{PLEASANTRIES})[\W_]{{1,4}}){{0,2}}(?:{NO_REFUTATION})(?![^\W_])"
)
_YES = re.compile(
    rf"[\W_]{{0,8}}(?:(?:я|ja)\s)?(?:(?:(?:{REFUTE})[\W_]{{1,8}})?(?P<show>{SHOW})|{REFUTE})(?![^\W_])"
)
_HAVE = re.compile(
    rf"[\W_]{{0,8}}(?:(?:{REFUTE})[\W_]{{1,8}})?(?P<show>{HAVE})[\W_]{{1,8}}(?=[^\W_])"
)
_NUMBER = re.compile(
    rf"[\W_]{{0,4}}(?:(?:{NUMBERED})[\s.:#№*]{{1,3}}){{0,2}}(\d{{1,2}})"
    r"(?:[\W_]{0,6}|[\W_]{1,6}([^\W_].{0,80}))"
)
_SHOWN = re.compile(rf"\b(?:{SHOW}|{REFUTE}|it\sis|it|я|ja|{giving.MINE})\b")
_TELLS = re.compile(rf"(?<![^\W_])(?:{SHOW}|{HAVE}|{REFUTE})(?![^\W_])")
_ACTED = re.compile(rf"(?<![^\W_])(?:{giving.ACTED})(?![^\W_])")
_ATTACHED = re.compile(r"[\W_]{0,3}(?:nr|no|n)?[\W_]{0,3}(\d{1,3})(?![^\W_])")


def is_answer(scene: Scene, form: str) -> bool:
    """Whether a text begins as an answer, or is nothing but a number, a card or a no."""
    form = _bare(scene, form)
    if _begins(scene, form) or _hailing(scene, form):
        return True
    number = _NUMBER.fullmatch(form)
    card = form if not number else number[2]
    return card is None or scene.is_card(card)


def _bare(scene: Scene, form: str) -> str:
    """Give a text without greetings before it, ordinals and numbers in brackets as numbers."""
    return _numbered(scene, courtesy.peeled(scene, form))


def _numbered(scene: Scene, said: str) -> str:
    """Give a text with ordinals and numbers in brackets as numbers."""
    return giving.numbered(scene, giving.place(scene, said))


def _having(scene: Scene, form: str) -> re.Match[str] | None:
    """Find «I have» before a card and nothing else: that shows it; «let it be» before a number too.

    Of the number nothing is known yet but that it is one.
    """
    if given := giving.giving(form):
        number = _NUMBER.fullmatch(_numbered(scene, form[given.end() :]))
        if number and (not number[2] or scene.is_card(number[2])):
            return given
    found = given or _HAVE.match(form)
    said, words = senses(scene, form[found.end() :]) if found else ([], "")
    left = _SHOWN.sub("", words).strip()
    return found if not left and any(len(sense.cards) == 1 for sense in said) else None


def _begins(scene: Scene, form: str) -> bool:
    """Whether a text begins with words of an answer."""
    if is_nothing(form) or _NONE.match(form) or _YES.match(form):
        return True
    return bool(_having(scene, form))


def _hailing(scene: Scene, form: str) -> tuple[str, int] | None:
    """Find «Борис, …» before the words of an answer, unless it begins with these."""
    found = None if _begins(scene, form) else addressee.hailed(scene, form)
    return found if found and _begins(scene, form[found[1] :]) else None


def is_like_a_card(scene: Scene, form: str) -> bool:
    """Whether a text is short and close to the name of a card."""
    return len(form) <= LONGEST_SLIP and bool(closest(form, scene.state.deck.cards))


def is_prose(scene: Scene, form: str, least: int = PROSE) -> bool:
    """Whether a text has words enough besides its cards that nobody would call it an answer."""
    _, words = senses(scene, courtesy.peeled(scene, form))
    return len(_SHOWN.sub("", words).split()) >= least


def tells(scene: Scene, form: str) -> bool:
    """Whether words say of a card that could be shown now that it is shown, or in the hand."""
    named = {reading.value for span in scene.spans(form) for reading in span.readings}
    choices = {card for asked in scene.asked for card in _choices(scene, asked.id)}
    return bool(named & choices) and bool(_TELLS.search(form))


def answer(scene: Scene, raw: str) -> Refute | CannotRefute | Problem:
    """Read an answer: to which suggestion, and by which card if by any."""
    form, by = courtesy.peeled(scene, scene.form(raw)), frozenset[str]()
    if hailed := _hailing(scene, form):
        form, by = form[hailed[1] :], frozenset({hailed[0]} - {scene.seat})
    none, yes = _NONE.match(form), _having(scene, form) or _YES.match(form)
    if "?" in without(form, scene.spans(form)) or courtesy.is_greeted(scene, form):
        return Problem(raw, "unreadable", "F20")
    if is_nothing(form) and not scene.is_card(form):
        return _none(scene, raw, "", by)
    if none:
        return _none(scene, raw, form[none.end() :], by)
    said = form[yes.end() :] if yes else form
    loosely, said = giving.leaves_open(scene, form, said), _numbered(scene, said)
    number = _NUMBER.fullmatch(said if not yes or yes["show"] else form)
    if number and not scene.is_card(said):
        found = _by_number(scene, raw, int(number[1]), number[2] or "", by)
        return _agreed(scene, raw, int(number[1]), found) if loosely else found
    return _by_card(scene, raw, said, by, announced=bool(yes))


def _none(scene: Scene, raw: str, rest: str, by: Seats) -> CannotRefute | Problem:
    """Read «no refutation»; the suggestion may be quoted beside it (F22)."""
    said, words = senses(scene, rest, by)
    for sense in said:
        question = target(scene, raw, sense)
        if isinstance(question, int) and not words and _quotes(scene, question, sense.cards):
            return CannotRefute(question)
    if words or not said:
        return Problem(raw, "unreadable", "F20")
    question = target(scene, raw, said[0])
    return question if isinstance(question, Problem) else Problem(raw, "unreadable", "F20")


def _quotes(scene: Scene, suggestion: int, cards: frozenset[str]) -> bool:
    """Whether these are the cards of that suggestion: of some alone it is said that they lack."""
    asked = _question(scene, suggestion)
    return not cards or bool(asked and cards == set(asked.case.cards))


def _by_number(scene: Scene, raw: str, number: int, name: str, by: Seats) -> Refute | Problem:
    """Take the card with that number (F25); a name beside it has to be its own."""
    suggestion = target(scene, raw, Said(seats=by, cards=frozenset({name})))
    if isinstance(suggestion, Problem):
        return suggestion
    if not _question(scene, suggestion):
        return Refute(suggestion)
    choices = _choices(scene, suggestion)
    named = {reading.value for reading in scene.exactly(name)} if name else set()
    if not 0 < number <= len(choices) or (name and choices[number - 1] not in named):
        return Problem(raw, "no_such_choice", "F20", {"choices": choices})
    return Refute(suggestion, choices[number - 1])


def _agreed(scene: Scene, raw: str, number: int, found: Refute | Problem) -> Refute | Problem:
    """Take a number only where it means the same card among the choices and in the suggestion."""
    question = _question(scene, found.suggestion) if isinstance(found, Refute) else None
    if not question or isinstance(found, Problem):
        return found
    if question.case.cards[number - 1 : number] == (found.card,):
        return found
    choices = _choices(scene, question.id)
    return Problem(raw, "one_card_only", "F20", {"choices": choices})


def _by_card(scene: Scene, raw: str, rest: str, by: Seats, *, announced: bool) -> Refute | Problem:
    """Take the one card that is named, or announce the refutation where none is."""
    attached = _ATTACHED.match(rest) if announced and not scene.is_card(rest) else None
    said, words = senses(scene, rest[attached.end() :] if attached else rest, by)
    said = [s for s in said if len(s.cards) == 1] or [s for s in said if announced and not s.cards]
    found = [(sense, target(scene, raw, sense, attached)) for sense in said]
    moves = {_refuted(scene, to, sense.cards) for sense, to in found if isinstance(to, int)}
    if _SHOWN.sub("", words).strip():
        return _unknown_card(scene, raw, words)
    if _ACTED.search(without(rest, scene.spans(rest))):
        return Problem(raw, "unreadable", "F20")
    numbered = attached and not any(sense.cards for sense in said)
    if len(moves) == 1 and not numbered:
        return moves.pop()
    if moves or not found:
        choices = _choices(scene, next(iter(moves)).suggestion if moves else scene.prompt)
        return Problem(raw, "one_card_only", "F20", {"choices": choices})
    return next(to for _, to in found if isinstance(to, Problem))


def _refuted(scene: Scene, suggestion: int, cards: frozenset[str]) -> Refute:
    """Refute by the card that is named; where none is, by the only one that can be shown (F20)."""
    choices = cards or _choices(scene, suggestion)
    return Refute(suggestion, next(iter(choices)) if len(choices) == 1 else None)


def _unknown_card(scene: Scene, raw: str, words: str) -> Problem:
    """Say that what was shown is no card, and which was perhaps meant."""
    suggestion = target(scene, raw, Said(cards=frozenset({words})))
    choices = () if isinstance(suggestion, Problem) else _choices(scene, suggestion)
    near = closest(words, choices) or closest(words, scene.state.deck.cards)
    facts = {"text": scene.as_written(raw, words), "nearest": near, "choices": choices}
    return Problem(raw, "unknown_card", "F20", facts)


def _question(scene: Scene, suggestion: int | None) -> Waiting | None:
    """Give a suggestion that waits for the reader."""
    return next((q for q in (*scene.asked, *scene.owed) if q.id == suggestion), None)


def _choices(scene: Scene, suggestion: int | None) -> tuple[str, ...]:
    """Give the cards the reader may show, as numbered in the letter (F25)."""
    question = _question(scene, suggestion)
    return matches(scene.hand, question.case) if question else ()
