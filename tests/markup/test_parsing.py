"""Text in any markup becomes one tree: what is bold, red, quoted, and what is none of these."""

import time
import unicodedata
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib import markup
from chalicelib.markup.build import DEEPEST, MOST_NODES
from chalicelib.markup.colours import is_red
from chalicelib.markup.tree import (
    Bold,
    Code,
    Coloured,
    Hidden,
    Italic,
    Node,
    Paragraph,
    Quote,
    Text,
    Tree,
    plain,
)

MARKUPS = ("bbcode", "markdown", "html")


def nodes(tree: Tree) -> list[Node]:
    """Every node of a tree, at any depth."""
    found: list[Node] = []
    waiting = list(tree)
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(getattr(node, "children", ()))
    return found


def depth(tree: Tree) -> int:
    """How many quotations lie within each other."""
    inner = (depth(getattr(node, "children", ())) + isinstance(node, Quote) for node in tree)
    return max(inner, default=0)


def words(tree: Tree, kind: type) -> list[str]:
    """The words of every node of a kind, sorted."""
    return sorted(plain((node,)) for node in nodes(tree) if isinstance(node, kind))


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("bbcode", "a [b]nice[/b] day"),
        ("bbcode", "a [B]nice[/B] day"),
        ("bbcode", "a [size=3][b]ni[/b][/size][b]ce[/b] day"),
        ("bbcode", "a [b]nice[/b] day[unknown][/unknown]"),
        ("markdown", "a **nice** day"),
        ("markdown", "a __nice__ day"),
        ("markdown", "a <b>nice</b> day"),
        ("markdown", "a [b]nice[/b] day"),
        ("html", "a <b>nice</b> day"),
        ("html", "<p>a <strong>ni</strong><b>ce</b> day</p>"),
        ("html", 'a <span style="font-weight:700">nice</span> day'),
        ("html", 'a <span style="font-weight: bold" class="mycode_b">nice</span> day'),
        ("html", 'a <span class="bbcode-b">nice</span> day'),
        ("html", "a <span><b>nice</b></span> day"),
        ("html", 'a <b>nice<span style="font-weight: normal"> day</span></b>'),
    ],
)
def test_bold(language, source):
    """Every way to write bold gives the same bold run, joined where it comes in pieces."""
    tree = markup.parse(language, source)
    assert (plain(tree), words(tree, Bold)) == ("a nice day", ["nice"])


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("bbcode", "[code][b]x[/b][/code]"),
        ("bbcode", "[b x[/b]"),
        ("bbcode", "x [/b]"),
        ("bbcode", "[noparse][b]x[/b][/noparse]"),
        ("bbcode", "[s][b]x[/b][/s]"),
        ("markdown", "`**x**`"),
        ("markdown", "```\n**x**\n```"),
        ("markdown", "\\*\\*x\\*\\*"),
        ("markdown", "** x **"),
        ("markdown", "~~**x**~~"),
        ("markdown", "    **x**"),
        ("html", "&lt;b&gt;x&lt;/b&gt;"),
        ("html", "<code><b>x</b></code>"),
        ("html", '<span style="font-weight: 500">x</span>'),
        ("html", "<del><b>x</b></del>"),
        ("html", '<span style="text-decoration: line-through;" class="mycode_s"><b>x</b></span>'),
    ],
)
def test_not_bold(language, source):
    """What is shown letter by letter, struck out or never opened is not bold."""
    tree = markup.parse(language, source)
    assert words(tree, Bold) == []
    assert "x" in plain(tree)


@pytest.mark.parametrize(
    ("language", "source", "author", "post"),
    [
        ("bbcode", "[quote=Nick post_id=1 time=2 user_id=3]hi[/quote]", "Nick", "1"),
        ("bbcode", "[quote=D'Artagnan post_id=1]hi[/quote]", "D'Artagnan", "1"),
        ("bbcode", '[QUOTE="Nick, post: 1, member: 2"]hi[/QUOTE]', "Nick", "1"),
        ("bbcode", '[QUOTE="a, post: 9, post: 1, member: 2"]hi[/QUOTE]', "a", "1"),
        ("bbcode", "[quote=\"Nick\" pid='1' dateline='2']hi[/quote]", "Nick", "1"),
        ("bbcode", '[quote="[x]" pid=1]hi[/quote]', "[x]", "1"),
        ("bbcode", "[quote author=Nick O link=msg=1 date=2]hi[/quote]", "Nick O", "1"),
        ("bbcode", "[quote author=Nick link=topic=7.msg1#msg1 date=2]hi[/quote]", "Nick", "1"),
        ("bbcode", "[QUOTE=Nick;1]hi[/QUOTE]", "Nick", "1"),
        ("bbcode", "[quote]hi[/quote]", "", ""),
        ("bbcode", "[quote=Nick]hi", "Nick", ""),
        ("markdown", '[quote="nick, post:1, topic:77"]\nhi\n[/quote]', "nick", "1"),
        ("markdown", '[quote="nick, post:1, topic:77, full:true"]hi[/quote]', "nick", "1"),
        ("markdown", '> @"Nick O"#p1 hi', "Nick O", "1"),
        ("markdown", "@nick said in [A topic](/post/1):\n> hi", "nick", "1"),
        ("markdown", "@nick написал в [Тема](https://f.example/post/1):\n> hi", "nick", "1"),
        ("markdown", "@nick said in [A topic](/post/1):\n\n> hi", "nick", "1"),
        ("markdown", "> [Nick](/post/1):\n> hi", "Nick", "1"),
        ("markdown", "> @Nick said:\n> hi", "Nick", ""),
        ("markdown", "> *Nick:*\n> hi", "Nick", ""),
        ("markdown", "> hi", "", ""),
        ("markdown", ">hi", "", ""),
        ("html", "<blockquote>hi</blockquote>", "", ""),
        ("html", '<aside class="quote" data-username="n" data-post="1"><blockquote>hi', "n", "1"),
        ("html", '<blockquote data-quote="N" data-source="post: 1">hi</blockquote>', "N", "1"),
        (
            "html",
            (
                '<blockquote class="ipsQuote" data-ipsquote-username="N" '
                'data-ipsquote-contentcommentid="1">hi</blockquote>'
            ),
            "N",
            "1",
        ),
        (
            "html",
            '<blockquote><p><a class="PostMention" data-id="1" href="/d/5/3"></a>hi</p>',
            "",
            "1",
        ),
    ],
)
def test_F22_quotations(language, source, author, post):
    """A quotation is one in every engine, with its author and its post where these stand there."""
    (quote,) = markup.parse(language, source)
    assert isinstance(quote, Quote)
    assert (plain((quote,)), quote.author, quote.post) == ("hi", author, post)


@pytest.mark.parametrize("above", ["", "@Anna said in [A topic](/post/811):\n"])
@pytest.mark.parametrize("heading", ["Suggestion_1 for Boris", "Suggestion 1 for Boris:"])
def test_F22_the_bold_heading_of_a_quoted_suggestion_is_no_name(above, heading):
    """It tells by its number which suggestion is meant; who wrote it stands elsewhere."""
    (quote,) = markup.parse("markdown", f"{above}> **{heading}**\n> I think.")
    assert isinstance(quote, Quote)
    assert words((quote,), Bold) == [heading]
    assert (quote.author, quote.post) == (("Anna", "811") if above else ("", ""))


def test_own_words_behind_a_quotation():
    """A quotation ends where its engine ends it, and what follows is the writer's own."""
    sources = {
        "bbcode": "[quote]a[quote]b[/quote]c[/quote]own",
        "markdown": "> a\n> > b\n\nown",
        "html": "<blockquote>a<blockquote>b</blockquote>c</blockquote>own",
    }
    for language, source in sources.items():
        assert plain(markup.parse(language, source), quotes=False) == "own"


def test_a_line_that_goes_on_in_a_quotation_is_shown_there():
    """Markdown takes a line right below a quotation into it, as the reader of the forum sees it."""
    assert plain(markup.parse("markdown", "> a\nb"), quotes=False) == ""
    assert plain(markup.parse("markdown", "> a\n\nb"), quotes=False) == "b"


@pytest.mark.parametrize(
    ("colour", "red"),
    [
        *((name, True) for name in ("red", "RED", "#f00", "#ff0000", "rgb(255,0,0)", "#c00")),
        *((name, True) for name in ("crimson", "darkred", "'#FF0000'", "rgb(226, 24, 24)")),
        *((name, True) for name in ("hsl(350, 90%, 40%)", "rgba(255, 0, 0, .9)", "#e21818ff")),
        *((name, False) for name in ("blue", "#00f", "#f80", "orange", "#a88", "pink", "#fff")),
        *((name, False) for name in ("rgb(999,0,0)", "", "reddish", "hsl(20, 90%, 40%)", "#ff")),
    ],
)
def test_F41_reds(colour, red):
    """Red is what is within 15 degrees of red and more colour than grey."""
    assert is_red(colour) is red


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("bbcode", "[color=red]x[/color]"),
        ("bbcode", '[COLOR="#FF0000"]x[/COLOR]'),
        ("markdown", "[color=red]x[/color]"),
        ("markdown", '<span style="color: red">x</span>'),
        ("html", '<font color="#f00">x</font>'),
        ("html", '<span style="background-color: blue; color: rgb(255, 0, 0)">x</span>'),
    ],
)
def test_F41_red_text(language, source):
    """Red text is red in every markup that has colours."""
    tree = markup.parse(language, source)
    assert [node.red for node in nodes(tree) if isinstance(node, Coloured)] == [True]


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("bbcode", "x\n\n[size=1]alibi:g.41%20a[/size]"),
        ("markdown", "x\n\n[//]: # (alibi:g.41%20a)"),
        ("markdown", "x <!-- alibi:g.41%20a -->"),
        ("html", 'x<a href="#alibi:g.41%20a">\u2060</a>'),
        ("html", "x<!-- alibi:g.41%20a -->"),
    ],
)
def test_our_markers(language, source):
    """The marker by which we know our own posts is found again, and is no word."""
    tree = markup.parse(language, source)
    assert [node.text for node in nodes(tree) if isinstance(node, Hidden)] == ["g.41 a"]
    assert plain(tree).strip("\u2060\n") == "x"


def test_tags_that_nobody_closes_end_with_their_paragraph():
    """An open tag colours its own paragraph, never the whole rest of a post."""
    for language, gap in (("bbcode", "\n\n"), ("markdown", "\n\n"), ("html", "<p>")):
        opening = "<b>" if language == "html" else "[b]"
        assert words(markup.parse(language, f"{opening}x{gap}y"), Bold) == ["x"]


def test_one_tag_across_paragraphs():
    """A tag that is closed later holds over the blank line between."""
    assert words(markup.parse("bbcode", "[b]x\n\ny[/b]"), Bold) == ["x", "y"]


def test_crossed_tags():
    """Tags that cross each other end where they say."""
    tree = markup.parse("bbcode", "[b]x[i]y[/b]z[/i]")
    assert (words(tree, Bold), words(tree, Italic)) == (["xy"], ["y", "z"])


def test_half_characters_and_odd_line_ends():
    """Half of a surrogate pair, NUL and line ends of any kind do no harm."""
    for language in MARKUPS:
        tree = markup.parse(language, "a\ud800b\0c\r\nd\u2028e")
        assert plain(tree).replace("\n", " ") == "a\ufffdbc d e"


def test_text_is_composed_and_nothing_else():
    """Letters and marks are composed; № and … stay what they are."""
    assert plain(markup.parse("html", "и\u0306 № …")) == "й № …"


def test_code_is_kept_apart():
    """Code is read letter by letter."""
    assert words(markup.parse("markdown", "`a*b*`"), Code) == ["a*b*"]
    assert words(markup.parse("html", "<pre>a  b</pre>"), Code) == ["a  b"]


PIECES = (
    *("[b]", "[/b]", "[quote]", "[/quote]", "[quote=a", '="', "]", "[", "[code]", "[/code]"),
    *("*", "**", "_", "__", "~~", "`", "```\n", "> ", ">", "- ", "# ", "\n", "\n\n", "\\", "    "),
    *("<b>", "</b>", "<", ">", "<!--", "-->", "<blockquote>", "</blockquote>", "<script>", "&amp;"),
    *(
        "[color=red]",
        "[/color]",
        "](",
        ")",
        "![",
        "<span style='color:red'>",
        "a",
        "ё",
        " ",
        "\ud800",
    ),
    *("[//]: # (", "alibi:", '<a href="#alibi:x">', "&#99999999999;", "<img alt='🙂'>", '@"a"#p1'),
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=40), st.sampled_from(MARKUPS)
)
def test_any_text_is_a_tree(pieces, language):
    """Whatever is written is a tree of blocks, as deep and as large as is allowed."""
    tree = markup.parse(language, "".join(pieces))
    assert all(isinstance(node, Paragraph | Quote) for node in tree)
    assert depth(tree) <= DEEPEST
    assert "\ud800" not in plain(tree)


LETTERS = st.characters(categories=("L", "M", "S", "Po"), exclude_characters="\\*_~`&#+=<>!@|:")


@settings(max_examples=100, deadline=None)
@given(st.text(LETTERS, min_size=1, max_size=30), st.sampled_from(MARKUPS))
def test_plain_text_is_kept(text, language):
    """Words without a sign of markup come through letter by letter, composed."""
    (paragraph,) = markup.parse(language, text)
    assert isinstance(paragraph, Paragraph)
    assert paragraph.children == (Text(unicodedata.normalize("NFC", text)),)


MANY = 10_000
HOSTILE = (
    *("[b]", "[/b]", "[quote]", "[/quote]", "[quote=a]x[/quote]", "[code]", "[noparse]", '[a="'),
    *("*", "**a ", "_a *b ", "a*", ">", "> \n", ">a\n", "`", "`a``", "[", "](", "![", "[](", "~~a"),
    *(
        "<",
        "<a ",
        "<b>",
        "<a b='",
        "<!--",
        "&#1",
        "<blockquote>",
        "<script>",
        "</",
        "- ",
        "\\",
        "\n",
    ),
    *(
        "```\n~~~\n",
        "[b][i][color=red]",
        "x[b]y[/b]",
        "[//]: # (",
        "[*]",
        "# a #",
        "\t",
        "<b>x</b>",
    ),
)


@pytest.mark.parametrize(("piece", "language"), [*product(HOSTILE, MARKUPS)])
def test_hostile_text_takes_linear_time(piece, language):
    """Ten thousand of anything take less than a second or two, and no more nodes than allowed."""
    begun = time.process_time()
    tree = markup.parse(language, piece * MANY)
    assert time.process_time() - begun < 2
    assert len(nodes(tree)) <= MOST_NODES * 6
