"""What became of letters, over REST."""

from chalice.app import Blueprint, Response

from chalicelib import ledger, tracking
from chalicelib.api import checked_id
from chalicelib.door import Call, reply, routes
from chalicelib.game import ORGANISER, NotYours, Unknown
from chalicelib.rules.table import actor

PAGE, LONGEST_PAGE = 50, 100
LONGEST_NAME = 200

tracked = Blueprint(__name__)
route = routes(tracked)


@route("/v1/games/{game_id}/letters", "GET")
def letters(call: Call, game_id: str) -> Response:
    """List the letters of a game: the caller's own; for the organiser also how others' fare."""
    account, here = call.account, call.site
    state = ledger.state_of(here.store, checked_id(game_id), call.arrived)
    if not state:
        raise Unknown("unknown_game")
    who = actor(state, state.host, account)
    readers = {who.seat, ORGANISER if who.organiser else ""} - {""}
    if not readers:
        raise NotYours("not_seated", "F4")
    after = call.parameter("after")[:LONGEST_NAME]
    limit = max(1, call.query("limit", PAGE, LONGEST_PAGE))
    page = tracking.letters_of(here, game_id, state, readers, after, limit)
    return reply({"items": page.items, "after": page.after})
