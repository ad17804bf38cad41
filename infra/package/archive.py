"""The zip: the same files give the same bytes, wherever and whenever it is written."""

from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

NAME = "deployment.zip"
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first time that a zip can tell."""
READABLE = 0o100644 << 16
"""A file that everybody may read: the functions run as somebody else."""
UNIX = 3


def unpack(zipped: Path, tree: Path) -> None:
    """Unpack a zip into a folder."""
    with ZipFile(zipped) as opened:
        opened.extractall(tree)


def pack(tree: Path, zipped: Path) -> None:
    """Write the files of a folder in the order of their names, all of one time and one mode."""
    with ZipFile(zipped, "w") as opened:
        for name, path in _files(tree):
            entry = ZipInfo(name, EARLIEST)
            entry.create_system, entry.external_attr = UNIX, READABLE
            opened.writestr(entry, path.read_bytes(), ZIP_DEFLATED, compresslevel=9)


def digest(tree: Path) -> str:
    """Give SHA-256 over the names and the contents of a folder's files, in hexadecimal digits."""
    whole = sha256()
    for name, path in _files(tree):
        whole.update(f"{name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def _files(tree: Path) -> list[tuple[str, Path]]:
    found = (path for path in tree.rglob("*") if path.is_file())
    return sorted((path.relative_to(tree).as_posix(), path) for path in found)
