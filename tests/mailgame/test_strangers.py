"""What others can do to a player by mail: learn, silence, flood; each comes to nothing."""

from email.message import EmailMessage

import pytest

from chalicelib import accounts, feedback, limits
from chalicelib.postbox import Arrival, Outcome, Verdicts, receive
from chalicelib.proofs import MOST_FOR_A_GAME
from chalicelib.rules import forum, table
from chalicelib.rules.house import options as house_rules
from chalicelib.rules.office import OfferSeat, TakeSeat
from chalicelib.rules.verbs import Suggest
from tests.tables import CODE, DECK
from tests.worlds import GAME, PROVEN, World, words

ASK = Suggest("Mustard", "Knife", "Attic", "s2")
REJECTED = Verdicts("PASS", "PASS", "FAIL", "FAIL", "FAIL", "reject")


@pytest.fixture
def world(tmp_path):
    """A game of three on its first day, its first letters sent."""
    made = World(tmp_path).start()
    made.post()
    return made


@pytest.fixture
def gathering(tmp_path):
    """A table that gathers players, in English."""
    made = World(tmp_path)
    made.account("host", "en")
    house = house_rules(forum.PRESETS, "full", {})
    made.move("host", forum.Create(table.Setting(made.title, "en"), house, "full", DECK, CODE))
    made.post()
    return made


def asked(world):
    """Let Anna ask Boris, and give the letter he gets."""
    world.move("p1", ASK)
    (letter,) = world.letters_to("p2")
    return letter


def written(world, sender, text, verdicts, name="1"):
    """A mail from somebody to the program, with no letter that it answers."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = sender, "game@in.alibi.test", f"<{name}@x>"
    mail.set_content(text)
    arrival = Arrival(mail.as_bytes(), sender, ("game@in.alibi.test",), world.time, verdicts)
    return receive(world.site, arrival)


def bounce(world, letter, number=0, sender="", verdicts=PROVEN):
    """A notice that Boris gets no mail, brought to the reply address of a letter to him."""
    to = letter["Reply-To"].addresses[0].addr_spec
    raw = (
        f"From: MAILER-DAEMON@mx.example.org\r\nTo: {to}\r\nMessage-ID: <{number}@mx>\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n"
        "Final-Recipient: rfc822; p2@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
        "--b--\r\n"
    )
    return receive(world.site, Arrival(raw.encode(), sender, (to,), world.time, verdicts))


def trouble(world):
    """What is wrong with Boris's mail."""
    return accounts.profile(world.store, "p2", now=world.time).trouble


def test_F53_a_successor_gets_no_answer_to_mail_of_the_predecessor(world):
    """F53: an answer that waits when the seat changes hands repeats what its author wrote."""
    letter = asked(world)
    for number in range(2):
        world.reply(letter, f"accuse Green, Rope, nowhere{number}", f"<{number}@x>")
    assert len(world.letters_to("p2")) == 1
    world.move("p2", OfferSeat())
    (offer,) = world.state.offers
    world.account("next", "en")
    world.move("next", TakeSeat(offer.code, "Next"))
    world.wait(minutes=11)
    letters = world.post()
    assert any(mail["To"] == "next@example.org" for mail in letters)
    assert not any("nowhere" in words(mail) for mail in letters)


@pytest.mark.parametrize(
    ("sender", "verdicts"), [("evil@evil.example", PROVEN), ("", REJECTED), ("x@x", REJECTED)]
)
def test_a_notice_that_no_server_sends_silences_nobody(world, sender, verdicts):
    """RFC 3464: a notice has no sender in its envelope; and forged mail does nothing."""
    letter = asked(world)
    assert bounce(world, letter, sender=sender, verdicts=verdicts) is Outcome.MACHINE
    assert trouble(world) == ""
    assert bounce(world, letter, number=1) is Outcome.MACHINE
    assert trouble(world) == "bounced"


def test_notices_by_mail_hold_up_nobody_elses_news(world):
    """Whoever writes notices about themselves is the only one who gets no mail."""
    letter = asked(world)
    for number in range(30):
        bounce(world, letter, number)
    assert not feedback.pressure(world.site)


def test_forged_mail_asks_nobody_to_join(gathering):
    """Where the sender's domain says that the mail is not theirs, no letter goes there."""
    text = f"join {CODE} Gleb"
    assert written(gathering, "victim@example.org", text, REJECTED) is Outcome.STRANGER
    assert gathering.post() == []


@pytest.mark.parametrize(
    "nick", ["visit evil.example now", "https://evil.example/x", "me@evil.example", "a" * 60]
)
def test_no_stranger_puts_a_link_into_a_letter_to_somebody(gathering, nick):
    """The nick in the letter that asks is a stranger's word: no address, and no longer than one."""
    written(gathering, "victim@example.org", f"join {CODE} {nick}", Verdicts())
    (letter,) = gathering.post()
    assert nick not in letter.as_string()
    assert "evil" not in words(letter)


def test_a_game_writes_to_so_many_strangers_a_day(gathering):
    """The title of a game is what somebody wants read: not by everybody whose address they know."""
    for number in range(MOST_FOR_A_GAME + 5):
        text = f"join {CODE} Gleb"
        written(gathering, f"v{number}@example.org", text, Verdicts(), f"n{number}")
    assert len(gathering.post()) == MOST_FOR_A_GAME


@pytest.mark.parametrize("trouble", ["bounced", "complained"])
def test_an_address_in_trouble_is_asked_nothing(gathering, trouble):
    """Whoever took our mail for spam gets no letter because a stranger names them."""
    gathering.account("gleb", "en")
    gathering.prefer("gleb", trouble=trouble)
    written(gathering, "gleb@example.org", f"join {CODE} Gleb", Verdicts())
    assert gathering.post() == []


@pytest.mark.parametrize("wish", [{"trouble": "complained"}, {"off": ("*",)}])
def test_F53_nobody_is_invited_who_wants_no_mail(world, wish):
    """F53: an invitation is unasked mail; who has switched all off, or complained, gets none."""
    world.account("gleb", "en")
    world.prefer("gleb", **wish)
    letter = asked(world)
    assert world.reply(letter, "replace me with gleb@example.org") is Outcome.DONE
    world.wait(minutes=1)
    assert not any(mail["To"] == "gleb@example.org" for mail in world.post())


def test_commands_from_outside_a_game_have_a_limit(world):
    """A program that answers our answers ends after an hour's worth of mails."""
    world.account("gleb", "en")
    for number in range(limits.UNPROVEN.mails + 5):
        written(world, "gleb@example.org", "language Polish", PROVEN, f"n{number}")
    assert len(world.letters_to("gleb")) == limits.UNPROVEN.mails


def test_spam_does_not_fill_the_game(world):
    """Of mail that looks like spam so many are kept in an hour; the rest is only recorded."""
    spam = Verdicts(spam="FAIL")
    for number in range(limits.UNPROVEN.mails + 5):
        written(world, "p2@example.org", f"hello {number}", spam, f"n{number}")
    kept = world.store.query(f"GAME#{GAME}", "HELD#", "HELD$", now=world.time)
    assert len(kept) == limits.UNPROVEN.mails
