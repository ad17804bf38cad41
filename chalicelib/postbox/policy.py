"""What is to be done with a mail, by what leads to the game, who signs it, and how well. Pure."""

from enum import Enum, auto
from typing import Any

from chalicelib.postbox.evidence import Evidence
from chalicelib.postbox.whose import By
from chalicelib.rules import table, verbs
from chalicelib.rules.forum.corrections import Settle
from chalicelib.rules.forum.rulings import CloseDay
from chalicelib.rules.office import AnswerAsGM, OfferSeat, RollBack

IRREVERSIBLE: tuple[type[Any], ...] = (
    *(verbs.Accuse, table.Leave, table.Start),
    *(OfferSeat, RollBack, AnswerAsGM, CloseDay, Settle),
)
"""Moves that are not made for a mail that nobody vouches for, unless their author confirms them.

A shown card cannot be taken back either, but it is owed anyhow and its asker may know it.
"""


class Treatment(Enum):
    """What is to be done with a mail."""

    ACT = auto()
    CAREFUL = auto()
    """Act, but have what cannot be undone confirmed, and show nothing of the hand."""
    CONFIRM = auto()
    """Ask the owner of the seat whether it is theirs."""
    FORGED = auto()
    """Do nothing; the owner hears of it once."""
    HELP = auto()
    """Tell the owner, now and then, to reply to a letter."""
    IGNORE = auto()


def treatment(by: By, evidence: Evidence, *, own: bool) -> Treatment:
    """Give what is to be done; ``own``: From is an address of the account that ``by`` leads to."""
    if by is By.ADDRESS:
        if evidence is Evidence.FORGED:
            return Treatment.FORGED
        if not own:
            return Treatment.CONFIRM
        return Treatment.ACT if evidence is Evidence.PROVEN else Treatment.CAREFUL
    if not own:
        return Treatment.IGNORE
    if by is By.THREAD and evidence is Evidence.PROVEN:
        return Treatment.ACT
    return Treatment.HELP
