"""What keeps a deployment from going on, told to whoever deploys."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from botocore.exceptions import BotoCoreError, ClientError

Words = ParamSpec("Words")


class Stop(Exception):  # noqa: N818 -- it says what happens
    """Nothing further is done: what is wrong, and what to do about it."""

    def __init__(self, wrong: str, mend: str = "") -> None:
        """Keep both for the last lines of the program."""
        super().__init__(wrong)
        self.wrong, self.mend = wrong, mend

    def lines(self) -> list[str]:
        """Say both, a line each."""
        return [f"Stopped: {self.wrong}.", *([f"-> {self.mend}"] if self.mend else [])]


def told(main: Callable[Words, int]) -> Callable[Words, int]:
    """Let a command end with 1 and what stopped it, be it we or AWS."""

    @wraps(main)
    def run(*args: Words.args, **named: Words.kwargs) -> int:
        try:
            return main(*args, **named)
        except Stop as stop:
            print(*stop.lines(), sep="\n")
        except (BotoCoreError, ClientError) as error:
            print(f"AWS says: {error}\n-> credentials and rights: docs/aws.md")
        return 1

    return run
