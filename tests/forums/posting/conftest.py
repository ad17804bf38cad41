"""A game whose thread stands in a small forum on this machine."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from chalicelib import spread
from chalicelib.forums import binding, outbox, queue
from chalicelib.forums.binding import Author, Binding, Secrets, author_items
from chalicelib.outward import Web
from chalicelib.outward.signature import new_secret
from chalicelib.store import Item, Put, encoded
from tests.forums.posting.engines import Bridge, Discourse, Forum, NodeBB, Server, XenForo
from tests.worlds import GAME, World

THREADS = {"generic": "t7", "discourse": "77", "xenforo": "3312", "nodebb": "45"}
MARKUPS = {"generic": "bbcode", "discourse": "markdown", "xenforo": "bbcode", "nodebb": "markdown"}
FORUMS: dict[str, type[Forum]] = {
    "generic": Bridge,
    "discourse": Discourse,
    "xenforo": XenForo,
    "nodebb": NodeBB,
}
ENGINES = tuple(THREADS)


class Play(World):
    """A world whose game is bound to threads; the world outside is this machine."""

    def __init__(self, folder: Any, **more: Any) -> None:
        """Open it."""
        super().__init__(folder, **more)
        self.site = replace(self.site, web=Web(local=True))
        self._servers: list[Server] = []

    def known_as(self, name: str) -> Binding:
        """Give a binding as it stands in the store."""
        found = binding.binding_at(self.store, name, now=self.time)
        assert found
        return found[0]

    def bind(
        self, engine: str = "generic", *, opened: bool = True, **more: Any
    ) -> tuple[Binding, Any]:
        """Bind the game to a thread of a new forum, and give both.

        If it has begun, its opening post stands in the thread unless ``opened`` is false.
        """
        forum = FORUMS[engine]()
        server = Server(forum)
        self._servers.append(server)
        secret = new_secret(self.rng)
        if isinstance(forum, Bridge):
            forum.secret, forum.now = secret, self.site.now
        bound = Binding(
            f"b{len(self._servers)}",
            GAME,
            engine,  # type: ignore[arg-type]
            THREADS[engine],
            self.time,
            base_url=server.url,
            posts_url=f"{server.url}/hook",
            bot="5",
            bot_name="alibi",
            **{"status": "active", "markup": MARKUPS[engine]} | more,
        )
        known = [one.id for one in binding.of_game(self.store, GAME, now=self.time)]
        names = encoded([*known, bound.id])
        self.store.write(
            Put(binding.binding_item(bound, 1)),
            Put(binding.secrets_item(bound.id, Secrets((secret,), "key"), 1)),
            Put(Item(*binding.bindings_key(GAME), names)),
            now=self.time,
        )
        if opened and self.held().state:
            self.store.write(Put(Item(binding.pk(bound.id), "OPENED", "")), now=self.time)
        return bound, forum

    def member(self, bound: Binding, account: str, name: str, number: str) -> None:
        """Let an account be an author of the forum."""
        author = Author(number, account, name)
        self.store.write(*map(Put, author_items(bound.id, author)), now=self.time)

    def rows(self, bound: Binding) -> dict[str, outbox.Posting]:
        """What waits to be written at a binding, by the rest of the row's name."""
        found = self.store.query(binding.pk(bound.id), "WRITE#", "WRITE$", 1000, now=self.time)
        return {row.sk.removeprefix("WRITE#"): outbox.read_posting(row) for row in found}

    def told(self) -> int:
        """Spread the news and write at the forums whatever can be written now."""
        self.told_news()
        return queue.sweep(self.site)

    def told_news(self) -> None:
        """Spread the news."""
        while spread.sweep(self.site):
            pass

    def told_all(self, minutes: float = 120, step: float = 1) -> None:
        """Let time pass while the forums are written to."""
        for _ in range(int(minutes / step)):
            self.told()
            self.wait(minutes=step)

    def close(self) -> None:
        """Stop the forums."""
        for server in self._servers:
            server.close()


@pytest.fixture
def play(tmp_path) -> Iterator[Play]:
    """A forum game of three on its first day, bound nowhere yet; its first letters are sent."""
    made = Play(tmp_path).start()
    made.post()
    while spread.sweep(made.site):
        pass
    yield made
    made.close()


@pytest.fixture
def bound(play: Play) -> Callable[..., Any]:
    """Binds the game."""
    return play.bind
