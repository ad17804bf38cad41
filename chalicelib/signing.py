"""Signing in and out over HTTP, and the caller's account."""

from functools import partial
from urllib.parse import parse_qs

import msgspec
from chalice.app import Blueprint, Response

from chalicelib import accounts, auth, pages, unsubscribe
from chalicelib.bodies import CONFIRMATION, NEW_CODE, PROFILE_CHANGE, Confirmation
from chalicelib.door import Call, reply, routes
from chalicelib.game import Refusal
from chalicelib.rules.calendar import checked_zone

signing = Blueprint(__name__)
route = routes(signing)


@route("/v1/auth/codes", "POST")
def send_code(call: Call) -> Response:
    """Mail a sign-in code and link to an address, known or not."""
    asked = call.body(NEW_CODE)
    here = call.site
    address = auth.checked_address(asked.email, here.mail_domain)
    auth.begin(here.store, address, asked.language, now=call.arrived, rng=here.rng)
    return reply({"sent": True}, 202)


@route("/v1/auth/tokens", "POST")
def exchange_code(call: Call) -> Response:
    """Exchange a code or a ticket for a bearer token, once."""
    proof = call.body(CONFIRMATION)
    return reply({"token": _token(call, proof), "token_type": "Bearer"}, 201)


def _token(call: Call, proof: Confirmation) -> str:
    here = call.site
    if proof.ticket:
        return auth.redeem(here.store, proof.ticket, now=call.arrived, rng=here.rng)
    return auth.confirm(here.store, proof.email, proof.code, now=call.arrived, rng=here.rng)


@route("/v1/auth/tokens/current", "DELETE")
def sign_out(call: Call) -> Response:
    """Make the caller's token worthless."""
    call.account  # noqa: B018 -- refuses a token that is none
    auth.revoke(call.site.store, call.token, now=call.arrived)
    return reply(None, 204)


@route("/v1/sign-in", "GET", "HEAD")
def sign_in_page(call: Call) -> Response:
    """Show the page behind the link of the mail; only its button acts."""
    ticket = call.parameter("ticket")
    return pages.sign_in(call.language, ticket)


@route("/v1/sign-in", "POST")
def sign_in(call: Call) -> Response:
    """Act on the button: sign in and show the token."""
    form = parse_qs(call.raw.decode("ascii", "replace"))
    proof = Confirmation(ticket=form.get("ticket", [""])[0])
    try:
        return pages.signed_in(call.language, _token(call, proof))
    except Refusal as refusal:
        return pages.refused(call.language, refusal)


@route("/v1/me", "GET")
def me(call: Call) -> Response:
    """Give the caller's account."""
    return reply(accounts.profile(call.site.store, call.account, now=call.arrived))


@route("/v1/me", "PATCH")
def change_me(call: Call) -> Response:
    """Change how the caller is written to: language, time zone, how much, reminders, not at all."""
    change, account = call.body(PROFILE_CHANGE), call.account
    asked = {name: getattr(change, name) for name in change.__struct_fields__}
    wanted = {name: value for name, value in asked.items() if value is not msgspec.UNSET}
    if wanted.get("zone"):
        checked_zone(wanted["zone"])
    off = wanted.pop("off", None)
    changing = partial(msgspec.structs.replace, **wanted)
    profile = accounts.changed(call.site.store, account, changing, now=call.arrived)
    return reply(profile if off is None else unsubscribe.switch_to(call.site, account, off))
