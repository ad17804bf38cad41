"""Games that stand still; people who leave and come back; going back in time (F51-F56)."""

import pytest

from chalicelib.game import Actor
from chalicelib.rules import forum, office, write
from chalicelib.rules.forum import rulings
from chalicelib.rules.office import RollBackTo
from tests.tables import DAY, Table, kinds, refused


@pytest.mark.parametrize("days", [1, 7])
def test_F51_a_game_in_which_nobody_moves_pauses_by_itself(days):
    """F51: after so many quiet days the clock stops; going on starts the count anew."""
    game = Table(quiet_days=days)
    closes = [game.close() for _ in range(days)]
    assert all("Paused" not in kinds(events) for events in closes[:-1])
    assert closes[-1][-1] == office.Paused(quiet=True)
    assert forum.due(game.state) is None
    game.now = game.minute((days + 3) * DAY)
    game.organise(office.Resume())
    assert game.state.quiet == 0
    assert (game.state.paused is None, forum.due(game.state) is not None) == (True, True)


def test_F51_any_sign_of_life_keeps_a_game_going():
    """F51: one comment a week is enough; a word in private is none."""
    game = Table(quiet_days=2)
    for _ in range(5):
        game.close()
        game.say("s1")
        assert "Paused" not in kinds(game.close())
    game.close()
    assert "Paused" in kinds(game.close())


def test_F51_short_days_are_quiet_for_a_day_at_least():
    """F51: a game with days of an hour waits for a whole day before it pauses."""
    game = Table(quiet_days=7, day_minutes=60)
    closed = [game.close() for _ in range(24)]
    assert [n for n, events in enumerate(closed, 1) if "Paused" in kinds(events)] == [24]


def test_F51_a_game_may_wait_for_ever():
    """F51: with quiet_days 0 no game pauses by itself."""
    game = Table(quiet_days=0)
    for _ in range(40):
        assert "Paused" not in kinds(game.close())


def test_F35_a_successor_may_still_come():
    """F35, F53: the last who could accuse leaves, but offers the seat: the game goes on."""
    game = Table()
    for seat in ("s1", "s2"):
        game.leave(seat)
    code = game.offer("s3")
    assert kinds(game.leave("s3")) == ["Left"]
    game.play(Actor("heir"), office.TakeSeat(code, "Heir"))
    assert game.left("s3") == 3


def test_F56_who_was_a_human_gm_does_not_play():
    """F56: whoever has seen all the cards takes no seat, also after handing the office over."""
    game = Table(gm="human")
    code = game.offer("organiser", gm=True)
    game.play(Actor("second"), office.TakeSeat(code))
    seat = game.offer("s2")
    with refused("gm_cannot_play", "F56"):
        game.play(Actor("host"), office.TakeSeat(seat, "Spy"))


@pytest.mark.parametrize(("gm", "served"), [("human", ("host", "second")), ("auto", None)])
def test_F56_who_has_seen_all_cards_is_kept_once(gm, served):
    """F56: however often the office changes hands, the state stays as large as it was."""
    game, sizes = Table(gm=gm), []
    for _ in range(4):
        for account in ("second", "host"):
            code = game.offer("organiser", gm=True)
            game.play(Actor(account), office.TakeSeat(code))
        sizes.append(len(write(game.state)))
    assert game.state.served == served
    assert len(set(sizes)) == 1


def test_F8_a_deputy_is_at_the_table():
    """F8: a seat that was left cannot be deputy."""
    game = Table()
    game.leave("s2")
    with refused("addressee_left", "F8"):
        game.organise(rulings.NameDeputy("s2"))


def test_F24_one_complaint_for_one_card():
    """F24: the thread is told once."""
    game = Table()
    game.ask("s1", "s2", "Mustard", "Rope", "Lounge")
    game.announce("s2", 1)
    game.play("s1", rulings.Complain(1))
    with refused("already_complained", "F24"):
        game.play("s1", rulings.Complain(1))


def test_F24_each_card_has_its_own_complaint():
    """F24: who complained about one card may still complain about another."""
    game = Table()
    for number in (1, 2):
        game.ask("s1", "s2", "Mustard", "Rope", "Lounge")
        game.announce("s2", number)
    game.play("s1", rulings.Complain(1))
    assert game.play("s1", rulings.Complain(2)) == (rulings.Complained(2, 2, "s1", "s2"),)


def test_F7_what_the_cap_forbids_is_not_waited_for():
    """F7, F11: two players who may ask each other once only are done after that."""
    hands = {
        "s1": ("Scarlett", "Knife", "Hall", "Bar", "White", "Library"),
        "s2": ("Mustard", "Rope", "Lounge", "Kitchen", "Pistol", "Study"),
    }
    game = Table(hands, per_addressee_per_day=1, early_close="auto")
    for by, to in (("s1", "s2"), ("s2", "s1")):
        game.ask(by, to, "Green", "Pipe", "Attic")
        game.none(to, game.state.suggestions)
    assert game.state.day == 2


def test_F52_what_arrived_before_a_pause_counts():
    """F35, F52: an accusation that came before the pause is judged after it was ordered."""
    game = Table().at(60)
    game.organise(office.Pause())
    game.accuse("s1", "Green", "Pipe", "Attic", at=game.minute(59))
    with refused("paused", "F52"):
        game.accuse("s2", "Green", "Pipe", "Attic")


def test_F56_going_back_does_not_end_a_pause():
    """F52, F56: a game that is paused stays so, and its day has as much time left as it had."""
    game = Table()
    then = game.state
    game.at(120).organise(office.Pause())
    paused = game.state
    game.now = game.minute(500)
    game.organise(RollBackTo(5, then, game.minute(0)))
    assert game.state.paused == game.minute(500)
    assert game.state.closes == game.minute(500 + DAY)
    game.organise(office.Resume())
    game.at(600).organise(RollBackTo(6, paused, game.minute(120)))
    assert game.state.paused == game.minute(600)
    assert game.state.closes == game.minute(600 + DAY - 120)


def test_F56_there_is_no_way_back_to_before_the_first_day():
    """F56: only a game day can be gone back to, and only while the game goes on."""
    game = Table()
    dealt = forum.State(game.state.setting, game.state.options, "full", game.state.deck)
    with refused("no_way_back", "F56"):
        game.organise(RollBackTo(1, dealt, game.minute(0)))
    with refused("not_organiser", "F56"):
        game.play("s1", RollBackTo(5, game.state, game.minute(0)))
