from itertools import chain, repeat

import pytest

from infra.deploy.cloud import Cloud
from infra.deploy.flow import Deployment, Wish
from infra.deploy.stack import CAPABILITIES, Planned, Stack
from infra.deploy.stop import Stop
from infra.deploy.versions import Versions
from tests.deploy.answers import Answers, Refused
from tests.deploy.places import NOON
from tests.stores import CREDENTIALS

ARN = "arn:aws:cloudformation:eu-central-1:000000000000:changeSet/c/1"


def change(name):
    """A resource that would be made."""
    made = {"Action": "Add", "ResourceType": "AWS::IAM::Role", "LogicalResourceId": name}
    return {"Type": "Resource", "ResourceChange": made}


def described(status):
    """The stack in a state."""
    return {"Stacks": [{"StackName": "alibi", "CreationTime": NOON, "StackStatus": status}]}


def event(number, status, reason=""):
    """Something that happened to a resource."""
    about = {"LogicalResourceId": "Tick", "ResourceStatus": status, "ResourceStatusReason": reason}
    return about | {"EventId": str(number), "StackId": "s", "StackName": "alibi", "Timestamp": NOON}


def one_after_the_other(*answers):
    """Give answers in order; the last one again and again."""
    coming = chain(answers, repeat(answers[-1]))
    return lambda _: next(coming)


class Told:
    """CloudFormation as a list of answers, and the stack that asks it."""

    def __init__(self):
        """Know nothing but that the stack is there."""
        self.cloud = Cloud("eu-central-1")
        self.said: list[str] = []
        self.paused: list[float] = []
        self.stack = Stack(self.cloud, "alibi", self.said.append, self.paused.append)
        self.aws = Answers(self.cloud, {("sts", "GetCallerIdentity"): {"Account": "000000000000"}})
        self.answer("DescribeStacks", described("UPDATE_COMPLETE"))
        self.answer("CreateChangeSet", {"Id": ARN})
        self.answer("DeleteChangeSet", {})
        self.answer("DeleteStack", {})
        self.answer("ExecuteChangeSet", {})
        self.answer("DescribeStackEvents", {"StackEvents": []})

    def answer(self, operation, *answers):
        """Let CloudFormation answer so, one after the other."""
        self.aws.answers["cloudformation", operation] = one_after_the_other(*answers)


@pytest.fixture
def told(monkeypatch):
    """An account that is told what to answer."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    return Told()


def test_a_change_set_is_waited_for_and_read_to_its_last_page(told):
    """What is shown is everything that would change."""
    done = {"Status": "CREATE_COMPLETE"}
    told.answer(
        "DescribeChangeSet",
        {"Status": "CREATE_PENDING"},
        {"Status": "CREATE_IN_PROGRESS"},
        done,
        done | {"Changes": [change("A")], "NextToken": "more"},
        done | {"Changes": [change("B")]},
    )
    planned = told.stack.plan("v1", [], {"TemplateURL": "https://s3.example/t.json"})
    assert [one.name for one in planned.changes] == ["A", "B"]
    assert len(told.paused) == 2
    (asked,) = (a for _, name, a in told.aws.calls if name == "CreateChangeSet")
    assert (asked["ChangeSetType"], asked["ImportExistingResources"]) == ("UPDATE", False)
    assert asked["Capabilities"] == CAPABILITIES


def test_a_stack_that_is_not_there_is_created_and_takes_its_table_over(told):
    """Also one of which only a plan was made, and one that was deleted."""
    absent = Refused("ValidationError", "Stack with id alibi does not exist")
    for status in (absent, described("REVIEW_IN_PROGRESS"), described("DELETE_COMPLETE")):
        told.aws.answers["cloudformation", "DescribeStacks"] = status
        told.answer("DescribeChangeSet", {"Status": "CREATE_COMPLETE"})
        told.stack.plan("v1", [], {"TemplateURL": "https://s3.example/t.json"})
        asked = [a for _, name, a in told.aws.calls if name == "CreateChangeSet"][-1]
        assert (asked["ChangeSetType"], asked["ImportExistingResources"]) == ("CREATE", True)


@pytest.mark.parametrize(
    "reason",
    [
        "The submitted information didn't contain changes. Submit different information.",
        "No updates are to be performed.",
    ],
)
def test_nothing_to_change_is_no_failure(told, reason):
    """CloudFormation calls it failed; the change set is removed."""
    told.answer("DescribeChangeSet", {"Status": "FAILED", "StatusReason": reason})
    assert told.stack.plan("v1", [], {"UsePreviousTemplate": True}) == Planned("v1", void=True)
    assert "DeleteChangeSet" in {name for _, name, _ in told.aws.calls}


def test_a_template_that_is_refused_says_why(told):
    """The words of CloudFormation are passed on."""
    told.answer("DescribeChangeSet", {"Status": "FAILED", "StatusReason": "No such property: X"})
    with pytest.raises(Stop, match="No such property: X"):
        told.stack.plan("v1", [], {"UsePreviousTemplate": True})


def test_a_change_that_is_put_back_says_why(told):
    """Every failed resource with its reason, those of this change alone."""
    told.answer(
        "DescribeStackEvents",
        {"StackEvents": [event(1, "UPDATE_FAILED", "long ago")]},
        {"StackEvents": [event(1, "UPDATE_FAILED", "long ago")]},
        {"StackEvents": [event(2, "UPDATE_FAILED", "no right"), event(1, "UPDATE_FAILED", "")]},
    )
    told.answer(
        "DescribeStacks",
        described("UPDATE_IN_PROGRESS"),
        described("UPDATE_IN_PROGRESS"),
        described("UPDATE_IN_PROGRESS"),
        described("UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS"),
        described("UPDATE_ROLLBACK_COMPLETE"),
    )
    with pytest.raises(Stop) as stopped:
        told.stack.execute(Planned("v1"))
    assert "Tick: no right" in stopped.value.wrong
    assert "long ago" not in stopped.value.wrong
    assert "as it was before" in stopped.value.mend
    assert told.said == ["  failed: Tick: no right"]


def test_old_resources_may_go_after_the_end(told):
    """The change is done when CloudFormation has tidied up."""
    told.answer(
        "DescribeStacks",
        described("UPDATE_IN_PROGRESS"),
        described("UPDATE_COMPLETE_CLEANUP_IN_PROGRESS"),
        described("UPDATE_COMPLETE"),
    )
    told.stack.execute(Planned("v1"))
    assert told.aws.calls[-1][1] == "DescribeStacks"


def test_what_is_left_of_a_first_attempt_is_removed(told):
    """A stack that never was complete cannot be changed: it goes, after a question."""
    told.answer("DescribeStacks", described("ROLLBACK_COMPLETE"))
    versions = Versions(told.cloud, "alibi")
    no = Deployment(told.stack, versions, told.said.append, lambda _: False)
    with pytest.raises(Stop, match="left as it is"):
        no.run(Wish("v1"), NOON)
    told.answer(
        "DescribeStacks",
        described("ROLLBACK_COMPLETE"),
        described("DELETE_IN_PROGRESS"),
        described("DELETE_COMPLETE"),
    )
    told.stack.remove_rest()
    assert "DeleteStack" in {name for _, name, _ in told.aws.calls}
    told.answer("DescribeStacks", described("DELETE_FAILED"))
    with pytest.raises(Stop, match="cannot be deleted"):
        told.stack.remove_rest()


@pytest.mark.parametrize("region", ["eu-central-1", "us-east-1"])
def test_cloudformation_is_told_where_the_template_lies(monkeypatch, region):
    """By an address of S3 in the region, as CloudFormation takes it."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    cloud = Cloud(region)
    Answers(cloud, {("sts", "GetCallerIdentity"): {"Account": "000000000000"}})
    address = Versions(cloud, "alibi").address("v1")
    server, _, rest = address.removeprefix("https://").partition("/")
    assert server in {f"s3.{region}.amazonaws.com", "s3.amazonaws.com"}
    assert rest == f"alibi-artifacts-000000000000-{region}/alibi/versions/v1/template.json"
