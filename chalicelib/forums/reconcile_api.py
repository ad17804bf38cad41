"""The organiser has a bound thread read again, over REST."""

from chalice.app import Blueprint, Response

from chalicelib.door import Call, reply, routes
from chalicelib.forums import rechecks
from chalicelib.forums.bindings_api import kept

reconciling = Blueprint(__name__)
route = routes(reconciling)


@route("/v1/games/{game_id}/forum-bindings/{binding_id}/reconcile", "POST")
def read_again(call: Call, game_id: str, binding_id: str) -> Response:
    """Have the thread read again within a minute, for posts that have not come by themselves."""
    old = kept(call, game_id, binding_id)
    rechecks.soon(call.site, old.binding.id)
    return reply({"ok": True}, 202)
