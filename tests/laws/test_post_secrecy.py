"""What becomes of letters, and what digests and reminders say, tells nobody what is hidden."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chalicelib import letters, render_posts, tracking
from chalicelib import letters_wishes as wishes
from chalicelib.game import ORGANISER, PUBLIC, redact
from chalicelib.letters import Told
from chalicelib.letters_duties import duties
from chalicelib.rules import table
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from chalicelib.thread import ended_by
from tests.laws.games import Game, played, viewers
from tests.laws.plans import each, of
from tests.laws.worlds import MASK, elsewhere, masked, replayed, reveals_at
from tests.tables import Table

PLACE = render_posts.Place("g", "https://alibi.test", "https://alibi.test/g")
MOST = 12


def told(game: Game, until: int) -> Iterator[tuple[Any, Any, Told]]:
    """Every letter about an entry up to a number, with the entry and the state after it."""
    for entry, state in zip(game.log[:until], game.states[1:], strict=False):
        for letter in letters.about("g", state, entry):
            if isinstance(letter, Told):
                yield entry, state, letter


def fates(game: Game, viewer: str, until: int) -> list[Any]:
    """What would become of each letter to a viewer: at once or later, then or in the end."""
    last = game.states[until]
    return [
        (letter, wishes.interest(entry, state, viewer), wishes.is_overtaken(entry, last, viewer))
        for entry, state, letter in told(game, until)
        if letter.to == viewer
    ]


def owed(game: Game, viewer: str, until: int) -> list[Any]:
    """What a viewer would be reminded of, after each entry."""
    return [
        duties(state, viewer, entry.at)
        for state, entry in zip(game.states[1 : until + 1], game.log, strict=False)
        if table.seat_of(state, viewer)
    ]


def digest(game: Game, viewer: str, until: int) -> str:
    """One digest of the last letters to a viewer."""
    whole = [entry for entry, _, letter in told(game, until) if letter.to == viewer][-MOST:]
    in_turns = game.rules.NAME == "blitz"
    parts = [
        (
            redact(masked(entry), viewer),
            ended_by(
                masked(entry), map(masked, reversed(game.log[: entry.seq - 1])), in_turns=in_turns
            ),
        )
        for entry in whole
    ]
    state = redact(replace(game.states[until], commitment=MASK), viewer)
    return render_posts.digest(parts, state, viewer, "en", PLACE).html


def seen(game: Game, until: int) -> list[tuple[int, str]]:
    """Which letters of others the organiser is told of: about which entry, to whom."""
    return sorted(
        (entry.seq, letter.to)
        for entry, state, letter in told(game, until)
        if tracking.is_public(state, entry, letter.to)
    )


@each
@settings(max_examples=10)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_mail_tells_nobody_of_another_deal(ruleset, data, seed):
    """In another deal that agrees with all a viewer was shown, the same letters come to them.

    They come at once or not as here, are overtaken alike, remind of the same, a digest says the
    same, and the organiser sees the same letters of others.
    """
    game = played(data.draw(of(ruleset)))
    until = reveals_at(game)
    for viewer in viewers(game):
        there = replayed(game, viewer, elsewhere(game, viewer, seed))
        assert fates(game, viewer, until) == fates(there, viewer, until)
        assert owed(game, viewer, until) == owed(there, viewer, until)
        if viewer != PUBLIC and table.seat_of(game.states[until], viewer):
            assert digest(game, viewer, until) == digest(there, viewer, until)
        if viewer == ORGANISER:
            assert seen(game, until) == seen(there, until)


def test_F36_the_organiser_does_not_see_who_failed():
    """F36: the letter about a wrong accusation is on no list but the accuser's."""
    game = Table(accusation_window="from_first_correct")
    game.play("s3", Accuse("Mustard", "Rope", "Hall"))
    entry = game.log[-1]
    assert "s3" in {t.to for t in letters.about("g", game.state, entry) if isinstance(t, Told)}
    assert not tracking.is_public(game.state, entry, "s3")


def test_F24_the_organiser_does_not_see_who_owes_a_card():
    """F24: the letter to who owes a card is on no list; that to the suggester is, as all know."""
    game = Table()
    game.play("s1", Suggest("Mustard", "Rope", "Attic", "s2"))
    game.play("s2", Refute(1))
    entry = game.log[-1]
    assert not tracking.is_public(game.state, entry, "s2")
    assert tracking.is_public(game.state, entry, "s1")


@pytest.mark.parametrize("mark", ["refuted", "card"])
def test_a_leak_in_a_digest_would_be_seen(mark):
    """The comparison has teeth: a card that is not redacted changes the digest."""
    pages = []
    for card in ("Rope", "Mustard"):
        game = Table()
        game.play("s1", Suggest("Mustard", "Rope", "Attic", "s2"))
        game.play("s2", Refute(1, card))
        entry, viewer = game.log[-1], "s1" if mark == "card" else "s3"
        part = (redact(entry, viewer), ())
        pages.append(render_posts.digest([part], redact(game.state, viewer), viewer, "en", PLACE))
    assert (pages[0] != pages[1]) is (mark == "card")
