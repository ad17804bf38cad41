"""What became of mails, over REST: for the organiser, for each player, and for nobody else."""

import json
from email.message import EmailMessage

import pytest
from chalice.test import Client

from app import app
from chalicelib import auth, site
from chalicelib.postbox import Arrival, Outcome, Verdicts, receive
from chalicelib.rules.verbs import Suggest
from tests.mail.test_bounces import notice
from tests.worlds import GAME, World

ACCUSE = "Accusation: White, Pistol, Study"


@pytest.fixture
def world(tmp_path):
    """A game of three; Anna has asked Boris; the app serves it."""
    return served(World(tmp_path).start())


def served(world):
    """Let the app serve a world, and Anna ask Boris."""
    world.post()
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    site.install(world.site)
    return world


@pytest.fixture
def client():
    """The API."""
    with Client(app) as made:
        yield made


def call(world, client, account, path="", method="get"):
    """Call a route about mails as an account, or as nobody; give status and body."""
    headers = {}
    if account:
        token = auth.issue(world.store, account, now=world.time, rng=world.rng)
        headers["Authorization"] = f"Bearer {token}"
    answer = getattr(client.http, method)(f"/v1/games/{GAME}/mails{path}", headers=headers)
    return answer.status_code, json.loads(answer.body)


def seen(world, client, account):
    """The mails that an account sees."""
    status, body = call(world, client, account)
    assert status == 200
    return body["items"]


def play(world):
    """One mail of every kind: done, asked back, machine, spam, from elsewhere, from a stranger."""
    (letter,) = world.letters_to("p2")
    good = Verdicts("PASS", "PASS", "PASS", "PASS", "PASS")
    spam = Verdicts("FAIL", "PASS", "PASS", "PASS", "PASS")
    for text, verdicts, sender, outcome in (
        ("xyzzy", good, "p2@example.org", Outcome.ASKED_BACK),
        ("Mustard", good, "p2@example.org", Outcome.DONE),
        (ACCUSE, Verdicts(), "p2@example.org", Outcome.ASKED_BACK),
        (ACCUSE, spam, "p2@example.org", Outcome.QUARANTINED),
        (ACCUSE, good, "a@b.example", Outcome.ASKED_BACK),
    ):
        world.wait(seconds=1)
        name = f"<{world.time.timestamp():.0f}@x>"
        assert world.reply(letter, text, name, verdicts, sender=sender) is outcome


def test_a_player_sees_their_own_mails_in_full(world, client):
    """Each with its outcome, its reason and the log entry it led to."""
    play(world)
    items = seen(world, client, "p2")
    assert [(item["outcome"], item.get("reason")) for item in items] == [
        ("asked back", "unreadable"),
        ("done", None),
        ("asked back", "unproven_order"),
        ("quarantined", "spam"),
        ("asked back", "sender_mismatch"),
    ]
    assert items[1]["seq"] == world.held().seq
    assert {(item["seat"], item["nick"]) for item in items} == {("s2", "Boris")}


def test_other_players_see_nothing_of_them(world, client):
    """Neither that they came nor how many."""
    play(world)
    status, body = call(world, client, "p1")
    assert (status, body["items"]) == (200, [])
    assert body.get("strangers") is None


@pytest.mark.parametrize(("account", "status"), [("", 401), ("nobody", 403)])
def test_nobody_else_may_look(world, client, account, status):
    """Without a token, and without a part in the game."""
    if account:
        world.account(account, "en")
    assert call(world, client, account)[0] == status
    assert call(world, client, account, "/x/release", "post")[0] == status


def test_F30_the_organiser_sees_every_outcome_and_not_who_tried_what(world, client):
    """F30, F56: what was read has no seat and no reason; what is about the mail itself has both."""
    play(world)
    items = seen(world, client, "host")
    read = [item for item in items if item["outcome"] in ("done", "asked back")]
    assert [sorted(item) for item in read[:3]] == [["at", "id", "outcome"]] * 3
    assert read[3]["reason"] == "sender_mismatch"
    assert [item["seat"] for item in items if item["outcome"] == "quarantined"] == ["s2"]
    assert "example" not in json.dumps(items)


def test_F56_a_human_gm_sees_all(tmp_path, client):
    """F56: who sees every card may see every mail's fate."""
    world = served(World(tmp_path).start(gm="human"))
    play(world)
    assert seen(world, client, "host") == seen(world, client, "p2")


def test_pages_follow_each_other(world, client):
    """Two at a time, in order, nothing twice, until there is no more."""
    play(world)
    after, found = "", []
    for _ in range(3):
        _, body = call(world, client, "p2", f"?limit=2&after={after}")
        found += body["items"]
        after = body["after"]
    assert not body["more"]
    assert found == seen(world, client, "p2")


def test_F30_the_organiser_lets_spam_pass(world, client):
    """F30: once; an accusation among it still needs the word of its author, and stays secret."""
    play(world)
    (name,) = [i["id"] for i in seen(world, client, "host") if i["outcome"] == "quarantined"]
    path = f"/{name}/release"
    assert call(world, client, "p2", path, "post")[0] == 403
    assert call(world, client, "host", path, "post") == (200, {"id": name, "outcome": "read"})
    assert call(world, client, "host", path, "post")[0] == 404
    assert not world.state.accusations
    (again,) = [item for item in seen(world, client, "host") if item["id"] == name]
    assert sorted(again) == ["at", "id", "outcome"]
    assert again["outcome"] == "read"


def test_mail_that_waits_for_its_owner_is_not_the_organisers(world, client):
    """An accusation that nobody vouches for cannot be let pass by somebody else."""
    play(world)
    (name,) = [i["id"] for i in seen(world, client, "p2") if i.get("reason") == "unproven_order"]
    assert call(world, client, "host", f"/{name}/release", "post")[0] == 404


def test_strangers_are_counted_for_the_game_they_name(world, client):
    """Once each, for the organiser alone."""
    for number in (1, 2, 2):
        mail = EmailMessage()
        mail["From"], mail["To"] = "thief@evil.example", "game@in.alibi.test"
        mail["Message-ID"] = f"<{number}@evil.example>"
        mail["References"] = "<game-game@in.alibi.test>"
        mail.set_content("Mustard")
        assert world.receive(mail) is Outcome.STRANGER
    assert call(world, client, "host")[1]["strangers"] == 2


@pytest.mark.parametrize(("action", "reason"), [("failed", "bounce"), ("delayed", "delayed")])
def test_a_bounce_is_shown_by_the_seat_whose_letter_came_back(world, client, action, reason):
    """The organiser sees whose mail does not arrive, and whether it is only late."""
    (letter,) = world.letters_to("p2")
    to = letter["Reply-To"].addresses[0].addr_spec
    arrival = Arrival(notice(action), "", (to,), world.time)
    assert receive(world.site, arrival) is Outcome.MACHINE
    (item,) = seen(world, client, "host")
    assert (item["reason"], item["seat"]) == (reason, "s2")


def test_absence_is_shown_to_the_organiser(world, client):
    """Whoever is away is seen by seat."""
    (letter,) = world.letters_to("p2")
    away = EmailMessage()
    away["From"], away["To"] = "p2@example.org", letter["Reply-To"]
    away["Auto-Submitted"] = "auto-replied"
    away.set_content("Я в отпуске")
    assert world.receive(away) is Outcome.MACHINE
    (item,) = seen(world, client, "host")
    assert (item["outcome"], item["reason"], item["nick"]) == ("machine mail", "away", "Boris")
