"""Which mail is a machine's, of which kind; and which is a person's though it looks like one."""

import pytest

from chalicelib.inbox.headers import Headers
from chalicelib.inbox.machine import kind, sounds_automatic

PERSON = "anna@example.org"


def found(*fields, envelope=PERSON, sender=PERSON):
    """The kind of a mail with these header fields."""
    return kind(Headers(tuple(fields)), envelope, sender)


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ([("auto-submitted", "auto-replied")], "away"),
        ([("auto-submitted", "Auto-Generated; x=y")], "away"),
        ([("x-autoreply", "yes")], "away"),
        ([("x-autorespond", "The Villa")], "away"),
        ([("x-autoresponse", "1")], "away"),
        ([("precedence", "auto_reply")], "away"),
        ([("precedence", "BULK")], "automatic"),
        ([("precedence", "junk")], "automatic"),
        ([("content-type", "multipart/report; report-type=delivery-status")], "bounce"),
        ([("x-failed-recipients", "p2@example.org")], "bounce"),
        ([("list-id", "<talk.example.org>")], "list"),
        ([("x-alibi-loop", "game"), ("auto-submitted", "auto-generated")], "loop"),
    ],
)
def test_each_mark_says_what_it_is(fields, word):
    """One header is enough."""
    assert found(*fields) == word


@pytest.mark.parametrize(
    ("sender", "word"),
    [
        ("mailer-daemon@example.org", "bounce"),
        ("postmaster@example.org", "bounce"),
        ("no-reply@example.org", "automatic"),
        ("donotreply@example.org", "automatic"),
        ("noreply.fan@example.org", ""),
    ],
)
def test_some_senders_are_machines(sender, word):
    """By the whole local part, not by a piece of it."""
    assert found(sender=sender) == word


@pytest.mark.parametrize(
    ("subject", "word"),
    [("Автоответ: Вилла", "away"), ("Re: The Villa", "bounce"), ("", "bounce")],
)
def test_nobody_sends_with_an_empty_envelope(subject, word):
    """It is a bounce, or an absence if the subject says so."""
    assert found(("subject", subject), envelope="") == word


@pytest.mark.parametrize(
    "fields",
    [
        [("auto-submitted", "no")],
        [("x-auto-response-suppress", "All")],
        [("precedence", "first-class")],
        [("subject", "Out of Office: The Villa")],
        [("content-type", "multipart/mixed; boundary=report")],
        [],
    ],
)
def test_people_are_no_machines(fields):
    """What people's programs write, and a subject alone, is no mark."""
    assert found(*fields) == ""


@pytest.mark.parametrize(
    "subject",
    [
        *("Автоответ", "Автоматический ответ: игра", "Autoodpowiedź: gra"),
        *("Automatyczna odpowiedź: gra", "Out of office", "Automatic reply: game"),
    ],
)
def test_subjects_that_sound_automatic(subject):
    """In three languages; it counts only where no order is found."""
    assert sounds_automatic(subject)
