"""An API that Lambda keeps ready: an option over the packaged template."""

import copy
import json
from types import SimpleNamespace
from typing import Any

import pytest
from samtranslator.translator.transform import transform

from infra.template.warm import NAMED, warm
from tests.stores import CREDENTIALS

POLICIES = SimpleNamespace(load=dict)
"""Amazon's own policies by name, of which the template uses none."""


@pytest.fixture(scope="module")
def packaged_for(packaged) -> Any:
    """Gives the packaged template as for another Python, with its code in S3."""
    text = (packaged / "made" / "sam.json").read_text(encoding="utf-8")
    template = json.loads(text.replace('"./deployment.zip"', '"s3://code/1"'))

    def made(runtime: str) -> Any:
        other = copy.deepcopy(template)
        for one in other["Resources"].values():
            if one["Type"] == "AWS::Serverless::Function":
                one["Properties"]["Runtime"] = runtime
        return other

    return made


def test_the_gateway_calls_the_version_that_is_kept_ready(packaged_for, monkeypatch):
    """SAM publishes a version under an alias; every route goes there, and may go there."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", CREDENTIALS["AWS_DEFAULT_REGION"])
    made = transform(warm(packaged_for("python3.12")), {}, POLICIES)["Resources"]
    assert made[NAMED]["Type"] == "AWS::Lambda::Alias"
    ready = made["APIHandler"]["Properties"]["SnapStart"]["ApplyOn"]["Fn::If"]
    assert ready == ["AlwaysRuns", "None", "PublishedVersions"]
    permission = made["APIHandlerInvokePermission"]["Properties"]
    assert permission["FunctionName"] == {"Ref": NAMED}
    routes = json.dumps(made["RestAPI"])
    methods = routes.count('"aws_proxy"')
    assert methods == routes.count(f"functions/${{{NAMED}}}/invocations") > 50
    assert "${APIHandler" not in routes.replace(NAMED, "")


def test_a_setting_that_changes_is_published(packaged_for, monkeypatch):
    """Whatever the environment takes of the parameters stands in the description of the version.

    CloudFormation makes another version if that changes; the code alone would be no reason.
    """
    monkeypatch.setenv("AWS_DEFAULT_REGION", CREDENTIALS["AWS_DEFAULT_REGION"])
    template = warm(packaged_for("python3.12"))
    told = json.dumps(template["Globals"]["Function"]["Environment"])
    made = transform(template, {}, POLICIES)["Resources"].values()
    (version,) = (one for one in made if one["Type"] == "AWS::Lambda::Version")
    said = version["Properties"]["Description"]["Fn::Sub"]
    used = [name for name in template["Parameters"] if f'{{"Ref": "{name}"}}' in told]
    assert "BaseUrl" in used
    assert [name for name in used if f"${{{name}}}" not in said] == []


def test_nothing_but_the_api_is_changed(packaged_for):
    """The other functions and everything else stand as they stood."""
    before = packaged_for("python3.13")
    after = warm(before)
    touched = {"APIHandler", "APIHandlerInvokePermission", "RestAPI"}
    for name, one in before["Resources"].items():
        assert (after["Resources"][name] == one) == (name not in touched)
    assert set(after["Resources"]) == set(before["Resources"])


def test_snapstart_needs_a_newer_python(packaged_for):
    """Lambda would refuse it; so do we, before."""
    with pytest.raises(ValueError, match=r"Python 3\.12 or newer, and this is python3\.11"):
        warm(packaged_for("python3.11"))
