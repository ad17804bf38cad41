"""SPF, DKIM and DMARC by our own mail server, against a name server on this machine."""

import time
from base64 import b64encode
from email import message_from_bytes

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from hypothesis import given, settings
from hypothesis import strategies as st

from infra.local import lookup
from infra.local.dmarc import organisation
from infra.local.verdicts import Origin, examiner, without_ours
from tests.local.names import Names, asked

HOME = "players.localhost"
GOOD, BAD = "192.0.2.1", "198.51.100.9"
RAW = (
    b"From: Anna <anna@example.org>\r\nTo: game@in.alibi.test\r\nSubject: Re\r\n"
    b"Message-ID: <1@example.org>\r\n\r\nRope\r\n"
)


@pytest.fixture(scope="module")
def key():
    """A key to sign with, and what is published of it."""
    secret = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = secret.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    public = secret.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return pem, quoted(f"v=DKIM1; k=rsa; p={b64encode(public).decode()}")


def quoted(text):
    """A TXT record in pieces of at most 255 characters."""
    return " ".join(f'"{text[place : place + 200]}"' for place in range(0, len(text), 200))


@pytest.fixture
def names():
    """A name server without names."""
    server = Names({})
    yield server
    server.close()


@pytest.fixture
def examine(names):
    """Examine mail with that name server."""
    return examiner(HOME, asked(names))


def publish(names, **records):
    """Publish SPF (``spf``) and DMARC (``dmarc``) of example.org."""
    texts = {"example.org": records.get("spf"), "_dmarc.example.org": records.get("dmarc")}
    names.zone |= {(name, "TXT"): [quoted(text)] for name, text in texts.items() if text}


def came(address=GOOD, sender="anna@example.org", *, near=False):
    """Where a mail comes from."""
    return Origin(address, "mail.example.org", sender, near)


def signed(key, domain="example.org", raw=RAW, **more):
    """A mail with a signature of a domain on top."""
    return dkim.sign(raw, b"s1", domain.encode(), key[0], **more) + raw


@pytest.mark.parametrize(
    ("record", "address", "status", "word"),
    [
        ("v=spf1 ip4:192.0.2.0/24 -all", GOOD, "PASS", "pass"),
        ("v=spf1 ip4:192.0.2.0/24 -all", BAD, "FAIL", "fail"),
        ("v=spf1 ip4:192.0.2.0/24 ~all", BAD, "GRAY", "softfail"),
        ("v=spf1 ip4:192.0.2.0/24 ?all", BAD, "GRAY", "neutral"),
        (None, GOOD, "GRAY", "none"),
        ("v=spf1 ip4:nonsense -all", GOOD, "PROCESSING_FAILED", "permerror"),
        ("v=spf1 include:broken.example.org -all", GOOD, "PROCESSING_FAILED", "temperror"),
        ("v=spf1 mx a:www.example.org -all", GOOD, "PASS", "pass"),
        ("v=spf1 ptr exists:%{ir}.list.example.org -all", BAD, "FAIL", "fail"),
    ],
)
def test_spf_in_the_words_of_ses(names, examine, record, address, status, word):
    """Each result of SPF has its verdict; softfail, neutral and none decide nothing."""
    publish(names, spf=record)
    names.zone |= {
        ("broken.example.org", "TXT"): ["SERVFAIL"],
        ("example.org", "MX"): ["10 mx.example.org."],
        ("mx.example.org", "A"): ["203.0.113.5"],
        ("www.example.org", "A"): [GOOD],
    }
    found = examine(RAW, came(address))
    assert found.spf == status
    assert f"spf={word} smtp.mailfrom=example.org" in found.results


def test_spf_of_a_mail_without_envelope_sender_is_that_of_the_greeting(names, examine):
    """A notice has no sender: the server that greets as mail.example.org speaks for itself."""
    names.zone["mail.example.org", "TXT"] = [quoted("v=spf1 ip4:192.0.2.1 -all")]
    assert examine(RAW, came(sender="")).spf == "PASS"
    assert examine(RAW, came(BAD, sender="")).spf == "FAIL"


def test_dkim_covers_the_whole_mail(names, examine, key):
    """A signature holds for the mail that was signed, and for no other."""
    names.zone["s1._domainkey.example.org", "TXT"] = [key[1]]
    mail = signed(key)
    assert examine(mail, came()).dkim == "PASS"
    assert examine(mail.replace(b"Rope", b"Dagger"), came()).dkim == "FAIL"
    assert examine(mail.replace(b"Anna", b"Boris"), came()).dkim == "FAIL"
    assert examine(RAW, came()).dkim == "GRAY"


def test_dkim_of_a_part_of_the_body_or_without_from_counts_for_nothing(names, examine, key):
    """What could be added to afterwards is not signed."""
    names.zone["s1._domainkey.example.org", "TXT"] = [key[1]]
    assert examine(signed(key, length=True), came()).dkim == "FAIL"


@pytest.mark.parametrize(
    ("record", "status"),
    [
        (["SERVFAIL"], "PROCESSING_FAILED"),
        ([], "FAIL"),
        ([quoted("v=DKIM1; p=")], "FAIL"),
        ([quoted("v=DKIM1; p=nonsense")], "FAIL"),
    ],
)
def test_dkim_needs_its_key(names, examine, key, record, status):
    """A key that is gone, withdrawn or broken is a failure; a silent name server is none."""
    names.zone["s1._domainkey.example.org", "TXT"] = record
    assert examine(signed(key), came()).dkim == status


@pytest.mark.parametrize(
    "header",
    [
        b"DKIM-Signature: nonsense\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s1; h=from; bh=!; b=!\r\n",
        b"DKIM-Signature: \xff\xfe=1; ;;=\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=; h=from; bh=AA==; b=AA==\r\n",
    ],
)
def test_hostile_signatures_are_failures_and_nothing_more(examine, header):
    """Whatever a signature says, the mail is examined to the end."""
    assert examine(header * 20 + RAW, came()).dkim in {"FAIL", "GRAY"}


@pytest.mark.parametrize("policy", ["none", "quarantine", "reject"])
def test_dmarc_passes_by_either_and_fails_with_its_policy(names, examine, key, policy):
    """SPF or DKIM of the same organisation is enough; with neither the policy is told."""
    publish(names, spf="v=spf1 ip4:192.0.2.1 -all", dmarc=f"v=DMARC1; p={policy}")
    names.zone["s1._domainkey.example.org", "TXT"] = [key[1]]
    assert examine(RAW, came()).dmarc == "PASS"
    assert examine(signed(key), came(BAD)).dmarc == "PASS"
    found = examine(RAW, came(BAD))
    assert (found.dmarc, found.policy) == ("FAIL", policy)
    assert f"dmarc=fail (p={policy}) header.from=example.org" in found.results


def test_dmarc_wants_the_domain_of_from(names, examine, key):
    """A pass of somebody else's domain speaks for nobody: SPF or DKIM has to be aligned."""
    publish(names, dmarc="v=DMARC1; p=reject")
    names.zone |= {
        ("example.com", "TXT"): [quoted("v=spf1 ip4:192.0.2.1 -all")],
        ("s1._domainkey.example.com", "TXT"): [key[1]],
    }
    found = examine(signed(key, "example.com"), came(sender="anna@example.com"))
    assert (found.spf, found.dkim, found.dmarc) == ("PASS", "PASS", "FAIL")


@pytest.mark.parametrize(
    ("tags", "status"),
    [("", "PASS"), ("; aspf=s", "FAIL"), ("; adkim=s", "PASS"), ("; aspf=s; adkim=s", "FAIL")],
)
def test_alignment_is_relaxed_or_strict(names, examine, key, tags, status):
    """A subdomain of the same organisation may speak for it unless the record forbids that."""
    publish(names, dmarc=f"v=DMARC1; p=reject{tags}")
    names.zone["mail.example.org", "TXT"] = [quoted("v=spf1 ip4:192.0.2.1 -all")]
    assert examine(RAW, came(sender="anna@mail.example.org")).dmarc == status
    names.zone["s1._domainkey.mail.example.org", "TXT"] = [key[1]]
    by_dkim = examine(signed(key, "mail.example.org"), came(BAD)).dmarc
    assert by_dkim == ("FAIL" if "adkim=s" in tags else "PASS")


@pytest.mark.parametrize(
    ("record", "policy"),
    [
        ("v=DMARC1; p=reject", "reject"),
        ("v=DMARC1; p=reject; sp=quarantine", "quarantine"),
        ("v=DMARC1; p=none; sp=reject", "reject"),
        ("v=DMARC1; p=reject; t=y", "none"),
        ("v=DMARC1; p=reject; pct=0", "none"),
        ("V=dmarc1 ; P=Reject", "reject"),
    ],
)
def test_a_subdomain_without_a_record_has_that_of_its_organisation(names, examine, record, policy):
    """``sp`` is for subdomains, else ``p``; a record on trial asks for nothing."""
    publish(names, dmarc=record)
    raw = RAW.replace(b"anna@example.org", b"anna@post.example.org")
    found = examine(raw, came(BAD, sender="anna@post.example.org"))
    assert (found.dmarc, found.policy) == ("FAIL", policy)


def test_no_record_two_records_and_no_answer_decide_nothing(names, examine):
    """Without a policy DMARC says nothing; where nobody answers it could not be processed."""
    assert examine(RAW, came()).dmarc == "GRAY"
    names.zone["_dmarc.example.org", "TXT"] = ['"v=DMARC1; p=reject"', '"v=DMARC1; p=none"']
    assert examine(RAW, came()).dmarc == "GRAY"
    names.zone["_dmarc.example.org", "TXT"] = ["SERVFAIL"]
    assert examine(RAW, came()).dmarc == "PROCESSING_FAILED"
    publish(names, dmarc="v=DMARC1; p=reject")
    names.zone["example.org", "TXT"] = ["SERVFAIL"]
    assert examine(RAW, came()).dmarc == "PROCESSING_FAILED"


def test_organisations_end_where_the_public_begins():
    """The list of public suffixes says what somebody registered."""
    assert organisation("a.b.example.co.uk") == "example.co.uk"
    assert organisation("A.Example.ORG.") == "example.org"
    assert organisation("poczta.example.com.pl") == "example.com.pl"
    assert organisation("co.uk") == "co.uk"


@pytest.mark.parametrize(
    "raw",
    [
        RAW.replace(b"From: Anna <anna@example.org>", b"From: a@example.org, b@example.com"),
        b"From: b@example.com\r\n" + RAW,
        RAW.replace(b"From: Anna <anna@example.org>\r\n", b"From: nobody\r\n"),
    ],
)
def test_a_mail_of_several_authors_or_none_has_nobody_to_speak_for_it(names, examine, raw):
    """Whom the letter is from is what the game reads; where that is nobody, nothing passes."""
    publish(names, spf="v=spf1 +all", dmarc="v=DMARC1; p=reject")
    assert examine(raw, came()).dmarc == "GRAY"


def test_a_silent_name_server_costs_a_few_seconds_at_most(names):
    """Whatever a mail makes us ask, it is examined within its time."""
    spf = " ".join(f"include:s{n}.example.org" for n in range(9))
    names.zone = {("example.org", "TXT"): [quoted(f"v=spf1 {spf} -all")]}
    names.zone |= {(f"s{n}.example.org", "TXT"): ["SILENCE"] for n in range(9)}
    names.zone["_dmarc.example.org", "TXT"] = ["SILENCE"]
    begun = time.monotonic()
    found = examiner(HOME, asked(names))(RAW, came())
    assert time.monotonic() - begun < 2 * lookup.SECONDS
    assert (found.spf, found.dmarc) == ("PROCESSING_FAILED", "PROCESSING_FAILED")


def test_a_mail_cannot_make_us_ask_without_end(names, examine, key):
    """SPF stops at ten names, and twenty signatures are no twenty questions."""
    chain = {
        (f"s{n}.example.org", "TXT"): [quoted(f"v=spf1 include:s{n + 1}.example.org -all")]
        for n in range(60)
    }
    names.zone = chain | {("example.org", "TXT"): [quoted("v=spf1 include:s0.example.org -all")]}
    found = examine(b"".join(signed(key)[: -len(RAW)] for _ in range(20)) + RAW, came())
    assert found.spf == "PROCESSING_FAILED"
    assert names.asked <= lookup.MOST_QUESTIONS


def test_a_neighbour_says_nothing_about_where_mail_came_from(names, examine, key):
    """Handed on by this machine or its network: no SPF, and without DKIM no decision at all."""
    publish(names, spf="v=spf1 +all", dmarc="v=DMARC1; p=reject")
    names.zone["s1._domainkey.example.org", "TXT"] = [key[1]]
    for address in ("127.0.0.1", "::1", "10.1.2.3", "192.168.7.7", "fd00::1"):
        found = examine(RAW, came(address))
        assert (found.spf, found.dmarc) == ("GRAY", "GRAY")
        assert examine(signed(key), came(address)).dmarc == "PASS"


@pytest.mark.parametrize("server", [True, False])
def test_mailboxes_of_this_machine_are_believed_from_here_only(names, server):
    """A mailbox of this machine needs no name server; from elsewhere its name is forged."""
    known = asked(names) if server else None
    examine = examiner(HOME, known)
    raw = RAW.replace(b"example.org>", b"Players.localhost>", 1)
    assert examine(raw, came("127.0.0.1", near=True)).dmarc == "PASS"
    far = examine(raw, came(BAD))
    assert (far.dmarc, far.policy) == ("FAIL", "reject")
    assert names.asked == 0


def test_without_a_name_server_nothing_is_known():
    """All verdicts on the mail of others are DISABLED."""
    found = examiner(HOME, None)(RAW, came())
    assert {found.spf, found.dkim, found.dmarc, found.spam, found.virus} == {"DISABLED"}


def test_what_claims_to_be_ours_is_taken_out():
    """Only an Authentication-Results in our own name is removed, folded or not, in any case."""
    raw = (
        b"Authentication-Results: in.alibi.test; dmarc=pass\r\n"
        b"Authentication-Results: other.example; spf=pass\r\n"
        b"authentication-results:\r\n IN.alibi.test 1;\r\n dkim=pass\r\n" + RAW
    )
    left = without_ours(raw, "in.alibi.test")
    assert message_from_bytes(left).get_all("Authentication-Results") == ["other.example; spf=pass"]
    assert left.endswith(RAW)
    assert without_ours(RAW, "in.alibi.test") is RAW


@pytest.fixture(scope="module")
def silence():
    """A name server that knows no names, for many mails."""
    server = Names({})
    yield server
    server.close()


LINES = st.sampled_from(
    [
        b"From: Anna <anna@example.org>\r\n",
        b"From: =?utf-8?q?=0A?= <a@b>\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s1; h=from:to; bh=AAAA; b=AAAA\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=\xff; s=..; h=from; l=-1; bh=AAAA; b=AAAA\r\n",
        b"dkim-signature: a=b; a=b\r\n x\r\n",
        b"no header\r\n",
        b"\r\n",
        b"\x00\x80:\r\n",
    ]
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(LINES, max_size=6),
    st.binary(max_size=60),
    st.text(max_size=30),
    st.text(max_size=30),
)
def test_any_mail_is_examined_to_its_end(silence, lines, rest, sender, greeting):
    """Whatever somebody sends, there is a finding: no mail makes the server fail and say 451."""
    raw = b"".join(lines) + rest
    examine = examiner(HOME, asked(silence))
    found = examine(raw, Origin(GOOD, greeting, sender))
    assert found.dmarc in {"GRAY", "PROCESSING_FAILED", "FAIL", "PASS"}
    assert without_ours(raw, "in.alibi.test").count(b"\x00") == raw.count(b"\x00")
