"""The search over bit masks against brute force, where clauses nearly contradict each other."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from infra.bots.deals import Budget, Row, Rows, bits, deal, settle, tally, union, wander


def all_deals(rows: Rows, cards: int) -> Iterator[tuple[int, ...]]:
    """Brute force: every way to split the cards so that each row gets what it wants."""
    if not rows:
        yield ()
        return
    row = rows[0]
    for hand in map(sum, combinations(bits(cards & row.may), row.need)):
        if all(hand & clause for clause in row.clauses):
            for others in all_deals(rows[1:], cards & ~hand):
                yield hand, *others


def random_rows(rng: Random) -> Rows:
    """Two to four rows for seven to nine cards, with clauses of two or three cards each."""
    needs = [rng.randint(1, 4) for _ in range(rng.randint(1, 3))]
    cards = [1 << at for at in range(max(sum(needs) + 1, 7))]
    needs.append(len(cards) - sum(needs))
    share = rng.choice((0.5, 0.8, 1.0))
    return tuple(
        Row(0, sum(c for c in cards if rng.random() < share), need, random_clauses(rng, cards))
        for need in needs
    )


def random_clauses(rng: Random, cards: list[int]) -> tuple[int, ...]:
    """Up to five clauses."""
    return tuple(sum(rng.sample(cards, rng.choice((2, 3, 3)))) for _ in range(rng.randrange(6)))


def all_cards(rows: Rows) -> int:
    """The cards that the rows have room for, as one mask."""
    return (1 << sum(row.need for row in rows)) - 1


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_finds_a_deal_exactly_when_there_is_one(seed: int) -> None:
    """A deal that is found is one of brute force's; none is found only where there is none."""
    rows = random_rows(Random(seed))
    expected = set(all_deals(rows, all_cards(rows)))
    found = deal(rows, Budget(10_000))
    assert found is None if not expected else tuple(found or ()) in expected


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_settling_loses_no_deal(seed: int) -> None:
    """What is forced by counting holds in every deal of brute force."""
    rows = random_rows(Random(seed))
    settled = settle(rows)
    for hands in all_deals(rows, all_cards(rows)):
        assert settled is not None
        for row, hand in zip(settled, hands, strict=True):
            assert row.held & ~hand == 0
            assert hand & ~(row.held | row.may) == 0


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_counts_every_deal_once(seed: int) -> None:
    """The tally by what is left for the last row equals brute force."""
    rows = random_rows(Random(seed))
    cards = all_cards(rows)
    assume(union(rows) == cards)
    last = rows[-1]._replace(clauses=())
    expected = Counter(hands[-1] for hands in all_deals((*rows[:-1], last), cards))
    assert tally(rows[:-1], (last,), Budget(10**7)) == expected


def test_random_deals_agree_with_the_rows_and_reach_all() -> None:
    """The walk visits every agreeing deal about equally often, and no other."""
    rows = (Row(0, 0b000011, 1), Row(0, 0b111111, 2, (0b010100,)), Row(0, 0b111111, 3, (0b1001,)))
    first = deal(rows, Budget(50))
    assert first is not None
    seen = Counter(islice(wander(rows, first, Random(3)), 4000))
    expected = set(all_deals(rows, all_cards(rows)))
    assert set(seen) == expected
    assert min(seen.values()) > 0.7 * 4000 / len(expected)


def test_bits_are_single_cards() -> None:
    """A mask is taken apart into its cards, lowest first."""
    assert list(bits(0b10110)) == [2, 4, 16]
