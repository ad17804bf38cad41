"""What holds at the very edge: of a deck, an order, a day's end, and of the game itself."""

import random
from datetime import date
from typing import Any

import msgspec
import pytest

from chalicelib.game import ORGANISER, PUBLIC, Actor, redact
from chalicelib.rules import office, table, verbs
from chalicelib.rules.cluedo import Case, Deal, Deck, checked_deck
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum.corrections import SuggestMalformed
from tests.tables import CASE, DAY, DECK, HANDS, Stacked, Table, kinds, refused

OF_S2 = ("Mustard", "Rope", "Lounge")


def test_F1_a_deck_may_be_as_large_as_its_limits():
    """A hundred cards are enough, and so are 2,048 bytes: one more of either is too many."""
    others = len(DECK.suspects + DECK.weapons)
    rooms = tuple(f"Room {n}" for n in range(100 - others))
    checked_deck(Deck(DECK.suspects, DECK.weapons, rooms))
    with refused("deck_too_long", "F1"):
        checked_deck(Deck(DECK.suspects, DECK.weapons, (*rooms, "Attic")))
    names = tuple(f"{n:x>64}" for n in range(32))
    parts = (names[:10], names[10:20], names[20:])
    assert len("".join(names).encode()) == 2048
    checked_deck(Deck(*parts))
    with refused("deck_too_long", "F1"):
        checked_deck(Deck(*parts[:2], (*parts[2], "y")))


def test_F1_no_more_than_twelve_play():
    """However large the deck is."""
    names = tuple(f"Name {n}" for n in range(48))
    deck = Deck(names[:14], names[14:28], names[28:])
    hands = {f"s{n}": ("",) for n in range(1, 14)}
    with refused("table_full", "F1") as facts:
        Table(hands, deck=deck, chance=random.Random(1))
    assert facts == {"limit": 12}
    del hands["s13"]
    assert len(Table(hands, deck=deck, chance=random.Random(1)).state.seats) == 12


@pytest.mark.parametrize("more", [{"suspects": [""]}, {"colours": ["red"]}])
def test_F1_a_deck_is_three_lists_of_names(more):
    """A name has a letter at least, and there is no fourth category."""
    deck: dict[str, list[str]] = {"suspects": [], "weapons": [], "rooms": []}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(deck | more, Deck)


def test_F3_the_sealed_text_is_the_same_everywhere():
    """One line of JSON with sorted keys, letters as they are: anybody can write it again."""
    hands = {"s2": ("Ёж",), "s10": ("Łom", "Нож")}
    assert Deal(Case("Сова", "Nóż", "Зал"), hands, "0f").text == (
        '{"case":["Сова","Nóż","Зал"],"hands":{"s10":["Łom","Нож"],"s2":["Ёж"]},"nonce":"0f"}'
    )


def test_F3_the_deal_is_sealed_with_256_bits():
    """No fewer, so that nobody tries all deals against the seal; it stays to be seen by all."""
    game = Table(chance=Stacked(DECK, CASE, HANDS, nonce=2**300 - 1))
    assert game.state.nonce == "f" * 64
    sealed = game.log[-1].events[0]
    assert isinstance(sealed, verbs.CaseSealed)
    assert redact(game.state, PUBLIC).commitment == sealed.commitment


def test_F12_without_an_addressee_the_others_are_named():
    """Whoever forgot to say whom they ask is told whom they may ask."""
    with refused("no_addressee", "F12") as facts:
        Table().play("s2", verbs.Suggest(*OF_S2))
    assert facts == {"choices": ("Nick 1", "Nick 3")}


def test_F29_an_order_that_is_taken_back_has_no_end():
    """A date means nothing then, be it past or not."""
    game = Table()
    game.order("s2", until=date(2026, 12, 24))
    for until in (date(2026, 12, 24), date(2020, 1, 1)):
        assert game.order("s2", on=False, until=until) == (table.StandingOrder("s2", on=False),)


def test_F29_an_order_answers_what_was_asked():
    """F13, F22: the answer quotes suggestion, number and asker."""
    game = Table()
    game.order("s2")
    game.ask("s1", "s3", *OF_S2)
    answer = verbs.Refuted(2, 2, "s2", "s1", Case(*OF_S2), gm=True, card="Mustard")
    assert game.ask("s1", "s2", *OF_S2)[1:] == (answer,)


def test_F30_what_arrived_before_the_first_day_is_no_accusation():
    """A mail that was long on its way is judged by when it came, not by when it is read."""
    game = Table(day_start="20:00").at(180)
    with refused("no_open_day", "F30"):
        game.accuse("s1", *CASE.cards, at=game.minute(119))
    assert kinds(game.accuse("s1", *CASE.cards, at=game.minute(120)))[0] == "Accused"


def test_F6_the_end_may_be_moved_to_where_it_is():
    """That is not earlier, so nothing has to be in."""
    game = Table()
    assert game.organise(office.MoveClose(game.minute(DAY))) == (
        office.CloseMoved(game.minute(DAY)),
    )


def test_F35_nothing_waits_after_the_end():
    """Questions, cards, codes, voids and deadlines are over with the game, whatever it held."""
    game = Table(accusation_window="none", day_start="20:00").at(180)
    for seat in ("s1", "s3", "s1"):
        game.ask(seat, "s2", *OF_S2)
    game.play("s1", SuggestMalformed("s2", "In the Attic or the Hall?"))
    game.announce("s2", 1)
    game.organise(rulings.Void(2))
    game.offer("s2")
    held = ("questions", "owed", "voided", "malformed", "offers")
    times = ("opens", "closes", "paused", "window_until")

    def left(names: tuple[str, ...]) -> list[Any]:
        return [getattr(game.state, name) for name in names]

    assert all(left(held))
    assert kinds(game.accuse("s3", *CASE.cards))[-1] == "Ended"
    assert left(held) == [()] * len(held)
    assert left(times) == [None] * len(times)
    with refused("game_over", "F35"):
        game.play(Actor("late"), office.TakeSeat("aaaa-aaaa"))
    game.organise(table.TellPlayer("s1", "Well played."))
    game.play(ORGANISER, table.Talk("Good night."))
