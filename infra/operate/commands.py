"""The commands about one installation; each prints what it found and gives the exit status."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from datetime import datetime

import msgspec

from chalicelib import ledger
from chalicelib.store import Store
from infra.operate import (
    exporting,
    given_up,
    importing,
    inspecting,
    letters,
    listing,
    place,
    replaying,
)
from infra.operate.dead_queue import Dead, DeadQueue
from infra.operate.output import Printer
from infra.operate.place import Place, Wrong
from infra.operate.replaying import Replayed

FINE, NOT_RIGHT = 0, 1
QUEUE = "queue"
PRIVATE = "What is for one player alone is not listed; redrive tries it again with the rest."
KEEP_IT = (
    "Keep this file as you keep a key: it has hands, cards, addresses and codes in it, and whoever "
    "has it can play in the game. Only you can read it now."
)


def need_yes(given: Namespace, question: str) -> None:
    """Ask whether it is meant, unless that was said; raises ``Wrong`` if not."""
    if given.yes:
        return
    if not sys.stdin.isatty():
        raise Wrong(f"{question} Say --yes if you mean it.")
    if input(f"{question} [y/N] ").strip().lower() not in ("y", "yes"):
        raise Wrong("nothing was done")


def _opened(given: Namespace) -> tuple[Place, Printer]:
    here = place.opened(given)
    return here, Printer(here.now(), as_json=given.json)


def list_games(given: Namespace) -> int:
    """``list``."""
    here, out = _opened(given)
    count = out.games(listing.games(here, given.wish, given.after, given.limit))
    if not count:
        out.say("no games")
    if given.limit and count == given.limit:
        out.say("there may be more: --after with the last one goes on")
    return NOT_RIGHT if given.wish == "stuck" and count else FINE


def inspect(given: Namespace) -> int:
    """``inspect``."""
    here, out = _opened(given)
    out.game(inspecting.inspected(here, given.game, given.at))
    return FINE


def replay(given: Namespace) -> int:
    """``replay``."""
    here, out = _opened(given)
    if given.repair:
        need_yes(given, "State and index rows that differ are written as the log says.")
    count = wrong = 0
    for one in _replayed(here, given):
        count += 1
        wrong += bool(one.wrong)
        if one.wrong or one.repaired or not given.all:
            verdict = "does not agree" if one.wrong else "repaired" if one.repaired else "agrees"
            told = f"{one.game}: {one.entries} entries, {verdict}"
            out.give(one, told, *(f"  {each}" for each in one.wrong))
    out.say(f"{count} looked at, {wrong} not right")
    return NOT_RIGHT if wrong else FINE


def _replayed(here: Place, given: Namespace) -> Iterator[Replayed]:
    act = _repaired if given.repair else replaying.replayed
    if not given.all:
        yield act(here.store, given.game, here.now())
        return
    for pk in here.store.games():
        yield act(here.store, ledger.game_of(pk), here.now())
    yield from replaying.strays(here.store, here.now())


def _repaired(store: Store, game: str, now: datetime) -> Replayed:
    """Repair a game; of one that cannot be repaired it is said why."""
    try:
        return replaying.repair(store, game, now)
    except Wrong as wrong:
        found = replaying.replayed(store, game, now)
        return msgspec.structs.replace(found, wrong=(*found.wrong, str(wrong)))


def dead(given: Namespace) -> int:
    """``dead``."""
    here, out = _opened(given)
    count = 0
    for one in given_up.found(here.store, here.now(), _kinds(given)):
        if one.listed:
            count += 1
            out.give(_shown(one), _line(one, out))
    for message in _queue(here, given).messages() if _has_queue(here, given) else ():
        count += 1
        out.give(message, _message(message, out))
    out.say(f"{count} listed. {PRIVATE}")
    return NOT_RIGHT if count else FINE


def redrive(given: Namespace) -> int:
    """``redrive``."""
    here, out = _opened(given)
    site = here.site(given) if "mail" in _kinds(given) else None
    need_yes(given, "Whatever was given up is tried again.")
    tried = failed = 0
    for one in list(given_up.found(here.store, here.now(), _kinds(given))):
        why = given_up.again(site or here.plain_site(), one)
        if one.listed:
            tried, failed = tried + 1, failed + bool(why)
            out.give(_shown(one) | {"left": why}, f"{_line(one, out)}: {why or 'tried again'}")
    for message, why in _queue(here, given).again() if _has_queue(here, given) else ():
        tried, failed = tried + 1, failed + bool(why)
        said = f"left where it is: {why}" if why else "handed on"
        out.give(message, f"{_message(message, out)}: {said}")
    out.say(f"{tried} listed ones tried again, {failed} of them could not be. {PRIVATE}")
    return NOT_RIGHT if failed else FINE


def _kinds(given: Namespace) -> tuple[str, ...]:
    """Give the kinds that were asked for, all if none was named; raises ``Wrong`` if unknown."""
    every = (*given_up.KINDS, QUEUE)
    for kind in given.kinds:
        if kind not in every:
            raise Wrong(f"{kind} is none of {', '.join(every)}")
    return tuple(given.kinds) or every


def _has_queue(here: Place, given: Namespace) -> bool:
    """Whether the queue of dead letters is meant; one machine has none."""
    return QUEUE in _kinds(given) and here.folder is None


def _queue(here: Place, given: Namespace) -> DeadQueue:
    return DeadQueue(here, given.queue, given.clock_queue)


def _shown(one: given_up.GivenUp) -> dict[str, object]:
    """Give what may be told of something that was given up: all but its row."""
    fields = ("kind", "game", "name", "trouble", "attempts", "at")
    return {name: getattr(one, name) for name in fields}


def _line(one: given_up.GivenUp, out: Printer) -> str:
    about = f"{one.kind} {one.game or '-'} {one.name}"
    return f"{about} {out.moment(one.at)}, {one.attempts} attempts, {one.trouble or 'no reason'}"


def _message(message: Dead, out: Printer) -> str:
    about = message.game or message.function or "-"
    return f"queue {message.kind} {about} {message.error} {out.moment(message.at)}"


def resend(given: Namespace) -> int:
    """``resend``."""
    here, out = _opened(given)
    letters.again(here.store, given.game, given.letter, here.now())
    out.say(
        "If there is such a letter it leaves again, within a minute, "
        "if its reader still wants and may have it."
    )
    return FINE


def export(given: Namespace) -> int:
    """``export``."""
    here, out = _opened(given)
    if given.public:
        found = exporting.archive(here, given.game, given.output)
        out.give(found, f"{given.output}: what everybody may see, {found['entries']} entries")
        return FINE
    entries = exporting.export(here, given.game, given.output)
    out.give({"game": given.game, "entries": entries}, f"{given.output}: {entries} entries")
    print(KEEP_IT, file=sys.stderr)
    return FINE


def import_file(given: Namespace) -> int:
    """``import``."""
    here, out = _opened(given)
    need_yes(given, f"The game in {given.file} is brought to {here.name}, and goes on there.")
    found = importing.import_game(here, given.file)
    people = f"{found.people} people, {found.known} of them known here"
    out.give(found, f"{found.game}: {found.entries} entries, {people}")
    return FINE
