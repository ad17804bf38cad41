"""The bots of this machine: every bot that ever got a letter reads its mail and answers."""

from random import Random

from infra.bots.player import Bot
from infra.local.mailbox import Mailboxes
from infra.local.seating import BOT_ADDRESS


class Bots:
    """Runs all bots in turn. Who they are is read off the mailboxes: a restart changes nothing."""

    def __init__(self, mailboxes: Mailboxes, smtp: tuple[str, int], rng: Random) -> None:
        """Let bots answer by ``smtp`` (host, port)."""
        self._mailboxes = mailboxes
        self._smtp = smtp
        self._rng = rng
        self._bots: dict[str, Bot] = {}

    def step(self) -> bool:
        """Let every bot read its new mail; whether any did something."""
        for address in filter(BOT_ADDRESS.fullmatch, self._mailboxes.addresses()):
            if address not in self._bots:
                path = self._mailboxes.path(address)
                self._bots[address] = Bot(address, path, *self._smtp, self._rng)
        moved = [bot.step() for bot in self._bots.values()]
        return any(moved)
