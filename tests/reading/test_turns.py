"""What players write in a game of blitz: suggestions for nobody, passes, answers (B2-B5)."""

from typing import Any

import pytest

from chalicelib.game import redact
from chalicelib.read import read
from chalicelib.rules import blitz, verbs
from chalicelib.rules.blitz.parts import Tally
from chalicelib.rules.blitz.state import Pass, State
from chalicelib.rules.cluedo import Case
from chalicelib.rules.table import AnswerForMe, Seat, Setting, Talk
from tests.reading.scenes import AT, NICKS, cards, game, orders

RU = ("Миссис Пикок", "Нож", "Кухня")
TEXT = "Я думаю, что убийство совершила Миссис Пикок, орудием Нож в комнате Кухня"


def at_turn(**changes: Any) -> State:
    """A game of blitz in which it is the turn of s1, who holds nothing."""
    pack = cards("ru")
    seats = tuple(
        Seat(f"s{n}", nick, role, f"account{n}", hand=())
        for n, (nick, role) in enumerate(zip(NICKS["ru"], pack.suspects, strict=False), 1)
    )
    fields: dict[str, Any] = {
        "phase": "open",
        "seats": seats,
        "tallies": {seat.id: Tally() for seat in seats},
        "turn": 1,
        "player": "s1",
        "step": "suggest",
    }
    return State(Setting("Manor"), blitz.Options(), "full", pack, **(fields | changes))


def asked(hand: tuple[str, ...] = ("Нож", "Кухня")) -> State:
    """A game in which s2 has asked about three cards, and s1 has to answer."""
    first, *others = at_turn().seats
    seats = (Seat(first.id, first.nick, first.role, first.account, hand=hand), *others)
    question = verbs.Question(4, 4, "s2", "s1", Case(*RU), AT)
    return at_turn(seats=seats, player="s2", step="answer", question=question, suggestions=4)


def moves(state: State, text: str) -> list[object]:
    """The moves in a text by s1, or the codes of what is wrong."""
    found = read(text, redact(state, "s1"), "s1")
    return [o.move or o.command or (o.problem and o.problem.code) for o in found]


@pytest.mark.parametrize(
    "text",
    [
        "Миссис Пикок, Нож, Кухня",
        "Кухня, Нож, Миссис Пикок",
        "Миссис Пикок\nНож\nКухня",
        f"Предположение\n{TEXT}",
        f"**Предположение**\n\n**{TEXT}**.",
        f"Предположение_1: {TEXT}",
        f"[b]Предположение[/b]\n{TEXT}",
        TEXT,
        "предположение: миссис пикок, нож, кухня",
        "Suggestion: Миссис Пикок, Нож, Кухня",
        "Sugestia: Миссис Пикок, Нож, Кухня",
        "Привет всем!\nПредположение: Миссис Пикок, Нож, Кухня\nАнна",
        "1. Миссис Пикок, Нож, Кухня",
    ],
)
def test_B2_a_suggestion_for_nobody(text):
    """B2: three keywords, headed or bare, in any order."""
    assert moves(at_turn(), text) == [verbs.Suggest(*RU)]


@pytest.mark.parametrize(
    "text",
    [
        f"Предположение_1 для Борис / Полковник Мастард\n{TEXT}",
        "Предположение для Борис: Миссис Пикок, Нож, Кухня",
        "Борис: Миссис Пикок, Нож, Кухня",
        "для Полковник Мастард: Миссис Пикок, Нож, Кухня",
        "Миссис Пикок, Нож, Кухня, Борис",
    ],
)
def test_B2_whoever_names_an_addressee_is_told(text):
    """B2: there is none in blitz; nothing is guessed."""
    assert moves(at_turn(), text) == ["no_addressee_here"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Предположение: Миссис Пикок, Нож, Погреб", "unknown_card"),
        ("Предположение: Миссис Пикок, Нож, Кухня, Гостиная", "two_of_a_kind"),
        ("Предположение: Миссис Пикок, Кухня", "unknown_card"),
        ("Предположение: не Миссис Пикок, Нож, Кухня", "ambiguous_suggestion"),
        ("Обвинение: Миссис Пикок, Нож", "unknown_card"),
        ("Обвиняю? Миссис Пикок, Нож, Кухня?", "ambiguous_suggestion"),
    ],
)
def test_F14_what_is_wrong_with_a_suggestion_of_blitz(text, code):
    """F12, F14: as in forum play."""
    assert moves(at_turn(), text) == [code]


def test_F14_the_order_that_was_meant_has_no_addressee():
    """F14: the suggestion that is offered instead can be sent as it stands."""
    (order,) = read("Миссис Пикок, Нож, Кухны", redact(at_turn(), "s1"), "s1")
    assert order.problem
    assert order.problem.facts["order"] == "Миссис Пикок, Нож, Кухня"


@pytest.mark.parametrize(
    "text",
    [
        *("Передача хода", "передаю ход", "Пас", "пас!", "Я передаю ход.", "*Передача хода*"),
        *("Pass", "I pass", "pass the turn", "Pas", "Pasuję", "Przekazuję ruch"),
        "Добрый вечер!\n\nПередаю ход\n\nС уважением,\nАнна",
    ],
)
def test_B5_passing(text):
    """B5: in three languages, with politeness around it."""
    assert moves(at_turn(step="decide"), text) == [Pass()]


@pytest.mark.parametrize("text", ["Пас или не пас?", "передаю ход Борису", "пасхальный кролик"])
def test_B5_what_is_no_pass(text):
    """B5: nothing is passed by a word that only sounds like it."""
    assert Pass() not in moves(at_turn(step="decide"), text)


def test_B5_accusing():
    """B5: the three keywords behind «Обвинение»."""
    text = "Обвинение: Миссис Пикок, Нож, Кухня"
    assert moves(at_turn(step="decide"), text) == [verbs.Accuse(*RU)]


@pytest.mark.parametrize(
    "text", ["1", "Нож", "Опровержение: Нож", f"Нож\n\n> {TEXT}", f"Предположение\n{TEXT}\n\nНож"]
)
def test_B3_refutations(text):
    """B3, F20, F22: by number, by name, with the quoted suggestion."""
    assert moves(asked(), text) == [verbs.Refute(4, "Нож")]


@pytest.mark.parametrize("text", ["нечем опровергнуть", "Отсутствие опровержения", "нет"])
def test_B3_no_refutation(text):
    """B3: the words of the source, and short ones."""
    assert moves(asked(()), text) == [verbs.CannotRefute(4)]


def test_B3_a_card_without_a_question():
    """B3: nobody has asked, so there is nothing to answer."""
    assert moves(at_turn(), "Нож") == ["nothing_to_answer"]


def test_F55_talk_and_orders():
    """F29, F55: speech and standing orders are read as in forum play."""
    assert moves(at_turn(), "Комментарий: пас так пас") == [Talk("пас так пас")]
    assert moves(at_turn(), "Отвечайте за меня") == [AnswerForMe()]


def test_B5_a_pass_is_read_in_forum_play_too():
    """B5: there the rules refuse it, so that the answer says what is wrong."""
    forum = game(cards("ru"), NICKS["ru"])
    assert [order.move for order in orders(forum, "Передаю ход")] == [Pass()]
