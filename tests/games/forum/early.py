"""Games by the earlier edition: no window, and a penalty in any case (F27, F32)."""

from chalicelib.rules import table
from tests.games.scripts import script
from tests.letters.games import Record


@script("early", "en")
def at_once(game: Record) -> None:
    """A wrong accusation on the first day changes nothing for the others; a right one wins.

    Who was not there all day has a penalty all the same.
    """
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.ask("s2", "s3", 1)
    game.accuse("s1", right=False, via="mail")
    game.close()
    game.ask("s3", "s1", 2)
    game.answer("s1")
    game.accuse("s2", via="mail")


@script("early", "pl")
def accused_right(game: Record) -> None:
    """Two accuse wrongly; the third is the last who may, and right."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.accuse("s1", right=False)
    game.accuse("s2", right=False)
    game.accuse("s3", via="mail")


@script("early", "ru")
def accused_wrong(game: Record) -> None:
    """All three accuse wrongly, and the game ends unsolved."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    for seat in ("s1", "s2", "s3"):
        game.accuse(seat, right=False, via="mail")


@script("early", "pl")
def left_wrong(game: Record) -> None:
    """One accuses wrongly, and the others leave."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.accuse("s1", right=False)
    game.play("s2", table.Leave())
    game.play("s3", table.Leave())


@script("early", "en")
def left_all(game: Record) -> None:
    """All leave, and nobody has accused."""
    game.ask("s1", "s2", 0)
    for seat in ("s1", "s2", "s3"):
        game.play(seat, table.Leave())
