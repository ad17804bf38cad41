"""Mail over HTTP: what became of each, letting one pass, and the page that asks whose one is.

What reads mail is imported where it is used: the other routes need not wait for it.
"""

from functools import partial
from urllib.parse import parse_qs

import msgspec
from chalice.app import Blueprint, Response

from chalicelib import accounts, mail_pages
from chalicelib.api import LONGEST_PAGE, PAGE, at_table, organised
from chalicelib.door import Call, reply, routes
from chalicelib.game import GM, Refusal, Unknown
from chalicelib.play import viewer

mails = Blueprint(__name__)
route = routes(mails)


@route("/v1/games/{game_id}/mails", "GET")
def list_mails(call: Call, game_id: str) -> Response:
    """List what became of the mails of a game: all for the organiser, a player's own for them."""
    from chalicelib import mail_views  # noqa: PLC0415 -- as said above

    state, who = at_table(call, game_id)
    limit = max(1, call.query("limit", PAGE, LONGEST_PAGE))
    after = call.parameter("after")[:60]
    reader = mail_views.Reader(who.seat, who.organiser, sees_all=viewer(state, call.account) == GM)
    return reply(mail_views.page(call.site, game_id, state, reader, after, limit))


@route("/v1/games/{game_id}/mails/{mail_id}/release", "POST")
def release_mail(call: Call, game_id: str, mail_id: str) -> Response:
    """Let a mail in quarantine pass."""
    from chalicelib import mail_views  # noqa: PLC0415 -- as said above
    from chalicelib.postbox.release import release  # noqa: PLC0415 -- as said above

    organised(call, game_id)
    outcome = release(call.site, game_id, mail_id[:60])
    return reply({"id": mail_id, "outcome": mail_views.plain(outcome)})


@route("/v1/confirm", "GET", "HEAD")
def confirm_page(call: Call) -> Response:
    """Show the mail that waits for its owner's word; only the buttons act."""
    from chalicelib.postbox.confirm import waiting  # noqa: PLC0415 -- as said above

    ticket = call.parameter("ticket")
    try:
        return mail_pages.ask(call.language, ticket, waiting(call.site, ticket))
    except Refusal as refusal:
        return mail_pages.refused(call.language, refusal)


@route("/v1/confirm", "POST")
def confirm(call: Call) -> Response:
    """Act on a button."""
    from chalicelib.postbox.confirm import BUTTONS, decide  # noqa: PLC0415 -- as said above

    form = parse_qs(call.raw.decode("ascii", "replace"))
    ticket, said = (form.get(name, [""])[0] for name in ("ticket", "word"))
    try:
        if said not in BUTTONS:
            raise Unknown("nothing_waits")
        outcome = decide(call.site, ticket, BUTTONS[said])
    except Refusal as refusal:
        return mail_pages.refused(call.language, refusal)
    return mail_pages.done(call.language, said, outcome)


@route("/v1/me/also", "DELETE")
def forget_addresses(call: Call) -> Response:
    """Forget the other addresses from which the caller might write."""
    none = partial(msgspec.structs.replace, also=())
    return reply(accounts.changed(call.site.store, call.account, none, now=call.arrived))
