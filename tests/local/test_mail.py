"""Mail over real SMTP by the way it goes on AWS: in by a receipt rule, out by SES, and back."""

import smtplib
from contextlib import contextmanager
from email.message import EmailMessage

import dkim
import pytest
from aiosmtpd.controller import Controller

from chalicelib import deliver
from chalicelib.rules.verbs import Suggest
from infra.local import smtp
from infra.local.amazon import Amazon
from infra.local.mailbox import Mailboxes, read
from infra.local.outside import Outside
from infra.local.seating import HOME
from infra.local.verdicts import examiner
from tests.local.conftest import eventually, first, free_ports
from tests.local.names import Names, asked
from tests.local.test_verdicts import key, quoted
from tests.worlds import World

__all__ = ["key"]


@pytest.fixture
def world(tmp_path):
    """A game of three, its letters sent."""
    made = World(tmp_path).start()
    made.post()
    return made


@pytest.fixture
def boxes(tmp_path):
    """The Maildirs of everybody."""
    return Mailboxes(tmp_path / "mail", lambda: None)


@pytest.fixture
def amazon(world, boxes):
    """Amazon's part for that world."""
    return Amazon(world.site, Outside(HOME, boxes, None))


@contextmanager
def served(world, amazon, resolver=None):
    """Serve SMTP; gives the port."""
    (port,) = free_ports(1)
    reader = smtp.Reception(world.site, amazon, examiner(HOME, resolver), lambda: None)
    server = smtp.reception(reader, ("127.0.0.1", port), world.site.mail_domain)
    server.start()
    try:
        yield port
    finally:
        server.stop()


def bring(port, raw, sender, to):
    """Hand a mail over; gives the code of the answer."""
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as server:
        server.ehlo()
        server.mail(sender)
        server.rcpt(to)
        return server.data(raw)[0]


def reply(letter, text, name="<1@example.org>"):
    """A reply to a letter as a mail program writes it."""
    mail = EmailMessage()
    mail["From"], mail["To"] = letter["To"], letter["Reply-To"]
    mail["Message-ID"] = name
    mail.set_content(text)
    return mail.as_bytes(), letter["Reply-To"].addresses[0].addr_spec


def test_a_reply_is_stored_before_it_is_acknowledged(world, amazon):
    """250 means that the move is made; nothing of the mail itself is kept."""
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    (letter,) = world.letters_to("p2")
    raw, to = reply(letter, "Mustard")
    with served(world, amazon) as port:
        assert bring(port, raw, "p2@example.org", to) == 250
    assert not world.state.questions
    assert amazon._objects._kept == {}


def test_what_cannot_be_done_yet_is_brought_again(world, amazon):
    """While the clock waits for late mail the answer is 451, and the same mail counts later."""
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    (letter,) = world.letters_to("p2")
    raw, to = reply(letter, "Comment: on time?")
    world.time = world.state.closes
    with served(world, amazon) as port:
        assert bring(port, raw, "p2@example.org", to) == 451
        assert amazon._objects._kept == {}
        world.wait(seconds=11)
        assert bring(port, raw, "p2@example.org", to) == 250
    assert world.state.day == 2


@pytest.mark.parametrize(
    ("sender", "to"), [(b"\xff\xfe@x.example", b"game"), (b"p2@example.org", b"\xf1\xf2")]
)
def test_an_address_that_is_no_text_is_refused_for_good(world, amazon, sender, to):
    """A 451 would have such a mail tried again for days; what is UTF-8 is taken."""
    with served(world, amazon) as port, smtplib.SMTP("127.0.0.1", port, timeout=60) as server:
        server.ehlo()
        codes = []
        for line in (b"MAIL FROM:<%s> SMTPUTF8", b"RCPT TO:<%s@in.alibi.test>"):
            server.send(line % (to if b"RCPT" in line else sender) + b"\r\n")
            codes.append(server.getreply()[0])
        assert 553 in codes
        server.rset()
        server.send("MAIL FROM:<\u0436@\u0436.example> SMTPUTF8\r\n".encode())
        assert server.getreply()[0] == 250


def test_a_letter_leaves_as_ses_sends_it(world, amazon, boxes):
    """Mail on one machine has a Message-ID of its carrier; a letter sent twice is read once."""
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    world.wait(seconds=1)
    sent: list[str] = []

    class Twice:
        """Sends every letter twice, as a program does that died in between."""

        def send(self, to, message):
            """Send it twice."""
            sent.extend(amazon.ses.send(to, message) for _ in range(2))
            return sent[-1]

    deliver.sweep(world.site, Twice())
    (letter,) = boxes.letters("p2@example.org")
    assert boxes.count("p2@example.org") == 2
    assert len(set(sent)) == len(sent) > 1
    assert letter.message_id.strip("<>") in sent


def test_a_signed_mail_is_believed_and_an_unsigned_one_is_asked_back(world, amazon, key):
    """DKIM by our own server decides what a mail to no reply address may do that names its game."""
    names = Names({("s1._domainkey.example.org", "TXT"): [key[1]]})
    names.zone["_dmarc.example.org", "TXT"] = [quoted("v=DMARC1; p=reject")]
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "p1@example.org", "game@in.alibi.test", "<1@x.y>"
    mail["References"] = "<game-game@in.alibi.test>"
    mail.set_content("Comment: it is me")
    raw = mail.as_bytes().replace(b"\n", b"\r\n")
    header = dkim.sign(raw, b"s1", b"example.org", key[0])
    resolver = asked(names)
    try:
        with served(world, amazon, resolver) as port:
            assert bring(port, raw, "p1@example.org", "game@in.alibi.test") == 250
            assert world.log()[-1].via == "rest"
            again = raw.replace(b"<1@x.y>", b"<2@x.y>")
            signed = dkim.sign(again, b"s1", b"example.org", key[0]) + again
            assert bring(port, signed, "p1@example.org", "game@in.alibi.test") == 250
            forged = header + again.replace(b"<2@x.y>", b"<3@x.y>")
            assert bring(port, forged, "p1@example.org", "game@in.alibi.test") == 250
    finally:
        names.close()
    assert [entry.via for entry in world.log()].count("mail") == 1


class Office:
    """A relay that takes mail until its addressee is gone."""

    def __init__(self):
        """Begin with everybody there."""
        self.gone: set[str] = set()
        self.mails: list[str] = []

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        """Take a recipient."""
        if address in self.gone:
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server, _session, envelope):
        """Take a mail."""
        self.mails.append(read("", envelope.content).text)
        return "250 OK"


def test_a_hand_that_bounces_at_the_relay_keeps_the_seat(start):
    """The whole way: a mailbox is gone, the hand comes back, the organiser reads and sees it."""
    (port,) = free_ports(1)
    office = Office()
    relay = Controller(office, hostname="127.0.0.1", port=port)
    relay.start()
    try:
        local = start("--smtp-out", f"127.0.0.1:{port}")
        address = "anna@example.org"
        host, boris = local.sign_in("olga"), local.sign_in("boris")
        local.client.post("/v1/auth/codes", json={"email": address, "language": "en"})
        code = first(r"\b(\d{6})\b", eventually(lambda: "".join(office.mails)))
        proof = {"email": address, "code": code}
        token = local.client.post("/v1/auth/tokens", json=proof).json()["token"]
        anna = {"Authorization": f"Bearer {token}"}
        game = local.client.post("/v1/games", json={"title": "Villa"}, headers=host).json()
        for who, nick in ((anna, "Anna"), (boris, "Boris")):
            seat = {"code": game["join_code"], "nick": nick}
            assert local.client.post("/v1/joins", json=seat, headers=who).status_code == 201
        office.gone.add(address)
        assert local.move(game["id"], host, type="start").status_code == 201
        assert "seat stays with Anna" in local.letter("olga", "Letters to Anna come back").text
        path = f"/v1/games/{game['id']}"
        shown = [local.client.get(path, headers=who).json() for who in (host, anna, boris)]
        assert [one["mail"] for one in shown] == [{"s1": "bounced"}, {"s1": "bounced"}, {}]
        assert shown[0]["state"]["seats"][0]["nick"] == "Anna"
        assert local.client.get(f"{path}/me", headers=anna).json()["hand"]
    finally:
        relay.stop()
