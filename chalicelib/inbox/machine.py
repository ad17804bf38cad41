"""Mail that no person wrote: bounces, vacation notices, lists, our own mail coming back."""

from collections.abc import Callable

from chalicelib.inbox.headers import Headers

_ROBOT_FIELDS = ("x-autoreply", "x-autorespond", "x-autoresponse", "auto-submitted")
_BULK = frozenset({"bulk", "junk"})
_ANSWERING = frozenset({"auto_reply", "auto-reply"})
_BOUNCERS = frozenset({"mailer-daemon", "postmaster"})
_ROBOTS = frozenset({"no-reply", "noreply", "do-not-reply", "donotreply"})
_AWAY = (
    "автоответ", "автоматический ответ", "autoodpowiedź", "automatyczna odpowiedź",
    "odpowiedź automatyczna", "out of office", "automatic reply", "auto-reply", "autoreply",
)  # fmt: skip


def kind(headers: Headers, envelope_from: str, sender: str) -> str:
    """Say what a mail is that a program wrote, by headers and envelope; "" for a person's.

    ``loop``: our own mail comes back; ``bounce``, ``away``, ``list``; ``automatic``: any other.
    ``X-Auto-Response-Suppress`` says nothing of the kind: people's mail carries it too.
    """
    name = sender.partition("@")[0]
    answers = (
        any(headers.token(field) not in ("", "no") for field in _ROBOT_FIELDS)
        or headers.token("precedence") in _ANSWERING
    )
    signs: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("loop", lambda: bool(headers.every("x-alibi-loop"))),
        ("bounce", lambda: headers.token("content-type") == "multipart/report"),
        ("bounce", lambda: bool(headers.every("x-failed-recipients")) or name in _BOUNCERS),
        ("list", lambda: bool(headers.every("list-id"))),
        ("away", lambda: answers),
        ("automatic", lambda: headers.token("precedence") in _BULK or name in _ROBOTS),
        (
            "away" if sounds_automatic(headers.first("subject")) else "bounce",
            lambda: not envelope_from,
        ),
    )
    return next((word for word, holds in signs if holds()), "")


def from_machine(headers: Headers, envelope_from: str, sender: str) -> bool:
    """Whether headers or envelope say that a program wrote this."""
    return bool(kind(headers, envelope_from, sender))


def sounds_automatic(subject: str) -> bool:
    """Whether a subject reads like a vacation notice.

    Evidence only where no order was found: some servers answer without any header that says so.
    """
    plain = subject.casefold()
    return any(phrase in plain for phrase in _AWAY)
