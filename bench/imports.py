"""What starting the API costs, against an empty Chalice app that imports PynamoDB: CPU seconds."""

import subprocess
import sys
from collections.abc import Iterator
from statistics import median

ROUNDS = 15
EMPTY = "from chalice.app import Chalice; import pynamodb.models; app = Chalice(app_name='empty')"
API = "import app, chalicelib.store.dynamo"
TIMED = "import time; begun = time.process_time(); {}; print(time.process_time() - begun)"
UNWANTED = ("boto3", "s3transfer", "jinja2", "chalicelib.read", "chalicelib.inbox")


def report() -> Iterator[str]:
    """Start fresh processes of both kinds in turn, and look at what the API imports."""
    pairs = [(_cpu(API), _cpu(EMPTY)) for _ in range(ROUNDS)]
    ours, empty = (median(times) for times in zip(*pairs, strict=True))
    yield (
        f"import of the API: {ours * 1000:.0f} ms of CPU, an empty Chalice app with PynamoDB: "
        f"{empty * 1000:.0f} ms, ratio {ours / empty:.2f} "
        f"(medians of {ROUNDS} fresh processes each, in turn)"
    )
    found = _run(f"import sys; {API}; print([n for n in {UNWANTED} if n in sys.modules])")
    yield f"of {', '.join(UNWANTED)} the API imports: {found}"


def _cpu(code: str) -> float:
    return float(_run(TIMED.format(code)))


def _run(code: str) -> str:
    done = subprocess.run(  # noqa: S603 -- our own interpreter and our own code
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
