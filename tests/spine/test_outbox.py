"""What becomes of letters when their turn comes: not before, and by how things stand then."""

from datetime import timedelta
from typing import Any

import pytest

from chalicelib import deliver, ledger
from chalicelib.letters import Answer, Problem
from chalicelib.play import pass_time
from chalicelib.rules import office, table
from chalicelib.rules.verbs import Refute, Suggest
from chalicelib.store import Item, Put
from tests.worlds import GAME, World, words

ASK = Suggest("Mustard", "Knife", "Attic", "s2")


@pytest.fixture
def world(tmp_path):
    """A game of three whose first letters are sent."""
    made = World(tmp_path)
    made.title = "Усадьба «Вороново» =?utf-8?q?x?="
    made.start().post()
    return made


class Refusing:
    """A carrier that raises an error so many times, then takes mail."""

    def __init__(self, error: Exception, times: int) -> None:
        """Keep the error."""
        self.error, self.times, self.tried = error, times, 0
        self.taken: list[str] = []

    def send(self, to: str, message: Any) -> None:
        """Refuse a mail, or take it."""
        self.tried += 1
        if self.tried <= self.times:
            raise self.error
        self.taken.append(f"{to} {message['X-Alibi-Letter']}")


class CarrierError(Exception):
    """An error with a code, as the SDK of the carrier raises it."""

    def __init__(self, code: str) -> None:
        """Keep the code where the SDK has it."""
        super().__init__(f"the words of {code} are nobody's business")
        self.response = {"Error": {"Code": code}}


def fates(world: World, to: str) -> dict[str, str]:
    """Why letters to a reader were not sent, by name."""
    return {
        name: out.dropped or out.withheld
        for name, out in world.outbox().items()
        if name.split(".")[-2] == to and (out.dropped or out.withheld)
    }


def test_nobody_is_asked_what_is_answered(world):
    """A question that is answered before its letter leaves is not sent any more."""
    world.move("p1", ASK)
    world.move("p2", Refute(1, "Mustard"))
    assert [mail["To"] for mail in world.post()] == ["p1@example.org"]
    assert list(fates(world, "s2").values()) == ["answered"]


def test_an_open_question_keeps_its_letter(world):
    """Of two questions in one letter one is answered: the other one is asked."""
    world.move("p1", ASK, Suggest("White", "Rope", "Hall", "s2"))
    world.move("p2", Refute(1, "Mustard"))
    (letter,) = world.letters_to("p2")
    assert "suggestion 2: White, Rope, Hall" in words(letter)


def test_a_receipt_comes_although_the_question_is_answered(world):
    """It answers the player's own mail: in its thread, and marked as an automatic reply."""
    world.move("p1", ASK)
    (letter,) = world.letters_to("p2")
    world.reply(letter, "1", "<mine@example.org>")
    mails = world.post()
    (receipt,) = [mail for mail in mails if mail["To"] == "p2@example.org"]
    (card,) = [mail for mail in mails if mail["To"] == "p1@example.org"]
    assert "Accepted" in words(receipt)
    assert receipt["In-Reply-To"] == "<mine@example.org>"
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert not card["In-Reply-To"]
    assert card["Auto-Submitted"] == "auto-generated"


def test_F53_a_successor_gets_no_letters_of_the_one_before(world):
    """F53: what was on its way is dropped; the successor's first letter tells all that counts."""
    world.account("p9", "en")
    world.move("p1", ASK)
    world.move("p2", office.OfferSeat())
    (offer,) = world.state.offers
    world.move("p9", office.TakeSeat(offer.code, ""))
    mails = [(mail["To"], words(mail)) for mail in world.post()]
    (first,) = [text for to, text in mails if to == "p9@example.org"]
    assert "Anna asks you, suggestion 1: Mustard, Knife, Attic" in first
    assert not [to for to, _ in mails if to == "p2@example.org"]
    assert set(fates(world, "s2").values()) == {"replaced"}


def test_whoever_left_gets_the_farewell_alone(world):
    """F15: letters to a seat that is empty by now are dropped."""
    world.move("p1", ASK)
    world.move("p2", table.Leave())
    (farewell,) = world.letters_to("p2")
    assert "You have left the game" in words(farewell)
    assert set(fates(world, "s2").values()) == {"left"}


@pytest.mark.parametrize(
    ("about", "prompts", "sent"),
    [
        ("status", (None, None), 1),
        ("help", (None, None), 1),
        ("refused", (1, 1), 1),
        ("refused", (1, 2), 2),
        ("refused", (None, None), 2),
    ],
)
def test_of_two_answers_that_wait_the_newer_is_sent(world, about, prompts, sent):
    """How things stand is told once, and what is wrong once for each prompt."""
    for name, prompt in zip(("one", "two"), prompts, strict=True):
        answer = Answer(GAME, "s1", about, parts=(Problem("?", "no_order"),), prompt=prompt)
        item = ledger.outgoing(answer, world.time, name)
        world.store.write(Put(item, 0), now=world.time)
        world.wait(seconds=1)
    assert len(world.letters_to("p1")) == sent
    assert fates(world, "s1") == ({"one.s1.1": "superseded"} if sent == 1 else {})


@pytest.mark.parametrize("off", [GAME, "*"])
def test_whoever_switched_mail_off_gets_what_they_ask_for(world, off):
    """No news, no questions; but receipts and answers to their own mails, and the farewell."""
    world.move("p1", ASK)
    (letter,) = world.letters_to("p2")
    world.prefer("p2", off=(off,))
    world.move("p1", Suggest("White", "Rope", "Hall", "s2"))
    assert world.letters_to("p2") == []
    assert list(fates(world, "s2").values()) == ["off"]
    world.reply(letter, "1")
    assert "Accepted" in words(world.letters_to("p2")[0])
    world.reply(letter, "status", "<2@example.org>")
    assert "Your hand" in words(world.letters_to("p2")[0])
    world.move("p2", table.Leave())
    assert len(world.letters_to("p2")) == 1


@pytest.mark.parametrize("trouble", ["bounced", "complained"])
def test_an_address_in_trouble_gets_nothing(world, trouble):
    """Neither questions nor answers nor the farewell; the record says why."""
    world.move("p1", ASK)
    (letter,) = world.letters_to("p2")
    world.prefer("p2", trouble=trouble)
    world.move("p1", Suggest("White", "Rope", "Hall", "s2"))
    world.reply(letter, "status")
    assert world.letters_to("p2") == []
    assert set(fates(world, "s2").values()) == {trouble}
    world.move("p2", table.Leave())
    assert world.letters_to("p2") == []


def test_a_letter_that_fails_is_tried_twelve_times(world):
    """Then it is given up, and the organiser is told once for the seat."""
    world.move("p1", ASK)
    refusing = Refusing(CarrierError("MessageRejected"), 12)
    for _ in range(deliver.MOST_ATTEMPTS):
        world.wait(days=0.8)
        deliver.sweep(world.site, refusing)
    out = world.outbox()["00000006.s2.1"]
    assert (out.attempts, out.trouble, out.sent) == (12, "MessageRejected", None)
    deliver.sweep(world.site, refusing)
    assert refusing.taken == ["host@example.org game.undelivered.s2.host.organiser.3"]
    (mail,) = [out for name, out in world.outbox().items() if name.startswith("undelivered")]
    assert mail.sent


def test_a_letter_that_is_given_up_to_the_organiser_tells_nobody(world):
    """Whose own mail fails cannot be told so by mail."""
    world.move("p1", table.TellGM("Well?"))
    refusing = Refusing(OSError(), 100)
    for _ in range(deliver.MOST_ATTEMPTS):
        world.wait(days=0.8)
        deliver.sweep(world.site, refusing)
    assert not [name for name in world.outbox() if name.startswith("undelivered")]


@pytest.mark.parametrize(
    "code", ["TooManyRequestsException", "LimitExceededException", "SendingPausedException"]
)
def test_the_carrier_wants_less_mail(world, code):
    """All mail rests, the longer the more often it happens, and no letter loses an attempt."""
    world.move("p1", ASK)
    world.move("p1", Suggest("White", "Rope", "Hall", "s3"))
    refusing = Refusing(CarrierError(code), 3)
    rests = []
    for tried in (1, 2, 3):
        deliver.sweep(world.site, refusing)
        began = world.time
        assert refusing.tried == tried
        while refusing.tried == tried:
            world.wait(seconds=1)
            deliver.sweep(world.site, refusing)
        rests.append((world.time - began).total_seconds())
        if tried < 3:
            refusing.tried = tried + 1
    assert 7 <= rests[0] <= 16
    assert 15 <= rests[1] <= 31
    assert 30 <= rests[2] <= 61
    assert len(refusing.taken) == 2
    assert {out.attempts for out in world.outbox().values() if out.sent} == {1}


def test_a_refused_letter_does_not_hold_up_the_others(world):
    """A letter that the carrier will not take costs that letter an attempt, and nobody else."""
    world.move("p1", ASK)
    world.move("p1", Suggest("White", "Rope", "Hall", "s3"))
    refusing = Refusing(CarrierError("MessageRejected"), 1)
    deliver.sweep(world.site, refusing)
    assert len(refusing.taken) == 1


def test_news_that_waited_is_told_together(world):
    """Reports of two days that could not leave for long are one letter, with all that happened."""
    world.move("p1", ASK)
    for text in ("One.", "Two."):
        world.move("p3", table.Talk(text))
        world.time = world.state.closes + timedelta(seconds=11)
        pass_time(world.store, GAME, now=world.time, rng=world.rng)
    world.wait(minutes=5)
    reports = [words(mail) for mail in world.letters_to("p3")]
    assert len(reports) == 1
    assert "One." in reports[0]
    assert "Two." in reports[0]
    assert "Day 1 is closed" in reports[0]
    assert "Day 2 is closed" in reports[0]
    assert "Day 2 is open" not in reports[0]
    assert "Day 3 is open" in reports[0]


def test_times_are_those_of_the_reader(world):
    """A reader's own zone is that of the times in letters; the game's clock is nobody's."""
    world.prefer("p2", zone="Asia/Tokyo")
    world.move("p1", ASK)
    (letter,) = world.letters_to("p2")
    assert "(Asia/Tokyo)" in words(letter)
    assert "(UTC)" not in words(letter)


def test_letters_about_one_prompt_share_an_address(world):
    """The question, and how things stand while it is the only prompt: two; sent again: the same."""
    world.move("p1", ASK)
    world.move("p3", Suggest("White", "Rope", "Hall", "s2"))
    one, two = world.letters_to("p2")
    assert one["Reply-To"] != two["Reply-To"]
    assert "prompt-game.1@in.alibi.test" in one["References"]
    world.reply(one, "nonsense")
    (again,) = world.letters_to("p2")
    assert again["Reply-To"] == one["Reply-To"]
    assert again["In-Reply-To"] == "<1@example.org>"
    world.reply(again, "1", "<2@example.org>")
    assert [q.id for q in world.state.questions] == [2]


def test_headers_are_plain_ascii(world):
    """Whatever a game is called, each header is printable ASCII, and no line is too long."""
    world.move("p1", ASK)
    (letter,) = world.letters_to("p2")
    raw = letter.as_bytes()
    assert raw.isascii()
    assert max(map(len, raw.splitlines())) <= 998
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["From"] == "Alibi <game@in.alibi.test>"
    assert not letter["List-Id"]


def test_a_letter_that_cannot_be_read_holds_up_no_other(world):
    """After a step back to an older version the letters of the newer one wait; others leave."""
    odd = Item(f"GAME#{GAME}", "OUT#0.s2.0", '{"letter":{"kind":"of the future"}}', due=world.time)
    world.store.write(Put(odd, 0), now=world.time)
    world.move("p1", ASK)
    assert len(world.letters_to("p2")) == 1
    (kept,) = world.store.read(odd.key, now=world.time)
    assert kept.body == odd.body
    assert kept.due > world.time
