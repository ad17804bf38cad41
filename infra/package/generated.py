"""What Chalice makes of a clean copy of the program: a zip and a template, ours merged into it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

from infra.template import merged

ROOT = Path(__file__).parent.parent.parent
STAGE = "prod"
"""The stage of ``.chalice/config.json``."""
TEMPLATE = "sam.json"
"""The template beside the zip; Chalice calls it so. Its YAML would have aliases, and CloudFormation
takes none."""
UNWANTED = ignore_patterns("__pycache__", "*.pyc", "BUILD")
CHALICE = "from chalice.cli import main; main()"


def by_chalice(scratch: Path, architecture: str) -> Path:
    """Let Chalice package a copy of the program; gives the folder of its zip and its template.

    Chalice takes along whatever lies in ``chalicelib``, and picks the wheels of this very version
    of Python. Its region is not used: it only wants to know one.
    """
    project, out = (scratch / "project").resolve(), (scratch / "chalice").resolve()
    copytree(ROOT / "chalicelib", project / "chalicelib", ignore=UNWANTED)
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


def _choose(config: Path, architecture: str) -> None:
    chosen = json.loads(config.read_text(encoding="utf-8"))
    for place in (chosen, *chosen["stages"].values()):
        place.pop("lambda_architecture", None)
    chosen["lambda_architecture"] = architecture
    config.write_text(json.dumps(chosen), encoding="utf-8")
