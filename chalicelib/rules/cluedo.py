"""What all Cluedo tables share: cards, the case file, the deal, and who has to show what.

Rule ids are those of the forum checklist (F1 deck, F2 envelope, F3 deal, F12 suggestion,
F20-F25 answers).
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Annotated, Literal, get_args

import msgspec

from chalicelib.game import Chance, IllegalMove
from chalicelib.text import nearest, plain, tidy

EXTRA_ROOMS = 3
"""Rooms beyond one for each player (F1)."""
DECK_BYTES, DECK_CARDS, NAME_BYTES = 2048, 100, 64
"""All names of a deck, their number, and one name, in UTF-8: keep every stored item small."""

Category = Literal["suspect", "weapon", "room"]
CATEGORIES: tuple[Category, ...] = get_args(Category)
"""The three categories, in the order in which the GM answers (F25)."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_BYTES)]


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keywords in play, by category, as announced (F1, F5, F14)."""

    suspects: tuple[Name, ...]
    weapons: tuple[Name, ...]
    rooms: tuple[Name, ...]

    def of(self, category: Category) -> tuple[str, ...]:
        """Give the cards of one category."""
        return {"suspect": self.suspects, "weapon": self.weapons, "room": self.rooms}[category]

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards: suspects, weapons, rooms."""
        return self.suspects + self.weapons + self.rooms

    @property
    def most_players(self) -> int:
        """How many players the deck is large enough for (F1)."""
        return min(len(self.suspects), len(self.weapons), len(self.rooms) - EXTRA_ROOMS)

    def card(self, category: Category, text: str) -> str:
        """Give the announced name that ``text`` is, but for case and ё; refuse others (F14)."""
        for name in self.of(category):
            if plain(name) == plain(text):
                return name
        elsewhere = next((name for name in self.cards if plain(name) == plain(text)), "")
        raise IllegalMove(
            "wrong_category" if elsewhere else "unknown_card",
            "F12" if elsewhere else "F14",
            text=text,
            category=category,
            nearest=nearest(text, self.of(category)),
            choices=self.of(category),
        )


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card of each category: what an envelope holds, a suggestion or an accusation names."""

    suspect: str
    weapon: str
    room: str

    @property
    def cards(self) -> tuple[str, str, str]:
        """The three cards in the order of F25."""
        return (self.suspect, self.weapon, self.room)


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case file and the hands by seat, with the nonce that seals them."""

    case: Case
    hands: dict[str, tuple[str, ...]]
    nonce: str

    @property
    def text(self) -> str:
        """The canonical text: one line of JSON, keys sorted, UTF-8, no spaces, no newline."""
        content = {"case": self.case.cards, "hands": self.hands, "nonce": self.nonce}
        return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @property
    def commitment(self) -> str:
        """SHA-256 of the canonical text in UTF-8, hexadecimal: published before the first move."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def named(deck: Deck, suspect: str, weapon: str, room: str) -> Case:
    """Give the three named cards as announced; refuses what is not in play (F12, F14)."""
    return Case(deck.card("suspect", suspect), deck.card("weapon", weapon), deck.card("room", room))


def checked_deck(deck: Deck) -> Deck:
    """Tidy the names of a custom deck and refuse one that no two could play with (F1)."""
    tidied = Deck(*(tuple(tidy(name) for name in deck.of(c)) for c in CATEGORIES))
    forms = [plain(name) for name in tidied.cards]
    twice = {name for name, form in zip(tidied.cards, forms, strict=True) if forms.count(form) > 1}
    if twice:
        raise IllegalMove("card_twice", "F1", cards=tuple(sorted(twice)))
    if any(not any(c.isalpha() for c in form) for form in forms):
        raise IllegalMove("card_blank", "F1")
    _check_sizes(tidied)
    if tidied.most_players < 2:  # noqa: PLR2004 -- a table needs two seats
        raise IllegalMove("deck_too_small", "F1", players=2, suspects=2, weapons=2, rooms=5)
    return tidied


def _check_sizes(deck: Deck) -> None:
    """Refuse a deck that would make a game too large to keep."""
    for name in deck.cards:
        if len(name.encode()) > NAME_BYTES:
            raise IllegalMove("card_too_long", "F1", card=name, limit=NAME_BYTES // 2)
    if len(deck.cards) > DECK_CARDS or len("".join(deck.cards).encode()) > DECK_BYTES:
        raise IllegalMove("deck_too_long", "F1", limit=DECK_BYTES, most=DECK_CARDS)


def deal(deck: Deck, seats: Iterable[str], rng: Chance) -> Deal:
    """Draw the case file, then deal the rest one by one from a random first seat (F2, F3).

    Hands are kept in the deck's order, so that they tell nothing about the order of dealing.
    """
    case = Case(*(deck.of(c)[rng.randrange(len(deck.of(c)))] for c in CATEGORIES))
    rest = [card for card in deck.cards if card not in case.cards]
    rng.shuffle(rest)
    order = list(seats)
    first = rng.randrange(len(order))
    turn = order[first:] + order[:first]
    hands = {seat: set(rest[i :: len(turn)]) for i, seat in enumerate(turn)}
    ordered = {seat: tuple(card for card in deck.cards if card in hands[seat]) for seat in order}
    return Deal(case, ordered, f"{rng.getrandbits(256):064x}")


def matches(hand: Iterable[str], case: Case) -> tuple[str, ...]:
    """Give the named cards that a hand holds, in the order of F25: suspect, weapon, room (F20)."""
    held = set(hand)
    return tuple(card for card in case.cards if card in held)


def check_shown(hand: Iterable[str], case: Case, card: str) -> str:
    """Give the shown card as announced; refuse one that was not named or is not held (F20)."""
    held = tuple(hand)
    known = {plain(name): name for name in held + case.cards}
    name = known.get(plain(card), card)
    if name not in case.cards:
        raise IllegalMove("not_named", "F20", card=card, choices=matches(held, case))
    if name not in held:
        raise IllegalMove("not_held", "F20", card=name, choices=matches(held, case))
    return name


def check_none(hand: Iterable[str], case: Case) -> None:
    """Refuse «no refutation» from a hand that holds a named card (F20)."""
    if choices := matches(hand, case):
        raise IllegalMove("must_refute", "F20", choices=choices)
