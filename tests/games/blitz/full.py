"""Short games of blitz, one for each end (B5-B8)."""

from chalicelib.rules import table
from tests.games.blitz.rounds import go_round, pass_turn, unrefuted, wrong
from tests.games.scripts import script
from tests.letters.games import Record


@script("full", "en")
def unrefuted_right(game: Record) -> None:
    """Three turns with answers in order; nobody can refute the last, and its author is right.

    One passes the turn in spite of the same luck (B5).
    """
    go_round(game, "s1", 1, via="mail")
    unrefuted(game, "s2", via="mail")
    pass_turn(game, "s2", via="mail")
    go_round(game, "s3", 3)
    unrefuted(game, "s1")
    game.accuse("s1", via="mail")


@script("full", "pl", accuse="own_turn")
def instead_right(game: Record) -> None:
    """One accuses wrongly instead of a suggestion, another does so and is right (B6)."""
    go_round(game, "s1", 0, via="mail")
    game.accuse("s2", right=False, via="mail")
    go_round(game, "s3", 4)
    game.accuse("s1", via="mail")


@script("full", "ru", last_one="wins", turn_hours=48)
def last_wrong(game: Record) -> None:
    """Two accuse wrongly, and the third has won without a word (B8)."""
    wrong(game, "s1", via="mail")
    go_round(game, "s2", 2)
    go_round(game, "s3", 5)
    wrong(game, "s2", via="mail")


@script("full", "pl", last_one="wins")
def last_left(game: Record) -> None:
    """One accuses wrongly, one leaves, and who is left has won (B8)."""
    go_round(game, "s1", 0)
    wrong(game, "s2")
    game.play("s3", table.Leave(), via="mail")


@script("full", "en", last_one="wins", accuse="own_turn")
def last_left_of_two(game: Record) -> None:
    """Two leave, one of them in the middle of a round: for the empty seats the GM acts (F53)."""
    game.ask("s1", "", 3)
    game.play("s2", table.Leave(), via="mail")
    game.answer("s3")
    game.play("s3", table.Leave())


@script("full", "ru")
def alone_right(game: Record) -> None:
    """Two are out; the third goes on suggesting, is refuted, and names the envelope (B8)."""
    wrong(game, "s1", via="mail")
    wrong(game, "s2")
    go_round(game, "s3", 5, via="mail")
    unrefuted(game, "s3", via="mail")
    game.accuse("s3", via="mail")


@script("full", "pl")
def alone_wrong(game: Record) -> None:
    """All three accuse wrongly, one after the other, and nobody is left (B8)."""
    for seat in ("s1", "s2", "s3"):
        wrong(game, seat, via="mail")


@script("full", "en", idle_turns=2, turn_hours=1)
def alone_idle(game: Record) -> None:
    """The last one passes, is refuted, passes again, and falls silent: two in a row (B8)."""
    wrong(game, "s1")
    game.play("s2", table.Leave())
    unrefuted(game, "s3", via="mail")
    pass_turn(game, "s3", via="mail")
    go_round(game, "s3", 0)
    unrefuted(game, "s3")
    pass_turn(game, "s3", via="mail")
    game.clock()


@script("full", "ru")
def left_wrong(game: Record) -> None:
    """One accuses wrongly and stays, the others leave: nobody has turns any more (B8)."""
    go_round(game, "s1", 2)
    wrong(game, "s2")
    game.play("s3", table.Leave(), via="mail")
    game.play("s1", table.Leave(), via="mail")


@script("full", "pl")
def left_all(game: Record) -> None:
    """All leave, the first of them while the own suggestion goes round; nobody has accused."""
    game.ask("s1", "", 1)
    game.play("s1", table.Leave(), via="mail")
    game.answer("s2")
    game.answer("s3")
    game.play("s2", table.Leave(), via="mail")
    game.play("s3", table.Leave(), via="mail")
