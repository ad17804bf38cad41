"""What Chalice makes of a clean copy of the program: a zip and a template, ours merged into it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree

from infra.template import merged

ROOT = Path(__file__).parent.parent.parent
STAGE = "prod"
"""The stage of ``.chalice/config.json``."""
TEMPLATE = "sam.json"
"""The template beside the zip; Chalice calls it so. Its YAML would have aliases, and CloudFormation
takes none."""
WANTED = {".py", ".html", ".json", ".mo"}
"""How the files end that the program is made of."""
CHALICE = "from chalice.cli import main; main()"


def by_chalice(scratch: Path, architecture: str) -> Path:
    """Let Chalice package a copy of the program; gives the folder of its zip and its template.

    Chalice takes along whatever lies in ``chalicelib``, and picks the wheels of this very version
    of Python. Its region is not used: it only wants to know one.
    """
    project, out = (scratch / "project").resolve(), (scratch / "chalice").resolve()
    copied(ROOT / "chalicelib", project / "chalicelib")
    for name in ("app.py", "requirements.txt"):
        copy(ROOT / name, project / name)
    (project / ".chalice").mkdir()
    for path in (ROOT / ".chalice").glob("*.json"):
        copy(path, project / ".chalice")
    if architecture:
        _choose(project / ".chalice" / "config.json", architecture)
    command = [sys.executable, "-B", "-c", CHALICE, "package", "--stage", STAGE]
    beside = scratch / "beside.json"
    beside.write_text(json.dumps(merged()), encoding="utf-8")
    command += ["--merge-template", str(beside.resolve()), str(out)]
    region = os.environ.get("AWS_DEFAULT_REGION", "eu-central-1")
    subprocess.run(  # noqa: S603 -- our own interpreter and our own arguments
        command,
        cwd=project,
        check=True,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"AWS_DEFAULT_REGION": region},
    )
    return out


def copied(source: Path, target: Path) -> None:
    """Copy what the program is made of, and nothing that lies beside it by chance.

    Settings with passwords, files of editors, keys, links to anywhere: all that is in the zip can
    be read by whoever may read the bucket.
    """

    def unwanted(folder: str, names: list[str]) -> set[str]:
        return {name for name in names if not _is_wanted(Path(folder, name))}

    copytree(source, target, ignore=unwanted)


def _is_wanted(path: Path) -> bool:
    if path.name.startswith(".") or path.is_symlink():
        return False
    return path.name != "__pycache__" if path.is_dir() else path.suffix in WANTED


def _choose(config: Path, architecture: str) -> None:
    chosen = json.loads(config.read_text(encoding="utf-8"))
    for place in (chosen, *chosen["stages"].values()):
        place.pop("lambda_architecture", None)
    chosen["lambda_architecture"] = architecture
    config.write_text(json.dumps(chosen), encoding="utf-8")
