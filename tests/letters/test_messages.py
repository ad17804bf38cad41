"""Every refusal has words, in every language, with the facts it is raised with."""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chalicelib import words
from chalicelib.messages import MESSAGES
from chalicelib.sentences import Sentence
from infra.translations import faults

LIBRARY = Path(words.__file__).parent
REFUSALS = {
    *("Refusal", "Unreadable", "Ambiguous", "IllegalMove", "NotYours", "Unknown", "Busy"),
    *("TooMany", "Problem"),
}
ANY_FACT = {
    "opens": datetime(2026, 12, 1, 18, tzinfo=UTC),
    "until": datetime(2026, 12, 1, 18, tzinfo=UTC),
    "choices": ("Knife", "Rope"),
    "cards": ("Knife", "Rope"),
    "to": "s2",
    "seat": "s2",
}
NUMBERS = {
    *("limit", "players", "least", "suspects", "weapons", "rooms", "suggestion", "day"),
    *("made", "allowed", "seconds", "days", "post", "seq"),
}


def raised() -> Iterator[tuple[str, frozenset[str]]]:
    """Find every code with the names of the facts that go with it, in the sources."""
    for path in LIBRARY.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node) in REFUSALS:
                facts = frozenset(k.arg for k in node.keywords if k.arg) - {"rule"}
                open_facts = _called(node) == "Problem"
                yield from ((code, _facts(code) if open_facts else facts) for code in _codes(node))


def _facts(code: str) -> frozenset[str]:
    """Give the facts that a message may use."""
    sources = (source for sentence in MESSAGES.get(code, ()) for source in _forms(sentence))
    return frozenset(name for source in sources for name in re.findall(r"%\((\w+)\)s", source))


def _forms(sentence: Sentence) -> tuple[str, ...]:
    """Give all forms of a sentence."""
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def _codes(node: ast.Call) -> Iterator[str]:
    """Give the codes in a call: of a refusal the first argument, of a problem the second."""
    place = 1 if _called(node) == "Problem" else 0
    found = [k.value for k in node.keywords if k.arg == "code"] or node.args[place : place + 1]
    for value in found:
        branches = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
        yield from (str(b.value) for b in branches if isinstance(b, ast.Constant))


RAISED = sorted({(code, tuple(sorted(facts))) for code, facts in raised()})


def fact(name: str) -> object:
    """Give a fact of the right kind."""
    return ANY_FACT.get(name, 3 if name in NUMBERS else f"a {name}")


def test_codes_are_found():
    """The search sees plain codes, and both branches of a choice."""
    assert {"quota_spent", "wrong_category", "unknown_card", "game_over"} <= {c for c, _ in RAISED}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_code_is_explained(language):
    """What is raised anywhere has a message that fits its facts; nothing stays unfilled."""
    for code, facts in RAISED:
        is_explained(code, facts, language)


def is_explained(code: str, facts: tuple[str, ...], language: str) -> None:
    """A code has a message in a language."""
    given = {name: fact(name) for name in facts}
    said = words.explain(code, given, language, lambda seat: f"<{seat}>")
    assert said
    assert not re.search(r"%\(|%s|\bs2\b(?!>)|datetime", said)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_message_can_be_filled(language):
    """Each message names facts only in a way that can be filled, in every language."""
    for code in MESSAGES:
        can_be_filled(code, language)


def can_be_filled(code: str, language: str) -> None:
    """The message of a code can be filled in a language."""
    given = {name: fact(name) for name in _facts(code)}
    name, _, category = code.partition(".")
    said = words.explain(name, given | {"category": category}, language, str)
    assert said
    assert "%(" not in said
    assert words.explain(name, {"category": category}, language, str) or given


def test_without_facts_the_first_sentence_stands():
    """A sentence whose facts are unknown is left out, the others remain."""
    assert words.explain("unknown_nick", {"nick": "Ann"}, "en", str) == (
        "There is no player “Ann” at this table."
    )


def test_facts_may_come_from_json():
    """A time that was stored as text is shown on the game's clock, a list as a list."""
    said = words.explain(
        "no_open_day", {"opens": "2026-12-01T18:00:00Z"}, "ru", str, "Europe/Moscow"
    )
    assert "1 декабря в 21:00 (Europe/Moscow)" in said
    shown = words.explain("must_refute", {"choices": ["Нож", "Кухня"]}, "ru", str)
    assert shown.endswith("Показать можно: Нож, Кухня.")


@pytest.mark.parametrize(
    ("count", "words_of_it"),
    [(1, "1 предположение,"), (2, "2 предположения,"), (5, "5 предположений,")],
)
def test_russian_counts_in_three_forms(count, words_of_it):
    """One, two to four, five and more."""
    said = words.explain("quota_spent", {"allowed": count, "made": count}, "ru", str)
    assert words_of_it in said


def test_a_category_has_its_own_words():
    """An unknown weapon is called a weapon; the nearest one and all of them are named."""
    facts = {"text": "Nife", "category": "weapon", "nearest": "Knife", "choices": ("Knife", "Pipe")}
    said = words.explain("unknown_card", facts, "en", str)
    assert said.startswith("There is no weapon “Nife” in this game. Did you mean “Knife”?")
    assert said.endswith("Weapons in play: Knife, Pipe.")


def test_a_missing_card_is_called_missing():
    """Where nothing was written for a category, nothing is quoted."""
    said = words.explain("unknown_card", {"text": "", "category": "room"}, "ru", str)
    assert said == "Не названо место."


def test_long_words_of_a_player_are_shortened():
    """A refusal repeats the beginning of what was written, not a page of it."""
    said = words.explain("unreadable", {"text": "blah " * 200}, "en", str)
    assert len(said) < 200


def test_an_unknown_language_is_a_key_error():
    """Only the listed languages have a catalogue, whatever the name."""
    with pytest.raises(KeyError):
        words.translation("../en")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_catalogues_are_whole(language):
    """Every text is translated, none is doubtful, and the compiled file is fresh."""
    assert list(faults(language)) == []


def test_a_zone_is_called_as_people_know_it():
    """What the zone database calls Etc/UTC is UTC."""
    at = datetime(2026, 12, 1, 18, tzinfo=UTC)
    assert words.moment(at, "en", "Etc/UTC") == "1 December at 18:00 (UTC)"
