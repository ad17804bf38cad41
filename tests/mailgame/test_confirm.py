"""Mail that waits for its owner's word: by one word in a reply, or by a button of a page."""

import re
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage

import pytest
from chalice.test import Client

from app import app
from chalicelib import accounts, auth, site
from chalicelib.postbox import Outcome, Verdicts
from chalicelib.postbox.outcomes import read_record
from chalicelib.rules.verbs import Suggest
from tests.worlds import GAME, World, words

OTHER = "boris@elsewhere.example"
UNPROVEN = Verdicts()
ACCUSE = "Accusation: White, Pistol, Study"


@pytest.fixture
def world(tmp_path):
    """A game of three; Anna has asked Boris; the app serves it."""
    made = World(tmp_path).start()
    made.post()
    made.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    site.install(made.site)
    return made


@pytest.fixture
def client():
    """The API."""
    with Client(app) as made:
        yield made


def asked(world, text="Mustard", **changes):
    """Let a mail wait; give the letter that asks about it."""
    (letter,) = world.letters_to("p2")
    assert world.reply(letter, text, **changes) is Outcome.ASKED_BACK
    (asking,) = world.post()
    assert asking["To"] == "p2@example.org"
    return asking


def ticket(letter):
    """The ticket in the link of a letter."""
    found = re.search(r"https://alibi\.test/v1/confirm\?ticket=(\w+)", words(letter))
    assert found
    return found[1]


def press(client, ticket, word):
    """Press a button of the page."""
    return client.http.post(
        "/v1/confirm",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        body=f"ticket={ticket}&word={word}",
    )


def outcomes(world):
    """The outcomes of all mails of the game, and why."""
    found = world.store.query(f"GAME#{GAME}", "MAIL#", "MAIL$", now=world.time)
    return [(r.outcome, r.reason) for r in (read_record(item.body) for item in found)]


@pytest.mark.parametrize("word", ["да", "Yes!", "tak", "Подтверждаю.", "*Да*"])
def test_one_word_from_the_registered_address_confirms(world, word):
    """The move is made once, and its receipt comes; the word itself gets no letter of its own."""
    letter = asked(world, sender=OTHER)
    assert world.reply(letter, word, "<yes@x>", UNPROVEN) is Outcome.DONE
    assert not world.state.questions
    assert sorted(mail["To"] for mail in world.post()) == ["p1@example.org", "p2@example.org"]
    assert outcomes(world) == [(Outcome.DONE, ""), (Outcome.DONE, "confirmed")]
    assert world.reply(letter, word, "<again@x>") is Outcome.REPEATED
    assert world.post() == []


@pytest.mark.parametrize("verdicts", [UNPROVEN, Verdicts(dmarc="FAIL", policy="none")])
def test_an_unproven_accusation_waits_and_is_made_when_confirmed(world, verdicts):
    """F30: it is judged at the time of the word, and made by its author."""
    letter = asked(world, ACCUSE, verdicts=verdicts)
    assert not world.state.accusations
    world.wait(minutes=30)
    assert world.reply(letter, "yes", "<yes@x>", UNPROVEN) is Outcome.DONE
    assert world.state.accusations[0].at == world.time


def test_what_can_be_undone_needs_no_word(world):
    """A shown card, a suggestion, a comment are done for a mail nobody vouches for."""
    (letter,) = world.letters_to("p2")
    text = "Mustard\n\nAnna: Green, Rope, Bar\n\nComment: what a night!"
    assert world.reply(letter, text, verdicts=UNPROVEN) is Outcome.DONE


@pytest.mark.parametrize("text", ["status", "xyzzy", "Knife", "7"])
def test_an_answer_to_unproven_mail_shows_no_card_of_the_hand(world, text):
    """What stands in the hand is told in proven mail only; even to the registered address."""
    world.move("p1", Suggest("Scarlett", "Rope", "Lounge", "s2"))
    letter = world.letters_to("p2")[-1]
    world.reply(letter, text, verdicts=UNPROVEN)
    (answer,) = world.post()
    said = words(answer).replace("Mustard, Knife, Attic", "").replace("Scarlett, Rope, Lounge", "")
    said = said.replace(f"\n{text}\n", "").replace(f"“{text}”", "")
    assert not [card for card in ("Rope", "Lounge", "Kitchen") if card in said]
    assert "You hold none" not in said
    world.wait(minutes=11)
    world.reply(letter, text, "<proven@x>")
    (answer,) = world.post()
    assert "Lounge" in words(answer).replace("Scarlett, Rope, Lounge", "")


def test_no_is_no_and_ends_the_stolen_address(world):
    """The mail is gone, and so is the reply address that the other sender knew."""
    (letter,) = world.letters_to("p2")
    world.reply(letter, "Mustard", sender=OTHER)
    (asking,) = world.post()
    assert world.reply(asking, "no", "<no@x>") is Outcome.DONE
    assert world.state.questions
    assert world.reply(letter, "Mustard", "<2@x>", sender=OTHER) is Outcome.STRANGER


def test_a_page_shows_the_mail_and_only_its_button_acts(world, client):
    """Looking at the link as often as a scanner likes does nothing; the button does it, once."""
    letter = asked(world, "Mustard <b>", sender=OTHER)
    name = ticket(letter)
    for _ in range(3):
        page = client.http.get(f"/v1/confirm?ticket={name}")
        assert page.status_code == 200
        assert b"Mustard &lt;b&gt;" in page.body
        assert OTHER.encode() in page.body
    assert world.state.questions
    assert press(client, name, "maybe").status_code == 404
    assert press(client, name, "yes").status_code == 200
    assert press(client, name, "yes").status_code == 404
    assert client.http.get(f"/v1/confirm?ticket={name}").status_code == 404


@pytest.mark.parametrize("name", ["", "nonsense", "%22%3E%3Cscript%3E"])
def test_a_wrong_ticket_opens_nothing(world, client, name):
    """Neither the page nor the button says more than that nothing waits."""
    assert client.http.get(f"/v1/confirm?ticket={name}").status_code == 404
    answer = press(client, name, "yes")
    assert answer.status_code == 404
    assert b"<script>" not in answer.body


def test_an_ordinary_reply_address_opens_nothing(world, client):
    """Only the letter that asks has a ticket."""
    (letter,) = world.letters_to("p2")
    token = letter["Reply-To"].addresses[0].username.partition("+")[2]
    assert press(client, token, "yes").status_code == 404


def test_a_remembered_address_may_write(world, client):
    """From then on mail from there is the player's own."""
    letter = asked(world, "Mustard", sender=OTHER)
    assert press(client, ticket(letter), "remember").status_code == 200
    assert not world.state.questions
    assert accounts.profile(world.store, "p2", now=world.time).also == (OTHER,)
    world.post()
    world.move("p1", Suggest("Green", "Rope", "Attic", "s2"))
    (question,) = world.letters_to("p2")
    assert world.reply(question, "1", "<2@x>", sender=OTHER) is Outcome.DONE


def test_a_remembered_address_can_be_forgotten(world, client):
    """Then mail from there has to be confirmed again; nobody without a token can do that."""
    assert press(client, ticket(asked(world, sender=OTHER)), "remember").status_code == 200
    assert client.http.delete("/v1/me/also").status_code == 401
    token = auth.issue(world.store, "p2", now=world.time, rng=world.rng)
    answer = client.http.delete("/v1/me/also", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    assert accounts.profile(world.store, "p2", now=world.time).also == ()


def test_the_owners_own_mail_offers_no_remembering(world, client):
    """It is the registered address already."""
    letter = asked(world, ACCUSE, verdicts=UNPROVEN)
    assert "Remember" not in words(letter)
    page = client.http.get(f"/v1/confirm?ticket={ticket(letter)}")
    assert b"remember" not in page.body


def test_a_letter_that_asks_can_be_answered_with_orders(world):
    """A reply with a move instead of a word is an ordinary mail."""
    letter = asked(world, ACCUSE, verdicts=UNPROVEN)
    assert world.reply(letter, "Mustard", "<2@x>", UNPROVEN) is Outcome.DONE
    assert not world.state.questions
    assert not world.state.accusations


def test_nobody_else_confirms(world):
    """A word from another address, or a forged one, does nothing; the owner hears of it once."""
    letter = asked(world, sender=OTHER)
    for number in range(3):
        assert world.reply(letter, "yes", f"<{number}@y>", sender=OTHER) is Outcome.ASKED_BACK
    forged = Verdicts(dmarc="FAIL", policy="reject")
    assert world.reply(letter, "yes", "<f@y>", forged) is Outcome.ASKED_BACK
    assert world.state.questions
    assert {mail["To"] for mail in world.post()} == {"p2@example.org"}
    assert len(world.mails) == 2


def test_what_waits_is_gone_after_a_week(world):
    """Then the word comes too late, and its author is told so."""
    letter = asked(world, sender=OTHER)
    world.wait(days=7, minutes=1)
    assert world.reply(letter, "yes", "<late@x>") is Outcome.ASKED_BACK
    (answer,) = [mail for mail in world.letters_to("p2") if "nothing to confirm" in words(mail)]
    assert answer


def test_what_cannot_be_done_any_more_is_told(world, client):
    """A held answer to a question that was closed meanwhile: the letter says why."""
    letter = asked(world, sender=OTHER)
    world.wait(days=1, minutes=1)
    world.tick()
    world.post()
    assert b"an answer to this already" in press(client, ticket(letter), "yes").body
    assert len(world.letters_to("p2")) == 1


def test_eight_words_at_once_make_one_move(world):
    """The same word by eight ways, and the button pressed besides."""
    letter = asked(world, sender=OTHER)

    def say(number):
        return world.reply(letter, "yes", f"<{number}@x>")

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(say, range(8)))
    assert set(found) <= {Outcome.DONE, Outcome.REPEATED}
    assert len([entry for entry in world.log() if entry.by == "s2"]) == 1
    assert len(world.letters_to("p2")) == 1


def test_two_strangers_end_a_reply_address_and_the_owner_gets_a_new_one(world):
    """A token seen from two unrelated senders is revoked; the letter about it has a new one."""
    (letter,) = world.letters_to("p2")
    assert world.reply(letter, "Mustard", "<1@x>", sender=OTHER) is Outcome.ASKED_BACK
    assert (
        world.reply(letter, "Mustard", "<2@x>", sender="thief@evil.example") is Outcome.ASKED_BACK
    )
    asking, fresh = world.post()
    assert asking["Reply-To"] != fresh["Reply-To"] != letter["Reply-To"]
    assert "Mustard, Knife, Attic" in words(fresh)
    assert world.reply(letter, "Mustard", "<3@x>", sender="third@evil.example") is Outcome.STRANGER
    assert world.reply(fresh, "Mustard", "<4@x>") is Outcome.DONE


@pytest.mark.parametrize("language", ["ru", "en", "pl"])
def test_letters_that_ask_are_neither_orders_nor_words(tmp_path, language):
    """Fed back whole as a reply, quoted or not, such a letter confirms and moves nothing."""
    world = World(tmp_path).start(language)
    world.post()
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    (letter,) = world.letters_to("p2")
    world.reply(letter, "Mustard", "<1@x>", sender=OTHER)
    world.reply(letter, "Mustard", "<2@x>", sender="thief@evil.example")
    world.wait(minutes=11)
    fresh = world.post()[-1]
    world.reply(fresh, "status", "<3@x>", UNPROVEN)
    world.reply(fresh, "Mustard", "<4@x>", Verdicts(dmarc="FAIL", policy="reject"))
    letters, before = [*world.post(), fresh], world.held()
    for number, sent in enumerate([*letters, asked_by(world, fresh)]):
        for way, body in enumerate((words(sent), quoted(words(sent)))):
            found = fed_back(world, sent, body, f"<{number}.{way}@back>")
            assert found is not Outcome.DONE
    assert world.held() == before


def fed_back(world, letter, body, name):
    """What becomes of a mail to the reply address of a letter."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "p2@example.org", letter["Reply-To"], name
    mail.set_content(body)
    return world.receive(mail)


def asked_by(world, letter):
    """A letter that asks whether another address is the player's."""
    world.reply(letter, "Mustard", "<5@x>", sender=OTHER)
    return world.letters_to("p2")[-1]


def quoted(text):
    """A text with signs of quotation."""
    return "\n".join(f"> {line}" for line in text.splitlines())
