"""What games tell: every happening of a random or a scripted game."""

from collections.abc import Iterable, Iterator
from typing import Any

from chalicelib.game import ORGANISER, Actor, fold
from chalicelib.happenings import extra
from chalicelib.happenings.facts import ForumPost
from chalicelib.happenings.happening import Happening
from chalicelib.happenings.operations import Problem
from chalicelib.happenings.telling import of_entry
from chalicelib.rules import day_of, office, ruleset, verbs
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.office import RollBackTo
from chalicelib.rules.table import TellGM, TellPlayer
from tests.laws.games import Game
from tests.tables import Table
from tests.turns import FREE, WRONG, Turns

GAME = "0a1b2c3d4e5f"
GOOD = ("Mustard", "Rope", "Attic")


def of_game(game: Game, until: int | None = None) -> Iterator[tuple[Any, Any, Happening]]:
    """Every happening of a random game up to an entry, with the entry and the state after it."""
    for entry, state in zip(game.log[:until], game.states[1:], strict=False):
        for happening in of_entry(GAME, entry, state, day_of(state)):
            yield entry, state, happening


def of_table(table: Table) -> list[Happening]:
    """Every happening of a scripted game."""
    state: Any = None
    told: list[Happening] = []
    for entry in table.log:
        state = fold(ruleset(state) if state else table.kind, state, entry.events, entry.at)
        told += of_entry(GAME, entry, state, day_of(state))
    return told


def last(table: Table, audience: str = "public") -> list[Happening]:
    """What an audience is told of the last entry."""
    told = of_entry(GAME, table.log[-1], table.state, day_of(table.state))
    return [happening for happening in told if happening.audience == audience]


def names(told: Iterable[Happening]) -> list[str]:
    """The types, in order."""
    return [happening.type for happening in told]


def office_work() -> Table:
    """A forum game with a human GM in which the office does all that it can."""
    game = Table(gm="human")
    game.play("s1", c.SuggestMalformed("s2", "Mustard with the Rope, here or there."))
    game.none("s2", 1)
    game.organise(c.Settle(1, stand=False))
    game.play("s1", c.SuggestMalformed("s3", "Somebody."))
    game.play("s1", c.Amend(2, *GOOD))
    game.ask("s3", "s2", *GOOD)
    game.announce("s2", 3)
    game.play("s3", rulings.Complain(3))
    game.organise(rulings.Void(2, "asked twice"))
    game.organise(rulings.Restore(2))
    game.organise(rulings.Fine("s1", "late"))
    game.organise(rulings.Waive("s1"))
    game.organise(rulings.NameDeputy("s3"))
    game.say("s1", "What a night.")
    game.order("s3")
    game.play("s1", TellGM("A word, please."))
    game.organise(TellPlayer("s1", "Speak."))
    game.organise(office.Hide(1, "cards"))
    game.organise(office.MoveClose(game.minute(30 * 60)))
    back = RollBackTo(len(game.log), game.state, game.now)
    game.organise(office.Pause("tea"))
    game.organise(office.Resume())
    game.organise(back)
    game.play(Actor("heir"), office.TakeSeat(game.offer("s2"), "Heir"))
    game.play(Actor("new host"), office.TakeSeat(game.offer(ORGANISER, gm=True)))
    return game


def solved_on() -> Table:
    """A forum game in which one has solved the case, one was wrong, and the last leaves."""
    game = Table(play_on=True, card_delay_minutes=1)
    game.ask("s1", "s2", *GOOD)
    game.announce("s2", 1)
    game.at(10)
    game.accuse("s1", "Green", "Pipe", "Attic")
    game.accuse("s2", "Green", "Pipe", "Hall")
    game.close()
    game.close()
    game.leave("s3")
    return game


def nobody_right() -> Table:
    """A forum game whose window ends with no right accusation."""
    game = Table()
    game.ask("s1", "s2", *GOOD)
    game.accuse("s2", "Green", "Pipe", "Hall")
    game.close()
    game.close()
    return game


def turns() -> Table:
    """A game of blitz with a round that nobody refutes, a pass, an accusation and a timeout."""
    game = Turns(max_timeouts=1)
    game.suggest("s1")
    for seat in ("s2", "s3", "s4"):
        game.none(seat)
    game.play("s1", Pass())
    game.suggest("s2", *FREE)
    for seat in ("s3", "s4", "s1"):
        game.none(seat)
    game.play("s2", verbs.Accuse(*WRONG))
    game.clock()
    game.organise(office.MoveClose(game.minute(60 * 24 * 9)))
    return game


def untold() -> list[Happening]:
    """What no log tells."""
    game = Table()
    game.ask("s1", "s2", *GOOD)
    at, state = game.now, game.state
    post, wrong = ForumPost("7"), (Problem("unknown_card", "Предположение_1"),)
    return [
        extra.post_rejected(GAME, at, state, "s1", post, wrong),
        extra.edit_violation(GAME, at, state, "s1", post, (1,), "too_late"),
        extra.needs_gm(GAME, at, state, "already_answered", post),
        extra.answer_overdue(GAME, at, state, state.questions[0]),
        extra.closing_soon(GAME, at, state),
        extra.ping("e1", at, "nonce"),
        extra.failing("e1", at, at, "timeout"),
        extra.disabled("e1", at, "gone"),
        extra.recovered("e1", at),
    ]


TABLES = (office_work, solved_on, nobody_right, turns)
