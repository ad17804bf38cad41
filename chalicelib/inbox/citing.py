"""Where quotations begin: attribution lines, copied header blocks, our own marker."""

from chalicelib.inbox import attribution, fields, phrases
from chalicelib.inbox.attribution import Below
from chalicelib.inbox.bars import barred, claim_marked
from chalicelib.inbox.page import Page, Role

MAX_WRAPPED = 4
_ABSORBED = 8
_FULL = 60


def marker(page: Page) -> None:
    """Cut at our "reply above this line", or where HTML shows that the mail answered begins.

    Inside signs of quotation these already say enough.
    """
    marked = (at for at in page.own() if phrases.MARK in page.lines[at])
    at = next((at for at in marked if not _indented(page, at)), page.divider)
    if at is not None and at != page.divider and claim_marked(page, at):
        at = page.divider
    if at is not None:
        page.cut(at if page.divider is None else min(at, page.divider))


def attributions(page: Page) -> None:
    """Find the lines that name who wrote what follows, and claim what has no sign there.

    From below, so that the last line of a wrapped attribution meets its quotation first.
    """
    for at in reversed(page.own()):
        below = _below_fields(page, at)
        quoted = below is not None and _reads_as_quote(page, below)
        start = _attribution(page, at, Below.QUOTE if quoted else Below.TEXT)
        if start is not None:
            page.assign(Role.DOUBTFUL, start, _certain_from(page, start, at))
            page.assign(
                Role.ATTRIBUTION, _absorbed(page, start), below if quoted and below else at + 1
            )
            _quote_below(page, at, below if quoted else None)


def _certain_from(page: Page, start: int, at: int) -> int:
    """From which line on the attribution from *start* to *at* can be no sentence of a player's."""
    if not attribution.certain(_signs(page, start, at)):
        return at + 1
    below = _signs(page, start + 1, at) if start < at else frozenset()
    whole = "date" in below and below & {"angle", "colon", "framed"}
    return start + 1 if whole and page.signs(start) >= {"date", "prose"} else start


def _signs(page: Page, start: int, at: int) -> frozenset[str]:
    """The signs of an attribution that is wrapped over the lines from *start* to *at*."""
    text = " ".join(line.strip() for line in page.lines[start : at + 1])
    return attribution.signs(text, page.ours)


def _below_fields(page: Page, at: int) -> int | None:
    """The next line below *at*; a copied header block above a signed quotation is passed over."""
    below = page.below(at)
    end = page.fields.block_end(below) if below is not None and page.is_own(below) else None
    after = page.below(end - 1) if end else None
    return after if after is not None and page.roles[after] == Role.QUOTE else below


def raw_mail(page: Page) -> None:
    """Claim mail that is quoted as it was sent, and our marker in a text that is set in."""
    for at in page.own():
        line = page.lines[at]
        if not page.is_own(at) or not (phrases.mime(line) or phrases.MARK in line):
            continue
        if _indented(page, at):
            start = at
            while start and (_indented(page, start - 1) or not page.written(start - 1)):
                start -= 1
            page.assign(Role.QUOTE, start, _indentation_end(page, at))
        elif phrases.mime(line):
            above = page.above(at)
            ruled = above is not None and page.lines[above].startswith("--")
            page.cut(above if ruled and above is not None else at)


def own_names(page: Page) -> None:
    """A line with our address is never the player's; if it looks like a header, it begins one."""
    for at in page.own():
        line = page.lines[at].lower()
        if page.is_own(at) and attribution.is_ours(line, page.ours):
            page.roles[at] = Role.ATTRIBUTION
            below = page.below(at)
            if below is not None and attribution.dates(page.lines[below]):
                page.cut(below)
            above = at - 1
            if above >= 0 and page.is_own(above) and attribution.begins(page.lines[above]):
                page.roles[above] = Role.ATTRIBUTION


def headers(page: Page) -> None:
    """Cut at a copied header block or at the line that announces another mail."""
    for at in page.own():
        if not page.is_own(at):
            continue
        end = _announced(page, at)
        if end is None:
            continue
        start = _absorbed(page, at)
        if _signed_below(page, end - 1):
            page.assign(Role.ATTRIBUTION, start, end)
        else:
            page.cut(start)


def _reads_as_quote(page: Page, at: int) -> bool:
    deep = page.lines[at].startswith("    ") and page.lines[at].strip() != page.lines[at]
    if page.roles[at] in (Role.ATTRIBUTION, Role.DOUBTFUL):
        return False
    return not page.is_own(at) or _tabbed(page, at) or deep or barred(page, at) > 0


def _attribution(page: Page, at: int, below: Below) -> int | None:
    """The first line of the attribution that ends at *at*, None if none does."""
    if not page.is_own(at):
        return None
    text = ""
    found: frozenset[str] = frozenset()
    for start in range(at, max(at - MAX_WRAPPED, -1), -1):
        if fields.field(page.lines[start]) or (start < at and not _goes_on(page, start, found)):
            return None
        text = f"{page.lines[start].strip()} {text}".strip()
        found = page.signs(at) if start == at else attribution.signs(text, page.ours)
        if start == at and not (found & {"closed", "ours"} or text.endswith("--")):
            return None
        if attribution.attributes(found, below):
            return _first(page, start, found)
        if found >= {"date", "address"}:
            return None
    return None


def _first(page: Page, start: int, found: frozenset[str]) -> int:
    """The first line of a wrapped attribution of which the part from *start* on is known."""
    for above in range(start - 1, max(start - MAX_WRAPPED, -1), -1):
        if not page.is_own(above):
            break
        if _goes_on(page, above, found):
            start = above
            found |= page.signs(above)
    above = start - 1
    return above if above >= 0 and page.is_own(above) and _cut_off(page, above) else start


def _cut_off(page: Page, at: int) -> bool:
    """Whether the line at *at* is full and ends where an address had no more room."""
    line = page.lines[at].rstrip()
    address = page.lines[at + 1].strip().split(" ")[0]
    full = len(line) + len(address) >= _FULL and not line.endswith((".", "!", "?"))
    return full and address.startswith(("<", "(", "["))


def _goes_on(page: Page, above: int, found: frozenset[str]) -> bool:
    signs = page.signs(above)
    return page.is_own(above) and attribution.continues(signs, found)


def _absorbed(page: Page, start: int) -> int:
    """Where a citation begins that has rules, fields or an announcement above its *start*."""
    for _ in range(_ABSORBED):
        above = page.above(start)
        if above is None or not page.is_own(above):
            break
        if not _leads(page, above, start):
            break
        start = above
    return start


def _leads(page: Page, at: int, start: int) -> bool:
    """Whether the line at *at* belongs to the citation that begins below it, at *start*."""
    line = page.lines[at]
    listed = fields.field(line) and at and page.fields.repeats(at - 1)
    greeting = phrases.greeting(line) and phrases.addressed(page.lines[start])
    rest = phrases.rule(line) or phrases.original(line) or page.fields.repeats(at)
    return bool(rest or listed or greeting)


def _quote_below(page: Page, at: int, below: int | None) -> None:
    """Claim the quotation under an attribution where it has no sign of its own."""
    if below is None:
        page.cut(at + 1)
    elif page.is_own(below):
        lines = barred(page, below)
        end = below + lines if lines else _indentation_end(page, below)
        page.assign(Role.QUOTE, below, end)


def _indentation_end(page: Page, start: int) -> int:
    end = start
    while end < len(page.lines) and (_indented(page, end) or not page.written(end)):
        end += 1
    return end


def _tabbed(page: Page, at: int) -> bool:
    return page.lines[at].startswith("\t")


def _indented(page: Page, at: int) -> bool:
    return page.lines[at].startswith(("\t", "  "))


def _signed_below(page: Page, at: int) -> bool:
    """Whether the next thing below *at* is a quotation with signs, which ends by itself."""
    below = page.below(at)
    while below is not None and page.roles[below] == Role.ATTRIBUTION:
        below = page.below(below)
    return below is not None and page.roles[below] == Role.QUOTE


def _announced(page: Page, at: int) -> int | None:
    """The line after the announcement that begins at *at*, None if none does."""
    line = page.lines[at]
    below = page.below(at)
    block = page.fields.block_end(below) if below is not None else None
    if phrases.original(line):
        return block or at + 1
    if phrases.rule(line) or phrases.ruled(line):
        return block
    return page.fields.block_end(at)
