"""What players type: answers of one word, numbers, orders, several lines; in three languages."""

from infra.corpus.letters import Table

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


def typed(kind: str, language: str, table: Table) -> str:
    """Give a text of a kind of ``TYPED``, its lines parted by line feeds."""
    cards = f"{table.cards.suspects[1]}, {table.cards.weapons[3]}, {table.cards.rooms[3]}"
    order = f"{_ORDER[language]} {table.nicks[2]}: {cards}"
    return {
        "word": table.choices[1],
        "order": order,
        "number": "2",
        "two_lines": f"{order}\n{_COMMENT[language]}",
        "no": _NO[language],
        "short": f"{table.nicks[3]}: {cards}",
    }[kind]
