"""The commands about two installations: ``migrate`` and ``compare``."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from chalicelib.store.sqlite import SqliteStore
from infra.local import taking
from infra.operate import moving, place
from infra.operate.commands import FINE, NOT_RIGHT, need_yes
from infra.operate.comparing import Compared, compared
from infra.operate.output import Printer
from infra.operate.place import Place

MOST = 20
"""How many differences people are told; programs get all."""


def migrate(given: Namespace) -> int:
    """``migrate``: the folders are taken, so that nobody plays in them meanwhile."""
    with _both(given, taken=True) as (source, target):
        need_yes(given, f"Everything in {source.name} is copied to {target.name}.")
        out = Printer(target.now(), as_json=given.json)
        found = moving.migrate(source, target, out.say)
    status = _told(out, found)
    if status == FINE:
        out.say(f"{target.name} holds everything that {source.name} holds")
    return status


def compare(given: Namespace) -> int:
    """``compare``."""
    with _both(given, taken=False) as (one, other):
        out = Printer(one.now(), as_json=given.json)
        return _told(out, compared(one.store, other.store, one.now()))


@contextmanager
def _both(given: Namespace, *, taken: bool) -> Iterator[tuple[Place, Place]]:
    """Open source and target; a target folder is made if that is what it is for."""
    with ExitStack() as stack:
        if given.source:
            place.need_games(given.source)
        if taken and given.target and not given.target.exists():
            given.target.mkdir(0o700, parents=True)  # hands and addresses will lie in it
        for path in filter(None, (given.source, given.target) if taken else ()):
            stack.enter_context(taking.folder(path))
        if taken and given.target:
            _made(given.target)
        yield (
            _place(given, given.source, given.source_table),
            _place(given, given.target, given.target_table),
        )


def _made(folder: Path) -> None:
    """Make the database of a folder, if it has none."""
    SqliteStore(folder / place.DATABASE).close()


def _place(given: Namespace, folder: Path | None, table: str | None) -> Place:
    if folder:
        return place.folder(folder)
    return place.table(table or "", given.region, given.endpoint_url)


def _told(out: Printer, found: Compared) -> int:
    """Say what a comparison found."""
    logs = "the same log for every game" if found.same_logs else "not the same logs"
    lines = [f"games: {found.games}, log entries: {found.entries}; {logs}"]
    first = found.differences[:MOST]
    lines += [f"  {' '.join(filter(None, (one.kind, one.game)))}: {one.what}" for one in first]
    if len(found.differences) > MOST:
        lines.append(f"  and {len(found.differences) - MOST} more partitions differ")
    if not found.differences:
        lines.append("every other row is the same, too")
    out.give(found, *lines)
    return NOT_RIGHT if found.differences else FINE
