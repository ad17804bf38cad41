"""Tables of blitz for tests: four players with a known deal, played in a few words.

>>> game = Turns()
>>> game.suggest("s1", *FREE)
>>> game.none("s2")
"""

from datetime import datetime
from typing import Any

from chalicelib.game import Event, Ruleset
from chalicelib.rules import blitz, verbs
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.cluedo import Case, Deck, matches
from tests.tables import Hands, Table

DECK = Deck(
    ("Scarlett", "Mustard", "White", "Green", "Peacock"),
    ("Knife", "Rope", "Pistol", "Pipe", "Candle"),
    ("Hall", "Lounge", "Kitchen", "Library", "Study", "Bar", "Attic", "Cellar"),
)
CASE = Case("Peacock", "Candle", "Cellar")
HANDS: Hands = {
    "s1": ("Scarlett", "Knife", "Hall", "Bar"),
    "s2": ("Mustard", "Rope", "Lounge", "Attic"),
    "s3": ("White", "Pistol", "Library", "Study"),
    "s4": ("Green", "Pipe", "Kitchen"),
}
FREE = CASE.cards
"""What nobody can refute: the envelope."""
WRONG = ("Peacock", "Candle", "Hall")
"""Two cards of the envelope, and one that s1 holds."""
HOUR = 60
"""Minutes of an hour."""


class Turns(Table):
    """A game of blitz on its way; it is the turn of s1."""

    kind: Ruleset = blitz

    def __init__(
        self, hands: Hands = HANDS, case: Case = CASE, deck: Deck = DECK, **options: Any
    ) -> None:
        """Open a table, seat one player for each hand, and deal."""
        super().__init__(hands, case, deck, **options)

    def suggest(self, by: str, *cards: str, to: str = "") -> tuple[Event, ...]:
        """Make a suggestion, by default of what nobody can refute."""
        suspect, weapon, room = cards or FREE
        return self.play(by, verbs.Suggest(suspect, weapon, room, to))

    def none(self, by: str, suggestion: int = 0) -> tuple[Event, ...]:
        """Answer «no refutation», by default to the last suggestion."""
        return super().none(by, suggestion or self.state.suggestions)

    def show(self, by: str, card: str | None = None) -> tuple[Event, ...]:
        """Refute the last suggestion, by the first card that matches or by a certain one."""
        return self.refute(by, self.state.suggestions, card)

    def answer(self) -> tuple[Event, ...]:
        """Let whoever has to answer do so, truly."""
        (question,) = self.state.questions
        hand = next(seat.hand for seat in self.state.seats if seat.id == question.to)
        return self.show(question.to) if matches(hand, question.case) else self.none(question.to)

    def round(self, by: str, *cards: str) -> "Turns":
        """Make a suggestion and let all who have to answer it."""
        self.suggest(by, *cards)
        while self.state.questions:
            self.answer()
        return self

    def passes(self, by: str) -> tuple[Event, ...]:
        """Pass the turn."""
        return self.play(by, Pass())

    @property
    def closes(self) -> datetime:
        """When the present step ends."""
        closes: datetime = self.state.closes
        return closes

    @property
    def asked(self) -> str:
        """Who has to answer, or nobody."""
        return "".join(question.to for question in self.state.questions)
