"""Whole games, every logger at DEBUG, and not a secret in the log."""

import logging
import sys
from email.message import EmailMessage

import pytest

from chalicelib.data import deck
from chalicelib.store import Item, Put
from chalicelib.store.dynamo import DynamoStore
from chalicelib.trigger import Failed
from tests.logs.journal import journal
from tests.logs.stage import staged
from tests.tables import DECK
from tests.webhooks.receivers import Answer, Receiver
from tests.worlds import GAME, World

WORDS = {
    "ru": ("Предположение для {to}: {cards}", "Обвинение: {cards}"),
    "en": ("{to}: {cards}", "Accusation: {cards}"),
    "pl": ("{to}: {cards}", "Oskarżenie: {cards}"),
}


@pytest.fixture
def stage(tmp_path, monkeypatch):
    """A site with nothing on it yet, behind its functions."""
    with staged(World(tmp_path), monkeypatch) as made:
        yield made


@pytest.fixture
def log():
    """The log of all that happens."""
    with journal() as kept:
        yield kept


def table(stage, language, ruleset="forum"):
    """Sign three people in and deal; gives the game and the tokens."""
    tokens = {name: stage.sign_in(name, language) for name in ("olga", "anna", "boris", "clara")}
    new = {"title": "Вилла у моря, Willa", "language": language, "ruleset": ruleset}
    game = stage.api(tokens["olga"], "POST", "/v1/games", new).body
    for name in ("anna", "boris", "clara"):
        seat = {"code": game["join_code"], "nick": name.title()}
        assert stage.api(tokens[name], "POST", "/v1/joins", seat).status == 201
    path = f"/v1/games/{game['id']}/moves"
    assert stage.api(tokens["olga"], "POST", path, {"type": "start"}, Idempotency_Key="s")
    return game["id"], tokens


def moves(stage, game, token, *bodies):
    """Make moves over REST; gives the statuses."""
    path = f"/v1/games/{game}/moves"
    keys = (f"k{stage.world.rng.randrange(10**9)}" for _ in bodies)
    asked = zip(bodies, keys, strict=True)
    return [stage.api(token, "POST", path, body, Idempotency_Key=key).status for body, key in asked]


@pytest.mark.parametrize("language", ["ru", "en", "pl"])
def test_a_game_by_rest_and_mail(stage, log, capfd, language):
    """Sign-in, hands, questions, answers, mistakes, an accusation, the close of a day."""
    game, tokens = table(stage, language)
    pack = deck(f"classic.{language}")
    three = [pack["suspects"][1], pack["weapons"][2], pack["rooms"][3]]
    named = dict(zip(("suspect", "weapon", "room"), three, strict=True))
    asked = {"type": "suggest", "to": "s2", **named}
    strange = asked | {"room": pack["weapons"][0]}
    assert moves(stage, game, tokens["anna"], asked, strange, {"type": "shout"}) == [201, 409, 400]
    for who, path in (("boris", "/me"), ("anna", "/events?after=0"), ("clara", "")):
        assert stage.api(tokens[who], "GET", f"/v1/games/{game}{path}").status == 200
    question = stage.letters("boris")[-1]
    stage.reply("boris", question, f"{pack['rooms'][0]}?! {three[0]}")
    for text in ("2", "нет, no, nie mam", three[1], "1"):
        stage.reply("boris", stage.letters("boris")[-1], text)
    hand = next(one for one in stage.letters("clara") if one["Reply-To"])
    ask, accuse = (one.format(to="Anna", cards=", ".join(three)) for one in WORDS[language])
    stage.reply("clara", hand, ask)
    stage.reply("clara", hand, accuse, sender="somebody@example.com")
    stage.reply("clara", hand, accuse)
    stage.api(tokens["clara"], "POST", "/v1/parse", {"game": game, "text": ask})
    stage.api("alibi_forged_token_1", "GET", f"/v1/games/{game}/me")
    stage.api(tokens["clara"], "GET", f"/v1/games/{tokens['clara'].lower()}")
    stage.world.wait(days=1, minutes=1)
    stage.minute()
    stage.letters("olga")
    told = [line for line in log.lines if '"message":"moved"' in line]
    assert any('"door":"mail"' in line for line in told)
    assert any('"door":"clock"' in line for line in told)
    assert {
        "card",
        "address",
        "code",
        "token",
        "subject",
        "line of a mail",
    } <= stage.forbidden.kinds
    silent(stage, log, capfd)


def silent(stage, log, capfd):
    """Nothing that is secret was said, neither in the log nor past it."""
    past = capfd.readouterr()
    assert stage.forbidden.search(log.getvalue() + past.out + past.err) == []


def test_webhooks_and_forums(stage, log, capfd):
    """Addresses, keys and bodies of webhooks, and what is posted in a thread, are not logged."""
    stage.world.start()
    stage.forbidden.cards((*DECK.suspects, *DECK.weapons, *DECK.rooms))
    receiver, failing = Receiver(), Receiver()
    failing.answer = lambda _: Answer(500, body=b"Mustard is not taken")
    for one in (receiver, failing):
        wanted = {"url": f"{one.url}/secret-path", "games": [GAME]}
        made = stage.api(stage.token("p1"), "POST", "/v1/webhook-endpoints", wanted)
        assert made.status == 201
    wanted = {"engine": "generic", "thread_id": "77", "bot_id": "99"}
    bound = stage.api(stage.token("host"), "POST", f"/v1/games/{GAME}/forum-bindings", wanted)
    assert bound.status == 201
    hook = bound.body["hook_url"].removeprefix("https://alibi.test")
    stage.api("", "POST", hook, {"event": "created", "body": "Mustard, I say"})
    stage.api("", "POST", f"{hook}x", {"event": "created", "body": "Mustard, I say"})
    stage.minute()
    talk = {"type": "talk", "text": "The butler Mustard did it"}
    assert moves(stage, GAME, stage.token("p1"), talk) == [201]
    for _ in range(3):
        stage.minute()
    stage.letters("p1")
    assert receiver.heard
    assert '"message":"webhook called"' in log.getvalue()
    assert {"key of a webhook", "address of a webhook", "link", "text"} <= stage.forbidden.kinds
    silent(stage, log, capfd)
    for one in (receiver, failing):
        one.close()


SPOILT = (
    '{"ruleset": "Mustard", "type": "Mustard", "hand": ["Rope", "Attic"], "to": "p1@example.org"}'
)


ROWS = (
    ((f"GAME#{GAME}", "STATE"), "tick"),
    ((f"GAME#{GAME}", "NEWS#99999999"), "tick"),
    ((f"GAME#{GAME}", "OUT#99999999.s1.0"), "mail_tick"),
    ((f"GAME#{GAME}", "WATCH#x"), "mail_tick"),
    (("TARGET#t", "SEND#1"), "webhook_tick"),
    (("BINDING#b", "IN#p.1"), "forum_tick"),
    (("BINDING#b", "WRITE#p.1"), "forum_tick"),
)


def test_what_cannot_be_read_is_not_told(stage, log, capfd):
    """A row that nobody can read, with cards in it, is an error of which class and place stand."""
    stage.world.start()
    stage.forbidden.cards((*DECK.suspects, *DECK.weapons, *DECK.rooms))
    store = stage.world.store
    for row, function in ROWS:
        before = log.getvalue().count('"level":"ERROR"')
        now = stage.world.time
        store.write(Put(Item(*row, SPOILT, 1000, now)), now=now)
        try:
            stage.minute(function)
        except Failed as failed:  # what Lambda writes of it
            sys.stderr.write(f"{failed}\n")
        assert log.getvalue().count('"level":"ERROR"') > before, row
    silent(stage, log, capfd)


def test_an_unforeseen_error_is_told_to_nobody(stage, log, capfd):
    """A view that breaks answers 500 as a problem, with the request's name, and without words."""
    stage.world.start()
    key = (f"GAME#{GAME}", "STATE")
    stage.world.store.write(Put(Item(*key, SPOILT, 1000)), now=stage.world.time)
    answer = stage.api(stage.token("p1"), "GET", f"/v1/games/{GAME}")
    assert (answer.status, answer.body["code"]) == (500, "internal")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Mustard" not in str(answer.body)
    (line,) = [line for line in log.lines if '"level":"ERROR"' in line]
    assert answer.headers["X-Request-Id"] in line
    stage.forbidden.cards(DECK.suspects)
    silent(stage, log, capfd)


def test_mail_that_goes_wrong_tells_nothing(stage, log, capfd):
    """Carriers that fail with the letter in their words, and mail that fails while it is read."""
    stage.world.start()
    stage.forbidden.cards((*DECK.suspects, *DECK.weapons, *DECK.rooms))
    stage.cloud.inboxes.fates["p1@example.org"] = ValueError("p1@example.org: Mustard, Rope")
    stage.cloud.account.faults += ["throttle", "lost answer"]
    for _ in range(4):
        stage.minute("mail_tick")
    letter = stage.letters("p2")[0]
    now = stage.world.time
    stage.world.store.write(Put(Item(f"GAME#{GAME}", "STATE", SPOILT, 1000)), now=now)
    for _ in range(4):
        try:
            stage.reply("p2", letter, "Anna: Mustard, Rope, Attic")
        except Failed as failed:  # what Lambda writes of it
            sys.stderr.write(f"{failed}\n")
    assert '"letter not sent"' in log.getvalue()
    silent(stage, log, capfd)


class Loud(logging.Handler):
    """Writes what it is given as most programs do."""

    def __init__(self) -> None:
        """Begin empty."""
        super().__init__()
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the whole message."""
        self.said.append(record.getMessage())


def test_what_libraries_say_of_a_row_is_not_written(stage, log, capfd):
    """At DEBUG botocore tells whole requests, bodies and all; we write none of that."""
    loud, libraries = Loud(), logging.getLogger("botocore")
    libraries.addHandler(loud)
    libraries.setLevel(logging.DEBUG)
    store = DynamoStore("alibi-games", region="eu-central-1")
    store.create_table()
    now = stage.world.time
    store.write(Put(Item("GAME#g", "STATE", "Mustard p1@example.org")), now=now)
    (row,) = store.read(("GAME#g", "STATE"), now=now)
    libraries.removeHandler(loud)
    assert row
    assert "Mustard" in row.body
    assert any("Mustard p1@example.org" in said for said in loud.said)
    stage.forbidden.cards(DECK.suspects)
    silent(stage, log, capfd)


def test_mail_of_strangers_and_machines(stage, log, capfd):
    """Mail from nobody we know, to nobody we know, is told by its outcome alone."""
    stage.world.start()
    letter = EmailMessage()
    letter["Subject"], letter["Reply-To"] = "Mustard", "nobody@in.alibi.test"
    stage.reply("eve", letter, "Mustard, Rope, Attic")
    stage.reply("eve", letter, "Mustard", to="r-000000000000@in.alibi.test")
    assert '"why":"stranger"' in log.getvalue()
    silent(stage, log, capfd)
