"""What takes longer to say of the package than `make test` has time for."""

import json
import os
import subprocess
import sys
from shutil import copytree
from zipfile import ZipFile

from infra import package
from infra.package import archive
from infra.template.rights import GRANTED
from tests.stores import CREDENTIALS

LINT = "import sys; from cfnlint.runner import main; sys.exit(main())"


def test_cfn_lint_has_nothing_to_say(packaged):
    """Types, properties, values, references and conditions are what CloudFormation knows."""
    path = packaged / "made" / "sam.json"
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--regions", "eu-central-1", "--", str(path)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"AWS_DEFAULT_REGION": "eu-central-1"},
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_terraform_is_packaged_too(packaged, tmp_path):
    """Who prefers it gets all functions, with roles to be put in."""
    done = subprocess.run(
        [
            *(sys.executable, "-c", "from chalice.cli import main; main()", "package"),
            *("--stage", "prod", "--pkg-format", "terraform", str(tmp_path / "out")),
        ],
        cwd=packaged / "parts" / "project",  # where Chalice finds the zip that it made
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | CREDENTIALS,
    )
    assert done.returncode == 0, done.stderr
    made = json.loads((tmp_path / "out" / "chalice.tf.json").read_text(encoding="utf-8"))
    assert len(made["resource"]["aws_lambda_function"]) == len(GRANTED)


def test_the_same_sources_give_the_same_bytes(packaged, tmp_path, monkeypatch):
    """Another folder, another time, another order on the disk: the zip is the same to the byte."""
    raw = tmp_path / "elsewhere" / "raw"
    copytree(packaged / "parts" / "chalice", raw)
    with ZipFile(raw / archive.NAME) as opened:
        entries = [(entry, opened.read(entry)) for entry in opened.infolist()]
    with ZipFile(raw / archive.NAME, "w") as turned:
        for entry, content in reversed(entries):
            entry.date_time = (2031, 7, 9, 11, 13, 15)
            turned.writestr(entry, content)
    monkeypatch.chdir(tmp_path)
    again = package.finish(raw, tmp_path / "out", tmp_path / "tree")
    first = packaged / "made"
    assert again.zipped.read_bytes() == (first / archive.NAME).read_bytes()
    assert again.template.read_bytes() == (first / again.template.name).read_bytes()
