"""What Chalice packs and no function ever opens."""

from fnmatch import fnmatchcase
from importlib.metadata import PathDistribution
from pathlib import Path

NEVER_OPENED = (
    *("*.pyi", "*/py.typed", "*.c"),  # for type checkers and compilers
    *("*.po", "*.pot"),  # for translators: programs read .mo
    *("*.dist-info/*", "*.data/*"),  # for installers; nothing here asks for a version
    *("*/tests/*", "publicsuffixlist/test.py", "publicsuffixlist/update.py"),
    "botocore/data/*/examples-1.json",
    "dateutil/zoneinfo/*.tar.gz",  # time zones of its own: zones are the standard library's
    *("urllib3/contrib/emscripten/*", "dateutil/tz/win.py"),  # for browsers, for Windows
)


def versions(tree: Path) -> list[str]:
    """Name the libraries in the folder with their versions, as pip would."""
    found = (PathDistribution(path) for path in tree.glob("*.dist-info"))
    return sorted(f"{one.metadata['Name'].lower()}=={one.version}" for one in found)


def leave_out(tree: Path) -> None:
    """Remove what no function opens, and the folders that are empty then."""
    for path in sorted(tree.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif _matches(path.relative_to(tree).as_posix()):
            path.unlink()


def _matches(name: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in NEVER_OPENED)
