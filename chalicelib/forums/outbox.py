"""What is to be written at a forum: rows that wait in the order in which they are to appear.

There are three queues of a binding, and each row's name says where in its queue it stands. What was
written leaves a record under the same rest of the name, so that nothing is ever written twice. ::

    partition      sort key
    BINDING  # b   WRITE#p.00000041        the posts of log entry 41, not yet put in words
                   WRITE#p.00000041.00.01  the second part of its first post
                   WRITE#p.00000041.r.n    a public reply n to somebody's post
                   WRITE#m.1.time.n        a private message: rank, then age
                   WRITE#s.00000041        look whether the status post is still right
                   WROTE#…                 what became of a row (30 days)
                   FROM#00000041           the post of this forum that entry 41 came from
                   SHOWN#19                the post in which suggestion 19 stands
                   OPENED                  the thread has its opening post
                   STATUSPOST              the status post of now
                   ROOM#x                  the chat in which author x gets private messages
"""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from chalicelib.forums.binding import Author, Binding, pk
from chalicelib.ledger import digest
from chalicelib.letters_readers import PROMPT
from chalicelib.markup import emit
from chalicelib.markup.tree import Hidden, Tree
from chalicelib.store import Delete, Item, Key, Put, Store, Write, encoded, stamp

Kind = Literal["entry", "post", "edit", "private", "status"]

UNMARKED = "0" * 20
"""Stands in a text where its mark will be."""
WAITS, WRITTEN = "WRITE#", "WROTE#"
KEEP = timedelta(days=30)
"""How long the record of what was written is kept."""


class Posting(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to be written; ``text`` is ready, in the markup of the binding.

    ``post`` is the one to be edited, ``reply_to`` the one that is answered (both as the forum
    names them), ``to`` and ``to_name`` the author who gets a private message. ``suggestions`` are
    those that will stand in the post. ``letter`` is the sort key of the letter that a private
    message stands for, in the last of its parts; ``of_letter`` is true of all of them. ``tried``
    (UTC) is set while it is not known what became of an attempt.
    """

    kind: Kind
    game: str
    made: datetime
    text: str = ""
    post: str = ""
    reply_to: str = ""
    to: str = ""
    to_name: str = ""
    subject: str = ""
    suggestions: tuple[int, ...] = ()
    letter: str = ""
    of_letter: bool = False
    tried: datetime | None = None
    trouble: str = ""


class Wrote(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a row: the post's id and number at the forum, or why it was given up.

    ``unsent`` is what was to be written, where it was given up and nothing else took its place.
    """

    kind: Kind
    at: datetime
    post: str = ""
    number: str = ""
    dropped: str = ""
    unsent: Posting | None = None


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The post in which a suggestion stands: its author's name, its id, its number if it has one.

    ``words`` is what stands there in short, for quoting.
    """

    author: str
    post: str
    number: str = ""
    words: str = ""


_read = msgspec.json.Decoder(Posting).decode
_read_wrote = msgspec.json.Decoder(Wrote).decode
_read_shown = msgspec.json.Decoder(Shown).decode


def entry_item(binding: str, game: str, seq: int, now: datetime) -> Item:
    """Give the row for whatever is to be posted of a log entry."""
    return item(binding, f"p.{seq:08d}", Posting("entry", game, now), now)


def status_item(binding: str, game: str, seq: int, now: datetime) -> Item:
    """Give the row that asks for a look at the status post after a log entry."""
    return item(binding, f"s.{seq:08d}", Posting("status", game, now), now)


def reply(  # noqa: PLR0913 -- where, after what, and what
    binding: Binding, tree: Tree, *, reply_to: str, name: str, now: datetime, seq: int = 0
) -> tuple[Item, ...]:
    """Give the rows of a public reply to a post, under a ``name`` that repeats have too.

    It appears after the posts of log entry ``seq``, else as soon as it can. ``reply_to`` is the
    post's number where the forum counts its posts, else its id.
    """
    rows = []
    for part, text in enumerate(worded(binding, tree)):
        write = Posting("post", binding.game, now, text, reply_to="" if part else reply_to)
        rows.append(item(binding.id, f"p.{seq:08d}.r.{name}.{part:02d}", write, now))
    return tuple(rows)


def message(  # noqa: PLR0913 -- to whom, and what
    binding: Binding,
    author: Author,
    subject: str,
    tree: Tree,
    *,
    name: str,
    now: datetime,
    rank: int = PROMPT,
) -> tuple[Item, ...]:
    """Give the rows of a private message to one of the forum's authors, whoever that is to us."""
    whom = Posting("private", binding.game, now, to=author.id, to_name=author.name, subject=subject)
    return tuple(
        item(
            binding.id,
            message_name(f"{name}.{part:02d}", now, rank),
            msgspec.structs.replace(whom, text=text),
            now,
        )
        for part, text in enumerate(worded(binding, tree))
    )


def worded(binding: Binding, tree: Tree) -> tuple[str, ...]:
    """Write a tree as the forum wants it, in as many posts as it takes, with room for a mark."""
    whole = (*tree, Hidden(UNMARKED))
    return emit.write(whole, dialect(binding), binding.limit, red=binding.red or None)


def dialect(binding: Binding) -> str:
    """Give how a forum writes its markup."""
    return emit.dialect_of(binding.engine, binding.markup)


def marked(text: str, mark: str) -> str:
    """Give a text with its mark, which readers do not see: by it the post is found again."""
    before, room, after = text.rpartition(UNMARKED)
    return before + mark + after if room else text


def message_name(name: str, now: datetime, rank: int) -> str:
    """Give the name of a private message's row: the more urgent goes first, then the older."""
    return f"m.{rank}.{stamp(now)}.{name}"


def item(binding: str, name: str, write: Posting, due: datetime) -> Item:
    """Give the row of something to be written."""
    return Item(pk(binding), WAITS + name, encoded(write), due=due)


def rewritten(row: Item, write: Posting, due: datetime | None = None) -> Item:
    """Give the next version of a row, due as it was or at another time."""
    body = encoded(write)
    return Item(row.pk, row.sk, body, row.version + 1, due or row.due)


def record(row: Item, wrote: Wrote) -> Item:
    """Give the record that takes the place of a row."""
    return Item(*record_key(row.key), encoded(wrote), expires=wrote.at + KEEP)


def record_key(key: Key) -> Key:
    """Give where the record of a row stands."""
    return key[0], WRITTEN + key[1].removeprefix(WAITS)


def read_posting(row: Item) -> Posting:
    """Read a row."""
    return _read(row.body)


def marker(binding: str, name: str) -> str:
    """Give the name of the mark of a post of ours; it tells nothing to others."""
    return digest("mark", binding, name)[:20]


def wrote_at(store: Store, binding: str, name: str, *, now: datetime) -> Wrote | None:
    """Give what became of a row by the rest of its name, if that is known."""
    (found,) = store.read((pk(binding), WRITTEN + name), now=now)
    return _read_wrote(found.body) if found else None


def read_wrote(row: Item) -> Wrote:
    """Read the record of what became of a row."""
    return _read_wrote(row.body)


def renewed(row: Item, wrote: Wrote, now: datetime) -> tuple[Write, ...]:
    """Give the writes by which something that was given up waits again, by its record."""
    if not wrote.unsent:
        return ()
    name = row.sk.removeprefix(WRITTEN)
    waits = item(row.pk.removeprefix(pk("")), name, wrote.unsent, now)
    return Put(waits, 0), Delete(*row.key, row.version)


def shown_item(binding: str, suggestion: int, shown: Shown) -> Item:
    """Give the item that says in which post a suggestion stands."""
    return Item(pk(binding), f"SHOWN#{suggestion}", encoded(shown))


def shown_at(store: Store, binding: str, suggestion: int, *, now: datetime) -> Shown | None:
    """Give the post in which a suggestion stands, if it is known."""
    (found,) = store.read((pk(binding), f"SHOWN#{suggestion}"), now=now)
    return read_shown(found) if found else None


def read_shown(row: Item) -> Shown:
    """Read the item that says in which post a suggestion stands."""
    return _read_shown(row.body)


def came_item(binding: str, seq: int, post: str) -> Item:
    """Give the item that says from which post of this forum a log entry came."""
    return Item(*came_key(binding, seq), post)


def came_key(binding: str, seq: int) -> Key:
    """Give where it is said from which post a log entry came."""
    return pk(binding), f"FROM#{seq:08d}"
