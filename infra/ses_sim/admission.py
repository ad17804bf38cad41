"""What SES refuses to send: wrong headers, strange tags, unproven addresses, too much at once."""

import re
from collections import Counter
from email.utils import getaddresses
from typing import Any

from infra.ses_sim.account import Account
from infra.ses_sim.composing import fields
from infra.ses_sim.refusals import Refused, bad, missing

MOST_RECIPIENTS = 50
MOST_BYTES, HEAVY = 40_000_000, 10_000_000
"""Bytes of a mail with its headers: the limit, and from where on it is slowed down."""
HEAVY_COUNTS = 10
"""For how many mails a heavy one counts in the rate."""
MOST_HEADERS, LONGEST_NAME, LONGEST_VALUE, LONGEST_HEADER = 15, 126, 995, 996
NAME = re.compile(r"[!-9;-~]+")
VALUE = re.compile(r"[ -~]*")
TAG = re.compile(r"[A-Za-z0-9_-]{1,256}")
SINGLE = frozenset(
    {
        *("bcc", "cc", "content-disposition", "content-transfer-encoding", "content-type", "date"),
        *("from", "message-id", "mime-version", "reply-to", "return-path", "sender", "subject"),
        *("in-reply-to", "references", "to"),
    }
)
"""Header fields that may stand in a mail once only."""


def check_account(account: Account, set_name: str) -> None:
    """Refuse while sending is off for the account or the configuration set, or there is none."""
    if account.suspended:
        raise Refused("AccountSuspendedException", "Your account is suspended.")
    if not account.sending_enabled:
        raise Refused("SendingPausedException", "Sending is paused for this account.")
    if set_name and set_name not in account.sets:
        raise missing(f"Configuration set <{set_name}> does not exist.")
    if set_name in account.paused_sets:
        raise Refused(
            "SendingPausedException", f"Sending is paused for configuration set <{set_name}>."
        )


def check_request(params: dict[str, Any]) -> None:
    """Refuse wrong tags, and headers that ``Simple`` may not have."""
    for tag in params.get("EmailTags", ()):
        if not TAG.fullmatch(tag["Name"]) or not TAG.fullmatch(tag["Value"]):
            raise bad("Invalid tag: only letters, digits, '_' and '-', at most 256 characters.")
    headers = params["Content"].get("Simple", {}).get("Headers", ())
    if len(headers) > MOST_HEADERS:
        raise bad(f"At most {MOST_HEADERS} headers may be given.")
    for header in headers:
        _check_header(header["Name"], header["Value"])


def _check_header(name: str, value: str) -> None:
    if len(name) > LONGEST_NAME or len(value) > LONGEST_VALUE:
        raise bad(f"Header {name[:40]} is too long.")
    if len(name) + len(value) > LONGEST_HEADER:
        raise bad(f"Header {name[:40]} is too long with its value.")
    if not NAME.fullmatch(name) or not VALUE.fullmatch(value):
        raise bad(f"Header {name[:40]} is not printable ASCII.")
    if name.lower() in SINGLE:
        raise bad(f"Header {name} is not allowed here.")


def check_mail(raw: bytes) -> None:
    """Refuse a mail that is too big, has no end of its headers, or says something twice."""
    if len(raw) > MOST_BYTES:
        raise bad("Email size exceeds the limit of 40 MB.")
    found = fields(raw)
    if not found:
        raise bad("The message has no headers.")
    counted = Counter(name.decode("ascii", "replace").lower() for name, _ in found)
    twice = [name for name in counted if counted[name] > 1 and name in SINGLE]
    if twice:
        raise bad(f"Duplicate header '{twice[0]}'.")


def addresses(params: dict[str, Any], raw: bytes) -> tuple[str, ...]:
    """Give the bare addresses of all recipients: those of the request, else those of the mail."""
    wanted = params.get("Destination", {})
    given = [one for kind in ("To", "Cc", "Bcc") for one in wanted.get(f"{kind}Addresses", ())]
    if not given:
        named = (value for name, value in fields(raw) if name.lower() in {b"to", b"cc", b"bcc"})
        given = [value.decode("ascii", "replace") for value in named]
    found = tuple(address for _, address in getaddresses(given) if address)
    if not found:
        raise bad("Missing required header 'To'.")
    if len(found) > MOST_RECIPIENTS:
        raise Refused("MessageRejected", f"Recipient count exceeds {MOST_RECIPIENTS}.")
    if any("@" not in address or not address.isascii() for address in found):
        raise bad("Illegal address")
    return found


def source(params: dict[str, Any], raw: bytes) -> str:
    """Give the bare address that a mail is from."""
    named = [value for name, value in fields(raw) if name.lower() == b"from"]
    given = params.get("FromEmailAddress") or (named[0].decode("utf-8", "replace") if named else "")
    ((_, address),) = getaddresses([given])[:1] or [("", "")]
    if not address:
        raise bad("Missing required header 'From'.")
    return address


def check_identities(account: Account, sender: str, recipients: tuple[str, ...]) -> None:
    """Refuse a sender that is not proven to be ours; in the sandbox, such recipients too."""
    asked = [sender, *(recipients if account.limits.sandbox else ())]
    failed = [one for one in asked if not account.stated(one) and not _always(one)]
    if failed:
        raise Refused(
            "MessageRejected",
            "Email address is not verified. The following identities failed the check in region "
            f"{account.region.upper()}: {', '.join(failed)}",
        )


def _always(address: str) -> bool:
    """Whether even the sandbox may write to an address: those of the mailbox simulator."""
    return address.lower().endswith("@simulator.amazonses.com")


def check_quota(account: Account, recipients: int, size: int) -> None:
    """Refuse what is too much in a day or a second; a heavy mail counts for several."""
    if account.sent_last_day() + recipients > account.limits.a_day:
        raise Refused("TooManyRequestsException", "Daily message quota exceeded.")
    weight = HEAVY_COUNTS if size > HEAVY else 1
    if account.sent_last_second() + weight > max(account.limits.a_second, weight):
        raise Refused("TooManyRequestsException", "Maximum sending rate exceeded.")
