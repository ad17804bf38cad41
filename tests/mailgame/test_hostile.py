"""Mail that means no good: it reaches no header of ours, floods nobody, stays in nobody's way."""

from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import SMTP, compat32

import pytest

from chalicelib.game import IllegalMove
from chalicelib.postbox import Arrival, Outcome, receive
from chalicelib.rules import table
from chalicelib.rules.verbs import Suggest
from tests.worlds import World, words

INJECTED = "=?utf-8?q?V=0d=0aReply-To:_x@evil.example?="


@pytest.fixture
def world(tmp_path):
    """A game of three on its first day, its first letters sent."""
    made = World(tmp_path).start()
    made.post()
    return made


def as_sent(mail: EmailMessage) -> Message:
    """Read a mail as another program would, from its bytes."""
    return message_from_bytes(mail.as_bytes(policy=SMTP), policy=compat32)


def test_a_title_cannot_add_headers(tmp_path):
    """An encoded word in a title stays text."""
    world = World(tmp_path)
    world.title = INJECTED
    for mail in world.start().post():
        sent = as_sent(mail)
        assert len(sent.get_all("Reply-To", [])) == 1
        assert "evil" not in str(sent["Reply-To"])


@pytest.mark.parametrize(
    "name",
    [
        "<=?utf-8?q?=0d=0aContent-Type:_text/html=0d=0a=0d=0a=3Ch1=3E?=@x>",
        "<a\x00b@x>",
        "<" + "a" * 3000 + "@x>",
        "<a <b@x>>",
    ],
)
def test_a_message_id_cannot_add_headers(world, name):
    """What a stranger calls a mail is repeated only if it is plain."""
    (letter,) = asked(world)
    raw = f"From: p2@example.org\r\nTo: {letter['Reply-To']}\r\nMessage-ID: {name}\r\n\r\nxyzzy\r\n"
    to = letter["Reply-To"].addresses[0].addr_spec
    outcome = receive(world.site, Arrival(raw.encode(), "p2@example.org", (to,), world.time))
    assert outcome is Outcome.ASKED_BACK
    (answer,) = world.post()
    sent = as_sent(answer)
    assert str(sent["Content-Type"]).startswith("multipart/alternative")
    assert "=?" not in str(sent["References"])


def asked(world: World) -> list[EmailMessage]:
    """Let Anna ask Boris; give the letter."""
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    return world.letters_to("p2")


def test_forged_mail_is_mentioned_once_a_day(world):
    """Whoever writes in a player's name without a reply address makes one letter a day at most."""
    for number in range(30):
        mail = EmailMessage()
        mail["From"], mail["To"] = "p2@example.org", "game@in.alibi.test"
        mail["Message-ID"] = f"<{number}@evil.example>"
        mail.set_content("Anna: Green, Rope, Bar")
        world.receive(mail)
    assert len(world.post()) == 1
    world.wait(days=1)
    mail.replace_header("Message-ID", "<next@evil.example>")
    world.receive(mail)
    assert len([letter for letter in world.post() if letter["To"] == "p2@example.org"]) <= 2


def test_a_mail_of_many_wrong_orders_gets_a_short_answer(tmp_path):
    """Hundreds of wrong orders are answered by the first of them."""
    world = World(tmp_path).start()
    world.post()
    (letter,) = asked(world)
    text = "\n".join(f"Suggestion for Anna: Green, Rope, nowhere{n}" for n in range(200))
    assert world.reply(letter, text) is Outcome.ASKED_BACK
    (answer,) = world.post()
    assert len(answer.as_bytes()) < 100_000
    assert "nowhere0" in words(answer)


def test_F55_nobody_fills_the_day_report(world):
    """F55: a seat posts so many characters a day; then the day report still fits into a mail."""
    for _ in range(table.TALK_PER_DAY // 1900):
        world.move("p1", table.Talk("щ" * 1900))
    with pytest.raises(IllegalMove) as refused:
        world.move("p1", table.Talk("щ" * 1900))
    assert (refused.value.code, refused.value.rule) == ("talk_enough", "F55")
    world.move("p2", table.Talk("still free"))
