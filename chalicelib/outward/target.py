"""What a URL that somebody gave us means, strictly, without a look at the network.

Whatever two programs may read in two ways is refused before it is taken apart.
"""

import re
from collections.abc import Collection
from typing import Literal, NamedTuple
from urllib.parse import SplitResult, quote, urlsplit

from chalicelib.game import Unreadable

LONGEST = 2048
PORTS = (443, 8443)
HERE = ("127.0.0.1", "localhost")
"""Hosts that a program on one machine may call without encryption, where that is allowed."""
NAMES = ("localhost", "localdomain", "internal", "local", "lan", "home", "corp", "arpa", "onion")
"""Last parts of names that mean nothing outside."""
PLAIN = re.compile(
    r"[^\x00-\x20\x7f-\xa0\xad\\\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+"
)
LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
LAST_LABEL = re.compile(r"[a-z]{2,63}|xn--[a-z0-9-]{1,59}")
KEPT = "/?&=+%:@!$'()*,;"
"""Characters of a path that stay as they are; all others are percent-encoded."""

Reason = Literal[
    "length", "characters", "scheme", "userinfo", "fragment", "port", "host", "inner_name", "own"
]


class Target(NamedTuple):
    """Where a request goes: the host by name, its port, and the path with the query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The host as the Host header names it."""
        usual = {"http": 80, "https": 443}[self.scheme]
        return self.host if self.port == usual else f"{self.host}:{self.port}"


class Blocked(Unreadable):
    """A URL that is not called, and why: the code is ``blocked_url``."""

    def __init__(self, reason: Reason) -> None:
        """Refuse for a reason."""
        super().__init__("blocked_url", reason=reason)
        self.reason = reason


def target(url: str, own: Collection[str] = (), *, local: bool = False) -> Target:
    """Take a URL apart; raises ``Blocked`` unless it is an https URL of a public name.

    ``own`` are our own hosts: calling them would be a circle. ``local`` allows, besides, plain
    http to this very machine.
    """
    if not 0 < len(url) <= LONGEST:
        raise Blocked("length")
    if not PLAIN.fullmatch(url):
        raise Blocked("characters")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Blocked("host") from None
    if "#" in url:
        raise Blocked("fragment")
    if "@" in parts.netloc:
        raise Blocked("userinfo")
    path = _path(parts)
    if local and parts.scheme == "http" and parts.hostname in HERE:
        return Target("http", "127.0.0.1", port or 80, path)
    if parts.scheme != "https":
        raise Blocked("scheme")
    if (443 if port is None else port) not in PORTS or parts.netloc.endswith(":"):
        raise Blocked("port")
    host = _host(parts.hostname or "")
    if any(host == ours or host.endswith(f".{ours}") for ours in own):
        raise Blocked("own")
    return Target("https", host, port or 443, path)


def _host(name: str) -> str:
    """Give a name as name servers know it; IP addresses in any notation are none."""
    try:
        host = name.encode("idna").decode().lower().removesuffix(".")
    except UnicodeError:
        raise Blocked("host") from None
    labels = host.split(".")
    if len(host) > 253 or not all(map(LABEL.fullmatch, labels)):  # noqa: PLR2004 -- RFC 1035
        raise Blocked("host")
    if labels[-1] in NAMES:
        raise Blocked("inner_name")
    if len(labels) < 2 or not LAST_LABEL.fullmatch(labels[-1]):  # noqa: PLR2004 -- one dot at least
        raise Blocked("host")
    return host


def _path(parts: SplitResult) -> str:
    """Give the path and the query, in ASCII."""
    query = f"?{parts.query}" if parts.query else ""
    return quote(f"{parts.path or '/'}{query}", safe=KEPT)
