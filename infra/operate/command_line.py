"""Runs one command: opens the installation, does what was asked, and says how it went."""

import sqlite3
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from io import TextIOWrapper

import msgspec
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    NoCredentialsError,
    NoRegionError,
)
from pynamodb.exceptions import PynamoDBException

from chalicelib import logs
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
        below = _cause(error)
        refused = f"the database, or AWS, refused: {logs.named(below)}"
        return _say(MISSING.get(type(below), refused), NOT_DONE)
    place = logs.places_of(error.__traceback__)[0]
    return _say(f"the program failed: {type(error).__name__} at {place}", FAILED)


def _cause(error: Exception) -> BaseException:
    """Give what went wrong below PynamoDB, which wraps it."""
    return getattr(error, "cause", None) or error


def _say(sentence: str, status: int) -> int:
    print(shown(f"operate: {sentence}"), file=sys.stderr)
    return status
