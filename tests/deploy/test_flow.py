from datetime import timedelta

import pytest

from infra.deploy.parameters import PENDING
from infra.deploy.stop import Stop
from tests.deploy.places import DOMAIN, TEMPLATE, varied

QUEUE = {"Type": "AWS::SQS::Queue", "Properties": {}}
URL = "https://abc.execute-api.example/api"


def test_the_first_deployment_asks_for_nothing_but_a_domain(place):
    """The API is made first, and everybody is then told its address."""
    outputs = place.deploy(place.upload(TEMPLATE), MailDomain=DOMAIN)
    assert outputs["EndpointURL"].startswith(URL)
    assert place.stack.parameters() == {"BaseUrl": URL, "MailDomain": DOMAIN, "MailRate": "10"}
    assert place.stack.status() == "UPDATE_COMPLETE"
    assert "  make      AWS::DynamoDB::Table: GamesTable" in place.said
    assert len(place.asked) == 1
    protections = [name for _, name, _ in place.aws.calls]
    assert {"UpdateTerminationProtection", "SetStackPolicy"} <= set(protections)


def test_an_address_of_ones_own_is_kept(place):
    """Who names the address needs one pass; a domain of the API is an address, too."""
    place.deploy(place.upload(TEMPLATE), MailDomain=DOMAIN, BaseUrl="https://alibi.example.org")
    assert place.stack.parameters()["BaseUrl"] == "https://alibi.example.org"
    assert place.stack.status() == "CREATE_COMPLETE"


def test_the_domain_of_the_api_is_its_address(place):
    """A certificate and a name of one's own make the address by themselves."""
    own = varied()
    own["Parameters"]["ApiDomain"] = {"Type": "String", "Default": ""}
    place.deploy(place.upload(own), MailDomain=DOMAIN, ApiDomain="alibi.example.org")
    assert place.stack.parameters()["BaseUrl"] == "https://alibi.example.org"


def test_the_table_is_protected_once_all_is_well(place):
    """A first attempt can still be put back; whoever says no is not overruled, then or later."""
    own = varied()
    own["Parameters"]["Protected"] = {"Type": "String", "Default": "yes"}
    own["Resources"]["Told"]["Properties"]["DisplayName"] = {"Ref": "Protected"}
    version = place.upload(own)
    place.deploy(version, MailDomain=DOMAIN, BaseUrl="https://alibi.example.org")
    assert place.stack.parameters()["Protected"] == "yes"
    place.deploy(version, Protected="no")
    place.deploy(version, MailRate="2")
    assert place.stack.parameters()["Protected"] == "no"


def test_settings_stay_from_one_deployment_to_the_next(place):
    """An upgrade needs no settings."""
    place.deploy(place.upload(TEMPLATE), MailDomain=DOMAIN, MailRate="1")
    before = place.stack.parameters()
    place.deploy(place.upload(varied(Extra=QUEUE), "print(2)"))
    assert place.stack.parameters() == before
    assert "Extra" in {one["LogicalResourceId"] for one in place.stack.resources()}


def test_the_same_again_changes_nothing(place):
    """The same package is the same version, and no question is asked."""
    version = place.upload(TEMPLATE)
    place.deploy(version, MailDomain=DOMAIN)
    place.asked.clear()
    assert place.upload(TEMPLATE) == version
    place.deploy(version)
    assert place.asked == []
    assert "Nothing to change in the stack." in place.said


def test_who_says_no_changes_nothing(place):
    """The question comes before anything is done."""
    place.deploy(place.upload(TEMPLATE), MailDomain=DOMAIN)
    present = place.stack.outputs()["Version"]
    place.answer = False
    with pytest.raises(Stop, match="nothing was changed"):
        place.deploy(place.upload(varied(Extra=QUEUE)))
    assert place.stack.outputs()["Version"] == present
    assert len(place.versions.history()) == 1


@pytest.mark.parametrize("name", ["GamesTable", "MailBucket"])
def test_what_holds_something_stays(place, name):
    """A version without the table or the bucket is refused, whatever is answered."""
    place.deploy(place.upload(TEMPLATE), MailDomain=DOMAIN)
    less = place.upload(varied(**{name: None}))
    with pytest.raises(Stop) as stopped:
        place.deploy(less)
    assert name in stopped.value.mend
    assert name in {one["LogicalResourceId"] for one in place.stack.resources()}
    place.deploy(less, name)
    assert name not in {one["LogicalResourceId"] for one in place.stack.resources()}


def test_giving_up_is_for_once(place):
    """What was given up by name may go in that deployment; then all is protected again."""
    place.deploy(place.upload(varied(Extra=QUEUE)), MailDomain=DOMAIN)
    place.aws.calls.clear()
    place.deploy(place.upload(TEMPLATE), "Extra")
    policies = [a["StackPolicyBody"] for _, name, a in place.aws.calls if name == "SetStackPolicy"]
    assert ["LogicalResourceId/Extra" in one for one in policies] == [True, False]


def test_going_back_is_a_deployment_of_the_version_before(place):
    """A rollback takes what was deployed before, and going back again returns."""
    old = place.upload(TEMPLATE, "old")
    place.deploy(old, MailDomain=DOMAIN)
    new = place.upload(varied(Extra={"Type": "AWS::SNS::Topic", "Properties": {}}), "new")
    place.deploy(new)
    assert place.versions.before(new) == old
    place.deploy(old)
    assert place.stack.outputs()["Version"] == old
    assert [one.version for one in place.versions.history()] == [old, new, old]
    assert place.versions.before(old) == new


def test_going_back_says_what_becomes_of_games(place):
    """Where the older version folds games in another way, that is said before the question."""
    old = place.upload(TEMPLATE, "old", fold=1)
    new = place.upload(varied(), "new", fold=2)
    place.deploy(new, MailDomain=DOMAIN)
    place.said.clear()
    place.deploy(old)
    assert any("waits (503)" in line for line in place.said)
    place.said.clear()
    place.deploy(new)
    assert not any("503" in line for line in place.said)


def test_there_is_nothing_before_the_first(place):
    """A rollback that leads nowhere says how to name a version."""
    first = place.upload(TEMPLATE)
    place.deploy(first, MailDomain=DOMAIN)
    with pytest.raises(Stop, match="nothing was deployed before") as stopped:
        place.versions.before(first)
    assert "VERSION=" in stopped.value.mend


def test_a_stack_that_is_at_work_is_left_alone(place):
    """No change set is made while CloudFormation works, or has failed to go back."""
    version = place.upload(TEMPLATE)
    told = {}
    for status in ("UPDATE_IN_PROGRESS", "UPDATE_ROLLBACK_FAILED", "ROLLBACK_FAILED"):
        stack = {"StackName": "x", "CreationTime": place.time, "StackStatus": status}
        place.aws.answers["cloudformation", "DescribeStacks"] = {"Stacks": [stack]}
        with pytest.raises(Stop, match=status) as stopped:
            place.deploy(version, MailDomain=DOMAIN)
        told[status] = stopped.value.mend
    assert all(told.values())
    assert "Continue update rollback" in told["UPDATE_ROLLBACK_FAILED"]
    assert "Continue" not in told["ROLLBACK_FAILED"]  # there is nothing to go back to


def test_a_change_that_fails_tells_why(place):
    """The reasons of CloudFormation are passed on, with what to do."""
    place.deploy(place.upload(TEMPLATE), MailDomain=DOMAIN)
    bad = place.upload(varied(Bad={"Type": "AWS::Nothing::AtAll", "Properties": {}}))
    with pytest.raises(Stop) as stopped:
        place.deploy(bad)
    assert "Bad" in stopped.value.wrong or "AtAll" in stopped.value.wrong
    assert place.stack.parameters()["BaseUrl"] not in {"", PENDING}
    place.time += timedelta(minutes=1)
    place.deploy(place.upload(varied(Extra=QUEUE)))


def test_a_first_attempt_that_fails_stands_in_nobodys_way(place):
    """Its reason is told, what is left of it goes after a question, and the next one works."""
    bad = place.upload(varied(Bad={"Type": "AWS::Nothing::AtAll", "Properties": {}}))
    with pytest.raises(Stop) as stopped:
        place.deploy(bad, MailDomain=DOMAIN)
    assert "AtAll" in stopped.value.wrong
    assert "UpdateTerminationProtection" not in {name for _, name, _ in place.aws.calls}
    place.deploy(place.upload(TEMPLATE), MailDomain=DOMAIN)
    assert place.stack.status() in {"CREATE_COMPLETE", "UPDATE_COMPLETE"}
