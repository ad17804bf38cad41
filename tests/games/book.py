"""A recorded game as a file for people: the table, the log, and what each reader received."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from chalicelib.game import ORGANISER
from tests.games.lines import clock, log
from tests.games.post import ELSEWHERE, Post, own, post, shared
from tests.games.scripts import Script
from tests.letters.games import HOST, Record

INDENT = " " * 4


def written(script: Script) -> str:
    """Play a game and write it down."""
    game = script.record()
    sent = list(post(game))
    common = shared(game, sent)
    lines = [*_head(script, game), *_heading("The log"), *log(game)]
    lines += [*_heading("To everybody"), *_circulars(game, common)]
    accounts = sorted({one.account for one in sent} - {HOST.account})
    for account in (*accounts, HOST.account):
        lines += _received(game, [one for one in sent if one.account == account], common)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _heading(text: str) -> tuple[str, ...]:
    return ("", f"==== {text} ".ljust(72, "="), "")


def _head(script: Script, game: Record) -> Iterator[str]:
    """Say what is played, by which rules, with which cards, and how it ends."""
    setting, end = game.state.setting, game.state.result
    rules = [f"{name} {value}" for name, value in script.options.items()]
    yield script.about
    yield ""
    yield f"Rules: {', '.join([script.ruleset, script.preset, *rules])}"
    yield f"Game:  {setting.title} ({setting.language}, {setting.zone})"
    yield f"Ends:  {end.outcome}{_won(game)}: {script.ways.way(game)}"
    yield f"Case:  {', '.join(end.case.cards)}"
    for seat in game.state.seats:
        yield f"{seat.id}:    {seat.nick} / {seat.role}: {', '.join(seat.hand)}"


def _won(game: Record) -> str:
    winner: Any = next((s for s in game.state.seats if s.id == game.state.result.winner), None)
    return f", {winner.nick} wins" if winner else ""


def _circulars(game: Record, common: dict[int, tuple[str, ...]]) -> Iterator[str]:
    """Write what everybody was told alike."""
    for seq, paragraphs in common.items():
        yield from _letter(game, seq, paragraphs)


def _received(game: Record, sent: list[Post], common: dict[int, tuple[str, ...]]) -> Iterator[str]:
    """Write what one person received, under every name that they had."""
    names = dict.fromkeys(one.name for one in sent if one.name)
    yield from _heading(", ".join(names) or ORGANISER)
    if not sent:
        yield "nothing"
    for alike, group in groupby(sent, key=lambda one: own(one, common.get(one.seq, ()))):
        numbers = [one.seq for one in group]
        if alike == (ELSEWHERE,):
            yield f"{_numbers(numbers)} as to everybody"
        else:
            for seq in numbers:
                yield from _letter(game, seq, alike)


def _numbers(numbers: list[int]) -> str:
    return " ".join(f"[{number}]" for number in numbers)


def _letter(game: Record, seq: int, paragraphs: tuple[str, ...]) -> Iterator[str]:
    """Write a letter under the number of the entry that it is about."""
    entry, state = game.log[seq - 1]
    yield f"[{seq}] {clock(entry.at, state)}"
    for paragraph in paragraphs:
        yield from (f"{INDENT}{line}" for line in paragraph.split("\n"))
