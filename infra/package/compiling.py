"""Compile the sources of a folder: ``python compiling.py FOLDER OURS…``, on its own."""

import sys
from pathlib import Path
from py_compile import PycInvalidationMode, compile  # noqa: A004 -- as the library calls it


def main() -> None:
    """Compile ours beside their sources, and others in the place of theirs."""
    tree, ours = Path(sys.argv[1]), tuple(sys.argv[2:])
    for source in sorted(tree.rglob("*.py")):
        name = source.relative_to(tree).as_posix()
        own = name.startswith(ours)
        compile(
            str(source),
            cfile=None if own else str(source.with_suffix(".pyc")),
            dfile=name,
            doraise=True,
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        )
        if not own:
            source.unlink()


if __name__ == "__main__":
    main()
