"""Tables for tests: games with a known deal, played in a few words.

>>> table = Table()
>>> table.ask("s1", "s2", "Mustard", "Pipe", "Attic")
>>> table.refute("s2", 1, "Mustard")
"""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any, Self

import pytest

from chalicelib import letters
from chalicelib.game import (
    ORGANISER,
    THE_CLOCK,
    Actor,
    Chance,
    Entry,
    Event,
    Move,
    Refusal,
    Ruleset,
    fold,
    redact,
)
from chalicelib.rules import forum, office, table, verbs
from chalicelib.rules.cluedo import Case, Deck, matches
from chalicelib.rules.house import options as house_rules

Hands = Mapping[str, tuple[str, ...]]
Log = Entry[Any, Any]

DECK = Deck(
    ("Scarlett", "Mustard", "White", "Green"),
    ("Knife", "Rope", "Pistol", "Pipe"),
    ("Hall", "Lounge", "Kitchen", "Library", "Study", "Bar", "Attic"),
)
"""The smallest deck for four (F1)."""
CASE = Case("Green", "Pipe", "Attic")
HANDS: Hands = {
    "s1": ("Scarlett", "Knife", "Hall", "Bar"),
    "s2": ("Mustard", "Rope", "Lounge", "Kitchen"),
    "s3": ("White", "Pistol", "Library", "Study"),
}
START = datetime(2026, 12, 1, 18, tzinfo=UTC)
HOST = Actor("host", organiser=True)
CODE = "join-me"
DAY = 24 * 60
"""Minutes of an ordinary game day."""


class Stacked:
    """A ``Chance`` that deals what it is told to."""

    def __init__(self, deck: Deck, case: Case, hands: Hands, nonce: int = 7) -> None:
        """Prepare the draws that lead to this case file and these hands, in the seats' order."""
        turn = _turn(list(hands), hands)
        longest = len(hands[turn[0]])
        rounds = (hands[seat][i : i + 1] for i in range(longest) for seat in turn)
        self._rest = [card for dealt in rounds for card in dealt]
        packs = zip((deck.suspects, deck.weapons, deck.rooms), case.cards, strict=True)
        self._draws = [*(pack.index(card) for pack, card in packs), list(hands).index(turn[0])]
        self._nonce = nonce
        self._later = random.Random(nonce)

    def shuffle(self, x: list[Any], /) -> None:
        """Put the cards into the prepared order; they have to be the same cards."""
        assert sorted(x) == sorted(self._rest)
        x[:] = self._rest

    def randrange(self, stop: int, /) -> int:
        """Draw the next prepared number; when all is dealt, any number (for codes)."""
        drawn = self._draws.pop(0) if self._draws else self._later.randrange(stop)
        assert 0 <= drawn < stop
        return drawn

    def getrandbits(self, k: int, /) -> int:
        """Draw the prepared nonce."""
        return self._nonce % (1 << k)


def _turn(seats: list[str], hands: Hands) -> list[str]:
    """The order of dealing: whoever holds a card more is dealt to before the others."""
    turns = (seats[i:] + seats[:i] for i in range(len(seats)))
    sizes = sorted((len(hand) for hand in hands.values()), reverse=True)
    return next(turn for turn in turns if [len(hands[seat]) for seat in turn] == sizes)


class Table:
    """A game on its way. ``now`` moves only by ``at`` and ``clock``."""

    kind: Ruleset = forum

    def __init__(
        self,
        hands: Hands = HANDS,
        case: Case = CASE,
        deck: Deck = DECK,
        *,
        zone: str = "UTC",
        start: datetime = START,
        chance: Chance | None = None,
        **options: Any,
    ) -> None:
        """Open a table, seat one player for each hand, and deal at ``start``."""
        self.state: Any = None
        self.log: list[Log] = []
        self.start, self.now = start, start
        self.chance = chance or Stacked(deck, case, hands)
        setting = table.Setting("Manor", zone=zone)
        house = house_rules(self.kind.PRESETS, "full", options)
        self.play(HOST, self.kind.Create(setting, house, "full", deck, CODE))
        for number, _ in enumerate(hands, 1):
            self.play(Actor(f"account{number}"), table.Join(CODE, f"Nick {number}"))
        self.play(HOST, table.Start())

    def play(self, by: Actor | str, move: Move, *, at: datetime | None = None) -> tuple[Event, ...]:
        """Make a move, by default now; a seat id stands for its player, ``organiser`` for the host.

        Gives the events.
        """
        actor = self.actor(by) if isinstance(by, str) else by
        arrived = at or self.now
        events: tuple[Event, ...] = self.kind.decide(self.state, actor, move, arrived, self.chance)
        self.state = fold(self.kind, self.state, events, arrived)
        self.log.append(Log(len(self.log) + 1, arrived, events, actor.name, "rest", (move,)))
        return events

    def actor(self, seat: str) -> Actor:
        """Whoever sits on a seat, or sat there; or whoever is the organiser."""
        if seat == ORGANISER:
            return table.actor(self.state, self.state.host, self.state.host)
        account = next((s.account for s in self.state.seats if s.id == seat), None)
        account = account or f"account{seat[1:]}"
        return Actor(account, seat, organiser=account == self.state.host)

    def organise(self, move: Move) -> tuple[Event, ...]:
        """Make a move of the organiser."""
        return self.play(ORGANISER, move)

    def offer(self, by: str, seat: str = "", *, gm: bool = False) -> str:
        """Make a code for a successor, and give it."""
        (offered,) = self.play(by, office.OfferSeat(seat, gm))
        assert isinstance(offered, office.SeatOffered)
        return offered.code

    def minute(self, minutes: float) -> datetime:
        """The time so many minutes after the deal."""
        return self.start + timedelta(minutes=minutes)

    def at(self, minutes: float) -> Self:
        """Let time pass until so many minutes after the deal; whatever falls due happens."""
        while (due := self.kind.due(self.state)) and due <= self.minute(minutes):
            self.clock()
        self.now = self.minute(minutes)
        return self

    def clock(self) -> tuple[Event, ...]:
        """Let the next deadline pass, and only that. Gives the events."""
        due = self.kind.due(self.state)
        assert due
        self.now = due
        return self.play(THE_CLOCK, table.TimePassed())

    def close(self) -> tuple[Event, ...]:
        """Let time pass until the day has closed. Gives the events of the close."""
        day = self.state.day
        while True:
            events = self.clock()
            if self.state.day != day or self.state.phase == "over":
                return events

    def ask(self, by: str, to: str, suspect: str, weapon: str, room: str) -> tuple[Event, ...]:
        """Make a suggestion."""
        return self.play(by, verbs.Suggest(suspect, weapon, room, to))

    def refute(self, by: str, suggestion: int, card: str | None = None) -> tuple[Event, ...]:
        """Refute a suggestion by a card, or by the first that matches."""
        asked = next((q for q in self.state.questions if q.id == suggestion), None)
        held = next((s.hand for s in self.state.seats if s.id == by), None) or ()
        shown = card or next(iter(matches(held, asked.case) if asked else ()), "Rope")
        return self.play(by, verbs.Refute(suggestion, shown))

    def announce(self, by: str, suggestion: int) -> tuple[Event, ...]:
        """Refute a suggestion without a card."""
        return self.play(by, verbs.Refute(suggestion))

    def none(self, by: str, suggestion: int) -> tuple[Event, ...]:
        """Answer «no refutation»."""
        return self.play(by, verbs.CannotRefute(suggestion))

    def accuse(
        self, by: str, suspect: str, weapon: str, room: str, *, at: datetime | None = None
    ) -> tuple[Event, ...]:
        """Accuse; ``at`` is the time of arrival, if it is not now."""
        return self.play(by, verbs.Accuse(suspect, weapon, room), at=at)

    def say(self, by: str, text: str = "Good evening.") -> tuple[Event, ...]:
        """Post something lyric."""
        return self.play(by, table.Talk(text))

    def order(self, by: str, *, on: bool = True, until: date | None = None) -> tuple[Event, ...]:
        """Set or take back a standing order."""
        return self.play(by, table.AnswerForMe(on, until))

    def leave(self, by: str) -> tuple[Event, ...]:
        """Vacate a seat."""
        return self.play(by, table.Leave())

    def left(self, seat: str) -> int:
        """How many suggestions a seat may still make today."""
        return int(self.state.suggestions_left(seat))

    def seen_by(self, viewer: str) -> tuple[Event, ...]:
        """The events of the last entry as somebody sees them."""
        return redact(self.log[-1], viewer).events

    def told(self) -> dict[str, int]:
        """Who gets a letter about the last entry, with its rank."""
        told = letters.about("g", self.state, self.log[-1])
        return {t.to: t.rank for t in told if isinstance(t, letters.Told)}


@contextmanager
def refused(code: str, rule: str = "") -> Iterator[dict[str, object]]:
    """Expect a refusal with this code and rule; yields its facts once it is there."""
    facts: dict[str, object] = {}
    with pytest.raises(Refusal) as caught:
        yield facts
    facts |= caught.value.facts
    assert (caught.value.code, caught.value.rule) == (code, rule)


def kinds(events: tuple[Event, ...]) -> list[str]:
    """The names of events, in order."""
    return [type(event).__name__ for event in events]


EVERYBODY = {"s1", "s2", "s3"}
ALL_VIEWERS = ("public", ORGANISER, *sorted(EVERYBODY))
