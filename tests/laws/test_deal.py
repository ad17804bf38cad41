"""The deal is fair: chi-square over thousands of deals, by a fixed seed (F2, F3)."""

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from chalicelib.data import deck as deck_data
from chalicelib.rules.cluedo import EXTRA_ROOMS, Deck, deal

DEALS = 20_000
NORMAL = 3.7190
"""The standard normal quantile of one in ten thousand: the tests ask some hundred questions."""
CLASSIC = Deck(*(deck_data("classic.en")[kind] for kind in ("suspects", "weapons", "rooms")))


def critical(freedom: int) -> float:
    """The chi-square that chance exceeds once in ten thousand (Wilson-Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + NORMAL * spread**0.5) ** 3)


def chi_square(counts: Iterable[int], expected: float) -> float:
    """How far counts are from all being ``expected``."""
    return sum((count - expected) ** 2 for count in counts) / expected


def smallest(players: int) -> Deck:
    """The smallest deck for so many players (F1)."""
    sizes = (("S", players), ("W", players), ("R", players + EXTRA_ROOMS))
    return Deck(*(tuple(f"{letter}{n}" for n in range(size)) for letter, size in sizes))


def deals(
    deck: Deck, players: int, number: int
) -> tuple[Counter[str], Counter[tuple[str, str]], Counter[str]]:
    """Count cards in the envelope, cards in each hand, and longer hands by seat."""
    chance, seats = random.Random(players), [f"s{n}" for n in range(1, players + 1)]
    case, hands, longer = Counter[str](), Counter[tuple[str, str]](), Counter[str]()
    least = (len(deck.cards) - 3) // players
    for _ in range(number):
        dealt = deal(deck, seats, chance)
        case.update(dealt.case.cards)
        for seat, hand in dealt.hands.items():
            hands.update((seat, card) for card in hand)
            longer[seat] += len(hand) - least
    return case, hands, longer


@pytest.mark.parametrize(
    ("deck", "players"),
    [*((smallest(n), n) for n in range(3, 8)), *((CLASSIC, n) for n in range(3, 8))],
    ids=[*(f"smallest-{n}" for n in range(3, 8)), *(f"classic-{n}" for n in range(3, 8))],
)
def test_F3_every_deal_is_equally_likely(deck, players):
    """Cards of a category are in the envelope equally often, every card equally often in each hand.

    Where hands are uneven, each seat has the longer one equally often.
    """
    number = DEALS if deck is not CLASSIC else DEALS // 4
    case, hands, longer = deals(deck, players, number)
    for pack in (deck.suspects, deck.weapons, deck.rooms):
        counts = [case[card] for card in pack]
        assert sum(counts) == number
        assert chi_square(counts, number / len(pack)) < critical(len(pack) - 1)
        chance = number * (1 - 1 / len(pack)) / players
        for card in pack:
            held = [hands[f"s{n}", card] for n in range(1, players + 1)]
            assert chi_square(held, chance) < critical(players - 1)
    spare = (len(deck.cards) - 3) % players
    assert sum(longer.values()) == number * spare
    if spare:
        share = number * spare / players
        assert chi_square((longer[f"s{n}"] for n in range(1, players + 1)), share) < critical(
            players - 1
        )


@pytest.mark.parametrize("players", range(2, 8))
def test_F3_the_smallest_deck_gives_equal_hands(players):
    """Three cards each, in every deal."""
    for seed in range(100):
        dealt = deal(smallest(players), [f"s{n}" for n in range(players)], random.Random(seed))
        assert {len(hand) for hand in dealt.hands.values()} == {3}


def test_F3_a_hand_does_not_tell_the_order_of_dealing():
    """Hands are listed in the deck's order, and each deal has a nonce of 256 bits of its own."""
    dealt = [deal(CLASSIC, ["s1", "s2", "s3"], random.Random(seed)) for seed in range(50)]
    for one in dealt:
        for hand in one.hands.values():
            assert list(hand) == sorted(hand, key=CLASSIC.cards.index)
    assert len({one.nonce for one in dealt}) == len(dealt)
    assert {len(one.nonce) for one in dealt} == {64}


def test_chi_square_sees_a_crooked_die():
    """The test's own measure: fair counts pass, one face that is a tenth too frequent does not."""
    chance = random.Random(3)
    fair = Counter(chance.randrange(6) for _ in range(DEALS))
    assert chi_square(fair.values(), DEALS / 6) < critical(5)
    crooked = Counter(min(5, chance.randrange(61) // 10) for _ in range(DEALS))
    assert chi_square(crooked.values(), DEALS / 6) > critical(5)
    assert critical(5) == pytest.approx(25.74, rel=0.03)
