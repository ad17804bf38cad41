"""One reply to be composed: which client, where, how, to which letter, and what is typed."""

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import msgspec

from infra.corpus.letters import DOMAIN, PLAYER

HOST = PLAYER.partition("@")[2]
"""What clients are told their machine is called."""
LOCALES = ("ru_RU.UTF-8", "en_US.UTF-8", "pl_PL.UTF-8")
KOI8, LATIN2 = "ru_RU.KOI8-R", "pl_PL.ISO-8859-2"
ZONES = {"ru": "Europe/Moscow", "en": "Europe/London", "pl": "Europe/Warsaw"}
SIGNED = {"ru": "Борис", "en": "Boris", "pl": "Bolek"}
"""How the player signs."""
GAME_ADDRESS = f"game@{DOMAIN}"


class Job(msgspec.Struct, frozen=True):
    """One reply. ``home`` is an empty folder for it, ``port`` that of the SMTP catcher."""

    locale: str
    variant: str
    place: str
    text: str
    letter: EmailMessage
    home: Path
    port: int

    @property
    def language(self) -> str:
        """``ru``, ``en`` or ``pl``."""
        return self.locale[:2]

    @property
    def charset(self) -> str:
        """The charset of the locale."""
        return self.locale.partition(".")[2].lower()

    @property
    def reply_to(self) -> str:
        """The address to which the letter wants its answers."""
        return str(self.letter["Reply-To"].addresses[0].addr_spec)

    @property
    def environment(self) -> dict[str, str]:
        """What a client finds in its environment: nothing of the machine that it runs on."""
        return {
            "HOME": str(self.home),
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "LC_ALL": self.locale,
            "LANG": self.locale,
            "TZ": ZONES[self.language],
            "TERM": "xterm",
            "USER": "player",
            "LOGNAME": "player",
            "EMAIL": PLAYER,
        }


class Variant(msgspec.Struct, frozen=True):
    """A way of using a client: a name, and where the answer stands.

    ``top``, ``bottom``, ``inline`` (one line amid the quotation, the rest at its end),
    ``trimmed`` (below the few quoted lines that are left), or ``alone`` (nothing is quoted).
    """

    name: str
    place: str = "top"
    locales: tuple[str, ...] = LOCALES
    kinds: tuple[str, ...] = ()
    """The kinds of text that fit; none: all of them in turn."""


class Client(msgspec.Struct, frozen=True):
    """A mail program: what brings it, which version is here, and how it is made to reply.

    ``version`` gives "" where the program is not installed.
    """

    name: str
    packages: str
    version: Callable[[], str]
    variants: tuple[Variant, ...]
    reply: Callable[[Job], None]
