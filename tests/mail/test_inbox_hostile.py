"""Hostile mail: whatever arrives gives a mail, and in a moment."""

import re
import tracemalloc
from pathlib import Path
from time import process_time

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.inbox import Mail, imprint, open_mail

MAILS = Path(__file__).parent.parent / "mails"
RAW = {path.stem: path.read_bytes() for path in sorted(MAILS.rglob("*.eml"))}
PARENT = imprint("Здравствуйте, Ник! Ваша рука: Кинжал, Верёвка. Чем вы опровергаете? " * 20)
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
        "marker behind bars": "Subject: x\n\n" + "| =#=#=\nx\n" * 500,
        "bars below attributions": "Subject: x\n\n" + "16.06.2026 14:28, X:\n| x\n\n" * 330,
        "labelled lines": "Subject: x\n\n" + "Ода: a@b 16.06.2026 14:28\n" * 1000,
        "sentences": "Subject: x\n\n" + ("word " * 70 + "16 June a@b\n") * 1000,
        "rules of lists": "Subject: x\n\n" + "____\nmailing list\n" * 500,
        "struck out": "Content-Type: text/html\n\n"
        + "<p style='text-decoration:underline;text-decoration:x'>" * 9000,
        "stars": "Subject: x\n\n" + ("*" * 300 + "\n") * 200,
        "long header-like line": "Subject: x\n\n" + "От: " * 100_000,
        "header-like lines": "Subject: x\n\n" + "От: a@b 16.06.2026 14:28 Кому: Тема:\n" * 3000,
        "unfinished attributions": "Subject: x\n\n"
        + "On Tue, 16 Jun 2026 at 14:28, X <a@b\n" * 3000,
        "attributions": "Subject: x\n\n" + "On 16 Jun 2026 at 14:28, X <a@b> wrote:\n" * 3000,
        "nested quotations": "Subject: x\n\n" + "".join(">" * i + " x\n" for i in range(900)),
        "prose": "Subject: x\n\n" + ("вторник 16 июня написал мне: " * 13 + "\n") * 1000,
        "short prose": "Subject: x\n\n" + "wt. 16 cze o 14:28 napisał:\n" * 3000,
        "rules": "Subject: x\n\n" + ("-" * 150 + "\n") * 3000,
        "rules around words": "Subject: x\n\n" + "----- a b c d -----\n" * 3000,
        "bars": "Subject: x\n\n16.06.2026 14:28 X wrote:\n" + "| x\n" * 3000,
        "tabs": "Subject: x\n\n16.06.2026 14:28 X wrote:\n" + "\tx\n" * 3000,
        "footers": "Subject: x\n\n" + "Sent from \nОтправлено с \nWysłano z \n" * 1000,
        "notices": "Subject: x\n\n" + ("this message confidential " * 12 + "\n") * 500,
        "armour": "Subject: x\n\n" + "-----BEGIN PGP SIGNED MESSAGE-----\n" * 3000,
        "files": "Subject: x\n\n" + "begin 644 x\n" * 3000,
        "escapes": "Subject: x\n\n" + "=D0=9A" * (n // 6),
        "base64 undeclared": "Subject: x\n\n" + ("QUFB" * 19 + "\n") * (n // 77) + "!",
        "base64 in one line": "Subject: x\n\n" + "QUFB" * (n // 4),
        "entities": "Subject: x\n\n" + "&amp;" * (n // 5),
        "huge entity": "Subject: x\n\n&nbsp;&#" + "9" * n + ";",
        "mojibake": "Subject: x\n\n" + "Рљ" * (n // 4),
        "boundary guesses": "Content-Type: multipart/mixed\n\n" + "--a\n" * (n // 4),
        "nested lists": "Content-Type: text/html\n\n" + "<ol><li>" * (n // 8),
        "dividers": "Content-Type: text/html\n\n" + "<hr id=stopSpelling>" * (n // 20),
        "classes": 'Content-Type: text/html\n\n<p class="' + "m_1x_" * (n // 5) + '">',
        "cells": "Content-Type: text/html\n\n" + "<td>" * (n // 4),
        "parameters": "Content-Type: text/plain" + "; a*0=b" * (n // 8) + "\n\nx",
        "carriage returns": "Subject: x\n\n" + "\r" * n,
        "zeros": "Subject: x\n\n" + "\0a" * (n // 2),
    }


LINES = [
    *("Кинжал", "> x", "-- ", "On 16.06.2026 14:28, a@b wrote:", "=#=#= above", "", "___", "\tx"),
    *("From: a@b", "Sent: 16.06.2026 14:28", "To: b", "-----Original Message-----", "| x"),
    *("Sent from my iPhone", "Отправлено с iPhone", "wrote:", "<a@b>", "Вы писали:"),
]


@pytest.mark.parametrize("name", _hostile())
def test_hostile_mail_takes_no_time(name):
    """Whatever repeats, a mail is read in a moment: a second leaves room for a slow machine."""
    raw = _hostile()[name].encode()
    start = process_time()
    open_mail(raw, "nick@example.org", [REPLY_TO], vocabulary=["Кинжал"], parents=[PARENT])
    assert process_time() - start < 1


@pytest.mark.parametrize(
    "name", ["blank lines", "attributions", "nested tags", "many parts", "zeros"]
)
def test_hostile_mail_takes_little_memory(name):
    """A mail takes a few times its own size at most, whatever it holds."""
    raw = _hostile()[name].encode() * 4
    tracemalloc.start()
    try:
        open_mail(raw, "nick@example.org", [REPLY_TO], parents=[PARENT])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 12 * len(raw) + 16 * 1024 * 1024


def test_time_of_a_huge_mail():
    """Ten megabytes of text or of parts are read as quickly: most of it is not looked at."""
    for body in ("слово " * 900_000, "\n--x\nContent-Type: text/html\n\n<p>" * 250_000):
        raw = f"Content-Type: multipart/mixed; boundary=x\n\n--x\n\n{body}".encode()
        start = process_time()
        assert open_mail(raw, "nick@example.org", [REPLY_TO]).oversized
        assert process_time() - start < 1


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


@settings(max_examples=150)
@given(st.sampled_from(sorted(RAW)), st.data())
def test_damaged_mail_gives_a_mail(name, data):
    """Nothing raises when a real mail is cut, doubled or overwritten somewhere."""
    raw = RAW[name]
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(raw))] * 2)))
    filling = data.draw(st.one_of(st.binary(max_size=30), st.just(raw[start:end] * 2)))
    mail = open_mail(raw[:start] + filling + raw[end:], "a@b", [REPLY_TO])
    assert msgspec.json.decode(msgspec.json.encode(mail), type=Mail) == mail


@settings(max_examples=100)
@given(st.lists(st.sampled_from(sorted(RAW)), min_size=2, max_size=3), st.data())
def test_spliced_mails_give_a_mail(names, data):
    """Nothing raises when the halves of real mails are put together, in whatever charset."""
    cuts = [data.draw(st.integers(0, len(RAW[name]))) for name in names]
    raw = b"".join(RAW[name][:cut] for name, cut in zip(names, cuts, strict=True))
    found, new = data.draw(st.tuples(*[st.sampled_from(_CHARSETS)] * 2))
    mail = open_mail(raw.replace(found, new), "a@b", [REPLY_TO], parents=[PARENT])
    assert not (mail.dropped and mail.text)
    assert msgspec.json.decode(msgspec.json.encode(mail), type=Mail) == mail


_CHARSETS = [b"utf-8", b"koi8-r", b"windows-1251", b"UTF-8", b"iso-8859-2", b"utf-16", b"base64"]


@settings(max_examples=100)
@given(st.sampled_from(sorted(RAW)), st.data())
def test_flipped_bytes_give_a_mail(name, data):
    """Nothing raises when single bytes of a real mail changed, or a long run was put in."""
    raw = bytearray(RAW[name])
    for at, byte in data.draw(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)))):
        raw[at % len(raw)] = byte
    at = data.draw(st.integers(0, len(raw)))
    run = data.draw(st.binary(min_size=1, max_size=4)) * data.draw(st.sampled_from([0, 5, 20_000]))
    start = process_time()
    mail = open_mail(bytes(raw[:at]) + run + bytes(raw[at:]), "a@b", [REPLY_TO])
    assert process_time() - start < 1
    assert mail.text == mail.text.strip()


@given(st.lists(st.sampled_from(LINES), max_size=40))
def test_every_line_is_somewhere(lines):
    """No word is silently lost: it is the player's or it is quoted."""
    text = "\n".join(lines)
    mail = open_mail(f"Subject: x\n\n{text}".encode(), "a@b", [REPLY_TO])
    words = f"{mail.text}\n{mail.quoted}".replace(">", " ").split()
    assert sorted(words) == sorted(text.replace(">", " ").split())
