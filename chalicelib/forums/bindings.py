"""Threads are bound to a game, changed and let go by its organiser.

What proves a forum is made here and shown once. A binding begins with the first request that proves
itself (``hooks``).
"""

from collections.abc import Callable
from datetime import timedelta

import msgspec

from chalicelib import accounts
from chalicelib.forums import binding as rows
from chalicelib.forums import ending, engines
from chalicelib.forums.adapters.fields import id_of, maybe_id
from chalicelib.forums.binding import Binding, Secrets
from chalicelib.forums.bodies import Change, NewBinding, Rotation
from chalicelib.game import Busy, IllegalMove, Unknown
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Put, settled

MOST = 3
"""Threads of one game."""
TOKEN = 26
"""Letters of the token in an address: 130 bits."""


class Kept(msgspec.Struct, frozen=True):
    """A binding with its secrets."""

    binding: Binding
    secrets: Secrets

    def hook_url(self, site: Site) -> str:
        """Give the address at which the forum is to call us."""
        return f"{site.base_url}/v1/hooks/{self.binding.engine}/{self.secrets.token}"


def bind(site: Site, game: str, wanted: NewBinding) -> Kept:
    """Bind a thread to a game; nothing is taken in before the forum has proven itself."""
    now, rng = site.now(), site.rng
    ids, version = rows.ids_of_game(site.store, game, now=now)
    if len(ids) >= MOST:
        raise IllegalMove("bindings_full", limit=MOST)
    usual = engines.ENGINES[wanted.engine].markups[0]
    thread = id_of(wanted.thread_id, "thread_id")
    fresh = Binding(accounts.name(rng, 16), game, wanted.engine, thread, now, markup=usual)
    binding = _with(fresh, wanted)
    secret = engines.new_secret(wanted.engine, wanted.secret, rng)
    secrets = Secrets((secret,), wanted.api_key or "", accounts.name(rng, TOKEN))
    _check(site, binding, secrets)
    try:
        site.store.write(
            Put(rows.ids_item(game, (*ids, binding.id), version + 1), version),
            Put(rows.binding_item(binding, 1), 0),
            Put(rows.secrets_item(binding.id, secrets, 1), 0),
            Put(Item(*rows.token_key(secrets.token), binding.id), 0),
            now=now,
        )
    except Conflict as conflict:
        raise Busy("busy", seconds=1) from conflict
    return Kept(binding, secrets)


def kept(site: Site, game: str, name: str) -> Kept:
    """Give a binding of a game with its secrets; raises ``Unknown``."""
    return Kept(_found(site, game, name)[0], rows.secrets_of(site.store, name, now=site.now()))


def change(site: Site, game: str, name: str, wanted: Change) -> Kept:
    """Change what is said of a binding."""

    def changed(old: Kept) -> Kept:
        key = old.secrets.api_key if wanted.api_key is msgspec.UNSET else wanted.api_key
        new = _with(old.binding, wanted)
        if new.private and _reached(new) != _reached(old.binding):
            new = msgspec.structs.replace(new, moved=site.now())
        return Kept(new, msgspec.structs.replace(old.secrets, api_key=key))

    return _changed(site, game, name, changed)


def _reached(binding: Binding) -> tuple[object, ...]:
    """Give where private messages go, if they do."""
    return binding.private, binding.base_url, binding.posts_url


def rotate(site: Site, game: str, name: str, wanted: Rotation) -> Kept:
    """Replace the secret of a hook; the one before counts for some hours still."""

    def rotated(old: Kept) -> Kept:
        secret = engines.new_secret(old.binding.engine, wanted.secret, site.rng)
        before = tuple(one for one in old.secrets.hook[:1] if one != secret)
        until = site.now() + timedelta(hours=wanted.grace_hours)
        new = msgspec.structs.replace(old.secrets, hook=(secret, *before), until=until)
        return Kept(old.binding, new)

    return _changed(site, game, name, rotated)


def release(site: Site, game: str, name: str) -> None:
    """Let a thread go: nothing is taken in from now on, and what was is forgotten in 30 days."""

    def write() -> None:
        now = site.now()
        binding, version = _found(site, game, name)
        secrets = rows.secrets_of(site.store, name, now=now)
        ids, listed = rows.ids_of_game(site.store, game, now=now)
        left = tuple(one for one in ids if one != name)
        site.store.write(
            Put(rows.ids_item(game, left, listed + 1), listed),
            Delete(*rows.binding_item(binding, 1).key, version),
            Delete(*rows.secrets_item(name, secrets, 1).key),
            Delete(*rows.token_key(secrets.token)),
            Put(ending.forgetting(name, now)),
            now=now,
        )

    settled(write)


def _found(site: Site, game: str, name: str) -> tuple[Binding, int]:
    found = rows.binding_at(site.store, name, now=site.now())
    if not found or found[0].game != game:
        raise Unknown("no_such_binding")
    return found


def _changed(site: Site, game: str, name: str, make: Callable[[Kept], Kept]) -> Kept:
    """Write what ``make`` gives of a binding, anew as long as another comes in between."""

    def write() -> Kept:
        now = site.now()
        binding, version = _found(site, game, name)
        secrets, second = rows.secrets_at(site.store, name, now=now)
        new = make(Kept(binding, secrets))
        _check(site, new.binding, new.secrets)
        site.store.write(
            Put(rows.binding_item(new.binding, version + 1), version),
            Put(rows.secrets_item(name, new.secrets, second + 1), second),
            now=now,
        )
        return new

    return settled(write)


def _with(binding: Binding, wanted: Change) -> Binding:
    """Give a binding as it is wanted; ids and addresses in one form."""
    names = {"thread_id": "thread", "bot_id": "bot"}
    plain = [name for name in Change.__struct_fields__ if name != "api_key"]
    said = {
        names.get(name, name): value
        for name in plain
        if (value := getattr(wanted, name)) is not msgspec.UNSET
    }
    if "thread" in said:
        said["thread"] = id_of(said["thread"], "thread_id")
    if "bot" in said:
        said["bot"] = maybe_id(said["bot"], "bot_id")
    if "base_url" in said:
        said["base_url"] = said["base_url"].rstrip("/")
    return msgspec.structs.replace(binding, **said)


def _need_new(site: Site, binding: Binding) -> None:
    """Refuse a thread that is bound to the game already: each post would count twice."""
    others = rows.of_game(site.store, binding.game, now=site.now())
    for other in (one for one in others if one.id != binding.id):
        same = (other.engine, other.thread) == (binding.engine, binding.thread)
        if same and _one_forum(binding, other):
            raise IllegalMove("thread_bound")


def _one_forum(binding: Binding, other: Binding) -> bool:
    """Whether no address tells that two bindings are of different forums."""
    pairs = ((binding.base_url, other.base_url), (binding.posts_url, other.posts_url))
    return all(one == two or not one or not two for one, two in pairs)


def _check(site: Site, binding: Binding, secrets: Secrets) -> None:
    """Refuse what its engine cannot be, and addresses that are not to be called."""
    engines.need_fit(binding, secrets)
    _need_new(site, binding)
    for url in (binding.base_url, binding.posts_url):
        if url:
            site.web.check(url)
