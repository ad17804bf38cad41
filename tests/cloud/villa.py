"""A game of three at the deployed stack, in which the tests know all hands."""

from datetime import UTC, datetime
from email.message import EmailMessage
from random import Random
from typing import Any

from infra.ses_sim import Finding, Reception, Rule, Topic
from tests.cloud.people import Person, eventually
from tests.cloud.stack import Stack
from tests.webhooks.receivers import Receiver
from tests.worlds import words

KINDS = {"suspect": "suspects", "weapon": "weapons", "room": "rooms"}
PROVEN = Finding(spf="PASS", dkim="PASS", dmarc="PASS")
SUBJECT = "Amazon SES Email Receipt Notification"
ATTRIBUTES = {"a": {"DataType": "String", "StringValue": "b"}}
"""The emulator leaves ``MessageAttributes`` out where there are none; Amazon never does."""


class Villa:
    """The game, from its table to its end; seats are those of Anna, Boris and Clara."""

    def __init__(self, stack: Stack, people: dict[str, Person], receiver: Receiver) -> None:
        """Open the table, let Boris's program listen, and deal."""
        self.stack, self.people, self.receiver = stack, people, receiver
        anna, boris = people["anna"], people["boris"]
        table = {"title": "The Villa", "language": "en", "options": {"accusation_window": "none"}}
        opened = anna.post("/v1/games", table)
        self.id: str = opened["id"]
        self.deck: dict[str, list[str]] = opened["state"]["deck"]
        for person in people.values():
            join = {"code": opened["join_code"], "nick": person.name.title()}
            person.post("/v1/joins", join)
        asked = {"url": receiver.url, "games": [self.id]}
        self.endpoint = boris.post("/v1/webhook-endpoints", asked)
        place = f"/v1/webhook-endpoints/{self.endpoint['id']}"
        eventually(lambda: boris.get(place)["status"] == "active")
        anna.move(self.id, "start")
        self.hands: dict[str, list[str]] = {name: self.me(name)["hand"] for name in people}

    @property
    def moves(self) -> str:
        """Where moves are made."""
        return f"/v1/games/{self.id}/moves"

    def me(self, name: str) -> Any:
        """Give what a player sees of themselves."""
        return self.people[name].get(f"/v1/games/{self.id}/me")

    def state(self) -> Any:
        """Give the game as Anna sees it."""
        return self.people["anna"].get(f"/v1/games/{self.id}")["state"]

    def events(self, name: str) -> list[Any]:
        """Give the events of the log as a player may see them."""
        path = f"/v1/games/{self.id}/events?limit=100"
        return [event for item in self.people[name].get(path)["items"] for event in item["events"]]

    def case(self) -> dict[str, str]:
        """Give what lies in the envelope: the cards that nobody has."""
        dealt = {card for hand in self.hands.values() for card in hand}
        return {
            kind: next(card for card in self.deck[cards] if card not in dealt)
            for kind, cards in KINDS.items()
        }

    def choice(self, name: str) -> tuple[str, dict[str, str]]:
        """Give a card of a player, and three to ask for of which they hold it and another."""
        of_kind = {
            kind: [card for card in self.hands[name] if card in self.deck[cards]]
            for kind, cards in KINDS.items()
        }
        first, second = [kind for kind, held in of_kind.items() if held][:2]
        chosen = {first: of_kind[first][0], second: of_kind[second][0]}
        return chosen[first], self.case() | chosen

    def refuted(self, name: str) -> Any:
        """Give the first refutation as a player may see it."""
        return next(event for event in self.events(name) if event["type"] == "refuted")

    def bring(self, mail: EmailMessage) -> None:
        """Let SES receive a mail: by the receipt rule of the template, which the emulator lacks."""
        stack = self.stack
        rule = stack.template["Resources"]["MailRule"]["Properties"]["Rule"]
        (action,) = (stack.resolved(one["S3Action"]) for one in rule["Actions"])
        s3, sns = stack.cloud.client("s3"), stack.cloud.client("sns")

        def put(bucket: str, key: str, content: bytes) -> None:
            s3.put_object(Bucket=bucket, Key=key, Body=content)

        def ring(message: str) -> None:
            told = {"Subject": SUBJECT, "Message": message, "MessageAttributes": ATTRIBUTES}
            sns.publish(TopicArn=action["TopicArn"], **told)

        known = Rule(
            tuple(stack.resolved(rule["Recipients"])),
            action["BucketName"],
            action["ObjectKeyPrefix"],
            rule["ScanEnabled"],
        )
        reception = Reception(known, Topic(ring), put, rng=Random())
        to = (mail["To"].addresses[0].addr_spec,)
        sender = mail["From"].addresses[0].addr_spec
        reception.receive(sender, to, mail.as_bytes(), datetime.now(UTC), PROVEN)

    def reply(self, name: str, letter: EmailMessage, text: str) -> None:
        """Answer a letter as a player's program would, with the letter quoted below."""
        mail = EmailMessage()
        mail["From"], mail["To"] = self.people[name].address, letter["Reply-To"]
        mail["Subject"], mail["Message-ID"] = f"Re: {letter['Subject']}", f"<{name}@mail.example>"
        quoted = "\n".join(f"> {line}" for line in words(letter).splitlines())
        mail.set_content(f"{text}\n\nOn 1 Dec 2026 at 18:00, Alibi wrote:\n{quoted}\n")
        self.bring(mail)
