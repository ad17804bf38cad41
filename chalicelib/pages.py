"""The pages behind the links in letters. Opening a link only shows one; its buttons act."""

from html import escape
from importlib import resources
from string import Template

from chalice.app import Response

from chalicelib.door import respond
from chalicelib.game import Refusal
from chalicelib.proofs import Wish
from chalicelib.words import explain, translation

_PAGE = Template((resources.files("chalicelib") / "data" / "page.html").read_text("utf-8"))
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
}
"""How pages behind a link are answered: kept, shown, found and told to other sites by nobody."""


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


def mail_wishes(
    language: str,
    token: str,
    title: str,
    game_off: bool,  # noqa: FBT001 -- both are what the page is about
    all_off: bool,  # noqa: FBT001
) -> Response:
    """Show what mail somebody gets, with buttons that change it, and one for each way back."""
    _ = translation(language).gettext
    if all_off:
        said, ways = _("No letters come to you, from no game."), [("all_on", _("All on again"))]
        ways += [("on", _("Only this game on again"))] if title else []
    elif game_off:
        said = _("No letters of this game come to you. You keep your seat.")
        ways = [("on", _("On again")), ("all", _("No letters at all"))]
    elif title:
        said = _("The letters of this game come to you.")
        ways = [("game", _("No more of this game")), ("all", _("No letters at all"))]
    else:
        said, ways = _("The letters of your games come to you."), [("all", _("No letters at all"))]
    buttons = "".join(_button(token, "do", value, label) for value, label in ways)
    return page(language, title or "Alibi", f"<p>{escape(said)}</p>{buttons}", 200)


def proof(language: str, token: str, title: str, wish: Wish) -> Response:
    """Ask whether somebody wants to play, under which nick, or to observe."""
    _ = translation(language).gettext
    if wish.kind == "observe":
        heading, field, label = _("Observe this game?"), "", _("Observe")
    else:
        heading, label, nick = _("Play in this game?"), _("Take the seat"), _("Your nick")
        field = (
            f'<p><label>{escape(nick)}: <input name="nick" maxlength="32" '
            f'value="{escape(wish.nick)}"></label></p>'
        )
    form = (
        f'<form method="post" action="{escape(token)}">{field}'
        f"<button>{escape(label)}</button></form>"
    )
    return page(language, heading, f"<p>{escape(title)}</p>{form}", 200)


def welcome(language: str) -> Response:
    """Say that it is done, and where it goes on."""
    _ = translation(language).gettext
    note = escape(_("All the rest comes by mail."))
    return page(language, _("Done."), f"<p>{note}</p>", 201)


def _button(token: str, name: str, value: str, label: str) -> str:
    """Give a form of one button; its address is that of the page."""
    return (
        f'<form method="post" action="{escape(token)}"><p><button name="{name}" '
        f'value="{value}">{escape(label)}</button></p></form>'
    )


def refused(language: str, refusal: Refusal) -> Response:
    """Say why it did not work."""
    text = explain(refusal.code, refusal.facts, language, str)
    answer = page(
        language,
        translation(language).gettext("That did not work."),
        f"<p>{escape(text)}</p>",
        refusal.status,
    )
    if "seconds" in refusal.facts:
        answer.headers["Retry-After"] = str(refusal.facts["seconds"])
    return answer


def page(language: str, title: str, content: str, status: int) -> Response:
    """Give a page; ``content`` is HTML, ``title`` is text."""
    html = _PAGE.substitute(language=language, title=escape(title), content=content)
    return respond(html, status, HEADERS)
