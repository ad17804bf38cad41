"""A bound thread in which players write, edit and delete posts, as a forum would tell of it."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from chalicelib.forums import act, intake
from chalicelib.forums.binding import (
    Author,
    Binding,
    Secrets,
    author_items,
    binding_item,
    bindings_key,
    pk,
    secrets_item,
)
from chalicelib.forums.post import Post
from chalicelib.forums.posts import Known, known_of
from chalicelib.happenings.happening import Happening, News
from chalicelib.letters import Answer
from chalicelib.store import Item, Put
from tests.worlds import GAME, World

AUTHORS = {"anna": "p1", "boris": "p2", "clara": "p3", "gm": "host"}
"""Who is who: their ids at the forum, and their accounts."""
RED = "[color=red]Attention, changed: the room[/color]"


def suggestion(to: str, *cards: str, number: int = 1, head: str = "Suggestion") -> str:
    """Give a post with a suggestion as F13 has it."""
    named = ", ".join(f"[b]{card}[/b]" for card in cards)
    return f"[b]{head}_{number} for {to}[/b]\nI think it was {named}."


def answer(quoted: str, author: str, words: str, head: str) -> str:
    """Give an answer that quotes a post (F22)."""
    return f'[quote="{author}" post_id={quoted}]{words}[/quote]\n[b]{head}[/b]'


class Thread:
    """The thread of a world's game at a forum that speaks BBCode."""

    def __init__(self, world: World, *, bind: bool = True, **more: Any) -> None:
        """Bind it, and let everybody be known there."""
        self.world = world
        usual: dict[str, Any] = {"engine": "generic", "bot": "99", "status": "active"}
        self.binding = Binding(
            id="b1", game=GAME, thread="77", created=world.time, **(usual | more)
        )
        world.store.write(
            Put(binding_item(self.binding, 1)),
            Put(secrets_item("b1", Secrets(("whsec_" + "A" * 43 + "=",)), 1)),
            Put(Item(*bindings_key(GAME), '["b1"]')),
            now=world.time,
        )
        for author, account in AUTHORS.items() if bind else ():
            known = Author(author, account, author.title())
            world.store.write(*map(Put, author_items("b1", known)), now=world.time)
        self._posts = 0

    def bring(self, post: Post) -> str:
        """Let a version of a post arrive now; gives what the intake made of it."""
        return intake.take_in(self.world.site, self.binding, post, self.world.time)

    def came(self, author: str, body: str, name: str = "", **more: Any) -> str:
        """Let a new post arrive that was written this very moment; gives its id."""
        self._posts += 1
        name = name or str(100 + self._posts)
        usual: dict[str, Any] = {"created": self.world.time, "author_name": author.title()}
        self.bring(Post("created", "77", name, author=author, body=body, **(usual | more)))
        return name

    def writes(self, author: str, body: str, **more: Any) -> str:
        """Let somebody write a post, and let the game deal with it."""
        name = self.came(author, body, **more)
        self.deal()
        return name

    def edits(self, post: str, author: str, body: str, at: datetime | None = None) -> None:
        """Let somebody edit a post, now or at a time, and let the game deal with it."""
        self.bring(self.edited(post, author, body, at or self.world.time))
        self.rest()

    def edited(self, post: str, author: str, body: str, at: datetime) -> Post:
        """Give an edit of a post as it would arrive."""
        created = self.known(post).created
        return Post("edited", "77", post, author=author, body=body, created=created, edited=at)

    def deletes(self, post: str, author: str) -> None:
        """Let somebody delete a post, and let the game deal with it."""
        self.bring(Post("deleted", "77", post, author=author, edited=self.world.time))
        self.rest()

    def deal(self) -> int:
        """Let the game deal with whatever is ripe."""
        return act.sweep(self.world.site)

    def rest(self, **time: float) -> None:
        """Let so much time pass that edits are ripe, and deal with them."""
        self.world.wait(**(time or {"seconds": 11}))
        while self.deal():
            pass

    def known(self, post: str) -> Known:
        """What the game made of a post."""
        return known_of(self.world.store, "b1", post, now=self.world.time)[0]

    def decisions(self, post: str) -> list[str]:
        """What was decided of the versions of a post, in order."""
        return [version.decision for version in self.known(post).versions]

    def waiting(self) -> int:
        """How many versions wait."""
        rows = self.world.store.query(pk("b1"), "IN#", "IN$", 1000, now=self.world.time)
        return sum(row.due is not None for row in rows)

    def said_aloud(self) -> list[str]:
        """What is to be written in the thread, or to strangers in private."""
        rows = self.world.store.query(pk("b1"), "WRITE#", "WRITE$", 1000, now=self.world.time)
        return [row.body for row in rows]

    def told(self, reader: str) -> list[Answer]:
        """The letters about posts to a seat or to the organiser."""
        letters = [out.letter for out in self.world.outbox().values()]
        mine = [one for one in letters if isinstance(one, Answer) and one.to == reader]
        return [one for one in mine if one.about in ("post_refused", "post_ruled")]

    def codes(self, reader: str) -> list[str]:
        """The codes of what the letters about posts say is wrong."""
        parts = [part for letter in self.told(reader) for part in letter.parts]
        return [part.code for part in parts if hasattr(part, "code")]

    def heard(self) -> list[Happening]:
        """What is to be heard of that no log tells."""
        rows = self.world.store.query(f"GAME#{GAME}", "NEWS#x", "NEWS#y", 1000, now=self.world.time)
        news = [_read_news(row.body) for row in rows]
        return [one.happening for one in news if one.happening]


def _read_news(body: str) -> News:
    return msgspec.json.decode(body, type=News)


def events(world: World, *kinds: type) -> list[Any]:
    """The events of some kinds in the log of a game, in order."""
    return [e for entry in world.log() for e in entry.events if isinstance(e, kinds)]


def minutes(number: float) -> timedelta:
    """Give a time of so many minutes."""
    return timedelta(minutes=number)
