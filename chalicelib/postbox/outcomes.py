"""What became of each mail: one outcome for each, kept with the mail's fingerprint.

::

    MAIL  # f  OUTCOME   the outcome (30 days)
"""

from enum import StrEnum

from chalicelib.ledger import KEY_LIFE, outgoing
from chalicelib.letters import Answer
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put


class Outcome(StrEnum):
    """What became of a mail."""

    DONE = "done"
    ASKED_BACK = "asked back"
    ANSWERED = "answered"
    MACHINE = "machine mail"
    REPEATED = "repeated"
    STRANGER = "stranger"


def is_known(site: Site, fingerprint: str) -> bool:
    """Whether a mail was answered before without a move."""
    return site.store.read(_key(fingerprint), now=site.now())[0] is not None


def answered(site: Site, answer: Answer, outcome: Outcome, name: str) -> Outcome:
    """Post an answer and remember it under a name, both or neither."""
    now = site.now()
    record = Item(*_key(name), outcome.value, expires=now + KEY_LIFE)
    try:
        site.store.write(Put(record, 0), Put(outgoing(answer, now, name[:24])), now=now)
    except Conflict:
        return Outcome.REPEATED
    return outcome


def _key(name: str) -> Key:
    return f"MAIL#{name}", "OUTCOME"
