"""The versions that were uploaded, and when each was deployed: a bucket in the account.

::

    STACK/versions/VERSION/deployment.zip   the program
                           template.json    the template, which names that very program
                           about.json       when it was made, and by which fold it keeps states
    STACK/deployments/TIME.json             what was deployed, in order
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import yaml
from botocore.exceptions import ClientError

from infra.deploy.cloud import Cloud, code
from infra.deploy.stop import Stop

CODE = {"AWS::Serverless::Function": "CodeUri", "AWS::Serverless::LayerVersion": "ContentUri"}
"""Which property of a resource says where its program lies."""


class About(msgspec.Struct, frozen=True):
    """What is known of a version; ``fold`` is its number of states (``chalicelib.rules.FOLD``)."""

    version: str
    fold: int
    made: datetime


class Deployed(msgspec.Struct, frozen=True):
    """That a version went out, when (UTC), and after which."""

    version: str
    at: datetime
    after: str = ""


def named(program: bytes, template: bytes) -> str:
    """Give the name of a version: the same content always has the same."""
    return hashlib.sha256(hashlib.sha256(program).digest() + template).hexdigest()[:12]


def placed(template: Mapping[str, Any], bucket: str, key: str, version: str) -> dict[str, Any]:
    """Give the template with its program where it was uploaded, and its version as an output."""
    made: dict[str, Any] = json.loads(json.dumps(template))
    for resource in made["Resources"].values():
        where = CODE.get(resource["Type"], "")
        if isinstance(resource.get("Properties", {}).get(where), str):
            resource["Properties"][where] = {"Bucket": bucket, "Key": key}
    outputs = made.setdefault("Outputs", {})
    outputs["Version"] = {"Value": version, "Description": "What was deployed"}
    return made


def _template(package: Path) -> Path:
    """Find the template of a package; raises ``Stop`` if there is none."""
    for name in ("sam.json", "sam.yaml"):
        if (package / name).is_file():
            return package / name
    raise Stop(f"there is no package in {package}", "make package")


class Versions:
    """The versions of one stack, in the account's bucket for them."""

    def __init__(self, cloud: Cloud, stack: str) -> None:
        """Find out how the bucket is called; nothing is made yet."""
        self._cloud, self._stack = cloud, stack
        self._owner = cloud.account
        self.bucket = f"alibi-artifacts-{self._owner}-{cloud.region}"

    def upload(self, package: Path, fold: int, now: datetime) -> str:
        """Upload a package if it is not there yet, and give its version."""
        source = _template(package).read_bytes()
        program = (package / "deployment.zip").read_bytes()
        version = named(program, source)
        if not self._has(self._key(version, "about.json")):
            key = self._key(version, "deployment.zip")
            template = placed(yaml.safe_load(source), self.bucket, key, version)
            self._put(key, program)
            self._put(self._key(version, "template.json"), json.dumps(template).encode())
            about = About(version, fold, now)
            self._put(self._key(version, "about.json"), msgspec.json.encode(about))
        return version

    def about(self, version: str) -> About:
        """Say what is known of a version; raises ``Stop`` if it was never uploaded."""
        try:
            return msgspec.json.decode(self._read(self._key(version, "about.json")), type=About)
        except ClientError as error:
            if code(error) not in {"NoSuchKey", "NoSuchBucket"}:
                raise
            raise Stop(f"there is no version {version}", "make deploy ARGS=--versions") from error

    def template(self, version: str) -> dict[str, Any]:
        """Give the template of a version."""
        template: dict[str, Any] = json.loads(self._read(self._key(version, "template.json")))
        return template

    def address(self, version: str) -> str:
        """Give the address by which CloudFormation finds the template of a version."""
        key = self._key(version, "template.json")
        return f"{self._cloud.endpoint('s3')}/{self.bucket}/{key}"

    def note(self, version: str, after: str, now: datetime) -> None:
        """Write down that a version went out."""
        stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        body = msgspec.json.encode(Deployed(version, now, after))
        self._put(f"{self._stack}/deployments/{stamp}.json", body)

    def history(self) -> list[Deployed]:
        """Give what was deployed, the last first."""
        keys = sorted(self._keys(f"{self._stack}/deployments/"), reverse=True)
        return [msgspec.json.decode(self._read(key), type=Deployed) for key in keys]

    def before(self, version: str) -> str:
        """Give the version that went out before the present one; raises ``Stop`` if none did."""
        for one in self.history():
            if one.version == version and one.after and one.after != version:
                return one.after
        raise Stop(
            f"nothing was deployed before {version or 'the first version'}",
            "make deploy VERSION=… names one; make deploy ARGS=--versions lists them",
        )

    def _key(self, version: str, name: str) -> str:
        return f"{self._stack}/versions/{version}/{name}"

    def _keys(self, prefix: str) -> Iterator[str]:
        for page in self._cloud.pages(
            "s3",
            "list_objects_v2",
            Bucket=self.bucket,
            Prefix=prefix,
            ExpectedBucketOwner=self._owner,
        ):
            yield from (one["Key"] for one in page.get("Contents", ()))

    def _has(self, key: str) -> bool:
        return key in self._keys(key)

    def _read(self, key: str) -> bytes:
        found = self._cloud.call(
            "s3", "get_object", Bucket=self.bucket, Key=key, ExpectedBucketOwner=self._owner
        )
        return bytes(found["Body"].read())

    def _put(self, key: str, body: bytes) -> None:
        self._cloud.call(
            "s3",
            "put_object",
            Bucket=self.bucket,
            Key=key,
            Body=body,
            ExpectedBucketOwner=self._owner,
        )
