"""A second recorded game: a person as GM, a house style, and all that the GM's office may do."""

from datetime import timedelta

from chalicelib.game import Actor
from chalicelib.rules import table
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import office as o
from chalicelib.rules.forum import state as f
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
        corrections="none",
        accusation_window="from_first_correct",
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
    game.play(HOST, o.Void(1, double), via="mail")
    game.play(HOST, o.Restore(1), via="mail")
    game.ask("s3", "s4", 1)
    game.play(HOST, o.Void(2, double))
    game.play("s2", table.Talk(said))
    game.play(HOST, o.Hide(1, why), via="mail")
    game.play(HOST, o.Fine("s3", two), via="mail")
    game.play(HOST, o.Fine("s3"))
    game.play(HOST, o.Waive("s3"), via="mail")
    game.play(HOST, o.AnswerForSeat("s4"), via="mail")
    game.play(HOST, o.AnswerForSeat("s4", on=False))
    game.play(HOST, o.MoveClose(game.state.closes.replace(hour=20)), via="mail")
    game.close()


def _second_day(game: Record) -> None:
    """Owe a card and hear of it; pause, answer meanwhile, go on; name a deputy."""
    _, _, holidays, _, _ = SAID[game.language]
    game.play(HOST, o.NameDeputy("s4"), via="mail")
    hand = next(seat.hand for seat in game.state.seats if seat.id == "s2")
    pack = game.state.deck
    kinds = (pack.suspects, pack.weapons, pack.rooms)
    game.play("s1", f.Suggest("s2", *(next((c for c in k if c in hand), k[0]) for k in kinds)))
    game.play("s2", f.Refute(game.state.suggestions))
    game.play("s1", o.Complain(game.state.suggestions), via="mail")
    game.ask("s3", "s1", 2)
    game.play(HOST, o.Pause(holidays), via="mail")
    game.play("s2", table.TellGM("!"), via="mail")
    game.play("s4", o.Resume(), via="mail")
    game.play(HOST, o.NameDeputy(), via="mail")
    game.play(HOST, o.AnswerAsGM(game.state.questions[0].id))
    game.close()


def _third_day(game: Record) -> None:
    """Replace a player and the organiser, and end the game."""
    game.ask("s2", "s3", 3)
    game.play("s3", o.OfferSeat(), via="mail")
    game.play(HOST, o.Fine("s3"))
    game.play(Actor("account9"), o.TakeSeat(game.state.offers[-1].code, NEW_NICK[game.language]))
    game.play("s1", o.OfferSeat(), via="mail")
    game.play(Actor("account7"), o.TakeSeat(game.state.offers[-1].code))
    game.play(HOST, o.OfferSeat(gm=True), via="mail")
    game.play(Actor("account8"), o.TakeSeat(game.state.offers[-1].code))
    game.close()
    game.play("s1", f.Accuse(*game.state.case.cards))
    while game.state.phase != "over":
        game.clock()


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
        game.play("s4", f.CannotRefute(game.state.suggestions))
        game.play(HOST, c.Settle(game.state.suggestions, stand), via="mail")
    game.close()
    return game
