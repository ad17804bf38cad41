"""Longer games, in which the GM has much to do."""

from datetime import timedelta

from chalicelib.game import Actor
from chalicelib.rules import office, table, verbs
from chalicelib.rules.forum.corrections import Amend, Settle, SuggestMalformed
from chalicelib.rules.forum.rulings import Complain, Fine, NameDeputy
from tests.games.scripts import script
from tests.letters.games import HOST, Record


@script("full", "ru")
def corrected(game: Record) -> None:
    """Corrections, penalties, a pause and a replacement (F41, F42, F27, F44, F52, F53).

    The successor solves the case.
    """
    _corrections(game)
    _penalties(game)
    _pause(game)
    _replacement(game)
    game.end()


def _corrections(game: Record) -> None:
    """Name two rooms, and put it right: at once by an edit, later by a new post."""
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.play("s3", SuggestMalformed("s1", "Миссис Пикок, Коридор, Гостиная"))
    game.now -= timedelta(minutes=4)
    game.play("s3", Amend(2, "Миссис Пикок", "Нож", "Гостиная"))
    game.answer("s1")
    game.play("s3", SuggestMalformed("s2", "Я думаю, что убийство совершил доктор Плам."))
    game.play("s3", Amend(3, "Профессор Плам", "Нож", "Столовая"))
    game.answer("s2", via="mail")


def _penalties(game: Record) -> None:
    """Fine one player for two suggestions in a post; another was there and did not answer."""
    game.play(HOST, Fine("s3", "Два предположения в одном посте."), via="mail")
    game.ask("s2", "s1", 3)
    game.play("s1", table.Talk("Часы пробили полночь.\nКто не спит?"))
    game.close()


def _pause(game: Record) -> None:
    """Pause the second day for ten hours; an answer may come all the same."""
    game.ask("s1", "s3", 1)
    game.play(HOST, office.Pause("Новый год."), via="mail")
    game.answer("s3", via="mail")
    game.now += timedelta(hours=10)
    game.play(HOST, office.Resume(), via="mail")


def _replacement(game: Record) -> None:
    """Hand a seat over, with what it was shown; the successor accuses rightly."""
    game.play("s2", office.OfferSeat(), via="mail")
    game.play(Actor("account4"), office.TakeSeat(game.state.offers[0].code, "Глеб"))
    game.ask("s2", "s3", 4)
    game.answer("s3")
    game.accuse("s1", right=False, via="mail")
    game.accuse("s2", via="mail")


@script("full", "pl", gm="human")
def human(game: Record) -> None:
    """A person is GM and sees all cards: settles, answers, sends what is owed (F24, F45, F56)."""
    game.play(HOST, NameDeputy("s1"), via="mail")
    game.play("s1", SuggestMalformed("s2", "Miss Scarlet, Hol, Salon"))
    game.play("s2", verbs.CannotRefute(1))
    game.play(HOST, Settle(1, stand=False), via="mail")
    game.play(HOST, office.AnswerAsGM(_asked(game, "s3", "s2")), via="mail")
    game.play("s2", table.TellGM("Czy mogę prosić o dzień przerwy?"), via="mail")
    game.play(HOST, table.TellPlayer("s2", "Od jutra."), via="mail")
    announced = _asked(game, "s2", "s1")
    game.play("s1", verbs.Refute(announced))
    game.play("s2", Complain(announced), via="mail")
    game.clock()
    game.accuse("s3", via="mail")
    game.end()


def _asked(game: Record, by: str, to: str) -> int:
    """Ask for cards of which the addressee holds one, and give the number of the suggestion."""
    hand = next(seat.hand for seat in game.state.seats if seat.id == to)
    pack = game.state.deck
    kinds = (pack.suspects, pack.weapons, pack.rooms)
    suspect, weapon, room = (next((c for c in kind if c in hand), kind[0]) for kind in kinds)
    game.play(by, verbs.Suggest(suspect, weapon, room, to), via="mail")
    return int(game.state.suggestions)
