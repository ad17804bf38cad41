"""What is limited, what is noted, and when somebody is called."""

import json

import pytest

from chalicelib import overdue
from chalicelib.messages import MESSAGES
from chalicelib.metrics import METRICS
from infra.deploy import ses
from infra.operate import dead_queue, given_up
from infra.template.alarms import GIVEN_UP, WAITING, alarms
from infra.template.answers import ANSWERS
from infra.template.rights import GRANTED
from tests.aws.parts import functions, of_type, only
from tests.test_structure import ROOT


def test_what_the_gateway_says_itself_is_a_problem_of_ours(template, resources):
    """Whatever reaches no function: a code that is explained, its status, and CORS."""
    api = only(resources, "AWS::Serverless::Api")
    # A parameter in the document would stay as it was till the API is deployed again.
    assert api["Variables"] == {"BaseUrl": {"Ref": "BaseUrl"}}
    document = api["DefinitionBody"]
    assert '{"Ref":' not in json.dumps(document)
    said = document["x-amazon-apigateway-gateway-responses"]
    assert set(said) == set(ANSWERS)
    for answer in said.values():
        headers = answer["responseParameters"]
        assert headers["gatewayresponse.header.Access-Control-Allow-Origin"] == "'*'"
        kind = headers["gatewayresponse.header.Content-Type"]
        assert kind == "'application/problem+json'"
        text = answer["responseTemplates"]["application/json"]
        problem = json.loads(text.replace("$stageVariables.BaseUrl", "https://alibi.test"))
        assert problem["status"] == answer["statusCode"]
        assert problem["code"] in MESSAGES
        assert problem["type"] == f"https://alibi.test/v1/problems/{problem['code']}"
    assert said["MISSING_AUTHENTICATION_TOKEN"]["statusCode"] == 404
    assert said["THROTTLED"]["responseParameters"]["gatewayresponse.header.Retry-After"]


def test_the_api_takes_only_so_much_and_notes_no_paths(resources):
    """Requests are limited for the whole stage; paths hold tokens, so no access log is kept."""
    api = only(resources, "AWS::Serverless::Api")
    (every,) = api["MethodSettings"]
    assert (every["ResourcePath"], every["HttpMethod"]) == ("/*", "*")
    assert every["ThrottlingRateLimit"] == {"Ref": "ApiRate"}
    assert every["ThrottlingBurstLimit"] == {"Ref": "ApiBurst"}
    assert (every["LoggingLevel"], every["DataTraceEnabled"]) == ("OFF", False)
    assert "AccessLogSetting" not in api
    assert {one["Tracing"] for one in functions(resources).values()} == {"PassThrough"}


@pytest.mark.parametrize(
    ("metric", "about"),
    [
        ("OldestDue", ("STATE", "OUT", "NEWS", "IN", "SEND", "WRITE")),
        ("GivenUp", ("letter", "mail", "webhook", "forum")),
        ("Errors", tuple(GRANTED)),
        ("Throttles", tuple(GRANTED)),
        ("IteratorAge", ("Deliver", "Outside")),
        ("Invocations", ("Tick",)),
        ("ApproximateNumberOfMessagesVisible", ("DeadQueue",)),
        ("WriteThrottleEvents", ("GamesTable",)),
        ("ReadThrottleEvents", ("GamesTable",)),
        ("Reputation.BounceRate", ()),
        ("Reputation.ComplaintRate", ()),
    ],
)
def test_somebody_is_called(resources, metric, about):
    """There is an alarm for each of these, and it rings where alarms go."""
    alarms = of_type(resources, "AWS::CloudWatch::Alarm").values()
    found = [one for one in alarms if one["MetricName"] == metric]
    told = [json.dumps(one["Dimensions"]) for one in found]
    assert all(any(f'"{one}"' in text for text in told) for one in about)
    assert found
    assert all(one["AlarmActions"] == [{"Ref": "AlarmTopic"}] for one in found)


def test_a_rate_of_ses_stays_what_it_was_between_two_figures(resources):
    """As SES advises: figures that come now and then neither end an alarm nor begin one."""
    alarms = of_type(resources, "AWS::CloudWatch::Alarm").values()
    kept = {one["MetricName"] for one in alarms if one["TreatMissingData"] == "ignore"}
    assert kept == {"Reputation.BounceRate", "Reputation.ComplaintRate"}


def test_alarms_can_be_left_out(resources):
    """They cost a little, idle or not: one parameter switches off all of them."""
    alarms = [one for one in resources.values() if one["Type"] == "AWS::CloudWatch::Alarm"]
    assert {one["Condition"] for one in alarms} == {"Watched"}


def test_the_page_for_operators_says_what_to_do_for_each():
    """Every alarm stands in docs/operations.md by its name, or as one that every function has."""
    page = (ROOT / "docs/operations.md").read_text("utf-8")
    named = {name for name in alarms()["Resources"] if f"`{name}`" not in page}
    assert named <= {f"{name}{what}" for name in GRANTED for what in ("Failing", "Throttled")}
    assert "`…Failing` and `…Throttled`" in page


def test_programs_and_the_template_mean_the_same_names(resources):
    """Alarms ring by the names that figures have; queues and rules are found by their own."""
    assert set(WAITING) == set(overdue.KINDS)
    assert set(GIVEN_UP) == set(given_up.KINDS)
    rings = of_type(resources, "AWS::CloudWatch::Alarm").values()
    assert {one["MetricName"] for one in rings if one["Namespace"] == "Alibi"} <= set(METRICS)
    assert resources["ClockQueue"]["Properties"]["QueueName"] == dead_queue.CLOCK
    assert resources["DeadQueue"]["Properties"]["QueueName"] == dead_queue.DEAD
    assert resources["MailRules"]["Properties"]["RuleSetName"] == ses.RULES
    assert resources["MailRule"]["Properties"]["Rule"]["Name"] == ses.RULES
