"""The second law of secrecy: what a viewer may not know changes nothing of what they receive."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chalicelib.game import ORGANISER, PUBLIC, Entry, redact
from chalicelib.rules import table, write
from tests.laws.games import Game, played, viewers
from tests.laws.plans import of, strategies
from tests.laws.steps import CODE
from tests.laws.worlds import both, elsewhere, world_of
from tests.tables import ALL_VIEWERS, CASE, DECK, HANDS, Stacked, Table

SOME = settings(max_examples=25)


@SOME
@given(plan=of("forum"), seed=st.integers(0, 2**32))
def test_second_law_of_secrecy(plan, seed):
    """In another deal that agrees with all a viewer was shown, they receive the same bytes.

    Compared are the redacted entries and states, the letters addressed to them, the refusals of
    their own moves, and the organiser's previews, until all is revealed. Only the hexadecimal
    digits of the commitment differ.
    """
    _same_for_all(played(plan), seed)


@settings(max_examples=25)
@given(plan=of("blitz"), seed=st.integers(0, 2**32))
def test_second_law_of_secrecy_in_blitz(plan, seed):
    """So it is in blitz, where more is public and everything is answered in order (B3, B7)."""
    _same_for_all(played(plan), seed)


def _same_for_all(game: Game, seed: int) -> None:
    """Whoever looks at a game receives the same in another world."""
    for viewer in viewers(game):
        _, here, there = both(game, viewer, seed)
        assert here == there


@settings(max_examples=25)
@given(
    plan=strategies(
        ("suggest", "sharp", "answer", *("right", "wrong", "clock", "clock") * 2), ["forum"]
    ),
    seed=st.integers(0, 2**32),
)
def test_F35_second_law_of_secrecy_for_those_who_play_on(plan, seed):
    """That somebody has solved the case tells nobody else what is in the envelope."""
    _same_for_all(
        played(replace(plan, options=replace(plan.options, play_on=True, most_days=0))), seed
    )


@pytest.mark.parametrize(("ruleset", "most"), [("forum", 0.8), ("blitz", 0.5)])
def test_other_worlds_are_really_other(ruleset, most):
    """The law is not empty: for most games the public's other world differs in case and hands.

    In blitz more is public: each suggestion has several answers, and accusations are read by all.
    """
    differ = []

    @SOME
    @given(plan=strategies(rulesets=[ruleset]))
    def look(plan):
        game = played(plan)
        world, other = world_of(game.state), elsewhere(game, PUBLIC, plan.seed)
        differ.append((world.case != other.case, world.hands != other.hands))

    look()
    cases, hands = zip(*differ, strict=True)
    assert sum(cases) > most * len(cases)
    assert sum(hands) > most * len(hands)


@pytest.mark.parametrize("viewer", ["public", ORGANISER, "s3"])
def test_a_leak_would_be_seen(viewer):
    """The comparison has teeth: one unredacted card makes the two worlds differ."""
    game = Table()
    game.ask("s1", "s2", "Mustard", "Rope", "Attic")
    game.refute("s2", 1, "Rope")
    entry = game.log[-1]
    other = Table()
    other.ask("s1", "s2", "Mustard", "Rope", "Attic")
    other.refute("s2", 1, "Mustard")
    assert write(entry) != write(other.log[-1])
    assert write(redact(entry, viewer)) == write(redact(other.log[-1], viewer))


def test_no_viewer_is_told_what_others_asked_for():
    """What was asked, and by which door, is its author's; a newcomer has no seat yet.

    A join code in an entry would let every reader of the log sit down.
    """
    entry: Entry[Any, Any] = Entry(
        2, Table().start, (), Table().log[1].by, "mail", (table.Join(CODE, "Nick"),)
    )
    for viewer in ALL_VIEWERS:
        assert CODE.encode() not in write(redact(entry, viewer))


def test_the_organiser_has_the_join_code():
    """Whoever opened the table can invite; no player learns code and account from the state."""
    state = Table().state
    assert {v for v in ALL_VIEWERS if redact(state, v).join_code == CODE} == {ORGANISER}
    assert {v for v in ALL_VIEWERS if redact(state, v).host} <= {ORGANISER}


def test_a_nonce_hides_the_deal():
    """Two equal deals have different commitments: nobody can try out deals against the hash."""
    one, two = (Table(chance=Stacked(DECK, CASE, HANDS, nonce)).state for nonce in (1, 2))
    assert one.case == two.case
    assert one.commitment != two.commitment
