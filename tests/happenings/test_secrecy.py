"""The laws of secrecy, over every happening and the bytes of every format."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chalicelib.announce import Voice
from chalicelib.formats import FORMATS, Format, To, body, tree_of
from chalicelib.game import PUBLIC, redact
from chalicelib.happenings.telling import of_entry
from chalicelib.rules import day_of, verbs, write
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.forum import state as f
from chalicelib.rules.verbs import Refute
from tests.happenings.told import GAME, GOOD, last
from tests.laws.games import Game, played, viewers
from tests.laws.plans import each, of
from tests.laws.worlds import MASK, elsewhere, masked, replayed, reveals_at
from tests.tables import Table

VOICE = Voice("en", game=GAME, base_url="https://alibi.example")
CARD = re.compile(r"card\d{3}x")
PROGRAMS: tuple[Format, ...] = ("standard",)
DEALT = (verbs.CaseSealed, f.DayOpened)


def bodies(
    entry: Any, state: Any, formats: tuple[Format, ...] = FORMATS
) -> Iterator[tuple[Any, str, bytes]]:
    """What is sent of an entry: each happening in each format."""
    for happening in of_entry(GAME, entry, state, day_of(state)):
        tree = tree_of(happening, entry, state, VOICE)
        to = To(url="https://chat.example/hook", thread_url="https://alibi.example/g", tree=tree)
        for fmt in formats:
            yield happening, fmt, body(fmt, happening, to).content


def received(game: Game, viewer: str, until: int | None = None) -> list[Any]:
    """Everything that is sent to a viewer, in order, with the names by which it is told apart.

    What people read is made of public entries alone, so it is compared for the public.
    """
    got = []
    formats = FORMATS if viewer == PUBLIC else PROGRAMS
    for entry, state in zip(game.log[:until], game.states[1:], strict=False):
        known = replace(state, commitment=state.commitment and MASK)
        for happening, fmt, content in bodies(masked(entry), known, formats):
            if happening.audience in (PUBLIC, viewer):
                got.append((happening.name, happening.event, fmt, content))
    return got


@each
@settings(max_examples=5)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_no_webhook_tells_of_another_deal(ruleset, data, seed):
    """In another deal that agrees with all a viewer was shown, the same bytes are sent to them.

    Compared are the number of happenings, their names and their bodies, until all is revealed; for
    the public (every format), each seat and the organiser.
    """
    game = played(data.draw(of(ruleset)))
    for viewer in viewers(game):
        there = replayed(game, viewer, elsewhere(game, viewer, seed))
        assert received(game, viewer, reveals_at(game)) == received(there, viewer)


def marked(deck: Deck) -> Deck:
    """A deck of the same size with names that stand for nothing else."""
    names = iter(f"card{n:03}x" for n in range(1000))
    return Deck(*(tuple(next(names) for _ in pack) for pack in _packs(deck)))


def _packs(deck: Deck) -> tuple[tuple[str, ...], ...]:
    return (deck.suspects, deck.weapons, deck.rooms)


def without_roles(state: Any) -> Any:
    """A state in which no role is called like a card, as they usually are (F4)."""
    return replace(state, seats=tuple(replace(seat, role="Butler") for seat in state.seats))


@each
@settings(max_examples=8)
@given(data=st.data())
def test_no_card_is_named_that_the_public_log_does_not_name(ruleset, data):
    """An oracle of its own: until the end a public body names only cards of the public entry.

    The deal is told with all keywords, in the order in which they were announced (F5). What is for
    one seat or the organiser names no card but those of a suggestion that all have read.
    """
    plan = data.draw(of(ruleset))
    game = played(replace(plan, deck=marked(plan.deck)))
    read: set[str] = set()
    for entry, state in zip(game.log[: reveals_at(game)], game.states[1:], strict=False):
        public = redact(entry, PUBLIC)
        here = set(CARD.findall(write(public).decode()))
        dealt = any(isinstance(event, DEALT) for event in public.events)
        read |= here
        for happening, _, content in bodies(entry, without_roles(state)):
            named = CARD.findall(content.decode())
            if happening.type in ("answer.due", "suggestion.restored"):
                assert set(named) <= read
            elif happening.audience != PUBLIC:
                assert named == []
            elif not (dealt and {*named} == {*game.state.deck.cards}):
                assert set(named) <= here


@pytest.mark.parametrize("audience", ["public", "s3", "organiser"])
def test_a_leak_would_be_seen(audience):
    """The comparison has teeth: a card that is not redacted stands in the whole entry only."""
    sent = []
    for card in ("Rope", "Mustard"):
        game = Table()
        game.ask("s1", "s2", *GOOD)
        game.play("s2", Refute(1, card))
        entry = game.log[-1]
        sent.append((write(entry), [*bodies(entry, game.state)], last(game, audience)))
    one, two = sent
    assert one[0] != two[0]
    assert one[1] == two[1]
    assert one[2] == two[2]


def test_F21_the_suggester_is_told_that_there_is_a_card_and_nobody_else():
    """F21: the card goes to the suggester alone, and by webhook not even to them."""
    game = Table()
    game.ask("s1", "s2", *GOOD)
    game.refute("s2", 1, "Rope")
    (shown,) = last(game, "s1")
    assert shown.type == "card.shown"
    assert shown.data["fetch"] == f"/v1/games/{GAME}/me"
    assert [last(game, who) for who in ("s2", "s3", "organiser")] == [[], [], []]


def test_F24_whether_a_card_is_owed_is_not_to_be_counted():
    """F24: a refutation with its card and one without are the same to all others, parts and all."""
    public = []
    for card in ("Rope", None):
        game = Table()
        game.ask("s1", "s2", *GOOD)
        game.play("s2", Refute(1, card))
        public.append([*last(game), *last(game, "s3"), *last(game, "organiser")])
    assert public[0] == public[1]


def test_F30_F36_an_accusation_is_told_to_its_author_alone():
    """F30, F36: who accused, of what and how it went, is in nobody else's happenings."""
    told = []
    for room in ("Attic", "Hall"):
        game = Table(accusation_window="from_first")
        game.accuse("s1", "Green", "Pipe", room)
        told.append([last(game), *(last(game, who) for who in ("s2", "s3", "organiser"))])
        assert {h.type for h in last(game, "s1")} >= {"accusation.received"}
    assert told[0] == told[1]
    assert [[h.type for h in some] for some in told[0]] == [
        ["accusation.first_received"],
        [],
        [],
        [],
    ]


def test_what_is_told_in_private_names_no_account_and_no_code():
    """A code for a successor, an account and a private word stand in no body of any format."""
    game = Table()
    game.say("s1")
    code = game.offer("s1", "s1")
    sent = b"".join(content for _, _, content in bodies(game.log[-1], game.state))
    assert code.encode() not in sent
    assert b"account" not in sent
