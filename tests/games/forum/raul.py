"""Games in the stricter style: the window opens with the first right accusation (F32)."""

from chalicelib.rules import table
from chalicelib.rules.forum.corrections import SuggestMalformed
from tests.games.scripts import script
from tests.letters.games import Record


@script("raul", "ru")
def window_one(game: Record) -> None:
    """A wrong accusation passes without a word to the others; a right one opens the window.

    A suggestion of two rooms counts and is void (F43).
    """
    game.play("s3", SuggestMalformed("s1", "Мисс Скарлетт, Коридор, Гостиная"))
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.accuse("s3", right=False, via="mail")
    game.ask("s2", "s3", 1)
    game.answer("s3")
    game.accuse("s1", via="mail")
    game.ask("s2", "s1", 2)
    game.answer("s1")
    game.end()


@script("raul", "pl", accusation_window_hours=2)
def window_several(game: Record) -> None:
    """Two are right in a window of two hours, and the earlier by arrival wins."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.accuse("s2", via="mail")
    game.accuse("s1", via="mail")
    game.end()


@script("raul", "en")
def accused_right(game: Record) -> None:
    """After a wrong accusation and a right one the third ends the window."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.accuse("s1", right=False)
    game.accuse("s2", via="mail")
    game.accuse("s3", right=False)


@script("raul", "ru")
def accused_wrong(game: Record) -> None:
    """All three accuse wrongly: no window opens, and with the last the game ends unsolved."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    for seat in ("s2", "s1", "s3"):
        game.accuse(seat, right=False)


@script("raul", "pl")
def left_right(game: Record) -> None:
    """One accuses rightly, and the others leave."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.accuse("s2")
    game.play("s1", table.Leave())
    game.play("s3", table.Leave())


@script("raul", "en")
def left_wrong(game: Record) -> None:
    """Two accuse wrongly, and the third leaves."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.accuse("s2", right=False)
    game.accuse("s1", right=False)
    game.play("s3", table.Leave())


@script("raul", "ru")
def left_all(game: Record) -> None:
    """All leave, and nobody has accused."""
    for seat in ("s3", "s2", "s1"):
        game.play(seat, table.Leave())
