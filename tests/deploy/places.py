"""Places to deploy to: an emulator of AWS, and small packages that it can take."""

import json
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from infra.deploy.cloud import Cloud
from infra.deploy.flow import Deployment, Wish
from infra.deploy.stack import Stack
from infra.deploy.versions import Versions
from tests.deploy.answers import Answers

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
DOMAIN = "in.example.org"
UNKNOWN = ("DeleteChangeSet", "SetStackPolicy", "UpdateTerminationProtection")
"""What the emulator's CloudFormation cannot do, and is only written down."""

TABLE: dict[str, Any] = {
    "Type": "AWS::DynamoDB::Table",
    "Properties": {
        "TableName": "alibi-games",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "StreamSpecification": {"StreamViewType": "KEYS_ONLY"},
    },
}
TEMPLATE: dict[str, Any] = {
    "Parameters": {
        "BaseUrl": {"Type": "String"},
        "MailDomain": {"Type": "String"},
        "MailRate": {"Type": "Number", "Default": 10},
    },
    "Resources": {
        "GamesTable": TABLE,
        "MailBucket": {"Type": "AWS::S3::Bucket", "Properties": {}},
        "Told": {
            "Type": "AWS::SNS::Topic",
            "Properties": {"TopicName": "told", "DisplayName": {"Ref": "BaseUrl"}},
        },
    },
    "Outputs": {"EndpointURL": {"Value": "https://abc.execute-api.example/api/"}},
}
"""As little of a stack as there can be: what must not be lost, and what hears of the address."""


def package(folder: Path, template: dict[str, Any], program: str = "print()") -> Path:
    """Write a package as `make package` leaves it."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / "deployment.zip", "w") as packed:
        packed.writestr(zipfile.ZipInfo("app.py"), program)
    (folder / "sam.json").write_text(json.dumps(template))
    return folder


def varied(**resources: dict[str, Any] | None) -> dict[str, Any]:
    """Give the small template with other resources; ``None`` leaves one out."""
    made: dict[str, Any] = json.loads(json.dumps(TEMPLATE))
    for name, resource in resources.items():
        made["Resources"].pop(name, None)
        if resource:
            made["Resources"][name] = resource
    return made


class Place:
    """An account in an emulator, with a clock of its own and everything that was said."""

    def __init__(self, folder: Path, name: str, cloud: Cloud, aws: Answers) -> None:
        """Open the account for one stack; ``aws`` stands before the emulator."""
        self.cloud, self.aws = cloud, aws
        self.aws.answers = {("cloudformation", operation): {} for operation in UNKNOWN}
        self.aws.calls, self.aws.rest = [], True
        self.said: list[str] = []
        self.asked: list[str] = []
        self.answer = True
        self.folder, self.time = folder, NOON
        self.stack = Stack(self.cloud, name, self.said.append, pause=lambda _: None)
        self.versions = Versions(self.cloud, name)

    def upload(self, template: dict[str, Any], program: str = "print()", fold: int = 1) -> str:
        """Upload a package made of a template and a program."""
        made = package(self.folder / "package", template, program)
        return self.versions.upload(made, fold, self.time)

    def deploy(self, version: str, *given_up: str, **settings: str) -> dict[str, str]:
        """Deploy a version; a minute goes by."""
        self.time += timedelta(minutes=1)
        wanted = Wish(version, settings, given_up)
        made = Deployment(self.stack, self.versions, self.said.append, self._ask)
        return made.run(wanted, self.time)

    def _ask(self, question: str) -> bool:
        self.asked.append(question)
        return self.answer
