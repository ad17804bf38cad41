"""What lies between the program and AWS: every request is recorded, and may go wrong.

botocore's own events are used: requests are serialised, signed, repeated and read as ever; only
what comes back, or whether it is sent at all, is of our making. So a call that is added somewhere
in the program is seen here by itself.
"""

import json
import socket
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, local
from typing import Any

import msgspec
from botocore.awsrequest import AWSRequest, AWSResponse
from botocore.client import ClientCreator
from botocore.httpsession import URLLib3Session

Send = Callable[[Any], AWSResponse]
Effect = Callable[["Call", Any, Send], AWSResponse]
"""What becomes of a request: an answer, or an error of the connection."""
OK = 200


class Call(msgspec.Struct, frozen=True):
    """A call of the program: its place among all, the service, the operation, what AWS may answer.

    ``time`` is how many of the operation were made before; ``errors`` are the codes that the
    service's own description has for it, with the status of each; ``protocol`` is how the service
    writes.
    """

    place: int
    time: int
    service: str
    operation: str
    protocol: str
    errors: dict[str, int]

    @property
    def name(self) -> str:
        """The name of the call."""
        return f"{self.service}.{self.operation}"


class Fault(msgspec.Struct, frozen=True):
    """Something that goes wrong with a call: at its first attempt, or at all of them.

    ``passes``: it is AWS's trouble and passes by itself; nobody but the one who waits mends it.
    """

    name: str
    effect: Effect
    always: bool = False
    passes: bool = True


class Wire:
    """The calls that were made, and the fault that one of them is to have."""

    def __init__(self) -> None:
        """Begin with a wire that works."""
        self.calls: list[Call] = []
        self.attempts: dict[int, int] = {}
        self.mails: list[bytes] = []
        """What SES has taken, as it was sent."""
        self.met = False
        """Whether the fault was met."""
        self._spoilt: tuple[str, int, Fault] | None = None
        self._here, self._lock = local(), Lock()
        at_once = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
        self._session = URLLib3Session(socket_options=at_once)

    def listen(self, client: Any) -> None:
        """Stand between a client and its service."""
        client.meta.events.register("before-call", self._called)
        client.meta.events.register("before-send", self._sent)

    def reset(self) -> None:
        """Forget the calls so far; nothing goes wrong from now on."""
        self.calls, self.attempts, self._spoilt, self.met = [], {}, None, False

    def spoil(self, name: str, time: int, fault: Fault) -> None:
        """Let a call of that name go wrong: the first one (0), or a later one."""
        self.reset()
        self._spoilt = name, time, fault

    def _called(self, model: Any, **_: Any) -> None:
        service = model.service_model
        errors = {
            shape.metadata.get("error", {}).get("code", shape.name): shape.metadata.get(
                "error", {}
            ).get("httpStatusCode", 400)
            for shape in model.error_shapes
        }
        name, protocol = service.service_name, service.metadata["protocol"]
        with self._lock:
            time = sum((one.service, one.operation) == (name, model.name) for one in self.calls)
            call = Call(len(self.calls), time, name, model.name, protocol, errors)
            self.calls.append(call)
        self._here.call = call

    def _sent(self, request: Any, **_: Any) -> AWSResponse:
        call: Call = self._here.call
        attempt = self.attempts[call.place] = self.attempts.get(call.place, 0) + 1
        name, time, fault = self._spoilt or ("", 0, None)
        here = (name, time) == (call.name, call.time)
        if not fault or not here or (attempt > 1 and not fault.always):
            return self._carry(request)
        self.met = True
        return fault.effect(call, request, self._carry)

    def _carry(self, request: Any) -> AWSResponse:
        """Let AWS have a request."""
        got: AWSResponse = self._session.send(request)
        if "/outbound-emails" in request.url and got.status_code == OK:
            self.mails.append(b64decode(asked(request)["Content"]["Raw"]["Data"]))
        return got


class Body:
    """The bytes of an answer, as botocore reads them from a connection."""

    def __init__(self, content: bytes) -> None:
        """Keep them."""
        self._content = content

    def stream(self, *_: object, **__: object) -> Iterator[bytes]:
        """Give all of them."""
        yield self._content


def answer(request: Any, status: int, body: bytes, **headers: str) -> AWSResponse:
    """An answer as it comes over the wire."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return AWSResponse(request.url, status, named | {"content-length": str(len(body))}, Body(body))


def error(call: Call, request: Any, code: str, status: int, **more: Any) -> AWSResponse:
    """An error as the service of a call writes it."""
    if call.protocol == "rest-xml":
        text = f"<Error><Code>{code}</Code><Message>no</Message></Error>"
        return answer(request, status, text.encode())
    body = {"__type": f"com.amazonaws#{code}", "message": "no"} | more
    return answer(request, status, json.dumps(body).encode(), x_amzn_errortype=code)


def asked(request: Any) -> Any:
    """What a request in JSON asks for."""
    return json.loads(request.body)


def resent(request: Any, body: Any) -> Any:
    """A request with another body."""
    raw = json.dumps(body).encode()
    made = AWSRequest(request.method, request.url, dict(request.headers), raw).prepare()
    made.headers["Content-Length"] = str(len(raw))
    return made


@contextmanager
def listening() -> Iterator[Wire]:
    """A wire to which every client of botocore is connected that is made in the block."""
    wire, make = Wire(), ClientCreator.create_client

    def made(self: Any, *given: Any, **named: Any) -> Any:
        client = make(self, *given, **named)
        wire.listen(client)
        return client

    ClientCreator.create_client = made
    try:
        yield wire
    finally:
        ClientCreator.create_client = make
