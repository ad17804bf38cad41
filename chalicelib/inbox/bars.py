"""Quotations whose lines begin with another sign than ``>``: a bar, a colon, a brace.

Such a sign says nothing alone. It counts below an attribution, and where our own marker
stands behind it: then all lines that begin so are quoted, and what stands below is not.
"""

import re

from chalicelib.inbox import phrases
from chalicelib.inbox.page import Page, Role

_FEWEST = 2
_FEWEST_MARKED = 3
_FULL = 60
_SIGN = re.compile(r"(?![*_\"'«„“]{1,9}$)(?:[^\w\s]{1,3}|[^\W\d_]{1,4}[>|:\]])")


def barred(page: Page, at: int) -> int:
    """How many lines from *at* on begin with one and the same unusual sign, blank ones between."""
    bar = phrases.bar(page.lines[at])
    if not bar:
        return 0
    end, count = at, 0
    for i in range(at, len(page.lines)):
        if page.written(i):
            if phrases.bar(page.lines[i]) != bar:
                break
            end, count = i + 1, count + 1
    return end - at if count >= _FEWEST else 0


def claim_marked(page: Page, at: int) -> bool:
    """Claim the quotation whose sign stands before our marker at *at*; False where none does."""
    sign = page.lines[at].partition(phrases.MARK)[0].strip()
    if not _SIGN.fullmatch(sign):
        return False
    signed = [page.lines[i].lstrip().startswith(sign) for i in range(len(page.lines))]
    if sum(signed[at:]) < _FEWEST_MARKED:
        return False
    start = at
    while start and signed[start - 1]:
        start -= 1
    last = max(i for i in range(at, len(signed)) if signed[i])
    for i in range(start, len(signed)):
        if signed[i]:
            page.assign(Role.QUOTE, i, i + 1)
        elif page.written(i) and _broken(page, i, signed, last):
            page.assign(Role.CUT, i, i + 1)
    return True


def _broken(page: Page, at: int, signed: list[bool], last: int) -> bool:
    """Whether the line at *at* is the end of a quoted line that was too long."""
    if page.written(at - 1) and page.roles[at - 1] == Role.CUT:
        return at < last
    if not signed[at - 1]:
        return False
    return len(page.lines[at - 1]) >= _FULL
