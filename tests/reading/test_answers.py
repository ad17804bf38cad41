"""Answers as players write them (F20-F24): how, by which card, and to which suggestion."""

import pytest

from chalicelib.rules.verbs import Refute
from tests.reading.scenes import NICKS, cards, facts, game, orders, told

HAND = ("Мисс Скарлетт", "Пистолет", "Нож", "Коридор")
FIRST = ("Миссис Уайт", "Нож", "Кухня")
SECOND = ("Мисс Скарлетт", "Пистолет", "Гостиная")
THIRD = ("Профессор Плам", "Веревка", "Холл")
ONE = game(cards("ru"), NICKS["ru"], asked=[(1, 2, "s1", SECOND)], hand=HAND)
NONE = game(cards("ru"), NICKS["ru"], asked=[(1, 2, "s3", SECOND)], hand=HAND)
SEVERAL = game(
    cards("ru"),
    NICKS["ru"],
    asked=[
        (1, 2, "s1", FIRST),
        (1, 3, "s1", SECOND),
        (2, 2, "s1", THIRD),
        (2, 3, "s4", THIRD),
        (3, 4, "s1", FIRST),
    ],
    hand=HAND,
)
OWED = game(
    cards("ru"),
    NICKS["ru"],
    asked=[(1, 2, "s1", SECOND), (1, 3, "s1", FIRST)],
    owed=[1],
    hand=HAND,
)

ALONE = [
    # by number, in the order of F25
    ("1", "1 = Мисс Скарлетт"),
    ("2", "1 = Пистолет"),
    (" 2. ", "1 = Пистолет"),
    ("2)", "1 = Пистолет"),
    ("№2", "1 = Пистолет"),
    ("2 - Пистолет", "1 = Пистолет"),
    ("*2* — Пистолет.", "1 = Пистолет"),
    ("Показываю 2", "1 = Пистолет"),
    ("2 - Мисс Скарлетт", "? no_such_choice F20"),
    ("2 - не Пистолет", "? no_such_choice F20"),
    ("3", "? no_such_choice F20"),
    ("0", "? no_such_choice F20"),
    # by card
    ("Пистолет", "1 = Пистолет"),
    ("*пистолет*.", "1 = Пистолет"),
    ("[b]ПИСТОЛЕТ[/b]", "1 = Пистолет"),
    ("Мисс Скарлетт", "1 = Мисс Скарлетт"),
    ("Показываю Пистолет", "1 = Пистолет"),
    ("Показываю карточку «Пистолет»", "1 = Пистолет"),
    ("Опровержение: Пистолет", "1 = Пистолет"),
    ("Опровержение: Мисс Скарлетт", "1 = Мисс Скарлетт"),
    ("Опровержение для Борис: Пистолет", "1 = Пистолет"),
    ("Опровержение для Борис / Полковник Мастард: Пистолет", "1 = Пистолет"),
    ("Refutation: Пистолет", "1 = Пистолет"),
    ("I show Пистолет", "1 = Пистолет"),
    ("Pokazuję kartę Пистолет", "1 = Пистолет"),
    ("Спасибо!\nПистолет\nАнна", "1 = Пистолет"),
    ("Веревка", "1 = Веревка"),
    ("Пистолетик", "? unknown_card F20"),
    ("Скарлетт", "? unknown_card F20"),
    ("Показываю Скарлетт", "? unknown_card F20"),
    ("Показываю не Пистолет", "? unknown_card F20"),
    ("Пистолет?", "? unreadable F20"),
    ("Пистолет, Мисс Скарлетт", "? unknown_card F14"),
    ("Опровергаю: Пистолет или Мисс Скарлетт", "? unknown_card F20"),
    ("Опровергаю: Пистолет, Мисс Скарлетт", "? one_card_only F20"),
    # announced
    ("Опровергаю", "1 = None"),
    ("Опровержение.", "1 = None"),
    ("I refute", "1 = None"),
    ("Obalam!", "1 = None"),
    ("Опровергаю 2", "? one_card_only F20"),
    # with «I can» before it
    ("Могу опровергнуть, показываю Мисс Скарлетт", "1 = Мисс Скарлетт"),
    ("могу опровергнуть: Мисс Скарлетт", "1 = Мисс Скарлетт"),
    ("Могу опровергнуть: Гостиная", "1 = Гостиная"),
    ("Опровергаю картой Пистолет", "1 = Пистолет"),
    ("Опровергаю, показываю 2", "1 = Пистолет"),
    ("I can refute: Пистолет", "1 = Пистолет"),
    ("Mogę obalić: Пистолет", "1 = Пистолет"),
    ("Могу опровергнуть", "1 = None"),
    ("Могу опровергнуть?", "? unreadable F20"),
    ("Могу опровергнуть: Пистолет, Мисс Скарлетт", "? one_card_only F20"),
    ("Могу опровергнуть, но не стану", "? unknown_card F20"),
    # nothing to show
    ("нечем опровергнуть", "1 = nothing"),
    ("Нечем.", "1 = nothing"),
    ("Нет", "1 = nothing"),
    ("Отсутствие опровержения", "1 = nothing"),
    ("Не могу опровергнуть предположение 1 от Борис", "1 = nothing"),
    ("Нет опровержения. Мисс Скарлетт, Пистолет, Гостиная", "1 = nothing"),
    ("No refutation", "1 = nothing"),
    ("no", "1 = nothing"),
    ("I cannot refute", "1 = nothing"),
    ("I can't refute", "1 = nothing"),
    ("Nie mam czym", "1 = nothing"),
    ("nie", "1 = nothing"),
    ("Brak obalenia", "1 = nothing"),
    ("Нечем гордиться, господа", "? unreadable F20"),
    ("Нечем опровергнуть?", "? unreadable F20"),
    ("Нет опровержения, но есть Нож", "? unreadable F20"),
    ("I have nothing to add", "? unreadable F20"),
    # not this one
    ("Опровержение предположения 2 от Борис: Пистолет", "? which_suggestion F20"),
    ("Опровержение от Мышь белая: Пистолет", "? which_suggestion F20"),
]


@pytest.mark.parametrize(("text", "expected"), ALONE)
def test_F20_answer_to_the_only_open_suggestion(text, expected):
    """An answer says which card, that there is one, or that there is none."""
    assert told(ONE, text) == [expected]


SINGLE = game(cards("ru"), NICKS["ru"], asked=[(1, 2, "s1", FIRST)], hand=HAND)


@pytest.mark.parametrize("text", ["Опровергаю", "I refute", "obalam", "Могу опровергнуть!"])
def test_F20_the_only_card_is_shown(text):
    """Where one card alone can be shown there is no choice: announcing it shows it."""
    (order,) = orders(SINGLE, text)
    assert order.move == Refute(1, "Нож")
    assert orders(ONE, text)[0].move.card is None


@pytest.mark.parametrize(
    "text",
    [
        "Думаю, Пистолет",
        "I think Пистолет",
        "Myślę, że Пистолет",
        "Убийство: Пистолет",
        "Борис: Пистолет",
        "Борис / Полковник Мастард: Пистолет",
        "Вопрос для Борис: Пистолет",
        "Скарлетт, Пистолет",
        "Мисс Скарлетт в Кухне",
    ],
)
def test_F14_a_supposition_is_no_answer(text):
    """Who supposes, calls somebody or is about two kinds of cards shows nothing by it."""
    assert told(ONE, text) == ["? unknown_card F14"]
    assert told(ONE, text, prompt=1) == ["? unknown_card F14"]


def test_F14_words_about_no_card_are_no_suggestion():
    """A thought that is about no card is not understood, whatever is open."""
    assert told(ONE, "Я думаю, вы не правы") == ["? unreadable F13"]


WHICH = [
    ("Нож", {}, "? which_suggestion F20"),
    ("нет", {}, "? which_suggestion F20"),
    ("Нож", {"prompt": 1}, "1 = Нож"),
    ("2", {"prompt": 2}, "2 = Пистолет"),
    ("нет", {"prompt": 3}, "3 = nothing"),
    ("Опровержение предположения 1 от Борис: Нож", {}, "1 = Нож"),
    ("Опровержение предположения 1 от Борис: Нож", {"prompt": 2}, "1 = Нож"),
    ("Опровергаю предположение_3", {}, "5 = Нож"),
    ("Опровержение_3: Нож", {}, "5 = Нож"),
    ("Опровержение предположения №2: нет", {}, "? unknown_card F20"),
    ("Нечем, №2", {}, "3 = nothing"),
    ("Нож для Мышь белая", {}, "5 = Нож"),
    ("Мышь белая: Нож", {}, "? unknown_card F14"),
    ("Показываю Нож от Док.тор_Пи-2 🙂", {}, "2 = Нож"),
    ("No refutation of suggestion 2 by Борис", {}, "3 = nothing"),
    ("Nie mogę obalić przypuszczenia 2 od Борис", {}, "3 = nothing"),
    ("Опровержение предположения 1: Нож", {}, "? which_suggestion F20"),
    ("Опровержение предположения 7: Нож", {}, "? which_suggestion F20"),
    ("Опровергаю", {"quoted": "> Предположение_2 для Анна / Мисс Скарлетт"}, "3 = None"),
    ("Опровергаю", {"quoted": "Предположение_2 для Борис\nПредположение_3 для Анна"}, "5 = Нож"),
    (
        "Нечем",
        {"quoted": f"Предположение_1 для Анна\nЯ думаю, {', '.join(SECOND)}"},
        "2 = nothing",
    ),
    ("Опровергаю", {"quoted": "Предположение_1 для Анна"}, "? which_suggestion F20"),
    ("Опровергаю", {"quoted": "Предположение_2 для Анна", "prompt": 1}, "1 = Нож"),
]


@pytest.mark.parametrize(("text", "known", "expected"), WHICH)
def test_F20_which_suggestion_is_answered(text, known, expected):
    """The answer's own words, then the letter replied to, then what is quoted; else asked back."""
    assert told(SEVERAL, text, **known) == [expected]


def test_F22_answer_beside_the_quoted_suggestion():
    """The suggestion may be repeated above or below the answer without a quotation mark."""
    heading = "Предположение_1 для Анна / Мисс Скарлетт"
    text = "Я думаю, что убийство совершила Мисс Скарлетт, орудием Пистолет в комнате Гостиная"
    assert told(SEVERAL, f"Опровергаю\n\n«{heading}»\n«{text}»") == ["2 = None"]
    assert told(SEVERAL, f"{heading}\n{text}\n\nНечем опровергнуть") == ["2 = nothing"]
    assert told(SEVERAL, f"> {heading}\n> {text}\nНож", prompt=2) == ["2 = Нож"]


def test_F20_several_answers_in_one_mail():
    """Every line that says what it answers is read by itself, whatever letter it replies to."""
    text = (
        "Опровержение предположения 1 от Борис: Нож\n"
        "Опровержение от Док.тор_Пи-2 🙂: Пистолет\n"
        "Нет опровержения предположения 2 от Борис\n"
    )
    assert told(SEVERAL, text, prompt=5) == ["1 = Нож", "2 = Пистолет", "3 = nothing"]


def test_F20_nothing_to_answer():
    """Where nothing is open, an answer is asked back; the rules see only what the letter names."""
    for text in ("Нож", "2", "нет", "Опровергаю"):
        assert told(NONE, text) == ["? nothing_to_answer F20"]
    assert told(NONE, "Нож", prompt=1) == ["1 = Нож"]


def test_F24_the_card_that_is_owed():
    """A card goes to what was announced; «no» and «I refute» only to what is not answered yet."""
    assert told(OWED, "Пистолет", prompt=1) == ["1 = Пистолет"]
    assert told(OWED, "2", prompt=1) == ["1 = Пистолет"]
    assert told(OWED, "Нож") == ["? which_suggestion F20"]
    assert told(OWED, "Пистолет для Борис") == ["1 = Пистолет"]
    assert told(OWED, "нет") == ["2 = nothing"]
    assert told(OWED, "Опровергаю") == ["2 = Нож"]
    assert told(OWED, "Опровергаю", prompt=1) == ["1 = None"]


def test_F20_keywords_below_each_other_are_no_three_answers():
    """Three cards on lines of their own are a suggestion without addressee."""
    assert told(ONE, "Мисс Скарлетт\nНож\nКухня") == ["? no_addressee F12"]
    assert told(ONE, "Мисс Скарлетт\nНож\nКухня\nБорис")[0].startswith("Борис <-")
    mixed = told(ONE, "Нож\nБорис, Миссис Пикок, Кухня")
    assert mixed == ["1 = Нож", "? ambiguous_suggestion F12"]


CARD_NICK = game(
    cards("ru"),
    ("Пистолет", "Нож", "Борис"),
    roles=("Граф", "Слуга", "Повар"),
    asked=[(1, 2, "s1", SECOND), (1, 3, "s1", FIRST)],
    hand=HAND,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Нож", "? which_suggestion F20"),
        ("Пистолет", "? which_suggestion F20"),
        ("Опровержение от Нож: Пистолет", "1 = Пистолет"),
        ("Опровержение от Борис: Нож", "2 = Нож"),
        ("Опровергаю от Нож", "1 = None"),
        ("Спасибо\nПистолет", "? no_order F13"),
        ("Опровержение от Борис: Нож\nПистолет", "2 = Нож"),
    ],
)
def test_F20_nicks_that_are_cards(text, expected):
    """A card is a card and a nick a nick by where they stand; a signature shows nothing."""
    assert told(CARD_NICK, text) == [expected]


def test_F20_problems_say_what_may_be_shown():
    """Facts of a wrong answer: the choices in the order of F25, or the suggestions that wait."""
    choices = ("Мисс Скарлетт", "Пистолет")
    assert facts(ONE, "7") == {"choices": choices}
    assert facts(ONE, "Пистолетик") == {
        "text": "Пистолетик",
        "nearest": "Пистолет",
        "choices": choices,
    }
    waiting = facts(SEVERAL, "нет")["choices"]
    assert waiting[1] == "1 — Док.тор_Пи-2 🙂: Мисс Скарлетт, Пистолет, Гостиная"
