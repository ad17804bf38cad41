"""``migrate``: everything of an installation into an empty one of either engine.

::

    MIGRATION  BEGUN   stands in the target until all is there and compared

What nobody acts on goes first, then the states of games, then what is due: so it is safe if the
target has begun to work. A second call after a crash writes what is missing.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from chalicelib.store import Delete, Item, Key, Put
from infra.operate import bulk
from infra.operate.comparing import OWN, Compared, compared
from infra.operate.place import Place, Wrong
from infra.operate.rows import STATE, Listable, everything, read

BEGUN: Key = ("MIGRATION", "BEGUN")
SKEW = timedelta(minutes=1)
"""By how much the clock of a folder may differ from the real one."""

Told = Callable[[str], None]


def migrate(source: Place, target: Place, told: Told = lambda _: None) -> Compared:
    """Copy every row and compare; ``told`` hears how far it has got.

    Raises ``Wrong`` if the source has a clock of its own or the target something else in it.
    """
    now = target.now()
    if abs(source.now() - now) > SKEW:
        raise Wrong("the games of this folder are played faster than the real time; they stay here")
    _claim(target.store, now)
    _copy(source.store, target.store, now, told)
    told("comparing")
    found = compared(source.store, target.store, now)
    if not found.differences:
        target.store.write(Delete(*BEGUN), now=target.now())
    return found


def _claim(target: Listable, now: datetime) -> None:
    """Refuse a target with rows of its own, unless this was begun with before."""
    (begun,) = target.read(BEGUN, now=now)
    if begun:
        return
    if any(item.key not in OWN for item in everything(target, now)):
        raise Wrong("the target is not empty; a migration goes into an empty one")
    target.write(Put(Item(*BEGUN, now.isoformat()), 0), now=now)


def _copy(source: Listable, target: Listable, now: datetime, told: Told) -> None:
    """Write what is missing in the target, in the order that is safe."""
    states: list[Key] = []
    due: list[Key] = []

    def quiet() -> Iterator[Item]:
        for item in everything(source, now):
            if item.key in OWN:
                continue
            if bulk.quiet(item):
                yield item
            else:
                (states if item.sk == STATE else due).append(item.key)

    told("copying what nobody acts on")
    _need_same(bulk.add(target, quiet(), now))
    told(f"copying the states of games: {len(states)}, and what is due")
    _need_same(bulk.add(target, read(source, states, now), now))
    _need_same(bulk.add(target, read(source, due, now), now))


def _need_same(others: list[Item]) -> None:
    if others:
        raise Wrong(
            "the target has other rows in some places: one of the two was played on since "
            "the migration was begun. Empty the target, stop both, and begin again"
        )
