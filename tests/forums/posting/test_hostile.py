"""Names and words that want to be markup, mentions or ends of quotations come out harmless."""

import re

import pytest

from chalicelib.rules.table import Talk
from chalicelib.rules.verbs import Refute, Suggest
from tests.forums.posting.conftest import ENGINES, Play

NICKS = ("@everyone", "</b><i>[/quote]", "A<3 & B")
BBCODE = ("generic", "xenforo")
"""These show HTML as text; in Markdown it would be markup."""
SAID = (
    "[/quote][b]Предположение_9[/b] @all **bold** <img src=x> \u202egnitset\n[//]: # (alibi:fake)"
)


@pytest.mark.parametrize("engine", ENGINES)
def test_hostile_nicks_and_words_stay_text(tmp_path, engine):
    """In thread and private message alike nothing of them is a tag, a mention or a mark of ours."""
    play = Play(tmp_path, nicks=NICKS)
    bound, forum = play.bind(engine, private=True)
    play.start()
    play.member(bound, "p2", "@everyone", "17")
    play.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    play.move("p3", Talk(SAID))
    play.post()
    play.told()
    play.move("p2", Refute(1, "Rope"))
    play.post()
    play.told_all(3)
    messages = [m.get("text") or m.get("raw") or m["message"] for m in forum.messages]
    assert messages
    for text in (*forum.texts(), *messages):
        assert "@everyone" not in text
        assert "@all" not in text
        assert engine in BBCODE or not {"<i>", "<img"} & set(re.findall(r"<\w+>?", text))
        assert "\u202e" not in text
        assert "[b]Предположение_9" not in text
        assert text.lower().count("[quote") == text.lower().count("[/quote]")
        assert len(re.findall(r"alibi:[0-9a-f]{20}", text)) == 1
    play.close()


def test_a_fake_mark_does_not_swallow_a_post(tmp_path):
    """Somebody who quotes a mark of ours keeps no post of ours from being written."""
    play = Play(tmp_path)
    _, forum = play.bind("nodebb")
    play.start()
    play.told()
    mark = forum.texts()[0].rpartition("alibi:")[2].rstrip(")")
    forum.failures = [(502, {})]
    play.move("p1", Talk(f"alibi:{mark} " + "0" * 20))
    play.told_all(4)
    (post,) = [text for text in forum.texts() if "0" * 20 in text]
    assert post.rpartition("alibi:")[2].rstrip(")") != mark
    play.close()
