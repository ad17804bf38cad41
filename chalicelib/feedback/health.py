"""How mail to an account fares, and who is told when that changes.

::

    partition  sort key
    ACCOUNT#a  HEALTH    failures of the week; when a pause ends (due); when it was proven
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from itertools import islice

import msgspec

from chalicelib import accounts, ledger
from chalicelib.accounts import Profile
from chalicelib.feedback.report import Report
from chalicelib.game import ORGANISER, Busy
from chalicelib.letters import Answer, Problem
from chalicelib.rules import State
from chalicelib.store import TRIES, Conflict, Item, Key, Put, Store, Write, encoded

WEEK, MOST_FAILURES = timedelta(days=7), 3
"""So many failures that pass within so long pause the mail."""
PAUSE = timedelta(days=3)
"""How long mail pauses then."""
MOST_LETTERS = 90
"""Letters in one transaction: nobody is at so many tables."""


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """How mail to an account fares. All times are UTC."""

    failures: tuple[datetime, ...] = ()
    """The failures that pass, of the last week."""
    until: datetime | None = None
    """When the present pause ends; without it what is wrong stays wrong until the next sign-in."""
    proven: datetime | None = None
    """When the address was last proven after trouble: what happened before does not count."""


class Kept(msgspec.Struct, frozen=True):
    """A profile and the health of its mail as stored, with the versions of both."""

    profile: Profile
    version: int
    health: Health
    health_version: int

    def writes(self, profile: Profile, health: Health) -> Iterable[Write]:
        """Write what has changed, if nothing else did meanwhile."""
        if profile != self.profile:
            item = accounts.profile_item(profile, self.version + 1)
            yield Put(item, self.version)
        if health != self.health:
            body = encoded(health)
            version = self.health_version
            key = health_key(profile.id)
            yield Put(Item(*key, body, version + 1, due=health.until), version)


_read_health = msgspec.json.Decoder(Health).decode


def health_key(account: str) -> Key:
    """Give where the health of an account's mail is kept."""
    return f"ACCOUNT#{account}", "HEALTH"


def kept(store: Store, account: str, now: datetime) -> Kept:
    """Give how mail to an account fares; raises ``KeyError`` if there is none."""
    profile, version = accounts.profile_at(store, account, now=now)
    (item,) = store.read(health_key(account), now=now)
    health = _read_health(item.body) if item else Health()
    return Kept(profile, version, health, item.version if item else 0)


def judged(before: Kept, report: Report, now: datetime) -> tuple[Profile, Health, str]:
    """Say what a report changes: the profile, the health, and what the organisers are told. Pure.

    A complaint outweighs a bounce, and a permanent bounce a pause, in whatever order they come.
    """
    profile, health = before.profile, before.health
    if health.proven and report.at <= health.proven:
        return profile, health, ""
    if report.kind == "complaint":
        stopped = msgspec.structs.replace(profile, trouble="complained")
        told = "" if profile.trouble == "complained" else "mail_complained"
        return stopped, msgspec.structs.replace(health, until=None), told
    if report.kind == "permanent":
        stays = profile.trouble == "complained"
        stopped = profile if stays else msgspec.structs.replace(profile, trouble="bounced")
        told = "" if profile.trouble and not health.until else "mail_bounced"
        return stopped, msgspec.structs.replace(health, until=None), told
    return _weakened(profile, health, report, now)


def _weakened(
    profile: Profile, health: Health, report: Report, now: datetime
) -> tuple[Profile, Health, str]:
    """Count a failure that passes; the third within a week pauses the mail."""
    times = sorted({*health.failures, report.at})
    recent = tuple(at for at in times if at > times[-1] - WEEK)
    counted = msgspec.structs.replace(health, failures=recent)
    if profile.trouble or len(recent) < MOST_FAILURES:
        return profile, counted, ""
    paused = msgspec.structs.replace(counted, until=now + PAUSE)
    return msgspec.structs.replace(profile, trouble="bounced"), paused, "mail_paused"


def proven(store: Store, account: str, *, now: datetime) -> None:
    """Let mail go to an address again that was just proven anew; raises ``Busy`` in a crowd."""
    _again(store, account, Health(proven=now), now)


def pause_over(store: Store, account: str, *, now: datetime) -> bool:
    """Let mail go again if its pause is over; the failures of the week are remembered."""
    before = kept(store, account, now)
    if not before.health.until or before.health.until > now:
        return False
    return _again(store, account, msgspec.structs.replace(before.health, until=None), now)


def _again(store: Store, account: str, health: Health, now: datetime) -> bool:
    """End the trouble: the player gets the state of every game, the organisers a line."""
    for _ in range(TRIES):
        before = kept(store, account, now)
        if not before.profile.trouble:
            return False
        well = msgspec.structs.replace(before.profile, trouble="")
        name = f"again.{now.isoformat()}"
        letters = [
            *notices(store, account, "mail_again", health, name, now),
            *standings(store, account, name, now),
        ]
        try:
            store.write(*before.writes(well, health), *letters[:MOST_LETTERS], now=now)
        except Conflict:
            continue
        return True
    raise Busy("busy", seconds=1)


def notices(  # noqa: PLR0913, PLR0917 -- who, what, and under which name
    store: Store, account: str, code: str, health: Health, name: str, now: datetime
) -> Iterable[Write]:
    """Give the letters that tell the organisers of an account's games what its mail does."""
    for game, state in _live(store, account, now):
        seat = _seat(state, account)
        if seat and state.host != account:
            facts = {"seat": seat, "until": health.until} if health.until else {"seat": seat}
            part = Problem("", code, facts=facts)
            answer = Answer(game, ORGANISER, "unreachable", parts=(part,))
            yield Put(ledger.outgoing(answer, now, ledger.digest(code, account, name)[:24]))


def standings(
    store: Store, account: str, name: str, now: datetime, among: Collection[str] | None = None
) -> Iterable[Write]:
    """Give the letters that tell an account how its games stand: earlier ones were not sent.

    ``among`` are the games that matter, if not all; ``name`` tells one occasion from another. They
    fit one transaction.
    """
    wanted = (one for one in _live(store, account, now) if among is None or one[0] in among)
    for game, state in islice(wanted, MOST_LETTERS):
        reader = _seat(state, account) or ORGANISER
        answer = Answer(game, reader, "status")
        yield Put(ledger.outgoing(answer, now, ledger.digest("status", account, name)[:24]))


def _live(store: Store, account: str, now: datetime) -> Iterable[tuple[str, State]]:
    """Give the games of an account that are not over."""
    games = ledger.games_of(store, account, now)
    held = zip(games, ledger.peek_all(store, games, now), strict=True)
    return ((game, state) for game, state in held if state and state.phase != "over")


def _seat(state: State, account: str) -> str:
    """Give the seat of an account, if it has one."""
    return next((seat.id for seat in state.seats if seat.account == account), "")


def troubles(store: Store, state: State, account: str, *, now: datetime) -> dict[str, str]:
    """Say which seats get no mail and why, as an account may know it.

    The organiser knows of all seats, a player of their own, and nobody else of any.
    """
    seats = {
        seat.account: seat.id
        for seat in state.seats
        if seat.account and account and account in (seat.account, state.host)
    }
    if not seats:
        return {}
    found = accounts.profiles(store, tuple(seats), now=now)
    return {seats[one.id]: one.trouble for one in found if one.trouble}
