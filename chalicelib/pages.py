"""The pages behind the link of a sign-in mail. Opening the link only shows one; its button acts."""

from html import escape
from importlib import resources
from string import Template

from chalice.app import Response

from chalicelib.door import respond
from chalicelib.game import Refusal
from chalicelib.words import explain, translation

_PAGE = Template((resources.files("chalicelib") / "data" / "page.html").read_text("utf-8"))
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
)


def sign_in(language: str, ticket: str) -> Response:
    """Ask whether to sign in."""
    _ = translation(language).gettext
    label = _("Sign in")
    button = (
        f'<form method="post" action="sign-in"><input type="hidden" name="ticket" '
        f'value="{escape(ticket[:64])}"><button>{escape(label)}</button></form>'
    )
    return page(language, _("Sign in to Alibi?"), button, 200)


def signed_in(language: str, token: str) -> Response:
    """Show the new bearer token, this once."""
    _ = translation(language).gettext
    note = escape(_("Your token for the API. It is shown only here; keep it like a password."))
    return page(language, _("You are signed in."), f"<p>{note}</p><pre>{escape(token)}</pre>", 201)


def refused(language: str, refusal: Refusal) -> Response:
    """Say why it did not work."""
    text = explain(refusal.code, refusal.facts, language, str)
    return page(
        language,
        translation(language).gettext("That did not work."),
        f"<p>{escape(text)}</p>",
        refusal.status,
    )


def page(language: str, title: str, content: str, status: int) -> Response:
    """Give a page; ``content`` is HTML, ``title`` is text."""
    html = _PAGE.substitute(language=language, title=escape(title), content=content)
    headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy": _POLICY,
        "Referrer-Policy": "no-referrer",
    }
    return respond(html, status, headers)
