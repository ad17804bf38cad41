"""An AWS of our own for a while: ministack, our Python for its functions, and a recorder."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

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


class Emulator(NamedTuple):
    """A running emulator and what its functions call."""

    url: str
    recorder: Recorder

    def client(self, service: str) -> Any:
        """Give boto3's client of a service of the emulator, past the recorder."""
        return boto3.client(
            service,
            endpoint_url=self.url,
            region_name=REGION,
            aws_access_key_id=ACCOUNT,
            aws_secret_access_key="testing",
        )


@contextmanager
def emulator(folder: Path, **settings: str) -> Iterator[Emulator]:
    """Start an empty one, whose functions find nothing but what is in their zip.

    ``settings`` go into the environment of the emulator, and so of the functions.
    """
    python = folder / "lambda-python"
    quick = {"LAMBDA_ASYNC_RETRY_BASE_SECONDS": "0.1"}
    with ministack(start=("-c", START, str(python)), **quick, **settings) as url:
        recorder = Recorder(url)
        python.write_text(
            f"#!/bin/sh\nexport AWS_ENDPOINT_URL={recorder.url}\n"
            f'exec {sys.executable} -S {HERE}/lambda_python.py "$@"\n'
        )
        python.chmod(0o755)
        try:
            yield Emulator(url, recorder)
        finally:
            recorder.close()
