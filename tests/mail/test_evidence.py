"""How well a mail's sender is proven: what SES may say, and what stands on top of the mail."""

from datetime import UTC, datetime

import pytest

from chalicelib.inbox.headers import split
from chalicelib.postbox.arrival import Arrival, Verdicts
from chalicelib.postbox.evidence import Evidence, aligned, evidence, signed_by
from chalicelib.postbox.policy import Treatment, treatment
from chalicelib.postbox.whose import By

OWN = "p2@mail.example.org"
AT = datetime(2026, 12, 1, tzinfo=UTC)
SES = (
    "amazonses.com;\r\n spf=pass (spfCheck: domain of example.org designates 192.0.2.7 as "
    "permitted sender) client-ip=192.0.2.7; envelope-from=p2@example.org; helo=mx.example.org;\r\n"
    " dkim=pass header.i=@{signer};\r\n dmarc=none header.from=mail.example.org;"
)


def weigh(verdicts, *results, envelope="x@elsewhere.example", sender=OWN, **more):
    """The evidence of a mail with these Authentication-Results, the topmost first."""
    head = "".join(f"Authentication-Results: {result}\r\n" for result in results)
    raw = f"{head}From: {sender}\r\n\r\nx\r\n".encode()
    headers, _ = split(raw.replace(b"\r\n", b"\n"))
    return evidence(Arrival(raw, envelope, ("x",), AT, verdicts, **more), headers, sender)


def gray(spf="GRAY", dkim="GRAY"):
    """No policy, these results."""
    return Verdicts("PASS", "PASS", spf, dkim, "GRAY")


@pytest.mark.parametrize("signer", ["example.org", "mail.example.org", "news.example.org"])
def test_a_signature_of_the_same_organisation_proves(signer):
    """Relaxed alignment: the domain in From, one above it or one beside it."""
    assert weigh(gray(dkim="PASS"), SES.format(signer=signer)) is Evidence.PROVEN


@pytest.mark.parametrize(
    "signer", ["evil.example", "org", "badexample.org", "example.org.evil.example", "example.com"]
)
def test_a_signature_of_others_proves_nothing(signer):
    """However like the sender's domain it looks."""
    assert weigh(gray(dkim="PASS"), SES.format(signer=signer)) is Evidence.UNPROVEN


@pytest.mark.parametrize(
    "head",
    [
        "From: p2@example.org@evil.example",
        "From: <@evil.example:p2@example.org>",
        "From: x: p2@example.org;",
        "X: y\rFrom: p2@example.org\r\nno header\r\nFrom: x@evil.example",
        "From: p2@example.org\r\nno header\r\nFrom: x@evil.example",
        "From: x@evil.example\r\nFrom: p2@example.org",
        "From: p2@example.org\r\n <x@evil.example>",
        "From: p2@example.org\r\nX: " + "y" * 200_000 + "\r\nfrom : x@evil.example",
    ],
)
def test_who_may_have_been_read_in_two_ways_is_not_proven(head):
    """What passed was the From that the receiving server saw; ours has to be surely the same."""
    raw = f"{head}\r\n\r\nFrom: x\r\n".encode()
    headers, _ = split(raw.replace(b"\r\n", b"\n"))
    verdicts = Verdicts("PASS", "PASS", "PASS", "PASS", "PASS")
    arrival = Arrival(raw, "p2@example.org", ("x",), AT, verdicts)
    assert evidence(arrival, headers, "p2@example.org") is Evidence.UNPROVEN


@pytest.mark.parametrize(
    "field",
    [
        "p2@example.org",
        "Boris <P2@Example.org>",
        '"Boris, <x@evil.example>" <p2@example.org>',
        "p2@example.org <p2@example.org>",
        "=?utf-8?B?0JHQvtGA0LjRgQ==?=\r\n <p2@example.org>",
        "(x@evil.example) p2@example.org",
    ],
)
def test_a_usual_from_is_proven(field):
    """Names, comments and folded lines are no doubt."""
    raw = f"Subject: x\r\nFrom: {field}\r\n\r\nFrom: x@evil.example\r\n".encode()
    headers, _ = split(raw.replace(b"\r\n", b"\n"))
    verdicts = Verdicts("PASS", "PASS", "PASS", "PASS", "PASS")
    arrival = Arrival(raw, "p2@example.org", ("x",), AT, verdicts)
    assert evidence(arrival, headers, "p2@example.org") is Evidence.PROVEN


@pytest.mark.parametrize(
    "repeated",
    [
        r'envelope-from="a\"; dkim=pass header.d=example.org; \""@evil.example',
        r'envelope-from="a"; dkim=pass header.d=example.org; "@evil.example',
        r"helo=(a\); dkim=pass header.d=example.org; \()",
        "helo=(a; dkim=pass header.d=example.org; (b)",
    ],
)
def test_what_the_server_repeats_of_the_sender_is_no_result(repeated):
    """Quotes and comments, escaped or never ended, hide no second result of their own."""
    said = SES.format(signer="evil.example").replace("envelope-from=p2@example.org", repeated)
    assert weigh(gray(dkim="PASS"), said) is Evidence.UNPROVEN


@pytest.mark.parametrize(
    "who", ["header.d=example.org", "a" * 80 + "header.d=example.org", '"x header.d=example.org"']
)
def test_a_signature_names_its_domain_behind_the_last_at(who):
    """Who signs chooses the local part of the identity, not the domain."""
    said = SES.format(signer="evil.example").replace("header.i=@", f"header.i={who}@")
    assert weigh(gray(dkim="PASS"), said) is Evidence.UNPROVEN


@pytest.mark.parametrize(
    ("envelope", "found"),
    [
        ("bounce@lists.example.org", Evidence.PROVEN),
        ("x@evil.example", Evidence.UNPROVEN),
        ("", Evidence.UNPROVEN),
    ],
)
def test_spf_counts_for_its_own_domain(envelope, found):
    """SPF is about the envelope: it counts if that is of the same organisation as From."""
    assert weigh(gray(spf="PASS"), envelope=envelope) is found


def test_without_a_verdict_no_header_counts():
    """Where SES checked nothing, nothing on top of the mail can be its own."""
    good = SES.format(signer="example.org")
    for word in ("DISABLED", "PROCESSING_FAILED", "GRAY", "FAIL", "maybe", ""):
        assert weigh(Verdicts("PASS", "PASS", word, word, word), good) is Evidence.UNPROVEN


@pytest.mark.parametrize(
    ("policy", "found"),
    [
        ("reject", Evidence.FORGED),
        ("QUARANTINE", Evidence.FORGED),
        ("none", Evidence.UNPROVEN),
        ("", Evidence.UNPROVEN),
        ("new-word", Evidence.UNPROVEN),
    ],
)
def test_what_a_failed_dmarc_means_is_said_by_the_domain(policy, found):
    """Forged where the domain says so; with policy none forwarders do this to good mail."""
    verdicts = Verdicts("PASS", "PASS", "PASS", "PASS", "FAIL", policy)
    assert weigh(verdicts, SES.format(signer="example.org")) is found


def test_from_has_to_be_one_address():
    """DMARC may pass for one of several; none of them is proven."""
    assert weigh(Verdicts(dmarc="PASS"), sender="") is Evidence.UNPROVEN
    assert weigh(Verdicts(dmarc="PASS")) is Evidence.PROVEN


def test_the_receiving_server_has_its_own_name():
    """A server of our own signs with its name; then SES's name is anybody's."""
    ours = SES.format(signer="example.org").replace("amazonses.com", "in.alibi.test 1")
    assert weigh(gray(dkim="PASS"), ours, authority="in.alibi.test") is Evidence.PROVEN
    theirs = SES.format(signer="example.org")
    assert weigh(gray(dkim="PASS"), theirs, authority="in.alibi.test") is Evidence.UNPROVEN


@pytest.mark.parametrize(
    "value",
    [
        "",
        ";",
        "amazonses.com",
        "amazonses.com;" * 5000,
        "amazonses.com; dkim=pass header.d=" + "a." * 5000,
        "amazonses.com; dkim=pass (" * 3000,
        'amazonses.com; dkim=pass "header.d=example.org"',
        "amazonses.com; dkim=passed header.d=example.org",
        "amazonses.com; x=dkim=pass header.d=example.org",
        "amazonses.com.evil.example; dkim=pass header.d=example.org",
        "amazonses.com; dkim=fail; dkim=neutral header.d=example.org",
    ],
)
def test_odd_results_prove_nothing_and_take_no_time(value):
    """Whatever stands there is read in bounded time and names no domain that signed."""
    headers, _ = split(f"Authentication-Results: {value}\nFrom: x@example.org\n\n".encode())
    assert "example.org" not in signed_by(headers, "amazonses.com")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("example.co.uk", "mail.example.co.uk", True),
        ("a.co.uk", "b.co.uk", False),
        ("co.uk", "co.uk", False),
        ("a.github.io", "b.github.io", False),
        ("yandex.ru", "yandex.ru", True),
        ("a.spb.ru", "b.spb.ru", False),
        ("", "", False),
        ("пример.рф", "mail.пример.рф", True),
    ],
)
def test_organisations_are_told_by_public_suffixes(one, other, same):
    """Two who rent a name under the same suffix are two."""
    assert aligned(one, other) is same


E, T = Evidence, Treatment


@pytest.mark.parametrize(
    ("by", "own", "proof", "what"),
    [
        (By.ADDRESS, True, E.PROVEN, T.ACT),
        (By.ADDRESS, True, E.UNPROVEN, T.CAREFUL),
        (By.ADDRESS, True, E.FORGED, T.FORGED),
        (By.ADDRESS, False, E.PROVEN, T.CONFIRM),
        (By.ADDRESS, False, E.UNPROVEN, T.CONFIRM),
        (By.ADDRESS, False, E.FORGED, T.FORGED),
        (By.THREAD, True, E.PROVEN, T.ACT),
        (By.THREAD, True, E.UNPROVEN, T.HELP),
        (By.THREAD, True, E.FORGED, T.HELP),
        (By.THREAD, False, E.PROVEN, T.IGNORE),
        (By.SENDER, True, E.PROVEN, T.HELP),
        (By.SENDER, True, E.UNPROVEN, T.HELP),
        (By.SENDER, True, E.FORGED, T.HELP),
    ],
)
def test_the_sender_policy(by, own, proof, what):
    """Row by row as designed: the reply address, whose From it is, how well it is proven."""
    assert treatment(by, proof, own=own) is what
