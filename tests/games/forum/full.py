"""Games by the full rules: the first accusation opens the window."""

from chalicelib.rules import office, table
from tests.games.scripts import script
from tests.letters.games import HOST, Record


@script("full", "en")
def window_one(game: Record) -> None:
    """A wrong accusation opens the window, a right one comes in it and wins at its end.

    Meanwhile the game goes on, and a new day opens (F33).
    """
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.ask("s2", "s3", 1)
    game.answer("s3")
    game.accuse("s1", right=False, via="mail")
    game.ask("s3", "s1", 2)
    game.answer("s1")
    game.close()
    game.accuse("s2", via="mail")
    game.ask("s3", "s2", 3)
    game.answer("s2")
    game.end()


@script("full", "pl")
def window_several(game: Record) -> None:
    """Two accusations are right; the earlier by arrival wins (F35).

    Both accusers leave their answers to the GM (F34).
    """
    game.ask("s1", "s3", 4)
    game.answer("s3")
    game.accuse("s3", via="mail")
    game.play("s3", table.AnswerForMe(), via="mail")
    game.ask("s1", "s3", 5)
    game.accuse("s2", via="mail")
    game.play("s2", table.AnswerForMe(), via="mail")
    game.ask("s1", "s2", 5)
    game.end()


@script("full", "ru")
def window_again(game: Record) -> None:
    """The window ends with no right accusation, play goes on, and a second one has a winner."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.accuse("s1", right=False, via="mail")
    game.close()
    game.clock()
    game.ask("s2", "s1", 1)
    game.answer("s1")
    game.accuse("s3", via="mail")
    game.end()


@script("full", "en", no_winner="reveal", accusation_window_hours=3)
def window_none(game: Record) -> None:
    """The window of three hours ends with no right accusation, and all is revealed."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.accuse("s2", right=False, via="mail")
    game.end()


@script("full", "pl")
def accused_right(game: Record) -> None:
    """All three accuse, one of them rightly; with the last the window ends early."""
    game.ask("s2", "s1", 3)
    game.answer("s1")
    game.accuse("s2", right=False)
    game.accuse("s1", via="mail")
    game.accuse("s3", right=False, via="mail")


@script("full", "ru")
def accused_wrong(game: Record) -> None:
    """All three accuse, all wrongly, and the game ends unsolved."""
    game.ask("s2", "s1", 3)
    game.answer("s1")
    for seat in ("s1", "s2", "s3"):
        game.accuse(seat, right=False, via="mail")


@script("full", "en")
def left_right(game: Record) -> None:
    """One accuses, and the others leave: nobody is left to wait for (F35)."""
    game.ask("s1", "s2", 2)
    game.answer("s2")
    game.accuse("s1", via="mail")
    game.play("s2", table.Leave(), via="mail")
    game.play("s3", table.Leave(), via="mail")


@script("full", "pl")
def left_wrong(game: Record) -> None:
    """One accuses wrongly, one leaves, and when the last one leaves too the game is unsolved.

    For the seat that was left first the GM answers (F15).
    """
    game.play("s3", table.Leave())
    game.play(HOST, office.AnswerForSeat("s3"), via="mail")
    game.ask("s1", "s3", 2)
    game.accuse("s1", right=False, via="mail")
    game.play("s2", table.Leave(), via="mail")


@script("full", "ru")
def left_all(game: Record) -> None:
    """All leave one after the other, and nobody has accused."""
    game.ask("s1", "s2", 2)
    for seat in ("s1", "s2", "s3"):
        game.play(seat, table.Leave(), via="mail")
