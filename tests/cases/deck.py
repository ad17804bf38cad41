"""Scenarios of chapter 1: deck and deal (F1-F5)."""

import random

from chalicelib.game import PUBLIC, Actor, redact
from chalicelib.rules import table
from chalicelib.rules.cluedo import Case, Deck, deal
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.options import Options
from tests.cases.registry import ANNA, BORIS, case
from tests.tables import ALL_VIEWERS, CODE, DECK, HANDS, HOST, START, Table, kinds, refused


class Gathering(Table):
    """A table that waits for players."""

    def __init__(self, deck: Deck = DECK, players: int = 0) -> None:
        """Open the table and seat so many."""
        self.state, self.log, self.start, self.now = None, [], START, START
        self.chance = random.Random(1)
        self.play(HOST, f.Create(table.Setting("Manor"), Options(), "full", deck, CODE))
        for number in range(1, players + 1):
            self.join(number)

    def join(self, number: int) -> None:
        """Seat a newcomer."""
        self.play(Actor(f"account{number}"), table.Join(CODE, f"Nick {number}"))


def pack(suspects: int, weapons: int, rooms: int) -> Deck:
    """A deck of so many cards."""
    sizes = (("Suspect", suspects), ("Weapon", weapons), ("Room", rooms))
    return Deck(*(tuple(f"{word} {n}" for n in range(size)) for word, size in sizes))


@case("1.01")
def _() -> None:
    for deck in (pack(4, 4, 7), pack(4, 9, 20), pack(9, 4, 20), pack(9, 9, 7)):
        game = Gathering(deck, players=4)
        with refused("table_full", "F1"):
            game.join(5)
    Gathering(pack(5, 5, 8), players=5)


@case("1.02")
def _() -> None:
    game = Gathering(pack(4, 4, 7), players=4)
    game.play(HOST, table.Start())
    assert [len(seat.hand) for seat in game.state.seats] == [3] * 4


@case("1.03")
def _() -> None:
    game = Gathering(pack(9, 2, 30), players=2)
    game.play(HOST, table.Start())
    hands = [card for seat in game.state.seats for card in seat.hand]
    assert sorted([*hands, *game.state.case.cards]) == sorted(pack(9, 2, 30).cards)


@case("1.04")
def _() -> None:
    for twin in ("KNIFE", " knife", "елка", "Hall", "Scarlett"):
        with refused("card_twice", "F1"):
            Gathering(Deck(DECK.suspects, ("Knife", "Ёлка", "Rope", twin), DECK.rooms))


@case("1.05")
def _() -> None:
    drawn = [deal(pack(4, 2, 9), ("a", "b"), random.Random(seed)) for seed in range(60)]
    for one in drawn:
        words = [card.split()[0] for card in one.case.cards]
        assert words == ["Suspect", "Weapon", "Room"]
        assert not set(one.case.cards) & {card for hand in one.hands.values() for card in hand}
    for place, size in enumerate((4, 2, 9)):
        assert len({one.case.cards[place] for one in drawn}) == size
    assert {redact(Table().state, viewer).case for viewer in ALL_VIEWERS} == {None}


@case("1.06")
def _() -> None:
    longest = set()
    for seed in range(30):
        hands = deal(pack(3, 3, 7), ("a", "b", "c"), random.Random(seed)).hands
        assert sorted(map(len, hands.values())) == [3, 3, 4]
        longest |= {seat for seat, hand in hands.items() if len(hand) == 4}
    assert longest == {"a", "b", "c"}


@case("1.07")
def _() -> None:
    boris = {viewer: redact(Table().state, viewer).seats[1] for viewer in ALL_VIEWERS}
    assert {seat.size for seat in boris.values()} == {4}
    assert {viewer for viewer, seat in boris.items() if seat.hand} == {BORIS}


@case("1.08")
def _() -> None:
    game = Gathering(pack(9, 9, 12), players=2)
    game.play(HOST, table.Start())
    with refused("already_started", "F3"):
        game.join(3)


@case("1.09")
def _() -> None:
    hands = {**HANDS, ANNA: ("Green", "Knife", "Hall", "Bar")}
    game = Table(hands, Case("Scarlett", "Pipe", "Attic"), accusation_window="none")
    assert game.state.seats[0].role == "Scarlett"
    assert kinds(game.ask(ANNA, BORIS, "Scarlett", "Pipe", "Attic")) == ["Suggested"]
    game.accuse(ANNA, "Scarlett", "Pipe", "Attic")
    assert game.state.result.winner == ANNA


@case("1.10")
def _() -> None:
    game = Table()
    assert kinds(game.log[-1].events)[-1] == "DayOpened"
    seen = redact(game.state, PUBLIC)
    assert seen.deck == DECK
    assert [(s.nick, s.role) for s in seen.seats] == [
        ("Nick 1", "Scarlett"),
        ("Nick 2", "Mustard"),
        ("Nick 3", "White"),
    ]
