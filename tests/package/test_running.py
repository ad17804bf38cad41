"""The unpacked zip, run as Lambda runs it: alone, without our libraries and our environment."""

import ast
import json
import subprocess
import sys

import boto3
import pytest
from chalice.test import Client

from app import app
from chalicelib import site
from chalicelib.store.dynamo import DynamoStore
from chalicelib.store.sqlite import SqliteStore
from infra.package import trial
from infra.package.generated import ROOT

UNWANTED = ("boto3", "s3transfer", "jinja2", "chalicelib.read", "chalicelib.inbox")
CALLS = """
import json, sys
sys.path.insert(0, sys.argv[1])
from chalicelib import clients
from chalicelib.store.dynamo import DynamoStore
from datetime import UTC, datetime
url, queue = sys.argv[2:]
store = DynamoStore("alibi-calls", "eu-central-1", url)
print(json.dumps([
    store.read(("A", "B"), now=datetime.now(UTC)),
    clients.of("s3").get_object(Bucket="alibi-calls", Key="a")["Body"].read().decode(),
    clients.of("sqs").send_message_batch(
        QueueUrl=queue, Entries=[{"Id": "1", "MessageBody": "x"}]
    )["Successful"][0]["Id"],
    clients.of("sesv2").list_suppressed_destinations(PageSize=5)["ResponseMetadata"]["HTTPStatusCode"],
]))
"""


def at(url: str) -> dict[str, str]:
    """The environment in which all of Amazon is at one address."""
    return {"AWS_ENDPOINT_URL": url, "AWS_ENDPOINT_URL_DYNAMODB": url}


@pytest.mark.parametrize("path", ["/v1/health", "/v1/rulesets", "/v1/event-types"])
def test_the_api_answers(unpacked, path, tmp_path):
    """What asks no table is answered as from the sources."""
    store = SqliteStore(tmp_path / "alibi.db")
    site.install(site.Site(store, trial.HERE["ALIBI_BASE_URL"], trial.HERE["ALIBI_MAIL_DOMAIN"]))
    with Client(app) as client:
        known = client.http.get(path, headers={"Accept-Language": "en"})
    told = trial.run(unpacked, trial.request(path))["answer"]
    assert told["statusCode"] == known.status_code
    if path != "/v1/health":  # which names the build
        assert told["body"] == known.body.decode()


def test_the_api_knows_its_languages(unpacked):
    """The translations are in the package."""
    asked = trial.request("/v1/problems/{code}", {"code": "not_found"})
    asked["headers"]["Accept-Language"] = "ru"
    answer = trial.run(unpacked, asked)["answer"]
    assert answer["statusCode"] == 200
    assert any("а" <= letter <= "я" for letter in json.loads(answer["body"])["detail"])


def test_a_request_reaches_the_table(unpacked, amazon):
    """A game that is not there is looked for in DynamoDB, and a problem says so."""
    DynamoStore("alibi-games", host=amazon).create_table()
    asked = trial.request("/v1/games/{game_id}", {"game_id": "abc"})
    told = trial.run(unpacked, asked, **at(amazon))
    assert told["answer"]["statusCode"] == 404
    assert json.loads(told["answer"]["body"])["code"] == "unknown_game"
    assert "pynamodb" in told["modules"]
    assert [name for name in UNWANTED if name in told["modules"]] == []


def test_all_services_can_be_called(unpacked, amazon):
    """A client of each service that the program calls is made from the package, and is answered."""
    DynamoStore("alibi-calls", host=amazon).create_table()
    s3, sqs = (boto3.client(name, endpoint_url=amazon) for name in ("s3", "sqs"))
    s3.create_bucket(
        Bucket="alibi-calls", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"}
    )
    s3.put_object(Bucket="alibi-calls", Key="a", Body=b"mail")
    queue = sqs.create_queue(QueueName="alibi-calls")["QueueUrl"]
    done = subprocess.run(
        [sys.executable, *trial.ISOLATED, "-c", CALLS, str(unpacked), amazon, queue],
        capture_output=True,
        text=True,
        check=False,
        env=trial.LAMBDA | at(amazon),
    )
    assert done.stdout, done.stderr
    assert json.loads(done.stdout) == [[None], "mail", "1", 200]


def test_letters_can_be_worded(unpacked):
    """The mail functions find every template in the package, and Jinja2 to fill them."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from chalicelib import render;"
        "env = render.environment_of('ru');"
        "print(sum(bool(env.get_template(name)) for name in env.list_templates()))"
    )
    done = subprocess.run(
        [sys.executable, *trial.ISOLATED, "-c", code, str(unpacked)],
        capture_output=True,
        text=True,
        check=False,
    )
    there = [path for path in (ROOT / "chalicelib" / "templates").rglob("*") if path.is_file()]
    assert done.stdout, done.stderr
    assert int(done.stdout) == len(there) > 0


def asked_directly(source: str) -> set[str]:
    """How a source reaches Amazon by itself: by importing boto3, or by making a client."""
    nodes = list(ast.walk(ast.parse(source)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    named = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    made = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return {*plain, *named, *made} & {"boto3", "create_client"}


def test_amazon_is_asked_through_one_door():
    """Clients come from `clients` only, so that its list of services is the whole list."""
    sources = [ROOT / "app.py", *(ROOT / "chalicelib").rglob("*.py")]
    found = {path.name: asked_directly(path.read_text()) for path in sources}
    assert {name: how for name, how in found.items() if how} == {"clients.py": {"create_client"}}
