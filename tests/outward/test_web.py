"""A request goes to the address that was looked at, to the name it is for, within limits."""

import socket
import ssl
import time
from contextlib import suppress

import pytest

from chalicelib.outward import Request, Unreached, Web
from tests.outward.receiver import answering, certificate, read_request, serving

NAME = "hook.example.org"
OK = b"HTTP/1.1 200 OK\r\nX-One: 1\r\nContent-Length: 2\r\n\r\nok"


@pytest.fixture(scope="module")
def pem(tmp_path_factory):
    """A certificate for the name of the receiver."""
    return certificate(tmp_path_factory.mktemp("tls"), NAME)


@pytest.fixture
def calling(pem, monkeypatch):
    """Calls the receiver at a port by a name; DNS leads here, and its authority is trusted."""

    def call(port, name=NAME, method="POST", path="/a?b=c", **limits):
        monkeypatch.setattr("chalicelib.outward.target.PORTS", (port,))
        web = Web(
            resolve=lambda *_: ["127.0.0.1"],
            admit=lambda _: True,
            trust=ssl.create_default_context(cafile=pem),
        )
        headers = {"Content-Type": "application/json"}
        return web.send(Request(method, f"https://{name}:{port}{path}", headers, b"{}"), **limits)

    return call


def test_the_request_is_whole_and_names_the_host(calling, pem):
    """The receiver sees method, path, host, length and body, and no compression is offered."""
    heard = []

    def talk(line):
        heard.append(read_request(line))
        line.sendall(OK)

    with serving(talk, pem) as port:
        reply = calling(port)
    ((head, body),) = heard
    lines = head.split("\r\n")
    assert lines[0] == "POST /a?b=c HTTP/1.1"
    assert {
        f"Host: {NAME}:{port}",
        "Content-Length: 2",
        "Content-Type: application/json",
        "Accept-Encoding: identity",
        "Connection: close",
    } == set(lines[1:])
    assert body == b"{}"
    assert (reply.status, reply.headers["x-one"], reply.body) == (200, "1", b"ok")


def test_a_certificate_for_another_name_is_no_answer(calling, pem):
    """The address is pinned, the name is checked: who took the name over is told apart."""
    with serving(answering(OK), pem) as port, pytest.raises(Unreached) as caught:
        calling(port, name="other.example.org")
    assert caught.value.kind == "tls"


def test_a_redirect_is_an_answer_and_is_not_followed(calling, pem):
    """Nothing else is called, wherever the answer points."""
    to_metadata = (
        b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n"
    )
    with serving(answering(to_metadata), pem) as port:
        assert calling(port).status == 302


@pytest.mark.parametrize(
    "framing", [b"Content-Length: 134217728\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n-1\r\n"]
)
def test_a_huge_answer_is_cut_at_the_cap(calling, pem, framing):
    """Of 128 MB the first bytes are read, and the rest never; not if a chunk has length -1."""
    sent = []

    def talk(line):
        read_request(line)
        line.sendall(b"HTTP/1.1 200 OK\r\n" + framing)
        for _ in range(128):
            line.sendall(b"a" * 1_048_576)
            sent.append(1)

    with serving(talk, pem) as port:
        reply = calling(port, cap=1000)
    assert reply.body == b"a" * 1000
    assert len(sent) < 128


@pytest.mark.parametrize("drip", [b"H", b"HTTP/1.1 200 OK\r\n\r\nbody"], ids=["head", "body"])
def test_a_slow_drip_ends_at_the_wall_clock(calling, pem, drip):
    """However regularly a byte comes, the whole request ends after its time."""

    def talk(line):
        line.sendall(drip)
        with suppress(OSError):
            while True:
                line.sendall(b"x")
                time.sleep(0.05)

    with serving(talk, pem) as port, pytest.raises(Unreached) as caught:
        calling(port, patience=0.6)
    assert caught.value.kind == "timeout"


def test_silence_in_the_handshake_ends_at_the_wall_clock(calling):
    """A receiver that never speaks TLS holds us no longer than one that never answers."""
    with serving(lambda _: time.sleep(5)) as port, pytest.raises(Unreached) as caught:
        calling(port, patience=0.4)
    assert caught.value.kind == "timeout"


@pytest.mark.parametrize(
    "answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 200]
)
def test_what_is_no_http_is_a_failed_connection(calling, pem, answer):
    """Whatever a receiver says instead of an answer has a class, and no text of its own."""
    with serving(answering(answer), pem) as port, pytest.raises(Unreached) as caught:
        calling(port, patience=5)
    assert caught.value.kind == "connection"


def test_nobody_there_is_a_failed_connection(calling):
    """A port at which nobody listens is told from a name that nobody knows."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(Unreached) as caught:
        calling(port)
    assert caught.value.kind == "connection"


def test_the_next_address_is_tried_where_the_first_does_not_answer(pem, monkeypatch):
    """A name with several addresses is reached as long as one of them answers."""
    with serving(answering(OK), pem) as port:
        monkeypatch.setattr("chalicelib.outward.target.PORTS", (port,))
        web = Web(
            resolve=lambda *_: ["127.0.0.9", "127.0.0.1"],
            admit=lambda _: True,
            trust=ssl.create_default_context(cafile=pem),
        )
        reply = web.send(Request("POST", f"https://{NAME}:{port}/", {}, b"{}"))
    assert reply.status == 200


def test_proxies_of_the_environment_are_not_asked(calling, pem, monkeypatch):
    """What the environment says of proxies does not concern these requests."""
    for name in ("http_proxy", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with serving(answering(OK), pem) as port:
        assert calling(port).status == 200
