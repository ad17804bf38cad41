"""A CloudFormation stack, changed by change sets only, and protected against losing games."""

import json
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec
from botocore.exceptions import ClientError

from infra.deploy.changes import KEEPS, Change, changes
from infra.deploy.cloud import Cloud, code
from infra.deploy.stop import Stop

CAPABILITIES = ["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM", "CAPABILITY_AUTO_EXPAND"]
"""Roles are made, some by name, and the SAM transform is done by CloudFormation."""
NOTHING = ("didn't contain changes", "No updates are to be performed")
"""How CloudFormation says that everything is as it should be."""
LOOK_EVERY, GIVE_UP = 3.0, 3600.0
"""Seconds between two looks at what CloudFormation does, and until it is left to itself."""


class Planned(msgspec.Struct, frozen=True):
    """A change set that waits for a word; ``void``: there was nothing to do, and it is gone."""

    name: str
    changes: tuple[Change, ...] = ()
    void: bool = False


class Stack:
    """One stack by its name; ``say`` tells whoever waits what goes on."""

    def __init__(
        self,
        cloud: Cloud,
        name: str,
        say: Callable[[str], None],
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Look at nothing yet."""
        self._cloud, self.name, self._say, self._pause = cloud, name, say, pause

    def description(self) -> dict[str, Any]:
        """Give what CloudFormation says of it; nothing if it does not exist."""
        try:
            found = self._cloud.call("cloudformation", "describe_stacks", StackName=self.name)
        except ClientError as error:
            if code(error) == "ValidationError" and "does not exist" in str(error):
                return {}
            raise
        return dict(found["Stacks"][0])

    def status(self) -> str:
        """Give its status; empty where nothing of it is there."""
        status = str(self.description().get("StackStatus", ""))
        return "" if status in {"DELETE_COMPLETE", "REVIEW_IN_PROGRESS"} else status

    def outputs(self) -> dict[str, str]:
        """Give what it tells about itself."""
        told = self.description().get("Outputs", ())
        return {one["OutputKey"]: one["OutputValue"] for one in told}

    def parameters(self) -> dict[str, str]:
        """Give the parameters of the last deployment."""
        if not self.status():
            return {}
        known = self.description().get("Parameters", ())
        return {one["ParameterKey"]: one.get("ParameterValue", "") for one in known}

    def resources(self) -> Iterator[dict[str, Any]]:
        """Give what it consists of: logical and physical names, and types."""
        pages = self._cloud.pages("cloudformation", "list_stack_resources", StackName=self.name)
        for page in pages:
            yield from page["StackResourceSummaries"]

    def plan(
        self, name: str, parameters: list[dict[str, Any]], template: Mapping[str, Any]
    ) -> Planned:
        """Let CloudFormation find out what would change; raises ``Stop`` if it cannot.

        ``template`` says where it lies, or that the present one stays, in CloudFormation's words.
        """
        new = not self.status()
        asked = self._cloud.call(
            "cloudformation",
            "create_change_set",
            StackName=self.name,
            ChangeSetName=name,
            ChangeSetType="CREATE" if new else "UPDATE",
            ImportExistingResources=new,  # the table outlives its stack
            Capabilities=CAPABILITIES,
            Parameters=parameters,
            **template,
        )
        made = self._settled(asked["Id"])
        if made["Status"] == "FAILED":
            self.drop(name)
            why = made.get("StatusReason", "no reason given")
            if any(words in why for words in NOTHING):
                return Planned(name, void=True)
            raise Stop(f"CloudFormation refuses: {why}")
        return Planned(name, changes(self._changes(asked["Id"])))

    def _settled(self, change_set: str) -> dict[str, Any]:
        for _ in range(int(GIVE_UP / LOOK_EVERY)):
            found = self._cloud.call(
                "cloudformation",
                "describe_change_set",
                ChangeSetName=change_set,
                StackName=self.name,
            )
            if found["Status"] in {"CREATE_COMPLETE", "FAILED"}:
                return found
            self._pause(LOOK_EVERY)
        raise Stop("CloudFormation does not say what would change", "try again later")

    def _changes(self, change_set: str) -> Iterator[dict[str, Any]]:
        more: dict[str, str] = {}
        while True:
            page = self._cloud.call(
                "cloudformation",
                "describe_change_set",
                ChangeSetName=change_set,
                StackName=self.name,
                **more,
            )
            yield from page.get("Changes", ())
            if not page.get("NextToken"):
                return
            more = {"NextToken": page["NextToken"]}

    def drop(self, change_set: str) -> None:
        """Forget a change set; nothing is changed."""
        self._cloud.call(
            "cloudformation", "delete_change_set", ChangeSetName=change_set, StackName=self.name
        )

    def execute(self, planned: Planned) -> None:
        """Do what was planned and wait for the end; raises ``Stop`` with the reasons if it failed.

        CloudFormation then has put everything back as it was.
        """
        seen = {event["EventId"] for event in self._events()}
        self._cloud.call(
            "cloudformation",
            "execute_change_set",
            ChangeSetName=planned.name,
            StackName=self.name,
        )
        self._wait(seen)

    def _wait(self, seen: set[str]) -> None:
        reasons: list[str] = []
        for _ in range(int(GIVE_UP / LOOK_EVERY)):
            for event in self._news(seen):
                if event["ResourceStatus"].endswith("_FAILED"):
                    why = event.get("ResourceStatusReason", "no reason given")
                    reasons.append(f"{event['LogicalResourceId']}: {why}")
                    self._say(f"  failed: {reasons[-1]}")
            status = str(self.description().get("StackStatus", ""))
            if status in {"CREATE_COMPLETE", "UPDATE_COMPLETE", "IMPORT_COMPLETE"}:
                return
            if status.endswith(("_COMPLETE", "_FAILED")) and "CLEANUP" not in status:
                raise Stop(
                    f"the stack is {status}: {'; '.join(reasons)}", remedy(status, self.name)
                )
            self._pause(LOOK_EVERY)
        raise Stop("CloudFormation has not finished within an hour", "make doctor, later")

    def remove_rest(self) -> None:
        """Delete what is left of a stack that never was complete, and wait until it is gone."""
        self._cloud.call("cloudformation", "delete_stack", StackName=self.name)
        for _ in range(int(GIVE_UP / LOOK_EVERY)):
            if not (status := self.status()):
                return
            if status == "DELETE_FAILED":
                raise Stop(
                    f"what is left of {self.name} cannot be deleted", remedy(status, self.name)
                )
            self._pause(LOOK_EVERY)
        raise Stop(f"what is left of {self.name} is not gone within an hour", "make doctor, later")

    def _news(self, seen: set[str]) -> list[dict[str, Any]]:
        fresh = [event for event in self._events() if event["EventId"] not in seen]
        seen.update(event["EventId"] for event in fresh)
        return fresh[::-1]

    def _events(self) -> list[dict[str, Any]]:
        if not self.description():
            return []
        found = self._cloud.call("cloudformation", "describe_stack_events", StackName=self.name)
        return list(found["StackEvents"])

    def protect(self) -> None:
        """Forbid to delete the stack, or what holds something in it, by the way."""
        self._cloud.call(
            "cloudformation",
            "update_termination_protection",
            StackName=self.name,
            EnableTerminationProtection=True,
        )
        self.expose(())

    def expose(self, given_up: Collection[str]) -> None:
        """Let these resources go in the next change, and no other."""
        self._cloud.call(
            "cloudformation",
            "set_stack_policy",
            StackName=self.name,
            StackPolicyBody=json.dumps(stack_policy(given_up)),
        )


def stack_policy(given_up: Collection[str]) -> dict[str, Any]:
    """Give the rules for changing a stack: what holds something is neither replaced nor deleted."""
    everything = {"Effect": "Allow", "Principal": "*", "Action": "Update:*", "Resource": "*"}
    held = {
        "Effect": "Deny",
        "Principal": "*",
        "Action": ["Update:Replace", "Update:Delete"],
        "Resource": "*",
        "Condition": {"StringEquals": {"ResourceType": sorted(KEEPS)}},
    }
    if names := sorted(given_up):
        held.pop("Resource")
        held["NotResource"] = [f"LogicalResourceId/{name}" for name in names]
    return {"Statement": [everything, held]}


def remedy(status: str, name: str) -> str:
    """Say what to do about a stack in such a state; nothing where it can be changed."""
    if status == "ROLLBACK_COMPLETE":
        return f"mend the reason; make deploy then begins anew (what is left of {name} is removed)"
    if status in {"ROLLBACK_FAILED", "DELETE_FAILED"}:
        return (
            f"in the CloudFormation console delete {name}, and keep what it cannot delete; "
            "then make deploy again, which takes over a table that is left"
        )
    if status == "UPDATE_ROLLBACK_FAILED":
        return (
            f"in the CloudFormation console open {name}, Stack actions, Continue update rollback; "
            "then make deploy again"
        )
    if status.endswith("_IN_PROGRESS"):
        return "CloudFormation is still at work: wait, then try again"
    return "everything is as it was before; mend the reason and deploy again"
