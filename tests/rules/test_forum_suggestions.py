"""Suggestions, and what is said beside them (F10-F15, F55, F57)."""

import pytest

from chalicelib.game import ORGANISER, PUBLIC, Actor, redact
from chalicelib.rules import table, verbs
from chalicelib.rules.forum import state as f
from tests.tables import ALL_VIEWERS, DAY, HANDS, HOST, START, Table, kinds, refused

NOBODY_HAS = ("Green", "Pipe", "Attic")


@pytest.mark.parametrize("allowed", [1, 3, 5])
def test_F10_so_many_suggestions_a_day(allowed):
    """Each player may make `suggestions_per_day`, to any other players; they do not add up."""
    game = Table(suggestions_per_day=allowed)
    for made in range(allowed):
        assert game.left("s1") == allowed - made
        game.ask("s1", "s2" if made % 2 else "s3", *NOBODY_HAS)
    with refused("quota_spent", "F10") as facts:
        game.ask("s1", "s2", *NOBODY_HAS)
    assert facts == {"made": allowed, "allowed": allowed}
    game.ask("s2", "s1", *NOBODY_HAS)
    game.close()
    assert game.left("s1") == game.left("s2") == allowed


def test_F11_so_many_to_the_same_player():
    """Five a day, three to one player: the fourth is refused, the other two go elsewhere."""
    game = Table(suggestions_per_day=5, per_addressee_per_day=3)
    for _ in range(3):
        game.ask("s1", "s2", *NOBODY_HAS)
    with refused("addressee_quota_spent", "F11") as facts:
        game.ask("s1", "s2", *NOBODY_HAS)
    assert facts == {"to": "s2", "allowed": 3}
    game.ask("s3", "s2", *NOBODY_HAS)
    for _ in range(2):
        game.ask("s1", "s3", *NOBODY_HAS)
    with refused("quota_spent", "F10"):
        game.ask("s1", "s3", *NOBODY_HAS)


def test_F11_counts_anew_each_day():
    """The next day the same player may be asked again."""
    game = Table(per_addressee_per_day=1)
    game.ask("s1", "s2", *NOBODY_HAS)
    with refused("addressee_quota_spent", "F11"):
        game.ask("s1", "s2", *NOBODY_HAS)
    game.close()
    game.ask("s1", "s2", *NOBODY_HAS)


@pytest.mark.parametrize(
    ("to", "case", "code", "rule"),
    [
        ("s1", NOBODY_HAS, "asks_oneself", "F12"),
        ("s4", NOBODY_HAS, "no_such_seat", "F12"),
        ("", NOBODY_HAS, "no_addressee", "F12"),
        ("s2", ("Pipe", "Pipe", "Attic"), "wrong_category", "F12"),
        ("s2", ("Green", "Attic", "Attic"), "wrong_category", "F12"),
        ("s2", ("Green", "Pipe", "Green"), "wrong_category", "F12"),
        ("s2", ("Plum", "Pipe", "Attic"), "unknown_card", "F14"),
        ("s2", ("Green", "", "Attic"), "unknown_card", "F14"),
    ],
)
def test_F12_one_of_each_category_and_one_other_seat(to, case, code, rule):
    """A suspect, a weapon and a room in play, to one seat that is not one's own."""
    game = Table()
    with refused(code, rule):
        game.ask("s1", to, *case)
    assert game.left("s1") == 3


def test_F12_own_cards_may_be_named():
    """A player may name cards of their own hand, even three."""
    (made,) = Table().ask("s1", "s2", "Scarlett", "Knife", "Hall")
    assert isinstance(made, verbs.Suggested)


def test_F13_suggestions_are_numbered_by_player_and_day():
    """N counts the player's suggestions of that day; the id counts all of the game."""
    game = Table()

    def number(by: str, to: str) -> tuple[int, int]:
        (made,) = game.ask(by, to, *NOBODY_HAS)
        assert isinstance(made, verbs.Suggested)
        return made.number, made.id

    assert [number("s1", "s2"), number("s2", "s1"), number("s1", "s3")] == [(1, 1), (1, 2), (2, 3)]
    game.close()
    assert number("s1", "s2") == (1, 4)


def test_F13_the_thread_and_the_addressee_are_told():
    """A suggestion is public, and told to the addressee by letter."""
    game = Table()
    made = game.ask("s1", "s2", *NOBODY_HAS)
    assert {viewer: game.seen_by(viewer) for viewer in ALL_VIEWERS} == dict.fromkeys(
        ALL_VIEWERS, made
    )
    assert game.told() == {"s2": 1}


@pytest.mark.parametrize("text", ["GREEN", " green ", "Gre\u200ben", "green"])
def test_F14_keywords_are_kept_as_announced(text):
    """Case and blanks do not matter; what is written down is the announced word."""
    (made,) = Table().ask("s1", "s2", text, "Pipe", "Attic")
    assert isinstance(made, verbs.Suggested)
    assert made.case.suspect == "Green"


def test_F14_a_paraphrase_is_refused_with_the_choices():
    """No other word stands for a keyword; the refusal names the nearest and all of them."""
    with refused("unknown_card", "F14") as facts:
        Table().ask("s1", "s2", "Mustrad", "Pipe", "Attic")
    assert facts["nearest"] == "Mustard"
    assert facts["choices"] == ("Scarlett", "Mustard", "White", "Green")


def test_F15_who_has_left_is_not_asked():
    """A seat without a player cannot be asked and suggests nothing; its nick stays in the table."""
    game = Table()
    game.leave("s2")
    with refused("addressee_left", "F15") as facts:
        game.ask("s1", "s2", *NOBODY_HAS)
    assert facts == {"to": "s2"}
    with refused("seat_left", "F15"):
        game.ask("s2", "s1", *NOBODY_HAS)
    assert table.actor(game.state, "host", "account2") == Actor("account2")
    assert [row.seat for row in redact(game.state, PUBLIC).table()] == ["s1", "s2", "s3"]
    assert game.left("s2") == 0


def test_F15_unless_the_gm_answers_for_the_seat():
    """A standing order outlives the player: the seat may be asked, until the order ends."""
    game = Table()
    game.order("s2", until=START.date())
    game.leave("s2")
    assert kinds(game.ask("s1", "s2", "Mustard", "Pipe", "Attic")) == ["Suggested", "Refuted"]
    game.at(6 * 60)
    with refused("addressee_left", "F15"):
        game.ask("s1", "s2", *NOBODY_HAS)


def test_F15_the_thread_learns_who_left_and_the_organiser_by_letter():
    """Leaving is public; what was asked before is answered at the close, without penalty."""
    game = Table(unanswered_penalty="always")
    game.ask("s1", "s2", "Mustard", "Pipe", "Attic")
    left = game.leave("s2")
    assert left == (table.Left("s2", "account2"),)
    assert game.seen_by(PUBLIC) == (table.Left("s2"),)
    assert game.told() == {ORGANISER: 3}
    closed = game.close()
    assert "Refuted" in kinds(closed)
    assert f.Penalised("s2") not in closed
    assert "s2" not in game.told()


def test_F55_lyric_posts_are_free_and_public():
    """Anybody at the table posts at any time, as often as they like; nothing else comes of it."""
    game = Table()
    spoken = [*game.say("s1", " Ask Green!\n\n Pipe? "), *game.play(HOST, table.Talk("Hush."))]
    assert spoken == [
        table.Talked("s1", "Ask Green!\n\nPipe?", 1),
        table.Talked(ORGANISER, "Hush.", 2),
    ]
    assert game.seen_by(PUBLIC) == (spoken[1],)
    assert game.told() == {}
    assert game.left("s1") == 3
    with refused("nothing_said", "F55"):
        game.say("s1", " \u200b\n ")
    with refused("not_seated", "F4"):
        game.play(Actor("stranger"), table.Talk("Me too."))


def test_F55_also_before_and_after_the_game():
    """One may talk when the game is over; nothing else is possible then."""
    game = Table(accusation_window="none")
    game.accuse("s1", *NOBODY_HAS)
    assert kinds(game.say("s2", "Well done.")) == ["Talked"]
    with refused("game_over", "F35"):
        game.ask("s2", "s3", *NOBODY_HAS)


def test_F57_a_private_line_to_the_gm():
    """A player's word reaches the organiser alone; it is open at any time of the game."""
    game = Table(accusation_window="none", day_start="09:00")
    told = game.play("s1", table.TellGM("I am away tomorrow."))
    assert {v for v in ALL_VIEWERS if game.seen_by(v) == told} == {"s1", ORGANISER}
    assert {v for v in ALL_VIEWERS if game.seen_by(v) == ()} == {"s2", "s3", PUBLIC}
    assert game.told() == {ORGANISER: 1}
    game.at(DAY).accuse("s2", *NOBODY_HAS)
    assert kinds(game.play("s1", table.TellGM("Thank you."))) == ["ToldGM"]
    with refused("not_seated", "F4"):
        game.play(Actor("stranger"), table.TellGM("Let me in."))


def test_F57_the_organiser_answers_in_private():
    """The organiser's word reaches one seat; players have no such line to each other."""
    game = Table()
    told = game.play(HOST, table.TellPlayer("s2", "Of course."))
    assert {v for v in ALL_VIEWERS if game.seen_by(v) == told} == {"s2", ORGANISER}
    assert game.told() == {"s2": 1}
    with refused("no_such_seat", "F57"):
        game.play(HOST, table.TellPlayer("s9", "Who?"))
    with refused("not_organiser", "F56"):
        game.play("s1", table.TellPlayer("s2", "Psst."))


def test_F57_so_many_words_to_the_gm_in_a_day():
    """Every word is a letter to the organiser; the next day begins a new count."""
    game = Table()
    for _ in range(table.WORDS_PER_DAY):
        game.play("s1", table.TellGM("Are you there?"))
    with refused("words_enough", "F57"):
        game.play("s1", table.TellGM("Are you there?"))
    assert kinds(game.play("s2", table.TellGM("I am here."))) == ["ToldGM"]
    game.close()
    assert kinds(game.play("s1", table.TellGM("A new day."))) == ["ToldGM"]


def test_F57_words_to_the_gm_do_not_count_as_seen():
    """Nobody learns from the game that somebody wrote to the GM."""
    game = Table()
    before = redact(game.state, PUBLIC)
    game.play("s1", table.TellGM("I am here."))
    assert redact(game.state, PUBLIC) == before
    assert sorted(HANDS) == ["s1", "s2", "s3"]
