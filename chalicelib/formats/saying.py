"""What a happening says to people: the announcement of the thread, or a sentence of our own."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from chalicelib import announce, words
from chalicelib.formats.body import To
from chalicelib.formats.sentences import LOOK, OTHER, SENTENCES, TEST, WHOLE
from chalicelib.game import PUBLIC, redact
from chalicelib.happenings.catalogue import is_secret
from chalicelib.happenings.happening import Happening
from chalicelib.markup.tree import Bold, Link, Paragraph, Text, Tree
from chalicelib.rules import Log, State

MOMENTS = ("closes", "until", "opens", "since")
"""Members that are times."""


def tree_of(
    happening: Happening,
    entry: Log | None,
    state: State,
    voice: announce.Voice,
    thread: tuple[Log, ...] = (),
) -> Tree:
    """Give what the thread is told of a happening, if anything: the same as the forum's post.

    Only what is public has an announcement. ``thread`` are the entries of a day that ends.
    """
    if entry is None or happening.event is None or happening.audience != PUBLIC:
        return ()
    told = announce.parts(redact(entry, PUBLIC), redact(state, PUBLIC), voice, thread)
    return tuple(node for part in told if happening.event in part.events for node in part.tree)


def said(happening: Happening, to: To) -> Tree:
    """Give the whole text: the game's title if wanted, what happened, where to look."""
    title = (Paragraph((Bold((Text(to.title),)),)),) if to.title else ()
    told = to.tree or _sentence(happening, to)
    test = (_paragraph(TEST, to),) if happening.data.get("test") else ()
    return (*title, *told, *test)


def more(to: To) -> Tree:
    """Give what ends a text that was too long: where the rest is."""
    return _link(WHOLE, to)


def _sentence(happening: Happening, to: To) -> Tree:
    """Say it in one sentence, with a link to the game for whoever is asked to do something."""
    source = SENTENCES.get(happening.type, OTHER)
    facts = _facts(happening.data, to) | {"type": happening.type}
    said = Paragraph((Text(_translated(source, to) % facts),))
    private = is_secret(happening.type) or happening.audience != PUBLIC
    return (said, *(_link(LOOK, to) if private else ()))


def _paragraph(source: str, to: To) -> Paragraph:
    return Paragraph((Text(_translated(source, to)),))


def _link(source: str, to: To) -> Tree:
    shown = Text(_translated(source, to))
    return (Paragraph((Link((shown,), to.thread_url),)),) if to.thread_url else ()


def _translated(source: str, to: To) -> str:
    return words.translation(to.language).gettext(source)


def _facts(data: dict[str, Any], to: To) -> dict[str, str]:
    """Give the members of data as a reader should see them; those of a suggestion among them."""
    flat = data | data.get("suggestion", {}) if isinstance(data.get("suggestion"), dict) else data
    return {name: _fact(name, fact, to) for name, fact in flat.items()}


def _fact(name: str, fact: Any, to: To) -> str:
    if isinstance(fact, dict):
        return str(fact.get("nick") or fact.get("seat", ""))
    if isinstance(fact, Iterable) and not isinstance(fact, str):
        return ", ".join(_fact(name, one, to) for one in fact)
    if name in MOMENTS and fact:
        return words.moment(datetime.fromisoformat(fact), to.language, to.zone)
    return str(fact)
