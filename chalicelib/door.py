"""The HTTP door: reads a request, finds the caller, answers JSON, and turns refusals into problems.

Every view is wrapped by ``door``; Chalice's own errors and middleware are not used, since they
answer without CORS headers and in another form.
"""

import functools
import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol, TypeVar

import msgspec
from chalice.app import Blueprint, CORSConfig, Request, Response
from msgspec.json import Decoder, Encoder

from chalicelib import auth, logs, metrics, site, views, words
from chalicelib.game import NotYours, Refusal, Unreadable
from chalicelib.rules import State
from chalicelib.site import Site

BODY_LIMIT = 64_000
"""Bytes of a request body."""
KEY = re.compile(r'"?([\x21\x23-\x7e]{1,255}?)"?')
"""An idempotency key: visible ASCII, quoted or bare."""

CORS = CORSConfig(
    allow_origin="*",
    allow_headers=["Accept-Language", "Authorization", "Content-Type", "Idempotency-Key"],
    expose_headers=[
        *("Content-Language", "Idempotency-Replayed", "Location", "Retry-After", "X-Request-Id"),
    ],
    max_age=600,
)

T = TypeVar("T")
View = Callable[..., Response]
_json = Encoder().encode
_log = logging.getLogger(__name__)


class TooLarge(Unreadable):
    """The body is larger than any request needs."""

    status = 413


class Unauthorised(NotYours):
    """No bearer token, or none that is known."""

    status = 401


class Broken(Refusal):
    """Something went wrong here that nobody foresaw; the caller learns that it did."""

    status = 500


@dataclass
class Call:
    """One HTTP request; ``state`` is the game it is about, whole, once a view has found it."""

    request: Request
    site: Site
    arrived: datetime
    state: State | None = None

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers, by lower-case name."""
        return self.request.headers

    @cached_property
    def token(self) -> str:
        """The bearer token; refused if there is none."""
        scheme, _, token = self.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise Unauthorised("no_token")
        return token.strip()

    @cached_property
    def account(self) -> str:
        """The account that calls; refused without a valid bearer token."""
        account = auth.bearer(self.site.store, self.token, now=self.arrived)
        if not account:
            raise Unauthorised("bad_token")
        return account

    @cached_property
    def guest(self) -> str:
        """The account that calls, or nobody's where there is no token."""
        return self.account if "authorization" in self.headers else ""

    @property
    def known(self) -> str:
        """The account that calls, or nobody's where the token is none."""
        try:
            return self.guest
        except Refusal:
            return ""

    @property
    def language(self) -> str:
        """The caller's language by ``Accept-Language``, else English."""
        return preferred(self.headers.get("accept-language", ""))

    @property
    def key(self) -> str:
        """The ``Idempotency-Key``, which every move needs."""
        found = KEY.fullmatch(self.headers.get("idempotency-key", "").strip())
        if not found:
            raise Unreadable("key_missing")
        return found[1]

    @property
    def raw(self) -> bytes:
        """The body as it came."""
        body = self.request.raw_body or b""
        return body if isinstance(body, bytes) else body.encode()

    def parameter(self, name: str, default: str = "") -> str:
        """Give a parameter of the query."""
        return str(dict(self.request.query_params or {}).get(name, default))

    def query(self, name: str, default: int, most: int) -> int:
        """Give a whole number from the query, not negative and at most ``most``."""
        text = self.parameter(name, str(default))
        if not text.isascii() or not text.isdecimal() or len(text) > 9:  # noqa: PLR2004
            raise Unreadable("bad_body", detail=f"{name}: a whole number")
        return min(int(text), most)

    def body(self, read: Decoder[T]) -> T:
        """Decode the JSON body; unknown members, wrong types and missing members are refused."""
        if len(self.raw) > BODY_LIMIT:
            raise TooLarge("body_too_large", limit=BODY_LIMIT)
        try:
            return read.decode(self.raw.removeprefix(b"\xef\xbb\xbf"))
        except msgspec.ValidationError as error:
            raise Unreadable("bad_body", detail=str(error)) from error
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise Unreadable("bad_json") from error


def preferred(accepted: str) -> str:
    """Give the best of our languages for an ``Accept-Language`` header, English by default."""
    wishes = []
    for wish in accepted[:200].lower().split(","):
        tag, _, weight = wish.partition(";q=")
        language = tag.strip().split("-")[0]
        if language in words.LANGUAGES and re.fullmatch(r"[01](\.\d{1,3})?", weight or "1"):
            wishes.append((float(weight or 1), language))
    return max(wishes, key=lambda wish: wish[0], default=(1, "en"))[1]


def door(app: Blueprint) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Wrap a view: it gets a ``Call`` and the path's parts, and may raise refusals."""

    def wrap(view: Callable[..., Response]) -> Callable[..., Response]:
        @functools.wraps(view)
        def opened(**path: str) -> Response:
            request = app.current_request
            try:
                with logs.doing(**_named(request)) as about:
                    return _answered(request, about, view, path)
            finally:
                metrics.flush()

        return opened

    return wrap


def _named(request: Request) -> logs.Fields:
    """Say which request this is; the path itself may hold a token, its pattern does not."""
    named: logs.Fields = {
        "function": "api",
        "request": request.context.get("requestId") or secrets.token_hex(8),
        "method": request.method,
        "route": request.context["resourcePath"],
    }
    if "requestId" in request.context:  # on AWS; the log of Lambda itself has the other name
        named["invocation"] = str(getattr(request.lambda_context, "aws_request_id", ""))
    return named


def _answered(
    request: Request, about: logs.Fields, view: Callable[..., Response], path: Mapping[str, str]
) -> Response:
    """Let a view answer, and write down what kind of answer it was."""
    began = time.monotonic()
    here = site.current()
    call = Call(request, here, here.now())
    try:
        response = view(call, **path)
    except Refusal as refusal:
        metrics.count("Refusals", of="rest")
        logs.note(code=refusal.code)
        response = problem(call, refusal)
    except Exception as error:  # noqa: BLE001 -- the caller and the operator are told
        _log.error("failed", extra=logs.told(**logs.failure(error)))
        response = problem(call, Broken("internal"))
    response.headers["X-Request-Id"] = about["request"]
    logs.note(status=response.status_code, account=logs.alias(call.__dict__.get("account", "")))
    _log.info("answered", extra=logs.told(ms=round((time.monotonic() - began) * 1000, 1)))
    return response


def reply(value: Any, status: int = 200, **headers: str) -> Response:
    """Answer with JSON in UTF-8, not to be kept by anybody in between."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    fixed = {"Content-Type": "application/json", "Cache-Control": "private, no-store"}
    return respond(_json(value).decode() if value is not None else "", status, fixed | named)


def respond(text: str, status: int, headers: Mapping[str, str]) -> Response:
    """Answer with any text."""
    return Response(text, status_code=status, headers=dict(headers))


def problem(call: Call, refusal: Refusal) -> Response:
    """Answer a refusal as problem+json (RFC 9457): a stable code, the rule, words for people."""
    nick: Callable[[str], str] = str
    language, example, zone = call.language, None, "UTC"
    if call.state:
        nick, zone = views.nicks(call.state), call.state.setting.zone
        example = views.example(call.state, call.known, refusal.rule)
    body = {
        "type": f"{call.site.base_url}/v1/problems/{refusal.code}",
        "title": refusal.code.replace("_", " "),
        "status": refusal.status,
        "code": refusal.code,
        "rule": refusal.rule or None,
        "detail": words.explain(refusal.code, refusal.facts, language, nick, zone),
        "facts": refusal.facts,
        "example": example,
    }
    headers = {"Content-Type": "application/problem+json", "Content-Language": language}
    if "seconds" in refusal.facts:
        headers["Retry-After"] = str(refusal.facts["seconds"])
    if refusal.status == 401:  # noqa: PLR2004
        headers["WWW-Authenticate"] = "Bearer"
    told = {name: value for name, value in body.items() if value}
    return respond(_json(told).decode(), refusal.status, headers)


class Register(Protocol):
    """Registers a view for a path and its methods."""

    def __call__(self, path: str, *methods: str) -> Callable[[View], View]:
        """Give the decorator."""


def routes(blueprint: Blueprint) -> Register:
    """Give the decorator that registers views: behind the door, with CORS, for any content type."""

    def route(path: str, *methods: str) -> Callable[[View], View]:
        register = blueprint.route(path, methods=list(methods), cors=CORS, content_types=["*/*"])

        def add(view: View) -> View:
            register(door(blueprint)(view))
            return view

        return add

    return route
