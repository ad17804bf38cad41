"""The example under a refusal is an order that helps: it is read as that, and it is allowed."""

import re

import pytest

from chalicelib import examples, letters, words
from chalicelib.game import PUBLIC, redact
from chalicelib.letters import Problem
from chalicelib.messages import MESSAGES
from chalicelib.read import read
from chalicelib.rules import office, table, verbs
from chalicelib.rules.forum import rulings
from tests.letters.games import GAME, HOST, Record, whole_game

USELESS = (
    *("already_answered", "quota_spent", "addressee_quota_spent", "rights_lost", "has_accused"),
    *("game_over", "paused", "no_open_day", "nothing_to_answer", "sender_mismatch", "day_over"),
    *(
        "no_reply_address",
        "said_too_long",
        "talk_enough",
        "words_enough",
        "comes_alone",
        "no_order",
        "await_answer",
        "last_day",
    ),
)


@pytest.fixture(params=words.LANGUAGES)
def game(request):
    """A game in which s1 and s3 ask s2, each for the first time; s2 can refute the first."""
    played = Record(request.param).started()
    played.ask("s1", "s2", 0)
    played.ask("s3", "s2", 1)
    return played


def against(game, code, rule="F20", seat="s2", **facts):
    """The example for a problem, and the move it is read as."""
    view = redact(game.state, seat)
    order = examples.against(view, seat, game.language, Problem("", code, rule, facts))
    (found,) = read(order, view, seat)
    return order, found.move


@pytest.mark.parametrize("code", USELESS)
def test_no_example_where_none_helps(game, code):
    """What cannot be done now is not shown."""
    assert examples.against(redact(game.state, "s2"), "s2", game.language, Problem("", code)) == ""


def test_F20_answers_name_the_suggestion_where_several_wait(game):
    """The problem's cards tell which suggestion it is about; the example says so, and is right."""
    held = words.choices(redact(game.state, "s2"), "s2", game.state.questions[0])
    order, move = against(game, "must_refute", choices=list(held))
    assert move == verbs.Refute(1, held[0])
    assert order.endswith(f": {held[0]}")
    assert game.play("s2", move).events
    assert against(game, "holds_none")[1] == verbs.CannotRefute(2)


def test_F20_the_only_answer_needs_no_reference(game):
    """With one suggestion open the card alone does."""
    game.play("s2", verbs.CannotRefute(2))
    (held,) = words.choices(redact(game.state, "s2"), "s2", game.state.questions[0])
    assert against(game, "not_held", choices=[held]) == (held, verbs.Refute(1, held))
    problem = Problem("", "holds_none", "F20")
    assert examples.against(redact(game.state, "s2"), "s2", game.language, problem) == ""


def test_F20_which_suggestion_is_shown_by_an_answer_that_says_it(game):
    """The refusal names the suggestions with their askers, the example is one whole answer."""
    problem = Problem("1", "which_suggestion", "F20", {"choices": ["1 — x"]})
    text = game.answered(letters.Answer(GAME, "s2", "refused", "", (problem,))).text
    assert "1 — x" not in text
    assert game.state.seats[0].nick in text
    assert against(game, "which_suggestion")[1].suggestion == 1


def test_F24_card_that_is_owed_is_the_one_shown(game):
    """A card is owed for one suggestion, while another waits for its answer."""
    held = words.choices(redact(game.state, "s2"), "s2", game.state.questions[0])
    game.play("s2", verbs.Refute(1))
    assert against(game, "card_owed", "F24", choices=held)[1] == verbs.Refute(1, held[0])
    assert against(game, "which_suggestion", "F24", "s1")[1] == rulings.Complain(1)


def test_F12_an_example_is_a_suggestion_that_may_be_made(game):
    """It goes to somebody who may still be asked; with none left there is no example."""
    game.play("s3", table.AnswerForMe())
    game.play("s2", table.Talk("!"))
    for _ in range(3):
        move = against(game, "asks_oneself", "F12")[1]
        assert game.play("s2", move).events
    view = redact(game.state, "s2")
    assert not examples.against(view, "s2", game.language, Problem("", "asks_oneself", "F12"))


def test_F12_the_only_reading_is_there_to_be_copied(game):
    """Where a text has one meaning and a doubt, or an obvious slip, the whole order is shown."""
    deck, nick = game.state.deck, game.state.seats[3].nick
    order = f"{nick}: {deck.suspects[3]}, {deck.weapons[3]}, {deck.rooms[3]}"
    move = verbs.Suggest(deck.suspects[3], deck.weapons[3], deck.rooms[3], "s4")
    assert against(game, "ambiguous_suggestion", "F12", choices=[order]) == (order, move)
    assert against(game, "unknown_card", "F14", order=order, category="room") == (order, move)
    accused = f"{deck.suspects[3]}, {deck.weapons[3]}, {deck.rooms[3]}"
    assert isinstance(
        against(game, "ambiguous_suggestion", "F30", choices=[accused])[1], verbs.Accuse
    )


def test_F52_no_suggestion_is_shown_in_a_pause(game):
    """In a pause only answers are shown."""
    game.play(HOST, office.Pause())
    view = redact(game.state, "s2")
    for code in ("asks_oneself", "unknown_nick"):
        assert not examples.against(view, "s2", game.language, Problem("", code, "F12"))
    assert against(game, "unreadable", "F13")[1].suggestion == 1


def test_a_comment_without_words(game):
    """An example of a comment is one."""
    assert isinstance(against(game, "nothing_said", "F55")[1], table.Talk)


def test_what_was_understood_is_said_in_full(game):
    """An order that waits for the rest of its letter is repeated as it was read."""
    deck, nick = game.state.deck, game.state.seats[3].nick
    written = f"{deck.rooms[3]}, {deck.weapons[3]}, {deck.suspects[3]} - {nick}".lower()
    parts = (letters.Understood(written), Problem("x", "unreadable", "F13"))
    text = game.answered(letters.Answer(GAME, "s2", "refused", "", parts)).text
    assert f"{nick}: {deck.suspects[3]}, {deck.weapons[3]}, {deck.rooms[3]}" in text
    bare = game.answered(letters.Answer(GAME, "s2", "refused", "", (letters.Understood("1"),))).text
    understood = words.translation(game.language).gettext(
        "It was understood like this: <b>%(order)s</b>"
    )
    assert understood.partition(":")[0] not in bare


@pytest.mark.parametrize("nick", ["</b><i>", "Нож", "%(n)s%", "Мисс Скарлетт", "1а", "для"])
def test_examples_with_any_nick_are_right_or_missing(nick):
    """Whatever somebody is called, no example says something else than it means."""
    game = Record("ru", nicks=("Анна", nick, "Вера")).started()
    view = redact(game.state, "s1")
    order = examples.example(view, "s1", "ru", "suggest")
    if order:
        assert read(order, view, "s1")[0].move.to == "s2"
    game.ask("s2", "s1", 0)
    game.ask("s3", "s1", 1)
    view = redact(game.state, "s1")
    for question in game.state.questions:
        order = examples.answer(view, "s1", "ru", question)
        assert not order or read(order, view, "s1")[0].move.suggestion == question.id


def test_F3_examples_of_answers_need_the_own_hand(game):
    """From what everybody may know of the table no card is shown."""
    view = redact(game.state, PUBLIC)
    shown = examples.answer(view, "s2", game.language, game.state.questions[0])
    assert not any(card in shown for card in game.state.deck.cards)


def test_example_lines_are_marked(game):
    """Every example of a refusal stands on a line that begins as one."""
    problem = Problem("x", "must_refute", "F20", {"choices": []})
    text = game.answered(letters.Answer(GAME, "s2", "refused", "", (problem,))).text
    assert not re.search(r"^\W*Example: \W*$", text, re.MULTILINE)


@pytest.mark.parametrize("rule", ["", "F12", "F14", "F20", "F24", "F30"])
def test_every_problem_can_be_answered_in_every_phase(rule):
    """Whatever is wrong, and whenever: an example is one order, or there is none."""
    gathering, over = Record("en"), whole_game("en")
    lonely = Record("en", nicks=("Anna",))
    for game in (lonely, gathering, Record("en").started(), over):
        view = redact(game.state, "s1")
        for code in {name.partition(".")[0] for name in MESSAGES}:
            order = examples.against(view, "s1", "en", Problem("x", code, rule, {"choices": ["y"]}))
            assert not order or len(read(order, view, "s1")) == 1
        answer = letters.Answer(GAME, "s1", "help")
        assert not re.search(r"^Example: *$", game.answered(answer).text, re.MULTILINE)
