"""One attempt: the request as it goes out, and what the answer means."""

import json
from datetime import datetime

import msgspec

from chalicelib import formats
from chalicelib.outward import Reply, Request, Unreached, Web, signature
from chalicelib.outward.waiting import retry_after
from chalicelib.webhooks.delivery import EXCERPT, Delivery

AGENT = "Alibi-webhooks/1"
OK = range(200, 300)
GONE = 410


class Outcome(msgspec.Struct, frozen=True):
    """What came of an attempt that began at ``started`` (UTC) and took ``took`` seconds.

    ``error`` is a class, never a text from inside; ``asked``: the seconds that the receiver wants
    to be left alone; ``gone``: it wants nothing any more; ``plain``: it takes plain text only.
    """

    ok: bool
    started: datetime
    took: float = 0
    status: int = 0
    error: str = ""
    excerpt: str = ""
    asked: float | None = None
    gone: bool = False
    plain: bool = False


def request(url: str, delivery: Delivery, secrets: list[str], now: datetime) -> Request:
    """Give the request of an attempt at ``now`` (UTC), signed with all keys for that moment."""
    body = delivery.sent_body
    signed = signature.headers(secrets, delivery.id, int(now.timestamp()), body.content)
    headers = {"Content-Type": body.content_type, "User-Agent": AGENT, **body.headers, **signed}
    return Request(body.method, formats.address(url, body), headers, body.content)


def tried(web: Web, asked: Request, delivery: Delivery, now: datetime) -> Outcome:
    """Make one attempt, at ``now`` (UTC), and say what came of it."""
    try:
        reply = web.send(asked)
    except Unreached as unreached:
        return Outcome(ok=False, started=now, error=unreached.kind)
    return judged(reply, delivery, now)


def judged(reply: Reply, delivery: Delivery, now: datetime) -> Outcome:
    """Say what an answer means: done is what has a status of 2xx, and the proof if one is due."""
    verdict = formats.verdict(delivery.format, reply)
    is_done = reply.status in OK and verdict.ok
    is_proven = not delivery.proof or echoed(reply) == delivery.proof
    asked = (verdict.retry_after, retry_after(reply.headers, now))
    return Outcome(
        ok=is_done and is_proven,
        started=now,
        took=reply.took,
        status=reply.status,
        error="" if is_done and is_proven else "challenge" if is_done else "http_status",
        excerpt=reply.body[:EXCERPT].decode("utf-8", "replace"),
        asked=max((seconds for seconds in asked if seconds is not None), default=None),
        gone=reply.status == GONE or verdict.gone,
        plain=verdict.plain and not delivery.is_plain and delivery.plain is not None,
    )


def echoed(reply: Reply) -> str:
    """Give the challenge that an answer repeats, in its header or its body."""
    if "webhook-challenge" in reply.headers:
        return reply.headers["webhook-challenge"].strip()
    try:
        said = json.loads(reply.body)
    except (ValueError, RecursionError):
        return ""
    found = said.get("challenge") if isinstance(said, dict) else None
    return found if isinstance(found, str) else ""
