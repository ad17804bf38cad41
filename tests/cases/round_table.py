"""The table of the cases about blitz: the cards of ``tests.tables``, played in turns.

>>> game = Round()
>>> game.suggest("s1", "Green", "Rope", "Attic")
>>> game.refute("s2", "Rope")
"""

from datetime import date, datetime, timedelta
from typing import Any

from chalicelib.game import ORGANISER, THE_CLOCK, Actor, Entry, Event, Move, fold, redact
from chalicelib.rules import blitz, office, table, verbs
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.cluedo import matches
from tests.tables import CASE, CODE, DECK, HANDS, HOST, START, Stacked

HOUR = timedelta(hours=1)


class Round:
    """A game of blitz on its way. ``now`` moves only by ``wait`` and ``clock``."""

    def __init__(self, *roles: str, **options: Any) -> None:
        """Seat three players, in the ``roles`` that are named, and deal."""
        self.state: Any = None
        self.log: list[Entry[Any, Any]] = []
        self.now = START
        self.chance = Stacked(DECK, CASE, HANDS)
        setting = table.Setting("Manor", zone="UTC")
        self.play(HOST, blitz.Create(setting, blitz.Options(**options), "full", DECK, CODE))
        for number, _ in enumerate(HANDS, 1):
            role = roles[number - 1] if roles else ""
            self.play(Actor(f"account{number}"), table.Join(CODE, f"Nick {number}", role))
        self.play(HOST, table.Start())

    def play(self, by: Actor | str, move: Move) -> tuple[Event, ...]:
        """Make a move now; a seat id stands for its player, ``organiser`` for the host."""
        actor = self.actor(by) if isinstance(by, str) else by
        events = blitz.decide(self.state, actor, move, self.now, self.chance)
        self.state = fold(blitz, self.state, events, self.now)
        entry = Entry(len(self.log) + 1, self.now, events, actor.name, "rest", (move,))
        self.log.append(entry)
        return events

    def actor(self, seat: str) -> Actor:
        """Whoever sits on a seat, or is the organiser."""
        if seat == ORGANISER:
            return HOST
        account = next((s.account for s in self.state.seats if s.id == seat), None)
        return Actor(account or f"account{seat[1:]}", seat)

    def organise(self, move: Move) -> tuple[Event, ...]:
        """Make a move of the organiser."""
        return self.play(ORGANISER, move)

    def wait(self, hours: float) -> "Round":
        """Let time pass; whatever falls due happens."""
        until = self.now + hours * HOUR
        while (due := blitz.due(self.state)) and due <= until:
            self.clock()
        self.now = until
        return self

    def clock(self, *, late: bool = False) -> tuple[Event, ...]:
        """Let the next deadline pass, and only that."""
        due = blitz.due(self.state)
        assert due
        self.now = due
        return self.play(THE_CLOCK, table.TimePassed(late=late))

    def suggest(self, by: str, suspect: str, weapon: str, room: str) -> tuple[Event, ...]:
        """Make a suggestion."""
        return self.play(by, verbs.Suggest(suspect, weapon, room))

    def refute(self, by: str, card: str | None = None) -> tuple[Event, ...]:
        """Refute the last suggestion."""
        return self.play(by, verbs.Refute(self.state.suggestions, card))

    def none(self, *seats: str) -> tuple[Event, ...]:
        """Let seats answer «no refutation» to the last suggestion, one after the other."""
        answers = [self.play(seat, verbs.CannotRefute(self.state.suggestions)) for seat in seats]
        return answers[-1]

    def goes_round(self, by: str, *cards: str) -> None:
        """Make a suggestion, and let the others answer it truly."""
        self.suggest(by, *cards)
        while self.asked:
            hand = next(s.hand for s in self.state.seats if s.id == self.asked)
            held = matches(hand, self.state.question.case)
            self.refute(self.asked, held[0]) if held else self.none(self.asked)

    def passes(self, by: str) -> tuple[Event, ...]:
        """Pass the turn."""
        return self.play(by, Pass())

    def accuse(self, by: str, suspect: str, weapon: str, room: str) -> tuple[Event, ...]:
        """Accuse."""
        return self.play(by, verbs.Accuse(suspect, weapon, room))

    def order(self, by: str, *, on: bool = True, until: date | None = None) -> tuple[Event, ...]:
        """Set or take back a standing order."""
        return self.play(by, table.AnswerForMe(on, until))

    def leave(self, by: str) -> tuple[Event, ...]:
        """Vacate a seat."""
        return self.play(by, table.Leave())

    def succeed(self, seat: str) -> tuple[Event, ...]:
        """Let somebody else take over a seat."""
        (offered,) = self.organise(office.OfferSeat(seat))
        assert isinstance(offered, office.SeatOffered)
        return self.play(Actor("gleb"), office.TakeSeat(offered.code, "Gleb"))

    def seen_by(self, viewer: str) -> tuple[Event, ...]:
        """The events of the last entry as somebody sees them."""
        return redact(self.log[-1], viewer).events

    @property
    def turn(self) -> str:
        """The seat that has the turn."""
        return str(self.state.player)

    @property
    def asked(self) -> str:
        """The seat that has to answer, if one has."""
        return self.state.questions[0].to if self.state.questions else ""

    @property
    def closes(self) -> datetime:
        """The deadline of the present step."""
        closes: datetime = self.state.closes
        return closes
