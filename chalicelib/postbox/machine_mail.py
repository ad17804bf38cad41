"""Mail that a program wrote: recorded, never answered, never a move."""

from chalicelib import feedback
from chalicelib.inbox import Mail, machine
from chalicelib.inbox.headers import Headers
from chalicelib.postbox import bounces
from chalicelib.postbox.arrival import Arrival
from chalicelib.postbox.evidence import Evidence
from chalicelib.postbox.outcomes import Outcome, file
from chalicelib.postbox.whose import By, Letterhead
from chalicelib.site import Site


def kind(site: Site, mail: Mail, headers: Headers, arrival: Arrival) -> str:
    """Say what a machine's mail is (see ``inbox.machine.kind``), or "" for a person's.

    Mail from the games' own domain is a loop, whoever wrote it.
    """
    found = machine.kind(headers, arrival.envelope_from.strip("<> "), mail.sender)
    ours = mail.sender.endswith(f"@{site.mail_domain.lower()}")
    return "loop" if ours else found or ("automatic" if mail.machine else "")


def record(site: Site, head: Letterhead, found: str, proof: Evidence) -> Outcome:
    """Record a machine's mail: the organiser sees who is away, and whose mail comes back.

    A bounce that says that our letter is only late is no ``bounce`` but ``delayed``.
    """
    if found == "bounce":
        word = bounces.said(head.arrival.raw, head.profile.address)
        if word in ("permanent", "transient") and head.by is By.ADDRESS and _is_notice(head, proof):
            _reported(site, head, permanent=word == "permanent")
        found = "delayed" if word == "delayed" else found
    return file(site, head, Outcome.MACHINE, found)


def _is_notice(head: Letterhead, proof: Evidence) -> bool:
    """Whether a bounce may be believed: servers send theirs from nobody (RFC 3464), unforged."""
    return not head.arrival.envelope_from.strip("<> ") and proof is not Evidence.FORGED


def _reported(site: Site, head: Letterhead, *, permanent: bool) -> None:
    """Tell of a failure that was reported to a reply address, once for each mail."""
    feedback.failed(
        site,
        head.back.account,
        permanent=permanent,
        key=head.mail.fingerprint,
        at=head.arrival.at,
    )
