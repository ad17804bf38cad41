"""Raw mail to what the player wrote. Pure: any bytes give a `Mail`, nothing raises.

    headers, body -> transfer encoding -> charset -> lines -> own text and quotation

Nothing here decides who may act: addresses in a mail are claims, and quoted text is no order.
"""

import re
from collections.abc import Collection, Sequence
from hashlib import sha256

import msgspec

from chalicelib.inbox.body import Text
from chalicelib.inbox.charset import LOST, vocabulary_words
from chalicelib.inbox.headers import Headers, addresses, author, ids, readable, split
from chalicelib.inbox.machine import from_machine, sounds_automatic
from chalicelib.inbox.mime import oversized, text_of
from chalicelib.inbox.parent import imprint
from chalicelib.inbox.trim import Trimmed, trim

__all__ = ["Mail", "imprint", "open_mail", "reply_tokens", "sounds_automatic"]

MAX_LISTED = 100

_LINE_ENDS = (b"\r\r\n", b"\r\n", b"\r")
_WORD = re.compile(r"[^\W_]{1,100}")

_TOKEN = re.compile(r"r\+([a-z0-9]{1,64})@[^@]{1,255}")
_TRACE = re.compile(
    r"received|x-.{1,200}|return-path|delivered-to|envelope-to|authentication-results"
    r"|received-spf|dkim-.{1,50}|domainkey-.{1,50}|arc-.{1,50}",
    re.DOTALL,
)


class Mail(msgspec.Struct, frozen=True):
    """An opened mail. Every field is secret game state: quotations contain hands."""

    message_id: str
    """Without angle brackets, "" if there is none."""
    fingerprint: str
    """The same for the same mail however often it arrives: the idempotency key."""
    sender: str
    """The one address in From, lower case; the envelope sender where there is no From; "" where
    From names nobody or several."""
    recipients: tuple[str, ...]
    """Of the envelope, then of To, Cc, Delivered-To and X-Forwarded-To, lower case."""
    references: tuple[str, ...]
    """Message ids of In-Reply-To, then References."""
    subject: str
    machine: bool
    """A bounce, an automatic answer, list mail or our own: never answer it."""
    text: str
    """What the player wrote, trimmed and tidied."""
    quoted: str
    """What was cut away. It may tell which suggestion is answered, never what was decided."""
    cut: str
    """What of the quoted part had no sign of quotation, or stands inside a copy of our letter, and
    is not known to be ours: had the player written there, the words would be here. Ask back with
    an order in it. Without `parents` it may hold a whole letter of ours."""
    alternative: str
    """What the HTML version says, trimmed the same way, where it says something else; else ""."""
    dropped: bool
    """The text is blank only because of the trimming, a size limit or because it came as a file:
    ask back."""
    oversized: bool
    """More than 1 MB: only the headers and the first text part were read."""
    flagged: bool
    """Some characters could not be read and stand as U+FFFD: ask back rather than guess."""


def open_mail(
    raw: bytes,
    envelope_from: str,
    recipients: Sequence[str],
    *,
    vocabulary: Collection[str] = (),
    parents: Collection[str] = (),
) -> Mail:
    """Read *raw*, which arrived from *envelope_from* for *recipients* (the SMTP envelope).

    *vocabulary* holds the game's own words; they settle the charset of very short answers.
    *parents* are imprints (`imprint`) of the letters that the mail may repeat.
    """
    words = vocabulary_words(vocabulary)
    headers, body = split(_with_plain_line_ends(raw))
    envelope = envelope_from.strip("<> ").lower()
    sender = author(headers) if headers.every("from") else envelope
    everyone = _everyone(headers, recipients)
    message = text_of(headers, body, words)
    ours = _ours(everyone, recipients, sender)
    trimmed, alternative = _versions(message, ours, parents)
    answered = ids(headers.first("in-reply-to")) + ids(headers.first("references"))
    message_id = next(iter(ids(headers.first("message-id"))), "")
    return Mail(
        message_id=message_id,
        fingerprint=_fingerprint(message_id, sender, headers, body),
        sender=sender,
        recipients=everyone,
        references=_unique(answered)[:MAX_LISTED],
        subject=readable(headers.first("subject"), words),
        machine=from_machine(headers, envelope, sender) or bool(_TOKEN.fullmatch(sender)),
        text=trimmed.own,
        quoted=trimmed.quoted,
        cut=trimmed.cut,
        alternative=alternative,
        dropped=trimmed.dropped or _missed(message, trimmed),
        oversized=oversized(body),
        flagged=LOST in trimmed.own + alternative or (LOST in trimmed.cut and not trimmed.own),
    )


def _with_plain_line_ends(raw: bytes) -> bytes:
    for end in _LINE_ENDS:
        raw = raw.replace(end, b"\n")
    return raw


def _missed(message: Text, trimmed: Trimmed) -> bool:
    """Whether nothing was read though there is more: beyond the budget, or in a file."""
    return (message.truncated and not trimmed.own) or (message.unread and message.blank)


def _versions(
    message: Text, ours: Collection[str], parents: Collection[str]
) -> tuple[Trimmed, str]:
    """The version to read, and what the other one says if it says something else."""
    first = trim(message.lines, ours, parents)
    if not message.other:
        return first, ""
    second = trim(message.other, ours, parents)
    if second.own and not first.own:
        return second, ""
    same = _said(first.own) == _said(second.own)
    return first, "" if same else second.own


def _said(text: str) -> str:
    """What a text says, without marks, bullets and line breaks."""
    return "".join(_WORD.findall(text.casefold()))


def _ours(everyone: Collection[str], recipients: Sequence[str], sender: str) -> list[str]:
    """The game's addresses: those that the mail came to, and others under the same domains."""
    domains = {address.strip("<> ").lower().rpartition("@")[2] for address in recipients}
    return [a for a in everyone if a != sender and a.rpartition("@")[2] in domains]


def reply_tokens(mail: Mail) -> tuple[str, ...]:
    """The tokens of all ``r+TOKEN@`` recipients, lower case, those of the envelope first."""
    found = (_TOKEN.fullmatch(address) for address in mail.recipients)
    return _unique([match[1] for match in found if match])


def _everyone(headers: Headers, recipients: Sequence[str]) -> tuple[str, ...]:
    claimed = ("to", "cc", "delivered-to", "x-forwarded-to")
    values = [value for name in claimed for value in headers.every(name)]
    envelope = [address.strip("<> ").lower() for address in recipients]
    return _unique(envelope + [a for value in values for a in addresses(value)])[:MAX_LISTED]


def _unique(items: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))


def _fingerprint(message_id: str, sender: str, headers: Headers, body: bytes) -> str:
    """SHA-256 over the id and sender, or over all that does not change on the way."""
    if message_id:
        return sha256(f"id\n{message_id}\n{sender}".encode("utf-8", "replace")).hexdigest()
    kept = [f"{name}:{value}" for name, value in headers.fields if not _TRACE.fullmatch(name)]
    head = "\n".join(kept).encode("utf-8", "replace")
    return sha256(b"raw\n" + head + b"\n\n" + body.rstrip()).hexdigest()
