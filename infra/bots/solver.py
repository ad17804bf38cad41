"""What a forum Cluedo player can work out: the notebook, the envelopes left, the next question.

In the forum game only the addressee answers (F20), so each public fact is about one hand.
Nothing here guesses at habits: a deal is excluded only when it contradicts an answer.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice, product, starmap
from math import log2, prod
from random import Random
from typing import NamedTuple

import msgspec

from infra.bots.deals import (
    Budget,
    OutOfBudget,
    Row,
    Rows,
    bits,
    deal,
    pinned,
    settle,
    tally,
    wander,
)

Envelope = tuple[str, str, str]
SLOTS = 3
NODES = 2000  # of a search; 155 were the most in trial games, with 12 seats and 100 cards
SAMPLES = 128
TINY = 1e-9  # below it a count of samples is zero, rounded
MOST_WEIGHED = 2500  # all 1620 questions of six players and the classic deck


class Question(NamedTuple):
    """A suggestion to make: addressee, then one card of each category (F12)."""

    to: str
    suspect: str
    weapon: str
    room: str


class Notebook(msgspec.Struct, frozen=True):
    """All that one seat knows of the deal; every method returns the notebook with a fact added.

    `sizes` are the cards per seat, `holds` and `lacks` what a seat surely has and has not, and of
    each set in `one_of` it has at least one card. A fact taken back (F42, F45) needs a new notebook
    from the facts that stand. `msgspec.json` saves and restores it.
    Raises ValueError when the hand sizes do not fit the deck or a card appears twice.
    """

    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    rooms: tuple[str, ...]
    sizes: dict[str, int]
    me: str
    hand: tuple[str, ...]
    holds: dict[str, frozenset[str]] = {}
    lacks: dict[str, frozenset[str]] = {}
    one_of: dict[str, tuple[frozenset[str], ...]] = {}

    def __post_init__(self) -> None:
        """Check that the deck can be dealt in these sizes."""
        if len(set(self.deck)) != len(self.deck):
            raise ValueError("a card appears twice in the deck")
        if sum(self.sizes.values()) + SLOTS != len(self.deck):
            raise ValueError("the hands and the envelope do not make up the deck")
        if len(self.hand) != self.sizes[self.me] or not set(self.hand) <= set(self.deck):
            raise ValueError("the own hand does not fit")

    @property
    def deck(self) -> tuple[str, ...]:
        """Every card in play."""
        return self.suspects + self.weapons + self.rooms

    def refuted(self, seat: str, cards: Collection[str]) -> "Notebook":
        """The seat refuted: it holds at least one of the cards."""
        known = self.holds.get(seat, frozenset())
        if seat == self.me or known & set(cards):
            return self
        clause = frozenset(cards) - self.lacks.get(seat, frozenset())
        clauses = self.one_of.get(seat, ())
        if clause in clauses:
            return self
        return msgspec.structs.replace(self, one_of={**self.one_of, seat: (*clauses, clause)})

    def not_refuted(self, seat: str, cards: Collection[str]) -> "Notebook":
        """The seat could not refute: it holds none of the cards."""
        lacks = self.lacks.get(seat, frozenset()) | set(cards)
        return msgspec.structs.replace(self, lacks={**self.lacks, seat: lacks})

    def shown(self, seat: str, card: str) -> "Notebook":
        """The seat showed this card: it holds it, and older doubts it settles are dropped."""
        holds = self.holds.get(seat, frozenset()) | {card}
        clauses = tuple(clause for clause in self.one_of.get(seat, ()) if card not in clause)
        return msgspec.structs.replace(
            self, holds={**self.holds, seat: holds}, one_of={**self.one_of, seat: clauses}
        )


def envelopes(notebook: Notebook, budget: int = NODES) -> tuple[Envelope, ...] | None:
    """Exactly the envelopes that some deal allows; None when the budget ran out first.

    The budget counts search nodes (some 0.1 ms each). Contradictory notes leave no envelope.
    """
    try:
        return tuple(_possible(notebook, Budget(budget)))
    except OutOfBudget:
        return None


def verdict(notebook: Notebook, budget: int = NODES) -> Envelope | None:
    """The only envelope that is possible; None while there are several, or it cannot be told."""
    try:
        first_two = list(islice(_possible(notebook, Budget(budget)), 2))
    except OutOfBudget:
        return None
    return first_two[0] if len(first_two) == 1 else None


def weights(notebook: Notebook, budget: int = 200_000) -> dict[Envelope, int] | None:
    """How many deals go with each possible envelope; None when they are too many to count.

    The budget counts hands tried (some 0.2 microseconds each).
    """
    rows = settle(_rows(notebook))
    if rows is None:
        return {}
    slots, seats = rows[:SLOTS], rows[SLOTS:]
    try:
        ways = tally(seats, slots, Budget(budget))
    except OutOfBudget:
        return None
    found = ((tuple(slot.held | rest & slot.may for slot in slots), n) for rest, n in ways.items())
    names = _names(notebook)
    return {
        (names[picks[0]], names[picks[1]], names[picks[2]]): n
        for picks, n in found
        if all(pick.bit_count() == 1 for pick in picks)
    }


def best_suggestion(notebook: Notebook, rng: Random, targets: Collection[str]) -> Question:
    """The question whose answer is expected to tell most about the deal; ties go by chance.

    Measured in bits over sampled deals; the addressee is taken to choose evenly what to show.
    Raises ValueError without targets.
    """
    if not targets:
        raise ValueError("nobody may be asked")
    columns = _columns(notebook, rng)
    return max(
        _questions(notebook, rng, sorted(targets)),
        key=lambda ask: _information(*(columns[ask.to, card] for card in ask[1:])),
    )


def _questions(notebook: Notebook, rng: Random, targets: list[str]) -> list[Question]:
    """Every question in random order; of a large deck only a random choice of them."""
    axes = (targets, notebook.suspects, notebook.weapons, notebook.rooms)
    if prod(map(len, axes)) > MOST_WEIGHED:
        return [Question(*map(rng.choice, axes)) for _ in range(MOST_WEIGHED)]
    questions = list(starmap(Question, product(*axes)))
    rng.shuffle(questions)
    return questions


def _possible(notebook: Notebook, budget: Budget) -> Iterator[Envelope]:
    rows = settle(_rows(notebook))
    if rows is None:
        return
    names = _names(notebook)
    for one, two, three in product(*(list(bits(row.held | row.may)) for row in rows[:SLOTS])):
        trial = rows
        for at, card in enumerate((one, two, three)):
            trial = pinned(trial, at, _only(rows[at], card))
        if deal(trial, budget) is not None:
            yield names[one], names[two], names[three]


def _only(slot: Row, card: int) -> Row:
    return slot if slot.held else slot._replace(may=card)


def _names(notebook: Notebook) -> dict[int, str]:
    return {1 << at: card for at, card in enumerate(notebook.deck)}


def _rows(notebook: Notebook) -> Rows:
    """The envelope's three slots, then the seats in the order of `sizes`."""
    mask = _mask_of(notebook)
    slots = (notebook.suspects, notebook.weapons, notebook.rooms)
    return (
        *(Row(0, mask(cards), 1) for cards in slots),
        *(_row(notebook, seat) for seat in notebook.sizes),
    )


def _row(notebook: Notebook, seat: str) -> Row:
    """What is known of one hand; a card known to be there is a clause of one card."""
    mask = _mask_of(notebook)
    lacks = notebook.lacks.get(seat, frozenset())
    may = notebook.hand if seat == notebook.me else (c for c in notebook.deck if c not in lacks)
    clauses = {mask([card]) for card in notebook.holds.get(seat, ())}
    clauses |= {mask(clause) for clause in notebook.one_of.get(seat, ())}
    return Row(0, mask(may), notebook.sizes[seat], tuple(sorted(clauses)))


def _mask_of(notebook: Notebook) -> Callable[[Iterable[str]], int]:
    bit = {card: 1 << at for at, card in enumerate(notebook.deck)}
    return lambda cards: sum(bit[card] for card in cards)


def _columns(notebook: Notebook, rng: Random) -> dict[tuple[str, str], int]:
    """For each seat and card the sampled deals, one bit each, in which the seat holds the card."""
    names, seats = _names(notebook), tuple(notebook.sizes)
    columns = dict.fromkeys(product(seats, notebook.deck), 0)
    for at, hands in enumerate(_samples(notebook, rng)):
        for seat, hand in zip(seats, hands[SLOTS:], strict=True):
            for card in bits(hand):
                columns[seat, names[card]] |= 1 << at
    return columns


def _samples(notebook: Notebook, rng: Random) -> Iterator[tuple[int, ...]]:
    """Random deals that agree with the notes; none when no first one was found."""
    rows = settle(_rows(notebook))
    try:
        first = deal(rows, Budget(NODES)) if rows is not None else None
    except OutOfBudget:
        first = None
    if rows is None or first is None:
        return iter(())
    return islice(wander(rows, first, rng), SAMPLES)


def _information(one: int, two: int, three: int) -> float:
    """Bits learnt from the answer, given the sampled deals in which each card is held.

    The entropy of what the suggester sees, less the part that is the refuter's free choice.
    """
    both = (one & two).bit_count(), (one & three).bit_count(), (two & three).bit_count()
    every = (one & two & three).bit_count()
    seen = (
        one.bit_count() - (both[0] + both[1]) / 2 + every / 3,
        two.bit_count() - (both[0] + both[2]) / 2 + every / 3,
        three.bit_count() - (both[1] + both[2]) / 2 + every / 3,
        SAMPLES - (one | two | three).bit_count(),
    )
    entropy = sum(count / SAMPLES * log2(SAMPLES / count) for count in seen if count > TINY)
    return entropy - (sum(both) - 3 * every + log2(3) * every) / SAMPLES
