import pytest

from infra.deploy.__main__ import main
from tests.deploy.answers import Refused
from tests.deploy.places import DOMAIN, TEMPLATE, package, varied

NEW = {
    ("ses", "DescribeActiveReceiptRuleSet"): {},
    ("ses", "SetActiveReceiptRuleSet"): {},
    ("sesv2", "GetEmailIdentity"): Refused("NotFoundException", status=404),
    ("sesv2", "CreateEmailIdentity"): {"IdentityType": "DOMAIN"},
    ("sesv2", "PutEmailIdentityMailFromAttributes"): {},
    ("sesv2", "GetAccount"): {
        "SendQuota": {"Max24HourSend": 200.0, "MaxSendRate": 1.0, "SentLast24Hours": 0.0}
    },
}


class Command:
    """`make deploy` in a place: the exit status, and what was printed."""

    def __init__(self, place, printed):
        """Have a package at hand."""
        self.place, self._printed = place, printed
        self.package = package(place.folder / "package", TEMPLATE)
        place.aws.answers |= NEW

    def __call__(self, *words):
        """Run it with words of one's own."""
        own = ["--stack", self.place.stack.name, "--package", str(self.package), *words]
        status = main(own, lambda *_: self.place.cloud)
        return status, self._printed.readouterr().out


@pytest.fixture
def command(place, capsys):
    """The command, in an account where nothing is."""
    return Command(place, capsys)


def test_one_command_from_a_package_to_an_installation(command):
    """It uploads, deploys at the pace that SES allows, sets mail up, and says what is missing."""
    status, out = command("--domain", DOMAIN, "--yes")
    assert status == 0
    assert "EndpointURL: https://abc.execute-api.example/api/" in out
    assert command.place.stack.parameters()["MailRate"] == "1"
    asked = [operation for _, operation, _ in command.place.aws.calls]
    assert {"CreateEmailIdentity", "SetActiveReceiptRuleSet"} <= set(asked)
    assert out.index("What is still missing") < out.index("WRONG   sandbox")


def test_upgrade_list_and_rollback(command):
    """A second version, the list of both, and back to the first, without naming anything."""
    assert command("--domain", DOMAIN, "--yes")[0] == 0
    first = command.place.stack.outputs()["Version"]
    package(command.package, varied(Extra={"Type": "AWS::SNS::Topic"}))
    assert command("--yes")[0] == 0
    second = command.place.stack.outputs()["Version"]
    assert second != first
    _, out = command("--versions")
    assert [line.split()[3] for line in out.splitlines()[1:]] == [second, first]
    assert f"{second}  <- now" in out
    assert command("--rollback", "--yes")[0] == 0
    assert command.place.stack.outputs()["Version"] == first
    assert command("--version", second, "--yes")[0] == 0
    assert command.place.stack.outputs()["Version"] == second


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--yes"], "DOMAIN=in.example.org"),
        (["--domain", "https://example.org", "--yes"], "is not a domain"),
        (["--domain", DOMAIN], "YES=1"),
        (["--domain", DOMAIN, "--set", "MailRate", "--yes"], "is not a setting"),
        (["--version", "0123456789ab", "--yes"], "there is no version"),
        (["--rollback", "--yes"], "nothing was deployed before"),
        (["--package", "nowhere", "--domain", DOMAIN, "--yes"], "make package"),
    ],
)
def test_what_cannot_be_done_is_said(command, words, says, monkeypatch):
    """The command fails with what is wrong and what to do, and nothing is made."""
    monkeypatch.setattr("sys.stdin", None)
    status, out = command(*words)
    assert status == 1
    assert says in out
    assert not command.place.stack.status()


def test_an_error_of_aws_is_passed_on(command):
    """What AWS says stands in one line, without a traceback."""
    command.place.aws.answers["sesv2", "GetAccount"] = Refused("AccessDeniedException", "no", 403)
    status, out = command("--domain", DOMAIN, "--yes")
    assert status == 1
    assert "AWS says" in out
    assert "docs/aws.md" in out
