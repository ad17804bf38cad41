"""Games in the middle, and what a process may be doing when it dies: seven kinds of work.

Each kind is done the way its trigger does it, and done again the way its trigger does that: a
client sends its request once more under its key, SNS and SQS bring a message once more, a minute
passes.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from random import Random
from typing import Any

from chalicelib import rules
from chalicelib.game import Actor
from chalicelib.play import SETTLE
from tests.api.conftest import Answer
from tests.crash.house import House
from tests.laws import steps, turns
from tests.laws.steps import KINDS, Step
from tests.webhooks.receivers import Receiver
from tests.worlds import GAME, words

MOVING = tuple(kind for kind in KINDS if kind not in {"junk", "clock", "leave", "roll back"})


@dataclass
class Game:
    """A house with a game in it, and what its players were promised so far."""

    house: House
    receiver: Receiver
    endpoint: str
    since: int
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    """Number and author of each entry that somebody was told of."""
    asked: int = 0

    def move(self, seed: int) -> Answer:
        """Let somebody try something, as the plan of a seed has it."""
        account, body = wish(self.house, seed)
        self.asked += 1
        return self.ask(account, body, f"key {seed}")

    def ask(self, account: str, body: Any, key: str) -> Answer:
        """Make a move over REST; what is acknowledged is remembered."""
        path = f"/v1/games/{GAME}/moves"
        answer = self.house.ask(account, "POST", path, body, Idempotency_Key=key.replace(" ", "-"))
        assert answer.status in {201, 400, 403, 404, 409}, answer
        if answer.status == 201:
            self.acknowledged.append((answer.body["seq"], answer.body["by"]))
        return answer


def founded(house: House, ruleset: str, receiver: Receiver) -> Game:
    """A game of three of which a webhook is told; all that was due has left."""
    house.begin(ruleset)
    house.boot()
    for account in ("host", "p1", "p2", "p3"):
        house.let_in(account)
    wanted = {"url": receiver.url, "games": [GAME], "rate_per_minute": 600}
    made = house.ask("p1", "POST", "/v1/webhook-endpoints", wanted).body
    game = Game(house, receiver, made["id"], since=house.held().seq)
    house.minute()
    house.wait(1)
    house.minute()
    return game


def wish(house: House, seed: int) -> tuple[str, Any]:
    """Who asks for what, by the plan of a seed: mostly legal."""
    chance, state = Random(seed), house.held().state
    cards = (chance.randrange(61), chance.randrange(61), chance.randrange(61))
    step = Step(chance.choice(MOVING), chance.randrange(61), chance.randrange(61), cards, 0, "Hm")
    by: Actor
    by, move = (turns if isinstance(state, rules.blitz.State) else steps).moved(state, step)
    account = by.account or "host"
    house.let_in(account)
    return account, json.loads(rules.write(move))


Work = Callable[[Game], Any]


def moving(game: Game, seed: int) -> Work:
    """A request over REST, which its client repeats."""
    account, body = wish(game.house, seed)
    return lambda now: now.ask(account, body, f"key {seed}")


def mailing(game: Game, seed: int) -> Work:
    """A mail, which SNS brings again."""
    letters = [mail for mail in game.house.letters() if "+" in str(mail["Reply-To"])]
    chance = Random(seed)
    letter = chance.choice(letters[-8:])
    text = chance.choice(("1", "1", "2", "no", "status", "xyzzy", "say: Good evening!"))
    bell = game.house.bell_for(answer_to(letter, text, f"<{seed}@example.org>"))
    return lambda now: now.house.ring(bell)


def answer_to(letter: EmailMessage, text: str, name: str) -> EmailMessage:
    """A reply as a player's program would write it."""
    answer = EmailMessage()
    answer["From"], answer["To"] = str(letter["To"]), str(letter["Reply-To"])
    answer["Message-ID"], answer["Subject"] = name, f"Re: {letter['Subject']}"
    quoted = "\n".join(f"> {line}" for line in words(letter).splitlines())
    answer.set_content(f"{text}\n\nOn 1 Dec 2026 at 18:00, Alibi wrote:\n{quoted}\n")
    return answer


def closing(game: Game, seed: int) -> Work:
    """The minute in which a day closes: the tick, its queue, and whoever takes from it."""
    house = game.house
    state = house.held().state
    due = rules.ruleset(state).due(state) if state else None
    if due:
        late = Random(seed).choice((timedelta(0), timedelta(minutes=5), timedelta(hours=30)))
        house.time = max(house.time, due + SETTLE + late)

    def work(now: Game) -> None:
        now.house.call("tick")
        now.house.turn_clock()

    return work


def posting(game: Game, seed: int) -> Work:
    """The minute of mail."""
    talked(game, seed)
    return lambda now: now.house.call("mail_tick")


def streaming(game: Game, seed: int) -> Work:
    """New letters and news in the stream, one by one."""
    talked(game, seed)
    keys = [key for kind in ("OUT#", "NEWS#") for key in due(game.house, kind)]

    def work(now: Game) -> None:
        for key in keys:
            now.house.streamed("deliver", key)

    return work


def calling(game: Game, seed: int) -> Work:
    """The minute of webhooks."""
    talked(game, seed)
    game.house.call("tick")
    return lambda now: now.house.call("webhook_tick")


def called(game: Game, seed: int) -> Work:
    """New deliveries in the stream."""
    talked(game, seed)
    game.house.call("tick")
    keys = due(game.house, "SEND#")
    return lambda now: now.house.streamed("outside", *keys)


KINDS_OF_WORK = (moving, mailing, closing, posting, streaming, calling, called)


def talked(game: Game, seed: int) -> None:
    """Let there be something to be told: to all, and to one of them by a letter at once."""
    game.ask("host", {"type": "tell_player", "to": "s2", "text": "Your turn"}, f"tell {seed}")
    for number in range(1 + seed % 2):
        game.ask("p1", {"type": "talk", "text": f"Well, {number}"}, f"talk {seed}.{number}")
    game.house.wait(1)


def due(house: House, kind: str) -> list[tuple[str, str]]:
    """The keys of the rows of a kind that are due."""
    return list(house.opened[-1].due(house.time, prefix=kind))
