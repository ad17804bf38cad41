"""What the commands print: for people in columns, for programs one JSON document a line."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from infra.operate import public
from infra.operate.inspecting import Inspected

JOINER = "\u200d"
"""It is inside of emoji."""
LATEST = 10
"""Log entries that `inspect` prints for people."""


class Printer:
    """Where a command's findings go."""

    def __init__(self, now: datetime, *, as_json: bool) -> None:
        """Keep the time (UTC) against which ages count, and the way to print."""
        self._now = now
        self._json = as_json

    def say(self, sentence: str) -> None:
        """Say something to a person; programs are not told."""
        if not self._json:
            print(shown(sentence))

    def give(self, found: Any, *for_people: str) -> None:
        """Print what was found."""
        if self._json:
            print(shown(msgspec.json.encode(found).decode()))
        for line in () if self._json else for_people:
            print(shown(line))

    def moment(self, at: datetime | None) -> str:
        """Write a time, and how far it is off."""
        if not at:
            return "-"
        minutes = (at - self._now).total_seconds() / 60
        return f"{at:%Y-%m-%d %H:%M}Z ({_span(abs(minutes))}{' ago' if minutes < 0 else ''})"

    def games(self, found: Iterable[public.Summary]) -> int:
        """Print games as they come; gives their number."""
        count = 0
        for count, game in enumerate(found, 1):
            if count == 1:
                row = (
                    "GAME",
                    "RULES",
                    "PHASE",
                    "DAY",
                    "SEATS",
                    "ENTRY",
                    "DUE",
                    "LAST MOVE",
                    "TITLE",
                )
                self.say(_columns(row))
            self.give(game, self._game(game))
        return count

    def _game(self, game: public.Summary) -> str:
        phase = "paused" if game.paused else game.phase
        about = (game.game, game.ruleset, phase, game.day, game.players, game.version)
        return _columns((*about, self.moment(game.due), self.moment(game.last), game.title))

    def game(self, found: Inspected) -> None:
        """Print one game."""
        self.give(found, *self._inspected(found))

    def _inspected(self, found: Inspected) -> Iterable[str]:
        one = found.summary
        yield f"{one.title} ({one.game}): {one.ruleset}, preset {found.state.preset}"
        yield f"{'paused' if one.paused else one.phase}, day {one.day}, entry {one.version}"
        yield f"due  {self.moment(one.due)}"
        yield f"last {self.moment(one.last)}"
        for seat in found.seats:
            trouble = f", no mail: {seat.trouble}" if seat.trouble else ""
            yield f"seat {seat.id}: {seat.nick} ({seat.role}) {seat.address}{trouble}"
        for line in found.log[-LATEST:]:
            yield from (f"log  {line['seq']} {_event(event)}" for event in line["events"])
        waiting = [listed for listed in found.letters if listed.seen.state != "done"]
        yield f"post {len(found.letters) - len(waiting)} letters that all know of are done with"
        for listed in waiting:
            yield f"post {listed.letter} {_letter(listed.seen)}, told {self.moment(listed.told)}"
        for hook in found.webhooks:
            why = f" ({hook.disabled_reason})" if hook.disabled_reason else ""
            yield f"hook {hook.id} {hook.url} {hook.format} {hook.audience} {hook.status}{why}"
        for thread in found.threads:
            trouble = f", trouble: {thread.trouble}" if thread.trouble else ""
            at = f"{thread.engine} {thread.forum} {thread.thread}"
            yield f"forum {thread.id} {at} {thread.status}{trouble}"


def shown(line: str) -> str:
    """Give a line as a terminal may have it: what it would obey or hide is written as in JSON.

    Names and texts are strangers' own; most are tidied when they come, but some are those of forums
    or came in a file.
    """
    kept = (one if one.isprintable() or one == JOINER else json.dumps(one)[1:-1] for one in line)
    return "".join(kept)


def _event(event: Any) -> str:
    """Write an event in a line: its name and what is known of it."""
    fields = {k: v for k, v in msgspec.to_builtins(event).items() if k != "type" and v is not None}
    return f"{event.__struct_config__.tag} {msgspec.json.encode(fields).decode()}"


def _letter(seen: Any) -> str:
    said = f"{seen.kind} {seen.state}"
    said += f" ({seen.why})" if seen.why else ""
    said += f", {seen.attempts} attempts" if seen.attempts else ""
    return said + (f", {seen.trouble}" if seen.trouble else "")


def _span(minutes: float) -> str:
    """Write how long something is, in the unit that suits it."""
    hours = minutes / 60
    if hours < 1:
        return f"{minutes:.0f} min"
    return f"{hours:.0f} h" if hours < 48 else f"{hours / 24:.0f} d"  # noqa: PLR2004 -- two days


def _columns(row: Sequence[object]) -> str:
    widths = (20, 6, 9, 4, 5, 6, 30, 30, 0)
    return " ".join(str(cell).ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip()
