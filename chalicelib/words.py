"""Words in the reader's language: translations, times, refusals explained."""

import gettext
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache
from importlib import resources
from textwrap import shorten
from typing import Any, get_args
from zoneinfo import ZoneInfo

from chalicelib.messages import MESSAGES
from chalicelib.rules import State
from chalicelib.rules.cluedo import matches
from chalicelib.rules.forum.parts import Owed
from chalicelib.rules.table import Language, seat_of
from chalicelib.rules.verbs import Question
from chalicelib.sentences import Either, Plural, Sentence

LANGUAGES: tuple[str, ...] = get_args(Language)
"""The languages in which everything can be said."""
LONGEST_QUOTE = 80
"""How much of a player's own words a refusal repeats, in characters."""

_LOCALE = resources.files("chalicelib") / "locale"
_NAMED = re.compile(r"%\((\w+)\)s")
_MOMENTS = frozenset({"opens", "due", "until"})
_SEATS = frozenset({"to", "seat"})


@cache
def translation(language: str) -> gettext.NullTranslations:
    """Give the catalogue of one of ``LANGUAGES``; raises ``KeyError`` for any other."""
    if language not in LANGUAGES:
        raise KeyError(language)
    with (_LOCALE / language / "LC_MESSAGES" / "alibi.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def day(when: date, language: str) -> str:
    """Give a date as people write it: ``2 December``, ``2 декабря``."""
    _ = translation(language).gettext
    months = (
        *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June")),
        *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
    )
    return f"{when.day} {months[when.month - 1]}"


def moment(at: datetime, language: str, zone: str) -> str:
    """Give a time (UTC) on the clock of ``zone``: ``2 December at 21:00 (Europe/Moscow)``."""
    local = at.astimezone(ZoneInfo(zone))
    _ = translation(language).gettext
    facts = {"day": day(local, language), "time": f"{local:%H:%M}", "zone": clock(zone)}
    return _("%(day)s at %(time)s (%(zone)s)") % facts


def clock(zone: str) -> str:
    """Give the name of a time zone as people know it."""
    return "UTC" if zone == "Etc/UTC" else zone


def explain(
    code: str,
    facts: Mapping[str, Any],
    language: str,
    nick: Callable[[str], str],
    zone: str = "UTC",
) -> str:
    """Say in a sentence or two what is wrong and what would be right.

    ``nick`` names a seat. Facts may come from JSON. A sentence whose facts are unknown is left
    out. Raises ``KeyError`` for a code without a message.
    """
    sentences = MESSAGES.get(f"{code}.{facts.get('category')}") or MESSAGES[code]
    words = {name: _fact(name, fact, language, nick, zone) for name, fact in facts.items()}
    said = (_sentence(sentence, facts, words, language) for sentence in sentences)
    return " ".join(filter(None, said))


def _sentence(
    sentence: Sentence, facts: Mapping[str, Any], words: Mapping[str, str], language: str
) -> str:
    """Translate and fill one sentence, or give ``""`` when one of its facts is not known."""
    if isinstance(sentence, Either):
        known = _sentence(sentence.known, facts, words, language)
        return known or _sentence(sentence.unknown, facts, words, language)
    source = sentence.many if isinstance(sentence, Plural) else sentence
    if not all(words.get(name) for name in _NAMED.findall(source)):
        return ""
    texts = translation(language)
    if isinstance(sentence, Plural):
        return texts.ngettext(sentence.one, sentence.many, int(facts[sentence.by])) % words
    return texts.gettext(sentence) % words


def _fact(name: str, fact: Any, language: str, nick: Callable[[str], str], zone: str) -> str:
    """Give a fact as the reader should see it."""
    if name in _SEATS:
        return nick(str(fact))
    if name in _MOMENTS and fact:
        at = fact if isinstance(fact, datetime) else datetime.fromisoformat(fact)
        return moment(at, language, zone)
    if name == "link":
        return str(fact)
    if isinstance(fact, list | tuple):
        return _listed(list(map(str, fact)))
    return "" if fact is None else shorten(str(fact), LONGEST_QUOTE)


def _listed(items: list[str]) -> str:
    """Put items in a row; semicolons part those that have commas of their own."""
    return ("; " if any(", " in item for item in items) else ", ").join(items)


def choices(state: State, seat: str, question: Question | Owed) -> tuple[str, ...]:
    """Give the cards by which a seat may refute, in the order of F25, as far as ``state`` shows."""
    held = seat_of(state, seat)
    return matches((held.hand if held else None) or (), question.case)
