"""``python -m infra.package``: make the zip and the template for AWS, and say their sizes."""

import argparse
import sys
from pathlib import Path

from infra import package

OUT = Path("build/package")


def main() -> None:
    """Make the package for this Python, or say why that cannot be."""
    parser = argparse.ArgumentParser(prog="python -m infra.package", description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT, help=f"the folder ({OUT})")
    parser.add_argument("--runtime", help="the Python of the Lambda, such as 3.12 (this one)")
    parser.add_argument(
        "--arch", default="", choices=["", "x86_64", "arm64"], help="if not that of .chalice"
    )
    given = parser.parse_args()
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    if problem := wrong_python(given.runtime or here, here):
        sys.exit(problem)
    try:
        made = package.make(given.out, given.arch)
    except package.TooLarge as error:
        sys.exit(f"The package is too large: {error}.")
    print(
        f"{made.zipped}: {mib(made.zipped.stat().st_size)}, unpacked {mib(made.size)} "
        f"(as Chalice packs it {mib(made.before)}), for Python {here}"
    )
    print(f"{made.template}: {made.template.stat().st_size / 1024:.0f} KiB")


def wrong_python(wanted: str, here: str) -> str:
    """Say why a package for the Python ``wanted`` cannot be made by the one ``here``, or nothing.

    Bytecode is understood by the very version that made it, and Chalice looks for its wheels.
    """
    if wanted not in package.RUNTIMES:
        return (
            f"Python {wanted} is none that Alibi runs on in Lambda: {', '.join(package.RUNTIMES)}"
        )
    if wanted != here:
        return (
            f"A package for Python {wanted} is made by Python {wanted}, and this is {here}: "
            f"make package RUNTIME={wanted} PYTHON=/path/to/python{wanted}"
        )
    return ""


def mib(size: int) -> str:
    """Write a size in bytes as people read it."""
    return f"{size / 2**20:.2f} MiB"


if __name__ == "__main__":
    main()
