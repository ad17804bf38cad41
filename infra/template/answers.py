"""What the gateway itself answers, where no function of ours is asked: our problems, with CORS.

The address of the API is a variable of the stage: what is written into the document goes out with
the next deployment of the API only, and SAM makes none for a parameter that has changed.
"""

import json
from typing import Any

from chalicelib.messages import MESSAGES

ROUTE = ("unknown_route", 404)
ANSWERS = {
    "MISSING_AUTHENTICATION_TOKEN": ROUTE,
    "RESOURCE_NOT_FOUND": ROUTE,
    # Nothing here is signed for AWS: who is told that a signature is wrong has missed a route with
    # a token of ours in Authorization.
    "ACCESS_DENIED": ROUTE,
    "INVALID_SIGNATURE": ROUTE,
    "EXPIRED_TOKEN": ROUTE,
    "DEFAULT_4XX": ROUTE,
    "BAD_REQUEST_BODY": ("bad_body", 400),
    "BAD_REQUEST_PARAMETERS": ("bad_body", 400),
    "REQUEST_TOO_LARGE": ("body_too_large", 413),
    "UNSUPPORTED_MEDIA_TYPE": ("unsupported_media_type", 415),
    "THROTTLED": ("busy", 429),
    "QUOTA_EXCEEDED": ("busy", 429),
    "INTEGRATION_FAILURE": ("busy", 503),
    "INTEGRATION_TIMEOUT": ("busy", 503),
    "DEFAULT_5XX": ("internal", 500),
}
"""The code and the status for each of the gateway's own errors."""
SECONDS = "2"
"""After how long to try again where there is too much to do."""


def answers() -> dict[str, Any]:
    """Give the part of the template with the answers; they belong to the document of the API."""
    said = {kind: _answer(*answer) for kind, answer in ANSWERS.items()}
    document = {"x-amazon-apigateway-gateway-responses": said}
    told = {"DefinitionBody": document, "Variables": {"BaseUrl": {"Ref": "BaseUrl"}}}
    return {"Resources": {"RestAPI": {"Properties": told}}}


def _answer(code: str, status: int) -> dict[str, Any]:
    headers = {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "Content-Language,Retry-After",
        "Cache-Control": "no-store",
        "Content-Language": "en",
        "Content-Type": "application/problem+json",
    } | ({"Retry-After": SECONDS} if code == "busy" else {})
    return {
        "statusCode": status,
        "responseParameters": {
            f"gatewayresponse.header.{name}": f"'{value}'" for name, value in headers.items()
        },
        "responseTemplates": {"application/json": _problem(code, status)},
    }


def _problem(code: str, status: int) -> str:
    """Give the body; who the gateway turns away is told in English, for it knows no languages."""
    told = {
        "type": f"$stageVariables.BaseUrl/v1/problems/{code}",
        "title": code.replace("_", " "),
        "status": status,
        "code": code,
        "detail": MESSAGES[code][0],
    }
    return json.dumps(told)
