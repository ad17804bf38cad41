"""What a bot remembers of one game, and how a letter changes it. Pure."""

from datetime import datetime
from typing import Any

import msgspec

from infra.bots import letters
from infra.bots.letters import Answered, Asked, Letter, Shown, Table
from infra.bots.solver import Question


class Unsure(msgspec.Struct, frozen=True):
    """A mail that may be refused: where it went, and what to write instead if it is."""

    to: str
    otherwise: tuple[str, ...]


class Memory(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game as a bot knows it; times are UTC.

    ``asked`` are the own suggestions of the day without an answer, ``done`` the suggestions it
    has answered, by day, asker and number. ``sent`` are the mails of the day by Message-ID.
    ``hunted`` is the number of facts at which the envelope was still open; ``certain_on`` the
    first day on which the bot may accuse once it is sure.
    """

    seen: frozenset[str] = frozenset()
    me: str = ""
    table: Table | None = None
    answers: frozenset[Answered] = frozenset()
    cards: frozenset[Shown] = frozenset()
    day: int = 0
    closes: datetime | None = None
    left: int = 0
    asked: frozenset[Question] = frozenset()
    done: frozenset[tuple[int, str, int]] = frozenset()
    sent: dict[str, Unsure] = {}
    until: datetime | None = None
    out: bool = False
    over: bool = False
    hunted: int = -1
    certain_on: int = 0

    @property
    def facts(self) -> int:
        """How much is known besides the own hand."""
        return len(self.answers) + len(self.cards)

    def but(self, **changes: Any) -> "Memory":
        """Give the memory with some changes."""
        return msgspec.structs.replace(self, **changes)


def learn(memory: Memory, letter: Letter) -> Memory:
    """Give the memory after a letter, which is read for the first time."""
    text = letter.text
    memory = memory.but(
        seen=memory.seen | {letter.id},
        me=memory.me or letters.nick(text),
        table=memory.table or letters.table(text),
        out=memory.out or letters.out(text),
        over=memory.over or letters.over(text),
    )
    if memory.over:
        return Memory(seen=memory.seen, over=True)
    return _facts(_calendar(memory, letter), text)


def _calendar(memory: Memory, letter: Letter) -> Memory:
    """Take note of the day, of what may be asked in it, and of the time for accusations."""
    day, closes = letters.day(letter)
    if day > memory.day:
        nothing: frozenset[Any] = frozenset()
        memory = memory.but(day=day, left=0, asked=nothing, done=nothing, sent={})
    if day == memory.day and day:
        left = letters.left(letter.text)
        memory = memory.but(closes=closes, left=memory.left if left is None else left)
    until = letters.accusations_until(letter) or memory.until
    return memory.but(until=None if letters.accusations_over(letter.text) else until)


def _facts(memory: Memory, text: str) -> Memory:
    """Take note of answers and cards."""
    if not memory.table or not memory.me:
        return memory
    answers = frozenset(letters.answered(text, memory.table))
    mine = {Question(a.to, *a.cards) for a in answers if a.by == memory.me}
    cards = letters.shown(text, memory.table, memory.me)
    return memory.but(
        answers=memory.answers | answers,
        cards=memory.cards | frozenset(cards),
        asked=memory.asked - mine,
    )


def unanswered(memory: Memory, letter: Letter) -> tuple[Asked, ...]:
    """Give the suggestions of a letter that the bot has not answered yet."""
    waiting = () if memory.over else letters.asked(letter.text)
    return tuple(q for q in waiting if (memory.day, q.by, q.number) not in memory.done)


def answered(memory: Memory, question: Asked, card: str) -> Memory:
    """Give the memory after an answer by a card, or by none (``""``)."""
    given = {Shown(memory.me, question.by, card)} if card else set()
    done = memory.done | {(memory.day, question.by, question.number)}
    return memory.but(done=done, cards=memory.cards | given)
