"""Mail that somebody else writes, or a machine: no move, no answer to it, no card in any letter."""

import smtplib
import socket
from collections.abc import Iterator

import pytest
from aiosmtpd.controller import Controller

from chalicelib.postbox import Arrival, receive
from chalicelib.rules.verbs import Suggest
from infra.local import smtp
from infra.local.amazon import Amazon
from infra.local.mailbox import Mailboxes
from infra.local.outside import Outside
from infra.local.seating import HOME
from infra.local.verdicts import examiner
from tests.mail.forgeries import ASTRAY, ELSEWHERE, IN_THE_NAME, MACHINES, OWNER, Forgery
from tests.tables import DECK
from tests.worlds import World, words

CARDS = (*DECK.suspects, *DECK.weapons, *DECK.rooms)
EVERY = (*ELSEWHERE, *IN_THE_NAME, *ASTRAY, *MACHINES)


@pytest.fixture
def world(tmp_path) -> World:
    """A game of three; Anna has asked Boris, and his letter is the first in ``mails``."""
    made = World(tmp_path).start()
    made.post()
    made.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    made.letters_to("p2")
    made.mails[:] = [mail for mail in made.mails if mail["To"] == OWNER]
    return made


def raw(world: World, forgery: Forgery, number: int = 1) -> tuple[bytes, str]:
    """The bytes of a forgery, and the envelope recipient."""
    to = forgery.to or world.mails[0]["Reply-To"].addresses[0].addr_spec
    fields = [*forgery.headers, ("To", to), ("Message-ID", f"<{number}@evil.example>")]
    if not any(name == "Content-Type" for name, _ in fields):
        fields.append(("Content-Type", "text/plain; charset=utf-8"))
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    return f"{head}\r\n{forgery.text}\r\n".encode(), to


def arrival(world: World, forgery: Forgery, number: int = 1) -> Arrival:
    """A forgery as it arrives."""
    content, to = raw(world, forgery, number)
    return Arrival(content, forgery.envelope, (to,), world.time, forgery.verdicts)


def test_there_are_enough_kinds():
    """Every kind has a name of its own."""
    assert len({forgery.name for forgery in EVERY}) == len(EVERY) >= 60


@pytest.mark.parametrize("forgery", EVERY, ids=lambda forgery: forgery.name)
def test_a_forgery_moves_nothing_and_tells_nothing(world, forgery):
    """No move is made; letters go to the registered address alone, so many, and name no card."""
    before = world.held()
    assert receive(world.site, arrival(world, forgery)) is forgery.outcome
    letters = world.post()
    assert world.held() == before
    assert [letter["To"] for letter in letters] == [OWNER] * forgery.letters
    for letter in letters:
        said = words(letter)
        assert not [card for card in CARDS if card in said]
        assert "evil" not in str(letter)


@pytest.mark.parametrize("forgery", [*ELSEWHERE, *IN_THE_NAME], ids=lambda f: f.name)
def test_many_forgeries_make_few_letters(world, forgery):
    """Forty of a kind in a row: the owner gets at most two letters, nobody else any."""
    for number in range(40):
        receive(world.site, arrival(world, forgery, number))
    assert len(world.post()) <= 2
    assert {letter["To"] for letter in world.mails} <= {OWNER}


@pytest.mark.parametrize("forgery", MACHINES, ids=lambda forgery: forgery.name)
def test_a_machine_is_never_answered_however_often_it_writes(world, forgery):
    """Two machines that answer each other would never end: so ours is silent."""
    for number in range(5):
        receive(world.site, arrival(world, forgery, number))
    assert world.post() == []
    assert world.state.questions


@pytest.fixture
def door(world, tmp_path) -> Iterator[Controller]:
    """The SMTP server of the local program."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    amazon = Amazon(world.site, Outside(HOME, Mailboxes(tmp_path / "mail", lambda: None), None))
    reader = smtp.Reception(world.site, amazon, examiner(HOME, None), lambda: None)
    server = smtp.reception(reader, ("127.0.0.1", port), world.site.mail_domain)
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("forgery", EVERY, ids=lambda forgery: forgery.name)
def test_a_forgery_by_smtp(world, door, forgery):
    """Through the real door nobody vouches for anything: no forgery accuses, none is answered."""
    content, to = raw(world, forgery)
    with smtplib.SMTP(door.hostname, door.port) as client:
        client.sendmail(forgery.envelope, [to], content, ["BODY=8BITMIME", "SMTPUTF8"])
    letters = world.post()
    assert not world.state.accusations
    assert {letter["To"] for letter in letters} <= {OWNER, "p1@example.org"}
    if forgery in (*ELSEWHERE, *ASTRAY):
        assert world.state.questions
        assert {letter["To"] for letter in letters} <= {OWNER}
