"""What is written in a dialect is read by others as what the tree says, and as nothing else."""

import html
import re

import bbcode
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from chalicelib.markup import emit
from chalicelib.markup.neutral import JOINER
from chalicelib.markup.normal import normal
from chalicelib.markup.tree import (
    Bold,
    Break,
    Code,
    Coloured,
    Italic,
    Item,
    Link,
    Paragraph,
    Quote,
    Text,
    plain,
)
from tests.markup.seen import Seen, letters
from tests.markup.trees import HOSTILE, TREES, count

MANY = settings(max_examples=40)
COMMONMARK = MarkdownIt("commonmark")
LINKING = MarkdownIt("gfm-like", {"linkify": True})
"""As most forums are set up: what looks like an address becomes a link."""
DISCORD = MarkdownIt("commonmark", {"html": False}).disable(["entity", "html_inline", "html_block"])


BBCODES = ("bbcode", "phpbb", "xenforo", "mybb", "smf")
NAMING = {"markdown", "spirit", "discord", "matrix", "telegram"}
"""The dialects that write whom they quote as text."""


def written(tree, dialect):
    """Write a tree in one piece, whatever it is long."""
    return "".join(emit.write(tree, dialect, 10**6))


def shown(tree, dialect):
    """The letters that a reader of a dialect should see of a tree: authors and signs included."""
    return letters("".join(_shown(node, dialect) for node in normal(tree)))


def _shown(node, dialect):
    if isinstance(node, Text | Code):
        return node.text
    if isinstance(node, Break):
        return ""
    inner = "".join(_shown(child, dialect) for child in node.children)
    if isinstance(node, Coloured):
        return inner if emit.write((node,), dialect)[0].find("⚠") < 0 else f"⚠{inner}"
    if isinstance(node, Quote) and node.author and dialect in NAMING:
        return f"{node.author}:{inner}"
    return inner


def without_addresses(tree):
    """Whether nothing in a tree is a link."""
    return not count(normal(tree), Link)


@MANY
@given(tree=TREES)
@pytest.mark.parametrize("reader", [COMMONMARK, LINKING], ids=["commonmark", "gfm"])
def test_markdown_says_what_the_tree_says(reader, tree):
    """A reader of Markdown shows the letters of the tree, and no element that is not in it."""
    whole = normal(tree)
    seen = Seen(reader.render(written(tree, "markdown")))
    assert seen.words == shown(tree, "markdown")
    assert {"h1", "h2", "ol", "hr", "pre", "table", "img", "script"}.isdisjoint(seen.tags)
    assert seen.tags.get("a", 0) == count(whole, Link)
    assert seen.tags.get("li", 0) == count(whole, Item)
    assert seen.tags.get("code", 0) == count(whole, Code)
    assert seen.tags.get("blockquote", 0) <= count(whole, Quote)
    assert seen.tags.get("s", 0) == 0
    assert seen.tags.get("br", 0) == count(whole, Break)
    bold = count(whole, Bold, Coloured)
    assert bool(seen.tags.get("strong", 0)) == bool(bold)


@MANY
@given(tree=TREES)
@pytest.mark.parametrize("dialect", ["html", "matrix"])
def test_html_says_what_the_tree_says(dialect, tree):
    """A reader of HTML shows the letters of the tree, and no element that is not in it."""
    whole = normal(tree)
    seen = Seen(written(tree, dialect))
    assert seen.words == shown(tree, dialect)
    assert seen.tags.get("a", 0) == count(whole, Link)
    assert seen.tags.get("li", 0) == count(whole, Item)
    assert seen.tags.get("strong", 0) == count(whole, Bold)
    assert seen.tags.get("em", 0) >= count(whole, Italic)
    assert seen.tags.get("blockquote", 0) == count(whole, Quote)
    assert {*seen.tags} <= {
        *("p", "br", "strong", "em", "span", "font", "code", "a", "ul", "li", "blockquote")
    }


@MANY
@given(tree=TREES)
def test_telegram_says_what_the_tree_says(tree):
    """Telegram gets only the elements that it takes, and the letters of the tree."""
    seen = Seen(written(tree, "telegram"))
    assert {*seen.tags} <= {"strong", "em", "i", "code", "a", "blockquote"}
    assert seen.words.replace("•", "") == shown(tree, "telegram").replace("•", "")


@MANY
@given(tree=TREES)
def test_bbcode_says_what_the_tree_says(tree):
    """A reader of BBCode shows the letters of the tree, and no tag that is not in it.

    The one asked here takes quotation marks behind any bracket and ``=`` for those of a tag.
    """
    whole = normal(tree)
    assume(not re.search(r"\[.*=.*['\"]", plain(whole), re.DOTALL))
    seen = Seen(_bbcode().format(written(tree, "bbcode")))
    assert seen.words == shown(tree, "bbcode")
    assert seen.tags.get("a", 0) == count(whole, Link)
    assert seen.tags.get("li", 0) == count(whole, Item)
    assert seen.tags.get("code", 0) == count(whole, Code)
    assert seen.tags.get("strong", 0) == count(whole, Bold)
    assert seen.tags.get("em", 0) == count(whole, Italic)
    assert seen.tags.get("blockquote", 0) == count(whole, Quote)


def _bbcode():
    """A parser that makes links of addresses, outside code, and leaves all else as it is."""
    parser = bbcode.Parser(replace_cosmetic=False)
    for _, options in parser.recognized_tags.values():
        options.replace_cosmetic = False
    parser.recognized_tags["code"][1].replace_links = False
    return parser


@MANY
@given(tree=TREES)
@pytest.mark.parametrize("dialect", BBCODES)
def test_tags_are_only_those_of_the_tree(dialect, tree):
    """In no dialect of BBCode does a text begin a tag, end one, or mention somebody."""
    text = written(tree, dialect)
    found = re.findall(r"\[/?([a-z*]+)", text, re.IGNORECASE)
    allowed = {"b", "i", "color", "url", "code", "list", "*", "quote", "size"}
    assert {name.lower() for name in found} <= allowed
    whole = normal(tree)
    assert sum(name.lower() == "b" for name in found) == 2 * count(whole, Bold)
    assert sum(name.lower() == "quote" for name in found) == 2 * count(whole, Quote)


@MANY
@given(tree=TREES)
def test_discord_says_what_the_tree_says(tree):
    """A reader of Markdown without entities shows the letters of the tree."""
    if without_addresses(tree):
        seen = Seen(DISCORD.render(written(tree, "discord")))
        assert seen.words == shown(tree, "discord")


@MANY
@given(tree=TREES)
def test_slack_has_no_control_of_a_text(tree):
    """In Slack's dialect nothing of a text stands in angle brackets, or marks anything."""
    if without_addresses(tree):
        text = written(tree, "slack")
        assert "<" not in text
        marks = text.replace(f"{JOINER}*{JOINER}", "").count("*")
        assert marks == 2 * count(normal(tree), Bold) or count(normal(tree), Coloured, Code)


@pytest.mark.parametrize("dialect", emit.LIMITS)
def test_what_people_write_comes_out_as_it_is(dialect):
    """A hostile nick is shown letter by letter in every dialect, in bold and in text."""
    for text in HOSTILE:
        tree = (Paragraph((Bold((Text(text),)), Break(), Text(text))),)
        out = written(tree, dialect)
        assert read(out, dialect) == letters(plain(normal(tree))), text
        assert not re.search(r"@\w", out), text
        assert dialect == "plain" or not re.search(r"https?://|www\.", out), text


def test_words_stay_whole_and_smileys_do_not():
    """“open” holds no sign of surprise; a search of the forum finds it."""
    kept, broken = "Open: operas open at 8, Opponent", ("XD", "8)", "=DDD", ":P", "xp")
    assert JOINER not in written((Paragraph((Text(kept),)),), "bbcode")
    assert all(JOINER in written((Paragraph((Text(one),)),), "bbcode") for one in broken)


def read(out, dialect):
    """Read a dialect as its engine would, and give the letters."""
    if dialect in {"markdown", "discourse", "nodebb", "spirit"}:
        return Seen(LINKING.render(out)).words
    if dialect in {"html", "telegram", "matrix"}:
        return Seen(out).words
    if dialect == "discord":
        return Seen(DISCORD.render(out)).words
    if dialect == "slack":
        kept = out.replace(f"{JOINER}*{JOINER}", "\0").replace("*", "").replace("\0", "*")
        return letters(html.unescape(kept))
    if dialect == "plain":
        return letters(out)
    return Seen(_bbcode().format(out)).words


@given(text=st.sampled_from(HOSTILE))
def test_an_author_ends_no_quotation(text):
    """The name of who is quoted breaks out of no tag, attribute or line."""
    tree = (Quote((Paragraph((Text("x"),)),), text, "41", "77", 1),)
    for dialect in (*BBCODES, "discourse"):
        head = written(tree, dialect).partition("]")[0]
        assert head.count("[") == 1
        assert "\n" not in head
    assert Seen(written(tree, "html")).tags == {"blockquote": 1, "p": 1}
