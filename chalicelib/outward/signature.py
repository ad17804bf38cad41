"""Standard Webhooks signatures: made for each attempt anew, checked over the bytes as they came.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import base64
import binascii
import hmac
import re
from collections.abc import Iterable, Mapping

from chalicelib.game import Chance

PREFIX = "whsec_"
SECRET_BYTES = 32
TOLERANCE = 300
"""Seconds by which the time of a signature may differ from ours."""
MOST_SIGNATURES = 20
_ID = re.compile(r"[\x21-\x2d\x2f-\x7e]{1,256}")
_SECONDS = re.compile(r"[0-9]{1,12}")


def new_secret(rng: Chance) -> str:
    """Draw a secret: 32 bytes, in base64 after ``whsec_``."""
    return (
        PREFIX + base64.b64encode(rng.getrandbits(8 * SECRET_BYTES).to_bytes(SECRET_BYTES)).decode()
    )


def headers(secrets: Iterable[str], message: str, at: int, body: bytes) -> dict[str, str]:
    """Give the three headers of an attempt at ``at`` (Unix seconds), signed with each secret."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(
            f"v1,{_signature(secret, message, str(at), body).decode()}" for secret in secrets
        ),
    }


def verified(secrets: Iterable[str], sent: Mapping[str, str], body: bytes, now: int) -> bool:
    """Whether one of the secrets has signed these bytes within five minutes of ``now``.

    ``sent`` are the headers by lower-case name. Whatever is malformed is simply not verified.
    """
    message, at = sent.get("webhook-id", ""), sent.get("webhook-timestamp", "")
    if not _ID.fullmatch(message) or not _SECONDS.fullmatch(at) or abs(now - int(at)) > TOLERANCE:
        return False
    items = sent.get("webhook-signature", "").split(" ")[:MOST_SIGNATURES]
    given = [item[3:].encode("utf-8", "replace") for item in items if item.startswith("v1,")]
    wanted = [_signature(secret, message, at, body) for secret in secrets]
    # All are compared: how long it takes does not tell which of them fits.
    fits = [hmac.compare_digest(one, other) for one in given for other in wanted]
    return any(fits)


def _signature(secret: str, message: str, at: str, body: bytes) -> bytes:
    signed = f"{message}.{at}.".encode() + body
    return base64.b64encode(hmac.new(_key(secret), signed, "sha256").digest())


def _key(secret: str) -> bytes:
    """Give the bytes of a secret; raises ``ValueError`` if it is none of ours."""
    try:
        return base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error as error:
        raise ValueError("not a webhook secret") from error
