"""Longer games of blitz, in which the GM has much to do."""

from datetime import date, timedelta

from chalicelib.game import THE_CLOCK, Actor
from chalicelib.rules import office, table
from tests.games.blitz.rounds import answers, go_round, pass_turn, say, unrefuted, wrong
from tests.games.scripts import script
from tests.letters.games import HOST, Record


@script("full", "ru", players=4, max_timeouts=2)
def eventful(game: Record) -> None:
    """Missed deadlines, a pause, a standing order and a replacement (B7, B9, F29, F52, F53).

    The second in the order accuses wrongly, and from then on is asked and skipped. The successor
    solves the case.
    """
    go_round(game, "s1", 3, via="mail")
    wrong(game, "s2", via="mail")
    game.play("s2", table.AnswerForMe(until=date(2026, 12, 10)), via="mail")
    _silence(game)
    _back(game)
    _pause(game)
    _replacement(game)


def _silence(game: Record) -> None:
    """Let the third in the order miss two deadlines: a turn, and an answer (B9)."""
    game.clock()
    say(game, "s4", via="mail")
    game.answer("s1", via="mail")
    game.clock()
    pass_turn(game, "s4", via="mail")
    game.ask("s1", "", 4, via="mail")


def _back(game: Record) -> None:
    """Two turns later who was silent is back (B9)."""
    game.play("s4", table.Talk("Часы пробили полночь.\nКто не спит?"), via="mail")
    go_round(game, "s4", 0)
    game.play("s3", table.AnswerForMe(on=False), via="mail")
    go_round(game, "s1", 2)
    game.play("s2", table.AnswerForMe(on=False), via="mail")


def _pause(game: Record) -> None:
    """Pause the game for ten hours; answers may come all the same (F52)."""
    game.ask("s3", "", 0, via="mail")
    game.play(HOST, office.Pause("Новый год."), via="mail")
    game.answer("s4", via="mail")
    game.now += timedelta(hours=10)
    game.play(HOST, office.Resume(), via="mail")
    answers(game, via="mail")


def _replacement(game: Record) -> None:
    """Hand the first seat over; the successor asks what nobody can refute, and is right (F53)."""
    game.play("s1", office.OfferSeat(), via="mail")
    game.play(Actor("account5"), office.TakeSeat(game.state.offers[0].code, "Дина"))
    unrefuted(game, "s4", via="mail")
    pass_turn(game, "s4", via="mail")
    unrefuted(game, "s1", via="mail")
    game.accuse("s1", via="mail")


@script("full", "pl", gm="human", max_timeouts=1, answer_hours=6)
def human(game: Record) -> None:
    """A person is GM and sees all cards (F56): answers, moves a deadline, lets the game go on.

    When the GM plays for everybody the game pauses by itself (F51); later the clock is late.
    """
    game.ask("s1", "", 2, via="mail")
    game.play(HOST, office.AnswerAsGM(1), via="mail")
    game.play("s2", table.TellGM("Czy mogę prosić o dzień przerwy?"), via="mail")
    game.play(HOST, table.TellPlayer("s2", "Dobrze, do jutra wieczora."), via="mail")
    game.play(HOST, office.MoveClose(game.now + timedelta(hours=30)), via="mail")
    go_round(game, "s2", 3, via="mail")
    for _ in range(3):
        game.clock()
    game.play(HOST, office.Resume(), via="mail")
    say(game, game.state.player, via="mail")
    game.now = game.state.closes
    game.play(THE_CLOCK, table.TimePassed(late=True))
    answers(game, via="mail")
    game.accuse(game.state.player, via="mail")
