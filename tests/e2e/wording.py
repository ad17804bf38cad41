"""What players write in a thread, and what they find in their mail."""

from tests.e2e.table import PLAYERS, Table

ROLE = {name: role for name, (_, role) in PLAYERS.items()}
Case = tuple[str, str, str]
NOTICE = "⚠ **Внимание, было изменено: {}**"
"""What F41 wants below a suggestion that was put right; in red, where there is red."""


def heading(to: str, number: int, start: str = "Предположение") -> str:
    """The first line of a suggestion, as F13 wants it."""
    return f"**{start}_{number} для {to} / {ROLE[to]}**"


def suggestion(to: str, number: int, case: Case) -> str:
    """A suggestion as it is posted, in Markdown."""
    suspect, weapon, room = case
    return (
        f"{heading(to, number)}\n\nНочь была тёмной, и я думаю, что убийство совершил "
        f"**{suspect}**, орудием был **{weapon}**, а случилось это здесь: **{room}**."
    )


def correction(to: str, number: int, case: Case) -> str:
    """A correction in a new post, as F42 wants it."""
    first, _, rest = suggestion(to, number, case).partition("\n")
    first = first.replace("Предположение", "Исправленное предположение")
    return f"{first}\n{rest}\n\n⚠ **Внимание, предположение_{number} недействительно**"


def mail_of(table: Table, name: str, words: str) -> str:
    """Give the newest letter of a player with some words in it."""
    return table.local.letter(PLAYERS[name][0], words).text
