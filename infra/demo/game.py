"""A game of bots on an instance of its own, with a clock that never waits.

The instance is the one of ``make play``, in a temporary folder and on free ports. The bots are
players like all others: they know the Maildirs of their addresses and the SMTP port, nothing else.
Whenever all letters are delivered and no bot has anything to say, the clock of the instance jumps
to the next deadline of the game; so a slow machine makes nobody late.
"""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory

import msgspec

from chalicelib import clock as turns
from chalicelib import rules
from chalicelib.rules import State
from infra.bots.player import Bot
from infra.demo.feed import Entry, Feed
from infra.demo.texts import REMARKS
from infra.local import seating
from infra.local.clock import Clock
from infra.local.nicks import NICKS
from infra.local.runner import Runner, Settings
from infra.local.seating import Player
from infra.local.texts import text

HERE = "127.0.0.1"
PAUSE = 0.02
"""Seconds to wait for letters that are on their way."""
UNDER_WAY = timedelta(hours=1)
"""A letter that is due by then is not delivered yet, or was tried and will be again."""


class TooLong(Exception):  # noqa: N818 -- it says what happened
    """The game did not end in the time that it was given."""


class Demo:
    """A game that plays itself; ``feed`` is its public side."""

    def __init__(self, runner: Runner, language: str) -> None:
        """Seat the bots and deal."""
        self._runner = runner
        nicks = NICKS[language]
        players = [
            Player(nick, f"seat-{number}@{seating.HOME}", seating.BOT_LANGUAGE)
            for number, nick in enumerate(nicks, 1)
        ]
        host = Player("", seating.HOST, language)
        game, code = seating.open_table(runner.client, host, _table(language))
        for player in players:
            seating.sit_down(runner.client, code, player)
        seating.move(runner.client, game, host, "start")
        self._bots = [self._bot(player, REMARKS[language]) for player in players]
        self.feed = Feed(HERE, runner.settings.http, game)

    def _bot(self, player: Player, remarks: tuple[str, ...]) -> Bot:
        chosen = self._runner.settings
        maildir = self._runner.mailboxes.path(player.address)
        return Bot(
            player.address,
            maildir,
            HERE,
            chosen.smtp,
            SystemRandom(),
            skill=1.0,
            remarks=remarks,
        )

    @property
    def letters(self) -> int:
        """How many letters were delivered."""
        boxes = self._runner.mailboxes
        return sum(map(boxes.count, boxes.addresses()))

    def play(self, seconds: float, told: Callable[[tuple[Entry, ...]], object]) -> State:
        """Play to the end, telling the news. Raises ``TooLong`` after so many seconds."""
        give_up = time.monotonic() + seconds
        while time.monotonic() < give_up:
            told(self.feed.news())
            delivered = self._delivered()
            acted = [bot.step() for bot in self._bots]
            if any(acted):
                continue
            if not delivered:
                time.sleep(PAUSE)
            elif (state := self.feed.state()).phase == "over":
                told(self.feed.news())
                return state
            else:
                self._jump(state)
        raise TooLong

    def _delivered(self) -> bool:
        """Whether nothing is left in the outbox."""
        site = self._runner.site
        return not site.store.due(site.now() + UNDER_WAY, 1, prefix="OUT#")

    def _jump(self, state: State) -> None:
        """Move the clock of the instance to the next deadline and let it happen."""
        site = self._runner.site
        if deadline := rules.ruleset(state).due(state):
            _moved(site.now, deadline + site.settle)
        turns.tick(site)


def _moved(clock: Callable[[], datetime], to: datetime) -> None:
    """Let a local clock show a later time from now on."""
    if not isinstance(clock, Clock):
        raise TypeError("only a local clock can jump")
    ahead = max(timedelta(0), to - clock())
    clock.anchor = msgspec.structs.replace(clock.anchor, shown=clock.anchor.shown + ahead)


def _table(language: str) -> dict[str, object]:
    return {"title": text(language, "manor"), "language": language}


@contextmanager
def instance() -> Iterator[Runner]:
    """Run an instance on free ports; nothing of it is left afterwards."""
    with TemporaryDirectory(prefix="alibi-demo-") as folder:
        http, smtp = _free_port(), _free_port()
        runner = Runner(
            Settings(
                host=HERE,
                http=http,
                smtp=smtp,
                data=Path(folder),
                bots=0,
                speed=1,
                mail_domain="alibi.localhost",
                base_url=f"http://{HERE}:{http}",
                private=True,
            )
        )
        runner.start()
        try:
            yield runner
        finally:
            runner.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
    return port
