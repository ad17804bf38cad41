"""Through each engine's own hook: what becomes a move, what does not, and how often."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from chalicelib.forums import act
from chalicelib.forums.binding import Author, author_items
from chalicelib.forums.posts import known_of
from chalicelib.rules import verbs
from chalicelib.rules.forum.corrections import Amended, MalformedMade
from chalicelib.store import Put
from tests.forums.intake.conftest import Forum, bound
from tests.forums.intake.speech import AUTHOR, POST, SPEECH, Event

BBCODE = ("generic", "xenforo", "xenforo form")
QUOTED = {
    "generic": '[quote="Boris" post_id=7]\n{}\n[/quote]',
    "xenforo": '[QUOTE="Boris, post: 7, member: 2"]\n{}\n[/QUOTE]',
    "xenforo form": '[QUOTE="Boris, post: 7"]{}[/QUOTE]',
    "discourse": '[quote="Boris, post:7, topic:3312"]\n{}\n[/quote]',
    "nodebb": "> {}",
}
NO_POSTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("generic", {"private": True}),
    ("generic", {"kind": "whisper"}),
    ("generic", {"kind": "small_action"}),
    ("discourse", {"post_type": 4}),
    ("discourse", {"post_type": 3}),
    ("discourse", {"post_type": 2}),
    ("discourse", {"topic_archetype": "private_message"}),
    ("discourse", {"hidden": True}),
    ("xenforo", {"message_state": "moderated"}),
    ("xenforo form", {"message_state": "deleted"}),
)


def suggestion(speaks: str, *cards: str) -> str:
    """A suggestion to Boris in the markup of an engine."""
    bold = "[b]{}[/b]" if speaks in BBCODE else "**{}**"
    named = ", ".join(map(bold.format, cards or ("Mustard", "Pipe", "Attic")))
    return f"{bold.format('Suggestion_1 for Boris')}\nI think it was {named}."


def tell(forum: Forum, event: Event, **more: Any) -> Any:
    """Bring an event; Discourse sends along what it shows. Gives the body of the answer."""
    if forum.speaks == "discourse":
        more["cooked"] = cooked(event.text)
    return forum.tell(event, **more).body


def cooked(text: str) -> str:
    """What Discourse makes of a post."""
    html = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text)
    html = html.replace("[/quote]", "</blockquote></aside>")
    source = '<aside class="quote" data-username="Boris" data-post="7"><blockquote>'
    return re.sub(r"\[quote=[^]]*\]", source, html).replace("\n", "<br>")


@pytest.fixture
def table(world, client):
    """Binds a thread in which Anna is known."""

    def bind(speaks: str) -> Forum:
        forum = bound(world, client, speaks)
        known = Author(AUTHOR, "p1", "Anareta")
        world.store.write(*map(Put, author_items(forum.id, known)), now=world.time)
        return forum

    return bind


def made(forum: Forum, *kinds: type) -> list[Any]:
    """Let the game deal with whatever came; gives the events of some kinds."""
    for _ in range(2):
        while act.sweep(forum.world.site):
            pass
        forum.world.wait(minutes=3)
    return [e for entry in forum.world.log() for e in entry.events if isinstance(e, kinds)]


@pytest.mark.parametrize("speaks", sorted(SPEECH))
def test_three_times_the_post_and_twice_its_edit(table, speaks):
    """One suggestion, and one decision on the edit that would change it, however often they come.

    The edit changes a room: no rule allows that, so the original stands (F40).
    """
    forum = table(speaks)
    now = forum.world.time
    post = Event(text=suggestion(speaks), at=now)
    edit = replace(post, kind="edited", text=suggestion(speaks, "Mustard", "Pipe", "Hall"))
    edit = replace(edit, edited=now + timedelta(seconds=90))
    for _ in range(3):
        assert tell(forum, post)["ok"]
        assert len(made(forum, verbs.Suggested)) == 1
    for _ in range(2):
        assert tell(forum, edit)["ok"]
        (one,) = made(forum, verbs.Suggested)
    assert (one.by, one.case.cards) == ("s1", ("Mustard", "Pipe", "Attic"))
    known, _ = known_of(forum.world.store, forum.id, POST, now=forum.world.time)
    assert [version.decision for version in known.versions] == ["first", "violation"]


@pytest.mark.parametrize("speaks", sorted(SPEECH))
def test_created_after_edited_ends_alike(table, speaks):
    """An edit that overtook its post is judged after it: what was malformed is put right (F41)."""
    forum = table(speaks)
    now = forum.world.time
    post = Event(text=suggestion(speaks, "Mustard", "Pipe", "Attic", "Hall"), at=now)
    red = "[color=red]Attention, changed: the room[/color]"
    bold = red if speaks in BBCODE else "**Attention, changed: the room**"
    edit = replace(post, kind="edited", text=f"{suggestion(speaks)}\n{bold}")
    edit = replace(edit, edited=now + timedelta(seconds=90))
    forum.world.wait(seconds=95)
    for event in (edit, post, edit):
        assert tell(forum, event)["ok"]
        forum.world.wait(seconds=1)
    events = made(forum, MalformedMade, Amended, verbs.Suggested)
    assert [type(event) for event in events] == [MalformedMade, Amended]
    assert events[1].case.cards == ("Mustard", "Pipe", "Attic")


@pytest.mark.parametrize(("speaks", "strange"), NO_POSTS)
def test_what_is_no_ordinary_post_moves_nothing(table, speaks, strange):
    """Whisper, private topic, small action, what is hidden: no move, though all else is right."""
    forum = table(speaks)
    post = Event(text=suggestion(speaks), at=forum.world.time)
    assert tell(forum, post, **strange)["ignored"]
    assert made(forum, verbs.Suggested) == []
    assert tell(forum, post) == {"ok": True}
    assert len(made(forum, verbs.Suggested)) == 1


@pytest.mark.parametrize("speaks", sorted(SPEECH))
def test_our_own_post_and_a_quoted_heading_move_nothing(table, speaks):
    """What our bot has posted is left out, what somebody only quotes is theirs who wrote it."""
    forum = table(speaks)
    now, text = forum.world.time, suggestion(speaks)
    assert tell(forum, Event(text=text, at=now, author="99"))["ignored"] == "own"
    quoted = QUOTED[speaks].format(text.replace("\n", "\n> ") if speaks == "nodebb" else text)
    assert tell(forum, Event(text=f"{quoted}\n\nWhat a thought!", at=now, post="5"))["ok"]
    assert made(forum, verbs.Suggested, MalformedMade) == []
    assert tell(forum, Event(text=f"{quoted}\n\n{text}", at=now, post="6")) == {"ok": True}
    assert len(made(forum, verbs.Suggested)) == 1
