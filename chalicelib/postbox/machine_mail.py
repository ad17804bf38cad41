"""Mail that a program wrote: recorded, never answered, never a move."""

from chalicelib.inbox import Mail, machine
from chalicelib.inbox.headers import Headers
from chalicelib.postbox import bounces
from chalicelib.postbox.arrival import Arrival
from chalicelib.postbox.outcomes import Outcome, file
from chalicelib.postbox.whose import Letterhead
from chalicelib.site import Site


def kind(site: Site, mail: Mail, headers: Headers, arrival: Arrival) -> str:
    """Say what a machine's mail is (see ``inbox.machine.kind``), or "" for a person's.

    Mail from the games' own domain is a loop, whoever wrote it.
    """
    found = machine.kind(headers, arrival.envelope_from.strip("<> "), mail.sender)
    ours = mail.sender.endswith(f"@{site.mail_domain.lower()}")
    return "loop" if ours else found or ("automatic" if mail.machine else "")


def record(site: Site, head: Letterhead, found: str) -> Outcome:
    """Record a machine's mail: the organiser sees who is away, and whose mail comes back.

    A bounce that says that our letter is only late is no ``bounce`` but ``delayed``.
    """
    if found == "bounce" and bounces.failed(head.arrival.raw, head.profile.address) is False:
        found = "delayed"
    return file(site, head, Outcome.MACHINE, found)
