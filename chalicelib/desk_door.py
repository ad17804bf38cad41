"""The desk over HTTP: a page behind a link, and the link itself for its owner.

Looking at the page does nothing. What reads and words is imported where it is used: the other
routes need not wait for it.
"""

from urllib.parse import parse_qs

from chalice.app import Blueprint, Response

from chalicelib import accounts, desk, pages
from chalicelib.api import at_table
from chalicelib.bodies import DESK_LINK, DeskLink
from chalicelib.door import BODY_LIMIT, Call, TooLarge, reply, respond, routes
from chalicelib.game import Refusal, Unknown

LONGEST_TOKEN, LONGEST_KEY = 64, 40

desks = Blueprint(__name__)
route = routes(desks)


@route("/v1/d/{token}", "GET", "HEAD")
def desk_page(call: Call, token: str) -> Response:
    """Show the hand, what is owed, the cards shown, and a field to write in."""
    from chalicelib import desk_act, desk_words  # noqa: PLC0415 -- as said above

    seat = desk_act.seat_at(call.site, token[:LONGEST_TOKEN])
    if not seat:
        return pages.refused(call.language, Unknown("not_found"))
    return _shown(desk_words.page(call.site, seat, _new_key(call)), 200)


@route("/v1/d/{token}", "POST")
def desk_move(call: Call, token: str) -> Response:
    """Do what the text says, or show what is wrong with it."""
    from chalicelib import desk_act, desk_words  # noqa: PLC0415 -- as said above

    here = call.site
    seat = desk_act.seat_at(here, token[:LONGEST_TOKEN])
    if not seat:
        return pages.refused(call.language, Unknown("not_found"))
    try:
        text, key = _form(call)
        done = desk_act.act(here, seat, text, key, call.arrived)
    except Refusal as refusal:
        return pages.refused(seat.profile.language, refusal)
    now = desk_act.seat_at(here, token[:LONGEST_TOKEN]) or seat
    return _shown(desk_words.page(here, now, _new_key(call), done, text), 200)


@route("/v1/games/{game_id}/desk-link", "POST")
def desk_link(call: Call, game_id: str) -> Response:
    """Give the caller the address of their desk; with ``rotate`` a new one in place of the old."""
    asked = call.body(DESK_LINK) if call.raw else DeskLink()
    at_table(call, game_id)
    make = desk.new_link if asked.rotate else desk.link
    return reply({"url": make(call.site, game_id, call.account)})


def _form(call: Call) -> tuple[str, str]:
    """Give the text of the form, and the key by which sending it twice is known."""
    if len(call.raw) > BODY_LIMIT:
        raise TooLarge("body_too_large", limit=BODY_LIMIT)
    form = parse_qs(call.raw.decode("ascii", "replace"))
    text, key = (form.get(name, [""])[0] for name in ("text", "key"))
    return text.replace("\r\n", "\n"), key[:LONGEST_KEY]


def _new_key(call: Call) -> str:
    return accounts.name(call.site.rng, 20)


def _shown(html: str, status: int) -> Response:
    return respond(html, status, pages.HEADERS)
