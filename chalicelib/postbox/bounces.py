"""What a bounce that came as mail says of the mail to an address. Pure."""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from typing import Literal

MOST_READ = 100_000
"""Bytes of a bounce that are read: what it is about stands before the mail that it returns."""


Word = Literal["permanent", "transient", "delayed", ""]


def said(raw: bytes, address: str) -> Word:
    """Say whether mail to an address failed for good or for now, or is only late; "" if none.

    Read are delivery status notifications (RFC 3464): what says only who failed, as the header of
    Exim does, says nothing. Anybody can write such a mail: it counts only at a reply address, which
    the servers on the way of our letter have seen.
    """
    try:
        message = message_from_bytes(raw[:MOST_READ], policy=compat32)
        blocks = list(_blocks(message))
    except RecursionError:  # thousands of parts in each other: no server writes that
        return ""
    about = [block for block in blocks if _recipient(block) == address.lower()]
    actions = {str(block.get("Action", "")).strip().lower() for block in about}
    if "failed" in actions:
        for_now = all(str(block.get("Status", "")).strip().startswith("4") for block in about)
        return "transient" if for_now else "permanent"
    return "delayed" if "delayed" in actions else ""


def _blocks(message: Message) -> Iterator[Message]:
    """Give what is said of each recipient."""
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status" and part.is_multipart():
            yield from (block for block in part.get_payload() if isinstance(block, Message))


def _recipient(block: Message) -> str:
    return str(block.get("Final-Recipient", "")).partition(";")[2].strip().lower()
