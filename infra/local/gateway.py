"""The REST API as it is deployed, behind Chalice's own imitation of the API Gateway."""

import base64
from http import HTTPStatus

from chalice.app import Chalice
from chalice.config import Config
from chalice.local import LocalChalice, LocalGateway, LocalGatewayException

from infra.local.web import Request, Response, problem


class Gateway:
    """Answers requests under /v1 with the Chalice app; safe to share between threads."""

    def __init__(self, app: Chalice) -> None:
        """Make the app's ``current_request`` one for each thread, as ``chalice local`` does."""
        app.__class__ = type("ThreadedApp", (LocalChalice, type(app)), {})
        self._gateway = LocalGateway(app, Config.create(app_name=app.app_name))

    def answer(self, request: Request) -> Response:
        """Give the app's answer; an unknown path is a problem of the API's form."""
        try:
            answered = self._gateway.handle_request(
                request.method, request.target, dict(request.headers), request.body or None
            )
        except LocalGatewayException:
            return problem(404, "unknown_path")
        if answered["statusCode"] == HTTPStatus.METHOD_NOT_ALLOWED:
            return problem(HTTPStatus.METHOD_NOT_ALLOWED, "method_not_allowed")
        body = answered["body"] or ""
        encoded = answered.get("isBase64Encoded")
        several = answered.get("multiValueHeaders") or {}
        joined = {name: ", ".join(values) for name, values in several.items()}
        return Response(
            answered["statusCode"],
            base64.b64decode(body) if encoded else body.encode(),
            answered["headers"] | joined,
        )
