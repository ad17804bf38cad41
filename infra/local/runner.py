"""The whole of Alibi in one process: what it is made of, how it starts and how it stops."""

import os
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import SystemRandom
from threading import Event, Thread
from urllib.parse import urlsplit

import msgspec
from aiosmtpd.controller import Controller

from app import app
from chalicelib import clock as turns
from chalicelib import deliver, feedback, site, spread
from chalicelib.forums import act, ending, queue, reconcile
from chalicelib.outward import Web
from chalicelib.site import Site
from chalicelib.store.sqlite import SqliteStore
from chalicelib.webhooks import lanes
from infra.local import clock, forms, seating, smtp, taking
from infra.local.amazon import Amazon
from infra.local.bots import Bots
from infra.local.client import Client
from infra.local.figures import figures
from infra.local.games import all_games
from infra.local.gateway import Gateway
from infra.local.http import Server
from infra.local.mailbox import Mailboxes
from infra.local.outside import Outside, Relay
from infra.local.pages import Place
from infra.local.texts import text
from infra.local.verdicts import Ask, examiner
from infra.local.web import Request, Response
from infra.local.workers import Worker

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- where to reach who binds so
HOUSEKEEPING = 3600.0
"""Seconds from one sweep of what has expired to the next."""


class Settings(msgspec.Struct, frozen=True):
    """What can be chosen on the command line."""

    host: str
    http: int
    smtp: int
    data: Path
    bots: int
    speed: float
    mail_domain: str
    base_url: str
    private: bool
    language: str = "en"
    relay: Relay | None = None
    dns: bool = False
    """Whether to ask name servers who may send mail for whom."""
    metrics: bool = False
    """Whether anybody who reaches the pages may read the figures."""
    smtp_host: str = ""
    """The address to take mail at, if not ``host``."""
    certificate: tuple[Path, Path] | None = None
    """The files of a certificate and its key: with them mail may come in by STARTTLS."""

    @property
    def near(self) -> str:
        """The address under which this very machine reaches the servers."""
        return EVERYWHERE.get(self.host, self.host)

    @property
    def mail_host(self) -> str:
        """The address to take mail at."""
        return self.smtp_host or self.host

    @property
    def near_mail(self) -> str:
        """The address under which this very machine brings mail."""
        return EVERYWHERE.get(self.mail_host, self.mail_host)


class Runner:
    """Alibi on one machine. Whatever was acknowledged is on the disk: it may die at any time."""

    def __init__(self, settings: Settings) -> None:
        """Take the folder and the HTTP port, open the data; raises ``Unavailable``, ``OSError``."""
        self.settings = settings
        self._folder = taking.folder(settings.data)
        with taking.port(settings.http, "HTTP"):
            self._http = Server(settings.host, settings.http, self._answer)
        self.store = SqliteStore(settings.data / taking.DATABASE)
        self.site = self._site()
        site.install(self.site)
        self.mailboxes = Mailboxes(settings.data / "mail", self._delivered)
        self._api = Gateway(app)
        self.client = Client(self.site, self._api.answer, settings.language)
        self._amazon = Amazon(self.site, Outside(seating.HOME, self.mailboxes, settings.relay))
        self._smtp = self._reception()
        self._place = Place(
            self.site,
            self.mailboxes,
            self.store,
            self.client,
            (settings.near_mail, settings.smtp),
            settings.private,
            settings.relay is not None,
        )
        self._lanes = lanes.Lanes(self.site)
        self._queues = queue.Lanes(self.site)
        self._workers = self._made_workers()
        self._sender, self._bots = self._workers[:2]

    def _site(self) -> Site:
        settings = self.settings
        now = clock.kept(settings.data / "clock.json", settings.speed)
        settle = timedelta(seconds=1)
        return Site(
            self.store,
            settings.base_url,
            settings.mail_domain,
            now=now,
            settle=settle,
            threads="/games",
            mail_rate=float(os.environ.get("ALIBI_MAIL_RATE", "0")) / settings.speed,
            wait=lambda seconds: time.sleep(seconds / settings.speed),
            web=Web(filter(None, [urlsplit(settings.base_url).hostname]), local=settings.private),
        )

    def _reception(self) -> Controller:
        """Make the SMTP server: what comes in goes the way it goes on AWS."""
        settings = self.settings
        examine = examiner(seating.HOME, self._ask())
        reader = smtp.Reception(self.site, self._amazon, examine, self._moved)
        place = (settings.mail_host, settings.smtp)
        return smtp.reception(reader, place, settings.mail_domain, settings.certificate)

    def _ask(self) -> Ask | None:
        """Give the way to ask name servers about mail, where that is wished and there are some."""
        if not self.settings.dns:
            return None
        from infra.local import evidence, lookup  # noqa: PLC0415 -- a tenth of the start

        resolver = lookup.resolver()
        return evidence.asking(resolver) if resolver else None

    def _made_workers(self) -> list[Worker]:
        """Make the threads: the outbox and the bots first."""
        here, ses = self.site, self._amazon.ses
        bots = Bots(self.mailboxes, self._place.smtp, SystemRandom())
        return [
            Worker("outbox", self._sent, 0.5),
            Worker("bots", bots.step, 5),
            Worker("clock", self._tick, 1),
            Worker("webhooks", self._lanes.round, 0.5),
            Worker("webhook upkeep", lambda: lanes.upkeep(here), 5),
            Worker("forum queues", self._queues.step, 0.5),
            Worker("upkeep", lambda: feedback.upkeep(here, ses), 60),
            Worker("bindings", lambda: ending.sweep(here), 60),
            Worker("posts", self._posts, 0.5),
            Worker("threads", lambda: reconcile.sweep(here), 10),
            Worker("housekeeping", lambda: self.store.sweep(here.now()), HOUSEKEEPING),
        ]

    def _posts(self) -> bool:
        """Deal with what came from forums."""
        dealt = act.sweep(self.site)
        if dealt:
            self._moved()
        return bool(dealt)

    def _sent(self) -> bool:
        """Spread the news, send what is due, and read what came back about it."""
        spread.sweep(self.site)
        sent = deliver.sweep(self.site, self._amazon.ses)
        return bool(self._amazon.tell() or sent)

    def _tick(self) -> bool:
        """Let time pass; what it brought is sent at once."""
        here = self.site
        played = turns.tick(here)
        if played:
            self._moved()
        return bool(played)

    def _moved(self) -> None:
        """Something may have been put into the outbox."""
        self._sender.wake()

    def _delivered(self) -> None:
        """A bot may have got a letter."""
        self._bots.wake()

    def _answer(self, request: Request) -> Response:
        """Answer an HTTP request: the API under /v1, the pages elsewhere."""
        try:
            if request.path == "/metrics" and self.settings.metrics:
                return figures(self.site)
            if request.path == "/v1" or request.path.startswith("/v1/"):
                return self._api.answer(request)
            return forms.page(request, self._place)
        finally:
            self._moved()

    def start(self) -> None:
        """Begin to serve; raises ``Unavailable`` if the SMTP port cannot be taken."""
        with taking.port(self.settings.smtp, "SMTP"):
            self._smtp.start()
        Thread(target=self._http.serve_forever, args=(0.1,), daemon=True).start()
        for worker in self._workers:
            worker.start()

    def stop(self) -> None:
        """Take nothing new, finish what was begun, close the store."""
        self._http.shutdown()
        self._http.server_close()
        self._smtp.stop()
        for worker in self._workers:
            worker.stop()
        self._lanes.stop()
        self._queues.finish()
        self.store.close()
        self._folder.close()

    def seat_bots(self) -> None:
        """Begin a game with bots, unless one was begun in this folder before."""
        here, bots = self.site, self.settings.bots
        known = all_games(self.store, here.now())
        if bots and all(game.state.phase == "gathering" for game in known):
            language = self.settings.language
            you = seating.Player(text(language, "guest"), seating.YOU, language)
            wanted = seating.solo_table(language, seating.SOLO_MINUTES)
            seating.play_alone(self.client, you, wanted, bots)
            self._moved()


def run(settings: Settings, stop: Event, started: Callable[[Runner], object]) -> None:
    """Serve until ``stop`` is set; ``started`` is told once everything runs."""
    runner = Runner(settings)
    runner.start()
    try:
        runner.seat_bots()
        started(runner)
        stop.wait()
    finally:
        runner.stop()
