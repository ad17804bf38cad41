"""The lines of a mail, each with its role: whose it is and why."""

from collections.abc import Collection
from enum import Enum, auto

from chalicelib.inbox import attribution, phrases
from chalicelib.inbox.fields import Fields

BELOW = "\ue0f0"
"""A line of its own that stands where HTML says: from here on it is the mail answered."""
SIGNED = "\ue0f1"
"""At the start of a line that HTML says is a signature."""

_GAP = 4
_DEEP = 10


class Role(Enum):
    """What a line is."""

    OWN = auto()
    QUOTE = auto()
    ATTRIBUTION = auto()
    DOUBTFUL = auto()
    """Read as an attribution, but a person might write so."""
    COPY = auto()
    CUT = auto()
    SIGNATURE = auto()
    FOOTER = auto()


UNSIGNED = frozenset({Role.COPY, Role.CUT, Role.DOUBTFUL, Role.SIGNATURE, Role.FOOTER})
"""Without a sign of quotation: had the player written there, it would be lost with them."""


class Page:
    """Lines with their roles. Blank lines are nobody's and stay OWN."""

    def __init__(self, lines: list[str], ours: Collection[str]) -> None:
        """Give *lines* the roles that they show themselves; *ours* are the game's addresses."""
        self.lines = ["" if line == BELOW else line.removeprefix(SIGNED) for line in lines]
        self.divider = lines.index(BELOW) if BELOW in lines else None
        self.ours = ours
        self._signs: dict[int, frozenset[str]] = {}
        self.fields = Fields(self.lines, ours)
        self.roles = [_first_role(line) for line in lines]

    def signs(self, at: int) -> frozenset[str]:
        """The signs of an attribution in the line at *at*, looked for once."""
        if at not in self._signs:
            self._signs[at] = attribution.signs(self.lines[at], self.ours)
        return self._signs[at]

    def those(self, *roles: Role) -> list[str]:
        """The lines of these roles, in order."""
        return [line for line, r in zip(self.lines, self.roles, strict=True) if r in roles]

    def written(self, at: int) -> bool:
        """Whether the line at *at* is not blank."""
        return bool(self.lines[at].strip())

    def is_own(self, at: int) -> bool:
        """Whether the line at *at* is the player's, as far as is known, and not blank."""
        return self.roles[at] == Role.OWN and self.written(at)

    def own(self) -> list[int]:
        """The places of all lines that are the player's, as far as is known."""
        return [at for at in range(len(self.lines)) if self.is_own(at)]

    def below(self, at: int) -> int | None:
        """The next line that is not blank, if it is near."""
        near = range(at + 1, min(at + 1 + _GAP, len(self.lines)))
        return next((i for i in near if self.written(i)), None)

    def above(self, at: int) -> int | None:
        """The last line before that is not blank, if it is near."""
        near = range(at - 1, max(at - 1 - _GAP, -1), -1)
        return next((i for i in near if self.written(i)), None)

    def assign(self, role: Role, start: int, end: int) -> None:
        """Give a role to all own lines from *start* to before *end*."""
        for at in range(start, end):
            if self.is_own(at):
                self.roles[at] = role

    def cut(self, start: int) -> None:
        """Everything from *start* on was not written now, with or without a sign."""
        self.assign(Role.CUT, start, len(self.lines))


def depth(line: str) -> int:
    """How often a line is quoted, ten at most."""
    return _unsigned(line)[0]


def unquoted(line: str) -> str:
    """A quoted line without its signs."""
    return _unsigned(line)[1]


def _unsigned(line: str) -> tuple[int, str]:
    for level in range(_DEEP):
        sign = phrases.quotation(line)
        if not sign:
            return level, line
        line = line[len(sign) :].lstrip()
    return _DEEP, line


def _first_role(line: str) -> Role:
    if line.startswith(SIGNED):
        return Role.SIGNATURE
    quoted = phrases.quotation(line) and not phrases.arrows(line)
    return Role.QUOTE if quoted else Role.OWN
