"""What the player wrote, what was quoted: every line gets a role, then the roles are sorted out.

Answers between quotations and below them are kept. Nothing is decided by the position of a
line alone, except below our own marker and below a copied header block, where clients quote
without any sign.
"""

from collections.abc import Collection, Sequence
from enum import Enum, auto

import msgspec

from chalicelib.inbox import attribution, phrases
from chalicelib.inbox.plain import joined


class Role(Enum):
    """What a line is."""

    OWN = auto()
    QUOTE = auto()
    ATTRIBUTION = auto()
    CUT = auto()
    SIGNATURE = auto()
    FOOTER = auto()


# Lines that carry no quotation sign: had the player written there, it would be lost with them.
_UNSIGNED = frozenset({Role.CUT, Role.SIGNATURE, Role.FOOTER})
_HEADER_WINDOW = 12
_HEADER_KINDS = 3
_GAP = 3
_WRAPPED = 2


class Trimmed(msgspec.Struct, frozen=True):
    """The two halves of a mail, and whether the first is blank only because of the cutting."""

    own: str
    quoted: str
    dropped: bool


def trim(lines: Sequence[str], ours: Collection[str] = ()) -> Trimmed:
    """Split *lines*; *ours* are the game's addresses, lower case: never in a player's own line."""
    page = _Page(list(lines), ours)
    for step in (_marker, _attributions, _headers, _signatures, _footers):
        step(page)
    own = joined(page.those(Role.OWN))
    rest = [line for line, role in zip(page.lines, page.roles, strict=True) if role != Role.OWN]
    dropped = not own and any(role in _UNSIGNED for role in page.roles)
    return Trimmed(own, joined([_unquoted(line) for line in rest]), dropped)


class _Page:
    """Lines with their roles. Blank lines are nobody's and stay OWN."""

    def __init__(self, lines: list[str], ours: Collection[str]) -> None:
        self.lines = lines
        self.ours = ours
        self.roles = [Role.QUOTE if phrases.quotation(line) else Role.OWN for line in lines]

    def those(self, role: Role) -> list[str]:
        return [line for line, r in zip(self.lines, self.roles, strict=True) if r == role]

    def is_own(self, at: int) -> bool:
        return self.roles[at] == Role.OWN and bool(self.lines[at].strip())

    def own(self) -> list[int]:
        return [at for at in range(len(self.lines)) if self.is_own(at)]

    def below(self, at: int) -> int | None:
        """The next line that is not blank, if it is near."""
        near = range(at + 1, min(at + 1 + _GAP, len(self.lines)))
        return next((i for i in near if self.lines[i].strip()), None)

    def assign(self, role: Role, start: int, end: int) -> None:
        for at in range(start, end):
            if self.is_own(at):
                self.roles[at] = role

    def cut(self, start: int) -> None:
        """Everything from *start* on was not written now, with or without a sign."""
        self.assign(Role.CUT, start, len(self.lines))


def _marker(page: _Page) -> None:
    """Cut at our "reply above this line"; inside signs of quotation these already say enough."""
    marked = (at for at in page.own() if phrases.MARK in page.lines[at])
    at = next((at for at in marked if not _tabbed(page, at)), None)
    if at is not None:
        page.cut(at)


def _attributions(page: _Page) -> None:
    for at in page.own():
        below = page.below(at)
        quoted = below is not None and (not page.is_own(below) or _tabbed(page, below))
        found = attribution.signs(page.lines[at], page.ours)
        start = at
        while start and _wrapped(page, start - 1, found) and at - start < _WRAPPED:
            start -= 1
            found |= attribution.signs(page.lines[start], page.ours)
        if page.is_own(at) and attribution.attributes(found, quote_follows=quoted):
            page.assign(Role.ATTRIBUTION, start, at + 1)
            _quote_below(page, at, below if quoted else None)


def _wrapped(page: _Page, above: int, found: frozenset[str]) -> bool:
    signs = attribution.signs(page.lines[above], page.ours)
    return bool(found) and page.is_own(above) and attribution.continues(signs, found)


def _quote_below(page: _Page, at: int, below: int | None) -> None:
    """Claim the quotation under an attribution where it has no sign of its own."""
    if below is None:
        page.cut(at + 1)
    elif _tabbed(page, below):
        end = below
        while end < len(page.lines) and (_tabbed(page, end) or not page.lines[end].strip()):
            end += 1
        page.assign(Role.QUOTE, below, end)


def _tabbed(page: _Page, at: int) -> bool:
    return page.lines[at].startswith("\t")


def _headers(page: _Page) -> None:
    """Cut at a copied header block or at the line that announces another mail."""
    for at in page.own():
        if not page.is_own(at):
            continue
        end = _announced(page, at)
        if end is None:
            continue
        if _signed_below(page, end - 1):
            page.assign(Role.ATTRIBUTION, at, end)
        else:
            page.cut(at)


def _signed_below(page: _Page, at: int) -> bool:
    """Whether the next thing below *at* is a quotation with signs, which ends by itself."""
    below = page.below(at)
    while below is not None and page.roles[below] == Role.ATTRIBUTION:
        below = page.below(below)
    return below is not None and page.roles[below] == Role.QUOTE


def _announced(page: _Page, at: int) -> int | None:
    """The line after the announcement that begins at *at*, None if none does."""
    if phrases.original(page.lines[at]):
        below = page.below(at)
        return (below is not None and _block_end(page, below)) or at + 1
    if phrases.underscores(page.lines[at]):
        below = page.below(at)
        return _block_end(page, below) if below is not None else None
    return _block_end(page, at)


def _block_end(page: _Page, at: int) -> int | None:
    """The line after the header block that begins at *at*: three fields, From among them."""
    if not phrases.field(page.lines[at]):
        return None
    kinds = set()
    end = at
    for i in range(at, min(at + _HEADER_WINDOW, len(page.lines))):
        kind = phrases.field(page.lines[i])
        if kind:
            kinds.add(kind)
            end = i + 1
    return end if "from" in kinds and len(kinds) >= _HEADER_KINDS else None


def _signatures(page: _Page) -> None:
    """Drop from the separator down to the next quotation or the end."""
    inside = False
    for at, line in enumerate(page.lines):
        inside = page.roles[at] == Role.OWN and (inside or phrases.signature(line))
        if inside:
            page.assign(Role.SIGNATURE, at, at + 1)


def _footers(page: _Page) -> None:
    """Drop advertisements that end a stretch of the player's own text."""
    last = True
    for at in range(len(page.lines) - 1, -1, -1):
        if not page.lines[at].strip():
            continue
        if last and page.is_own(at) and phrases.footer(page.lines[at]):
            page.roles[at] = Role.FOOTER
        else:
            last = not page.is_own(at)


def _unquoted(line: str) -> str:
    """A quoted line without its signs."""
    for _ in range(10):
        line = line[len(phrases.quotation(line)) :].lstrip()
    return line
