"""What has to be said at the forum itself: to strangers, and to whom nothing private reaches.

Nothing that depends on a hand or on an accusation is said in a thread; not even that there is
something to say.

::

    partition    sort key
    BINDING # b  TOLD#x    the author x was told how to be known
"""

from collections.abc import Sequence

from chalicelib import words
from chalicelib.announce import Voice, refusal
from chalicelib.announce.refused import is_open
from chalicelib.forums import outbox
from chalicelib.forums.binding import Author, pk
from chalicelib.forums.case import Case
from chalicelib.game import PUBLIC, redact
from chalicelib.letters import Problem, Understood
from chalicelib.markup.tree import Link, Paragraph, Text, Tree
from chalicelib.messages_posts import INTRODUCTION
from chalicelib.render import NAME
from chalicelib.site import Site
from chalicelib.store import Item, Put, Write


def reply(
    site: Site, case: Case, parts: Sequence[Problem | Understood], *, counts: bool = False
) -> tuple[Write, ...]:
    """Answer a post in the thread, if what is wrong with it is there for all to see.

    ``counts``: it was a malformed suggestion, which counts all the same (F41-F43).
    """
    if not all(isinstance(part, Understood) or is_open(part) for part in parts):
        return ()
    setting = case.state.setting
    voice = Voice(setting.language, setting.zone, case.binding.game, site.base_url)
    nick = case.received.post.author_name or case.known.name
    tree = refusal(parts, redact(case.state, PUBLIC), case.seat, voice, nick, counts=counts)
    return _in_thread(site, case, tree)


def introduction(site: Site, case: Case) -> tuple[Write, ...]:
    """Tell a stranger who has tried to move how to be known; once, in private where possible."""
    binding, post, now = case.binding, case.received.post, site.now()
    mark = Item(pk(binding.id), f"TOLD#{post.author}", "{}")
    if not post.author or site.store.read(mark.key, now=now)[0]:
        return ()
    tree = _how_to_be_known(case.state.setting.language, site.thread_url(binding.game))
    if not binding.private:
        return Put(mark, 0), *_in_thread(site, case, tree)
    author = Author(post.author, "", post.author_name)
    subject = f"{NAME}: {case.state.setting.title}"
    rows = outbox.message(binding, author, subject, tree, name=case.name, now=now)
    return Put(mark, 0), *(Put(row, 0) for row in rows)


def _in_thread(site: Site, case: Case, tree: Tree) -> tuple[Put, ...]:
    post = case.received.post
    rows = outbox.reply(
        case.binding,
        tree,
        reply_to=post.number or post.id,
        name=case.name,
        now=site.now(),
        seq=case.seq,
    )
    return tuple(Put(row, 0) for row in rows)


def _how_to_be_known(language: str, url: str) -> Tree:
    """Say by what a player of the game becomes known to it under the name at the forum."""
    translate = words.translation(language).gettext
    *said, page = (Text(translate(text)) for text in INTRODUCTION)
    return (*(Paragraph((text,)) for text in said), Paragraph((Link((page,), url),)))
