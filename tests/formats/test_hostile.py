"""Nicks and roles that mean something to an engine are harmless in the bytes of every format."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import msgspec
import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace

from chalicelib.announce import Voice
from chalicelib.formats import Format, To, body, tree_of
from chalicelib.happenings.telling import of_entry
from chalicelib.rules import day_of, table
from tests.formats.hostile import HOSTILE, Tags
from tests.happenings.told import GAME, GOOD
from tests.tables import Table

TELEGRAM = {"b", "strong", "i", "em", "u", "s", "a", "code", "pre", "blockquote"}
INVISIBLE = re.compile("[\u2060\u200b\u200c\u200d\u200e\u200f\u202a-\u202e\u2066-\u2069]")
LINK = "https://alibi.example/games/g1"


def sent(fmt: Format, name: str, url: str = "https://chat.example/hook") -> Iterator[Any]:
    """Bodies of a format in which a nick, a role and a comment are such a name.

    A suggestion, its refutation, a comment, a leaver, and what one seat alone is told.
    """
    game = Table()
    game.ask("s1", "s2", *GOOD)
    asked = game.log[-1]
    game.refute("s2", 1, "Rope")
    answered = game.log[-1]
    game.play("s1", table.Talk(name))
    spoken = game.log[-1]
    game.leave("s3")
    seats = tuple(replace(seat, nick=name, role=name) for seat in game.state.seats)
    state = replace(game.state, seats=seats)
    voice = Voice("ru", game="g1", base_url="https://alibi.example")
    for entry in (asked, answered, spoken, game.log[-1]):
        for happening in of_entry(GAME, entry, state, day_of(state)):
            tree = tree_of(happening, entry, state, voice)
            to = To(url=url, language="ru", title=name, thread_url=LINK, tree=tree)
            yield msgspec.json.decode(body(fmt, happening, to).content)


def _tidy(text: str) -> str:
    """A text without what has no width, on one line."""
    return " ".join(INVISIBLE.sub("", text).split())


def discord(name: str) -> None:
    """Discord: mentions are off and broken, no formatting of theirs, at most 2,000 characters."""
    for message in sent("discord", name):
        text = message["content"]
        assert message["allowed_mentions"] == {"parse": []}
        assert message["flags"] == 4
        assert len(text) <= 2000
        assert not re.search(
            r"@(everyone|here|\w)|(?<!\\)<[@#!:/]|(?<!\\)\|\||(?<!\\)~~|(?<!\\)`", text
        )
        # Discord knows no entities, the library does.
        _only_our_markdown(text, unescape(name))


def slack(name: str) -> None:
    """Slack: nothing in angle brackets but our links, no mention, no entity of theirs."""
    for message in sent("slack", name):
        texts = [message["text"], *(block["text"]["text"] for block in message["blocks"])]
        assert _tidy(name) in _tidy(unescape(texts[1]))
        for text in texts:
            assert len(text) <= 3000
            for inner in re.findall(r"<(.*?)>", text):
                assert inner.startswith((LINK, "https://alibi.example"))
            assert re.fullmatch(r"[^&]*(&(amp|lt|gt);[^&]*)*", text)


def telegram(name: str) -> None:
    """Telegram: HTML that is well-formed, with the few tags that it knows, and the name as text."""
    for message in sent("telegram", name, "https://api.telegram.org/bot1:x/sendMessage?chat_id=-5"):
        assert message["chat_id"] == "-5"
        assert message["parse_mode"] == "HTML"
        assert len(message["text"].encode("utf-16-le")) // 2 <= 4096
        assert _tidy(name) in _tidy(Tags(message["text"]).text)
        _well_formed(message["text"], TELEGRAM)


def matrix(name: str) -> None:
    """Matrix: a notice that mentions nobody, in well-formed HTML; Hookshot gets the same HTML."""
    client = "https://matrix.example/_matrix/client/v3/rooms/!r:example/send/m.room.message"
    room, hook = [*sent("matrix", name, client)], [*sent("matrix", name)]
    for message, hooked in zip(room, hook, strict=True):
        assert (message["msgtype"], message["m.mentions"]) == ("m.notice", {})
        assert message["format"] == "org.matrix.custom.html"
        assert hooked["html"] == message["formatted_body"]
        assert hooked["text"] == message["body"]
        assert "@room" not in message["body"]
        tags = {"b", "strong", "i", "em", "p", "br", "a", "ul", "ol", "li", "blockquote", "code"}
        _well_formed(message["formatted_body"], {*tags, "span", "font"})


def bbcode(name: str) -> None:
    """BBCode: no tag in the text but our own, and a quotation ends where we end it."""
    for message in sent("bbcode", name):
        text = message["data"]["text"]
        tags = re.findall(r"\[(/?)(\w+|\*)(?:=[^\]]*)?\]", text)
        assert {tag for _, tag in tags} <= {"b", "i", "url", "quote", "color", "size", "list", "*"}
        opened: list[str] = []
        for closes, tag in tags:
            if tag == "*":
                continue
            if closes:
                assert opened.pop() == tag
            else:
                opened.append(tag)
        assert opened == []
        assert "[/quote]" not in name or text.count("[quote") == text.count("[/quote]")


def markdown(name: str) -> None:
    """Markdown: rendered by a library, nothing is in bold, linked or quoted but what we meant."""
    for message in sent("markdown", name):
        _only_our_markdown(message["data"]["text"], name)


@pytest.mark.parametrize("harmless", [discord, slack, telegram, matrix, bbcode, markdown])
def test_names_are_harmless(harmless):
    """Whatever a player is called, no engine makes anything of it but a name."""
    for name in HOSTILE:
        harmless(name)


def _only_our_markdown(text: str, name: str) -> None:
    """Render Markdown as a forum would, and look at what came out."""
    html = MarkdownIt("commonmark", {"html": True}).enable("strikethrough").render(text)
    page = Tags(html)
    assert page.balanced
    tags = {"p", "strong", "em", "br", "a", "ul", "ol", "li", "blockquote"}
    assert {tag for tag, _ in page.tags} <= tags
    for tag, attributes in page.tags:
        if tag == "a":
            assert str(attributes["href"]).startswith("https://alibi.example")
    assert _tidy(name) in _tidy(page.text)


def _well_formed(html: str, allowed: set[str]) -> None:
    """Look that HTML has only allowed tags, no attribute but ours, and ends all of them."""
    page = Tags(html)
    assert page.balanced
    assert {tag for tag, _ in page.tags} <= allowed
    for tag, attributes in page.tags:
        assert set(attributes) <= {"href", "data-mx-color", "color"}, tag
        assert str(attributes.get("href", LINK)).startswith("https://alibi.example")
    bare = re.sub(r"</?[a-z]+(?: [a-z-]+=\"[^\"<>]*\")*/?>", "", html)
    assert not re.search(r"[<>]", bare)
    assert re.fullmatch(r"[^&]*(&(amp|lt|gt|quot|#\d+|#x[0-9a-f]+);[^&]*)*", bare)
