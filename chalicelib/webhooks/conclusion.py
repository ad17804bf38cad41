"""What an attempt makes of its delivery. Pure."""

from datetime import datetime, timedelta

import msgspec

from chalicelib.game import Chance
from chalicelib.webhooks.delivery import MOST_ATTEMPTS_KEPT, Attempt, Delivery
from chalicelib.webhooks.outcome import Outcome
from chalicelib.webhooks.retry import PING_WAITS, WAITS, wait


class Conclusion(msgspec.Struct, frozen=True):
    """A delivery after an attempt; ``due`` (UTC) is the next one, if there is one.

    ``given_up``: an event has used up its attempts.
    """

    delivery: Delivery
    due: datetime | None = None
    given_up: bool = False


def next_wait(delivery: Delivery, outcome: Outcome, rng: Chance) -> timedelta | None:
    """Give how long to wait for the next attempt of the schedule, after one that failed."""
    waits = WAITS if delivery.kind == "event" else PING_WAITS
    if outcome.gone or (delivery.kind == "test"):
        return None
    return wait(waits, delivery.failed + 1, rng, outcome.asked)


def concluded(
    delivery: Delivery, outcome: Outcome, pause: timedelta | None, now: datetime
) -> Conclusion:
    """Say how a delivery goes on after an attempt; ``pause`` is what ``next_wait`` gave.

    An attempt by hand leaves the schedule as it was, and begins none. A chat that wants plain text
    gets it at once; that costs no attempt of the schedule.
    """
    by_hand = delivery.trigger != "scheduled"
    if outcome.ok:
        due = None
    elif outcome.plain:
        due = now
    elif by_hand:
        due = None if outcome.gone else delivery.resume
    else:
        due = now + pause if pause else None
    counts = not (outcome.ok or outcome.plain or by_hand)
    arrived = outcome.ok or any(not attempt.error for attempt in delivery.attempts)
    after = msgspec.structs.replace(
        delivery,
        condition="pending" if due else "delivered" if arrived else "failed",
        failed=delivery.failed + counts,
        trigger=delivery.trigger if outcome.plain else "scheduled",
        resume=delivery.resume if outcome.plain else None,
        busy=None,
        is_plain=delivery.is_plain or outcome.plain,
        made=delivery.made + 1,
        attempts=(*delivery.attempts, _attempt(delivery, outcome, due))[-MOST_ATTEMPTS_KEPT:],
    )
    return Conclusion(after, due, given_up=counts and not due and delivery.kind == "event")


def _attempt(delivery: Delivery, outcome: Outcome, due: datetime | None) -> Attempt:
    return Attempt(
        delivery.made + 1,
        delivery.trigger,
        outcome.started,
        round(outcome.took, 3),
        outcome.status,
        outcome.error,
        outcome.excerpt,
        due,
    )
