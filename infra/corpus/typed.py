"""What players type: answers of one word, numbers, orders, several lines; in three languages."""

from collections.abc import Sequence

from chalicelib.data import deck
from infra.corpus.letters import TABLES

TYPED = {
    "word": "question",
    "order": "hand",
    "number": "question",
    "two_lines": "day",
    "no": "question",
    "short": "refused",
}
"""The kinds of text, and the kind of letter that each answers."""

_ORDER = {"ru": "Предположение для", "en": "Suggestion for", "pl": "Sugestia dla"}
_NO = {"ru": "нет", "en": "no", "pl": "nie"}
_COMMENT = {
    "ru": "Комментарий: тёмная ночь. Кто там?",
    "en": "Comment: a dark night. Who is there?",
    "pl": "Komentarz: ciemna noc. Kto tam?",
}


def typed(kind: str, language: str, choices: Sequence[str]) -> str:
    """Give a text of a kind of ``TYPED``, its lines parted by line feeds.

    ``choices`` are the cards that the question may be refuted with.
    """
    cards, nicks = deck(f"classic.{language}"), TABLES[language][2]
    case = ", ".join((cards["suspects"][1], cards["weapons"][3], cards["rooms"][3]))
    order = f"{_ORDER[language]} {nicks[2]}: {case}"
    return {
        "word": choices[1],
        "order": order,
        "number": "2",
        "two_lines": f"{order}\n{_COMMENT[language]}",
        "no": _NO[language],
        "short": f"{nicks[3]}: {case}",
    }[kind]
