"""The packaged template deployed to the emulator by its CloudFormation."""

import json
import time
from base64 import b64decode
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.cloud import template as templates
from tests.cloud.emulator import ACCOUNT, REGION, Emulator

NAME = "alibi"
CODE = "alibi-code"
DOMAIN = "in.alibi.example"
PATIENCE = 60
"""Seconds for the emulator to make everything."""
PSEUDO = {"AWS::Region": REGION, "AWS::AccountId": ACCOUNT, "AWS::Partition": "aws"}
TIMER = {
    "version": "0",
    "id": "x",
    "detail-type": "Scheduled Event",
    "source": "aws.events",
    "account": ACCOUNT,
    "time": "2026-12-01T18:00:00Z",
    "region": REGION,
    "resources": [],
    "detail": {},
}
"""What a rule of EventBridge brings."""


@dataclass(frozen=True)
class Stack:
    """A deployed stack; ``physical`` are the names of its resources by those in the template."""

    cloud: Emulator
    template: Any
    physical: dict[str, str]
    outputs: dict[str, str]
    parameters: dict[str, str]

    @property
    def api(self) -> str:
        """The address of the stage ``api`` at the emulator."""
        return f"{self.cloud.url}/_aws/execute-api/{self.outputs['RestAPIId']}/api"

    @cached_property
    def functions(self) -> dict[str, str]:
        """The functions by their names at Lambda, with those in the template."""
        named = templates.of_type(self.template, "AWS::Serverless::Function")
        return {self.physical[name]: name for name, _ in named}

    def resolved(self, value: Any) -> Any:
        """Give a value of the template as it stands in the deployed stack."""
        return templates.Resolver(self.physical, {**self.parameters, **PSEUDO})(value)

    def invoke(self, name: str, event: Any, *, waiting: bool = True) -> Any:
        """Call a function through Lambda's API; gives what it answers, if that is waited for."""
        answer = self.cloud.client("lambda").invoke(
            FunctionName=self.physical[name],
            InvocationType="RequestResponse" if waiting else "Event",
            Payload=json.dumps(event).encode(),
        )
        return json.loads(answer["Payload"].read() or "null")

    def dead(self) -> list[str]:
        """Take what lies in the queue of the dead."""
        sqs, queue = self.cloud.client("sqs"), self.physical["DeadQueue"]
        taken = sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages", [])
        for one in taken:
            sqs.delete_message(QueueUrl=queue, ReceiptHandle=one["ReceiptHandle"])
        return [one["Body"] for one in taken]

    def waiting(self, queue: str) -> int:
        """Say how many messages a queue holds, those in somebody's hands too."""
        kinds = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        sqs = self.cloud.client("sqs")
        found = sqs.get_queue_attributes(QueueUrl=self.physical[queue], AttributeNames=kinds)
        return sum(map(int, found["Attributes"].values()))

    def mails(self) -> list[bytes]:
        """Give the mails that the functions have handed to SES, as they are."""
        sent = self.cloud.recorder.of("SendEmail")
        return [b64decode(call.asked["Content"]["Raw"]["Data"]) for call in sent]

    def handed(self) -> list[str]:
        """Give the addresses of the mails that the functions have handed to SES."""
        sent = self.cloud.recorder.of("SendEmail")
        return [to for call in sent for to in call.asked["Destination"]["ToAddresses"]]

    def mailed(self) -> list[str]:
        """Give the addresses of the mails that SES says it has sent."""
        with urlopen(f"{self.cloud.url}/_ministack/ses/messages?account={ACCOUNT}") as answer:
            kept = json.load(answer)["messages"].get(ACCOUNT, [])
        return [to for mail in kept for to in mail["To"]]

    def invocations(self, name: str) -> int:
        """Say how often a function has run to its end."""
        lines = self.logs()[f"/aws/lambda/alibi/{name}"]
        return sum(line.startswith("END ") for line in lines)

    def logs(self) -> dict[str, list[str]]:
        """Give the lines in CloudWatch, by the names of their log groups."""
        logs = self.cloud.client("logs")
        names = [group["logGroupName"] for group in logs.describe_log_groups()["logGroups"]]
        pages = logs.get_paginator("filter_log_events")
        return {
            name: [
                event["message"]
                for page in pages.paginate(logGroupName=name)
                for event in page["events"]
            ]
            for name in names
        }


def deploy(cloud: Emulator, packaged: Path, **parameters: str) -> Stack:
    """Deploy what the package step has made; raises with the reason if the stack fails."""
    s3, formation = cloud.client("s3"), cloud.client("cloudformation")
    given = {"BaseUrl": "https://alibi.example", "MailDomain": DOMAIN, **parameters}
    template = templates.read(packaged)
    s3.create_bucket(Bucket=CODE, CreateBucketConfiguration={"LocationConstraint": REGION})
    s3.upload_file(str(packaged.parent / "deployment.zip"), CODE, "code.zip")
    placed = templates.placed(template, CODE, "code.zip")
    s3.put_object(Bucket=CODE, Key="template.json", Body=json.dumps(placed).encode())
    formation.create_stack(
        StackName=NAME,
        TemplateURL=f"{cloud.url}/{CODE}/template.json",
        Parameters=[{"ParameterKey": k, "ParameterValue": v} for k, v in given.items()],
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
    )
    outputs = {one["OutputKey"]: one["OutputValue"] for one in _awaited(formation)["Outputs"]}
    resources = formation.list_stack_resources(StackName=NAME)["StackResourceSummaries"]
    physical = {one["LogicalResourceId"]: one["PhysicalResourceId"] for one in resources}
    made = Stack(cloud, template, physical, outputs, given)
    _redrive(made)
    return made


def _redrive(stack: Stack) -> None:
    """Set what the emulator's CloudFormation forgets of a queue, though its SQS knows it."""
    sqs = stack.cloud.client("sqs")
    for name, queue in templates.of_type(stack.template, "AWS::SQS::Queue"):
        if "RedrivePolicy" in queue:
            policy = json.dumps(stack.resolved(queue["RedrivePolicy"]))
            sqs.set_queue_attributes(
                QueueUrl=stack.physical[name], Attributes={"RedrivePolicy": policy}
            )


def _awaited(formation: Any) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        (stack,) = formation.describe_stacks(StackName=NAME)["Stacks"]
        if stack["StackStatus"] == "CREATE_COMPLETE":
            return stack
        assert "IN_PROGRESS" in stack["StackStatus"], stack.get("StackStatusReason")
        time.sleep(0.1)
    raise TimeoutError("the stack was not made in time")
