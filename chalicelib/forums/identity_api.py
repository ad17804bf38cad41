"""Who is who at a forum, over REST: codes, authors, and the link of the letter that undoes."""

from html import escape
from urllib.parse import unquote

from chalice.app import Blueprint, Response

from chalicelib import pages
from chalicelib.accounts import profile
from chalicelib.api import at_table, checked_id
from chalicelib.door import Call, reply, routes
from chalicelib.forums import authors, identity
from chalicelib.forums import binding as rows
from chalicelib.forums.adapters.fields import LONGEST_ID
from chalicelib.forums.bindings_api import kept
from chalicelib.game import IllegalMove, Refusal, Unknown
from chalicelib.words import translation

LONGEST_TOKEN = 64

identities = Blueprint(__name__)
route = routes(identities)


@route("/v1/games/{game_id}/forum-code", "POST")
def code(call: Call, game_id: str) -> Response:
    """Give the caller a code to write at the forum; it is shown this once and works once."""
    at_table(call, game_id)
    if not rows.ids_of_game(call.site.store, game_id, now=call.arrived)[0]:
        raise IllegalMove("no_forum")
    return reply(identity.new_code(call.site, game_id, call.account), 201)


@route("/v1/games/{game_id}/forum-author", "GET")
def me_there(call: Call, game_id: str) -> Response:
    """Say which authors the caller is in the threads of a game."""
    at_table(call, game_id)
    store, now = call.site.store, call.arrived
    found = (
        (one, rows.member_of(store, one.id, call.account, now=now))
        for one in rows.of_game(store, game_id, now=now)
    )
    items = [
        {"binding": one.id, "author": author.id, "name": author.name}
        for one, author in found
        if author
    ]
    return reply({"items": items})


@route("/v1/games/{game_id}/forum-author", "DELETE")
def forget_me_there(call: Call, game_id: str) -> Response:
    """Undo that the caller is any author in the threads of a game."""
    call.account  # noqa: B018 -- whoever has no token learns so first
    authors.leave(call.site, checked_id(game_id), call.account)
    return reply(None, 204)


@route("/v1/games/{game_id}/forum-bindings/{binding_id}/authors", "GET")
def list_authors(call: Call, game_id: str, binding_id: str) -> Response:
    """List the authors of a thread who are at the table, for the organiser."""
    binding = kept(call, game_id, binding_id).binding
    seats = {seat.account: seat.id for seat in call.state.seats} if call.state else {}
    items = [
        {"author": one.id, "name": one.name, "seat": seats.get(one.account, "")}
        for one in authors.listed(call.site, binding.id)
    ]
    return reply({"items": items})


@route("/v1/games/{game_id}/forum-bindings/{binding_id}/authors/{author}", "DELETE")
def unbind_author(call: Call, game_id: str, binding_id: str, author: str) -> Response:
    """Undo that an author is an account, by the organiser."""
    binding = kept(call, game_id, binding_id).binding
    if not authors.unbind(call.site, binding.id, author=unquote(author)[:LONGEST_ID]):
        raise Unknown("not_found")
    return reply(None, 204)


@route("/v1/f/{token}", "GET", "HEAD")
def undo_page(call: Call, token: str) -> Response:
    """Ask whether to undo what the letter told; only the button acts."""
    told = authors.of_link(call.site, token[:LONGEST_TOKEN])
    if not told:
        return pages.refused(call.language, Unknown("not_found"))
    language = profile(call.site.store, told.author.account, now=call.arrived).language
    _ = translation(language).gettext
    asked = _("At the forum you are “%(name)s”. Is that not you?")
    label = _("That is not me")
    said = asked % {"name": told.author.name or told.author.id}
    button = (
        f'<form method="post" action="{escape(token[:LONGEST_TOKEN])}">'
        f"<button>{escape(label)}</button></form>"
    )
    return pages.page(language, "Alibi", f"<p>{escape(said)}</p>{button}", 200)


@route("/v1/f/{token}", "POST")
def undo(call: Call, token: str) -> Response:
    """Act on the button: the author is nobody's any more."""
    try:
        told = authors.undo(call.site, token[:LONGEST_TOKEN])
    except Refusal as refusal:
        return pages.refused(call.language, refusal)
    language = profile(call.site.store, told.author.account, now=call.arrived).language
    _ = translation(language).gettext
    said = _("What is posted there under that name counts for you no longer.")
    return pages.page(language, _("Done."), f"<p>{escape(said)}</p>", 200)
