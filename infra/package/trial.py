"""The API of an unpacked package, tried in fresh processes: for the tests and for the bench."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ALONE = Path(__file__).with_name("alone.py")
ISOLATED = ("-I", "-S", "-B")
"""Without our environment and libraries; no bytecode is written: Lambda's disk is read-only."""
LAMBDA = {
    "AWS_LAMBDA_FUNCTION_NAME": "alibi",
    "AWS_REGION": "eu-central-1",
    "AWS_DEFAULT_REGION": "eu-central-1",
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
}
HERE = {
    "ALIBI_TABLE": "alibi-games",
    "ALIBI_BASE_URL": "https://alibi.example",
    "ALIBI_MAIL_DOMAIN": "in.alibi.example",
}


def run(tree: Path, event: Any, **more: str) -> dict[str, Any]:
    """Give an event to the API of the package, and tell its answer and what it took.

    ``more`` are variables of its environment. Raises ``CalledProcessError`` if it fails.
    """
    done = subprocess.run(  # noqa: S603 -- our own file
        [sys.executable, *ISOLATED, str(ALONE), str(tree)],
        input=json.dumps(event),
        capture_output=True,
        text=True,
        check=True,
        env={**LAMBDA, **HERE, **more},
    )
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def request(path: str, parameters: dict[str, str] | None = None, method: str = "GET") -> Any:
    """Give what API Gateway says of a request for a resource such as ``/v1/games/{game}``."""
    return {
        "resource": path,
        "path": path.format(**parameters or {}),
        "httpMethod": method,
        "headers": {"Accept": "application/json", "Accept-Language": "en"},
        "multiValueHeaders": {},
        "queryStringParameters": None,
        "multiValueQueryStringParameters": None,
        "pathParameters": parameters,
        "stageVariables": None,
        "requestContext": {
            "httpMethod": method,
            "resourcePath": path,
            "requestId": "1",
            "identity": {"sourceIp": "192.0.2.1"},
            "path": path,
        },
        "body": None,
        "isBase64Encoded": False,
    }
