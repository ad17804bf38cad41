"""An endpoint proves that it wants what it will get, before it gets anything.

A program repeats the challenge of a signed ping. A chat cannot: there a message shows a code, and
the owner sends it back. ::

    HOOK  # h  PROOF   the digest of the code that a chat was sent, and the tries that are left
"""

import hmac
from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from chalicelib import accounts, formats
from chalicelib.game import NotYours
from chalicelib.happenings import extra
from chalicelib.ledger import digest
from chalicelib.site import Site
from chalicelib.store import Item, Key, Put, Write, encoded
from chalicelib.text import bare
from chalicelib.webhooks.delivery import Delivery, puts
from chalicelib.webhooks.endpoint import Endpoint, hook_pk
from chalicelib.webhooks.listening import written

CODE_LENGTH, CHALLENGE_LENGTH = 8, 32
CODE_LIFE = timedelta(days=1)
TRIES = 5


class Proof(msgspec.Struct, frozen=True):
    """The digest of a code, for one URL only, and how often it may be tried."""

    code: str
    target: str
    tries: int = TRIES


_read = msgspec.json.Decoder(Proof).decode


def proof_key(endpoint: str) -> Key:
    """Give where the code for an endpoint lies."""
    return hook_pk(endpoint), "PROOF"


def is_chat(endpoint: Endpoint) -> bool:
    """Whether people read there, who can repeat no challenge by themselves."""
    return endpoint.format in formats.CHATS


def begin(site: Site, endpoint: Endpoint) -> Iterator[Write]:
    """Give what asks an endpoint to prove itself: three tries within ten minutes."""
    now, rng = site.now(), site.rng
    if not is_chat(endpoint):
        challenge = accounts.name(rng, CHALLENGE_LENGTH)
        yield from puts(_ping(site, endpoint, challenge, challenge), now)
        return
    code = accounts.name(rng, CODE_LENGTH)
    kept = encoded(Proof(digest(code), endpoint.target))
    yield Put(Item(*proof_key(endpoint.id), kept, expires=now + CODE_LIFE))
    yield from puts(_ping(site, endpoint, f"{code[:4]}-{code[4:]}", ""), now)


def _ping(site: Site, endpoint: Endpoint, challenge: str, proof: str) -> Delivery:
    """Give the delivery that brings a challenge; ``proof`` is what has to come back, if anything.

    It is signed for this endpoint alone, whoever else has registered the URL.
    """
    happening = extra.ping(endpoint.id, site.now(), challenge)
    to = formats.To(url=endpoint.url, base_url=site.base_url)
    ping = written(to, endpoint.format, happening, (endpoint.id,), mark=endpoint.id)
    return msgspec.structs.replace(ping, kind="ping", proof=proof)


def spent(site: Site, endpoint: Endpoint, code: str, now: datetime) -> Write:
    """Give the write that uses up the right code; a wrong one is counted, and refused."""
    (item,) = site.store.read(proof_key(endpoint.id), now=now)
    known = _read(item.body) if item else None
    if not item or not known or known.target != endpoint.target or not known.tries:
        raise NotYours("wrong_endpoint_code")
    if not hmac.compare_digest(known.code, digest(bare(code))):
        failed = msgspec.structs.replace(known, tries=known.tries - 1)
        body = encoded(failed)
        kept = Item(*item.key, body, item.version + 1, expires=item.expires)
        site.store.write(Put(kept, item.version), now=now)
        raise NotYours("wrong_endpoint_code")
    empty = encoded(msgspec.structs.replace(known, tries=0))
    return Put(
        Item(*item.key, empty, item.version + 1, expires=item.expires),
        item.version,
    )
