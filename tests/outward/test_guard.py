"""No address that somebody gives us leads to a place that is not the public internet."""

import socket

import pytest

from chalicelib.outward import Request, Unreached, Web
from chalicelib.outward.address import is_public
from chalicelib.outward.target import Blocked, target
from tests.outward.urls import HOSTILE_URLS, INNER_ADDRESSES, PUBLIC_ADDRESSES

OWN = ("alibi.example",)


def post(web, url):
    """Try to send something, and give the class of the failure."""
    with pytest.raises(Unreached) as caught:
        web.send(Request("POST", url, {}, b"{}"))
    return caught.value.kind


@pytest.mark.parametrize("url", HOSTILE_URLS)
def test_a_hostile_url_is_refused_at_save_and_never_called(url, connections):
    """What is no plain https URL of a public name is refused when saved and when it is called."""
    asked: list[str] = []

    def resolve(host, _):
        asked.append(host)
        return ["93.184.216.34"]

    web = Web(OWN, resolve=resolve)
    with pytest.raises(Blocked) as refused:
        web.check(url)
    assert refused.value.code == "blocked_url"
    assert post(web, url) == "blocked_url"
    assert (connections, asked) == ([], [])


@pytest.mark.parametrize("address", INNER_ADDRESSES)
def test_a_name_that_leads_inside_is_never_called(address, connections):
    """One inner address among those of a name is enough, at save and at every attempt."""
    web = Web(OWN, resolve=lambda *_: ["93.184.216.34", address])
    with pytest.raises(Blocked):
        web.check("https://hook.example.org/")
    assert post(web, "https://hook.example.org/") == "blocked_address"
    assert connections == []


@pytest.mark.parametrize("address", PUBLIC_ADDRESSES)
def test_public_addresses_are_public(address):
    """The guard lets the internet through."""
    assert is_public(address)


def test_a_name_that_changes_its_mind_is_looked_at_anew(connections):
    """First public, then inner: each attempt looks again and goes where it has looked."""
    answers = iter([["93.184.216.34"], ["169.254.169.254"]])
    web = Web(resolve=lambda *_: next(answers))
    web.check("https://rebind.example.org/")
    assert post(web, "https://rebind.example.org/") == "blocked_address"
    assert connections == []


def test_a_name_without_an_answer_is_dns(connections):
    """A resolver that knows nothing, fails or says nothing at all is one class of failure."""

    def failing(*_):
        raise socket.gaierror(-2, "Name or service not known")

    assert post(Web(resolve=failing), "https://none.example.org/") == "dns"
    assert post(Web(resolve=lambda *_: []), "https://none.example.org/") == "dns"
    assert connections == []


def test_a_plain_url_is_understood():
    """Host, port, path and query come out as they are to be sent; names are those of DNS."""
    assert target("https://Forum.example.org") == ("https", "forum.example.org", 443, "/")
    assert target("https://форум.example:8443/х?a=b&c=%20") == (
        "https",
        "xn--l1adgmc.example",
        8443,
        "/%D1%85?a=b&c=%20",
    )


def test_this_machine_may_be_called_only_where_that_is_allowed(connections):
    """On one computer plain http to itself is let through, and nothing else besides."""
    with pytest.raises(Blocked):
        Web().check("http://127.0.0.1:9/")
    local = Web(local=True)
    local.check("http://127.0.0.1:9/")
    local.check("http://localhost:9/")
    for url in ("http://127.0.0.2:9/", "http://192.168.0.1/", "http://example.org/"):
        with pytest.raises(Blocked):
            local.check(url)
    assert connections == []
