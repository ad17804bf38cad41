"""The law of secrecy for posts: what the public may not know changes no byte of any."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chalicelib import announce
from chalicelib.announce.refused import ANSWERING, OPEN
from chalicelib.game import PUBLIC, redact
from chalicelib.letters import Problem
from chalicelib.markup import emit
from chalicelib.messages import MESSAGES
from chalicelib.rules import verbs
from chalicelib.thread import ended_by
from tests.laws.games import played
from tests.laws.plans import each, of
from tests.laws.worlds import MASK, elsewhere, masked, replayed, reveals_at
from tests.tables import Table

VOICE = announce.Voice("en")


def posted(game, until):
    """Every byte that is posted of a game: of its entries, the status after each, the opening."""
    in_turns = game.rules.NAME == "blitz"
    log = [masked(entry) for entry in game.log[:until]]
    texts: list[str] = []
    for place, entry in enumerate(log):
        state = replace(game.states[place + 1], commitment=MASK)
        thread = ended_by(entry, reversed(log[:place]), in_turns=in_turns)
        for one in announce.entry(entry, state, VOICE, thread):
            texts += emit.write(one.tree, "phpbb")
        texts += emit.write(announce.status(state, VOICE, entry.at), "spirit")
    last = replace(game.states[until], commitment=MASK)
    return [*texts, *emit.write(announce.opening(last, VOICE), "html")]


@each
@settings(max_examples=12)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_posts_tell_nobody_of_another_deal(ruleset, data, seed):
    """In another deal that agrees with all the public was told, the same posts are made.

    Entries and states are given whole: it is the announcements that keep the secret.
    """
    game = played(data.draw(of(ruleset)))
    until = reveals_at(game)
    there = replayed(game, PUBLIC, elsewhere(game, PUBLIC, seed))
    assert posted(game, until) == posted(there, until)


@each
@settings(max_examples=20)
@given(data=st.data())
def test_posts_need_only_what_is_public(ruleset, data):
    """From redacted entries and states the same posts are made as from whole ones."""
    game = played(data.draw(of(ruleset)))
    for entry, state in zip(game.log, game.states[1:], strict=True):
        whole = announce.entry(entry, state, VOICE)
        assert whole == announce.entry(redact(entry, PUBLIC), redact(state, PUBLIC), VOICE)


def test_a_leak_would_be_seen():
    """The comparison has teeth: another card that is public changes the posts."""
    seen = []
    for weapon in ("Rope", "Pistol"):
        game = Table()
        game.ask("s1", "s2", "Mustard", weapon, "Attic")
        (one,) = announce.entry(game.log[-1], game.state, VOICE)
        seen.append(emit.write(one.tree, "phpbb"))
    assert seen[0] != seen[1]


def test_F24_who_owes_a_card_is_not_told():
    """F24: a refutation with its card and one without look alike, and so does the status."""
    seen = []
    for card in ("Rope", None):
        game = Table()
        game.ask("s1", "s2", "Mustard", "Rope", "Attic")
        game.play("s2", verbs.Refute(1, card))
        posts = announce.entry(game.log[-1], game.state, VOICE)
        seen.append((posts, announce.status(game.state, VOICE, game.now)))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("outcome", ["right", "wrong"])
def test_F32_an_accusation_is_announced_without_its_content(outcome):
    """F32: the thread is told that an accusation is in; right and wrong ones look alike."""
    game = Table()
    cards = ("Green", "Pipe", "Attic") if outcome == "right" else ("Mustard", "Rope", "Hall")
    game.play("s3", verbs.Accuse(*cards))
    (one,) = announce.entry(game.log[-1], game.state, VOICE)
    text = emit.write(one.tree, "plain")[0]
    assert "An accusation has come in" in text
    assert not any(word in text for word in (*cards, "Nick 3"))


@pytest.mark.parametrize("code", sorted({code.partition(".")[0] for code in MESSAGES} - OPEN))
def test_a_secret_refusal_says_nothing(code):
    """Whatever a refusal tells of a hand or an accusation, the thread reads the same words."""
    game = Table()
    facts = {"choices": ("Rope",), "card": "Rope", "text": "Rope", "nearest": "Rope"}
    trees = [
        announce.refusal((Problem("Refutation", one, "F20", facts),), game.state, "s2", VOICE)
        for one in (code, "must_refute")
    ]
    assert trees[0] == trees[1]
    assert "Rope" not in emit.write(trees[0], "plain")[0]


@pytest.mark.parametrize("rule", ["F20", "F24", "F30", "F33"])
@pytest.mark.parametrize("code", sorted(OPEN))
def test_an_open_refusal_of_a_secret_rule_says_nothing(code, rule):
    """A code that is open in a suggestion is not, where it judges an answer or an accusation."""
    problem = Problem("?", code, rule, {"choices": ("Rope",)})
    assert announce.is_open(problem) is (code in ANSWERING - {"out_of_order"})
    text = emit.write(announce.refusal((problem,), Table().state, "s2", VOICE), "plain")[0]
    assert "Rope" not in text


def test_F14_a_wrong_card_is_explained_with_an_example():
    """F14: the author reads what was read, what is wrong, and one suggestion that is right."""
    facts = {
        "text": "Kitchenette",
        "category": "room",
        "nearest": "Kitchen",
        "choices": ("Kitchen",),
    }
    problem = Problem("Kitchenette", "unknown_card", "F14", facts)
    text = emit.write(announce.refusal((problem,), Table().state, "s2", VOICE), "plain")[0]
    assert "Nick 2, this post changes nothing" in text
    assert "> Kitchenette" in text
    assert "Kitchen”?" in text
    assert "Suggestion_1 for Nick 3" in text


def test_F43_a_malformed_suggestion_that_counts_is_said_to_count():
    """F41, F43: whose suggestion is malformed reads that it counts, and what can be done."""
    problem = Problem("Hall, Attic", "two_of_a_kind", "F12", {"category": "room"})
    for corrections, words in (("full", "put it right"), ("none", "it is void")):
        state = Table(corrections=corrections).state
        text = emit.write(announce.refusal((problem,), state, "s2", VOICE, counts=True), "plain")[0]
        assert "it counts as made" in text
        assert words in text
        assert "changes nothing" not in text
