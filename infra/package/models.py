"""botocore's descriptions of services: only of those that are called, and without their prose.

A client is made from these files at every cold start: read whole, they cost more than the first
request does.
"""

import gzip
import json
from pathlib import Path
from shutil import rmtree
from typing import Any, get_args

from chalicelib.clients import Service

CALLED = ("dynamodb", *get_args(Service))
"""Services by botocore's names: PynamoDB's, and those that ``clients`` gives."""


def keep_called(data: Path) -> None:
    """Leave the latest description of each service that is called, and what all services share."""
    for folder in data.iterdir():
        if folder.is_dir() and folder.name not in CALLED:
            rmtree(folder)
    for service in CALLED:
        for older in sorted((data / service).iterdir())[:-1]:
            rmtree(older)
    for path in data.glob("*/*/*.json.gz"):
        _write(path, without_prose(json.loads(gzip.decompress(path.read_bytes()))))
    endpoints = data / "endpoints.json"
    known = json.loads(endpoints.read_text(encoding="utf-8"))
    _write(endpoints, of_services(known, {_prefix(data, service) for service in CALLED}))


def without_prose(described: Any) -> Any:
    """Give a description with every ``documentation`` empty, of which botocore makes docstrings.

    The fields stay: of some, botocore wants to find one.
    """
    if isinstance(described, list):
        return [without_prose(part) for part in described]
    if not isinstance(described, dict):
        return described
    return {
        name: "" if name == "documentation" and isinstance(part, str) else without_prose(part)
        for name, part in described.items()
    }


def of_services(known: dict[str, Any], prefixes: set[str]) -> dict[str, Any]:
    """Give the endpoints of these services, in all regions of all partitions."""
    partitions = [
        partition
        | {"services": {name: at for name, at in partition["services"].items() if name in prefixes}}
        for partition in known["partitions"]
    ]
    return known | {"partitions": partitions}


def _prefix(data: Path, service: str) -> str:
    """Give the name of a service among the endpoints: that of ``sesv2`` is ``email``."""
    (path,) = (data / service).glob("*/service-2.json.gz")
    described = json.loads(gzip.decompress(path.read_bytes()))
    return str(described["metadata"]["endpointPrefix"])


def _write(path: Path, described: Any) -> None:
    text = json.dumps(described, separators=(",", ":")).encode()
    path.write_bytes(gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)
