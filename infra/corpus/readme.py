"""The table of the corpus' README: how many mails there are of each client and language."""

import json
from collections import Counter
from pathlib import Path

from infra.corpus.forms import MADE_BY

LANGUAGES = ("ru", "en", "pl")
BEGIN, END = "<!-- counted -->", "<!-- /counted -->"


def table(folder: Path) -> str:
    """Count the pairs of a folder, as a Markdown table: run programs first, then written forms."""
    made = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    counts = Counter((pair["made_by"], pair["client"], pair["language"]) for pair in made)
    makers = sorted({(by == MADE_BY, by, client) for by, client, _ in counts}, key=_order)
    rows = [
        (client if written else by, _by(written), *(counts[by, client, at] for at in LANGUAGES))
        for written, by, client in makers
    ]
    sums = [sum(row[column] for row in rows) for column in (2, 3, 4)]
    head = ["| Client | Made by | ru | en | pl |", "|---|---|---|---|---|"]
    last = f"| all {sum(sums)} | | {' | '.join(map(str, sums))} |"
    return "\n".join([*head, *("| " + " | ".join(map(str, row)) + " |" for row in rows), last])


def _order(maker: tuple[bool, str, str]) -> tuple[bool, str]:
    return maker[0], (maker[2] if maker[0] else maker[1]).casefold()


def _by(written: bool) -> str:  # noqa: FBT001 -- a word for each
    return "written form" if written else "the program"


def count(folder: Path) -> None:
    """Bring the table of the README in a folder up to date."""
    path = folder / "README.md"
    text = path.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    path.write_text(f"{before}{BEGIN}\n{table(folder)}\n{END}{after}", "utf-8")
