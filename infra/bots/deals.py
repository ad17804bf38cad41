"""Deals as bit masks: which hands agree with what is known. Pure arithmetic, no card names.

A card is one bit. A row is a place where cards lie: a hand, or one of the three slots of the
envelope (a slot is a row of one card). All questions about a deal are questions about rows.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from random import Random
from typing import NamedTuple


class Row(NamedTuple):
    """A hand or an envelope slot: cards surely here, cards that may be, how many are missing."""

    held: int
    may: int
    need: int
    clauses: tuple[int, ...] = ()
    """Each mask shares at least one card with the row."""


Rows = tuple[Row, ...]
Hands = list[int]


class OutOfBudget(Exception):  # noqa: N818 -- an answer to expect, not a mistake
    """The search was given up: the question stays open."""


class Budget:
    """The steps a search may still take."""

    def __init__(self, steps: int) -> None:
        """Allow that many steps."""
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps away; raises OutOfBudget when there are too few."""
        self.left -= steps
        if self.left < 0:
            raise OutOfBudget


def bits(mask: int) -> Iterator[int]:
    """The single cards of a mask, lowest first: 1 and 4 of 0b101."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def settle(rows: Rows) -> Rows | None:
    """The rows with every card placed that simple counting forces; None if they contradict."""
    while True:
        if union(rows).bit_count() < sum(row.need for row in rows):
            return None
        narrower = _narrow_all(rows)
        if narrower is None or narrower == rows:
            return narrower
        rows = narrower


def union(rows: Rows) -> int:
    """The cards that are not placed yet but may lie in one of these rows."""
    cards = 0
    for row in rows:
        cards |= row.may
    return cards


def _narrow_all(rows: Rows) -> Rows | None:
    lonely, taken = _lonely(rows), 0
    narrower: list[Row] = []
    for row in rows:
        new = _narrow(row, lonely, taken)
        if new is None:
            return None
        taken |= new.held & ~row.held
        narrower.append(new)
    return tuple(row._replace(may=row.may & ~taken) if row.may & taken else row for row in narrower)


def _lonely(rows: Rows) -> int:
    """The cards that have only one row left to lie in."""
    once = twice = 0
    for row in rows:
        twice |= once & row.may
        once |= row.may
    return once & ~twice


def _narrow(row: Row, lonely: int, taken: int) -> Row | None:
    held, need, may = row.held, row.need, row.may & ~taken
    open_clauses = tuple([clause & may for clause in row.clauses if not clause & held])
    if need == 1:
        for clause in open_clauses:
            may &= clause  # the last card must satisfy all of them
    if may.bit_count() < need or (open_clauses and (need == 0 or 0 in open_clauses)):
        return None
    forced = _forced(may, need, open_clauses) | row.may & lonely
    if forced & ~may or forced.bit_count() > need:
        return None
    need -= forced.bit_count()
    return Row(held | forced, may & ~forced if need else 0, need, open_clauses)


def _forced(may: int, need: int, clauses: tuple[int, ...]) -> int:
    if may.bit_count() == need:
        return may
    forced = 0
    for clause in clauses:
        if clause & (clause - 1) == 0:
            forced |= clause
    return forced


def deal(rows: Rows, budget: Budget) -> Hands | None:
    """One deal that agrees with all rows, a mask per row; None if there is none at all.

    Branches only on a clause that the plain matching of cards to rows happens to break.
    """
    budget.spend()
    settled = settle(rows)
    hands = matching(settled) if settled is not None else None
    if settled is None or hands is None:
        return None
    broken = [
        (clause.bit_count(), at, clause)
        for at, row in enumerate(settled)
        for clause in row.clauses
        if not clause & hands[at]
    ]
    if not broken:
        return hands
    _, at, clause = min(broken)
    found = (deal(branch, budget) for branch in _branches(settled, at, clause))
    return next((hands for hands in found if hands is not None), None)


def _branches(rows: Rows, at: int, clause: int) -> Iterator[Rows]:
    """Each way to satisfy the clause once: by its first card, by its second but not its first..."""
    row = rows[at]
    for card in bits(clause):
        yield pinned(rows, at, row._replace(clauses=(*row.clauses, card)))
        row = row._replace(may=row.may & ~card)


def pinned(rows: Rows, at: int, row: Row) -> Rows:
    """The rows with another row in that place."""
    return (*rows[:at], row, *rows[at + 1 :])


def matching(rows: Rows) -> Hands | None:
    """Cards to rows by augmenting paths, sizes and `may` kept, clauses ignored; None if none."""
    extra = [0] * len(rows)
    for card in bits(union(rows)):
        if not _lay(card, rows, extra, set()):
            return None
    return [row.held | more for row, more in zip(rows, extra, strict=True)]


def _lay(card: int, rows: Rows, extra: Hands, seen: set[int]) -> bool:
    """Give the card a row, moving other cards on where rows are full."""
    for at, row in enumerate(rows):
        if not card & row.may or at in seen:
            continue
        seen.add(at)
        if extra[at].bit_count() < row.need:
            extra[at] |= card
            return True
        for other in bits(extra[at]):
            if _lay(other, rows, extra, seen):
                extra[at] ^= other | card
                return True
    return False


def tally(seats: Rows, slots: Rows, budget: Budget) -> dict[int, int]:
    """The number of deals by what they leave for the slots (a mask of unplaced cards).

    Seats with fewer possible hands come first; a step is one hand tried on one partial deal.
    """
    options = sorted((_hands_of(row, budget) for row in seats), key=len)
    cards = union((*seats, *slots))
    partial = {cards: 1}
    for at, hands in enumerate(options):
        budget.spend(len(partial) * len(hands))
        later = union(slots) | _mask(options[at + 1 :])
        partial = _dealt(partial, hands, later)
    return partial


def _mask(options: list[list[int]]) -> int:
    cards = 0
    for hands in options:
        for hand in hands:
            cards |= hand
    return cards


def _dealt(partial: dict[int, int], hands: list[int], later: int) -> dict[int, int]:
    after: dict[int, int] = {}
    for rest, ways in partial.items():
        for hand in hands:
            left = rest & ~hand
            if hand & rest == hand and left & later == left:
                after[left] = after.get(left, 0) + ways
    return after


def _hands_of(row: Row, budget: Budget) -> list[int]:
    """Every set of missing cards that would complete the row."""
    cards = list(bits(row.may))
    budget.spend(comb(len(cards), row.need))
    hands = (sum(chosen) for chosen in combinations(cards, row.need))
    return [hand for hand in hands if all(hand & clause for clause in row.clauses)]


def wander(rows: Rows, hands: Hands, rng: Random) -> Iterator[tuple[int, ...]]:
    """Endless random deals near-uniform among those that agree with the rows, from a first one.

    Swaps two cards at a time (a symmetric Markov chain); yields after some swaps per card.
    """
    cards = list(bits(union(rows)))
    owner = {card: at for at, hand in enumerate(hands) for card in bits(hand)}
    hands = list(hands)
    while True:
        for _ in range(2 * len(cards)):
            one, two = cards[int(rng.random() * len(cards))], cards[int(rng.random() * len(cards))]
            _swap(rows, hands, owner, one, two)
        yield tuple(hands)


def _swap(rows: Rows, hands: Hands, owner: dict[int, int], one: int, two: int) -> None:
    """Exchange the two cards if both rows allow it."""
    here, there = owner[one], owner[two]
    if here == there or not (rows[here].may & two and rows[there].may & one):
        return
    first, second = hands[here] ^ one ^ two, hands[there] ^ one ^ two
    if _keeps(rows[here], first) and _keeps(rows[there], second):
        hands[here], hands[there] = first, second
        owner[one], owner[two] = there, here


def _keeps(row: Row, hand: int) -> bool:
    return all(clause & hand for clause in row.clauses)
