"""AWS as a dictionary of answers, behind boto3's own clients.

The clients check what they are asked as ever, and here the answers are checked against the same
description of the service; only the request stays in this process.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from botocore.model import OperationModel
from botocore.validate import validate_parameters

from infra.deploy.cloud import Cloud

Answer = dict[str, Any] | Exception | Callable[[dict[str, Any]], dict[str, Any]]


class Refused(Exception):  # noqa: N818 -- it says what happens
    """An error that AWS answers with."""

    def __init__(self, code: str, message: str = "", status: int = 400) -> None:
        """Keep what stands in the answer."""
        super().__init__(message or code)
        self.code, self.status = code, status


class Answers:
    """What an account answers, by service and operation; ``calls`` is what it was asked."""

    def __init__(self, cloud: Cloud, answers: dict[tuple[str, str], Answer]) -> None:
        """Stand between a cloud's clients and the network; ``rest``: what is not here goes out."""
        self.answers, self.rest = answers, False
        self.calls: list[tuple[str, str, dict[str, Any]]] = []
        self._asked: dict[str, Any] = {}
        events = cloud._session.events
        events.register("before-parameter-build", self._remember)
        events.register("before-call", self._answer)

    def _remember(self, params: dict[str, Any], **_: Any) -> None:
        self._asked = dict(params)

    def _answer(self, model: OperationModel, **_: Any) -> tuple[Any, Any] | None:
        service = model.service_model.service_name
        place = service, model.name
        if place not in self.answers and self.rest:
            return None
        self.calls.append((*place, self._asked))
        told = {"HTTPStatusCode": 200, "HTTPHeaders": {"date": "Mon, 30 Nov 2026 12:00:00 GMT"}}
        try:
            answer = self._found(place)
        except Refused as refused:
            error = {"Code": refused.code, "Message": str(refused)}
            status = SimpleNamespace(status_code=refused.status)
            return status, {"Error": error, "ResponseMetadata": told}
        if model.output_shape:
            validate_parameters(answer, model.output_shape)
        return SimpleNamespace(status_code=200), answer | {"ResponseMetadata": told}

    def _found(self, place: tuple[str, str]) -> dict[str, Any]:
        answer = self.answers[place]
        if isinstance(answer, Exception):
            raise answer
        return answer(self._asked) if callable(answer) else answer
