"""Who received what in a recorded game: every letter, without what all letters repeat."""

from collections.abc import Iterator
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from chalicelib import letters, render, words
from chalicelib.game import ORGANISER
from chalicelib.rules import Log, State
from chalicelib.rules.table import seat_of
from tests.games.lines import played
from tests.letters.games import GAME, HOST, Record
from tests.letters.regenerate import shortened

ELSEWHERE = "(…)"
"""Stands for paragraphs that stand somewhere else, or in every game alike."""
CONSTANT = ("How to play", "Fair dealing")
"""Headings of what every game repeats."""


class Post(NamedTuple):
    """A letter: about which entry, to whom (the account, and as what), its text in paragraphs."""

    seq: int
    account: str
    reader: str
    name: str
    text: str
    paragraphs: tuple[str, ...]


def post(game: Record) -> Iterator[Post]:
    """Give every letter from the deal on, in order."""
    for entry, state in played(game):
        for letter in letters.about(GAME, state, entry):
            if isinstance(letter, letters.Told):
                text = game.page(entry, state, letter.to).text
                account, reader, name = _addressee(state, letter.to)
            else:
                text = render.farewell(state.setting.title, game.language).text
                account, reader, name = letter.account, "", ""
            yield Post(entry.seq, account, reader, name, text, _paragraphs(text, game.language))


def _addressee(state: State, reader: str) -> tuple[str, str, str]:
    """Give the account that reads, what it reads as, and its name at the table."""
    seat = seat_of(state, reader)
    if seat and seat.account:
        return seat.account, reader, f"{seat.nick} / {seat.role}"
    return HOST.account, ORGANISER, ORGANISER


def _paragraphs(text: str, language: str) -> tuple[str, ...]:
    """Take a letter apart; of what every game repeats only the headings are kept."""
    constant = {f"=== {words.translation(language).gettext(name)} ===" for name in CONSTANT}
    kept, constantly = [], False
    for paragraph in shortened(text).strip().split("\n\n"):
        if paragraph.startswith("==="):
            constantly = paragraph in constant
            kept.append(f"{paragraph} {ELSEWHERE}" if constantly else paragraph)
        elif not constantly:
            kept.append(paragraph)
    return tuple(kept)


def shared(game: Record, sent: list[Post]) -> dict[int, tuple[str, ...]]:
    """Give what everybody at the table was told alike, by log entry.

    A mark stands where each reader was told something of their own.
    """
    found: dict[int, tuple[str, ...]] = {}
    for seq, group in groupby(sent, key=lambda one: one.seq):
        seated = [one for one in group if one.reader not in {"", ORGANISER}]
        if _everybody(game.log[seq - 1], seated):
            common = set.intersection(*(set(one.paragraphs) for one in seated))
            gaps = set.intersection(*(_after_own(one.paragraphs, common) for one in seated))
            told = [p for p in seated[0].paragraphs if p in common]
            parts = ((ELSEWHERE, p) if p in gaps else (p,) for p in told)
            found |= {seq: tuple(chain.from_iterable(parts))} if told else {}
    return found


def _after_own(paragraphs: tuple[str, ...], common: set[str]) -> set[str]:
    """Give the common paragraphs that come right after one that is the reader's own."""
    return {p for own, p in pairwise(paragraphs) if own not in common and p in common}


def _everybody(logged: tuple[Log, State], seated: list[Post]) -> bool:
    """Whether letters about an entry went to all who sit at the table, and these are several."""
    _, state = logged
    return len(seated) == sum(seat.account is not None for seat in state.seats) > 1


def own(one: Post, common: tuple[str, ...]) -> tuple[str, ...]:
    """Give a letter, each run of what everybody was told shortened to a mark."""
    marked = (ELSEWHERE if p in common else p for p in one.paragraphs)
    runs = ((p, len(list(run))) for p, run in groupby(marked))
    return tuple(chain.from_iterable([p] * (1 if p == ELSEWHERE else n) for p, n in runs))
