"""The door at which forums knock: who proves to be a bound one is taken in, and answered at once.

The token in the address tells which thread it is; it is never logged (the log of the framework has
the pattern of the path only). An unknown one costs as much work as a known one. No CORS: browsers
have no business here.
"""

import logging

import msgspec
from chalice.app import Blueprint, Response

from chalicelib import logs
from chalicelib.door import Call, TooLarge, Unauthorised, door, reply
from chalicelib.forums import intake
from chalicelib.forums.adapters import ADAPTERS
from chalicelib.forums.binding import Binding, Secrets, binding_at, binding_item, known, token_key
from chalicelib.forums.post import Post
from chalicelib.forums.signal import Nothing, Sent, Signal
from chalicelib.game import Busy, Refusal, Unknown
from chalicelib.outward import signature
from chalicelib.site import Site
from chalicelib.store import Conflict, Put

BODY_LIMIT = 256_000
"""Bytes of a request body; the local server takes no more either."""
LATER = 30
"""Seconds after which a forum may try again when something went wrong here."""
LONGEST_TOKEN = 64
NOBODY = "nobody"
"""The binding that is looked up where there is none, so that looking takes as long."""
DECOY = Secrets((f"{signature.PREFIX}{'A' * 43}=",))

incoming = Blueprint(__name__)
_log = logging.getLogger(__name__)


@incoming.route("/v1/hooks/{adapter}/{token}", methods=["POST"], content_types=["*/*"])
@door(incoming)
def hook(call: Call, adapter: str, token: str) -> Response:
    """Take in what a forum brings; 200 whatever it is, so that forums do not switch us off."""
    try:
        return reply({"ok": True} | _heard(call, adapter, token))
    except Refusal:
        raise
    except Exception as error:
        _log.error("hook failed", extra=logs.told(**logs.failure(error)))
        raise Busy("busy", seconds=LATER) from error


def _heard(call: Call, adapter: str, token: str) -> dict[str, str]:
    """Give what the answer says besides; nothing where a post was taken in."""
    if len(call.raw) > BODY_LIMIT:
        raise TooLarge("body_too_large", limit=BODY_LIMIT)
    sent = Sent(call.headers, call.raw)
    binding = _proven(call, adapter, token, sent)
    signal = ADAPTERS[adapter].heard(sent, binding.base_url)
    _activated(call.site, binding)
    return _taken(call, binding, signal, ADAPTERS[adapter].name_of(sent))


def _taken(call: Call, binding: Binding, signal: Signal, name: str) -> dict[str, str]:
    if isinstance(signal, Nothing):
        return {"ignored": signal.why}
    if isinstance(signal, Post):
        taken = intake.take_in(call.site, binding, signal, call.arrived, name)
    else:
        taken = intake.listen(call.site, binding, signal, call.arrived, name)
    return {} if taken == "taken" else {"ignored": taken}


def _proven(call: Call, adapter: str, token: str, sent: Sent) -> Binding:
    """Give the binding of an address, when the request proves to come from its forum."""
    store, now = call.site.store, call.arrived
    (found,) = store.read(token_key(token[:LONGEST_TOKEN]), now=now)
    binding, secrets = known(store, found.body if found else NOBODY, now=now)
    ours = binding if binding and binding.engine == adapter else None
    checks = ADAPTERS.get(adapter, ADAPTERS["generic"])
    accepted = (secrets if ours else DECOY).current(now)
    proven = checks.verified(accepted, sent, int(now.timestamp()))
    if not ours:
        raise Unknown("not_found")
    if not proven:
        raise Unauthorised("bad_signature")
    return ours


def _activated(site: Site, binding: Binding) -> None:
    """Let a binding begin whose forum has proven itself for the first time."""
    if binding.status != "pending":
        return
    found = binding_at(site.store, binding.id, now=site.now())
    if not found or found[0].status != "pending":
        return
    active = msgspec.structs.replace(found[0], status="active")
    try:
        site.store.write(Put(binding_item(active, found[1] + 1), found[1]), now=site.now())
    except Conflict:
        _log.info("a binding was changed while it began; the next request begins it")
