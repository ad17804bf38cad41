"""The editor that clients start: it types a prepared text into the reply, as a person would.

``python editor.py [OPTIONS] FILE``; the environment names the file with what to type, and the
place. It uses the standard library alone, since it runs outside the project's environment.
"""

import locale
import os
import re
import sys
from pathlib import Path

QUOTED = re.compile(r"\s{0,3}>|\t|[|] ")
FOOT = 2
"""How many quoted lines are left by whoever trims."""


def edited(lines: list[str], text: str, place: str) -> list[str]:
    """Give the lines of a reply with a text typed at a place."""
    typed = text.split("\n")
    quoted = [at for at, line in enumerate(lines) if QUOTED.match(line)]
    if place in {"top", "alone"} or not quoted:
        return [*typed, "", *lines] if any(lines) else typed
    if place == "bottom":
        end = quoted[-1] + 1
        return [*lines[:end], "", *typed, *lines[end:]]
    told = [at for at in quoted if re.search(r"\w", lines[at]) and "=#=#=" not in lines[at]]
    if place == "trimmed":
        last = told[0]
        kept = [lines[at] for at in told[:FOOT]]
        return [*lines[: quoted[0]], *kept, "", *typed, *lines[quoted[-1] + 1 :]] if last else typed
    middle, end = told[0] + 1, quoted[-1] + 1
    first, rest = typed[:1], typed[1:]
    return [*lines[:middle], "", *first, "", *lines[middle:end], "", *rest, *lines[end:]]


def body(lines: list[str]) -> int:
    """Find the first line below the headers, where a draft has any."""
    separators = [at for at, line in enumerate(lines) if re.fullmatch(r"-{8,}", line)]
    if separators and re.match(r"[A-Za-z-]+:", lines[0]):
        return separators[0] + 1
    if lines and re.match(r"(?:From|To|Cc|Subject|In-Reply-To): ", lines[0]):
        return lines.index("") + 1 if "" in lines else len(lines)
    return 0


def main() -> None:
    """Edit the file that is named last."""
    path, charset = Path(sys.argv[-1]), locale.getpreferredencoding(do_setlocale=False)
    lines = path.read_text(charset, "surrogateescape").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    start, text = body(lines), Path(os.environ["CORPUS_TEXT"]).read_text("utf-8")
    typed = edited(lines[start:], text, os.environ["CORPUS_PLACE"])
    path.write_text("\n".join([*lines[:start], *typed, ""]), charset, "surrogateescape")


if __name__ == "__main__":
    main()
