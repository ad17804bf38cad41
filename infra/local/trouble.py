"""How an unexpected error is named in a log: its class and place, never its words."""

from pathlib import Path
from traceback import extract_tb


def named(error: BaseException) -> str:
    """Give the class of an error and where it was raised; its message might hold secrets.

    Of several that were raised together each is named.
    """
    if isinstance(error, BaseExceptionGroup):
        return ", ".join(dict.fromkeys(named(one) for one in error.exceptions))
    frames = extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"
