"""The corpus of replies: whatever a player wrote comes out, and nothing that was quoted."""

import json
import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chalicelib.inbox import Mail, open_mail, reply_tokens
from infra.corpus import readme
from infra.corpus.__main__ import planned, written
from infra.corpus.catcher import Caught
from infra.corpus.pairs import Expected, leaks

FOLDER = Path(__file__).parent.parent / "mails" / "clients"
RAW = {path.stem: path.read_bytes() for path in sorted(FOLDER.glob("*.eml"))}
LETTERS = {path.stem: path for path in (FOLDER / "letters").glob("*.eml")}
FIELDS = ("sender", "machine", "dropped", "flagged")
MARKED_ONLY = re.compile(r"<p[^>]*>=#=#=.*?</p>\s*")
MOST_LEAKS = 0.01


def caught(name: str) -> Caught:
    """A mail of the corpus; its first two lines are the SMTP envelope."""
    sender, recipients, rest = RAW[name].split(b"\r\n", 2)
    envelope = [line.decode().partition(": ")[2] for line in (sender, recipients)]
    return Caught(envelope[0], tuple(envelope[1].split(",")), rest)


def opened(mail: Caught) -> Mail:
    """What the program reads out of a mail."""
    return open_mail(mail.raw, mail.sender, mail.recipients)


@cache
def expected(name: str) -> dict[str, Any]:
    """What a mail of the corpus has to give."""
    read: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return read


@cache
def letters() -> dict[str, EmailMessage]:
    """The letters that are answered."""
    read = {name: path.read_bytes() for name, path in LETTERS.items()}
    return {name: message_from_bytes(raw, policy=SMTP) for name, raw in read.items()}


def said(text: str) -> list[str]:
    """The lines of a text that say something."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def words(letter: str) -> set[str]:
    """The lines of a letter that say something."""
    part = letters()[letter].get_body(("plain",))
    return {line for line in said(part.get_content() if part else "") if len(line) > 3}


@pytest.mark.parametrize("name", RAW)
def test_what_was_typed_comes_out(name):
    """Every line that the player typed comes out, in order, and no other line."""
    want, mail = expected(name), opened(caught(name))
    assert said(mail.text) == said(want["text"])
    assert {field: getattr(mail, field) for field in FIELDS} == {f: want[f] for f in FIELDS}
    assert list(reply_tokens(mail)) == want["tokens"]


def test_nothing_typed_is_lost():
    """Not one line that a player typed is missing from what is read, in any mail."""
    missing = {
        name: lost
        for name in RAW
        if (lost := {*said(expected(name)["text"])} - {*said(opened(caught(name)).text)})
    }
    assert missing == {}


def test_nothing_quoted_leaks():
    """Lines of our letters are read as the player's in at most one mail of a hundred."""
    leaking = [name for name in RAW if leaked(name)]
    assert len(leaking) <= MOST_LEAKS * len(RAW)


def leaked(name: str) -> set[str]:
    """The lines of the letter that are taken for the player's, though the player typed none."""
    want = expected(name)
    return {*said(opened(caught(name)).text)} & words(want["letter"]) - {*said(want["text"])}


@pytest.mark.parametrize("name", RAW)
def test_a_quotation_is_kept_apart(name):
    """What the mail repeats of a letter is among what was quoted, where its words are legible."""
    want, mail = expected(name), opened(caught(name))
    everything = " ".join(said(mail.quoted)).replace("*", "")
    assert want["quoted"] in everything


def test_forms_are_read_without_our_marker():
    """The written forms are told from quotations by what the programs write, marker or not."""
    bare = {name: without_marker(letter) for name, letter in letters().items()}
    for name, mail, want in written(bare):
        assert said(opened(mail).text) == said(want.text), name


def without_marker(letter: EmailMessage) -> EmailMessage:
    """The same letter, had it no line above which to answer."""
    copy = message_from_bytes(letter.as_bytes(), policy=SMTP)
    assert isinstance(copy, EmailMessage)
    for kind, pattern in (("plain", re.compile(r"\A=#=#=.*\s*")), ("html", MARKED_ONLY)):
        part = copy.get_body((kind,))
        assert part
        text, found = pattern.subn("", part.get_content())
        assert found == 1
        part.set_content(text, subtype=kind, cte="quoted-printable")
    return copy


def test_pairs_are_complete():
    """Mails and expectations stand one to one, and each answers a letter that is there."""
    files = {path.name for path in FOLDER.iterdir() if path.is_file()} - {"README.md"}
    assert files == {f"{name}{suffix}" for name in RAW for suffix in (".eml", ".json")}
    for name in RAW:
        want = msgspec.convert(expected(name), Expected)
        assert want.letter in LETTERS
        assert want.made_by
        assert want.client


def test_forms_are_as_the_program_writes_them():
    """The written forms were not changed by hand: they follow from their source."""
    for name, mail, want in written(letters()):
        assert mail == caught(name), name
        assert msgspec.to_builtins(want) == expected(name) | {"tokens": want.tokens}, name


def test_the_program_makes_the_rest():
    """Every pair of a program that was run is one that ``make corpus`` makes again."""
    forms = {name for name, _, _ in written(letters())}
    assert {plan.name for plan in planned()} == RAW.keys() - forms


def test_the_readme_counts():
    """The table of the README tells how many mails there are of each client."""
    assert readme.table(FOLDER) in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_the_corpus_is_of_some_size():
    """There are at least 60 mails that programs composed, in three languages, below 3 MB."""
    run = [name for name in RAW if expected(name)["version"]]
    assert len(run) >= 60
    assert {expected(name)["language"] for name in run} == {"ru", "en", "pl"}
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.*")) < 3_000_000


@pytest.mark.parametrize("name", RAW)
def test_no_mail_tells_where_it_was_made(name):
    """No host, user or path of a machine is in a mail; all domains are for examples."""
    mail = caught(name)
    assert leaks(mail) == []
    domains = set(re.findall(rb"@([\w.-]+\w)", mail.raw.replace(b"=\r\n", b"")))
    assert all(domain.endswith((b"example", b"example.org")) for domain in domains)
