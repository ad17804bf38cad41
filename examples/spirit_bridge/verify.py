"""Alibi's webhooks, signed and verified: copy this file, it needs nothing but Python 3.9 or newer.

Whoever receives: give the BODY AS IT CAME, the very bytes. JSON that was read and written again
differs in spaces and escapes, and its signature with them. A valid message may come twice, when
an answer got lost: remember its ``webhook-id`` for some days, and do nothing the second time.
"""

from __future__ import annotations

import base64
import hmac
import re
import time
from collections.abc import Iterable, Mapping

TOLERANCE = 300  # seconds by which a clock may be wrong; older messages are somebody's recording


def sign(secret: str, message_id: str, body: bytes, now: float | None = None) -> dict[str, str]:
    """Give the three headers of a message; ``body`` are the bytes that will be sent.

    Whoever tries again later keeps the ``message_id`` and signs anew: the time is of the attempt.
    """
    # Unix time is the same in every zone. Let nobody make it of a local datetime.
    seconds = str(int(time.time() if now is None else now))
    signature = _signature(secret, message_id, seconds, body).decode()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": seconds,
        "webhook-signature": "v1," + signature,
    }


def verify(
    secrets: Iterable[str], headers: Mapping[str, str], body: bytes, now: float | None = None
) -> bool:
    """Whether one of your secrets (``whsec_…``) signed these bytes, and signed them just now.

    Anything malformed is ``False``, never an exception: answer 401. Have a list of secrets,
    so that a new one can be added before the old one is taken away.
    """
    headers = {name.lower(): value for name, value in headers.items()}
    message_id = headers.get("webhook-id", "")
    seconds = headers.get("webhook-timestamp", "")
    # A dot separates what is signed, so none may be in the id. [0-9], for \d has digits of
    # every alphabet; fullmatch, for $ lets a newline through.
    if not re.fullmatch(r"[!-\-/-~]{1,256}", message_id):
        return False
    if not re.fullmatch(r"[0-9]{1,12}", seconds):
        return False
    if abs((time.time() if now is None else now) - int(seconds)) > TOLERANCE:
        return False
    wanted = [_signature(secret, message_id, seconds, body) for secret in secrets]
    valid = False
    # Several signatures stand side by side while a secret is being replaced; unknown versions
    # are passed over. compare_digest takes the same time whether the first or the last letter
    # differs, and the loop does not stop early either.
    for item in headers.get("webhook-signature", "").split(" ")[:20]:
        version, _, given = item.partition(",")
        for one in wanted:
            same = hmac.compare_digest(given.encode("utf-8", "replace"), one)
            valid = valid or (version == "v1" and same)
    return valid


def _signature(secret: str, message_id: str, seconds: str, body: bytes) -> bytes:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{seconds}.".encode() + body
    return base64.b64encode(hmac.new(key, signed, "sha256").digest())
