"""The letters that wait, in the order in which they leave: for all threads of one process.

The more urgent goes first; every `FAIR`-th turn belongs to the letter that has waited longest, so
that none waits for ever. The outbox is read now and then, not for each letter: for new letters that
are urgent every second, for everything more rarely and whenever nothing is left.
"""

from collections import deque
from collections.abc import Sequence
from datetime import timedelta
from threading import Lock
from zlib import crc32

import msgspec

from chalicelib.deliver import pace
from chalicelib.letters_readers import DIGEST, PROMPT
from chalicelib.site import Site
from chalicelib.store import Key

MOST_WAITING = 10_000
"""How many letters that wait are put in order."""
FAIR = 8
OLDEST = 200
"""How many of those that have waited longest are looked up at once."""
AGAIN, WHOLE = timedelta(seconds=1), timedelta(seconds=10)
"""How often new urgent letters are looked for, and how often everything is read."""


class Share(msgspec.Struct, frozen=True):
    """Which of the letters a process sends: part ``number`` (from 0) ``of`` so many.

    All letters of a game are in one, so that they are seen beside each other.
    """

    number: int = 0
    of: int = 1

    def has(self, key: Key) -> bool:
        """Whether a letter is in it."""
        return crc32(key[0].encode()) % self.of == self.number


ALL = Share()


class Line:
    """Gives each waiting letter to one thread."""

    def __init__(self, site: Site, share: Share = ALL) -> None:
        """Read what waits; ``site.mail_rate`` says whether turns are given away at all."""
        self._site, self._share = site, share
        self._lock, self._looking = Lock(), Lock()
        self._ranks: tuple[deque[Key], ...] = ()
        self._oldest: deque[Key] = deque()
        self._games: dict[str, set[Key]] = {}
        self._taken: set[Key] = set()
        self._taken_before: set[Key] = set()
        self._turn = pace.present(site).taken
        self._count, self._stopped = 0, False
        self._looked = self._whole = pace.LONG_AGO
        self._read_all()

    def __len__(self) -> int:
        """Say how many letters wait, as far as has been read."""
        return self._count

    def beside(self, pk: str) -> Sequence[Key]:
        """Give the letters of a game that wait."""
        with self._lock:
            return tuple(self._games.get(pk, ()))

    def next(self) -> Key | None:
        """Take the letter whose turn it is; None if none waits.

        Only one thread reads the outbox, and the others go on meanwhile.
        """
        if self._is_stale() and self._looking.acquire(blocking=not self._count):
            try:
                if self._is_stale():
                    self._look()
            finally:
                self._looking.release()
        with self._lock:
            return None if self._stopped else self._pop()

    def stop(self, key: Key) -> None:
        """Give a letter back that could not leave, and let nobody take any more."""
        with self._lock:
            self._stopped = True
            self._taken.discard(key)
            self._note(key)

    def _is_stale(self) -> bool:
        if self._stopped:
            return False
        return self._site.now() - self._looked >= AGAIN if self._count else self._found

    def _look(self) -> None:
        """Read what is new among the urgent, or everything."""
        now = self._site.now()
        if not self._count or now - self._whole >= WHOLE:
            self._read_all()
            return
        fresh = [self._due(rank, OLDEST) for rank in range(PROMPT + 1)]
        with self._lock:
            for rank, keys in enumerate(fresh):
                self._ranks[rank].extend(filter(self._note, keys))
            self._looked = now

    def _read_all(self) -> None:
        """Read what waits, rank by rank, and what has waited longest."""
        now, room = self._site.now(), MOST_WAITING
        ranks = []
        for rank in range(DIGEST + 1):
            ranks.append(self._due(rank, room) if room else ())
            room = max(0, room - len(ranks[-1]))
        some = self._site.mail_rate and any(ranks)
        oldest = self._due(None, OLDEST) if some else ()
        with self._lock:
            self._taken, self._taken_before = set(), self._taken
            self._games, self._count = {}, 0
            self._ranks = tuple(deque(filter(self._note, keys)) for keys in ranks)
            self._oldest = deque(oldest)
            self._looked = self._whole = now
            self._found = self._count > 0

    def _due(self, rank: int | None, limit: int) -> Sequence[Key]:
        keys = self._site.store.due(self._site.now(), limit, prefix="OUT#", rank=rank)
        return [key for key in keys if self._share.has(key)]

    def _note(self, key: Key) -> bool:
        """Note that a letter waits; false if it is known, or somebody is at it."""
        mine = self._games.setdefault(key[0], set())
        if key in mine or key in self._taken or key in self._taken_before:
            return False
        mine.add(key)
        self._count += 1
        return True

    def _pop(self) -> Key | None:
        """Take the oldest letter in its turn, else the most urgent."""
        fair = bool(self._site.mail_rate) and (self._turn + 1) % FAIR == 0
        for keys in (self._oldest, *self._ranks) if fair else self._ranks:
            while keys:
                key = keys.popleft()
                mine = self._games.get(key[0], set())
                if key in mine:
                    mine.remove(key)
                    self._taken.add(key)
                    self._count -= 1
                    self._turn += 1
                    return key
        return None
