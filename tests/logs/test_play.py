"""``make play`` as a process of its own, at DEBUG: what it prints while a game is played."""

import json
import signal
from secrets import token_hex

import pytest

from chalicelib.data import deck
from infra.local.__main__ import arguments, settings
from tests.local.conftest import Local, eventually
from tests.logs.forbidden import Forbidden

PACK = deck("classic.en")
THREE = (PACK["suspects"][0], PACK["weapons"][0], PACK["rooms"][0])


@pytest.fixture
def local(tmp_path):
    """A runner that writes its log as JSON, with everything in it."""
    made = Local(tmp_path / "data", "--log", "json", "--log-level", "debug")
    made.start()
    yield made
    made.client.close()
    if made.process:  # the test failed
        made.end(signal.SIGKILL)


def told(local):
    """All that went over the wires of the process, as its inboxes and the answers have it."""
    forbidden = Forbidden()
    for address in local.mailboxes.addresses():
        forbidden.secret("address", address)
        for letter in local.mailboxes.letters(address):
            forbidden.http(letter.text, letter.reply_to)
            forbidden.secret("subject", letter.subject)
            lines = (line.strip() for line in letter.text.splitlines())
            forbidden.secret("line of a mail", *(line for line in lines if len(line) > 12))
    return forbidden


def test_a_game_at_debug_tells_no_secret(local):
    """REST, mail, mistakes, strangers, a page and a 404: lines of JSON, and not a secret."""
    game, who = local.table("anna", "boris", "clara")
    named = dict(zip(("suspect", "weapon", "room"), THREE, strict=True))
    assert local.move(game, who["anna"], type="suggest", to="s2", **named).status_code == 201
    for wrong, status in (({}, 400), (named | {"to": "s1"}, 409)):
        assert local.move(game, who["anna"], type="suggest", **wrong).status_code == status
    question = local.letter("boris", "asks you")
    for text in ("1", "no", ", ".join(THREE)):
        local.mail("boris", question, text)
    local.mail("clara", question, "1")
    hand = local.letter("clara", "Your hand")
    local.mail("clara", hand, f"Accusation: {', '.join(THREE)}")
    eventually(lambda: "accus" in local.letters("clara")[0].text.lower())
    key = {"Idempotency-Key": token_hex(8)}
    forged = {"Authorization": "Bearer alibi_forged_token_99"}
    path = f"/v1/games/{game}/moves"
    assert local.client.post(path, json={"type": "start"}, headers=forged | key).status_code == 401
    ticket = local.client.get("/v1/sign-in?ticket=forged-ticket-99")
    assert ticket.status_code < 500
    assert local.client.get(f"/games/{game}").status_code == 200
    assert local.client.get("/mail/clara@players.localhost").status_code == 200
    figures(local)
    forbidden = told(local)
    forbidden.http(*(header["Authorization"] for header in who.values()))
    forbidden.secret("token", "alibi_forged_token_99", "forged-ticket-99")
    _, out, err = local.end(signal.SIGTERM)
    lines = [json.loads(line) for line in err.splitlines()]
    assert {"moved", "refused", "answered", "mail read"} <= {line["message"] for line in lines}
    assert out == ""
    assert {"card", "address", "code", "token", "line of a mail"} <= forbidden.kinds
    assert forbidden.search(err) == []


def figures(local):
    """The figures are there in the form of Prometheus, with what was counted."""
    page = local.client.get("/metrics")
    assert page.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = page.text.splitlines()
    assert "# TYPE alibi_letters_sent_total counter" in lines
    assert 'alibi_oldest_due_seconds{kind="NEWS"} 0' in lines
    assert 'alibi_refusals_total{door="rest"}' in page.text
    sent = next(line for line in lines if line.startswith("alibi_letters_sent_total "))
    assert int(sent.split()[1]) > 8


def test_figures_are_not_for_everybody(tmp_path):
    """Where others are let in, by a proxy or by the address, they are shown only if asked for."""
    outside = ("--base-url", "https://alibi.example")
    asked = ((), outside, ("--host", "0.0.0.0"), (*outside, "--metrics"))
    given = [settings(arguments().parse_args(one)).metrics for one in asked]
    assert given == [True, False, False, True]
    local = Local(tmp_path / "data", *outside)
    local.start()
    assert local.client.get("/metrics").status_code == 404
    local.client.close()
    local.end(signal.SIGTERM)
