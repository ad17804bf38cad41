"""Runs one command: opens the installation, does what was asked, and says how it went."""

import sqlite3
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import PurePath
from traceback import extract_tb

import msgspec
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    NoCredentialsError,
    NoRegionError,
)
from pynamodb.exceptions import PynamoDBException

from chalicelib.game import Refusal
from infra.local.taking import Unavailable
from infra.operate import arguments, commands, moving_commands
from infra.operate.output import shown
from infra.operate.place import Wrong

Command = Callable[[Namespace], int]
COMMANDS: dict[str, Command] = {
    "list": commands.list_games,
    "inspect": commands.inspect,
    "replay": commands.replay,
    "dead": commands.dead,
    "redrive": commands.redrive,
    "resend": commands.resend,
    "export": commands.export,
    "import": commands.import_file,
    "migrate": moving_commands.migrate,
    "compare": moving_commands.compare,
}
NOT_DONE, FAILED = 2, 3
MISSING: dict[type, str] = {
    NoCredentialsError: "there are no credentials for AWS; docs/aws.md says how to give them",
    NoRegionError: "no region is given: --region eu-central-1",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says; gives the exit status.

    Whatever goes wrong is told by its class and place: the words of an error may hold anything.
    """
    given = arguments.parser().parse_args(argv)
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal may not have the letters of all names
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return COMMANDS[given.command](given)
    except KeyboardInterrupt:
        return _say("stopped; the same command goes on", NOT_DONE)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read has seen enough
        return 0
    except Exception as error:  # noqa: BLE001 -- see above
        return _failed(error)


def _failed(error: Exception) -> int:
    """Say why a command could not be done."""
    if isinstance(error, Wrong | Unavailable):
        return _say(str(error), NOT_DONE)
    if isinstance(error, Refusal):
        return _say(f"refused: {error.code}", NOT_DONE)
    if isinstance(error, msgspec.MsgspecError):
        return _say("something here cannot be read; `replay --all` tells what", NOT_DONE)
    if isinstance(error, BotoCoreError | ClientError | PynamoDBException | sqlite3.Error):
        why = MISSING.get(type(_cause(error)), f"the database, or AWS, refused: {_code(error)}")
        return _say(why, NOT_DONE)
    place = extract_tb(error.__traceback__)[-1]
    where = f"{PurePath(place.filename).name}:{place.lineno}"
    return _say(f"the program failed: {type(error).__name__} at {where}", FAILED)


def _cause(error: Exception) -> object:
    """Give what went wrong below PynamoDB, which wraps it."""
    return getattr(error, "cause", None) or error


def _code(error: Exception) -> str:
    """Give the class of an error, and the code of AWS, or the class below, where there is one."""
    answer = getattr(error, "response", None) or {}
    code = getattr(error, "cause_response_code", None) or answer.get("Error", {}).get("Code", "")
    below = "" if code or _cause(error) is error else type(_cause(error)).__name__
    return f"{type(error).__name__} {code or below}".strip()


def _say(sentence: str, status: int) -> int:
    print(shown(f"operate: {sentence}"), file=sys.stderr)
    return status
