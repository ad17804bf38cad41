"""What our own mail server finds out about a mail: SPF, DKIM and DMARC, in the words of SES.

What cannot be asked, because there is no name server, is DISABLED. Mail of somebody on this very
machine, from a mailbox of this machine, needs nobody to vouch for it.
"""

from collections.abc import Callable

import msgspec

from chalicelib.inbox.headers import author, split
from infra.ses_sim import Finding
from infra.ses_sim.composing import FIELD
from infra.ses_sim.composing import split as head_and_body

UNKNOWN = Finding("DISABLED", "DISABLED", "DISABLED", "DISABLED", "DISABLED", "none", "none")


class Origin(msgspec.Struct, frozen=True):
    """Where a mail comes from: the client's address, how it greeted, the envelope's sender.

    ``near``: from this very machine.
    """

    address: str
    greeting: str
    sender: str
    near: bool = False


Examine = Callable[[bytes, Origin], Finding]
"""Finds out about a mail."""
Ask = Callable[[bytes, Origin, str], Finding]
"""Asks the name servers about a mail from a domain, "" if From names nobody or several."""


def examiner(home: str, ask: Ask | None) -> Examine:
    """Give what examines mail; ``home`` is the domain of the mailboxes of this machine.

    Without a way to ``ask`` nothing is known of the mail of others.
    """

    def examine(raw: bytes, origin: Origin) -> Finding:
        headers, _ = split(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
        named = author(headers) if headers.every("from") else origin.sender
        domain = named.rpartition("@")[2].lower()
        if domain == home.lower():
            return _at_home(origin)
        return ask(raw, origin, domain) if ask else UNKNOWN

    return examine


def _at_home(origin: Origin) -> Finding:
    """Believe mail of our own mailboxes where it comes from here, and from nowhere else."""
    if origin.near:
        words = "dmarc=pass (a mailbox of this machine)"
        return msgspec.structs.replace(UNKNOWN, dmarc="PASS", results=words)
    words = "dmarc=fail (not from this machine)"
    return msgspec.structs.replace(UNKNOWN, dmarc="FAIL", policy="reject", results=words)


def without_ours(raw: bytes, authority: str) -> bytes:
    """Take out of a mail what claims to be found out by us: only what we put on top may."""
    head, rest = head_and_body(raw)
    fields = list(FIELD.finditer(head + b"\r\n"))
    kept = [field[0] for field in fields if not _claims(field[1], field[2], authority)]
    if len(kept) == len(fields):
        return raw
    return b"".join(kept).rstrip(b"\r\n") + rest


def _claims(name: bytes, value: bytes, authority: str) -> bool:
    """Whether a header field is an Authentication-Results in our name."""
    if name.lower() != b"authentication-results":
        return False
    by = value.decode("ascii", "replace").split(";")[0].split()
    return bool(by) and by[0].lower() == authority.lower()
