"""The desk: a page of one's own behind a link, on which a player needs no mail."""

import re
from datetime import timedelta
from html import unescape
from urllib.parse import urlencode

import pytest
from chalice.test import Client

from app import app
from chalicelib import auth, desk, site
from chalicelib.rules.office import OfferSeat, TakeSeat
from chalicelib.rules.verbs import Accuse, Suggest
from tests.tables import HANDS
from tests.worlds import GAME, World, words

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
ASKED = Suggest("Mustard", "Rope", "Attic", "s2")


@pytest.fixture
def world(tmp_path):
    """A game of three on its first day, served over HTTP; Anna has asked Boris."""
    made = World(tmp_path).start()
    made.move("p1", ASKED)
    site.install(made.site)
    return made


@pytest.fixture
def http(world):
    """Chalice's own test client."""
    with Client(app) as opened:
        yield opened.http


def path(world, account="p2"):
    """The path of somebody's desk."""
    return desk.link(world.site, GAME, account).removeprefix("https://alibi.test")


def shown(answer):
    """The words of a page, without its looks."""
    html = answer.body.decode()
    bare = re.sub(r"<style.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(bare).split())


def found(pattern, answer):
    """What stands in a page at the place that a pattern names."""
    match = re.search(pattern, answer.body.decode())
    assert match
    return match[1]


def key(answer):
    """The key of a page's form."""
    return found(r'name="key" value="([a-z0-9]+)"', answer)


def say(http, where, text, form_key="k1"):
    """Send a text from a desk."""
    return http.post(where, headers=FORM, body=urlencode({"text": text, "key": form_key}))


def test_the_page_shows_hand_and_duties_and_nothing_is_kept_of_it(world, http):
    """The hand, what is owed with the choices, a field; no cache, no index, no referrer."""
    page = http.get(path(world))
    text = shown(page)
    assert page.status_code == 200
    assert "Your hand: Mustard, Rope, Lounge, Kitchen" in text
    assert "Anna asks you, suggestion 1: Mustard, Rope, Attic" in text
    assert '<textarea id="text"' in page.body.decode()
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert found(r"<title>(.*)</title>", page) == world.title


def test_looking_does_nothing(world, http):
    """However often the page is opened, the game stays as it is, also by HEAD."""
    before = world.held()
    for _ in range(3):
        http.get(path(world))
    assert world.held() == before


def test_a_number_answers_the_only_question(world, http):
    """As in a reply to the letter, the number of the card is enough; the receipt tells."""
    answered = say(http, path(world), "2")
    assert "Accepted: you refute suggestion 1 of Anna" in shown(answered)
    assert "your card: Rope" in shown(answered)
    entry = world.log()[-1]
    assert (entry.via, entry.by) == ("desk", "s2")
    assert "Nobody is waiting for an answer from you." in shown(answered)
    letters = [words(mail) for mail in world.letters_to("p1")]
    assert sum("Boris shows you: Rope" in text for text in letters) == 1


def test_of_several_questions_each_is_answered_by_its_example(world, http):
    """Where two wait, the page says how to tell them apart, and its own example works."""
    world.move("p3", Suggest("Mustard", "Rope", "Hall", "s2"))
    text = shown(http.get(path(world)))
    assert "Please say with each answer which suggestion it is for:" in text
    assert "letter" not in text.partition("How to write it")[0]
    example = re.search(r"which suggestion it is for: Example: (.*?) What has no answer", text)
    assert example
    assert "Accepted" in shown(say(http, path(world), example[1]))
    assert len(world.state.questions) == 1


def test_the_cards_one_was_shown_stand_there(world, http):
    """Whoever was shown a card finds it on their desk, with its time."""
    say(http, path(world), "2")
    assert "Boris: Rope" in shown(http.get(path(world, "p1")))


def test_a_double_click_is_one_move(world, http):
    """The same text with the same key is done once; both pages show the same receipt."""
    form_key = key(http.get(path(world, "p3")))
    text = "Suggestion for Anna: White, Knife, Hall"
    first = say(http, path(world, "p3"), text, form_key)
    again = say(http, path(world, "p3"), text, form_key)
    assert "Accepted: suggestion 1 for Anna" in shown(first)
    assert "Accepted: suggestion 1 for Anna" in shown(again)
    assert world.log()[-1].seq == world.held().seq
    assert sum(entry.via == "desk" for entry in world.log()) == 1


def test_another_text_with_an_old_key_is_another_move(world, http):
    """Who goes back in the browser and writes something else has it done."""
    form_key = key(http.get(path(world, "p3")))
    say(http, path(world, "p3"), "Comment: first", form_key)
    assert "Accepted" in shown(say(http, path(world, "p3"), "Comment: second", form_key))
    assert sum(entry.via == "desk" for entry in world.log()) == 2


def test_what_is_wrong_is_said_in_the_words_of_the_letters(world, http):
    """The same text by mail and on the desk gets the same explanation; the text is kept."""
    text = "Suggestion for Anna: Professor Plum, Knife, Hall"
    page = say(http, path(world), text)
    asked, *_ = world.letters_to("p2")[-1:]
    world.reply(asked, text)
    (letter,) = world.letters_to("p2")
    explained = next(
        line for line in words(letter).splitlines() if "Plum" in line and ">" not in line
    )
    assert " ".join(explained.split()) in shown(page)
    assert "Nothing was done." in shown(page)
    assert f">{text}</textarea>" in page.body.decode()
    assert all(entry.via != "desk" for entry in world.log())


def test_all_or_nothing(world, http):
    """Of two orders of which one is wrong none is done."""
    page = say(http, path(world), "2\n\nSuggestion for Anna: Plum, Knife, Hall")
    assert "Nothing was done." in shown(page)
    assert world.state.questions


def test_questions_and_settings_are_answered_on_the_page(world, http):
    """Help, rules and settings work as by mail, without a letter."""
    world.post()
    assert "rule" in shown(say(http, path(world), "rules F20")).lower()
    say(http, path(world), "language Polish", "k2")
    assert 'lang="pl"' in http.get(path(world)).body.decode()
    assert world.post() == []


def test_an_accusation_is_seen_by_nobody_else(world, http):
    """F30: it is done, and the page of another does not tell of it."""
    say(http, path(world, "p3"), "I accuse: Green, Pipe, Attic")
    accusers = [event for event in world.log()[-1].events if hasattr(event, "case")]
    assert accusers
    assert "Green, Pipe, Attic" not in shown(http.get(path(world, "p1")))


def test_the_link_stays_until_its_owner_wants_another(world, http):
    """It is the same each time; a new one ends the old one; others' are not theirs to ask for."""
    old = path(world)
    assert path(world) == old
    token = auth.issue(world.store, "p2", now=world.time, rng=world.rng)
    bearer = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    where = f"/v1/games/{GAME}/desk-link"
    same = http.post(where, headers=bearer).json_body["url"]
    fresh = http.post(where, headers=bearer, body='{"rotate": true}').json_body["url"]
    assert same == f"https://alibi.test{old}" != fresh
    assert http.get(old).status_code == 404
    assert http.get(fresh.removeprefix("https://alibi.test")).status_code == 200
    assert (
        http.post(where, headers={"Content-Type": "application/json"}, body="{}").status_code == 401
    )
    world.account("stranger", "en")
    other = auth.issue(world.store, "stranger", now=world.time, rng=world.rng)
    denied = http.post(where, headers=bearer | {"Authorization": f"Bearer {other}"}, body="{}")
    assert denied.status_code == 403


def test_F53_the_link_dies_with_a_replacement(world, http):
    """Whoever has handed the seat over sees nothing of it any more; the successor has a desk."""
    old = path(world)
    world.move("p2", OfferSeat())
    code = next(event.code for event in world.log()[-1].events)
    world.account("p9", "en")
    world.move("p9", TakeSeat(code, "Dora"))
    assert http.get(old).status_code == 404
    assert say(http, old, "1").status_code == 404
    assert "Your hand: Mustard" in shown(http.get(path(world, "p9")))


def test_it_ends_thirty_days_after_the_game(world, http):
    """For a while everybody can look again, then the link leads nowhere."""
    world.move("p1", Accuse("Green", "Pipe", "Attic"))
    world.wait(days=3)
    world.tick()
    assert world.state.phase == "over"
    ended = world.log()[-1].at
    world.time = ended + timedelta(days=29)
    assert http.get(path(world)).status_code == 200
    world.time = ended + timedelta(days=31)
    assert http.get(path(world)).status_code == 404


@pytest.mark.parametrize("token", ["x", "a" * 20, "%2e%2e", "A" * 500])
def test_a_guess_leads_nowhere(http, token):
    """Whatever is no link of ours is not found, and nothing else is said."""
    answer = http.get(f"/v1/d/{token}")
    assert answer.status_code == 404
    assert "hand" not in shown(answer)


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "Comment: </textarea><b>x", "@everyone", "\u202e gnitset"]
)
def test_what_is_written_comes_back_as_text(world, http, text):
    """Nothing that somebody writes becomes a part of the page."""
    page = say(http, path(world), text).body.decode()
    assert "<script>" not in page
    assert "</textarea><b>" not in page


def test_the_organiser_s_desk_shows_no_secret(world, http):
    """The organiser of a game without a human GM has a desk, too, and learns no card from it."""
    text = shown(http.get(path(world, "host")))
    assert "Your hand" not in text
    assert "The envelope" not in text
    cards = [card for hand in HANDS.values() for card in hand]
    assert not any(f"{card}, " in text for card in cards if card not in ("Mustard", "Rope"))


def test_a_text_that_is_too_long_is_refused(world, http):
    """Over the size of a request nothing is read."""
    assert say(http, path(world), "x" * 70_000).status_code == 413


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
@pytest.mark.parametrize(
    "text",
    [
        *("status", "help", "history", "history 1-1", "rules", "rules F20", "rules F999"),
        *("time zone London", "once a day", "unsubscribe", "subscribe", "unobserve"),
        *("join wrong-code Dora", "observe wrong-code", "I ask for a pause", "I am back"),
        *(
            "away until Friday",
            "replace me by dora@example.org",
            "Answer for me",
            "I leave the game",
        ),
        *(
            "To the organiser: hello",
            "Comment: hello",
            "",
            "   ",
            "what?",
            "x" * 19_000,
            "2\n\nhelp",
        ),
    ],
)
def test_whatever_is_written_has_an_answer_in_each_language(world, http, language, text):
    """Every order and command of a mail works on the desk, or is explained; none is an error."""
    world.prefer("p2", language=language)
    page = say(http, path(world), text)
    assert page.status_code == 200
    assert f'lang="{language}"' in page.body.decode()
    told = "said" in re.sub("<style.*?</style>", "", page.body.decode(), flags=re.DOTALL)
    assert told is (text != "status")
