"""What Alibi has noted for itself about a thread, read from its file while it runs."""

import json
from datetime import UTC, datetime
from typing import Any

from chalicelib.forums.binding import pk
from chalicelib.store.sqlite import SqliteStore
from infra.local.taking import DATABASE
from tests.local.conftest import Local


def _rows(local: Local, binding: str, begin: str) -> dict[str, dict[str, Any]]:
    store = SqliteStore(local.data / DATABASE)
    rows = store.query(pk(binding), begin, f"{begin}~", 1000, now=datetime.now(UTC))
    store.close()
    return {row.sk: json.loads(row.body) for row in rows}


def posts_by_entry(local: Local, binding: str) -> dict[str, int]:
    """Give our posts by their ids at the forum: of which log entry each one tells."""
    written = _rows(local, binding, "WROTE#p.").items()
    return {row["post"]: int(name.split(".")[1]) for name, row in written if "post" in row}


def failed_posts(local: Local, binding: str) -> int:
    """Count the posts that wait after an attempt that has failed."""
    return sum("trouble" in row for row in _rows(local, binding, "WRITE#p.").values())
