"""The shape of the program: who may import whom, how long things are, what is never written."""

import ast
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path

import pytest

from chalicelib.data import DECKS, DeckData, deck

ROOT = Path(__file__).parent.parent
LIBRARY = ROOT / "chalicelib"
FILE_LINES = 300
FUNCTION_LINES = 40

# app -> play -> {store, ledger, letters, rules} -> game, and what each may know besides.
# What is not listed is a door: it may import anything, and nothing listed may import it.
LEAVES = {"game", "text", "data", "tags"}
MAY_IMPORT = {
    "logs": {"metrics"},
    "metrics": set(),
    "text": set(),
    "tags": set(),
    "data": set(),
    "game": {"text"},
    "rules": LEAVES,
    "read*": LEAVES | {"rules", "letters*", "markup"},
    "inbox*": LEAVES | {"read*"},
    "letters*": LEAVES | {"rules"},
    "markup": LEAVES,
    "sentences": set(),
    "messages*": {"sentences"},
    "plaintext": set(),
    "words": LEAVES | {"rules", "messages*", "sentences"},
    "thread": LEAVES | {"rules"},
    "examples": LEAVES | {"rules", "letters*", "read*", "words"},
    "render*": LEAVES | {"rules", "letters*", "examples", "plaintext", "thread", "words"},
    "announce": LEAVES | {"rules", "letters*", "markup", "render*", "thread", "words", "messages*"},
    "happenings": LEAVES | {"rules"},
    "formats": LEAVES | {"rules", "happenings", "announce", "markup", "sentences", "words"},
    "outward": {"game"},
    "store": LEAVES | {"logs"},
    "refold": LEAVES | {"rules", "store", "logs"},
    "ledger": LEAVES | {"rules", "refold", "letters*", "store", "happenings"},
    "play": LEAVES | {"rules", "letters*", "store", "ledger", "logs", "metrics"},
}
PURE = (
    *("game", "text", "tags", "rules", "read*", "inbox*", "letters*"),
    *("markup", "announce", "happenings", "formats"),
)
# Doors that lead elsewhere: they know neither each other nor what sends mail or reads it.
MAILS = ("deliver", "postbox", "feedback", "mail*", "aws", "desk_*", "spread")
APART = {"webhooks": (*MAILS, "forums"), "forums": (*MAILS, "webhooks")}
IMPURE = {
    *("boto3", "botocore", "pynamodb", "chalice", "sqlite3"),
    *("os", "time", "random", "secrets"),
}
CLOCKS = {"now", "utcnow", "today"}

SOURCES = sorted(chain(ROOT.glob("*.py"), LIBRARY.rglob("*.py"), (ROOT / "infra").rglob("*.py")))
MADE_HERE = {
    *(".git", ".venv", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"),
    *("build", "data", "mutants"),
}
# Put together here, so that this file does not hold what it looks for.
WORKPLACE = [f"/{first}/{second}".encode() for first, second in (("work", ""), ("tmp", "alibi"))]

Function = ast.FunctionDef | ast.AsyncFunctionDef


def dotted(path: Path) -> str:
    """The name under which a source file is imported."""
    names = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(name for name in names if name != "__init__")


def package_of(path: Path) -> str:
    """The name of the package against which a file's relative imports count."""
    name = dotted(path)
    return name if path.stem == "__init__" else name.rpartition(".")[0]


def part(name: str) -> str:
    """The key of ``MAY_IMPORT`` that a dotted name belongs to, or ``""`` for a door."""
    ours, _, rest = name.partition(".")
    first = rest.partition(".")[0] if ours == "chalicelib" else ""
    return next((key for key in MAY_IMPORT if fnmatchcase(first, key)), "")


def imports(tree: ast.AST, package: str = "") -> Iterator[str]:
    """Whatever a source in ``package`` imports, down to the single name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")
            above = parents[: len(parents) + 1 - node.level] if node.level else []
            base = [*above, node.module] if node.module else above
            yield from (".".join([*base, alias.name]) for alias in node.names)


def wrong_ways(tree: ast.AST, module: str, package: str) -> set[str]:
    """What a part of the library imports of ours although it must not know it."""
    allowed = MAY_IMPORT[part(module)] | {part(module)}
    ours = {n for n in imports(tree, package) if n.split(".")[0] in {"app", "chalicelib", "infra"}}
    return {name for name in ours if part(name) not in allowed}


def strange_doors(tree: ast.AST, module: str, package: str) -> set[str]:
    """What a door imports that is to be kept apart from it."""
    apart = APART[module.split(".")[1]]
    names = (n.split(".") for n in imports(tree, package) if n.startswith("chalicelib."))
    return {".".join(n) for n in names if any(fnmatchcase(n[1], other) for other in apart)}


def impurities(tree: ast.AST) -> set[str]:
    """What a source imports or calls to read a clock, to draw lots or to reach outside."""
    found = {name for name in imports(tree) if name.split(".")[0] in IMPURE}
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    named = (call for call in calls if isinstance(call, ast.Attribute) and call.attr in CLOCKS)
    return found | {ast.unparse(call) for call in named}


def too_long(tree: ast.AST) -> set[str]:
    """The functions, at any depth, of more than ``FUNCTION_LINES`` lines."""
    found = (node for node in ast.walk(tree) if isinstance(node, Function))
    return {f.name for f in found if (f.end_lineno or 0) - f.lineno >= FUNCTION_LINES}


def undocumented(tree: ast.Module) -> set[str]:
    """The public classes, functions and methods without a docstring, and the module itself."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    nodes = chain(tree.body, *(c.body for c in classes if not c.name.startswith("_")))
    named = [node for node in nodes if isinstance(node, Function | ast.ClassDef)]
    silent = {node.name for node in named if not ast.get_docstring(node)}
    public = {name for name in silent if not name.startswith("_")}
    return public if ast.get_docstring(tree) else public | {"(module)"}


def offences(find: Callable[[Path], object], paths: Iterable[Path]) -> dict[str, object]:
    """What ``find`` finds in each file, where it finds anything."""
    found = ((str(path.relative_to(ROOT)), find(path)) for path in paths)
    return {path: offence for path, offence in found if offence}


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a source file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def files() -> Iterator[Path]:
    """Every file of the repository; what tools and games leave in it is not looked at."""
    for top in ROOT.iterdir():
        if top.name not in MADE_HERE:
            below = [top] if top.is_file() else top.rglob("*")
            yield from (p for p in below if p.is_file() and p.suffix != ".pyc")


def test_imports_point_inwards():
    """No part of the library knows the parts that are built on it."""

    def wrong(path: Path) -> set[str]:
        return wrong_ways(parsed(path), dotted(path), package_of(path))

    assert offences(wrong, [path for path in SOURCES if part(dotted(path))]) == {}


def test_doors_do_not_know_each_other():
    """Webhooks work without forums and forums without webhooks, and both without mail."""

    def wrong(path: Path) -> set[str]:
        return strange_doors(parsed(path), dotted(path), package_of(path))

    doors = [path for door in APART for path in (LIBRARY / door).rglob("*.py")]
    assert len(doors) > len(APART)
    assert offences(wrong, doors) == {}


def test_pure_modules_reach_nothing():
    """Judging, reading and wording need no clock, no chance, no disk and no network."""
    pure = [path for path in SOURCES if part(dotted(path)) in PURE]
    assert offences(lambda path: impurities(parsed(path)), pure) == {}


def test_files_are_short():
    """A file holds one idea."""

    def excess(path: Path) -> int:
        return max(0, len(path.read_bytes().splitlines()) - FILE_LINES)

    assert offences(excess, SOURCES) == {}


def test_functions_are_short():
    """A function fits on a screen."""
    assert offences(lambda path: too_long(parsed(path)), SOURCES) == {}


def test_public_names_are_documented():
    """Whoever calls a function can read what it does without reading how."""
    assert offences(lambda path: undocumented(parsed(path)), SOURCES) == {}


def test_no_file_tells_where_it_was_made():
    """The repository means the same on every machine."""

    def told(path: Path) -> list[bytes]:
        content = path.read_bytes()
        return [word for word in WORKPLACE if word in content]

    assert offences(told, files()) == {}


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("import chalicelib.play", {"chalicelib.play"}),
        ("from chalicelib import store", {"chalicelib.store"}),
        ("from ..letters import about", {"chalicelib.letters.about"}),
        ("def late():\n    from app import app", {"app.app"}),
        ("from chalicelib.game import Move\nfrom . import table\nimport msgspec", set()),
    ],
)
def test_an_outward_import_is_seen(source, wrong):
    """However an import is written, the check of its direction sees it."""
    found = wrong_ways(ast.parse(source), "chalicelib.rules.forum", "chalicelib.rules")
    assert found == wrong


def test_a_strange_door_is_seen():
    """However a door imports another one, the check sees it."""
    source = "from chalicelib import spread\nfrom ..webhooks import lane\nfrom .post import Post"
    found = strange_doors(ast.parse(source), "chalicelib.forums.act", "chalicelib.forums")
    assert found == {"chalicelib.spread", "chalicelib.webhooks.lane"}


@pytest.mark.parametrize(
    ("source", "impure"),
    [
        ("import os.path", {"os.path"}),
        ("from secrets import token_hex", {"secrets.token_hex"}),
        ("from datetime import UTC, datetime\ndatetime.now(UTC)", {"datetime.now"}),
        ("from datetime import datetime\ndatetime.fromisoformat('')", set()),
    ],
)
def test_an_impurity_is_seen(source, impure):
    """A library that reaches outside and a look at the clock are both seen."""
    assert impurities(ast.parse(source)) == impure


def test_length_and_silence_are_seen():
    """A function of 41 lines is too long, one of 40 is not, and both need a docstring."""
    source = "".join(f"def f{n}():\n" + "    pass\n" * (n - 1) for n in (40, 41))
    assert too_long(ast.parse(source)) == {"f41"}
    assert undocumented(ast.parse(source)) == {"(module)", "f40", "f41"}


def sizes(cards: DeckData) -> tuple[int, int, int]:
    """How many different suspects, weapons and rooms a deck has."""
    return len({*cards["suspects"]}), len({*cards["weapons"]}), len({*cards["rooms"]})


@pytest.mark.parametrize("language", ["ru", "en", "pl"])
def test_F1_classic_deck_serves_six_players(language):
    """The classic deck has 6 suspects, 6 weapons and 9 rooms in every language, all different."""
    cards = deck(f"classic.{language}")
    assert sizes(cards) == (6, 6, 9)
    assert len({*cards["suspects"], *cards["weapons"], *cards["rooms"]}) == 21


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_is_what_its_file_is_called(name):
    """The name of a deck is its id and ends in its language; no name of a card is padded."""
    cards = deck(name)
    assert (cards["id"], cards["language"]) == (name, name.rpartition(".")[2])
    names = [*cards["suspects"], *cards["weapons"], *cards["rooms"], cards["title"]]
    assert names == [" ".join(name.split()) for name in names]


def test_an_unknown_deck_is_a_key_error():
    """Only the listed names are decks, whatever lies beside the files."""
    with pytest.raises(KeyError):
        deck("../decks/classic.ru")
