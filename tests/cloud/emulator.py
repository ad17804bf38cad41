"""An AWS of our own for a while: ministack, our Python for its functions, and a recorder."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import boto3

from tests.cloud.recorder import Recorder
from tests.stores import CREDENTIALS, ministack

HERE = Path(__file__).parent
REGION, ACCOUNT = CREDENTIALS["AWS_DEFAULT_REGION"], "000000000000"
START = """
import runpy, sys
sys.executable = sys.argv.pop(1)
runpy.run_module("ministack", run_name="__main__")
"""
"""Starts the emulator with another interpreter for its functions than for itself."""


class Emulator:
    """A running emulator and the recorder of what its functions call."""

    def __init__(self, url: str, recorder: Recorder) -> None:
        """Know where it is."""
        self.url, self.recorder = url, recorder
        self._clients: dict[str, Any] = {}

    def client(self, service: str) -> Any:
        """Give boto3's client of a service of the emulator, past the recorder."""
        if service not in self._clients:
            self._clients[service] = boto3.client(
                service,
                endpoint_url=self.url,
                region_name=REGION,
                aws_access_key_id=ACCOUNT,
                aws_secret_access_key="testing",
            )
        return self._clients[service]

    def close(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            client.close()
        self.recorder.close()


@contextmanager
def emulator(folder: Path, **settings: str) -> Iterator[Emulator]:
    """Start an empty one, whose functions find nothing but what is in their zip.

    ``settings`` go into the environment of the emulator, and so of the functions.
    """
    python = folder / "lambda-python"
    here = {"LAMBDA_ASYNC_RETRY_BASE_SECONDS": "0.1", "TMPDIR": str(folder)}
    with ministack(start=("-c", START, str(python)), **here, **settings) as url:
        recorder = Recorder(url)
        python.write_text(
            f"#!/bin/sh\nexport AWS_ENDPOINT_URL={recorder.url}\n"
            f'exec {sys.executable} -S {HERE}/lambda_python.py "$@"\n'
        )
        python.chmod(0o755)
        opened = Emulator(url, recorder)
        try:
            yield opened
        finally:
            opened.close()
