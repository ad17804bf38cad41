"""What a function of ours could ask AWS for, by any way through the sources that leads there.

A way goes from a name to all that its definition mentions. A class stands for all its methods, and
annotations lead nowhere. So more is found than ever runs, and nothing that runs is missed, but for
names put together at run time, of which there are none.
"""

import ast
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.aws.recorder import OF_STORE
from tests.test_structure import LIBRARY, ROOT, dotted, package_of

STORE = "chalicelib.store"


class Place(NamedTuple):
    """A definition in a module."""

    module: str
    name: str


class Module:
    """The definitions of a source file, and what its names stand for."""

    def __init__(self, package: str, tree: ast.Module) -> None:
        """Read it."""
        self.defined: dict[str, list[ast.AST]] = {}
        self.imported: dict[str, tuple[str, str]] = {}
        for node in tree.body:
            for one in _names(node):
                self.defined.setdefault(one, []).append(node)
        for found in ast.walk(tree):
            if isinstance(found, ast.ImportFrom):
                parents = package.split(".")
                base = ".".join(parents[: len(parents) + 1 - found.level]) if found.level else ""
                source = ".".join(part for part in (base, found.module or "") if part)
                for alias in found.names:
                    self.imported[alias.asname or alias.name] = (source, alias.name)


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))


@cache
def modules() -> dict[str, Module]:
    """All our sources by their names."""
    paths = [ROOT / "app.py", *LIBRARY.rglob("*.py")]
    return {
        dotted(path): Module(package_of(path), ast.parse(path.read_text("utf-8"))) for path in paths
    }


def resolved(module: str, name: str) -> Place | str | None:
    """What a name in a module stands for: a definition, a module of ours, or nothing of ours."""
    known = modules()[module]
    if name in known.imported:
        source, original = known.imported[name]
        if f"{source}.{original}" in modules():
            return f"{source}.{original}"
        return resolved(source, original) if source in modules() else None
    return Place(module, name) if name in known.defined else None


def mentioned(module: str, node: ast.AST) -> Iterator[Place]:
    """The definitions that a piece of source mentions, besides in annotations."""
    for one in _walk(node):
        found = resolved(module, one.id) if isinstance(one, ast.Name) else None
        if isinstance(one, ast.Attribute) and (parent := _module(module, one.value)):
            found = resolved(parent, one.attr)
        if isinstance(found, Place):
            yield found


def _module(module: str, node: ast.AST) -> str | None:
    """The module of ours that a piece of source names."""
    if isinstance(node, ast.Name):
        found = resolved(module, node.id)
        return found if isinstance(found, str) else None
    if isinstance(node, ast.Attribute) and (parent := _module(module, node.value)):
        name = f"{parent}.{node.attr}"
        return name if name in modules() else None
    return None


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a piece of source but annotations."""
    open_ = [node]
    while open_:
        yield (one := open_.pop())
        for field in one._fields:
            value = getattr(one, field) if field not in {"annotation", "returns"} else None
            inside = value if isinstance(value, list) else [value]
            open_ += [inner for inner in inside if isinstance(inner, ast.AST)]


@cache
def mentions(place: Place) -> frozenset[Place]:
    """The definitions that one leads to at once."""
    return frozenset(one for node in _nodes(place) for one in mentioned(place.module, node))


def reached(*begin: Place) -> set[Place]:
    """All definitions that some lead to, themselves among them."""
    found, open_ = set(begin), list(begin)
    while open_:
        new = mentions(open_.pop()) - found
        found |= new
        open_ += new
    return found


def _nodes(place: Place) -> list[ast.AST]:
    return modules()[place.module].defined[place.name]


@cache
def asked_of_store(place: Place) -> frozenset[tuple[str, str]]:
    """What a definition asks of the store, as ``OF_STORE`` has it; the store asks nobody."""
    return frozenset() if place.module.startswith(STORE) else frozenset(_asked(place))


def _asked(place: Place) -> Iterator[tuple[str, str]]:
    for node in _nodes(place):
        for one in _walk(node):
            if isinstance(one, ast.Attribute) and ast.unparse(one.value).endswith("store"):
                yield from (asked for kind, asked in OF_STORE.items() if kind == one.attr)
            elif isinstance(one, ast.Name):
                kinds = [kind for kind in OF_STORE if getattr(kind, "__name__", "") == one.id]
                yield from (OF_STORE[kind] for kind in kinds)


def could_ask(function: str) -> set[tuple[str, str]]:
    """What a function of ``app`` could ask of the store."""
    return {asked for place in reached(*entrance(function)) for asked in asked_of_store(place)}


def entrance(function: str) -> list[Place]:
    """Where a function begins: for the API, all that the modules of its views define."""
    if function in modules()["app"].defined:
        return [Place("app", function)]
    views = {source for source, _ in modules()["app"].imported.values() if source in modules()}
    return [Place(view, name) for view in views for name in modules()[view].defined]
