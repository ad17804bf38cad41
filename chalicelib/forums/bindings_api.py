"""The threads of a game over REST: its organiser binds them, looks at their posts, lets them go."""

from typing import Any

from chalice.app import Blueprint, Response

from chalicelib.api import LONGEST_PAGE, organised
from chalicelib.door import Call, reply, routes
from chalicelib.forums import binding as rows
from chalicelib.forums import bindings, post_views
from chalicelib.forums.adapters.fields import LONGEST_ID
from chalicelib.forums.binding import Binding
from chalicelib.forums.bindings import Kept
from chalicelib.forums.bodies import CHANGE, NEW_BINDING, ROTATION, Rotation
from chalicelib.game import GM, IllegalMove
from chalicelib.play import viewer

PAGE = 20
LONGEST_ID_OF_OURS = 40

forums = Blueprint(__name__)
route = routes(forums)


@route("/v1/games/{game_id}/forum-bindings", "POST")
def bind(call: Call, game_id: str) -> Response:
    """Bind a thread; the secret and the address for the forum's settings are shown this once."""
    state = organised(call, game_id)
    if state.result:
        raise IllegalMove("game_over")
    made = bindings.bind(call.site, game_id, call.body(NEW_BINDING))
    path = f"/v1/games/{game_id}/forum-bindings/{made.binding.id}"
    return reply(_shown(call, made) | _secret(call, made), 201, Location=path)


@route("/v1/games/{game_id}/forum-bindings", "GET")
def list_bindings(call: Call, game_id: str) -> Response:
    """List the threads of a game."""
    organised(call, game_id)
    found = rows.of_game(call.site.store, game_id, now=call.arrived)
    all_kept = (bindings.kept(call.site, game_id, one.id) for one in found)
    return reply({"items": [_shown(call, one) for one in all_kept]})


@route("/v1/games/{game_id}/forum-bindings/{binding_id}", "GET")
def show_binding(call: Call, game_id: str, binding_id: str) -> Response:
    """Show a bound thread, without its secrets."""
    return reply(_shown(call, kept(call, game_id, binding_id)))


@route("/v1/games/{game_id}/forum-bindings/{binding_id}", "PATCH")
def change_binding(call: Call, game_id: str, binding_id: str) -> Response:
    """Change how a thread is read and written to."""
    old, wanted = kept(call, game_id, binding_id), call.body(CHANGE)
    return reply(_shown(call, bindings.change(call.site, game_id, old.binding.id, wanted)))


@route("/v1/games/{game_id}/forum-bindings/{binding_id}", "DELETE")
def release_binding(call: Call, game_id: str, binding_id: str) -> Response:
    """Let a thread go."""
    old = kept(call, game_id, binding_id)
    bindings.release(call.site, game_id, old.binding.id)
    return reply(None, 204)


@route("/v1/games/{game_id}/forum-bindings/{binding_id}/secret/rotate", "POST")
def rotate_secret(call: Call, game_id: str, binding_id: str) -> Response:
    """Replace the secret of a thread's hook; it is shown this once, with the address."""
    old = kept(call, game_id, binding_id)
    wanted = call.body(ROTATION) if call.raw else Rotation()
    new = bindings.rotate(call.site, game_id, old.binding.id, wanted)
    return reply(_shown(call, new) | _secret(call, new))


@route("/v1/games/{game_id}/forum-bindings/{binding_id}/posts", "GET")
def list_posts(call: Call, game_id: str, binding_id: str) -> Response:
    """List the posts that came, with all their versions, and what became of each."""
    state, binding = organised(call, game_id), kept(call, game_id, binding_id).binding
    limit = max(1, call.query("limit", PAGE, LONGEST_PAGE))
    after = call.parameter("after")[:LONGEST_ID]
    sees_all = viewer(state, call.account) == GM
    return reply(post_views.page(call.site, binding.id, after, limit, sees_all=sees_all))


def kept(call: Call, game: str, name: str) -> Kept:
    """Give a binding of a game that the caller organises."""
    organised(call, game)
    return bindings.kept(call.site, game, name[:LONGEST_ID_OF_OURS])


def _shown(call: Call, one: Kept) -> dict[str, Any]:
    """Show a binding; of its secrets no more than what tells them apart."""
    binding, secrets = one.binding, one.secrets
    rotating = len(secrets.current(call.arrived)) > 1
    return {
        "id": binding.id,
        "engine": binding.engine,
        "thread_id": binding.thread,
        "status": binding.status,
        "created": binding.created,
        "base_url": binding.base_url,
        "posts_url": binding.posts_url,
        "bot_id": binding.bot,
        "bot_name": binding.bot_name,
        "markup": binding.markup,
        "red": binding.red,
        "private": binding.private,
        "limit": binding.limit,
        "reactions": binding.reactions,
        "trouble": binding.trouble or _delay(call, binding),
        "has_api_key": bool(secrets.api_key),
        "secret_hint": secrets.hook[0][-4:],
        "old_secret_until": secrets.until if rotating else None,
    }


def _delay(call: Call, binding: Binding) -> str:
    """Say that posts may wait for a log entry which we could not spread, if that is so."""
    notes = rows.unspread(call.site.store, binding.game, now=call.arrived)
    return "news: not spread" if any(note.version > 1 for note in notes) else ""


def _secret(call: Call, one: Kept) -> dict[str, str]:
    """Show what the settings of the forum need."""
    return {"hook_url": one.hook_url(call.site), "secret": one.secrets.hook[0]}
