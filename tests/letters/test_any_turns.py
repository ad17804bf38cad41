"""Whatever happens in a game of blitz, there are words for it, which are no orders."""

import random
from datetime import timedelta
from typing import Any

import pytest

from chalicelib import examples, letters
from chalicelib.game import Actor, Refusal, redact
from chalicelib.inbox.trim import trim
from chalicelib.letters import Problem
from chalicelib.read import read
from chalicelib.rules import office, table, verbs
from chalicelib.rules.blitz.state import Pass
from chalicelib.words import LANGUAGES
from tests.letters.games import GAME, HOST, Record
from tests.letters.parts import Spoken, spoken

RULES = [
    {},
    {"accuse": "own_turn", "max_timeouts": 1, "answer_hours": 1, "turn_hours": 2},
    {"last_one": "wins", "gm": "human", "max_timeouts": 2},
    {"idle_turns": 1, "turn_hours": 5},
]


def random_case(game, rng):
    """Three cards, at times the envelope."""
    pack = game.state.deck
    if rng.random() < 0.3:
        return game.state.case.cards
    return rng.choice(pack.suspects), rng.choice(pack.weapons), rng.choice(pack.rooms)


def sensible(game, rng):
    """What the game waits for: an answer, or a move of whoever has the turn."""
    state = game.state
    if state.questions:
        return lambda via: game.answer(state.questions[0].to, via=via)
    case = random_case(game, rng)
    move: Any = verbs.Suggest(*case) if state.step == "suggest" else Pass()
    if state.step == "decide" and rng.random() < 0.3:
        move = verbs.Accuse(*case)
    return lambda via: game.play(state.player, move, via=via)


def odd(game, rng):
    """What somebody else may want, sensible or not."""
    seat, number = rng.choice(game.state.seats).id, rng.randrange(1, game.state.suggestions + 2)
    by_player = [
        *(table.Talk("Hm."), table.TellGM("Hm?"), table.AnswerForMe(rng.random() < 0.5)),
        *(Pass(), verbs.Refute(number), verbs.Accuse(*random_case(game, rng)), office.OfferSeat()),
        table.Leave() if rng.random() < 0.3 else table.Talk("Well."),
    ]
    by_host = [
        *(office.Pause("Ill."), office.Resume(), office.Resume(), office.AnswerAsGM(number)),
        *(office.AnswerForSeat(seat, rng.random() < 0.5), office.Hide(rng.randrange(1, 4), "!")),
        *(office.OfferSeat(seat), office.MoveClose(game.now + timedelta(hours=3))),
        table.TellPlayer(seat, "Well?"),
        office.RollBackTo(game.log[-2][0].seq, game.log[-2][1], game.log[-2][0].at),
    ]
    if game.state.offers and rng.random() < 0.5:
        heir = Actor(f"new{len(game.log)}")
        return lambda via: game.play(heir, office.TakeSeat(game.state.offers[0].code), via=via)
    if rng.random() < 0.5:
        return lambda via: game.play(HOST, rng.choice(by_host), via=via)
    return lambda via: game.play(seat, rng.choice(by_player), via=via)


def step(game, rng):
    """Let somebody do something, or let time pass."""
    if rng.random() < 0.1 and not game.state.paused:
        game.clock()
        return
    do = sensible(game, rng) if rng.random() < 0.7 else odd(game, rng)
    try:
        do(rng.choice(["mail", "rest"]))
    except Refusal:
        game.now += timedelta(minutes=1)


def played(language, seed, options):
    """A game of blitz played at random."""
    game, rng = Record(language, ruleset="blitz", **options).started(), random.Random(seed)
    for _ in range(70):
        if game.state.phase != "over":
            step(game, rng)
    return game


@pytest.mark.parametrize("options", RULES)
@pytest.mark.parametrize(("language", "seed"), [("ru", 1), ("en", 2), ("pl", 3)])
def test_every_letter_of_blitz_can_be_written(language, seed, options):
    """Letters, statuses and help come out whole, whenever they are sent."""
    game = played(language, seed, options)
    for entry, after in game.log:
        for letter in letters.about(GAME, after, entry):
            if isinstance(letter, letters.Farewell):
                continue
            for state in (after, game.state):
                page = game.page(entry, state, letter.to)
                assert spoken(page.text) == Spoken(page.html).words
                assert "None" not in page.text
    for seat in game.state.seats:
        for about in ("status", "help"):
            assert "None" not in game.answered(letters.Answer(GAME, seat.id, about)).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("quote", ["", "> "])
def test_our_own_letters_of_blitz_are_no_orders(language, quote):
    """A letter that comes back whole, quoted or not, holds nothing that the player wrote."""
    for letter, page in played(language, 5, {}).pages():
        lines = [f"{quote}{line}" for line in page.text.splitlines()]
        assert not trim(lines).own.strip(), letter


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_of_blitz_are_right(language):
    """Each is read as the order it shows; that of an accusation accuses nobody."""
    game = Record(language, ruleset="blitz").started()
    view = redact(game.state, "s1")

    def meant(kind):
        return read(examples.example(view, "s1", language, kind), view, "s1")[0]

    assert game.play("s1", meant("suggest").move).events
    assert meant("pass").move == Pass()
    assert not meant("accuse").move


@pytest.mark.parametrize(
    ("code", "kind"), [("no_addressee_here", verbs.Suggest), ("pass_or_accuse", Pass)]
)
def test_examples_against_problems_of_blitz(code, kind):
    """B2, B5: under the refusal stands an order that would be accepted."""
    game = Record("ru", ruleset="blitz").started()
    if code == "pass_or_accuse":
        game.play("s1", verbs.Suggest(*game.state.case.cards))
        while game.state.questions:
            game.answer(game.state.questions[0].to)
    view = redact(game.state, "s1")
    order = examples.against(view, "s1", "ru", Problem("", code, "B2"))
    (found,) = read(order, view, "s1")
    assert isinstance(found.move, kind)
    assert game.play("s1", found.move).events
    assert examples.against(view, "s1", "ru", Problem("", "not_your_turn", "B2")) == ""
