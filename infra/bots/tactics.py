"""What a bot decides: which card to show, what to ask, when to accuse. Pure but for ``rng``."""

from datetime import datetime, timedelta
from random import Random

from infra.bots.letters import Asked
from infra.bots.memory import Memory
from infra.bots.solver import (
    SLOTS,
    Envelope,
    Notebook,
    Question,
    best_suggestion,
    envelopes,
    weights,
)

LIKELY = 0.5
"""In a window of accusations a bot accuses of what is likelier than this."""
LAST_HOUR = timedelta(hours=1)
"""So near the end of the window a bot waits for no more answers."""


def card_to_show(memory: Memory, question: Asked, rng: Random) -> str:
    """Choose a card, by preference one that this asker has seen; ``""`` if there is none."""
    given = {s.card for s in memory.cards if s.by == memory.me and s.to == question.by}
    known = [card for card in question.choices if card in given]
    choices = known or question.choices
    return rng.choice(choices) if choices else ""


def notebooks(memory: Memory) -> tuple[Notebook, ...]:
    """Give what is known as notebooks, one for each way in which the hands may differ in size.

    No letter tells who has a card more: the deal goes round from a seat drawn by lot (F3). A deck
    whose names cannot be told apart in a letter gives none.
    """
    table, me = memory.table, memory.me
    if not table or me not in table.nicks:
        return ()
    cards = table.suspects, table.weapons, table.rooms
    dealt = sum(map(len, cards)) - SLOTS
    try:
        books = [
            Notebook(*cards, sizes, me, table.hand)
            for sizes in _sizes(table.nicks, dealt)
            if sizes[me] == len(table.hand)
        ]
    except ValueError:
        return ()
    return tuple(_informed(book, memory) for book in books)


def _sizes(seats: tuple[str, ...], cards: int) -> list[dict[str, int]]:
    """Give the sizes of the hands for each seat from which the deal may have begun."""
    each, more = divmod(cards, len(seats))
    starts = range(len(seats)) if more else range(1)
    return [
        {seat: each + ((at - first) % len(seats) < more) for at, seat in enumerate(seats)}
        for first in starts
    ]


def _informed(book: Notebook, memory: Memory) -> Notebook:
    """Write all facts into a notebook; the order changes nothing."""
    for fact in sorted(memory.answers):
        learnt = book.refuted if fact.refuted else book.not_refuted
        book = learnt(fact.to, fact.cards)
    for shown in sorted(memory.cards):
        book = book.shown(shown.by, shown.card) if shown.to == memory.me else book
    return book


def verdict(books: tuple[Notebook, ...]) -> Envelope | None:
    """Give the only envelope that any of the notebooks allows, if it is only one."""
    found: set[Envelope] = set()
    for book in books:
        possible = envelopes(book)
        if possible is None:
            return None
        found.update(possible)
    return found.pop() if len(found) == 1 else None


def likeliest(books: tuple[Notebook, ...]) -> Envelope | None:
    """Give the envelope that is right in more than ``LIKELY`` of all deals, if there is one."""
    counts: dict[Envelope, int] = {}
    for book in books:
        ways = weights(book)
        if ways is None:
            return None
        for envelope, count in ways.items():
            counts[envelope] = counts.get(envelope, 0) + count
    best = max(counts, key=counts.__getitem__, default=None)
    return best if best and counts[best] > LIKELY * sum(counts.values()) else None


def accusation(
    memory: Memory, now: datetime, rng: Random, skill: float
) -> tuple[Memory, Envelope | None]:
    """Say whom to accuse by now, if anybody, and remember what was found out."""
    if memory.out or memory.over or not memory.day:
        return memory, None
    last = _last_chance(memory, now)
    if memory.facts == memory.hunted and not last:
        return memory, None
    books = notebooks(memory)
    case = verdict(books)
    if case and not memory.certain_on:
        patience = 0 if rng.random() < skill else 1
        memory = memory.but(certain_on=memory.day + patience)
    if case and (last or memory.day >= memory.certain_on):
        return memory, case
    guess = likeliest(books) if last and not case else None
    return memory.but(hunted=-1 if case else memory.facts), guess


def _last_chance(memory: Memory, now: datetime) -> bool:
    """Whether the window is open and little more can be learnt before it ends."""
    if not memory.until:
        return False
    if now + LAST_HOUR >= memory.until:
        return True
    another_day = memory.closes is not None and memory.closes < memory.until
    return not another_day and not memory.asked and not memory.left


def questions(memory: Memory, rng: Random, skill: float) -> tuple[Question, ...]:
    """Choose the suggestions to make now: one to a player, none while an earlier one is open."""
    books = notebooks(memory)
    if memory.out or memory.over or memory.asked or not books or not memory.table:
        return ()
    targets = {nick for nick in memory.table.nicks if nick != memory.me}
    chosen: list[Question] = []
    while targets and len(chosen) < memory.left:
        book = rng.choice(books)
        ask = best_suggestion if rng.random() < skill else _any_suggestion
        chosen.append(ask(book, rng, targets))
        targets.discard(chosen[-1].to)
    return tuple(chosen)


def _any_suggestion(book: Notebook, rng: Random, targets: set[str]) -> Question:
    """Ask somebody about something, as people do when nothing better comes to mind."""
    return Question(
        rng.choice(sorted(targets)),
        rng.choice(book.suspects),
        rng.choice(book.weapons),
        rng.choice(book.rooms),
    )
