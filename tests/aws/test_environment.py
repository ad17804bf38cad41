"""What the environment of a Lambda makes of the site, and what it must never make of it."""

from pathlib import Path

import pytest

from chalicelib import site
from chalicelib.game import Unreadable

HERE = "http://127.0.0.1:9001/2018-06-01/runtime/invocation/next"
"""A door of Lambda itself, which every function can reach."""
ROOT = Path(__file__).parents[2]


@pytest.fixture
def environment(monkeypatch):
    """What the template gives to every function."""
    given = {"ALIBI_TABLE": "alibi-games", "ALIBI_BASE_URL": "https://alibi.test/"}
    given |= {"ALIBI_MAIL_DOMAIN": "in.alibi.test", "AWS_REGION": "eu-central-1"}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return monkeypatch


def test_nothing_on_this_machine_is_called(environment):
    """A webhook to Lambda's own doors is refused, emulator or not."""
    environment.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:4566")
    with pytest.raises(Unreadable):
        site.from_environment().web.check(HERE)


def test_an_emulator_here_may_be_told_to_let_webhooks_come_here(environment):
    """Where all of AWS is on this machine, a receiver may be there too."""
    environment.setenv("ALIBI_LOCAL_WEBHOOKS", "1")
    environment.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:4566")
    site.from_environment().web.check(HERE)


@pytest.mark.parametrize("endpoint", ["", "https://sts.eu-central-1.amazonaws.com", "x"])
def test_on_aws_that_is_an_error_and_the_template_does_not_name_it(environment, endpoint):
    """A deployment that has it by mistake answers nothing at all, rather than too much."""
    environment.setenv("ALIBI_LOCAL_WEBHOOKS", "1")
    environment.setenv("AWS_ENDPOINT_URL", endpoint)
    with pytest.raises(ValueError, match="emulator"):
        site.from_environment()
    infra = [path for path in (ROOT / "infra").rglob("*") if path.suffix in {".py", ".yaml"}]
    assert not any("ALIBI_LOCAL_WEBHOOKS" in path.read_text("utf-8") for path in infra)
