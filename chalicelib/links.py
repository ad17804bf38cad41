"""What the links in letters lead to: a GET shows a page, a POST acts, at once and without cookies.

Scanners follow links, so looking at a page does nothing. The one click of a mail program is a POST
of its own form (RFC 8058); it is answered without a redirect.
"""

from urllib.parse import parse_qs

from chalice.app import Blueprint, Response

from chalicelib import accounts, ledger, pages, proofs, unsubscribe
from chalicelib.door import Call, routes
from chalicelib.game import Refusal, Unknown
from chalicelib.unsubscribe import ONE_CLICK, Subscription

links = Blueprint(__name__)
route = routes(links)


@route("/v1/u/{token}", "GET", "HEAD")
def unsubscribe_page(call: Call, token: str) -> Response:
    """Show what mail somebody gets, with a button for each way to change that."""
    try:
        return _wishes(call, token, _subscription(call, token))
    except Refusal as refusal:
        return pages.refused(call.language, refusal)


@route("/v1/u/{token}", "POST")
def unsubscribe_now(call: Call, token: str) -> Response:
    """Switch mail off or on: by one click of a mail program, or by a button of the page."""
    try:
        what = _subscription(call, token)
        wanted = _wanted(call)
        if wanted in ("game", "all"):
            unsubscribe.switch_off(call.site, what.account, what.game if wanted == "game" else "")
        elif wanted in ("on", "all_on"):
            unsubscribe.switch_on(call.site, what.account, what.game if wanted == "on" else "")
        return _wishes(call, token, what)
    except Refusal as refusal:
        return pages.refused(call.language, refusal)


@route("/v1/j/{token}", "GET", "HEAD")
def proof_page(call: Call, token: str) -> Response:
    """Ask whoever has the letter whether they want what it says."""
    wish = proofs.wish_of(call.site, token[:64])
    game = proofs.game_of(call.site, wish.code) if wish else None
    state = ledger.state_of(call.site.store, game, call.arrived) if game else None
    if not wish or not state:
        return pages.refused(call.language, Unknown("not_found"))
    return pages.proof(wish.language, token[:64], state.setting.title, wish)


@route("/v1/j/{token}", "POST")
def proof_now(call: Call, token: str) -> Response:
    """Act on the button: the address is proven, and what was wanted is done."""
    wish = proofs.wish_of(call.site, token[:64])
    language = wish.language if wish else call.language
    nick = parse_qs(call.raw.decode("utf-8", "replace")).get("nick", [""])[0]
    try:
        proofs.fulfil(call.site, token[:64], nick=nick[:200])
    except Refusal as refusal:
        return pages.refused(language, refusal)
    return pages.welcome(language)


def _subscription(call: Call, token: str) -> Subscription:
    found = unsubscribe.subscription(call.site, token[:64])
    if not found:
        raise Unknown("not_found")
    return found


def _wanted(call: Call) -> str:
    """Give what a form asks for; whichever way a mail program encodes the one click."""
    raw = call.raw[:2000].decode("utf-8", "replace")
    if ONE_CLICK in raw or ("List-Unsubscribe" in raw and "One-Click" in raw):
        return "game"
    return parse_qs(raw).get("do", [""])[0]


def _wishes(call: Call, token: str, what: Subscription) -> Response:
    """Show how things stand, in the language of whoever gets the mail."""
    profile = accounts.profile(call.site.store, what.account, now=call.arrived)
    state = ledger.state_of(call.site.store, what.game, call.arrived) if what.game else None
    title = state.setting.title if state else ""
    off = (unsubscribe.is_off(profile, what.game), unsubscribe.is_off(profile, ""))
    return pages.mail_wishes(profile.language, token[:64], title, *off)
