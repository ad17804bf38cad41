"""A log entry becomes posts of a thread: in words that everybody may read, in posts that fit."""

from collections.abc import Iterator

from chalicelib import announce, ledger
from chalicelib.announce import Announcement, Cited, Voice
from chalicelib.forums import outbox
from chalicelib.forums.binding import Binding, of_game, pk
from chalicelib.forums.outbox import Posting
from chalicelib.rules import Log, State, blitz
from chalicelib.rules.office import PostHidden
from chalicelib.rules.table import Talked
from chalicelib.rules.verbs import CaseSealed
from chalicelib.site import Site
from chalicelib.store import Item, Key
from chalicelib.thread import ended_by


def posts_of(site: Site, binding: Binding, seq: int) -> Iterator[Item]:
    """Give the rows of the posts that tell a thread of a log entry, in order.

    A thread that is bound in the middle of a game begins with its opening post (F5).
    """
    now = site.now()
    state = ledger.state_of(site.store, binding.game, now)
    if not state:
        return
    entry = ledger.entry_of(site.store, binding.game, seq, now)
    posts = _said(site, binding, entry, state)
    (opened,) = site.store.read(_opened_key(binding), now=now)
    if not opened and state.phase != "gathering" and not _begins_later(site, binding, seq):
        yield Item(*_opened_key(binding), "")
        if all(said.kind != "opening" for said in posts):
            opening = announce.opening(state, voice(site, binding, state))
            yield from _rows(site, binding, seq, 0, Announcement("opening", opening))
    for place, said in enumerate(posts, 1):
        yield from _rows(site, binding, seq, place, said)
    yield from _edits(site, binding, entry, state)


def _begins_later(site: Site, binding: Binding, seq: int) -> bool:
    """Whether an entry is of the time before the start, which brings the opening post itself."""
    later = ledger.entries(site.store, binding.game, seq, ledger.PAGE, site.now())
    return any(isinstance(event, CaseSealed) for entry in later for event in entry.events)


def _rows(site: Site, binding: Binding, seq: int, place: int, said: Announcement) -> Iterator[Item]:
    """Give the rows of one announcement, one for each of its parts."""
    now = site.now()
    for part, text in enumerate(outbox.worded(binding, said.tree)):
        write = Posting(
            "post",
            binding.game,
            now,
            text,
            reply_to="" if part else next(iter(said.quotes), ""),
            suggestions=() if part else said.suggestions,
        )
        yield outbox.item(binding.id, f"p.{seq:08d}.{place:02d}.{part:02d}", write, now)


def _opened_key(binding: Binding) -> Key:
    """Give where it is noted that a thread has its opening post."""
    return pk(binding.id), "OPENED"


def voice(site: Site, binding: Binding, state: State, *, in_thread: bool = False) -> Voice:
    """Give how a thread is spoken to: in the language of its game, quoting posts by their ids."""

    def cited(suggestion: int) -> Cited | None:
        shown = outbox.shown_at(site.store, binding.id, suggestion, now=site.now())
        return Cited(shown.author, shown.number or shown.post, binding.thread) if shown else None

    return Voice(
        state.setting.language,
        state.setting.zone,
        game=binding.game,
        base_url=site.base_url,
        cited=cited,
        in_thread=in_thread,
    )


def _said(site: Site, binding: Binding, entry: Log, state: State) -> tuple[Announcement, ...]:
    before = ledger.entries_before(site.store, binding.game, entry.seq, site.now())
    ended = ended_by(entry, before, in_turns=isinstance(state, blitz.State))
    in_thread = _came_here(site, binding, entry)
    return announce.entry(entry, state, voice(site, binding, state, in_thread=in_thread), ended)


def _came_here(site: Site, binding: Binding, entry: Log) -> bool:
    """Whether an entry came in as a post of this very thread."""
    if entry.via != "forum":
        return False
    now = site.now()
    names = [one.id for one in of_game(site.store, binding.game, now=now)]
    keys = [outbox.came_key(name, entry.seq) for name in names]
    known = [item for item in site.store.read(*keys, now=now) if item] if keys else []
    return not known or any(item.pk == pk(binding.id) for item in known)


def _edits(site: Site, binding: Binding, entry: Log, state: State) -> Iterator[Item]:
    """Give the rows that take hidden comments out of the posts in which we had put them (F54)."""
    hidden = {event.post for event in entry.events if isinstance(event, PostHidden)}
    log = ledger.entries_before(site.store, binding.game, entry.seq, site.now()) if hidden else ()
    for old in log:
        found = hidden & {event.post for event in old.events if isinstance(event, Talked)}
        if found:
            yield from _anew(site, binding, old, state, found, entry.seq)
        hidden -= found
        if not hidden:
            return


def _anew(  # noqa: PLR0913, PLR0917 -- what is written again, and after what
    site: Site, binding: Binding, old: Log, state: State, talks: set[int], after: int
) -> Iterator[Item]:
    """Give the rows that write our posts of an entry again in which these comments stand."""
    now = site.now()
    for place, said in enumerate(_said(site, binding, old, state), 1):
        if talks.isdisjoint(said.talks):
            continue
        for part, text in enumerate(outbox.worded(binding, said.tree)):
            name = f"{old.seq:08d}.{place:02d}.{part:02d}"
            wrote = outbox.wrote_at(site.store, binding.id, f"p.{name}", now=now)
            if wrote and wrote.post:
                edit = Posting("edit", binding.game, now, text, post=wrote.post)
                yield outbox.item(binding.id, f"p.{after:08d}.z.{name}", edit, now)
