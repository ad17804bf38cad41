"""What the player wrote, what was quoted: every line gets a role, then the roles are sorted out.

Answers between quotations and below them are kept. Nothing is decided by the position of a
line alone, except below our own marker and below a copied header block, where clients quote
without any sign.
"""

from collections.abc import Collection, Iterator, Sequence

import msgspec

from chalicelib.inbox import attribution, fields, footers, parent, phrases
from chalicelib.inbox.citing import attributions, headers, marker, own_names, raw_mail
from chalicelib.inbox.page import UNSIGNED, Page, Role, depth, unquoted
from chalicelib.inbox.plain import joined

RECOVERED_SHARE = 0.8
"""A stretch that repeats a letter in this part of its lines holds answers in the others."""

_LIST_LINES = 8


class Trimmed(msgspec.Struct, frozen=True):
    """The parts of a mail, and whether the first is blank only because of the cutting."""

    own: str
    quoted: str
    cut: str
    """What of the quoted part had no sign of quotation and is not known to be ours."""
    dropped: bool


def trim(
    lines: Sequence[str], ours: Collection[str] = (), parents: Collection[str] = ()
) -> Trimmed:
    """Split *lines*.

    *ours* are the game's addresses, lower case: never in a player's own line. *parents* are
    imprints of the letters that may be repeated.
    """
    page = Page(list(lines), ours)
    copies = parent.copied([unquoted(line) for line in page.lines], parents)
    marker(page)
    _copies(page, copies)
    for step in (raw_mail, attributions, headers, own_names, _signatures, _footers):
        step(page)
    answers = _answers_in_quotes(page, copies)
    _recover(page, copies)
    own = joined(page.those(Role.OWN))
    rest = [line for line, role in zip(page.lines, page.roles, strict=True) if role != Role.OWN]
    unsigned = [at for at, role in enumerate(page.roles) if role in UNSIGNED or at in answers]
    return Trimmed(
        own,
        joined([unquoted(line) for line in rest]),
        joined([unquoted(page.lines[at]) for at in unsigned if at not in copies]),
        dropped=not own and bool(unsigned),
    )


def _copies(page: Page, copies: Collection[int]) -> None:
    """Lines of our letter that came back without a sign, also orphans of broken quotations."""
    for at in copies:
        if page.is_own(at):
            page.roles[at] = Role.COPY
    for at in page.own():
        above = page.above(at)
        bare = not parent.words(page.lines[at])
        if bare and above is not None and page.roles[above] == Role.COPY:
            page.roles[at] = Role.COPY


def _answers_in_quotes(page: Page, copies: Collection[int]) -> frozenset[int]:
    """Places inside a signed quotation of our letter that hold other words than the letter.

    Somebody may have typed there; it may be older mail as well, so it is asked about, not read.
    """
    quoted = [
        at
        for at, line in enumerate(page.lines)
        if page.roles[at] == Role.QUOTE and depth(line) <= 1 and unquoted(line).strip()
    ]
    others = [at for at in quoted if at not in copies and not _of_a_program(page, at)]
    return frozenset(others) if _repeats(len(quoted), len(others)) else frozenset()


def _recover(page: Page, copies: Collection[int]) -> None:
    """Give back what stands in or below a copy without signs, if nothing else was written.

    Only down to the next citation: below it an older mail of the player's own may follow.
    """
    if page.own():
        return
    for stretch in _stretches(page):
        others = [at for at in stretch if at not in copies and not _of_a_program(page, at)]
        if _repeats(len(stretch), len(others)):
            for at in others:
                page.roles[at] = Role.OWN
            return


def _stretches(page: Page) -> Iterator[list[int]]:
    """Written lines in a row that were cut, up to where another mail is cited."""
    stretch: list[int] = []
    for at in range(len(page.lines)):
        if page.roles[at] in (Role.CUT, Role.COPY) and not _cites(page, at):
            stretch.append(at)
        elif page.written(at) and stretch:
            yield stretch
            stretch = []
    if stretch:
        yield stretch


def _cites(page: Page, at: int) -> bool:
    line = page.lines[at]
    signs = page.signs(at)
    return bool(
        phrases.original(line)
        or page.fields.block_end(at)
        or attribution.attributes(signs, attribution.Below.TEXT)
    )


def _of_a_program(page: Page, at: int) -> bool:
    """Whether a line beside copied ones is a program's rather than a person's."""
    line = unquoted(page.lines[at])
    return bool(
        phrases.rule(line)
        or phrases.MARK in line
        or fields.field(line)
        or footers.footer(line)
        or attribution.signs(line, page.ours) >= {"colon", "closed", "verb"}
        or attribution.is_ours(line.lower(), page.ours)
    )


def _repeats(lines: int, others: int) -> bool:
    return 0 < others <= lines * (1 - RECOVERED_SHARE)


def _signatures(page: Page) -> None:
    """Drop from the separator down to the next quotation or the end."""
    inside = False
    for at, line in enumerate(page.lines):
        inside = page.roles[at] == Role.OWN and (inside or phrases.signature(line))
        if inside:
            page.assign(Role.SIGNATURE, at, at + 1)


def _footers(page: Page) -> None:
    """Drop what programs and companies put around a stretch of the player's own text."""
    _notices(page)
    _lists(page)
    for at in page.own():
        above = page.above(at)
        first = above is None or not page.is_own(above)
        if footers.placeholder(page.lines[at]) or (first and footers.footer(page.lines[at])):
            page.roles[at] = Role.FOOTER
    last = True
    for at in range(len(page.lines) - 1, -1, -1):
        if not page.written(at):
            continue
        own = page.is_own(at)
        if last and own and footers.footer(page.lines[at]):
            _drop_footer(page, at)
        elif not (own and last and _attached(page, at)):
            last = not own


def _lists(page: Page) -> None:
    """Drop what a mailing list puts below everything: a rule, its name and address."""
    written = [at for at in range(len(page.lines)) if page.written(at)][-_LIST_LINES:]
    rules = (at for at in reversed(written) if phrases.rule(page.lines[at]))
    start = next(rules, None)
    if start is None or not all(page.is_own(at) for at in written if at >= start):
        return
    if any(footers.of_list(page.lines[at]) for at in written if at > start):
        page.assign(Role.FOOTER, start, len(page.lines))


def _drop_footer(page: Page, at: int) -> None:
    """Drop a footer with the links below and the rule above it."""
    page.roles[at] = Role.FOOTER
    below = page.below(at)
    while below is not None and page.is_own(below):
        page.roles[below] = Role.FOOTER
        below = page.below(below)
    above = page.above(at)
    if above is not None and page.is_own(above) and phrases.rule(page.lines[above]):
        page.roles[above] = Role.FOOTER


def _attached(page: Page, at: int) -> bool:
    """Whether a line is a link that belongs to the footer above it."""
    above = page.above(at)
    return footers.link(page.lines[at]) and above is not None and footers.footer(page.lines[above])


def _notices(page: Page) -> None:
    """Drop a company's notice: from its first line to the end of its stretch."""
    at = next((at for at in page.own() if footers.disclaimer(page.lines[at])), None)
    if at is None:
        return
    start = page.above(at)
    ruled = start is not None and page.is_own(start) and phrases.rule(page.lines[start])
    page.assign(Role.FOOTER, start if ruled and start is not None else at, at + 1)
    below = page.below(at)
    while below is not None and page.is_own(below):
        page.roles[below] = Role.FOOTER
        below = page.below(below)
