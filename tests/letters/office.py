"""A second recorded game: a person as GM, a house style, and all that the GM's office may do."""

from datetime import timedelta

from chalicelib.game import Actor
from chalicelib.rules import office, table, verbs
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from tests.letters.games import HOST, Record

NEW_NICK = {"ru": "Вера", "en": "Vera", "pl": "Wera"}
MALFORMED = {
    "ru": "Мисс Скарлетт, Коридор, Гостиная",
    "en": "Miss Scarlett, Hall, Lounge",
    "pl": "Miss Scarlet, Hol, Salon",
}
SAID = {
    "ru": (
        "У меня точно нет Кухни.",
        "О карточках в треде не говорят.",
        "Праздники.",
        "В одном письме два предположения.",
        "Двойное предположение.",
    ),
    "en": (
        "I surely have no Kitchen.",
        "No talk of cards in the thread.",
        "Holidays.",
        "Two suggestions in one post.",
        "A double suggestion.",
    ),
    "pl": (
        "Na pewno nie mam Kuchni.",
        "W wątku nie mówi się o kartach.",
        "Święta.",
        "Dwie sugestie w jednym wpisie.",
        "Podwójna sugestia.",
    ),
}


def office_game(language: str) -> Record:
    """Play three days in which the GM has to step in again and again, to the end."""
    game = Record(
        language,
        preset="raul",
        gm="human",
        suggestions_per_day=2,
        await_answer=True,
        no_winner="reveal",
    ).started()
    _first_day(game)
    _second_day(game)
    _third_day(game)
    return game


def _first_day(game: Record) -> None:
    """Void, restore and hide; fine and waive; answer for a seat."""
    said, why, _, two, double = SAID[game.language]
    game.ask("s1", "s2", 0, via="mail")
    game.play(HOST, rulings.Void(1, double), via="mail")
    game.play(HOST, rulings.Restore(1), via="mail")
    game.ask("s3", "s4", 1)
    game.play(HOST, rulings.Void(2, double))
    game.play("s2", table.Talk(said))
    game.play(HOST, office.Hide(1, why), via="mail")
    game.play(HOST, rulings.Fine("s3", two), via="mail")
    game.play(HOST, rulings.Fine("s3"))
    game.play(HOST, rulings.Waive("s3"), via="mail")
    game.play(HOST, office.AnswerForSeat("s4"), via="mail")
    game.play(HOST, office.AnswerForSeat("s4", on=False))
    game.play(HOST, office.MoveClose(game.state.closes.replace(hour=20)), via="mail")
    game.close()


def _second_day(game: Record) -> None:
    """Owe a card and hear of it; pause, answer meanwhile, go on; name a deputy."""
    _, _, holidays, _, _ = SAID[game.language]
    game.play(HOST, rulings.NameDeputy("s4"), via="mail")
    hand = next(seat.hand for seat in game.state.seats if seat.id == "s2")
    pack = game.state.deck
    kinds = (pack.suspects, pack.weapons, pack.rooms)
    suspect, weapon, room = (next((c for c in kind if c in hand), kind[0]) for kind in kinds)
    game.play("s1", verbs.Suggest(suspect, weapon, room, "s2"))
    game.play("s2", verbs.Refute(game.state.suggestions))
    game.play("s1", rulings.Complain(game.state.suggestions), via="mail")
    game.ask("s3", "s1", 2)
    game.play(HOST, office.Pause(holidays), via="mail")
    game.play("s2", table.TellGM("!"), via="mail")
    game.play("s4", office.Resume(), via="mail")
    game.play(HOST, rulings.NameDeputy(), via="mail")
    game.play(HOST, office.AnswerAsGM(game.state.questions[0].id))
    game.close()


def _third_day(game: Record) -> None:
    """Replace a player and the organiser, and end the game."""
    game.ask("s2", "s3", 3)
    game.play("s3", office.OfferSeat(), via="mail")
    game.play(HOST, rulings.Fine("s3"))
    game.play(
        Actor("account9"), office.TakeSeat(game.state.offers[-1].code, NEW_NICK[game.language])
    )
    game.play("s1", office.OfferSeat(), via="mail")
    game.play(Actor("account7"), office.TakeSeat(game.state.offers[-1].code))
    game.play(HOST, office.OfferSeat(gm=True), via="mail")
    game.play(Actor("account8"), office.TakeSeat(game.state.offers[-1].code))
    game.close()
    game.accuse("s1")
    game.end()


def corrected_game(language: str) -> Record:
    """Play a day of malformed suggestions: edited, made anew, answered and settled (F41-F45)."""
    game, text = Record(language, gm="human").started(), MALFORMED[language]
    pack = game.state.deck
    for later in (0, 6):
        game.play("s1", c.SuggestMalformed("s2", text))
        game.now += timedelta(minutes=later - 5)
        cards = (pack.suspects[later // 6], pack.weapons[0], pack.rooms[1])
        game.play("s1", c.Amend(game.state.suggestions, *cards))
    for stand in (True, False):
        game.play("s3", c.SuggestMalformed("s4", text))
        game.play("s4", verbs.CannotRefute(game.state.suggestions))
        game.play(HOST, c.Settle(game.state.suggestions, stand), via="mail")
    game.close()
    return game
