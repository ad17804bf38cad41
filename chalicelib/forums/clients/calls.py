"""One request to a forum, and what its answer means for us."""

from collections.abc import Callable
from typing import Any

import msgspec

from chalicelib.outward import Reply, Request, Unreached
from chalicelib.outward.waiting import retry_after
from chalicelib.site import Site

CAP = 1_000_000
"""Bytes of an answer that are read: a page of a thread fits."""
NEVER_LEFT = frozenset({"blocked_url", "blocked_address", "dns", "tls"})
"""Ways of not reaching a forum in which it has surely got nothing."""
FOR_GOOD = frozenset({400, 403, 404, 405, 410, 413, 422, 501})
"""Answers that will not be others the next time, as far as it is about this one request."""
TOO_MANY, UNAVAILABLE, FIRST_OF_SERVER = 429, 503, 500

_read = msgspec.json.Decoder().decode


TooFast = Callable[[Reply], float | None]
"""Gives the seconds to wait where an answer says that posts come too fast."""


def _said_by_status(_: Reply) -> None:
    """Know of no other way to say so than the status."""


class Posted(msgspec.Struct, frozen=True):
    """What the forum calls what it has taken: its id, and its number in the thread if any."""

    post: str = ""
    number: str = ""


class Failed(Exception):  # noqa: N818 -- it is an answer
    """It did not work. ``why`` is a class of trouble, never the forum's own words.

    ``sure``: nothing was written. ``for_good``: this very request will never be taken. ``wait``
    are the seconds for which the forum asks us to wait.
    """

    def __init__(
        self, why: str, *, sure: bool, for_good: bool = False, wait: float | None = None
    ) -> None:
        """Keep what is known."""
        super().__init__(why)
        self.why, self.sure, self.for_good, self.wait = why, sure, for_good, wait


def fetched(site: Site, request: Request, too_fast: TooFast = _said_by_status) -> Any:
    """Send a request and give the JSON of its answer; raises ``Failed`` unless all went well.

    ``too_fast`` knows how this kind of forum says that we are to wait.
    """
    reply = sent(site, request)
    if not 200 <= reply.status < 300:  # noqa: PLR2004 -- success
        raise refused(site, reply, too_fast(reply))
    try:
        return _read(reply.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Failed("answer", sure=False) from error


def request(method: str, url: str, headers: dict[str, str], body: Any = None) -> Request:
    """Give a request that wants JSON back, and brings some if there is a body."""
    told, content = headers | {"Accept": "application/json"}, b""
    if body is not None:
        told, content = told | {"Content-Type": "application/json"}, msgspec.json.encode(body)
    return Request(method, url, told, content)


def sent(site: Site, request: Request) -> Reply:
    """Send a request; raises ``Failed`` if the forum is not reached."""
    try:
        return site.web.send(request, cap=CAP)
    except Unreached as error:
        raise Failed(error.kind, sure=error.kind in NEVER_LEFT) from error


def refused(site: Site, reply: Reply, wait: float | None = None) -> Failed:
    """Say what an answer means that is no success; ``wait``: it says by itself how long to wait."""
    if wait is not None:
        return Failed("too fast", sure=True, wait=wait)
    asked = retry_after(reply.headers, site.now())
    late = reply.status in (TOO_MANY, UNAVAILABLE)
    return Failed(
        f"http {reply.status}",
        sure=reply.status < FIRST_OF_SERVER,
        for_good=reply.status in FOR_GOOD,
        wait=asked if late else None,
    )


def number(found: Any, *path: str) -> str:
    """Give a number or a name deep in an answer as text, or "" where there is none."""
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    return str(found) if isinstance(found, int | str) and not isinstance(found, bool) else ""


def rows(found: Any, *path: str) -> list[dict[str, Any]]:
    """Give the objects of a list deep in an answer."""
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []
