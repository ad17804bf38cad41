"""Reply addresses: one for each game, account and prompt, and nothing of it in the store."""

import re
from random import Random

import pytest

from chalicelib import replies
from chalicelib.inbox.parent import copied
from chalicelib.replies import Return
from tests.worlds import World, words

PATTERN = re.compile(r"[a-km-np-z2-9]{20}")


@pytest.fixture
def world(tmp_path):
    """A site with nothing on it."""
    return World(tmp_path)


def address(world, game, account, prompt=None, seq=0):
    """The standing address for a game, an account and a prompt."""
    back = Return(game, account, prompt, seq)
    return replies.standing_token(world.store, back, now=world.time, rng=world.rng)


def test_an_address_stands(world):
    """The same for the same prompt at any time; another for anything else; 100 random bits."""
    abouts = [("g", "a"), ("g", "a", 1), ("g", "a", 2), ("g", "b", 1), ("h", "a", 1)]
    first = [address(world, *about) for about in abouts]
    world.wait(days=100)
    assert [address(world, *about) for about in abouts] == first
    assert len(set(first)) == len(first)
    assert all(PATTERN.fullmatch(token) for token in first)


def test_another_site_has_other_addresses(world, tmp_path):
    """They come from a key that each installation draws for itself."""
    (tmp_path / "other").mkdir()
    other = World(tmp_path / "other")
    other.rng = Random(99)
    assert address(world, "g", "a", 1) != address(other, "g", "a", 1)


def test_an_address_leads_back_and_knows_its_newest_letter(world):
    """In capitals too; an older letter that is sent late does not make it older."""
    token = address(world, "g", "a", 1, seq=7)
    address(world, "g", "a", 1, seq=9)
    address(world, "g", "a", 1, seq=8)
    back = replies.reply_to(world.store, token.upper(), now=world.time)
    assert back == Return("g", "a", 1, 9)


def test_a_revoked_address_is_followed_by_another(world):
    """Two strangers end it; letters then carry the next one, which stands in turn."""
    token = address(world, "g", "a", 1)
    for stranger in ("x@example.org", "y@example.org"):
        replies.used_by_stranger(world.store, token, stranger, now=world.time)
    assert replies.reply_to(world.store, token, now=world.time) is None
    second = address(world, "g", "a", 1)
    assert second != token
    assert address(world, "g", "a", 1) == second
    assert replies.reply_to(world.store, second, now=world.time) == Return("g", "a", 1)


def test_the_store_holds_no_address(world, tmp_path):
    """Only hashes of addresses are kept."""
    token = address(world, "g", "a", 1)
    world.store.close()
    files = [path.read_bytes() for path in tmp_path.iterdir() if path.is_file()]
    assert not any(token.encode() in content for content in files)


def test_letters_are_known_by_the_name_they_went_under(tmp_path):
    """The carrier's id if it gives one, else our own: a reply without an address finds its game."""
    world = World(tmp_path)
    world.carrier = "0100018c-abc@eu-central-1.amazonses.com"
    world.start().post()
    back = replies.sent_as(world.store, f"<{world.carrier}>", now=world.time)
    assert back
    assert back.game == "game"
    world.carrier = None
    world.wait(days=1, seconds=15)
    world.tick()
    mail = world.letters_to("p1")[0]
    back = replies.sent_as(world.store, mail["Message-ID"], now=world.time)
    assert back
    assert back.account == "p1"


def test_the_lines_of_a_letter_are_known_again(tmp_path):
    """With the address an imprint of its letter is kept, which tells our lines from others."""
    world = World(tmp_path).start()
    letter = world.letters_to("p1")[-1]
    token = letter["Reply-To"].addresses[0].username.removeprefix("r+")
    there = replies.Return("game", "p1")
    prints = replies.imprints(world.store, token, there, now=world.time)
    assert replies.imprints(world.store, "", there, now=world.time) == prints
    lines = ["Boris: Green, Pipe, Attic", *words(letter).splitlines()]
    found = copied(lines, prints)
    assert {place for place, line in enumerate(lines) if len(line.split()) > 20} <= found
    assert 0 not in found
