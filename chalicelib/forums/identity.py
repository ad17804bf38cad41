"""Who an author of a forum is: proven by a one-time code, never by a nick.

A player asks for a code and writes it at the forum, in the bound thread or in a private message to
us. What stands there comes from the forum, with the author's id; so that author is the player. A
code is of one game and one account, works once and for a day; the next one replaces it. Whoever
takes a code that somebody else has published takes what is used up; should a stranger be first, the
player learns so by mail and undoes it (``authors``). ::

    partition     sort key
    GAME     # g  FORUMCODE#a  the hash of an account's code (24 hours)
    BINDING  # b  TRIES#x      how many codes of the author x were none (24 hours)
"""

import hmac
import re
from datetime import datetime, timedelta
from itertools import islice

import msgspec

from chalicelib import accounts
from chalicelib.forums import authors
from chalicelib.forums.binding import Author, Binding, pk
from chalicelib.ledger import digest, game_pk
from chalicelib.site import Site
from chalicelib.store import Delete, Item, Key, Put, Write

LIFE = timedelta(hours=24)
LENGTH = 8
"""Letters of a code: 40 bits."""
TRIES = 10
"""Texts of one author in a day whose codes may be none."""
MOST_AT_ONCE = 3
"""Codes of one text that are looked at."""
CODE = re.compile(
    r"\balibi[-\u2010-\u2015 ]?([a-kmnp-z2-9]{4})[-\u2010-\u2015 ]?([a-kmnp-z2-9]{4})\b",
    re.IGNORECASE,
)


class Code(msgspec.Struct, frozen=True):
    """A code as its owner sees it, good before ``until`` (UTC)."""

    code: str
    until: datetime


def new_code(site: Site, game: str, account: str) -> Code:
    """Give an account a code for the forums of a game; one that it had before is none any more."""
    now, key = site.now(), _key(game, account)
    letters = accounts.name(site.rng, LENGTH)
    (before,) = site.store.read(key, now=now)
    version = before.version + 1 if before else 1
    until = now + LIFE
    site.store.write(Put(Item(*key, _hash(game, letters), version, expires=until)), now=now)
    return Code(f"alibi-{letters[:4]}-{letters[4:]}", until)


def has_code(text: str) -> bool:
    """Whether something in a text looks like a code of ours."""
    return bool(CODE.search(text))


def codes_in(text: str) -> tuple[str, ...]:
    """Give the letters of what looks like our codes in a text, at most a few."""
    found = islice(CODE.finditer(text), MOST_AT_ONCE)
    return tuple((match[1] + match[2]).lower() for match in found)


def without_codes(text: str) -> str:
    """Give a text without what looks like our codes."""
    return CODE.sub("", text).strip()


def claim(site: Site, binding: Binding, author: Author, text: str) -> tuple[Write, ...]:
    """Give what is to be written because an author has written a text: nothing without a code.

    The author's account is not known yet. The writes fail with ``Conflict`` where something came in
    between: then ask again. Raises ``Busy``.
    """
    codes = codes_in(text)
    if not codes or author.id in ("", binding.bot):
        return ()
    now = site.now()
    (tried,) = site.store.read((pk(binding.id), f"TRIES#{author.id}"), now=now)
    if tried and int(tried.body) >= TRIES:
        return ()
    code = _held(site, binding.game, codes)
    if not code:
        return (_counted(binding, author, tried, now),)
    account = code.sk.removeprefix("FORUMCODE#")
    owner = msgspec.structs.replace(author, account=account, since=now)
    return Delete(*code.key, code.version), *authors.bound(site, binding, owner)


def _held(site: Site, game: str, codes: tuple[str, ...]) -> Item | None:
    """Give the row of the first code that is one."""
    rows = site.store.query(game_pk(game), "FORUMCODE#", "FORUMCODE$", now=site.now())
    hashes = [_hash(game, code) for code in codes]
    fitting = (row for hashed in hashes for row in rows if hmac.compare_digest(row.body, hashed))
    return next(fitting, None)


def _counted(binding: Binding, author: Author, tried: Item | None, now: datetime) -> Put:
    """Count a text with a code that is none."""
    count, version = (int(tried.body), tried.version) if tried else (0, 0)
    until = tried.expires if tried else now + LIFE
    sk = f"TRIES#{author.id}"
    return Put(Item(pk(binding.id), sk, str(count + 1), version + 1, expires=until), version)


def _key(game: str, account: str) -> Key:
    return game_pk(game), f"FORUMCODE#{account}"


def _hash(game: str, code: str) -> str:
    return digest("forum code", game, code)
