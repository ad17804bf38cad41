"""The servers of the runner: what they take, what they refuse, and in which form."""

import signal
import smtplib
import socket
from contextlib import suppress
from threading import Thread

import pytest
from aiosmtpd.controller import Controller

from infra.local import http
from infra.local.http import Server
from infra.local.web import Response
from tests.local.conftest import HOME, eventually, first, free_ports
from tests.webhooks.receivers import Receiver


@pytest.fixture
def smtp(local):
    """A conversation with the SMTP server."""
    with smtplib.SMTP("127.0.0.1", local.smtp_port, timeout=30) as server:
        server.ehlo()
        yield server


def test_mail_for_others_is_refused(smtp):
    """The SMTP server is no relay: only the game's own domain is taken."""
    smtp.mail("a@example.org")
    assert smtp.rcpt("b@example.org")[0] == 550
    assert smtp.rcpt("game@alibi.localhost")[0] == 250


def test_a_huge_mail_is_refused(smtp):
    """A mail of more than two megabytes is not taken."""
    assert smtp.mail("a@example.org", ["SIZE=3000000"])[0] == 552


def test_a_strange_mail_is_taken_and_does_nothing(local):
    """Mail that belongs to no game is acknowledged and not answered."""
    with smtplib.SMTP("127.0.0.1", local.smtp_port, timeout=30) as server:
        refused = server.sendmail(f"x@{HOME}", ["game@alibi.localhost"], b"\xff\x00 nonsense")
    assert refused == {}
    assert local.letters("x") == ()


def test_an_unknown_path_is_a_problem(local):
    """Under /v1 an error has the API's form, elsewhere it is a page."""
    api, page = local.client.get("/v1/nothing"), local.client.get("/nothing")
    assert (api.status_code, page.status_code) == (404, 404)
    assert api.headers["content-type"] == "application/problem+json"
    assert api.json()["code"] == "unknown_path"
    assert local.client.put("/v1/games").json()["code"] == "method_not_allowed"
    assert page.headers["content-type"].startswith("text/html")


def test_a_body_that_is_too_long_is_not_read(local):
    """More than 256 kB is refused with 413, and the connection is usable by others."""
    answer = local.client.post("/v1/games", content=b" " * 300_000)
    assert answer.status_code == 413
    assert local.client.get("/v1/health").status_code == 200


def test_head_and_preflight(local):
    """HEAD answers as GET without a body; a browser of another site may ask what is allowed."""
    head = local.client.head("/v1/health")
    assert (head.status_code, head.content) == (200, b"")
    preflight = local.client.options("/v1/games", headers={"Origin": "https://example.org"})
    assert preflight.status_code == 200
    assert "POST" in preflight.headers["access-control-allow-methods"]


def test_opening_the_sign_in_link_does_nothing(local):
    """The link of the mail may be fetched by machines; only the button on its page signs in."""
    local.client.post("/v1/auth/codes", json={"email": f"vera@{HOME}", "language": "en"})
    link = first(r"(/v1/sign-in\?ticket=\w+)", local.letter("vera", "code").text)
    pages = [local.client.get(link) for _ in range(2)]
    assert [page.status_code for page in pages] == [200, 200]
    ticket = link.partition("=")[2]
    button = local.client.post("/v1/sign-in", data={"ticket": ticket})
    assert button.status_code == 201
    assert local.client.post("/v1/sign-in", data={"ticket": ticket}).status_code == 403


def test_the_relay_takes_what_is_for_others(start):
    """With a relay, mail for other domains leaves by it; the inboxes here stay here."""
    taken: list[str] = []

    class Sink:
        """An SMTP server that notes for whom its mail was."""

        async def handle_DATA(self, _server, _session, envelope):
            taken.extend(envelope.rcpt_tos)
            return "250 OK"

    (port,) = free_ports(1)
    relay = Controller(Sink(), hostname="127.0.0.1", port=port)
    relay.start()
    try:
        local = start("--smtp-out", f"127.0.0.1:{port}")
        for address in (f"anna@{HOME}", "anna@example.org"):
            local.client.post("/v1/auth/codes", json={"email": address})
        assert local.letter("anna", "code")
        assert eventually(lambda: taken) == ["anna@example.org"]
    finally:
        relay.stop()


def test_without_a_relay_letters_stay_and_that_is_said_once(start):
    """A letter for another domain is kept, and a line says so without naming anybody."""
    local = start()
    for name in ("anna", "boris"):
        address = f"{name}@example.org"
        local.client.post("/v1/auth/codes", json={"email": address})
        assert eventually(lambda at=address: local.mailboxes.letters(at))
    status, _, said = local.end(signal.SIGTERM)
    assert (status, len(said.splitlines())) == (0, 1)
    assert "--smtp-out" in said
    assert "example.org" not in said


def test_others_see_threads_only(start):
    """Where other machines can reach it there are no inboxes and no forms."""
    local = start("--host", "0.0.0.0")
    game, _ = local.table("anna", "boris")
    paths = ("/", f"/mail/anna@{HOME}", "/join/x")
    assert [local.client.get(path).status_code for path in paths] == [404, 404, 404]
    assert local.form("/create", title="x", address=f"x@{HOME}").status_code == 404
    thread = local.client.get(f"/games/{game}").text
    assert "Boris" in thread
    assert "<form" not in thread
    assert "/mail/" not in thread


def test_a_webhook_hears_of_a_game_at_once(start):
    """One program, one game: a receiver on the same machine proves itself and is told."""
    local, receiver = start(), Receiver()
    game, who = local.table("anna", "boris", "clara")
    wish = {"url": receiver.url, "games": [game]}
    made = local.client.post("/v1/webhook-endpoints", json=wish, headers=who["anna"]).json()
    path = f"/v1/webhook-endpoints/{made['id']}"
    eventually(lambda: local.client.get(path, headers=who["anna"]).json()["status"] == "active")
    local.move(game, who["anna"], type="talk", text="Good evening")
    eventually(lambda: "Good evening" in [e.json["data"].get("comment") for e in receiver.events])
    receiver.close()
    assert local.end(signal.SIGTERM) == (0, "", "")


@pytest.fixture
def server():
    """The HTTP server alone, with what it was asked: methods and bodies."""
    asked = []

    def answer(request):
        asked.append((request.method, request.body))
        return Response(200, b"ok")

    with Server("127.0.0.1", 0, answer) as made:
        Thread(target=made.serve_forever, args=(0.05,), daemon=True).start()
        yield made, asked
        made.shutdown()


def spoken(server, words):
    """What the server answers to these bytes, after which nothing comes; nothing if it ends it."""
    place = ("127.0.0.1", server.server_address[1])
    with suppress(ConnectionError), socket.create_connection(place, timeout=30) as line:
        line.sendall(words)
        with suppress(OSError):  # ended already
            line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65_536), b""))
    return b""


INNER = b"GET /inner HTTP/1.1\r\n\r\n"


@pytest.mark.parametrize(
    "length",
    [
        b"Content-Length : 23\r\n",
        b"nonsense\r\nContent-Length: 23\r\n",
        b"Content-Length: 0\r\nContent-Length: 23\r\n",
        b"Transfer-Encoding : chunked\r\n",
    ],
)
def test_no_request_hides_in_the_body_of_another(server, length):
    """Where a proxy might read another length than we do, nothing is answered but that."""
    made, asked = server
    said = spoken(made, b"POST /outer HTTP/1.1\r\n" + length + b"\r\n" + INNER)
    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1") == 1
    assert asked == []


def test_half_a_body_is_no_body(server):
    """A form whose sender has gone says less than was meant: "not" may stand in what is missing."""
    made, asked = server
    said = spoken(made, b"POST /say HTTP/1.1\r\nContent-Length: 40\r\n\r\ntext=I+accuse")
    assert said.startswith(b"HTTP/1.1 400 ")
    assert asked == []


def test_a_body_that_comes_by_drops_ends(server, monkeypatch):
    """Each drop comes in time, but the whole does not: nobody holds a thread for ever so."""
    monkeypatch.setattr(http, "READING", 0.2)
    made, asked = server
    place = ("127.0.0.1", made.server_address[1])
    with socket.create_connection(place, timeout=30) as line, suppress(ConnectionError):
        line.sendall(b"POST /say HTTP/1.1\r\nContent-Length: 4000\r\n\r\n")
        line.settimeout(0.02)
        for _ in range(1000):
            line.sendall(b"x")
            with suppress(TimeoutError):
                assert line.recv(12) in {b"", b"HTTP/1.1 400"}
                break
        else:
            pytest.fail("it is read for ever")
    assert asked == []


def test_whoever_holds_connections_open_takes_no_threads_from_the_others(monkeypatch):
    """Beyond so many a connection is ended at once; when one has gone there is room again."""
    monkeypatch.setattr(http, "AT_ONCE", 1)
    with Server("127.0.0.1", 0, lambda _: Response(200, b"ok")) as made:
        Thread(target=made.serve_forever, args=(0.05,), daemon=True).start()
        with socket.create_connection(("127.0.0.1", made.server_address[1])):
            assert eventually(lambda: spoken(made, INNER) == b"")
        assert eventually(lambda: b"200 OK" in spoken(made, INNER))
        made.shutdown()
