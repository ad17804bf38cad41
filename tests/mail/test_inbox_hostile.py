"""Hostile mail: whatever arrives gives a mail, and in a moment."""

import re
from pathlib import Path
from time import perf_counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.inbox import Mail, open_mail

MAILS = Path(__file__).parent.parent / "mails"
RAW = {path.stem: path.read_bytes() for path in sorted(MAILS.rglob("*.eml"))}
REPLY_TO = "r+k7f3q9x2mz4w6p8t@in.cluedo.example"


def _hostile() -> dict[str, str]:
    deep = "".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(9000))
    n = 400_000
    return {
        "blank lines": "Subject: x\n\n" + "\n" * n,
        "blanks": "Subject: x\n\n" + " " * n,
        "signs of quotation": "Subject: x\n\n" + ">" * n,
        "hyphens": "Subject: x\n\n" + "-" * n,
        "digits": "Subject: x\n\n" + ("1.1 " * 90 + "\n") * 1000,
        "addresses": "Subject: x\n\n" + ("a@" * 190 + "\n") * 1000,
        "combining marks": "Subject: x\n\n" + "a" + "\u0327\u0301" * (n // 4),
        "other combining marks": "Subject: x\n\n" + "a" + "\u05b0\u0651" * (n // 4),
        "deep parts": deep,
        "many parts": "Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nx\n" * 100_000,
        "open tags": "Content-Type: text/html\n\n" + "<a" * n,
        "nested tags": "Content-Type: text/html\n\n" + "<blockquote><b>" * (n // 15),
        "open comments": "Content-Type: text/html\n\n" + "<!--" * (n // 4),
        "ends": "Content-Type: text/html\n\n" + "</" * n,
        "long attributes": "Content-Type: text/html\n\n<a " + "class=" * (n // 6),
        "huge reference": "Content-Type: text/html\n\n&#" + "9" * n + ";",
        "ampersands": "Content-Type: text/html\n\n" + "&" * n,
        "encoded words": "Subject: " + "=?a?q?" * (n // 6) + "\n\nx",
        "comments in From": "From: " + "(" * n + "\n\nx",
        "quotes in From": "From: " + '\\"' * n + "\n\nx",
        "many recipients": "To: " + "a@b, " * (n // 5) + "\n\nx",
        "many headers": "To: a@b\n" * (n // 8) + "\nx",
        "references": "References: " + "<a" * n + "\n\nx",
        "soft breaks": "Content-Transfer-Encoding: quoted-printable\n\n" + "= " * n,
        "base64": "Content-Transfer-Encoding: base64\n\n" + "QUFB" * (n // 4),
        "flowed": "Content-Type: text/plain; format=flowed\n\n" + "a \n" * (n // 3),
        "wrapped": "Subject: x\n\n" + "Jan 1 10:00 a@b wrote\n" * 1000,
        "headers": "Subject: x\n\n" + "To: a@b\n" * 1000,
        "marker": "Subject: x\n\n" + "=#=#=\n" * 1000,
        "stars": "Subject: x\n\n" + ("*" * 300 + "\n") * 200,
    }


@pytest.mark.parametrize("name", _hostile())
def test_hostile_mail_takes_no_time(name):
    """Whatever repeats, a mail is read in a moment: a second leaves room for a slow machine."""
    raw = _hostile()[name].encode()
    start = perf_counter()
    open_mail(raw, "nick@example.org", [REPLY_TO])
    assert perf_counter() - start < 1


@given(st.binary(max_size=600), st.text(max_size=20), st.lists(st.text(max_size=20), max_size=3))
def test_any_bytes_give_a_mail(raw, envelope, recipients):
    """Nothing raises, whatever arrives."""
    mail = open_mail(raw, envelope, recipients, vocabulary=["Рапира", "нет"])
    assert re.fullmatch("[0-9a-f]{64}", mail.fingerprint)
    assert msgspec.json.decode(msgspec.json.encode(mail), type=Mail) == mail
    assert not (mail.dropped and mail.text)


_HEADERS = st.sampled_from(
    [
        *("From", "To", "Subject", "Message-ID", "References", "Content-Type", "Precedence", ""),
        *("Content-Transfer-Encoding", "Content-Disposition"),
    ]
)
_VALUES = st.sampled_from(
    [
        *(
            "multipart/mixed; boundary=x",
            "text/html; charset=",
            "text/plain; name*",
            "base64",
            "a/b;",
        ),
        *(
            "quoted printable",
            "text/plain; format=flowed; delsp=yes",
            "<[...@x]>",
            "=?a?b?=\n=?=",
            "@",
        ),
        *("multipart/alternative", "message/rfc822", "=?utf-8?q?=0A?= <a@b>", "=?cp1251?b?A?="),
        *("utf-16", "text/plain; charset=utf-16"),
    ]
)
_PIECES = st.sampled_from(
    [
        *(
            "--x\n",
            "--x--\n",
            "\n",
            "> ",
            "On 1.1.2026 10:00 a@b wrote:\n",
            "-- \n",
            "=#=#=\n",
            "\t",
        ),
        *(
            "From: a\n",
            "To: b\n",
            "Date: c\n",
            "<blockquote>",
            "</p>",
            "<!--",
            "&#x110000;",
            "=D0=",
        ),
        *(
            "Content-Type: text/html; charset=koi8-r\n\n",
            "_____\n",
            "x ",
            "\0",
            "\x85",
            "é",
            "\ud7ff",
        ),
    ]
)


@given(st.lists(st.tuples(_HEADERS, _VALUES), max_size=8), st.lists(_PIECES, max_size=25))
def test_any_composition_gives_a_mail(headers, pieces):
    """Nothing raises when the pieces of real mail stand where they do not belong."""
    head = "".join(f"{name}: {value}\n" for name, value in headers)
    mail = open_mail(f"{head}\n{''.join(pieces)}".encode(), "a@b", [])
    assert mail.text == mail.text.strip()
    assert msgspec.json.decode(msgspec.json.encode(mail), type=Mail) == mail


@settings(max_examples=300)
@given(st.sampled_from(sorted(RAW)), st.data())
def test_damaged_mail_gives_a_mail(name, data):
    """Nothing raises when a real mail is cut, doubled or overwritten somewhere."""
    raw = RAW[name]
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(raw))] * 2)))
    filling = data.draw(st.one_of(st.binary(max_size=30), st.just(raw[start:end] * 2)))
    mail = open_mail(raw[:start] + filling + raw[end:], "a@b", [REPLY_TO])
    assert msgspec.json.decode(msgspec.json.encode(mail), type=Mail) == mail
