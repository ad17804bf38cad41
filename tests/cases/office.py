"""Scenarios of chapter 7: conduct, absence, successors, the GM (F50-F57)."""

from datetime import timedelta

from chalicelib.game import ORGANISER, PUBLIC, Actor, redact
from chalicelib.read import read
from chalicelib.rules import office, table, verbs
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.office import RollBackTo
from tests.cases.registry import ANNA, BORIS, FREE, OF_BORIS, VERA, WRONG, case
from tests.tables import ALL_VIEWERS, DAY, HANDS, Table, kinds, refused

GLEB = Actor("gleb")


def succeeded(game: Table) -> Table:
    """Gleb has taken the seat of Boris."""
    game.play(GLEB, office.TakeSeat(game.offer(BORIS), "Gleb"))
    return game


@case("7.01")
def _() -> None:
    game = Table()
    game.ask(ANNA, VERA, *FREE)
    flagged = f.SeatsIdle(1, (BORIS, VERA))
    assert flagged in game.close()
    assert [v for v in ALL_VIEWERS if flagged in game.seen_by(v)] == [ORGANISER]


@case("7.02")
def _() -> None:
    for hours, idle in ((1, (ANNA, VERA)), (30, (ANNA, BORIS, VERA))):
        game = Table(accusation_window_hours=hours)
        game.accuse(BORIS, *WRONG)
        assert f.SeatsIdle(1, idle) in game.close()


@case("7.03")
def _() -> None:
    game = Table()
    game.ask(ANNA, BORIS, *OF_BORIS)
    game.organise(office.AnswerForSeat(BORIS))
    assert kinds(game.seen_by(PUBLIC)) == ["StandingOrder", "Refuted"]
    game.organise(office.Pause("Looking for a successor."))
    assert game.seen_by(PUBLIC) == (office.Paused("Looking for a successor."),)


@case("7.04")
def _() -> None:
    game = Table()
    game.organise(office.AnswerForSeat(BORIS))
    assert kinds(game.order(BORIS, on=False)) == ["StandingOrder"]
    assert kinds(game.ask(ANNA, BORIS, *OF_BORIS)) == ["Suggested"]
    assert kinds(game.refute(BORIS, 1, "Rope")) == ["Refuted"]


@case("7.05")
def _() -> None:
    game = Table().at(13 * 60)
    game.accuse(VERA, *WRONG)
    game.at(16 * 60 + 40).ask(ANNA, BORIS, *OF_BORIS)
    game.announce(BORIS, 1)
    game.at(17 * 60).organise(office.Pause())
    game.at(17 * 60 + 2 * DAY + 320).organise(office.Resume())
    state, now = game.state, game.now
    left = [t - now for t in (state.closes, state.window_until, state.owed[0].due)]
    assert left == [timedelta(hours=7), timedelta(hours=20), timedelta(minutes=40)]
    game.close()
    assert (game.state.closes - game.start) % timedelta(minutes=DAY) == timedelta(0)


@case("7.06")
def _() -> None:
    game = Table()
    game.ask(ANNA, BORIS, *OF_BORIS)
    game.organise(office.Pause())
    game.at(60)
    with refused("paused", "F52"):
        game.ask(ANNA, BORIS, *FREE)
    with refused("paused", "F52"):
        game.accuse(VERA, *FREE)
    assert kinds(game.refute(BORIS, 1)) == ["Refuted"]
    assert kinds(game.say(VERA)) == ["Talked"]


@case("7.07")
def _() -> None:
    game = Table(suggestions_per_day=1)
    game.ask(ANNA, BORIS, *OF_BORIS)
    game.ask(VERA, BORIS, *OF_BORIS)
    game.announce(BORIS, 1)
    game.organise(rulings.Fine(BORIS))
    succeeded(game)
    assert game.seen_by(PUBLIC) == (office.SeatTaken(BORIS, "Gleb", "Nick 2"),)
    assert (game.state.seats[1].role, game.left(BORIS)) == ("Mustard", 0)
    assert game.actor(BORIS).account == "gleb"
    assert kinds(game.refute(BORIS, 1, "Rope")) == ["CardSent"]
    assert kinds(game.refute(BORIS, 2, "Rope")) == ["Refuted"]


@case("7.08")
def _() -> None:
    game = Table()
    game.ask(BORIS, VERA, "White", "Pipe", "Attic")
    game.refute(VERA, 1, "White")
    shown = game.log[-1]
    succeeded(game)
    gleb, boris = (table.actor(game.state, "host", who) for who in ("gleb", "account2"))
    assert redact(game.state, gleb.name).seats[1].hand == HANDS[BORIS]
    assert redact(shown, gleb.name).events[0].card == "White"
    assert redact(shown, boris.name) == redact(shown, PUBLIC)
    with refused("not_seated", "F4"):
        game.play(boris, verbs.Suggest(*FREE, ANNA))


@case("7.09")
def _() -> None:
    game = Table()
    game.accuse(BORIS, *WRONG)
    succeeded(game)
    with refused("has_accused", "F30"):
        game.accuse(BORIS, *FREE)
    with refused("has_accused", "F33"):
        game.ask(BORIS, ANNA, *FREE)
    game.ask(ANNA, BORIS, *FREE)
    game.none(BORIS, 1)


@case("7.10")
def _() -> None:
    game = Table()
    game.leave(BORIS)
    game.play(GLEB, office.TakeSeat(game.offer(ORGANISER, BORIS), "Gleb"))
    assert game.seen_by(PUBLIC) == (office.SeatTaken(BORIS, "Gleb", "Nick 2"),)
    game.ask(ANNA, BORIS, *OF_BORIS)
    assert kinds(game.refute(BORIS, 1, "Rope")) == ["Refuted"]
    assert kinds(game.ask(BORIS, ANNA, *FREE)) == ["Suggested"]


@case("7.11")
def _() -> None:
    game = Table()
    game.say(ANNA, "He has the Rope!")
    with refused("not_organiser", "F56"):
        game.play(BORIS, office.Hide(1))
    game.organise(office.Hide(1, "cards"))
    assert game.seen_by(PUBLIC) == (office.PostHidden(1, "cards"),)
    assert game.state.hidden == (1,)


@case("7.12")
def _() -> None:
    game = Table()
    said = "I bet it was Green with the Pipe in the Attic, eh, Boris?"
    (order,) = read(f"Comment: {said}", redact(game.state, ANNA), ANNA)
    assert order.move == table.Talk(said)
    game.play(ANNA, order.move)
    assert kinds(game.seen_by(PUBLIC)) == ["Talked"]
    assert (game.left(ANNA), game.state.questions) == (3, ())


@case("7.13")
def _() -> None:
    game = Table()
    for text in ("What a lovely evening we have here.", "I acuse Green, Pipe, Atic!"):
        orders = read(text, redact(game.state, ANNA), ANNA)
        assert orders
        assert all(order.move is None and order.problem for order in orders)


@case("7.14")
def _() -> None:
    game = Table()
    game.play(Actor("account1"), office.TakeSeat(game.offer(ORGANISER, gm=True)))
    anna = game.actor(ANNA)
    assert (anna.organiser, table.actor(game.state, game.state.host, "account1")) == (True, anna)
    game.ask(BORIS, VERA, *FREE)
    seen = redact(game.state, anna.name)
    assert [seat.hand for seat in seen.seats] == [HANDS[ANNA], None, None]
    with refused("not_human_gm", "F56"):
        game.play(anna, office.AnswerAsGM(1))
    assert kinds(game.play(anna, office.Pause())) == ["Paused"]


@case("7.15")
def _() -> None:
    game = Table(gm="human")
    assert redact(game.state, PUBLIC).options.gm == "human"
    with refused("gm_cannot_play", "F56"):
        game.organise(office.TakeSeat(game.offer(BORIS)))
    with refused("gm_cannot_play", "F56"):
        game.play(ANNA, office.TakeSeat(game.offer(ORGANISER, gm=True)))


@case("7.16")
def _() -> None:
    for gm in ("human", "auto"):
        game = Table(gm=gm)
        game.ask(ANNA, BORIS, "Green", "Rope", "Lounge")
        if gm == "auto":
            with refused("not_human_gm", "F56"):
                game.organise(office.AnswerAsGM(1))
            continue
        (answer,) = game.organise(office.AnswerAsGM(1))
        assert isinstance(answer, verbs.Refuted)
        assert (answer.card, answer.gm) == ("Rope", True)


@case("7.17")
def _() -> None:
    game = Table()
    game.ask(ANNA, BORIS, *FREE)
    game.say(ANNA)
    for move in (
        *(
            rulings.Fine(ANNA),
            rulings.Waive(ANNA),
            rulings.Void(1),
            rulings.Restore(1),
            office.Hide(1),
            rulings.NameDeputy(BORIS),
        ),
        *(
            office.MoveClose(game.minute(DAY + 60)),
            office.AnswerForSeat(VERA),
            office.Pause(),
            office.Resume(),
        ),
    ):
        told = game.organise(move)
        assert told
        assert told == game.seen_by(PUBLIC)
    game.offer(ORGANISER, BORIS)
    assert game.seen_by(PUBLIC) == ()


@case("7.18")
def _() -> None:
    game = Table().at(120)
    before, then, log = game.state, game.now, len(game.log)
    game.at(150).ask(ANNA, BORIS, *OF_BORIS)
    game.refute(BORIS, 1, "Rope")
    shown = redact(game.log[-1], ANNA)
    game.at(180).organise(RollBackTo(log, before, then))
    assert kinds(game.seen_by(PUBLIC)) == ["RolledBack"]
    assert game.state.closes - game.now == before.closes - then
    assert game.left(ANNA) == 3
    assert shown in [redact(entry, ANNA) for entry in game.log]
    (made,) = game.ask(ANNA, BORIS, *FREE)
    assert isinstance(made, verbs.Suggested)
    assert (made.id, made.number) == (2, 1)


@case("7.19")
def _() -> None:
    game = Table(day_start="09:00", accusation_window="none")
    told = table.ToldGM(ANNA, "Good evening.")
    for step in (None, office.Pause(), office.Resume()):
        if step:
            game.organise(step)
        game.play(ANNA, table.TellGM("Good evening."))
        assert [v for v in ALL_VIEWERS if told in game.seen_by(v)] == [ORGANISER, ANNA]
    game.clock()
    game.accuse(ANNA, *FREE)
    assert kinds(game.play(ANNA, table.TellGM("Good evening."))) == ["ToldGM"]
    with refused("not_organiser", "F56"):
        game.play(ANNA, table.TellPlayer(BORIS, "Psst."))


@case("7.20")
def _() -> None:
    game = Table(day_start="09:00").at(60)
    game.organise(office.Pause())
    game.at(18 * 60).organise(office.Resume())
    game.clock()
    assert (game.state.day, game.now) == (1, game.minute(15 * 60 + DAY))


@case("7.21")
def _() -> None:
    game = Table()
    old, new = game.offer(BORIS), game.offer(ORGANISER, BORIS)
    with refused("wrong_code", "F53"):
        game.play(GLEB, office.TakeSeat(old))
    game.play(Actor("dina"), office.TakeSeat(new, "Dina"))
    assert game.actor(BORIS).account == "dina"
    with refused("wrong_code", "F53"):
        game.play(GLEB, office.TakeSeat(new))


@case("7.22")
def _() -> None:
    game = Table()
    second, third = game.start.date() + timedelta(days=1), game.start.date() + timedelta(days=2)
    game.play(BORIS, table.AnswerForMe(since=second, until=third, away=True))
    assert kinds(game.ask(ANNA, BORIS, *OF_BORIS)) == ["Suggested"]
    game.at(6 * 60)
    assert kinds(game.log[-1].events) == ["StandingOrder", "Refuted"]
    assert kinds(game.ask(ANNA, BORIS, *OF_BORIS)) == ["Suggested", "Refuted"]
    game.at(2 * DAY + 6 * 60)
    assert kinds(game.ask(ANNA, BORIS, *OF_BORIS)) == ["Suggested"]


@case("7.23")
def _() -> None:
    game = Table()
    week = game.start.date() + timedelta(days=7)
    game.play(BORIS, table.AnswerForMe(until=week, away=True))
    game.at(2 * DAY).play(BORIS, table.TellGM("Almost home."))
    assert game.state.answered_by_gm(BORIS, game.now)
    assert kinds(game.ask(BORIS, ANNA, *FREE)) == ["Suggested", "StandingOrder"]
    assert kinds(game.ask(ANNA, BORIS, *OF_BORIS)) == ["Suggested"]


@case("7.24")
def _() -> None:
    game = Table()
    game.ask(ANNA, BORIS, *OF_BORIS)
    second = game.start.date() + timedelta(days=1)
    game.play(BORIS, table.AnswerForMe(since=second, away=True))
    game.organise(office.Pause())
    game.at(2 * DAY)
    assert kinds(game.organise(office.Resume())) == ["Resumed", "StandingOrder", "Refuted"]
