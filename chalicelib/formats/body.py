"""What a format is given, and what it makes: the bytes of one request and how to send them."""

from collections.abc import Mapping
from typing import Literal
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

import msgspec

from chalicelib.markup.tree import Tree

Format = Literal["standard", "bbcode", "markdown", "discord", "slack", "telegram", "matrix"]
JSON = "application/json"


class To(msgspec.Struct, frozen=True, kw_only=True):
    """Where something is told, and how.

    ``url`` is the endpoint's whole address. Language and zone are those of the game. ``title`` is
    its name, where the endpoint hears of several. ``base_url`` is this installation's, without a
    slash at its end; at ``thread_url`` everybody can read the game. ``tree`` is what the thread is
    told (``tree_of``). ``plain``: the chat could not read our formatting.
    """

    url: str = ""
    language: str = "en"
    zone: str = "UTC"
    title: str = ""
    base_url: str = ""
    thread_url: str = ""
    tree: Tree = ()
    plain: bool = False


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """One request without its address: ``path`` and ``query`` are added to the endpoint's.

    The parameters in ``without`` are taken from it: they are in the headers. Headers may hold a
    token of the receiver.
    """

    content: bytes
    content_type: str = JSON
    headers: dict[str, str] = {}
    query: dict[str, str] = {}
    method: Literal["POST", "PUT"] = "POST"
    path: str = ""
    without: tuple[str, ...] = ()


def address(url: str, body: Body) -> str:
    """Give the address of the request: the endpoint's own parameters stay."""
    if not (body.query or body.path or body.without):
        return url
    parts = urlsplit(url)
    new = {**body.query}
    kept = [
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if name not in body.without and name not in new
    ]
    path = parts.path.rstrip("/") + "/" + quote(body.path, safe="") if body.path else parts.path
    return urlunsplit(parts._replace(path=path, query=urlencode([*kept, *new.items()])))


def parameters(url: str) -> Mapping[str, str]:
    """Give the parameters of an address; of several with one name the last."""
    return dict(parse_qsl(urlsplit(url).query))
