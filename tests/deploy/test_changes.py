import pytest

from infra.deploy.changes import KEEPS, Change, changes, losses, told
from infra.deploy.stack import stack_policy

TABLE = "AWS::DynamoDB::Table"


def described(fate, kind=TABLE, **more):
    """A change as CloudFormation describes it."""
    about = {"Action": fate, "LogicalResourceId": "It", "ResourceType": kind}
    return {"Type": "Resource", "ResourceChange": about | more}


@pytest.mark.parametrize("kind", KEEPS)
@pytest.mark.parametrize(
    "more", [{"fate": "Remove"}, {"fate": "Modify", "Replacement": "True"}], ids=["gone", "new"]
)
def test_what_holds_something_is_not_lost_by_the_way(kind, more):
    """Removing or replacing a table, a bucket, a key or a queue has to be named to be done."""
    planned = changes([described(kind=kind, **more)])
    assert losses(planned, ()) == list(planned)
    assert losses(planned, {"Other"}) == list(planned)
    assert losses(planned, {"It"}) == []
    assert KEEPS[kind] in told(planned)[0]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (described("Add"), "make      AWS::DynamoDB::Table: It"),
        (described("Import"), "take over AWS::DynamoDB::Table: It"),
        (described("Modify"), "change    AWS::DynamoDB::Table: It"),
        (
            described("Modify", Replacement="Conditional"),
            "change    AWS::DynamoDB::Table: It, if it need not be replaced",
        ),
        (described("Remove", "AWS::Lambda::Function"), "remove    AWS::Lambda::Function: It"),
        (described("Modify", "AWS::IAM::Role", Replacement="True"), "REPLACE   AWS::IAM::Role: It"),
    ],
)
def test_other_changes_are_shown_and_done(change, line):
    """What can be made again may go; each change is one line."""
    planned = changes([change])
    assert losses(planned, ()) == []
    assert told(planned) == [line]


def test_what_is_lost_stands_first_and_says_if_the_old_one_stays():
    """Whoever reads one line reads that."""
    lost = described("Modify", Replacement="True", PolicyAction="ReplaceAndRetain")
    planned = changes([described("Add", "AWS::IAM::Role"), lost])
    assert told(planned)[0].endswith("all games, the old one is kept")


def test_a_hundred_things_are_a_dozen_lines():
    """What is made of one kind stands on one line."""
    many = [Change(f"Fn{n}", "AWS::Lambda::Function", "Add") for n in range(100)]
    (line,) = told(many)
    assert line.startswith("make      AWS::Lambda::Function: Fn0, Fn1, ")


def test_changes_of_other_kinds_are_passed_over():
    """CloudFormation may describe hooks among the changes."""
    assert changes([{"Type": "Hook"}]) == ()


def test_the_policy_of_the_stack_forbids_the_same():
    """CloudFormation itself refuses to replace or delete it, but for what was given up."""
    allow, deny = stack_policy(())["Statement"]
    assert allow["Action"] == "Update:*"
    assert deny["Condition"] == {"StringEquals": {"ResourceType": sorted(KEEPS)}}
    assert deny["Resource"] == "*"
    _, deny = stack_policy(["It"])["Statement"]
    assert "Resource" not in deny
    assert deny["NotResource"] == ["LogicalResourceId/It"]
    assert Change("It", TABLE, "Remove").loses
