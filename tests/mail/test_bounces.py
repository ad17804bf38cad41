"""Bounces that come as mail: what they say of an address, and that odd ones say nothing."""

import random

import pytest

from chalicelib.postbox.bounces import said

ADDRESS = "p2@example.org"


def notice(action: str, recipient: str = "P2@Example.org", status: str = "5.1.1") -> bytes:
    """A delivery status notification."""
    return (
        "From: MAILER-DAEMON@mx.example.org\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nIt did not work.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {recipient}\r\nAction: {action}\r\nStatus: {status}\r\n\r\n"
        "--b--\r\n"
    ).encode()


@pytest.mark.parametrize(
    ("action", "status", "word"),
    [
        ("failed", "5.1.1", "permanent"),
        ("Failed", "5.0.0 (unknown)", "permanent"),
        ("failed", "", "permanent"),
        ("failed", "4.4.7", "transient"),
        ("delayed", "4.4.1", "delayed"),
        ("relayed", "2.0.0", ""),
        ("", "5.1.1", ""),
    ],
)
def test_a_notice_says_what_became_of_an_address(action, status, word):
    """Failed with 4 is for now, else for good; late is no failure; of others nothing is said."""
    assert said(notice(action, status=status), ADDRESS) == word
    assert said(notice(action, "other@example.org", status), ADDRESS) == ""


def test_a_header_that_says_only_who_failed_says_nothing():
    """Exim writes such a header, and anybody can."""
    raw = b"X-Failed-Recipients: a@example.org, p2@example.org\r\n\r\nsorry\r\n"
    assert said(raw, ADDRESS) == ""


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff" * 1000,
        random.Random(1).randbytes(200_000),
        b"Content-Type: message/delivery-status\n\nFinal-Recipient\n\nAction: failed\n",
        b"".join(
            b'Content-Type: multipart/x; boundary="%d"\n\n--%d\n' % (n, n) for n in range(5000)
        ),
        b"Content-Type: message/rfc822\n\n" * 6000,
    ],
)
def test_odd_mail_says_nothing(raw):
    """Whatever it is made of, nothing is raised."""
    assert said(raw, ADDRESS) == ""
