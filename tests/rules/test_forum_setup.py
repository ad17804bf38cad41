"""Deck, envelope, deal, roles and opening of forum Cluedo (F1-F5)."""

import hashlib
import json
import random
from typing import Any

import msgspec
import pytest

from chalicelib.game import PUBLIC, Actor, redact
from chalicelib.rules import read_state, table, verbs, write
from chalicelib.rules.cluedo import Case, Deal, Deck, checked_deck
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.options import Options
from tests.tables import CASE, CODE, DECK, HANDS, HOST, START, Table, kinds, refused


class Gathering(Table):
    """A table before the deal, so that players can be counted."""

    def __init__(self, deck: Deck = DECK, **setting: Any) -> None:
        """Open the table and seat nobody."""
        self.state, self.log, self.start, self.now = None, [], START, START
        self.chance = random.Random(1)
        chosen = table.Setting("Manor", **setting)
        self.play(HOST, f.Create(chosen, Options(), "full", deck, CODE))

    def join(self, number: int, nick: str = "", role: str = "", code: str = CODE):
        """Seat a newcomer."""
        move = table.Join(code, nick or f"Nick {number}", role)
        return self.play(Actor(f"account{number}"), move)


def pack(suspects: int, weapons: int, rooms: int) -> Deck:
    """A deck of so many cards."""
    sizes = (("Suspect", suspects), ("Weapon", weapons), ("Room", rooms))
    return Deck(*(tuple(f"{word} {n}" for n in range(size)) for word, size in sizes))


@pytest.mark.parametrize(
    ("sizes", "most"),
    [
        ((2, 2, 5), 2),
        ((2, 3, 6), 2),
        ((3, 2, 6), 2),
        ((3, 3, 5), 2),
        ((5, 4, 9), 4),
        ((6, 6, 9), 6),
    ],
)
def test_F1_the_deck_limits_the_players(sizes, most):
    """N players need n suspects, n weapons and n + 3 rooms: one player more is refused."""
    gathering = Gathering(pack(*sizes))
    for number in range(1, most + 1):
        gathering.join(number)
    with refused("table_full", "F1") as facts:
        gathering.join(most + 1)
    assert facts["limit"] == most


@pytest.mark.parametrize("sizes", [(1, 2, 5), (2, 1, 5), (2, 2, 4), (0, 0, 0)])
def test_F1_a_deck_too_small_for_two_is_refused(sizes):
    """No table can play with fewer than 2 suspects, 2 weapons and 5 rooms."""
    with refused("deck_too_small", "F1"):
        Gathering(pack(*sizes))


@pytest.mark.parametrize("players", range(2, 7))
def test_F1_every_hand_of_the_minimum_deck_has_three_cards(players):
    """The smallest deck for n players gives 3 cards to each."""
    gathering = Gathering(pack(players, players, players + 3))
    for number in range(players):
        gathering.join(number)
    gathering.play(HOST, table.Start())
    assert [seat.size for seat in gathering.state.seats] == [3] * players


@pytest.mark.parametrize("sizes", [(2, 2, 5), (9, 2, 30), (12, 12, 15), (40, 7, 11)])
def test_F1_any_category_may_have_more_cards(sizes):
    """The GM may add cards to any category; all of them are in play."""
    assert Gathering(pack(*sizes)).state.deck == pack(*sizes)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("KNIFE", "card_twice"),
        (" knife ", "card_twice"),
        ("Scarlett", "card_twice"),
        ("елка", "card_twice"),
        ("Е\u200b\u0308лка", "card_twice"),
        ("   ", "card_blank"),
        ("\u200b", "card_blank"),
        ("...", "card_blank"),
    ],
)
def test_F1_names_of_a_deck_can_be_told_apart(name, code):
    """Two names that differ in case, blanks or ё, in any category, are one; a blank is none."""
    weapons = ("Knife", "Ёлка", "Rope", name)
    with refused(code, "F1"):
        checked_deck(Deck(DECK.suspects, weapons, DECK.rooms))


def test_F1_a_deck_of_long_names_is_refused():
    """A name takes at most 64 bytes, a deck 100 cards and 2,048 bytes: games have to be kept."""
    names = tuple("щ" * 31 + chr(0x430 + n) for n in range(17))
    checked_deck(Deck(names[:10], names[10:], DECK.rooms))
    with refused("deck_too_long", "F1"):
        checked_deck(Deck(names, tuple("ы" + name[1:] for name in names), DECK.rooms))
    with refused("deck_too_long", "F1"):
        checked_deck(Deck(DECK.suspects, DECK.weapons, tuple(f"Room {n}" for n in range(93))))
    with refused("card_too_long", "F1"):
        checked_deck(Deck((*DECK.suspects, "щ" * 33), DECK.weapons, DECK.rooms))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"suspects": ["x" * 65], "weapons": [], "rooms": []}, Deck)


@pytest.mark.parametrize("length", [1, 10])
def test_F1_a_checked_deck_can_be_stored(length):
    """What is admitted can be read back, also where the normal form is longer than the text."""
    gathering = Gathering(Deck(("\u0958" * length, "B"), ("C", "D"), ("E", "F", "G", "H", "I")))
    assert read_state(write(gathering.state)) == gathering.state


def test_F1_the_normal_form_of_a_name_is_what_counts():
    """A name that grows too long by its normal form is refused, not stored."""
    with refused("card_too_long", "F1"):
        checked_deck(Deck(("\u0958" * 20, "B"), ("C", "D"), ("E", "F", "G", "H", "I")))


@pytest.mark.parametrize("name", ["Knife\u200d", "Ёлка\ufe0f"])
def test_F1_names_that_look_alike_are_one(name):
    """Nobody can tell two names apart that differ only in what does not show."""
    with refused("card_twice", "F1"):
        checked_deck(Deck(DECK.suspects, ("Knife", "Ёлка", name), DECK.rooms))


def test_F1_two_players_are_needed():
    """A game of one is not dealt."""
    gathering = Gathering()
    gathering.join(1)
    with refused("too_few_players", "F1"):
        gathering.play(HOST, table.Start())


def test_F2_the_envelope_holds_one_card_of_each_category():
    """Whatever is drawn: one suspect, one weapon, one room, and nobody is told."""
    for seed in range(50):
        state = Table(chance=random.Random(seed)).state
        assert state.case.suspect in DECK.suspects
        assert state.case.weapon in DECK.weapons
        assert state.case.room in DECK.rooms
        assert {redact(state, v).case for v in ("public", "organiser", "s1", "s2", "s3")} == {None}


def test_F3_each_player_is_told_their_own_hand_only():
    """A hand is told to its seat by letter; the others learn how large it is."""
    table_ = Table()
    assert table_.told() == {"s1": 0, "s2": 0, "s3": 0}
    for viewer in ("s1", "s2", "s3", "public", "organiser"):
        dealt = {e.to: e.cards for e in table_.seen_by(viewer) if isinstance(e, verbs.HandDealt)}
        assert dealt == {seat: HANDS[seat] if seat == viewer else None for seat in HANDS}
        assert {s.id: s.hand for s in redact(table_.state, viewer).seats} == dealt
    assert [seat.size for seat in redact(table_.state, PUBLIC).seats] == [4, 4, 4]


def test_F3_uneven_hands_differ_by_one():
    """Where the cards do not divide evenly, some hands have one card more, whoever is first."""
    sizes = set()
    for seed in range(40):
        gathering = Gathering(pack(4, 4, 9))
        gathering.chance = random.Random(seed)
        for number in range(4):
            gathering.join(number)
        gathering.play(HOST, table.Start())
        sizes.add(tuple(seat.size for seat in gathering.state.seats))
    assert sizes == {(4, 4, 3, 3), (3, 4, 4, 3), (3, 3, 4, 4), (4, 3, 3, 4)}


def test_F3_the_deal_is_committed_to_and_can_be_checked():
    """Anybody can check at the end, with nothing but SHA-256 and JSON, that the deal was kept."""
    table_ = Table(accusation_window="none")
    sealed = table_.seen_by(PUBLIC)[0]
    assert isinstance(sealed, verbs.CaseSealed)
    assert (sealed.case, sealed.nonce) == (None, None)
    ended = table_.accuse("s2", *CASE.cards)[-1]
    assert isinstance(ended, verbs.Ended)
    told = json.loads(write(ended))
    case = [told["case"][category] for category in ("suspect", "weapon", "room")]
    hands = {hand["seat"]: hand["cards"] for hand in told["hands"]}
    content = {"case": case, "hands": hands, "nonce": told["nonce"]}
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == sealed.commitment
    other = Case("White", CASE.weapon, CASE.room)
    assert Deal(CASE, dict(HANDS), told["nonce"]).commitment == sealed.commitment
    assert Deal(other, dict(HANDS), told["nonce"]).commitment != sealed.commitment


def test_F3_nobody_joins_or_deals_after_the_deal():
    """The table is closed by the deal."""
    table_ = Table()
    with refused("already_started", "F3"):
        table_.play(Actor("late"), table.Join(CODE, "Late"))
    with refused("already_started", "F3"):
        table_.play(HOST, table.Start())


def test_F4_seats_have_a_nick_and_a_role_in_public():
    """A role is chosen, or the first free suspect; all see nick and role, nobody the account."""
    gathering = Gathering()
    gathering.join(1, role="scarlett")
    gathering.join(2)
    gathering.join(3, role=" The  Butler ")
    seats = redact(gathering.state, PUBLIC).seats
    assert [(s.nick, s.role) for s in seats] == [
        ("Nick 1", "scarlett"),
        ("Nick 2", "Mustard"),
        ("Nick 3", "The Butler"),
    ]
    assert {seat.account for seat in seats} == {None}


@pytest.mark.parametrize(
    ("nick", "code"),
    [
        ("nick 1", "nick_taken"),
        ("NICK  1", "nick_taken"),
        ("", "nick_length"),
        ("\u200b", "nick_length"),
        ("x" * 13, "nick_length"),
        ("7", "nick_reserved"),
        ("гм", "nick_reserved"),
        ("Ведущий", "nick_reserved"),
        ("a*b", "nick_letters"),
    ],
)
def test_F4_a_nick_names_one_player(nick, code):
    """A nick is short, one's own, and neither a number nor the GM's."""
    gathering = Gathering(nick_length=12, nick_letters="plain")
    gathering.join(1)
    with refused(code, "F4"):
        gathering.play(Actor("account2"), table.Join(CODE, nick))
    gathering.join(2, "x" * 12)


def test_F4_a_nick_shows():
    """A nick of joiners only is blank."""
    with refused("nick_length", "F4"):
        Gathering().join(1, "\u200d")


def test_F4_one_seat_each_and_only_with_the_code():
    """Whoever sits does not sit twice; the code is compared as people write it."""
    gathering = Gathering()
    gathering.join(1, code=" JOIN-ME ")
    with refused("already_seated", "F4"):
        gathering.play("s1", table.Join(CODE, "Again"))
    with refused("wrong_code", "F4"):
        gathering.join(2, code="join-you")


def test_F4_a_seat_id_is_never_used_twice():
    """Who leaves before the deal is gone; the next to come gets a seat of their own."""
    gathering = Gathering()
    gathering.join(1)
    gathering.join(2)
    gathering.leave("s2")
    gathering.join(3, "Nick 2")
    assert [seat.id for seat in gathering.state.seats] == ["s1", "s3"]


def test_F5_the_first_day_opens_with_seats_and_keywords():
    """The opening comes with the deal: rows of all seats, and every keyword is public."""
    table_ = Table()
    assert kinds(table_.seen_by(PUBLIC))[-1] == "DayOpened"
    opened = table_.seen_by(PUBLIC)[-1]
    assert isinstance(opened, f.DayOpened)
    assert (opened.day, [row.seat for row in opened.table]) == (1, ["s1", "s2", "s3"])
    assert redact(table_.state, PUBLIC).deck == DECK


def test_F5_only_the_organiser_deals():
    """A player cannot start the game."""
    gathering = Gathering()
    gathering.join(1)
    gathering.join(2)
    with refused("not_organiser", "F56"):
        gathering.play("s1", table.Start())


def test_a_stacked_chance_deals_what_it_is_told():
    """The tests' own dealing is right, also where later seats have the longer hands."""
    hands = {
        "s1": ("Scarlett", "Knife", "Hall", "Bar"),
        "s2": ("Mustard", "Rope", "Lounge", "Kitchen"),
        "s3": ("White", "Pistol", "Library", "Study", "Cellar"),
    }
    deck = Deck(DECK.suspects, DECK.weapons, (*DECK.rooms, "Cellar"))
    state = Table(hands, deck=deck).state
    assert (state.case, {seat.id: seat.hand for seat in state.seats}) == (CASE, hands)
