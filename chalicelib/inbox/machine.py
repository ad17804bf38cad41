"""Mail that no person wrote: bounces, vacation notices, lists, our own mail coming back."""

from chalicelib.inbox.headers import Headers

_PRESENT = ("x-failed-recipients", "x-alibi-loop", "list-id")
_ROBOT_FIELDS = ("x-autoreply", "x-autorespond", "x-autoresponse", "auto-submitted")
_BULK = frozenset({"auto_reply", "auto-reply", "bulk", "junk"})
_ROBOTS = frozenset(
    {"mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply"}
)
_AWAY = (
    "автоответ", "автоматический ответ", "autoodpowiedź", "automatyczna odpowiedź",
    "odpowiedź automatyczna", "out of office", "automatic reply", "auto-reply", "autoreply",
)  # fmt: skip


def from_machine(headers: Headers, envelope_from: str, sender: str) -> bool:
    """Whether headers or envelope say that a program wrote this.

    ``X-Auto-Response-Suppress`` says nothing of the kind: people's mail carries it too.
    """
    return (
        not envelope_from
        or headers.token("content-type") == "multipart/report"
        or any(headers.every(name) for name in _PRESENT)
        or any(headers.token(name) not in ("", "no") for name in _ROBOT_FIELDS)
        or headers.token("precedence") in _BULK
        or sender.partition("@")[0] in _ROBOTS
    )


def sounds_automatic(subject: str) -> bool:
    """Whether a subject reads like a vacation notice.

    Evidence only where no order was found: some servers answer without any header that says so.
    """
    plain = subject.casefold()
    return any(phrase in plain for phrase in _AWAY)
