"""Trees for tests: any that the program could make, full of what people write to break things."""

from collections.abc import Iterator

from hypothesis import strategies as st

from chalicelib.markup.tree import (
    Bold,
    Break,
    Code,
    Coloured,
    Hidden,
    Italic,
    Item,
    Link,
    Node,
    Paragraph,
    Quote,
    Text,
    Tree,
)

HOSTILE = (
    *("@everyone", "@here", "@nick", "<@123>", "<!channel>", "<#C1|x>", "@room"),
    *("</b><i>", "<script>alert(1)</script>", "<b>x</b>", "<!-- x -->", "&lt;b&gt;", "&#91;b&#93;"),
    *("A<3 & B", "a < b > c", "&", "&amp;", "«а» & \"б\" 'в'"),
    *("[/quote]", "[b]", "[/b]", "[quote=Анна]x[/quote]", "[url=javascript:alert(1)]x[/url]"),
    *(
        "[code]",
        "[/code]",
        "[list][*]x[/list]",
        "[color=red]x[/color]",
        "[img]http://a.example[/img]",
    ),
    *("**x**", "*x*", "_x_", "__x__", "~~x~~", "||x||", "***", "* * *", "a*b*c", "a**b**c"),
    *("`x`", "```", "``", "~~~", "\\", "\\*", "x\\", "\\["),
    *("> x", ">x", ">>> x", "# x", "#x", "## x ##", "1. x", "1) x", "- x", "+ x", "* x", "-", "="),
    *(
        "---",
        "===",
        "- - -",
        "| a | b |",
        "|---|---|",
        ": x",
        "[x]: http://a.example",
        "[//]: # (x)",
    ),
    *("![x](http://a.example/x.png)", "[x](http://a.example)", "<http://a.example>"),
    *("http://a.example/x", "https://a.example", "www.example.org", "example.org", "a@example.org"),
    *("ftp://a.example", "mailto:a@example.org", "//example.org", "javascript:alert(1)"),
    *(":smile:", ":)", ":-)", ";)", "8)", ":D", "<3", "(c)", "в 21:00", "3:0"),
    *(
        "\u202eabc\u202c",
        "\u200fא\u200e",
        "\u2066x\u2069",
        "\u200b",
        "\ufeffx",
        "\u2060",
        "a\u00a0b",
    ),
    *("Ник\nс новой\r\nстроки", "x\u2028y", "\tx", "a  b", "\x00x\x1b[0m", "\ud800x", "x\u200dy"),
    *(
        "Док.тор_Пи-2 🙂",
        "Мышь белая",
        "👩‍👩‍👧",
        "1.5",
        "01.12.2026",
        "127.0.0.1",
        "%(x)s",
        "{{ x }}",
    ),
    *("Предположение_1 для Мышь / Ленин", "/start", "$USD", "c/o", "{x}", "^x^", "!", "!!!"),
)
"""Nicks, roles, cards and comments that mean something to some engine or other."""

TEXTS = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(codec="utf-16-le"), max_size=12),
    st.text(st.sampled_from("ab я1*_`~[]()<>&@:/.#|=+-!\\>\"' "), max_size=12),
    st.lists(st.sampled_from(HOSTILE), min_size=2, max_size=3).map(" ".join),
    st.lists(st.sampled_from(HOSTILE), min_size=2, max_size=3).map("".join),
)
_HREFS = st.sampled_from(
    ("https://alibi.example/g/1?a=b&c=d#e", "http://a.example/(x) [y]", "javascript:alert(1)", "x")
)


def _runs(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    children = st.lists(inner, max_size=4).map(tuple)
    return st.one_of(
        children.map(Bold),
        children.map(Italic),
        st.builds(Coloured, children, st.booleans()),
    )


_TEXT = TEXTS.map(Text)
_LETTERS: st.SearchStrategy[Node] = st.one_of(_TEXT, _TEXT, st.just(Break()), TEXTS.map(Code))
RUNS: st.SearchStrategy[Node] = st.one_of(
    st.recursive(_LETTERS, _runs, max_leaves=6),
    st.builds(Link, st.lists(_TEXT, max_size=2).map(tuple), _HREFS),
)
_LINES = st.lists(RUNS, max_size=5).map(tuple)


def _blocks(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    children = st.lists(inner, max_size=3).map(tuple)
    return st.builds(Quote, children, TEXTS, st.sampled_from(("", "41", "x")))


BLOCKS: st.SearchStrategy[Node] = st.recursive(
    st.one_of(_LINES.map(Paragraph), _LINES.map(Item), RUNS), _blocks, max_leaves=5
)
TREES: st.SearchStrategy[Tree] = st.lists(BLOCKS, max_size=5).map(tuple)
"""Any tree, normal or not."""


def nodes(tree: Tree) -> Iterator[Node]:
    """Give all nodes of a tree, at any depth."""
    for node in tree:
        yield node
        if not isinstance(node, Text | Break | Code | Hidden):
            yield from nodes(node.children)


def count(tree: Tree, *kinds: type) -> int:
    """Count the nodes of some kinds."""
    return sum(isinstance(node, kinds) for node in nodes(tree))
