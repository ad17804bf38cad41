"""Whom a heading names in a thread: nicks as boards make people write them (F13).

A board may not take a nick as it is: its mentions begin with «@», know no blanks, and nobody types
brackets, emoji or underscores by hand. So a name is sought as it is first, then by its words alone.
"""

import re
from collections import defaultdict
from functools import lru_cache

from chalicelib.read import addressee
from chalicelib.read.lexicon import Lexicon, bounded, lexicon
from chalicelib.read.scene import Scene
from chalicelib.read.words import FOR
from chalicelib.text import plain

_SIGN = re.compile(r"[\W_]")
_WORDS = re.compile(r"[^\W_]+")
_GAP = re.compile(r"[\s:—–_-]{1,6}")
_LEAD = re.compile(r"[\s:@«\"'“„(\[*_]{0,8}")
_TO_ROLE = re.compile(r"[\s*_»\"'”)\]]{0,6}[/|\\(—–-][\s*_«\"'“„(\[]{0,6}")
_ARTICLE = re.compile(r"(?:the|роль|role|rola|игрока|gracza|player) ")
_AND = re.compile(rf"[\s_]{{0,3}}(?:,|&|\+|(?<=\s)(?:и|and|i|oraz)(?=\s))\s{{0,3}}(?:(?:{FOR})\s)?")


Bare = tuple[Lexicon, dict[str, set[str]]]
"""Names by their words, with the seats that have them."""


def seats_at(scene: Scene, form: str, start: int) -> tuple[set[str], int] | None:
    """Give the seats that are named at a place, perhaps behind a «для», and where that ends.

    Several are those that a name fits, or all that are listed («для Анны и Бориса»).
    """
    behind = addressee.begin(form, start)
    if behind is None:
        behind = addressee.begin_loosely(scene, form, start)
    if behind is None:
        gap = _GAP.match(form, start)
        behind = gap.end() if gap else start
    found = _named(scene, form, behind)
    return found and (found[0] | _besides(scene, form, found), found[1])


def _named(scene: Scene, form: str, behind: int) -> tuple[set[str], int] | None:
    """Give the seats of the name at a place: as it is written, or by its words."""
    found = addressee.find(scene, form, behind)
    if not found and (mark := _LEAD.match(form, behind)) and "@" in mark[0]:
        found = addressee.find(scene, form, mark.end())
    return found or _by_words(scene, form, behind)


def _besides(scene: Scene, form: str, found: tuple[set[str], int]) -> set[str]:
    """Give the seats that are listed behind the first; what may be a card is none of them."""
    more = _AND.match(form, found[1])
    if not more or not (other := _named(scene, form, more.end())):
        return set()
    card = any(s.card for s in scene.spans(form[more.end() : other[1]]))
    return set() if card and "," in more[0] else other[0]


def _by_words(scene: Scene, form: str, behind: int) -> tuple[set[str], int] | None:
    """Give the seats of which the words of a name stand at a place, in any case."""
    nicks, roles = _bare(tuple((s.id, s.nick, s.role) for s in scene.state.seats))
    flat = _SIGN.sub(" ", form)
    start = _skip(flat, behind)
    for names, other in ((nicks, roles), (roles, None)):
        seats, end = _longest(form, names, flat, start)
        if not seats and (article := _ARTICLE.match(flat, start)):
            seats, end = _longest(form, names, flat, article.end())
        if not seats:
            continue
        if other and (between := _TO_ROLE.match(form, end)):
            at_role = _skip(flat, between.end())
            article = _ARTICLE.match(flat, at_role)
            same, last = _longest(form, other, flat, article.end() if article else at_role)
            if seats & same:
                return seats & same, last
        rest = addressee.behind_name(scene, form, end)
        return (seats, rest) if rest is not None else None
    return None


def _skip(flat: str, start: int) -> int:
    """Give where the next word begins."""
    found = _WORDS.search(flat, start)
    return found.start() if found and found.start() - start <= 8 else len(flat)  # noqa: PLR2004


def _longest(form: str, names: Bare, flat: str, start: int) -> tuple[set[str], int]:
    """Give the seats of the longest name at a place, and where it ends."""
    words, seats_of = names
    standing = (one for one in words.at(flat, start) if bounded(form[start:], 0, one.end - start))
    found = sorted(standing, key=lambda one: (one.end, one.exact))
    if not found:
        return set(), start
    best = [one for one in found if (one.end, one.exact) == (found[-1].end, found[-1].exact)]
    return set().union(*(seats_of[one.name] for one in best)), found[-1].end


@lru_cache(maxsize=64)
def _bare(seats: tuple[tuple[str, str, str], ...]) -> tuple[Bare, Bare]:
    """Give the nicks, and the roles, by their words: parted by blanks, and joined."""
    found = []
    for place in (1, 2):
        names: dict[str, set[str]] = defaultdict(set)
        for seat in seats:
            words = _WORDS.findall(plain(seat[place]))
            for name in {" ".join(words), "".join(words)} - {""}:
                names[name].add(seat[0])
        found.append((lexicon(tuple(names)), dict(names)))
    return found[0], found[1]
