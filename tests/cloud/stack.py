"""The packaged template deployed to the emulator by its CloudFormation."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cloud import template as templates
from tests.cloud.emulator import ACCOUNT, REGION, Emulator

NAME = "alibi"
CODE = "alibi-code"
PARAMETERS = {"BaseUrl": "https://alibi.example", "MailDomain": "in.alibi.example"}
PATIENCE = 60
"""Seconds for the emulator to make everything."""


@dataclass(frozen=True)
class Stack:
    """A deployed stack: where its API is, and what became of each resource."""

    cloud: Emulator
    template: Any
    physical: dict[str, str]
    outputs: dict[str, str]

    @property
    def api(self) -> str:
        """The address of the stage ``api`` at the emulator."""
        return f"{self.cloud.url}/_aws/execute-api/{self.outputs['RestAPIId']}/api"

    def function(self, name: str) -> str:
        """Give the name of a function at Lambda by its name in the template."""
        return self.physical[name]


def deploy(cloud: Emulator, packaged: Path, parameters: dict[str, str]) -> Stack:
    """Deploy what the package step has made; raises with the reason if the stack fails."""
    s3, formation = cloud.client("s3"), cloud.client("cloudformation")
    template = templates.read(packaged)
    s3.create_bucket(Bucket=CODE, CreateBucketConfiguration={"LocationConstraint": REGION})
    s3.upload_file(str(packaged.parent / "deployment.zip"), CODE, "code.zip")
    placed = templates.placed(template, CODE, "code.zip")
    s3.put_object(Bucket=CODE, Key="template.json", Body=templates.as_json(placed))
    given = {**PARAMETERS, **parameters}
    formation.create_stack(
        StackName=NAME,
        TemplateURL=f"{cloud.url}/{CODE}/template.json",
        Parameters=[{"ParameterKey": k, "ParameterValue": v} for k, v in given.items()],
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
    )
    stack = _awaited(formation)
    resources = formation.list_stack_resources(StackName=NAME)["StackResourceSummaries"]
    physical = {one["LogicalResourceId"]: one["PhysicalResourceId"] for one in resources}
    outputs = {one["OutputKey"]: one["OutputValue"] for one in stack.get("Outputs", ())}
    made = Stack(cloud, template, physical, outputs)
    return made


def _awaited(formation: Any) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        (stack,) = formation.describe_stacks(StackName=NAME)["Stacks"]
        if stack["StackStatus"] == "CREATE_COMPLETE":
            return stack
        if "IN_PROGRESS" not in stack["StackStatus"]:
            raise AssertionError(stack.get("StackStatusReason"))
        time.sleep(0.1)
    raise TimeoutError("the stack was not made in time")
