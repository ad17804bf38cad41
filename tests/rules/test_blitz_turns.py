"""Turns and rounds of blitz: the order, one suggestion, answers one after the other (B1-B4)."""

from random import Random

import pytest

from chalicelib.data import deck as deck_data
from chalicelib.game import ORGANISER, PUBLIC, Actor
from chalicelib.rules import blitz, table, verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.cluedo import Case, Deck
from chalicelib.rules.forum.rulings import CloseDay
from tests.tables import CODE, HOST, START, Table, kinds, refused
from tests.turns import CASE, DECK, FREE, HANDS, Turns

OF_S2_AND_S3 = ("Mustard", "Pistol", "Cellar")
TWO_OF_S3 = ("White", "Pistol", "Cellar")
OF_NOBODY_BUT_S1 = ("Scarlett", "Candle", "Cellar")


class Waiting(Turns):
    """A table whose players choose their roles."""

    def __init__(self, deck: Deck, *roles: str) -> None:
        """Seat one player for each role, and deal."""
        self.state, self.log, self.start, self.now = None, [], START, START
        self.chance = Random(1)
        self.play(HOST, b.Create(table.Setting("Manor"), blitz.Options(), "full", deck, CODE))
        for number, role in enumerate(roles, 1):
            self.play(Actor(f"account{number}"), table.Join(CODE, f"Nick {number}", role))
        self.play(HOST, table.Start())


def test_B1_order_of_the_classic_deck():
    """B1: Miss Scarlett, Mustard, White, Green, Peacock, Plum, whoever joined first."""
    data = deck_data("classic.ru")
    classic = Deck(*(tuple(data[kind]) for kind in ("suspects", "weapons", "rooms")))
    order = "Мисс Скарлетт, Полковник Мастард, Миссис Уайт, Священник Грин, Миссис Пикок"
    roles = [*order.split(", "), "Профессор Плам"]
    game = Waiting(classic, *reversed(roles))
    assert [seat.role for seat in game.state.seats] == roles
    (ordered,) = (e for e in game.log[-1].events if isinstance(e, b.SeatsOrdered))
    assert ordered.seats == ("s6", "s5", "s4", "s3", "s2", "s1")
    assert game.state.player == "s6"


def test_B1_roles_of_one_s_own_come_after_those_of_the_deck():
    """B1: the order of a story's own roles is that of joining; ours where the rule is silent."""
    game = Waiting(DECK, "A butler", "green", "A maid", "Scarlett")
    assert [seat.id for seat in game.state.seats] == ["s4", "s2", "s1", "s3"]


def test_B1_the_order_never_changes():
    """B1: seats keep their places, with turns or without, occupied or not."""
    game = Turns()
    game.leave("s3")
    game.round("s1", *FREE)
    game.accuse("s1", "Scarlett", "Candle", "Cellar")
    assert [seat.id for seat in game.state.seats] == ["s1", "s2", "s3", "s4"]


def test_B2_one_suggestion_by_whose_turn_it_is():
    """B2: the player at turn makes one suggestion; all others wait."""
    game = Turns()
    with refused("not_your_turn", "B2") as facts:
        game.suggest("s2")
    assert facts == {"to": "s1"}
    made, *_ = game.suggest("s1")
    assert made == verbs.Suggested(1, 1, "s1", "s2", CASE)
    with refused("one_suggestion", "B2"):
        game.suggest("s1")


def test_B2_no_addressee():
    """B2: a suggestion is for nobody in particular, and one that names somebody is none."""
    game = Turns()
    with refused("no_addressee_here", "B2"):
        game.suggest("s1", *FREE, to="s2")
    assert game.state.step == "suggest"


def test_B2_suggestions_are_counted_through_the_game():
    """B2: without days the number is that of the game (ours: F13 counts those of a day)."""
    game = Turns()
    game.round("s1", *TWO_OF_S3)
    made, *_ = game.suggest("s2")
    assert isinstance(made, verbs.Suggested)
    assert (made.id, made.number) == (2, 2)


def test_F12_a_suggestion_of_blitz_names_one_card_of_each_kind():
    """F12, F14 hold as in forum play: three cards in play, as announced; own cards may be named."""
    game = Turns()
    with refused("unknown_card", "F14"):
        game.suggest("s1", "Plum", "Candle", "Cellar")
    with refused("wrong_category", "F12"):
        game.suggest("s1", "Knife", "Candle", "Cellar")
    assert game.suggest("s1", *OF_NOBODY_BUT_S1)


def test_B3_answers_in_order():
    """B3: the seat after the suggester answers first; then the duty passes on."""
    game = Turns()
    game.suggest("s1", *TWO_OF_S3)
    assert game.asked == "s2"
    assert kinds(game.none("s2")) == ["NotRefuted", "DutyPassed"]
    assert game.asked == "s3"
    assert kinds(game.show("s3")) == ["Refuted", "TurnBegan"]
    assert game.asked == ""


def test_B3_order_goes_round():
    """B3: after the last seat comes the first, and the suggester never answers."""
    game = Turns().round("s1", *TWO_OF_S3)
    game.round("s2", *TWO_OF_S3)
    game.suggest("s3", *FREE)
    answered = []
    while game.asked:
        answered.append(game.asked)
        game.answer()
    assert answered == ["s4", "s1", "s2"]


@pytest.mark.parametrize("seat", ["s1", "s3", "s4"])
def test_B3_nobody_answers_out_of_order(seat):
    """B3: neither who comes later nor the suggester."""
    game = Turns()
    game.suggest("s1", *TWO_OF_S3)
    for move in (verbs.Refute(1, "White"), verbs.CannotRefute(1)):
        with refused("out_of_order", "B3") as facts:
            game.play(seat, move)
        assert facts == {"to": "s2"}
    assert game.asked == "s2"


def test_B3_who_has_answered_does_not_answer_again():
    """B3: one answer each; and a suggestion that was refuted is closed."""
    game = Turns()
    game.suggest("s1", *TWO_OF_S3)
    game.none("s2")
    with refused("already_answered", "B3"):
        game.none("s2")
    game.show("s3")
    for seat in ("s2", "s3", "s4"):
        with refused("already_answered", "B3"):
            game.none(seat)
    with refused("no_such_suggestion", "B3"):
        game.none("s3", 2)
    with refused("no_such_suggestion", "B3"):
        game.play("s3", verbs.CannotRefute(0))


def test_B3_a_refutation_ends_the_round():
    """B3: the duty passes on until one refutes; nobody after that one is asked."""
    game = Turns()
    game.suggest("s1", *OF_S2_AND_S3)
    game.show("s2")
    assert game.state.question is None
    assert game.state.player == "s2"


def test_F20_answers_of_blitz_are_true():
    """F20: who holds a named card shows one of them, who holds none says so."""
    game = Turns()
    game.suggest("s1", *OF_S2_AND_S3)
    with refused("must_refute", "F20") as facts:
        game.none("s2")
    assert facts == {"choices": ("Mustard",)}
    with refused("not_named", "F20"):
        game.show("s2", "Rope")
    with refused("not_held", "F20"):
        game.show("s2", "Pistol")
    game = Turns()
    game.suggest("s1", *TWO_OF_S3)
    for card in ("White", None):
        with refused("holds_none", "F20"):
            game.play("s2", verbs.Refute(1, card))


def test_F21_a_refutation_of_blitz_comes_with_its_card():
    """F21: the card goes out with the answer; F24, by which it may be owed, is not shared."""
    game = Turns()
    game.suggest("s1", *TWO_OF_S3)
    game.none("s2")
    with refused("card_missing", "F21") as facts:
        game.play("s3", verbs.Refute(1))
    assert facts == {"choices": ("White", "Pistol")}
    game.show("s3", "Pistol")
    shown = {
        viewer: event.card
        for viewer in (PUBLIC, ORGANISER, "s1", "s2", "s3", "s4")
        for event in game.seen_by(viewer)
        if isinstance(event, verbs.Refuted)
    }
    assert {viewer for viewer, card in shown.items() if card} == {"s1", "s3"}


def test_F23_a_card_is_shown_again_in_blitz():
    """F23: the same card answers the same question once more, although another would too."""
    game = Turns(answer_hours=1)
    for _ in range(2):
        game.suggest("s1", *TWO_OF_S3)
        game.none("s2")
        refuted, *_ = game.show("s3", "White")
        assert isinstance(refuted, verbs.Refuted)
        for seat in ("s2", "s3", "s4"):
            game.round(seat, *HANDS["s1"][:3])


def test_B4_refuted_the_turn_goes_to_the_seat_after_the_suggester():
    """B4: not to whoever refuted."""
    game = Turns()
    game.suggest("s1", *TWO_OF_S3)
    game.none("s2")
    *_, began = game.show("s3")
    assert began == b.TurnBegan(2, "s2")
    assert (game.state.player, game.state.turn, game.state.step) == ("s2", 2, "suggest")


def test_B4_after_the_last_comes_the_first():
    """B4: the last in the order hands the turn to the first."""
    game = Turns()
    for seat in ("s1", "s2", "s3", "s4"):
        game.round(seat, *(HANDS["s1"] if seat != "s1" else HANDS["s2"])[:3])
    assert game.state.player == "s1"
    assert game.state.turn == 5


def test_no_move_of_another_rule_set():
    """B10: what only forum play has is refused in blitz, whoever asks; F50: and the other way."""
    with refused("no_such_move", "B10"):
        Turns().play(ORGANISER, CloseDay())
    with refused("no_such_move", "F50"):
        Table().play("s1", b.Pass())


def test_no_move_of_blitz_before_the_deal():
    """Nobody suggests, accuses, answers or passes at a table that waits for players."""
    game = Turns()
    game.state = game.state.__class__(
        game.state.setting, game.state.options, "full", DECK, seats=game.state.seats,
        tallies=game.state.tallies,
    )  # fmt: skip
    for move in (verbs.Suggest(*FREE), verbs.Accuse(*FREE), b.Pass()):
        with refused("not_started", "F3"):
            game.play("s1", move)
    with refused("no_such_suggestion", "B3"):
        game.play("s1", verbs.CannotRefute(1))


def test_F2_F3_the_deal_of_blitz_is_sealed():
    """F2, F3: an envelope, hands, and the commitment before the first move."""
    game = Turns()
    assert game.state.case == Case(*FREE)
    assert {seat.id: seat.hand for seat in game.state.seats} == HANDS
    assert len(game.state.commitment) == 64
    assert game.state.tallies.keys() == HANDS.keys()
