"""What became of letters, over REST."""

from chalice.app import Blueprint, Response

from chalicelib import tracking
from chalicelib.api import at_table
from chalicelib.door import Call, reply, routes
from chalicelib.game import ORGANISER

PAGE, LONGEST_PAGE = 50, 100
LONGEST_NAME = 200

tracked = Blueprint(__name__)
route = routes(tracked)


@route("/v1/games/{game_id}/letters", "GET")
def letters(call: Call, game_id: str) -> Response:
    """List the letters of a game: the caller's own; for the organiser also how others' fare."""
    state, who = at_table(call, game_id)
    readers = {who.seat, ORGANISER if who.organiser else ""} - {""}
    after = call.parameter("after")[:LONGEST_NAME]
    limit = max(1, call.query("limit", PAGE, LONGEST_PAGE))
    page = tracking.letters_of(call.site, game_id, state, readers, after, limit)
    return reply({"items": page.items, "after": page.after})
