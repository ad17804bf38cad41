"""Random games: what comes of a plan. A plan is plain numbers and texts, so that it shrinks well.

What a step means is found when it is played, from the state (``steps``); hypothesis draws the
plans (``plans``).
"""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from chalicelib.game import (
    ORGANISER,
    PUBLIC,
    THE_CLOCK,
    Actor,
    Chance,
    Entry,
    Refusal,
    Ruleset,
    fold,
)
from chalicelib.rules import RULESETS, blitz, forum, table
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.office import RollBack, RollBackTo
from tests.laws import steps as days
from tests.laws import turns
from tests.laws.steps import CODE, HOST, Step

START = datetime(2026, 10, 23, 18, tzinfo=UTC)
"""Two days before clocks change in Europe."""


class Plan(msgspec.Struct, frozen=True):
    """A game to be: rule set, deck, house rules, seats, the seed of the deal, and the steps."""

    ruleset: str
    deck: Deck
    options: Any
    zone: str
    seats: int
    seed: int
    steps: tuple[Step, ...]


class Tried(msgspec.Struct, frozen=True):
    """A move that was tried after so many entries, and how it was refused if it was."""

    after: int
    by: Actor
    move: Any
    at: datetime
    refusal: tuple[str, str, str] | None = None


class Game(msgspec.Struct):
    """A game on its way: all states (the first is ``None``), the log, and every move tried."""

    rules: Ruleset
    chance: Chance
    states: list[Any]
    log: list[Entry[Any, Any]]
    tried: list[Tried]

    @property
    def state(self) -> Any:
        """The present state."""
        return self.states[-1]


def new_game(chance: Chance, rules: Ruleset = forum) -> Game:
    """A game of which nothing is known yet."""
    return Game(rules, chance, [None], [], [])


def attempt(game: Game, by: Actor, move: Any, at: datetime) -> bool:
    """Try a move, keep what comes of it, tell whether it was made; only refusals may be raised.

    Codes are drawn by the number of the entry: they are the same in games of another deal.
    """
    chance = game.chance if isinstance(move, table.Start) else random.Random(len(game.log))
    try:
        events = game.rules.decide(game.state, by, move, at, chance)
    except Refusal as refusal:
        told = (refusal.code, refusal.rule, repr(refusal.facts))
        game.tried.append(Tried(len(game.log), by, move, at, told))
        return False
    game.tried.append(Tried(len(game.log), by, move, at))
    kept = RollBack(move.seq) if isinstance(move, RollBackTo) else move
    game.log.append(Entry(len(game.log) + 1, at, events, by.name, "mail", (kept,)))
    game.states.append(fold(game.rules, game.state, events, at))
    return True


def played(plan: Plan) -> Game:
    """Play a plan to its end."""
    game, chance = (
        new_game(random.Random(plan.seed), RULESETS[plan.ruleset]),
        random.Random(~plan.seed),
    )
    setting = table.Setting("Manor", zone=plan.zone)
    create = game.rules.Create(setting, plan.options, "full", plan.deck, CODE)
    assert attempt(game, HOST, create, START)
    for number in range(1, plan.seats + 1):
        role = chance.choice(("", "", "Butler", *plan.deck.suspects))
        join = table.Join(CODE, f"Nick {number}", role)
        assert attempt(game, Actor(f"a{number}"), join, START)
    assert attempt(game, HOST, table.Start(), START)
    now = START
    for step in plan.steps:
        now = step_on(game, step, now)
    return game


def step_on(game: Game, step: Step, now: datetime) -> datetime:
    """Play one step not before ``now``; gives the time after it."""
    due = game.rules.due(game.state)
    now += timedelta(minutes=step.minutes * (60 if game.state.paused else 1))
    early = step.kind == "clock" or (game.state.phase == "dealt" and step.whom % 4)
    if due and (early or (now >= due and step.kind != "junk")):
        passed = table.TimePassed(late=step.who % 7 == 0)
        assert attempt(game, THE_CLOCK, passed, due)
        return max(due, now)
    by, move = (turns if game.rules is blitz else days).moved(game.state, step)
    attempt(game, by, found(game, move), now)
    return now


def found(game: Game, move: Any) -> Any:
    """What the spine makes of a move: it finds the state to go back to in the log."""
    if isinstance(move, RollBackTo | RollBack):
        if not 0 < move.seq <= len(game.log):
            return table.Talk("There is no such entry.")
        return RollBackTo(move.seq, game.states[move.seq], game.log[move.seq - 1].at)
    return move


def viewers(game: Game) -> tuple[str, ...]:
    """Everybody from whom something is hidden: the public, each seat that ever was, the organiser.

    A human GM sees everything (F56), so that there is nothing to compare.
    """
    seats = tuple(f"s{n}" for n in range(1, game.state.joined + 1))
    auto = game.state.options.gm == "auto"
    return (PUBLIC, ORGANISER, *seats) if auto else (PUBLIC, *seats)
