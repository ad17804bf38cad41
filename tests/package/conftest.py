"""A package of what stands here, made once and kept under `build` until a source of it changes."""

import fcntl
import platform
import sys
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

import pytest

from infra import package
from infra.package import archive
from infra.package.generated import ROOT
from tests.stores import CREDENTIALS, ministack

ARCHITECTURE = {"aarch64": "arm64"}.get(platform.machine(), "x86_64")
KEPT = ROOT / "build" / "tests" / "package"
SOURCES = (
    *("app.py", "requirements*.txt", ".chalice/*.json", "chalicelib/**/*"),
    *("infra/package/*.py", "infra/template/*"),
)


def content() -> str:
    """A name for all that the package is made of, and for the Python that makes it."""
    found = sorted({path for pattern in SOURCES for path in ROOT.glob(pattern) if path.is_file()})
    whole = sha256(sys.version.encode())
    for path in found:
        if path.suffix != ".pyc":
            whole.update(
                f"{path.relative_to(ROOT)} {sha256(path.read_bytes()).hexdigest()}".encode()
            )
    return whole.hexdigest()[:16]


@pytest.fixture(scope="session")
def packaged():
    """The folder of the package: `made`, and its `parts`; the unpacked zip is `unpacked`."""
    KEPT.mkdir(parents=True, exist_ok=True)
    folder = KEPT / content()
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another worker of the tests may be making it
        if not (folder / "unpacked").exists():
            for older in KEPT.glob("*/"):
                rmtree(older)
            made = package.make(folder / "made", ARCHITECTURE, folder / "parts")
            archive.unpack(made.zipped, folder / "new")
            (folder / "new").rename(folder / "unpacked")
    return folder


@pytest.fixture(scope="session")
def unpacked(packaged: Path) -> Path:
    """What Lambda unpacks."""
    return packaged / "unpacked"


@pytest.fixture(scope="session")
def amazon():
    """The URL of an emulator of all services that the program calls."""
    with pytest.MonkeyPatch.context() as patch, ministack("dynamodb,s3,sqs,ses,sts") as url:
        for name, value in CREDENTIALS.items():
            patch.setenv(name, value)
        yield url
