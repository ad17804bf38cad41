"""The clock: games whose time is up are found, handed over, and each let pass its time once.

On AWS they go through a queue, one message for each, to functions that work side by side; where
there is no queue, the process does it itself. A message that comes twice finds nothing to do.
"""

import logging
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from traceback import extract_tb

import msgspec

from chalicelib import play
from chalicelib.site import Site


class Turn(msgspec.Struct, frozen=True):
    """A message of the queue: in this game time is up."""

    game: str


_log = logging.getLogger(__name__)
_read = msgspec.json.Decoder(Turn).decode


def tick(site: Site) -> int:
    """Hand over the games that are due; gives their number, or that of the turns taken here.

    A game that fails does not keep the others waiting; its error is raised at the end.
    """
    due = site.store.due(site.now() - site.settle, prefix="STATE")
    games = [pk.removeprefix("GAME#") for pk, _ in due]
    if site.hand_over:
        return len(games) - len(site.hand_over([_message(game) for game in games]))
    played, errors = 0, []
    for game in games:
        try:
            played += passed(site, game)
        except Exception as error:  # noqa: BLE001 -- raised again when all games had their turn
            errors.append(error)
    if errors:
        raise ExceptionGroup("games whose time did not pass", errors)
    return played


def _message(game: str) -> str:
    return msgspec.json.encode(Turn(game)).decode()


def passed(site: Site, game: str) -> int:
    """Let time pass in one game; gives how many turns the clock took."""
    return play.pass_time(site.store, game, now=site.now(), rng=site.rng, settle=site.settle)


def come(site: Site, messages: Iterable[tuple[str, str]]) -> Sequence[str]:
    """Let time pass in the games of these messages (name and body); gives the names that failed."""
    failed = []
    for name, body in messages:
        try:
            passed(site, _read(body).game)
        except Exception as error:  # noqa: BLE001 -- one game must not stop the others
            failed.append(name)
            place = extract_tb(error.__traceback__)[-1]
            about = (type(error).__name__, PurePath(place[0]).name, place[1])
            _log.error("time did not pass in a game: %s at %s:%s", *about)
    return failed
