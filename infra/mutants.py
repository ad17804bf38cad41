"""Break the rules one by one and see which tests notice: ``python -m infra.mutants [module…]``.

mutmut makes the mutants of the functions in ``chalicelib/game.py`` and ``chalicelib/rules/`` (see
``pyproject.toml``) and runs the tests of the rules against each. This counts the outcome and shows
who survived. Arguments restrict the run to modules (``chalicelib.rules.forum.clock``, or a pattern
with ``*``), and the others keep what the last run said of them; options are mutmut's own
(``--max-children=1``).

A mutant that changes nothing but the facts of a refusal (not its code or rule) or what a bug is
called is one of message texts, and is counted apart.
"""

import ast
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import ndiff
from pathlib import Path

ROOT = Path(__file__).parent.parent
MADE = ROOT / "mutants"
"""Where mutmut writes the mutated program, and beside each file what became of its mutants."""
LOG = 4000
"""How much is told of a run that failed and that nobody watched, in characters."""
SURVIVED = {0: "survived", 33: "no test"}
"""What an exit code of the tests means, if it is not that they noticed."""


def main(arguments: Sequence[str]) -> int:
    """Run the mutants of some modules, or all of them; print what became of them."""
    options = [argument for argument in arguments if argument.startswith("-")]
    modules = [argument for argument in arguments if argument not in options]
    if not modules:
        shutil.rmtree(MADE, ignore_errors=True)
    names = [module if "*" in module else f"{module}.x*" for module in modules]
    command = [str(Path(sys.executable).with_name("mutmut")), "run", *options, *names]
    log = None if sys.stdout.isatty() else subprocess.PIPE
    run = subprocess.run(command, cwd=ROOT, stdout=log, text=True, check=False)  # noqa: S603 -- ours
    print((run.stdout or "")[-LOG:] if run.returncode else "\n".join(report()))
    return run.returncode


def report() -> Iterator[str]:
    """Show the survivors, then count: for each module, and in all."""
    counts: dict[str, Counter[str]] = {}
    for path in sorted(MADE.rglob("*.py.meta")):
        codes = json.loads(path.read_text("utf-8"))["exit_code_by_key"]
        functions = dict(_functions(ast.parse(path.with_suffix("").read_text("utf-8"))))
        for key, code in codes.items():
            if code is None:
                continue
            module, _, name = key.rpartition(".")
            outcome = SURVIVED.get(code, "killed")
            if outcome != "killed":
                before = functions[re.sub(r"_\d+$", "_orig", name)]
                same = _without_facts(before) == _without_facts(functions[name])
                outcome = "message" if same else outcome
                yield f"\n{key}: {outcome}"
                yield from _changes(before, functions[name])
            counts.setdefault(module, Counter())[outcome] += 1
    yield ""
    yield from (_line(module, count) for module, count in sorted(counts.items()))
    yield _line("all", sum(counts.values(), Counter()))


def _line(name: str, count: Counter[str]) -> str:
    """Count one module; the share is of those that are not about message texts."""
    missed = count["survived"] + count["no test"]
    tested = missed + count["killed"]
    share = f"{missed / tested:6.1%}" if tested else "     -"
    told = ", ".join(f"{count[outcome]} {outcome}" for outcome in sorted(count))
    return f"{share}  {name}: {told}"


def _functions(tree: ast.AST) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Find the functions by name, those of classes too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node)


def _text(function: ast.FunctionDef) -> str:
    """Write a function without its name."""
    return re.sub(r"__mutmut_\w+\(", "(", ast.unparse(function), count=1)


def _without_facts(function: ast.FunctionDef) -> str:
    """Write a function without the facts of its refusals and the texts of its errors."""
    copy = ast.parse(_text(function))
    for node in ast.walk(copy):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            node.exc.keywords = []
            if ast.unparse(node.exc.func) in {"TypeError", "ValueError"}:
                node.exc.args = []
    return ast.unparse(copy)


def _changes(before: ast.FunctionDef, after: ast.FunctionDef) -> Iterator[str]:
    """Show the lines that differ."""
    lines = ndiff(_text(before).splitlines(), _text(after).splitlines())
    return (f"  {line}" for line in lines if line[0] in "-+")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
