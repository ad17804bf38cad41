"""A game in which every function does whatever it calls AWS for."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from chalicelib import auth
from chalicelib.forums import intake
from chalicelib.forums.post import Post
from chalicelib.rules.office import OfferSeat
from chalicelib.rules.verbs import Accuse, Suggest
from infra.ses_sim import Undeliverable
from tests.aws.recorder import Right
from tests.aws.stage import Stage, opened
from tests.forums.acting.thread import suggestion
from tests.tables import CASE
from tests.webhooks.receivers import Receiver
from tests.worlds import GAME


def played(folder: Path) -> dict[str, set[Right]]:
    """Play it, and give the rights that each function has made use of."""
    with opened(folder) as stage:
        for scene in (rest, mail, webhooks, forum, over_night, ending):
            scene(stage)
        return dict(stage.recorder.rights)


def rest(stage: Stage) -> None:
    """Somebody signs in, asks, looks around and signs out; letters leave, one comes back."""
    stage.cloud.inboxes.fates["p3@example.org"] = Undeliverable()
    assert stage.api()("POST", "/v1/auth/codes", {"email": "p1@example.org"}).status == 202
    stage.stream()
    anna = member(stage, "p1")
    asked = {"to": "s2", "suspect": "Mustard", "weapon": "Knife", "room": "Attic"}
    move = {"type": "suggest"} | asked
    assert anna("POST", f"/v1/games/{GAME}/moves", move, Idempotency_Key="k").status == 201
    assert anna("GET", f"/v1/games/{GAME}/events").status == 200
    assert anna("DELETE", "/v1/auth/tokens/current").status == 204


def mail(stage: Stage) -> None:
    """Boris answers wrongly, wrongly again, and then as he has to."""
    assert stage.api()("POST", "/v1/auth/codes", {"email": "p2@example.org"}).status == 202
    stage.minute("MailTick")
    letters = [message_from_bytes(raw, policy=default) for raw in stage.inbox("p2")]
    question = next(one for one in letters if "Attic" in one.as_string())
    for number, words in enumerate(("Pipe", "Rope", "Mustard")):
        stage.mail(reply(question, words, number))
    assert not stage.world.state.questions


def reply(letter: EmailMessage, words: str, number: int) -> EmailMessage:
    """Give an answer to a letter."""
    written = EmailMessage()
    written["From"], written["To"] = letter["To"], letter["Reply-To"]
    written["Message-ID"] = f"<{number}@example.org>"
    written.set_content(words)
    return written


def webhooks(stage: Stage) -> None:
    """An endpoint is told of a move: it fails at first, and is told again."""
    receiver = Receiver()
    wanted = {"url": receiver.url, "games": [GAME]}
    assert member(stage, "p1")("POST", "/v1/webhook-endpoints", wanted).status == 201
    stage.stream()
    receiver.says(500)
    stage.world.move("p2", Suggest("Mustard", "Pipe", "Attic", "s3"))
    stage.stream()
    stage.minute("WebhookTick")
    stage.minute("WebhookTick")
    receiver.close()
    assert len(receiver.events) > 1


def forum(stage: Stage) -> None:
    """A thread is bound: a post in it is a move, moves stand in it; then it is let go."""
    world = stage.world
    bound, server = world.bind()
    world.member(bound, "p1", "Anna", "17")
    for number in (2, 3):
        text = suggestion("Clara", "Mustard", "Pipe", "Attic", number=number)
        name, told = str(100 + number), world.time
        post = Post("created", bound.thread, name, author="17", body=text, created=told)
        with stage.recorder.running("APIHandler"):
            intake.take_in(world.site, bound, post, world.time)
        stage.stream()
        world.wait(seconds=11)
        stage.minute("ForumTick")
    world.move("p2", Suggest("Mustard", "Pipe", "Attic", "s3"))
    stage.minute("Tick", "ForumTick")
    assert server.texts()
    left = member(stage, "host")("DELETE", f"/v1/games/{GAME}/forum-bindings/{bound.id}")
    assert left.status in {200, 204}, left.body


def over_night(stage: Stage) -> None:
    """The day ends by the clock; what the stream did not tell of is made up for."""
    stage.world.wait(days=1)
    stage.minute("Tick")
    stage.queue()
    assert stage.world.state.day == 2
    stage.minute("Tick", "MailTick", "WebhookTick", "ForumTick")


def ending(stage: Stage) -> None:
    """A right accusation ends the game by the clock, an open offer of a seat with it."""
    world = stage.world
    world.move("p2", OfferSeat("s2"))
    world.move("p1", Accuse(CASE.suspect, CASE.weapon, CASE.room))
    for _ in range(2):
        world.wait(days=1)
        stage.minute("Tick")
        stage.queue()
    assert world.state.phase == "over"
    world.wait(days=40)
    stage.minute("Tick")


def member(stage: Stage, account: str) -> Any:
    """Give the API as somebody uses it."""
    world = stage.world
    return stage.api(auth.issue(world.store, account, now=world.time, rng=world.rng))
