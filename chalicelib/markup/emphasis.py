"""Which stars and underscores of Markdown begin or end bold and italics (CommonMark's rules).

Each search for what a run ends stops where an earlier one has looked in vain: linear time.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

Kind = Literal["bold", "italic", "struck"]


class Run(msgspec.Struct):
    """Some equal signs in a row, with what stands before and behind them.

    ``left`` are those that are signs after all; ``ends`` and ``begins`` what the others do, in
    their order.
    """

    sign: str
    length: int
    before: str
    behind: str
    left: int = 0
    ends: list[Kind] = []
    begins: list[Kind] = []

    def __post_init__(self) -> None:
        """Begin with all signs left."""
        self.left = self.length

    @property
    def opens(self) -> bool:
        """Whether it may begin something."""
        return self._flanks(self.before, self.behind)

    @property
    def closes(self) -> bool:
        """Whether it may end something."""
        return self._flanks(self.behind, self.before)

    def _flanks(self, outside: str, inside: str) -> bool:
        """Whether words stand on the inner side, and none that go on on the outer one."""
        if not inside.strip() or (self.sign == "~" and self.length != 2):  # noqa: PLR2004
            return False
        parted = not outside.strip() or _is_mark(outside)
        flanking = not _is_mark(inside) or parted
        if self.sign != "_" or not flanking:
            return flanking
        return not outside.strip() or _is_mark(outside)


def _is_mark(char: str) -> bool:
    """Whether a character is punctuation or a sign."""
    return bool(char) and unicodedata.category(char)[0] in "PS"


def pair(runs: Sequence[Run]) -> None:
    """Find out what each run begins and ends."""
    open_, bottoms = [], {}  # type: list[Run], dict[tuple[str, bool, int], int]
    for run in runs:
        if run.closes:
            _close(run, open_, bottoms)
        if run.left and run.opens:
            open_.append(run)


def _close(run: Run, open_: list[Run], bottoms: dict[tuple[str, bool, int], int]) -> None:
    """Match the signs of a run with those that are open, the nearest first."""
    key = (run.sign, run.opens, run.length % 3)
    while run.left:
        bottom = min(bottoms.get(key, 0), len(open_))
        place = next((n for n in _down(len(open_), bottom) if _fits(open_[n], run)), None)
        if place is None:
            bottoms[key] = len(open_)
            return
        opener = open_[place]
        del open_[place + 1 :]
        size = 2 if min(opener.left, run.left) > 1 else 1
        kind: Kind = "struck" if run.sign == "~" else "bold" if size > 1 else "italic"
        opener.begins.insert(0, kind)
        run.ends.append(kind)
        opener.left -= size
        run.left -= size
        if not opener.left:
            open_.pop()


def _down(top: int, bottom: int) -> Iterator[int]:
    """Count down."""
    yield from range(top - 1, bottom - 1, -1)


def _fits(opener: Run, closer: Run) -> bool:
    """Whether two runs may belong together: the rule of three keeps «*a**b*» apart."""
    if opener.sign != closer.sign:
        return False
    either = opener.closes or closer.opens
    third = (opener.length + closer.length) % 3 == 0
    return not (either and third and (opener.length % 3 or closer.length % 3))
