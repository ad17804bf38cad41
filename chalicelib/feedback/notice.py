"""What a mail server's notice (RFC 3464) says of the mail it could not deliver. Pure."""

import re
from typing import Literal

LONGEST = 64_000
"""Bytes of a notice that are looked at."""
_FIELD = re.compile(rb"(?im)^(action|status):[ \t]{0,20}([^\r\n]{1,200})")


def verdict(raw: bytes) -> Literal["permanent", "transient", ""]:
    """Say whether a notice reports a failure, for good or for now; "" if it reports none.

    A mail that is only delayed may still arrive; what says only who failed, not how, says nothing.
    """
    found = [(name.lower(), value.strip().lower()) for name, value in _FIELD.findall(raw[:LONGEST])]
    status = next((value[:1] for name, value in found if name == b"status"), b"")
    actions = {value.split()[0] for name, value in found if name == b"action" and value}
    if b"failed" not in actions and (actions or not status):
        return ""
    return "permanent" if status == b"5" else "transient" if status == b"4" else ""
