"""What becomes of a mail that SES has accepted: the world outside, and the mailbox simulator."""

from typing import Literal, Protocol

SIMULATOR = "simulator.amazonses.com"
EICAR = b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE"
"""What stands in the file with which virus scanners are tried out."""

Bounce = Literal["Permanent", "Transient", "Undetermined"]


class Undeliverable(Exception):  # noqa: N818 -- it says what became of a mail
    """The receiving server does not take a mail, for good, for now, or nobody knows."""

    def __init__(
        self, kind: Bounce = "Permanent", sub: str = "General", words: str = "user unknown"
    ) -> None:
        """``sub`` is the ``bounceSubType`` of SES; ``words`` are the other server's."""
        super().__init__(words)
        self.kind: Bounce = kind
        self.sub, self.words = sub, words
        self.status = "5.1.1" if kind == "Permanent" else "4.4.7"
        self.code = "550" if kind == "Permanent" else "450"


class Late(Exception):  # noqa: N818 -- as above
    """The receiving server does not take a mail yet; SES goes on trying."""


class Complaint(Exception):  # noqa: N818 -- as above
    """The mail was delivered, and its reader said that it is spam."""


class Away(Exception):  # noqa: N818 -- as above
    """The mail was delivered, and a vacation notice comes back."""


class Internet(Protocol):
    """Everything outside: takes a mail for one address, or raises what else became of it."""

    def deliver(self, sender: str, recipient: str, raw: bytes) -> None:
        """Take one mail; raises ``Undeliverable``, ``Late``, ``Complaint`` or ``Away``.

        Anything else that is raised makes the call fail, as if SES were not there.
        """


def simulated(recipient: str) -> None:
    """Do what an address of the mailbox simulator stands for; a ``+label`` changes nothing."""
    name = recipient.lower().partition("@")[0].partition("+")[0]
    if name == "bounce":
        raise Undeliverable
    if name == "suppressionlist":
        raise Undeliverable(sub="Suppressed", words="on the global suppression list")
    if name == "complaint":
        raise Complaint
    if name == "ooto":
        raise Away
    if name != "success":
        raise Undeliverable(words="no such simulated mailbox")


def is_simulated(recipient: str) -> bool:
    """Whether an address belongs to the mailbox simulator."""
    return recipient.lower().rpartition("@")[2] == SIMULATOR
