"""``python -m infra.demo``: six bots play a whole game by mail, and you read its thread."""

import logging
import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator

from chalicelib import logs
from chalicelib.rules import forum
from chalicelib.words import LANGUAGES
from infra.demo import show
from infra.demo.feed import Entry
from infra.demo.game import Demo, TooLong, instance
from infra.demo.texts import text

LIMIT = 110.0
"""Seconds after which the demo gives up."""


def arguments() -> ArgumentParser:
    """Give the command line."""
    parser = ArgumentParser(prog="python -m infra.demo", description=__doc__)
    parser.add_argument(
        "--language", choices=LANGUAGES, default="ru", help="of the cards and the thread (ru)"
    )
    return parser


def watch(demo: Demo, language: str, started: float) -> bool:
    """Print a game while it is played; whether it was solved and the deal was honest."""
    opening = demo.feed.state()
    _print(show.opening(opening))

    def told(news: tuple[Entry, ...]) -> None:
        _print(line for entry in news for line in show.thread(entry.events, opening))

    try:
        state = demo.play(LIMIT - (time.monotonic() - started), told)
    except TooLong:
        print(text(language, "too_long"), file=sys.stderr)
        return False
    end = state.result
    if not end or not isinstance(state, forum.State):
        return False
    _print(show.result(state, end))
    honest = show.verified(demo.feed.deal(), opening.commitment, end)
    print(text(language, "verified" if honest else "forged"))
    seconds = time.monotonic() - started
    print(f"\n{show.figures(state.day, demo.letters, seconds, language)}")
    return honest and end.outcome == "solved"


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        print(line, flush=True)


def main() -> int:
    """Play one game. Gives 0 if it was solved and the deal is verified, else 1."""
    started = time.monotonic()
    logs.start("WARNING", lines=True, stream=sys.stderr)
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    language = arguments().parse_args().language
    try:
        with instance() as runner:
            return 0 if watch(Demo(runner, language), language, started) else 1
    except KeyboardInterrupt:
        return 1


if __name__ == "__main__":
    sys.exit(main())
