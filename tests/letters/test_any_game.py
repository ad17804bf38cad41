"""Whatever happens in a game, there are words for it."""

import random
from datetime import timedelta

import pytest

from chalicelib import letters
from chalicelib.game import Actor, Refusal
from chalicelib.rules import office, table, verbs
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.office import RollBackTo
from tests.letters.games import GAME, HOST, Record
from tests.letters.parts import Spoken, spoken

RULES = [
    {},
    {"day_start": "21:00", "unanswered_penalty": "always", "accusation_window": "none"},
    {"accusation_window": "from_first_correct", "day_minutes": 95, "suggestions_per_day": 1},
    {"no_winner": "reveal", "unanswered_penalty": "never", "accusation_window_hours": 1},
    {"play_on": True, "accusation_window_hours": 2, "day_minutes": 180, "most_days": 4},
    {"play_on": True, "accusation_window": "none", "most_days": 2},
    {"gm": "human", "early_close": "auto", "await_answer": True, "day_minutes": 180},
]


def chance_move(game, rng):
    """Make up a move that may well be refused."""
    pack, seats = game.state.deck, [seat.id for seat in game.state.seats]
    case = (rng.choice(pack.suspects), rng.choice(pack.weapons), rng.choice(pack.rooms))
    question = rng.randrange(1, game.state.suggestions + 2)
    return rng.choice(
        [
            *[verbs.Suggest(*case, rng.choice(seats)) for _ in range(6)],
            *[verbs.Refute(question, rng.choice([None, *case])) for _ in range(4)],
            *[verbs.CannotRefute(question)] * 4,
            verbs.Accuse(*rng.choice([case, game.state.case.cards])),
            table.AnswerForMe(rng.random() < 0.5, (game.now + timedelta(days=1)).date()),
            table.Talk("Hm."),
            table.TellGM("Hm?"),
            *(rulings.Complain(question), c.SuggestMalformed(rng.choice(seats), "Who?")),
            c.Amend(question, *case),
            table.Leave() if rng.random() < 0.2 else table.Talk("Well."),
        ]
    )


def office_move(game, rng):
    """Make up what an organiser may ask for, sensible or not."""
    seat, number = rng.choice(game.state.seats).id, rng.randrange(1, game.state.suggestions + 2)
    return rng.choice(
        [
            *(
                office.Pause(rng.choice(["", "Ill."])),
                office.Resume(),
                office.Resume(),
                rulings.CloseDay(),
            ),
            office.MoveClose(game.now + timedelta(hours=rng.randrange(1, 30))),
            rulings.NameDeputy(rng.choice([None, seat])),
            *(office.AnswerForSeat(seat, rng.random() < 0.5), office.AnswerAsGM(number)),
            *(rulings.Fine(seat, rng.choice(["", "Late."])), rulings.Waive(seat)),
            *(
                rulings.Void(number),
                rulings.Restore(number),
                office.Hide(rng.randrange(1, 4), "Cards!"),
            ),
            office.OfferSeat(seat, gm=rng.random() < 0.3),
            c.Settle(number, rng.random() < 0.5),
            RollBackTo(game.log[-3][0].seq, game.log[-3][1], game.log[-3][0].at),
        ]
    )


def play_on(game, rng):
    """Let somebody do something, or let time pass."""
    if rng.random() < 0.12 and not game.state.paused:
        game.clock()
        return
    seat = f"s{rng.randrange(1, 5)}"
    actor, move = game.sitting(seat), chance_move(game, rng)
    if rng.random() < 0.3:
        actor, move = HOST, office_move(game, rng)
    elif game.state.offers and rng.random() < 0.3:
        actor, move = (
            Actor(f"new{len(game.log)}"),
            office.TakeSeat(game.state.offers[0].code, "Eva"),
        )
    try:
        game.play(actor, move, via=rng.choice(["mail", "rest"]))
    except Refusal:
        game.now += timedelta(minutes=1)


@pytest.mark.parametrize("options", RULES)
@pytest.mark.parametrize(("language", "seed"), [("ru", 1), ("en", 2), ("pl", 3)])
def test_every_letter_can_be_written(language, seed, options):
    """Letters and statuses of a game played at random come out whole, whenever they are sent."""
    game, rng = Record(language, **options).started(), random.Random(seed)
    for _ in range(90):
        if game.state.phase != "over":
            play_on(game, rng)
    game.play(HOST, table.TellPlayer("s1", "Hm!"))
    late = game.state
    for entry, after in game.log:
        for letter in letters.about(GAME, after, entry):
            if isinstance(letter, letters.Farewell):
                continue
            for page in (game.page(entry, after, letter.to), game.page(entry, late, letter.to)):
                assert spoken(page.text) == Spoken(page.html).words
                assert "None" not in page.text
    for seat in late.seats:
        assert "None" not in game.answered(letters.Answer(GAME, seat.id, "status")).text
