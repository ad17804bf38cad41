"""The rule cases: read from the ``.toml`` files beside this one, and written as documents.

Each chapter is a file of words (``deck.toml``) with a module of scenarios (``deck.py``).
"""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"
CHAPTERS = (
    *("deck", "days", "suggestions", "answers", "accusations", "corrections", "office"),
    *("turns", "clocks"),
)
PAGES = {"en": DOCS / "cases.md", "ru": DOCS / "cases.ru.md"}

Text = Annotated[str, msgspec.Meta(min_length=1)]
Number = Annotated[str, msgspec.Meta(pattern=r"^[1-9]\.[0-9]{2}$")]
Clause = Annotated[str, msgspec.Meta(pattern=r"^[BF][0-9]{1,2}$")]
Language = Literal["en", "ru"]

WORDS = {
    "en": {"text": "by the text", "ours": "our reading", "ruling": "Ruling.", "index": "By clause"},
    "ru": {
        "text": "по тексту",
        "ours": "наше прочтение",
        "ruling": "Решение.",
        "index": "По пунктам",
    },
}


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case in one language."""

    title: Text
    situation: Text
    ruling: Text


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation with its ruling; ``reading``: the text says so, or it is how we read it."""

    id: Number
    clauses: Annotated[tuple[Clause, ...], msgspec.Meta(min_length=1)]
    reading: Literal["text", "ours"]
    en: Words
    ru: Words

    def words(self, language: Language) -> Words:
        """Give the case in a language."""
        return self.en if language == "en" else self.ru


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of cases; its number is the first digit of theirs."""

    en: Text
    ru: Text
    case: tuple[Case, ...]

    def title(self, language: Language) -> str:
        """Give the heading in a language."""
        return self.en if language == "en" else self.ru


@cache
def chapters() -> tuple[Chapter, ...]:
    """Read all chapters, in order."""
    files = (HERE / f"{name}.toml" for name in CHAPTERS)
    return tuple(msgspec.toml.decode(file.read_bytes(), type=Chapter) for file in files)


def cases() -> tuple[Case, ...]:
    """Give the cases of all chapters, in order."""
    return tuple(one for chapter in chapters() for one in chapter.case)


def page(language: Language) -> str:
    """Write the document of a language, in Markdown."""
    head = (HERE / f"head.{language}.md").read_text("utf-8").strip()
    head = head.replace("{cases}", str(len(cases())))
    numbered = list(enumerate(chapters(), 1))
    contents = "\n".join(
        f"{n}. [{c.title(language)}](#{n}) · {c.case[0].id}–{c.case[-1].id}" for n, c in numbered
    )
    parts = [part for n, c in numbered for part in _chapter(n, c, language)]
    return "\n\n".join((head, contents, *parts, *_index(language))) + "\n"


def _chapter(number: int, chapter: Chapter, language: Language) -> tuple[str, ...]:
    """Write a chapter."""
    heading = f'## <a id="{number}"></a>{number}. {chapter.title(language)}'
    return (heading, *(_case(one, language) for one in chapter.case))


def _case(one: Case, language: Language) -> str:
    """Write a case: heading, situation, ruling, and what the ruling follows from."""
    words, fixed = one.words(language), WORDS[language]
    source = f"*{', '.join(one.clauses)}, {fixed[one.reading]}*"
    ruling = f"**{fixed['ruling']}** {words.ruling} {source}"
    return f'### <a id="{one.id}"></a>{one.id} {words.title}\n\n{words.situation}\n\n{ruling}'


def _index(language: Language) -> tuple[str, str]:
    """Write which cases belong to each clause."""
    found: dict[str, list[str]] = {}
    for one in cases():
        for clause in one.clauses:
            found.setdefault(clause, []).append(f"[{one.id}](#{one.id})")
    lines = (f"- {name}: {', '.join(found[name])}" for name in sorted(found, key=_number))
    return f"## {WORDS[language]['index']}", "\n".join(lines)


def _number(clause: str) -> tuple[bool, int]:
    """Put ``F24`` after ``F3``, and ``B1`` after both."""
    return clause.startswith("B"), int(clause[1:])
