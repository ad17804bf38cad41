"""What goes to AWS, made from what stands here: `make package`.

Chalice packs the program with its libraries and writes the template; then what never runs there is
left out, botocore keeps the services that are called, everything is compiled, and the zip is
written so that the same sources give the same bytes.
"""

from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile, rmtree

from infra.package import archive, bytecode, generated, models, trim

RUNTIMES = ("3.11", "3.12", "3.13")
"""The Pythons of Lambda that the program runs on."""
LARGEST = 12 * 1024 * 1024
"""Bytes that the unpacked zip may have."""


class TooLarge(Exception):  # noqa: N818 -- it says what is wrong
    """What would be unpacked is larger than ``LARGEST``."""


@dataclass(frozen=True)
class Package:
    """What was made; sizes in bytes."""

    zipped: Path
    template: Path
    before: int
    """Unpacked, as Chalice packs it."""
    size: int
    """Unpacked, as it is."""


def make(out: Path, architecture: str = "", scratch: Path | None = None) -> Package:
    """Make ``deployment.zip`` and its template in ``out``, for the Python that runs this.

    ``architecture`` is x86_64 or arm64, if not that of ``.chalice/config.json``. Other folders are
    made in ``scratch`` and left there to be looked at. Raises ``TooLarge``, or what went wrong.
    """
    scratch = scratch or out / "parts"
    rmtree(scratch, ignore_errors=True)
    return finish(generated.by_chalice(scratch, architecture), out, scratch / "tree")


def finish(raw: Path, out: Path, tree: Path) -> Package:
    """Make the package in ``out`` of what Chalice has left in ``raw``, unpacked in ``tree``."""
    archive.unpack(raw / archive.NAME, tree)
    before, versions = size(tree), trim.versions(tree)
    trim.leave_out(tree)
    models.keep_called(tree / "botocore" / "data")
    (tree / "chalicelib" / "BUILD").write_text(f"{archive.digest(tree)[:12]}\n", encoding="ascii")
    bytecode.compile_all(tree)
    now = admitted(tree)
    out.mkdir(parents=True, exist_ok=True)
    zipped, template = out / archive.NAME, out / generated.TEMPLATE
    archive.pack(tree, zipped)
    copyfile(raw / generated.TEMPLATE, template)
    (out / "versions.txt").write_text("".join(f"{one}\n" for one in versions), encoding="utf-8")
    return Package(zipped, template, before, now)


def admitted(tree: Path) -> int:
    """Give the bytes of all files in a folder; raises ``TooLarge`` over ``LARGEST``."""
    if (now := size(tree)) > LARGEST:
        raise TooLarge(f"{now / 2**20:.2f} MiB unpacked, at most {LARGEST / 2**20:.0f} are allowed")
    return now


def size(tree: Path) -> int:
    """Give the bytes of all files in a folder."""
    return sum(path.stat().st_size for path in tree.rglob("*") if path.is_file())
