"""The program as Lambda starts it: a process of its own, all that it prints is its log."""

import json
import os
import subprocess
import sys

from tests.logs.forbidden import Forbidden
from tests.test_structure import ROOT

PROGRAM = """
import app, contextlib, threading
class Context:
    aws_request_id = "i-1"
    def get_remaining_time_in_millis(self): return 30_000
def ask(path, pattern, method="GET", **parts):
    about = {"resourcePath": pattern, "httpMethod": method, "requestId": "r-1"}
    return app.app({"requestContext": about, "headers": {"authorization": "Bearer alibi_secret_1"},
        "multiValueQueryStringParameters": {"ticket": ["ticket-secret-1"]}, "pathParameters": parts,
        "body": '{"email": "anna@example.org", "language": "en"}', "stageVariables": None,
        "isBase64Encoded": False, "path": path}, Context())
assert ask("/v1/health", "/v1/health")["statusCode"] == 200
answer = ask("/v1/games/desk-secret-1", "/v1/games/{game_id}", game_id="secret1")
assert answer["statusCode"] in (500, 503), answer
answer = ask("/v1/auth/codes", "/v1/auth/codes", method="POST")
assert answer["statusCode"] in (500, 503), answer
with contextlib.suppress(Exception):  # the runtime of Lambda would tell its words
    app.tick({"id": "e", "detail": {"x": "anna@example.org"}, "version": "0", "account": "1",
        "time": "", "region": "", "resources": [], "source": "", "detail-type": ""}, Context())
threading.Thread(target=lambda: int("ticket-secret-1")).start()
"""


def test_what_a_function_prints_is_lines_without_secrets():
    """At DEBUG, with a table that nobody answers for: JSON and figures, and nothing beside."""
    names = {
        "AWS_LAMBDA_FUNCTION_NAME": "alibi",
        "AWS_REGION": "eu-central-1",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "aws-secret-1",
        "AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:9",
        "ALIBI_TABLE": "table-secret-1",
        "ALIBI_BASE_URL": "https://alibi.example",
        "ALIBI_MAIL_DOMAIN": "in.alibi.example",
        "ALIBI_LOG_LEVEL": "debug",
        "PYTHONDONTWRITEBYTECODE": "",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=os.environ | names,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    answered = [line["status"] for line in lines if line.get("message") == "answered"]
    assert answered[0] == 200
    assert len(answered) == 3
    assert {"failed", "not caught"} <= {line.get("message") for line in lines}
    assert any("_aws" in line for line in lines)
    forbidden = Forbidden()
    forbidden.secret("token", "alibi_secret_1", "ticket-secret-1", "desk-secret-1", "secret1")
    forbidden.secret("of the installation", "aws-secret-1", "table-secret-1")
    assert forbidden.search(done.stdout) == []
