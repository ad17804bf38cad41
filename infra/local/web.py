"""What the local HTTP server and the pages speak of: requests, responses, and who may ask."""

import json
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

MOST_FIELDS = 100


class Request(msgspec.Struct, frozen=True):
    """One HTTP request; ``headers`` by lower-case name, ``target`` is path and query."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def path(self) -> str:
        """The path, still percent-encoded."""
        return urlsplit(self.target).path

    @property
    def parts(self) -> tuple[str, ...]:
        """The decoded segments of the path."""
        return tuple(unquote(part) for part in self.path.strip("/").split("/") if part)

    @property
    def query(self) -> dict[str, str]:
        """The query; of several values the last."""
        return _fields(urlsplit(self.target).query)

    @property
    def form(self) -> dict[str, str]:
        """The fields of a form that was sent; of several values the last."""
        return _fields(self.body.decode("utf-8", "replace"))


class Response(msgspec.Struct, frozen=True):
    """One HTTP answer."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = {}


def _fields(text: str) -> dict[str, str]:
    """Read form fields; nonsense and far too many are none."""
    try:
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        return {}


def problem(status: int, code: str) -> Response:
    """Answer an API client what the gateway refuses, in the API's own form (RFC 9457)."""
    body = {"type": "about:blank", "title": code.replace("_", " "), "status": status, "code": code}
    headers = {"Content-Type": "application/problem+json", "Access-Control-Allow-Origin": "*"}
    return Response(status, json.dumps(body).encode(), headers)


def see_other(path: str) -> Response:
    """Send the browser on after a form, so that reloading repeats nothing."""
    return Response(303, headers={"Location": path})


def for_this_machine(request: Request) -> bool:
    """Whether the browser was told a name of this machine.

    A stranger's page may point a domain of its own at this machine; its name betrays it.
    """
    try:
        host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return False
    return host == "localhost" or host.endswith(".localhost") or _is_address(host)


def is_loopback(host: str) -> bool:
    """Whether a host name or address can be reached from this machine only."""
    try:
        return host == "localhost" or host.endswith(".localhost") or ip_address(host).is_loopback
    except ValueError:
        return False


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def from_our_page(request: Request) -> bool:
    """Whether a form was sent from a page of this very server; browsers always say from which."""
    return request.headers.get("origin", "") == f"http://{request.headers.get('host')}"
