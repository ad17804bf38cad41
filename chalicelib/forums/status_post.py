"""The status post of a thread: who owes what, one a day, edited whenever that changes.

Only where the forum can edit. Blitz has one for the whole game. ::

    partition      sort key
    BINDING  # b   STATUSPOST   the post of the day, what it shows, when it was last changed
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from chalicelib import announce, ledger
from chalicelib.forums import entry_posts, outbox
from chalicelib.forums.binding import Binding, pk
from chalicelib.forums.clients import Client, Failed
from chalicelib.forums.outbox import Posting
from chalicelib.ledger import digest
from chalicelib.rules import State, forum
from chalicelib.site import Site
from chalicelib.store import Delete, Item, Put, Write, encoded

AT_MOST = timedelta(minutes=1)
"""How long a status post stays as it is at least."""
AT_ONCE = 50
"""How many wishes to look at it one look fulfils."""


class Status(msgspec.Struct, frozen=True, omit_defaults=True):
    """The status post of now. ``shows`` tells its content from another, ``at`` (UTC) is its age.

    ``tried``: it is not known whether it was posted. ``fixed``: the forum does not let us edit it.
    """

    day: int = 0
    post: str = ""
    shows: str = ""
    at: datetime | None = None
    tried: bool = False
    fixed: bool = False


_read = msgspec.json.Decoder(Status).decode


def renewed(site: Site, binding: Binding, there: Client, row: Item) -> list[Write]:
    """Make the status post right, or put that off; gives what is to be written then.

    Raises ``Failed`` where the forum did not take it.
    """
    now = site.now()
    held = ledger.peek(site.store, binding.game, now)
    known = status_of(site, binding)
    if known.at and known.at + AT_MOST > now:
        later = outbox.rewritten(row, outbox.read_posting(row), known.at + AT_MOST)
        return [Put(later, row.version)]
    wishes: list[Write] = list(_fulfilled(site, binding, held.seq))
    wanted = _wanted(site, binding, held.state, known) if held.state else None
    if not held.state or not wanted:
        return wishes
    text = _words(site, binding, held.state, now)
    if wanted.post:
        made = _edited(site, binding, there, wanted, text)
    else:
        made = _posted(site, binding, there, wanted, text)
    return [*wishes, Put(_item(binding, msgspec.structs.replace(made, at=now)))]


def status_of(site: Site, binding: Binding) -> Status:
    """Give the status post of now, as far as there is one."""
    (item,) = site.store.read((pk(binding.id), "STATUSPOST"), now=site.now())
    return _read(item.body) if item else Status()


def _fulfilled(site: Site, binding: Binding, seq: int) -> Iterator[Delete]:
    """Take away the wishes for a look that came before this one."""
    first, end = f"{outbox.WAITS}s.", f"{outbox.WAITS}s.{seq + 1:08d}"
    rows = site.store.query(pk(binding.id), first, end, AT_ONCE, now=site.now())
    return (Delete(*row.key) for row in rows)


def _wanted(site: Site, binding: Binding, state: State, known: Status) -> Status | None:
    """Give what the status post should be, if that is another than the known one."""
    if state.phase != "open" and not (state.phase == "over" and known.post):
        return None
    over = state.phase == "over" or not isinstance(state, forum.State)
    day = max(known.day, 1) if over else getattr(state, "day", 1)
    shows = digest(_words(site, binding, state, binding.created))
    if known.day == day:
        same = known.fixed or known.shows == shows
        return None if same else msgspec.structs.replace(known, shows=shows)
    if known.fixed and binding.engine == "generic":
        return None
    return Status(day, shows=shows)


def _words(site: Site, binding: Binding, state: State, at: datetime) -> str:
    """Give the text of the status post as of ``at``, in one post."""
    tree = announce.status(state, entry_posts.voice(site, binding, state), at)
    return next(iter(outbox.worded(binding, tree)), "")


def _posted(site: Site, binding: Binding, there: Client, wanted: Status, text: str) -> Status:
    """Put the status post of a new day into the thread, unless it is there."""
    mark = _mark(binding, wanted.day)
    write = Posting("post", binding.game, site.now(), outbox.marked(text, mark))
    found = there.find(write, mark) if wanted.tried else None
    trying = msgspec.structs.replace(wanted, shows="", tried=True)
    site.store.write(Put(_item(binding, trying)), now=site.now())
    posted = found or there.post(write, mark)
    return msgspec.structs.replace(wanted, post=posted.post, tried=False, fixed=not posted.post)


def _edited(site: Site, binding: Binding, there: Client, wanted: Status, text: str) -> Status:
    """Change the status post of the day; where the forum does not let us, it stays as it is."""
    ready = outbox.marked(text, _mark(binding, wanted.day))
    write = Posting("edit", binding.game, site.now(), ready, post=wanted.post)
    once = outbox.marker(binding.id, f"status.{site.now().isoformat()}")
    try:
        there.edit(write, once)
    except Failed as failed:
        if not failed.for_good:
            raise
        return msgspec.structs.replace(wanted, fixed=True)
    return wanted


def _mark(binding: Binding, day: int) -> str:
    return outbox.marker(binding.id, f"status.{day}")


def _item(binding: Binding, status: Status) -> Item:
    return Item(pk(binding.id), "STATUSPOST", encoded(status))
