"""Private letters: through the forum to whoever is bound there, else by mail; never both."""

import re

import pytest
from chalice.test import Client
from msgspec.structs import replace

from app import app
from chalicelib import accounts, auth, site
from chalicelib.forums import bindings, identity, intake, private
from chalicelib.forums.binding import binding_item
from chalicelib.forums.bodies import Change
from chalicelib.forums.post import Post
from chalicelib.rules.office import OfferSeat, TakeSeat
from chalicelib.rules.table import Leave
from chalicelib.rules.verbs import Refute, Suggest
from chalicelib.store import Put
from tests.forums.posting.conftest import ENGINES, Play
from tests.tables import HANDS
from tests.worlds import GAME, words

ASKED = Suggest("Mustard", "Rope", "Attic", "s2")


@pytest.fixture
def forum(play):
    """A forum with private messages, at which Boris is bound."""
    bound, there = play.bind(private=True)
    play.member(bound, "p2", "Mouse", "17")
    play.known = bound
    return there


def mails(play):
    """What leaves by mail, and then what the forum is given."""
    left = [mail["To"].partition("@")[0] for mail in play.post()]
    play.told_all(3)
    return left


@pytest.mark.parametrize("engine", ENGINES)
def test_a_question_comes_as_a_private_message(play, engine):
    """The suggestion, the cards to choose from, the way to the desk; no mail, no address."""
    bound, there = play.bind(engine, private=True)
    play.member(bound, "p2", "Mouse", "17")
    play.move("p1", ASKED)
    assert mails(play) == []
    (message,) = there.messages
    text = message.get("text") or message.get("raw") or message["message"]
    assert "Anna" in text
    assert "Mustard" in text
    assert "1. " in text.replace("\\", "")
    assert "Rope" in text
    assert "on your own page" in text
    assert "Reply with" not in text
    assert re.search(r"https:/*\u2060?/.*?/v1/d/[a-z0-9]{20}", text) or "/v1/d/" in text.replace(
        "\u2060", ""
    )
    assert "=#=#=" not in text
    assert "@in.alibi.test" not in text
    assert "example.org" not in text
    to = {
        "generic": lambda: message["to"] == {"id": "17", "name": "Mouse"},
        "discourse": lambda: message["target_recipients"] == "Mouse",
        "xenforo": lambda: (
            (message["recipient_ids[]"], message["conversation_open"]) == ("17", "0")
        ),
        "nodebb": lambda: message["to"] == [17],
    }
    assert to[engine]()


def test_whoever_is_not_bound_gets_mail(play, forum):
    """Clara is asked by mail, Boris by the forum, about the same time."""
    play.move("p1", ASKED)
    play.move("p1", Suggest("White", "Rope", "Attic", "s3"))
    assert mails(play) == ["p3"]
    assert [message["to"]["id"] for message in forum.messages] == ["17"]


def test_whoever_has_chosen_mail_gets_mail(play, forum):
    """The wish of the player counts more than the forum."""
    play.prefer("p2", private="mail")
    play.move("p1", ASKED)
    assert mails(play) == ["p2"]
    assert forum.messages == []


def test_nobody_sends_hands_elsewhere_behind_a_players_back(play, forum):
    """When the organiser changes where messages go, they go by mail until a new code is written.

    So does what waits already: an organiser who is not the GM may not know the cards.
    """
    play.move("p1", ASKED)
    assert play.post() == []
    elsewhere = Change(posts_url="http://localhost:9/hook", api_key="")
    play.wait(seconds=1)
    changed = bindings.change(play.site, GAME, play.known.id, elsewhere).binding
    play.wait(seconds=1)
    assert play.told() >= 1
    assert [mail["To"].partition("@")[0] for mail in play.post()] == ["p2"]
    boris = accounts.profile(play.store, "p2", now=play.time)
    assert private.route(play.site, GAME, boris) is None
    said = Post("created", "t7", "8", author="17", body=code(play), created=play.time)
    intake.take_in(play.site, changed, said, play.time)
    assert private.route(play.site, GAME, boris)
    assert forum.messages == []


def code(play):
    """A code that Boris writes at the forum."""
    return identity.new_code(play.site, GAME, "p2").code


def test_the_wish_is_set_over_rest(play):
    """PATCH /v1/me takes ``private``, and nothing but the two ways."""
    site.install(play.site)
    token = auth.issue(play.store, "p2", now=play.time, rng=play.rng)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with Client(app) as client:
        changed = client.http.request(
            "PATCH", "/v1/me", headers=headers, body=b'{"private": "mail"}'
        )
        wrong = client.http.request("PATCH", "/v1/me", headers=headers, body=b'{"private": "owl"}')
    assert changed.json_body["private"] == "mail"
    assert wrong.status_code == 400


def test_mere_news_stands_in_the_thread_and_comes_as_no_message(play, forum):
    """The opening of a day is told to Clara by mail, to Boris in the thread alone."""
    play.wait(days=1, seconds=15)
    play.tick()
    left = mails(play)
    assert "p3" in left
    assert "p2" not in left
    assert forum.messages == []
    assert {
        out.dropped for name, out in play.outbox().items() if ".s2." in name and out.dropped
    } == {"in the thread"}


def test_cards_go_before_questions(play, forum):
    """What waits for a member goes out in the order of rank: a card that was shown comes first."""
    play.move("p2", Suggest("Scarlett", "Rope", "Attic", "s1"))
    play.move("p1", ASKED)
    play.wait(seconds=1)
    play.move("p1", Refute(1, "Scarlett"))
    assert mails(play) == []
    first, second = (message["text"] for message in forum.messages)
    assert "shows you" in first
    assert "asks you" in second


def test_the_hand_comes_as_a_private_message(tmp_path):
    """Whoever is bound before the deal finds the hand in their private messages."""
    play = Play(tmp_path)
    bound, there = play.bind(private=True)
    play.member(bound, "p2", "Mouse", "17")
    play.start()
    left = mails(play)
    assert left.count("p2") == 0
    hands = [message for message in there.messages if "Your hand" in message["text"]]
    assert len(hands) == 1
    assert all(card in hands[0]["text"] for card in HANDS["s2"])
    play.close()


def test_the_channel_is_told_with_the_letter(play, forum):
    """GET /v1/games/ID/letters says by which way each letter goes, and when it has arrived."""
    site.install(play.site)
    play.move("p1", ASKED)
    token = auth.issue(play.store, "p2", now=play.time, rng=play.rng)

    def seen():
        headers = {"Authorization": f"Bearer {token}"}
        with Client(app) as client:
            answer = client.http.get(f"/v1/games/{GAME}/letters", headers=headers)
        return [(one["state"], one.get("channel", "mail")) for one in answer.json_body["items"]]

    play.post()
    assert seen()[-1] == ("queued", "forum")
    play.told_all(3)
    assert seen()[-1] == ("sent", "forum")
    assert seen()[0] == ("sent", "mail")
    assert forum.messages


def test_what_the_forum_refuses_for_good_goes_by_mail_at_once(play, forum):
    """A member who takes no messages is asked by mail; nothing else waits for that."""
    play.move("p1", ASKED)
    play.post()
    forum.failures = [(403, {})]
    play.told()
    assert [mail["To"] for mail in play.post()] == ["p2@example.org"]
    play.told_all(3)
    assert forum.messages == []
    assert len(forum.texts()) == 2


def test_a_forum_with_too_many_messages_today_leaves_the_rest_to_mail(play, forum):
    """A long wait for one message is not waited for: the thread goes on at once."""
    play.move("p1", ASKED)
    play.post()
    forum.failures = [(429, {"Retry-After": "40000"})]
    play.told()
    assert [mail["To"] for mail in play.post()] == ["p2@example.org"]
    play.told()
    assert len(forum.texts()) == 2


def test_a_forum_that_is_down_for_long_is_made_up_for_by_mail(play, forum):
    """After half an hour the letter goes by mail, those after it at once; then messages."""
    forum.failures = [(500, {})] * 1000
    play.move("p1", ASKED)
    left = []
    for _ in range(120):
        left += [mail["To"].partition("@")[0] for mail in play.post() if "asks you" in words(mail)]
        play.told()
        play.wait(minutes=1)
    assert left == ["p2"]
    play.move("p3", Suggest("White", "Rope", "Attic", "s2"))
    assert "p2" in [mail["To"].partition("@")[0] for mail in play.post()]
    forum.failures = []
    play.told_all(62)
    assert play.known_as(play.known.id).trouble == ""
    assert [m for m in forum.messages if "asks you" in m["text"]] == []
    play.move("p1", Suggest("White", "Rope", "Hall", "s2"))
    assert mails(play) == []
    assert len(forum.messages) == 1


def test_letters_of_a_binding_that_ends_go_by_mail(play, forum):
    """What has not been written when the thread is let go reaches its reader all the same."""
    play.move("p1", ASKED)
    assert play.post() == []
    ended = replace(play.known, status="ended")
    play.store.write(Put(binding_item(ended, 2)), now=play.time)
    play.told()
    assert [mail["To"] for mail in play.post()] == ["p2@example.org"]
    assert forum.messages == []


def test_an_address_that_takes_no_mail_is_no_hindrance(play, forum):
    """Whose mail comes back plays on through the forum."""
    play.prefer("p2", trouble="bounced")
    play.move("p1", ASKED)
    assert mails(play) == []
    assert len(forum.messages) == 1


def test_an_answer_to_a_mail_goes_by_mail(play, forum):
    """Whoever writes a mail gets the answer where they asked."""
    play.move("p1", ASKED)
    play.prefer("p2", private="mail")
    (asked,) = [mail for mail in play.post() if mail["To"] == "p2@example.org"]
    play.prefer("p2", private="forum")
    play.reply(asked, "status")
    assert mails(play) == ["p2"]
    assert forum.messages == []


def test_the_predecessor_of_a_seat_gets_nothing(play, forum):
    """F53: the forum's author is an account, and letters are for who sits there now."""
    play.move("p2", OfferSeat())
    code = next(event.code for event in play.log()[-1].events)
    play.account("p9", "en")
    play.move("p9", TakeSeat(code, "Dora"))
    mails(play)
    forum.messages.clear()
    play.move("p1", ASKED)
    assert "p9" in mails(play)
    assert forum.messages == []


@pytest.mark.parametrize("engine", ENGINES)
def test_a_private_message_whose_answer_was_lost_is_not_doubled(play, engine):
    """It is found by its mark in the private topics, or known by its id."""
    bound, there = play.bind(engine, private=True)
    play.member(bound, "p2", "Mouse", "17")
    play.move("p1", ASKED)
    play.post()
    there.failures = ["", "lost"] if engine == "nodebb" else ["lost"]
    play.told_all(4)
    assert len(there.messages) == 1


def digested(play):
    """Let a player leave; the organiser, who wants one letter a day, has that in it."""
    play.member(play.known, "host", "Boss", "3")
    play.prefer("host", post="daily")
    play.move("p3", Leave())
    play.post()
    play.wait(days=1, minutes=11)
    play.tick()
    return [mail["To"] for mail in play.post()]


def test_a_digest_comes_as_one_message(play, forum):
    """Who wants one letter a day gets one message a day of what concerns them."""
    assert "host@example.org" not in digested(play)
    play.told_all(3)
    (message,) = [one for one in forum.messages if one["to"]["name"] == "Boss"]
    assert "Clara has left the table" in message["text"]
    letters = [out for name, out in play.outbox().items() if name.startswith("digest")]
    assert [(out.channel, bool(out.sent)) for out in letters] == [("forum", True)]


def test_a_digest_that_the_forum_refuses_goes_by_mail(play, forum):
    """Its entries are told once, by mail."""
    digested(play)
    forum.failures = [(403, {})]
    play.told()
    (mail,) = [mail for mail in play.post() if mail["To"] == "host@example.org"]
    assert "Clara has left the table" in words(mail)
    play.told_all(3)
    assert [one for one in forum.messages if one["to"]["name"] == "Boss"] == []
