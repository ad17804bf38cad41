"""What each engine can do, and so what a binding of it has to be."""

import base64
import binascii
import re
from collections.abc import Mapping

import msgspec

from chalicelib.accounts import name
from chalicelib.forums.binding import Binding, Engine, Secrets
from chalicelib.forums.post import Markup
from chalicelib.game import Chance, Unreadable
from chalicelib.outward import signature

LEAST_SECRET = 12
"""Characters: with fewer Discourse signs nothing."""
GENERIC_BYTES = range(24, 65)
"""How many bytes a secret of Standard Webhooks has."""
_HEADER = re.compile(r"[\x21-\x7e]*")


class Ability(msgspec.Struct, frozen=True):
    """``markups`` are those in which posts are written, the usual one first.

    ``by_api``: we write through the forum's own API, else by signed requests to a bridge.
    ``by_name``: that API wants to know under which name.
    """

    markups: tuple[Markup, ...]
    by_api: bool = True
    by_name: bool = False


ENGINES: Mapping[Engine, Ability] = {
    "generic": Ability(("bbcode", "markdown", "html"), by_api=False),
    "discourse": Ability(("markdown",), by_name=True),
    "nodebb": Ability(("markdown",)),
    "xenforo": Ability(("bbcode",)),
}


def need_fit(binding: Binding, secrets: Secrets) -> None:
    """Refuse a binding that its engine cannot be; raises ``Unreadable``. Calls nothing."""
    engine, ability = binding.engine, ENGINES[binding.engine]
    if binding.markup not in ability.markups:
        raise Unreadable("wrong_markup", engine=engine, choices=ability.markups)
    if ability.by_api and binding.posts_url:
        raise Unreadable("no_posts_url", engine=engine)
    if secrets.api_key and not ability.by_api:
        raise Unreadable("no_api_key", engine=engine)
    if secrets.api_key and not binding.base_url:
        raise Unreadable("needs_base_url", engine=engine)
    writes = bool(secrets.api_key or binding.posts_url)
    if writes and not (binding.bot and (binding.bot_name or not ability.by_name)):
        raise Unreadable("needs_bot", engine=engine)
    if binding.private and not writes:
        raise Unreadable("needs_way_out", engine=engine)
    named = binding.bot_name if ability.by_name else ""
    if not _HEADER.fullmatch(secrets.api_key + named):
        raise Unreadable("not_for_header", engine=engine)


def new_secret(engine: Engine, given: str, rng: Chance) -> str:
    """Give the secret of a hook: the given one if it will do, else a new one."""
    if not given:
        return signature.new_secret(rng) if engine == "generic" else name(rng, 40)
    fits = _is_key(given) if engine == "generic" else len(given) >= LEAST_SECRET
    if not fits or not _HEADER.fullmatch(given):
        raise Unreadable("weak_secret", category=engine, limit=LEAST_SECRET)
    return given


def _is_key(secret: str) -> bool:
    """Whether a text is a secret of Standard Webhooks."""
    try:
        key = base64.b64decode(secret.removeprefix(signature.PREFIX), validate=True)
    except (binascii.Error, ValueError):
        return False
    return secret.startswith(signature.PREFIX) and len(key) in GENERIC_BYTES
