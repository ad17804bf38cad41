"""The page that asks the owner of a seat whether a mail is theirs. Only its buttons act."""

from collections.abc import Callable
from html import escape
from typing import Protocol

from chalice.app import Response

from chalicelib.pages import page, refused
from chalicelib.words import explain, translation

__all__ = ["ask", "done", "refused"]

LONGEST = 2_000
"""How much of a mail the page shows, in characters."""


class Waiting(Protocol):
    """A mail that waits: what was written, from where, and whether that could be remembered."""

    @property
    def text(self) -> str:
        """What was written."""

    @property
    def sender(self) -> str:
        """The address in From."""

    @property
    def why(self) -> str:
        """The code of the reason."""

    @property
    def other(self) -> bool:
        """Whether the address is another than the owner's."""


def ask(language: str, ticket: str, mail: Waiting) -> Response:
    """Show what was written, and ask."""
    _ = translation(language).gettext
    said = (
        f"<p>{escape(explain(mail.why, {}, language, str))}</p>"
        f"<p>{escape(_('From: %(sender)s') % {'sender': mail.sender or '?'})}</p>"
        f"<pre>{escape(mail.text[:LONGEST])}</pre>"
    )
    words = [("yes", _("Yes, that was me"))]
    if mail.other:
        words.append(("remember", _("Yes, and remember this address")))
    words.append(("no", _("No, that was not me")))
    return page(language, _("Is this letter yours?"), said + _form(ticket, words), 200)


def _form(ticket: str, words: list[tuple[str, str]]) -> str:
    """Give one button for each word."""
    buttons = " ".join(
        f'<button name="word" value="{word}">{escape(label)}</button>' for word, label in words
    )
    hidden = f'<input type="hidden" name="ticket" value="{escape(ticket[:64])}">'
    return f'<form method="post" action="confirm">{hidden}{buttons}</form>'


def done(language: str, said: str, outcome: str) -> Response:
    """Say what came of it; the letter about it tells more."""
    _: Callable[[str], str] = translation(language).gettext
    texts = {
        "done": _("It is done. The receipt comes by mail."),
        "answered": _("The answer comes by mail."),
        "already answered": _("There is an answer to this already."),
    }
    text = texts.get(outcome, _("It could not be done. A letter tells you why."))
    if said == "no":
        text = _("Nothing in it was done, and nothing will be.")
    return page(language, _("Thank you."), f"<p>{escape(text)}</p>", 200)
