"""Write the recorded games anew: ``python -m tests.games``."""

from tests.games.book import written
from tests.games.scripts import HERE, recorded, scripts


def main() -> None:
    """Write a file for each script, and remove files without one."""
    files = {one.file: written(one) for one in scripts()}
    for ruleset in recorded():
        for old in (HERE / ruleset).glob("*.txt"):
            if old not in files:
                old.unlink()
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
