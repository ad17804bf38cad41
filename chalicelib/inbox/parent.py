"""Known again though unsigned: the lines of our own letters in a mail that repeats them.

Of every letter we send an imprint is kept: short hashes of each four words in a row, in order.
It cannot be read back, and line breaks, bold marks, bullets and signs of quotation leave no trace
in it. A player may write the same words as we do, so single matches say nothing: only a long
stretch in the letter's own order is a copy.
"""

import re
from base64 import b64decode, b64encode
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from hashlib import blake2b

import msgspec

MAX_SHINGLES = 1000
MAX_PARENTS = 8
LEAST_WORDS = 24
"""A copy has this many words of a letter, or `LEAST_SHARE` of a short one."""
LEAST_SHARE = 0.5
LEAST_LINES = 2
FEWEST = 8

_SIZE = 3
_TOGETHER = 4
_HEAD = 700
_URL = re.compile(r"https?://[^\s<>\]]{1,2000}|<mailto:[^<>\s]{1,300}>")
_WORD = re.compile(r"[^\W_]{1,60}")


def imprint(text: str) -> str:
    """What to keep of a letter's *text*: ASCII, at most 4 KB, from which nothing can be read."""
    hashes = list(_shingles(words(text)))
    if len(hashes) > MAX_SHINGLES:
        hashes = hashes[:_HEAD] + hashes[_HEAD - MAX_SHINGLES :]
    return b64encode(b"".join(hashes)).decode("ascii")


def copied(lines: Sequence[str], parents: Collection[str]) -> frozenset[int]:
    """The places of *lines* that repeat one of the letters with these imprints.

    Signs of quotation do not matter. A malformed imprint matches nothing.
    """
    placed = [(at, word) for at, line in enumerate(lines) for word in words(line)]
    hashes = list(_shingles([word for _, word in placed])) if parents else []
    found: set[int] = set()
    for parent in list(parents)[:MAX_PARENTS]:
        found |= _repeated(_places(parent), placed, hashes)
    return frozenset(found)


class _Chain(msgspec.Struct):
    """A stretch of matches in the letter's own order."""

    place: int
    words: set[int]


def _repeated(
    places: dict[bytes, list[int]], placed: list[tuple[int, str]], hashes: list[bytes]
) -> set[int]:
    matched: set[int] = set()
    for chain in _chains(places, hashes):
        letter = sum(map(len, places.values())) + _TOGETHER - 1
        least = max(min(LEAST_WORDS, int(letter * LEAST_SHARE)), FEWEST)
        if len(chain.words) >= least and len({placed[i][0] for i in chain.words}) >= LEAST_LINES:
            matched |= chain.words
    missed = {at for i, (at, _) in enumerate(placed) if i not in matched}
    return {placed[i][0] for i in matched} - missed


def _chains(places: dict[bytes, list[int]], hashes: list[bytes]) -> Iterator[_Chain]:
    """Matches as they follow each other; where the letter begins again, another copy does."""
    chain = _Chain(-1, set())
    for i, found in enumerate(hashes):
        known = places.get(found)
        if known is None:
            continue
        later = bisect_right(known, chain.place)
        if later == len(known):
            yield chain
            chain, later = _Chain(known[0], set()), 0
        chain.place = known[later]
        chain.words.update(range(i, i + _TOGETHER))
    yield chain


def _places(parent: str) -> dict[bytes, list[int]]:
    places: dict[bytes, list[int]] = {}
    try:
        data = b64decode(parent.encode("ascii"), validate=True)
    except ValueError:
        return places
    for at in range(0, min(len(data), _SIZE * MAX_SHINGLES), _SIZE):
        places.setdefault(data[at : at + _SIZE], []).append(at)
    return places


def words(text: str) -> list[str]:
    """The words of *text*, without its links: what an imprint is made of."""
    plain = _URL.sub(" ", text).casefold().replace("ё", "е")
    return _WORD.findall(plain)


def _shingles(spoken: list[str]) -> Iterator[bytes]:
    for at in range(len(spoken) - _TOGETHER + 1):
        four = " ".join(spoken[at : at + _TOGETHER])
        yield blake2b(four.encode("utf-8", "replace"), digest_size=_SIZE).digest()
