"""Unsubscribing by link, by one click, by mail and over REST (RFC 8058)."""

import re
from email.message import EmailMessage

import pytest
from chalice.test import Client

from app import app
from chalicelib import accounts, auth, site
from chalicelib.postbox import Arrival, Outcome, Verdicts, receive
from chalicelib.rules.verbs import Suggest
from chalicelib.unsubscribe import ONE_CLICK
from tests.worlds import GAME, World, words

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def world(tmp_path):
    """A game of three on its first day, its first letters sent, served over HTTP."""
    made = World(tmp_path).start()
    made.post()
    site.install(made.site)
    return made


@pytest.fixture
def http(world):
    """Chalice's own test client."""
    with Client(app) as opened:
        yield opened.http


def letter(world):
    """A letter to Boris."""
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    (mail,) = world.letters_to("p2")
    return mail


def link(mail):
    """The path of the page behind a letter's header."""
    found = re.search(r"<https://alibi\.test(/v1/u/[a-z0-9]+)>", mail["List-Unsubscribe"])
    assert found
    return found[1]


def off(world, account="p2"):
    """The games whose mail an account has switched off."""
    return accounts.profile(world.store, account, now=world.time).off


def test_every_letter_of_a_game_has_the_headers(world):
    """Both ways out stand in each letter, on one header each, with the same token every time."""
    first, second = letter(world), letter(world)
    assert first["List-Unsubscribe-Post"] == ONE_CLICK
    assert "<mailto:u+" in first["List-Unsubscribe"]
    assert first["List-Unsubscribe"] == second["List-Unsubscribe"]


def test_a_sign_in_letter_has_none(world):
    """Who signs in has asked for that letter; it comes whatever else is off."""
    auth.begin(world.store, "p2@example.org", "en", now=world.time, rng=world.rng)
    (mail,) = world.letters_to("p2")
    assert mail["List-Unsubscribe"] is None


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_looking_changes_nothing(world, http, method):
    """A scanner that follows the link switches nothing off."""
    path = link(letter(world))
    assert http.request(method, path).status_code == 200
    assert off(world) == ()


def test_one_click_acts_at_once(world, http):
    """POST as RFC 8058 has it: no redirect, no cookie, twice is once; the host hears once."""
    path = link(letter(world))
    for _ in range(2):
        answer = http.post(path, headers=FORM, body=ONE_CLICK.encode())
        assert answer.status_code == 200
        assert not {"Location", "Set-Cookie"} & set(answer.headers)
        assert off(world) == (GAME,)
    assert len(world.letters_to("host")) == 1
    world.move("p1", Suggest("White", "Rope", "Bar", "s2"))
    assert world.letters_to("p2") == []


def test_one_click_as_multipart(world, http):
    """Some programs send the form in parts."""
    part = b'Content-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click'
    body = b"--x\r\n" + part + b"\r\n--x--\r\n"
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    http.post(link(letter(world)), headers=headers, body=body)
    assert off(world) == (GAME,)


def test_the_page_has_a_button_each_way(world, http):
    """Off for this game, off for all, and back again."""
    path = link(letter(world))
    for do, state in (("game", (GAME,)), ("all", (GAME, "*")), ("all_on", ()), ("all", ("*",))):
        answer = http.post(path, headers=FORM, body=f"do={do}".encode())
        assert answer.status_code == 200
        assert off(world) == state
    http.post(path, headers=FORM, body=b"do=on")
    assert off(world) == ()


def test_a_post_that_asks_for_nothing_does_nothing(world, http):
    """Only the form of the page and the one click act."""
    http.post(link(letter(world)), headers=FORM, body=b"x=1")
    assert off(world) == ()


@pytest.mark.parametrize(
    ("language", "said"), [("ru", "ничего нет"), ("pl", "nic nie ma"), ("en", "nothing at")]
)
def test_a_wrong_token_is_a_page(http, language, said):
    """404, in the language of the browser; GET and POST alike."""
    for method in ("GET", "POST"):
        answer = http.request(method, "/v1/u/nosuchtoken", headers={"Accept-Language": language})
        assert answer.status_code == 404
        assert said in answer.body.decode().lower()


@pytest.mark.parametrize("automatic", [False, True])
def test_the_mail_address_acts(world, automatic):
    """Whatever the mail says and whoever sent it, even a program on its own."""
    mail = letter(world)
    found = re.search(r"mailto:(u\+[a-z0-9]+@in\.alibi\.test)", mail["List-Unsubscribe"])
    assert found
    out = EmailMessage()
    out["From"], out["To"], out["Subject"] = "p2@example.org", found[1].upper(), "unsubscribe"
    if automatic:
        out["Auto-Submitted"] = "auto-generated"
    out.set_content("")
    arrival = Arrival(out.as_bytes(), "", (found[1],), world.time)
    assert receive(world.site, arrival) is Outcome.DONE
    assert off(world) == (GAME,)
    assert receive(world.site, arrival) is Outcome.DONE
    assert [mail["To"] for mail in world.post()] == ["host@example.org"]


def test_a_virus_unsubscribes_nobody(world):
    """Mail that is refused is refused, wherever it goes."""
    address = re.search(r"mailto:([^>]+)>", letter(world)["List-Unsubscribe"])
    assert address
    raw = b"From: x@example.org\r\n\r\n"
    arrival = Arrival(raw, "x@example.org", (address[1],), world.time, Verdicts(virus="FAIL"))
    assert receive(world.site, arrival) is not Outcome.DONE
    assert off(world) == ()


def test_sign_in_works_for_who_is_off(world, http):
    """The code still comes."""
    http.post(link(letter(world)), headers=FORM, body=b"do=all")
    world.post()
    auth.begin(world.store, "p2@example.org", "en", now=world.time, rng=world.rng)
    assert len(world.letters_to("p2")) == 1


def test_who_is_back_learns_how_the_game_stands(world, http):
    """A question that was withheld meanwhile stands in the first letter, once for two clicks."""
    where = link(letter(world))
    http.post(where, headers=FORM, body=b"do=game")
    world.post()
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    assert world.letters_to("p2") == []
    for _ in range(2):
        http.post(where, headers=FORM, body=b"do=on")
    (told,) = world.letters_to("p2")
    assert "1 - Mustard" in words(told)


def test_over_rest(world, http):
    """PATCH /v1/me changes each wish, leaves the others, refuses nonsense, tells the host."""
    token = auth.issue(world.store, "p2", now=world.time, rng=world.rng)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def patch(body: bytes) -> int:
        return int(http.request("PATCH", "/v1/me", headers=headers, body=body).status_code)

    assert patch(b'{"zone":"Europe/Warsaw","post":"daily","reminders":[12,2]}') == 200
    assert patch(f'{{"off":["{GAME}"]}}'.encode()) == 200
    kept = accounts.profile(world.store, "p2", now=world.time)
    assert (kept.zone, kept.post, kept.reminders) == ("Europe/Warsaw", "daily", (12, 2))
    assert (kept.language, kept.off) == ("en", (GAME,))
    assert len(world.letters_to("host")) == 1
    assert patch(b'{"off":[]}') == 200
    assert off(world) == ()
    assert patch(b'{"reminders":[0]}') == 200
    for body in (
        b'{"zone":"Mars/Base"}',
        b'{"post":"never"}',
        b'{"reminders":[-1]}',
        b'{"id":"x"}',
    ):
        assert patch(body) == 400
    shown = http.get("/v1/me", headers=headers).body.decode()
    assert '"zone":"Europe/Warsaw"' in shown


def test_the_button_of_a_proof_joins(tmp_path):
    """The page of the letter that asks has a button that does the same as «yes»."""
    world = World(tmp_path).start()
    world.post()
    site.install(world.site)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "olga@example.org", "game@in.alibi.test", "<1@x>"
    mail.set_content("observe join-me")
    world.receive(mail)
    (asked,) = world.post()
    found = re.search(r"https://alibi\.test(/v1/j/[a-z0-9]+)", words(asked))
    assert found
    with Client(app) as opened:
        assert opened.http.get(found[1]).status_code == 200
        assert accounts.account_at(world.store, "olga@example.org", now=world.time) is None
        assert opened.http.post(found[1], headers=FORM, body=b"").status_code == 201
        assert opened.http.get("/v1/j/none").status_code == 404
    assert accounts.account_at(world.store, "olga@example.org", now=world.time)
