"""The zip for AWS: its size, its bytes, its bytecode, and what of botocore it keeps."""

import gzip
import json
import os
import re
import subprocess
import sys
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Any, get_args
from zipfile import ZipFile

import pytest
from botocore.loaders import Loader
from botocore.regions import EndpointResolver

from chalicelib.clients import Service
from infra import package
from infra.package import archive, generated, models, trial
from infra.package.__main__ import wrong_python
from infra.package.generated import ROOT

UNCHECKED = (1).to_bytes(4, "little")
"""What a compiled file says of itself if it holds a hash that nobody is to compare (PEP 552)."""


def test_what_lies_beside_the_program_stays_here(tmp_path):
    """Passwords, keys, files of editors and links are in no package, whoever left them there."""
    source, target = tmp_path / "chalicelib", tmp_path / "copy"
    for name in ("a.py", "data/a.json", "templates/a.html", "locale/ru/a.mo"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).touch()
    wanted = names(source)
    for name in (".env", "data/.aws.json", "a.py~", "key.pem", "BUILD", "__pycache__/a.pyc"):
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).touch()
    (source / ".#a.py").symlink_to("nobody@nowhere")
    (source / "b.json").symlink_to(tmp_path)
    generated.copied(source, target)
    assert names(target) == wanted


def names(folder):
    """The names of the files in a folder and below."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_what_is_unpacked_is_small(unpacked):
    """At most 12 MiB are unpacked."""
    assert package.size(unpacked) <= 12 * 1024 * 1024


def test_what_is_too_large_is_refused(tmp_path):
    """One byte more than allowed, in whatever folder below, and there is no package."""
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "a").write_bytes(bytes(package.LARGEST))
    assert package.admitted(tmp_path) == package.LARGEST == 12 * 1024 * 1024
    (tmp_path / "b").write_bytes(b"x")
    with pytest.raises(package.TooLarge, match=r"12\.00 MiB unpacked"):
        package.admitted(tmp_path)


def test_everything_is_compiled_for_this_python(unpacked):
    """Each module has bytecode of this version whose hash is not compared with a source."""
    compiled = sorted(unpacked.rglob("*.pyc"))
    heads = {path.read_bytes()[:8] for path in compiled}
    assert heads == {MAGIC_NUMBER + UNCHECKED}
    sources = {path.relative_to(unpacked) for path in unpacked.rglob("*.py")}
    expected = {path.relative_to(ROOT) for path in (ROOT / "chalicelib").rglob("*.py")}
    assert sources == expected | {Path("app.py")}, "libraries are there as bytecode only"
    tag = sys.implementation.cache_tag
    beside = {path.parent / "__pycache__" / f"{path.stem}.{tag}.pyc" for path in sources}
    assert beside <= {path.relative_to(unpacked) for path in compiled}


def test_nothing_lies_there_that_never_runs(unpacked):
    """No tests, no sources for compilers and translators, nothing of Chalice's own tools."""
    names = [p.relative_to(unpacked).as_posix() for p in unpacked.rglob("*") if p.is_file()]
    useless = re.compile(
        r"(^|/)tests?/|\.(po|pot|pyi|c|whl)$|\.dist-info/|^(boto3|s3transfer|pip)/"
    )
    assert [name for name in names if useless.search(name)] == []
    assert {name for name in names if name.startswith("chalice/")} == {
        "chalice/__init__.pyc",
        "chalice/app.pyc",
    }


def test_a_traceback_shows_our_lines(unpacked):
    """What goes wrong on AWS is told with file, number and text of our line."""
    code = "import sys; sys.path.insert(0, sys.argv[1]); import chalicelib.data as d; d.deck('x')"
    done = subprocess.run(
        [sys.executable, *trial.ISOLATED, "-c", code, str(unpacked)],
        capture_output=True,
        text=True,
        check=False,
    )
    place = re.search(
        r'File ".*/chalicelib/data/__init__\.py", line (\d+), in deck\n +(.+)', done.stderr
    )
    assert place, done.stderr
    lines = (ROOT / "chalicelib" / "data" / "__init__.py").read_text().splitlines()
    assert lines[int(place[1]) - 1].strip() == place[2]


def test_the_build_has_a_name(unpacked, packaged):
    """The program can say which build it is, and the libraries in it are listed beside it."""
    assert re.fullmatch(r"[0-9a-f]{12}\n", (unpacked / "chalicelib" / "BUILD").read_text())
    listed = (packaged / "made" / "versions.txt").read_text().split()
    assert {line.partition("==")[0] for line in listed} >= {"botocore", "msgspec", "pynamodb"}


# botocore's descriptions of services


def read(path: Path) -> Any:
    """What a description says."""
    raw = path.read_bytes()
    return json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)


@pytest.fixture(scope="module")
def whole(packaged, tmp_path_factory):
    """The data of botocore as its authors ship it, of the same release."""
    folder = tmp_path_factory.mktemp("whole")
    with ZipFile(packaged / "parts" / "chalice" / archive.NAME) as opened:
        opened.extractall(folder, [n for n in opened.namelist() if n.startswith("botocore/data/")])
    return folder / "botocore" / "data"


def test_descriptions_lack_nothing_but_prose(unpacked, whole):
    """Of each service that is called all files of the latest version are there, all but in full."""
    kept = unpacked / "botocore" / "data"
    assert {p.name for p in kept.iterdir() if p.is_dir()} == {"dynamodb", *get_args(Service)}
    for service in models.CALLED:
        latest = Loader([str(whole)], include_default_search_paths=False).determine_latest_version(
            service, "service-2"
        )
        for path in (whole / service / latest).glob("*"):
            if path.name != "examples-1.json":
                assert read(kept / service / latest / path.name) == models.without_prose(read(path))
    shared = {p.name for p in whole.iterdir() if p.is_file()}
    assert {p.name for p in kept.iterdir() if p.is_file()} == shared


def test_prose_is_told_from_a_field_of_that_name():
    """Only texts are emptied: a member that is called `documentation` is part of what is sent."""
    described = {
        "documentation": "x",
        "members": {"documentation": {"shape": "A"}},
        "list": [{"a": 1}],
    }
    assert models.without_prose(described) == {
        "documentation": "",
        "members": {"documentation": {"shape": "A"}},
        "list": [{"a": 1}],
    }


def test_every_region_of_every_service_is_known(unpacked, whole):
    """A client finds the same address in each region of each partition as with all of the data."""
    folders = (unpacked / "botocore" / "data", whole)
    ours, theirs = (
        EndpointResolver(
            Loader([str(f)], include_default_search_paths=False).load_data("endpoints")
        )
        for f in folders
    )
    regions = [r for p in theirs.get_available_partitions() for r in regions_of(whole, p)]
    asked = [(name, r) for name in ("dynamodb", "s3", "email", "sqs") for r in regions]
    assert len(asked) > 100
    for name, region in asked:
        assert ours.construct_endpoint(name, region) == theirs.construct_endpoint(name, region)


def regions_of(data: Path, partition: str) -> list[str]:
    """The regions of one partition."""
    (found,) = [
        p for p in read(data / "endpoints.json")["partitions"] if p["partition"] == partition
    ]
    return list(found["regions"])


# Who can make it


@pytest.mark.parametrize(
    ("wanted", "here", "said"),
    [
        ("3.12", "3.12", ""),
        ("3.13", "3.11", "RUNTIME=3.13 PYTHON=/path/to/python3.13"),
        ("3.10", "3.10", "3.11, 3.12, 3.13"),
        ("3.14", "3.14", "3.11, 3.12, 3.13"),
    ],
)
def test_a_wrong_python_is_refused(wanted, here, said):
    """A package is made by the very Python that runs it, and only for those that were tried."""
    assert said in wrong_python(wanted, here)
    assert bool(said) == bool(wrong_python(wanted, here))


def test_the_program_refuses_another_python(tmp_path):
    """Asked for bytecode that it cannot make, it makes nothing and says what would."""
    other = next(r for r in package.RUNTIMES if r != f"3.{sys.version_info.minor}")
    command = [
        sys.executable,
        "-m",
        "infra.package",
        "--runtime",
        other,
        "--out",
        str(tmp_path / "o"),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=ROOT, env=dict(os.environ)
    )
    assert done.returncode != 0
    assert f"RUNTIME={other}" in done.stderr
    assert not (tmp_path / "o").exists()
