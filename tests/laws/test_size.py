"""No stored item is over 32 KB: the largest tables there can be, and a very long game."""

import random
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

import pytest

from chalicelib.game import THE_CLOCK, Actor, Refusal
from chalicelib.rules import RULESETS, forum, office, table, verbs, write
from chalicelib.rules.cluedo import DECK_BYTES, DECK_CARDS, NAME_BYTES, Deck, checked_deck
from chalicelib.rules.forum import rulings
from chalicelib.rules.house import options as house_rules
from chalicelib.rules.office import RollBack
from chalicelib.rules.running import MOST_HIDDEN
from chalicelib.rules.table import NICK_LENGTH, ROLE_LENGTH, TALK_LENGTH
from tests.laws.games import START, Game, attempt, found, new_game
from tests.laws.steps import CODE, HOST, sitting
from tests.stores import ITEM_LIMIT
from tests.tables import DAY, Table

WIDE = "\U00020000"
"""A letter of four bytes."""


def name(number: int, length: int, letter: str = WIDE) -> str:
    """A name of so many characters, different for each number."""
    return f"{number:02}".rjust(length, letter)


def wide_deck() -> Deck:
    """The smallest deck for twelve with names as long as they may be, the first of them longest."""

    def deck(length: int, spare: int) -> Deck:
        packs: list[list[str]] = [[], [], []]
        for number in range(12 + 12 + 15):
            pack = number % 3 if number < 36 else 2
            packs[pack].append(name(number, length if number < 3 and length * 12 < spare else 3))
        return Deck(*map(tuple, packs))

    return admitted(deck(length, DECK_BYTES) for length in range(NAME_BYTES // 4, 2, -1))


def many_cards() -> Deck:
    """As many short names as a deck may have."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    signs = [chr(c) for c in range(33, 127) if not chr(c).isupper()]
    names = [f"{a}{b}" for a in letters for b in signs]
    names += [f"{b}{a}" for a in letters for b in signs if b not in letters]

    def deck(number: int) -> Deck:
        return Deck(*(tuple(names[n:number:3]) for n in range(3)))

    return admitted(deck(min(number, len(names))) for number in range(DECK_CARDS + 8, 42, -2))


def admitted(decks: Iterable[Deck]) -> Deck:
    """The first deck that the rules admit."""
    for deck in decks:
        with suppress(Refusal):
            return checked_deck(deck)
    raise AssertionError("no deck was admitted")


def seated(deck: Deck, seats: int = 12, ruleset: str = "forum", **options: Any) -> Game:
    """A full table: the longest title, nicks and roles."""
    game = new_game(random.Random(5), RULESETS[ruleset])
    house = house_rules(game.rules.PRESETS, "full", options)
    create = game.rules.Create(table.Setting(WIDE * 80), house, "full", deck, CODE)
    assert attempt(game, HOST, create, START)
    for n in range(1, seats + 1):
        join = table.Join(CODE, name(n, NICK_LENGTH), name(n, ROLE_LENGTH))
        assert attempt(game, Actor(f"{n:032}"), join, START), game.tried[-1]
    assert attempt(game, HOST, table.Start(), START)
    return game


def asked(game: Game) -> None:
    """Everybody makes all five suggestions, by the longest names."""
    deck, seats = game.state.deck, [seat.id for seat in game.state.seats]
    case = [
        max(pack, key=lambda c: len(c.encode()))
        for pack in (deck.suspects, deck.weapons, deck.rooms)
    ]
    for number, seat in enumerate(seats):
        for to in islice(cycle(seats[number + 1 :] + seats[:number]), 5):
            at = START + timedelta(seconds=number, microseconds=1)
            assert attempt(
                game,
                Actor(f"{number + 1:032}", seat),
                verbs.Suggest(case[0], case[1], case[2], to),
                at,
            )


def sizes(game: Game) -> tuple[int, int]:
    """The largest entry and the largest state."""
    return max(len(write(e)) for e in game.log), max(len(write(s)) for s in game.states)


def organised(game: Game) -> None:
    """The organiser has a deputy, a code for each seat and the office, and hid all that may be."""
    assert attempt(game, HOST, rulings.NameDeputy("s12"), START)
    offered_and_hidden(game)
    for seat in game.state.seats:
        for _ in range(game.state.options.suggestions_per_day - 1):
            assert attempt(game, HOST, rulings.Fine(seat.id, WIDE * 300), START)
            assert attempt(game, HOST, rulings.Waive(seat.id), START)


def offered_and_hidden(game: Game) -> None:
    """There is a code for each seat and the office, and all is hidden that may be."""
    for seat in game.state.seats:
        assert attempt(game, HOST, office.OfferSeat(seat.id), START)
    assert attempt(game, HOST, office.OfferSeat(gm=True), START)
    for post in range(1, MOST_HIDDEN + 1):
        assert attempt(game, HOST, table.Talk("Hush."), START)
        assert attempt(game, HOST, office.Hide(post, WIDE * 300), START)


@pytest.mark.parametrize("deck", [wide_deck(), many_cards()], ids=["wide", "many"])
def test_the_largest_table_fits_with_all_the_office_does(deck):
    """60 suggestions, a third of them void, cards owed, codes, hidden posts; then back in time.

    Whoever can refute has announced it; a roll back writes the whole state into one entry.
    """
    game = seated(deck, suggestions_per_day=5, per_addressee_per_day=5)
    organised(game)
    asked(game)
    at = START + timedelta(minutes=1)
    for question in game.state.questions:
        if question.id % 3 == 0:
            assert attempt(game, HOST, rulings.Void(question.id, WIDE * 300), at)
        else:
            attempt(game, sitting(game.state, question.to), verbs.Refute(question.id), at)
    assert len(game.state.voided) == 20
    assert attempt(game, HOST, office.Pause(WIDE * 300), at)
    assert attempt(game, HOST, office.Resume(), at + timedelta(days=2))
    back = found(game, RollBack(len(game.log)))
    assert attempt(game, HOST, back, at + timedelta(days=2))
    assert max(sizes(game)) <= ITEM_LIMIT


@pytest.mark.parametrize("deck", [wide_deck(), many_cards()], ids=["wide", "many"])
def test_the_largest_table_fits(deck):
    """Twelve seats with five open suggestions each, accusations, the close and the end."""
    game = seated(deck, suggestions_per_day=5, per_addressee_per_day=5, unanswered_penalty="always")
    asked(game)
    assert len(game.state.questions) == 60
    due = game.rules.due(game.state)
    assert due
    assert attempt(game, THE_CLOCK, table.TimePassed(), due)
    cards = game.state.deck.suspects[0], game.state.deck.weapons[0], game.state.deck.rooms[0]
    for n in range(1, 13):
        at = due + timedelta(seconds=n)
        assert attempt(game, Actor(f"{n:032}", f"s{n}"), verbs.Accuse(*cards), at)
    assert game.state.phase == "over"
    assert max(sizes(game)) <= ITEM_LIMIT


@pytest.mark.parametrize("deck", [wide_deck(), many_cards()], ids=["wide", "many"])
def test_F35_the_last_day_of_the_largest_table_fits(deck):
    """Sixty answers of the GM, the table and all that the end reveals are one entry."""
    game = seated(deck, suggestions_per_day=5, per_addressee_per_day=5, most_days=1)
    asked(game)
    cards = game.state.deck.suspects[0], game.state.deck.weapons[0], game.state.deck.rooms[0]
    for n in range(1, 12):
        at = START + timedelta(minutes=n)
        assert attempt(game, Actor(f"{n:032}", f"s{n}"), verbs.Accuse(*cards), at)
    due = game.rules.due(game.state)
    assert due
    assert attempt(game, THE_CLOCK, table.TimePassed(), due)
    assert game.state.phase == "over"
    assert max(sizes(game)) <= ITEM_LIMIT


def test_the_longest_talk_fits():
    """A post of 2000 wide characters, asked and said."""
    game = Table()
    game.say("s1", WIDE * TALK_LENGTH)
    assert len(write(game.log[-1])) <= ITEM_LIMIT


def test_the_state_does_not_grow():
    """After 200 days the state is as large as after two, and the entries are no larger."""
    game = Table(unanswered_penalty="always", card_delay_minutes=30)
    after = {}
    for day in range(200):
        for by, to in (("s1", "s2"), ("s2", "s3"), ("s3", "s1")):
            game.ask(by, to, "Mustard", "Rope", "Lounge")
        game.say("s1", "A day like any other.")
        game.at((day + 1) * DAY)
        after[day] = len(write(game.state))
    assert game.state.day == 201
    assert after[199] <= after[1] + 12
    assert max(len(write(entry)) for entry in game.log) < 4000
    assert forum.due(game.state) == game.minute(201 * DAY)
