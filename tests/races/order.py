"""Whether what many did at once could have been done one after the other: a check of the log.

Each command that was acknowledged stands in the log once, where its answer said; one that ended
before another began stands before it; a look at the game shows all that was acknowledged before it
and nothing that was begun after it; what was refused stands nowhere.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from chalicelib.game import CLOCK
from chalicelib.rules import Log


class Command(msgspec.Struct, frozen=True):
    """What somebody asked, and when (seconds of one clock for all): a move, or a look if no moves.

    ``seq`` is the entry that the answer named, or for a look the last one it showed; without it the
    command was refused.
    """

    account: str
    key: str
    moves: str
    began: float
    ended: float
    seq: int | None = None
    refused: str = ""


def check(log: Sequence[Log], history: Iterable[Command], seats: Mapping[str, str]) -> None:
    """Raise ``AssertionError`` unless the history fits the log; ``seats`` are those of accounts.

    The log begins with the first entry that the history is about.
    """
    commands = list(history)
    entries = {entry.seq: entry for entry in log}
    made = _claimed(entries, [one for one in commands if one.moves and one.seq], seats)
    unclaimed = [e.seq for e in log if e.by != CLOCK and e.seq not in made]
    assert not unclaimed, f"entries that nobody was told of: {unclaimed}"
    _in_order(made)
    _seen((one for one in commands if not one.moves), made)


def _claimed(
    entries: Mapping[int, Log], acknowledged: Iterable[Command], seats: Mapping[str, str]
) -> dict[int, list[Command]]:
    """The commands by their entries: those of an entry have one key, those of a key one entry."""
    made: dict[int, list[Command]] = {}
    places: dict[tuple[str, str], int] = {}
    for one in acknowledged:
        assert one.seq is not None
        assert one.seq in entries, f"entry {one.seq} was acknowledged and is not there"
        entry = entries[one.seq]
        same = entry.by == seats[one.account] and _text(entry.moves or ()) == one.moves
        assert same, f"entry {one.seq} is not what was acknowledged"
        place = places.setdefault((one.account, one.key), one.seq)
        assert place == one.seq, f"one key, two entries: {place} and {one.seq}"
        made.setdefault(one.seq, []).append(one)
    for seq, commands in made.items():
        keys = {(one.account, one.key) for one in commands}
        assert len(keys) == 1, f"entry {seq} answers two commands"
    return made


def _in_order(made: Mapping[int, Sequence[Command]]) -> None:
    """An entry may not stand behind one that was begun after its own command had ended."""
    latest = float("-inf")
    for seq in sorted(made):
        ended = min(one.ended for one in made[seq])
        assert ended >= latest, f"entry {seq} stands behind one that was begun later"
        latest = max(latest, min(one.began for one in made[seq]))


def _seen(looks: Iterable[Command], made: Mapping[int, Sequence[Command]]) -> None:
    """A look shows what was acknowledged before it, and nothing that was begun after it."""
    seqs = sorted(made)
    begun = list(accumulate((min(one.began for one in made[seq]) for seq in seqs), max))
    ended = [min(one.ended for one in made[seq]) for seq in seqs]
    acknowledged = list(accumulate(reversed(ended), min))[::-1]
    for look in looks:
        seen = look.seq or 0
        shown = bisect_right(seqs, seen)
        missed = shown < len(seqs) and acknowledged[shown] < look.began
        assert not missed, f"a look at {seen} does not show what was acknowledged before"
        early = shown > 0 and begun[shown - 1] > look.ended
        assert not early, f"a look at {seen} shows what was begun after"


def _text(moves: tuple[Any, ...]) -> str:
    return msgspec.json.encode(moves).decode()
