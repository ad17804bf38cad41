"""A site whose processes die and are started again, and the world outside, which stays.

What survives a process: the file of the store, mails and requests that have left, messages in the
queue, objects in the bucket. Everything else is made anew by ``boot``.
"""

import shutil
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from chalice.test import Client

from app import app
from chalicelib import accounts, auth, clients, ledger, site
from chalicelib.outward import Web
from chalicelib.site import Site
from chalicelib.store import Conflict
from chalicelib.store.sqlite import SqliteStore
from infra.ses_sim import Account, Finding, Limits, Objects, Reception, Rule, Topic, client
from tests.api.conftest import Answer, Api
from tests.aws.test_triggers import stream_record
from tests.crash.fate import Fate, Watched
from tests.tables import START
from tests.worlds import GAME, World

DOMAIN = "in.alibi.test"
ROUND = timedelta(seconds=61)
"""Longer than any lease."""
WITHOUT_END = Limits(a_day=10**9, a_second=10**6)


class Nobody:
    """An internet that is never reached."""

    def deliver(self, *_: object) -> None:
        """Take nothing."""
        raise ConnectionError


@cache
def amazon() -> tuple[Account, Any]:
    """An account at SES, and boto3's client for it, which takes long to make."""
    account = Account(
        Nobody(), now=lambda: START, rng=Random(1), identities=[DOMAIN], limits=WITHOUT_END
    )
    return account, client(account)


class Outside:
    """Everything that survives a process, but the store; in files, as several processes see it."""

    def __init__(self, folder: Path) -> None:
        """Go on with what is in the folder."""
        self._mails, self._queue, self.bucket = folder / "mails", folder / "queue", Objects()
        for file in (self._mails, self._queue):
            file.touch()

    def deliver(self, _: str, __: str, raw: bytes) -> None:
        """Take a mail that leaves."""
        with self._mails.open("ab") as file:
            file.write(b64encode(raw) + b"\n")

    @property
    def mails(self) -> list[bytes]:
        """What left, the first one first."""
        return [b64decode(line) for line in self._mails.read_bytes().splitlines()]

    def hand_over(self, messages: Sequence[str]) -> Sequence[str]:
        """Take messages into the queue."""
        with self._queue.open("a") as file:
            file.writelines(f"{message}\n" for message in messages)
        return ()

    @property
    def queue(self) -> list[str]:
        """The different messages that wait."""
        return list(dict.fromkeys(self._queue.read_text().splitlines()))

    def drop(self, message: str) -> None:
        """Take a message out of the queue."""
        left = [f"{one}\n" for one in self.queue if one != message]
        self._queue.write_text("".join(left))


class House:
    """One site in a folder, with one game; its clock is moved by hand."""

    def __init__(self, folder: Path, rate: float = 0) -> None:
        """Found it; ``boot`` starts its first process."""
        self.folder, self.rate = folder, rate
        self.time = START
        self.outside = Outside(folder)
        self.tokens: dict[str, str] = {}
        self.opened: list[SqliteStore] = []
        self.boots = 0

    @property
    def path(self) -> Path:
        """The file of the store."""
        return self.folder / "alibi.db"

    def begin(self, ruleset: str) -> None:
        """Begin a game of three."""
        world = World(self.folder).start(ruleset=ruleset)
        world.store.close()

    def boot(self, fate: Fate | None = None) -> Site:
        """Start a process, which ends as its fate will have it."""
        fate = fate or Fate()
        self.boots += 1
        store = SqliteStore(self.path)
        self.opened.append(store)
        here = Site(
            Watched("store", store, fate),
            "https://alibi.test",
            DOMAIN,
            lambda: self.time,
            Random(self.boots),
            mail_rate=self.rate,
            wait=self.wait,
            web=Watched("web", Web(local=True), fate),  # type: ignore[arg-type]
            hand_over=fate.watched("queue.hand_over", self.outside.hand_over),
        )
        account, ses = amazon()
        account.internet, account.now = self.outside, here.now
        services = {
            "sesv2": Watched("ses", ses, fate),
            "s3": Watched("s3", self.outside.bucket, fate),
        }
        clients.of = services.__getitem__  # type: ignore[assignment]
        site.install(here)
        return here

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.time += timedelta(seconds=seconds)

    def call(self, name: str, event: dict[str, Any] | None = None) -> Any:
        """Let a trigger call a function of the app."""
        with Client(app) as opened:
            given = event or opened.events.generate_cw_event("", "", {}, [])
            return opened.lambda_.invoke(name, given).payload

    def ask(self, account: str, method: str, path: str, body: Any = None, **named: str) -> Answer:
        """Ask the API as an account that was let in."""
        with Client(app) as opened:
            return Api(opened, self.tokens[account])(method, path, body, **named)

    def let_in(self, account: str) -> None:
        """Open an account, if need be, and give it a token that survives whatever happens here."""
        if account in self.tokens:
            return
        fresh = accounts.Profile(account, f"{account}@example.org", "en")
        with suppress(Conflict):  # it is there already
            accounts.keep(self.opened[-1], fresh, now=self.time)
        self.tokens[account] = auth.issue(
            self.opened[-1], account, now=self.time, rng=Random(account)
        )

    def streamed(self, name: str, *keys: tuple[str, str]) -> None:
        """Let the stream tell a function of new rows."""
        records = [stream_record("INSERT", {"pk": {"S": pk}, "sk": {"S": sk}}) for pk, sk in keys]
        self.call(name, {"Records": records})

    def turn_clock(self) -> None:
        """Hand the messages of the queue over; a message stays until its game had its turn."""
        for body in self.outside.queue:
            record = {"messageId": "1", "body": body}
            if not self.call("clock", {"Records": [record]})["batchItemFailures"]:
                self.outside.drop(body)

    def ring(self, bell: str) -> None:
        """Let SNS bring what SES says."""
        with Client(app) as opened:
            opened.lambda_.invoke("inbound", opened.events.generate_sns_event(bell))

    def minute(self) -> None:
        """Do what happens in a minute: every function that is called each minute, and the queue."""
        self.call("tick")
        self.turn_clock()
        self.call("mail_tick")
        self.call("webhook_tick")

    def letters(self) -> Iterator[EmailMessage]:
        """The mails that left, the first one first."""
        for raw in self.outside.mails:
            yield message_from_bytes(raw, policy=default)

    def bell_for(self, mail: EmailMessage) -> str:
        """Let SES receive a mail; gives what it says of it over SNS."""
        said: list[str] = []
        bucket = self.outside.bucket
        door = Reception(Rule((DOMAIN,), "bucket"), Topic(said.append), bucket.put, rng=Random(5))
        to = (mail["To"].addresses[0].addr_spec,)
        sender = mail["From"].addresses[0].addr_spec
        door.receive(sender, to, mail.as_bytes(), self.time, Finding())
        (bell,) = said
        return bell

    def held(self) -> ledger.Held:
        """The game as it stands in the file."""
        return ledger.peek(self.opened[-1], GAME, self.time)

    def close(self) -> None:
        """Close the file, in all processes."""
        while self.opened:
            self.opened.pop().close()


FILES = ("alibi.db", "mails", "queue")


def kept(house: House, folder: Path) -> Callable[[], House]:
    """Keep a house as it is in a folder; gives what makes another one like it, each time anew."""
    house.close()
    (folder / "kept").mkdir()
    for name in FILES:
        shutil.copy(house.folder / name, folder / "kept")

    def again() -> House:
        for beside in ("-wal", "-shm"):
            (folder / f"alibi.db{beside}").unlink(missing_ok=True)
        for name in FILES:
            shutil.copy(folder / "kept" / name, folder)
        made = House(folder, house.rate)
        made.time, made.boots, made.tokens = time, boots, {**tokens}
        made.outside.bucket = house.outside.bucket
        return made

    time, boots, tokens = house.time, house.boots, {**house.tokens}
    return again
