"""How long what is due has been waiting, and how much of it there is: the pulse of the program."""

from datetime import datetime

from chalicelib import metrics
from chalicelib.site import Site
from chalicelib.store import BATCH_LIMIT, Key

KINDS = {
    "STATE": "STATE",
    "OUT": "OUT#",
    "NEWS": "NEWS#",
    "SEND": "SEND#",
    "WRITE": "WRITE#",
    "IN": "IN#",
}
"""The queues by their names in the figures, and how the sort keys of their rows begin."""
FEW = 10
"""How many of the oldest rows are looked at: some may be done with though the index has them."""


def measure(site: Site) -> None:
    """Count what is overdue now in each queue, and say how old the oldest of it is."""
    now = site.now()
    for kind, prefix in KINDS.items():
        keys = site.store.due(now, BATCH_LIMIT, prefix=prefix)
        metrics.level("Waiting", len(keys), of=kind)
        metrics.level("OldestDue", _age(site, keys[:FEW], now), of=kind)


def _age(site: Site, keys: tuple[Key, ...], now: datetime) -> float:
    """Give the seconds since the oldest of these rows fell due."""
    rows = site.store.read(*keys, now=now) if keys else ()
    overdue = [now - row.due for row in rows if row and row.due and row.due <= now]
    return max((one.total_seconds() for one in overdue), default=0.0)
