"""Compiled once here instead of at every cold start.

Lambda's disk is read-only, so what is not compiled is compiled again at each start. The hash in the
file is not compared with the source: the times in a zip mean nothing, and nobody edits there.

Our own sources stay beside it, so that a traceback shows their lines. Of the libraries only the
bytecode stays, in the place of the source: a traceback shows file and number of their lines.
"""

import os
import subprocess
import sys
from pathlib import Path

OURS = ("app.py", "chalicelib/")
_WORKER = Path(__file__).with_name("compiling.py")


def compile_all(tree: Path) -> None:
    """Compile every source of the folder.

    In a process of its own, whose hashes are not random: a set among the constants is written in
    the order of its hashes.
    """
    clean = {"PATH": os.environ.get("PATH", ""), "PYTHONHASHSEED": "0"}
    subprocess.run(  # noqa: S603 -- our own interpreter and our own file
        [sys.executable, "-s", "-S", str(_WORKER), str(tree), *OURS], check=True, env=clean
    )
