"""Suggestions as players write them (F12-F14): each text beside what is read in it."""

import pytest

from chalicelib.rules.cluedo import Deck
from tests.reading.scenes import NICKS, cards, facts, game, orders, told

GAMES = {language: game(cards(language), nicks) for language, nicks in NICKS.items()}

RU = "Борис <- Миссис Пикок, Нож, Кухня"
EN = "Boris <- Mrs Peacock, Dagger, Kitchen"
EN_TEXT = "I think the murder was committed by Mrs Peacock, with Dagger in the Kitchen"
EN_BOLD = EN_TEXT.replace("Mrs Peacock", "**Mrs Peacock**").replace("Dagger", "**Dagger**")
PL_TEXT = "Myślę, że morderstwo popełniła Pani Peacock, narzędziem Sztylet w pokoju Kuchnia"
PL = "Bolek <- Pani Peacock, Sztylet, Kuchnia"
RU_TEXT = "Я думаю, что убийство совершила Миссис Пикок, орудием Нож в комнате Кухня"

READ = [
    # the form of F13
    ("ru", f"Предположение_1 для Борис / Полковник Мастард\n{RU_TEXT}", RU),
    ("ru", f"«Предположение_1 для Борис / Полковник Мастард»\n\n«{RU_TEXT}».", RU),
    ("ru", f"**Предположение_1 для Борис / Полковник Мастард**\n\n\n{RU_TEXT}.", RU),
    ("ru", f"*Предположение_2 для Борис*\n{RU_TEXT}", RU),
    ("ru", f"[b]Предположение №3 для Борис / Полковник Мастард[/b]\n{RU_TEXT}", RU),
    ("ru", f"ПРЕДПОЛОЖЕНИЕ 2 ДЛЯ БОРИС: {RU_TEXT.upper()}", RU),
    ("ru", f"Предположение_99 для Борис. {RU_TEXT}", RU),
    ("ru", f"Предположение для Полковник Мастард: {RU_TEXT}", RU),
    ("ru", "Предположение_1 для Борис\nМиссис Пикок, Нож, Кухня", RU),
    ("ru", "Предположение для Борис\n\nКухня, Нож, Миссис Пикок", RU),
    ("ru", "Предположение для Борис\nМиссис Пикок\nНож\nКухня", RU),
    ("ru", "Предположение Борис: Миссис Пикок, Нож, Кухня", RU),
    ("ru", "Предположение для «Борис»: «Миссис Пикок», «Нож», «Кухня».", RU),
    ("ru", "для Борис: Миссис Пикок, Нож, Кухня", RU),
    ("ru", "Предположение для Борис: убийца — Миссис Пикок, Нож, Кухня. Ваш ход, сударь!", RU),
    ("en", f"Suggestion_1 for Boris / Colonel Mustard\n{EN_TEXT}", EN),
    ("en", f"**Suggestion 2 for Boris**\n\n{EN_BOLD}.", EN),
    ("en", "I suggest Boris: Mrs Peacock, Dagger, Kitchen", EN),
    ("en", "suggestion for boris: kitchen, dagger, mrs peacock", EN),
    ("pl", f"Przypuszczenie_1 dla Bolek / Pułkownik Musztarda\n{PL_TEXT}", PL),
    ("pl", f"Przypuszczenie nr 2 dla Bolek:\n{PL_TEXT.replace('ła', 'ł(a)')}.", PL),
    # a game in one language, written in another
    ("ru", "Suggestion for Борис: Миссис Пикок, Нож, Кухня", RU),
    ("ru", "Przypuszczenie_1 dla Борис: Миссис Пикок, Нож, Кухня", RU),
    ("pl", "Предположение_1 для Bolek: Pani Peacock, Sztylet, Kuchnia", PL),
    # bare
    ("ru", "Борис, Миссис Пикок, Нож, Кухня", RU),
    ("ru", "Кухня Нож Миссис Пикок Борис", RU),
    ("ru", "Борис: Миссис Пикок, Нож, Кухня", RU),
    ("ru", "Борис - Миссис Пикок - Нож - Кухня", RU),
    ("ru", "Борис (Полковник Мастард): Миссис Пикок, Нож, Кухня", RU),
    ("ru", "Миссис Пикок, Нож, Кухня для Борис", RU),
    ("ru", "Борис\nМиссис Пикок\nНож\nКухня", RU),
    ("ru", "1. Борис, Миссис Пикок, Нож, Кухня", RU),
    ("ru", "  борис ,МИССИС   ПИКОК, нож;кухня!  ", RU),
    ("ru", "Привет, Миссис Пикок, Нож, Кухня, Борис", RU),
    ("ru", "Борис, доктор Миссис Пикок, старый Нож, Кухня", RU),
    ("ru", "Борис, *Миссис Пикок*, _Нож_, [b]Кухня[/b]", RU),
    ("ru", "Борис, Мисси\u0441 Пикок, Нож, Ку\u00adхня", RU),
    ("ru", "Привет всем!\nБорис, Миссис Пикок, Нож, Кухня\nСпасибо!\nАнна", RU),
    ("ru", "Пример: Обвинение: Мисс Скарлетт, Нож, Холл\nБорис, Миссис Пикок, Нож, Кухня", RU),
    ("ru", "> Нож\nБорис, Миссис Пикок, Нож, Кухня", RU),
    ("ru", "Анна: Миссис Пикок, Нож, Кухня", "Анна <- Миссис Пикок, Нож, Кухня"),
    (
        "ru",
        "Док.тор_Пи-2 🙂, Миссис Пикок, Нож, Кухня",
        "Док.тор_Пи-2 🙂 <- Миссис Пикок, Нож, Кухня",
    ),
    ("ru", "Борис, Мисс Скарлетт, Веревка, Кухня", "Борис <- Мисс Скарлетт, Веревка, Кухня"),
    ("ru", "Борис, Мисс Скарлетт, Верёвка, Кухня", "Борис <- Мисс Скарлетт, Веревка, Кухня"),
    # whom it is for comes last, or is urged to answer
    ("ru", "Предположение: Миссис Пикок, Нож, Кухня\nВопрос для Борис", RU),
    ("ru", "Миссис Пикок, Нож, Кухня\nВопрос для Борис", RU),
    ("ru", "Миссис Пикок, Нож, Кухня\n\nВопрос для Борис", RU),
    ("ru", "Вопрос для Борис\n\nМиссис Пикок, Нож, Кухня", RU),
    ("ru", "Вопрос для Борис: Миссис Пикок, Нож, Кухня", RU),
    ("ru", "Персонаж - Миссис Пикок, орудие - Нож, место - Кухня. Борис, опровергай!", RU),
    ("ru", "Подозреваемая - Миссис Пикок, орудие - Нож, место - Кухня. Борис, твой ход.", RU),
    ("ru", "Миссис Пикок, Нож, Кухня. Борис, ответь, пожалуйста", RU),
    ("en", "Mrs Peacock, Dagger, Kitchen. Boris, please answer!", EN),
    ("en", "Question for Boris: Mrs Peacock, Dagger, Kitchen", EN),
    ("pl", "Pani Peacock, Sztylet, Kuchnia. Bolek, proszę!", PL),
    ("pl", "Pytanie do Bolek: Pani Peacock, Sztylet, Kuchnia", PL),
    # not certain: asked back
    ("ru", "Борис, ответь: Миссис Пикок, Нож, Кухня", "? ambiguous_suggestion F12"),
    ("ru", "Миссис Пикок, Нож, Кухня. Борис, так ли это было?", "? ambiguous_suggestion F12"),
    ("ru", "Предположение 1 от Борис: Миссис Пикок, Нож, Кухня", "? ambiguous_suggestion F12"),
    ("en", "Suggestion 1 for Boris is void: Mrs Peacock, Dagger, Kitchen", "? unknown_nick F12"),
    ("ru", "Миссис Пикок, Нож, Кухня\nВопрос для Бориса", RU),
    ("ru", "Миссис Пикок, Нож, Кухня", "? no_addressee F12"),
    ("ru", "Предположение: Миссис Пикок, Нож, Кухня", "? no_addressee F12"),
    ("ru", "Предположение для Аня: Миссис Пикок, Нож, Кухня", "? unknown_nick F12"),
    ("ru", "Предположение для Борис-Второй: Миссис Пикок, Нож, Кухня", "? unknown_nick F12"),
    ("ru", "Предположение для Борис Второй: Миссис Пикок, Нож, Кухня", "? unknown_nick F12"),
    ("ru", "Предположение для Док.тор_Пи-3: Миссис Пикок, Нож, Кухня", "? unknown_nick F12"),
    ("ru", "Борисс, Миссис Пикок, Нож, Кухня", "? unknown_nick F12"),
    ("ru", "Предположение для Борис: Миссис Пикок, Ножницы, Кухня", "? unknown_card F14"),
    ("ru", "Предположение для Борис: Миссис Пикок, Нож, на кухне", RU),
    ("ru", "Предположение для Борис: Миссис Пикок, Нож-бабочка, Кухня", "? unknown_card F14"),
    ("ru", "Предположение для Борис / Полковник Мастард: Нож, Кухня", "? unknown_card F14"),
    ("ru", "Предположение для Борис / Мисс Скарлетт: Нож, Кухня", "? unknown_nick F12"),
    ("ru", "Предположение для Борис: Миссис Пикок, Нож, Кухня, Гостиная", "? two_of_a_kind F12"),
    ("ru", "Борис, Миссис Пикок, Нож, Пистолет, Кухня", "? two_of_a_kind F12"),
    ("ru", "Предположение для Борис: не Миссис Пикок, Нож, Кухня", "? ambiguous_suggestion F12"),
    ("ru", "Борис показал Миссис Пикок, Нож, Кухня", "? ambiguous_suggestion F12"),
    ("ru", "Мой ход вот такой: Борис, Миссис Пикок, Нож, Кухня", "? ambiguous_suggestion F12"),
    ("ru", "Борис и Мышь белая: Миссис Пикок, Нож, Кухня", "? two_addressees F12"),
    ("ru", "Предположение для Борис, Мышь белая: Миссис Пикок, Нож, Кухня", "? two_addressees F12"),
    ("ru", "Мисс Скарлетт, Полковник Мастард, Нож, Кухня", "? ambiguous_suggestion F12"),
    ("en", "Suggestion for Boris: Mrs. Peacock, Daggers, the Kitchen", EN),
    ("en", "Suggestion for Bo: Mrs Peacock, Dagger, Kitchen", "? unknown_nick F12"),
    ("pl", "Przypuszczenie dla Bolka: Pani Peacock, Sztylet, Kuchnia", PL),
    ("pl", "Przypuszczenie dla Bolek: Pania Peacock, Sztyletem, w Kuchni", PL),
    ("ru", "абракадабра", "? unreadable F13"),
    ("ru", "Борис, вы молодец", "? unreadable F13"),
    ("ru", "", "? nothing_written"),
    ("ru", " \n\n ", "? nothing_written"),
    ("ru", "Привет!\n\nСпасибо, Борис!\nАнна", "? no_order F13"),
    ("ru", "Спасибо!", "? no_order F13"),
    ("en", "Hello everyone!", "? no_order F13"),
    ("pl", "> Hol\n", "? no_order F13"),
]


@pytest.mark.parametrize(("language", "text", "expected"), READ)
def test_F12_F13_F14_one_suggestion(language, text, expected):
    """A suggestion in any form is read as what it says, or asked back; it is never guessed."""
    assert told(GAMES[language], text) == [expected]


SEVERAL = [
    (
        "Борис, Миссис Пикок, Нож, Кухня\nМышь белая, Миссис Уайт, Нож, Кухня",
        [RU, "Мышь белая <- Миссис Уайт, Нож, Кухня"],
    ),
    (
        "Мои предположения:\n1) Борис: Миссис Пикок, Нож, Кухня\n2) Борис: Миссис Уайт, Нож, Кухня",
        [RU, "Борис <- Миссис Уайт, Нож, Кухня"],
    ),
    (
        f"Предположение_1 для Борис\n{RU_TEXT}\n\nПредположение_2 для Мышь белая\n{RU_TEXT}",
        [RU, "Мышь белая <- Миссис Пикок, Нож, Кухня"],
    ),
    (
        f"Предположение_1 для Борис\n{RU_TEXT}\nПредположение_2 для Мышь белая\n{RU_TEXT}",
        [RU, "Мышь белая <- Миссис Пикок, Нож, Кухня"],
    ),
    (
        "Борис, Миссис Пикок, Нож, Кухня\n\nчушь\n\nОбвинение: Миссис Пикок, Нож, Кухня",
        [RU, "? unreadable F13", "! Миссис Пикок, Нож, Кухня"],
    ),
    (
        "Борис, Миссис Пикок, Нож, Кухня\nчто скажете?",
        [RU, "? unreadable F13"],
    ),
    (
        "Комментарий: Добрый вечер!\n\nБорис, Миссис Пикок, Нож, Кухня",
        ["thread: Добрый вечер!", RU],
    ),
]


@pytest.mark.parametrize(("text", "expected"), SEVERAL)
def test_several_orders_in_one_mail(text, expected):
    """Every order of a mail is read by itself, in order."""
    assert told(GAMES["ru"], text) == expected


ODD = game(
    cards("ru"),
    ("Анна", "Нож судьбы", "</b><i>", "Мисс Скарлетт", "A<3 & B", "*_*", "Анна-Мария", "A", ","),
    roles=("Графиня", "Шулер", "Граф", "Слуга", "Повар", "Шут", "Дама", "Паж", "Тень"),
)
PLUM_TEXT = "Я думаю, что убийство совершил Профессор Плам, орудием Веревка в комнате Кухня"
PLUM = "Профессор Плам, Веревка, Кухня"
NAMED = [
    *(
        (form.format(seat.nick), f"{seat.nick} <- {PLUM}")
        for seat in ODD.seats
        for form in (
            f"Предположение_1 для {{}}: {PLUM}",
            f"Предположение_1 для **{{}}**\n\n{PLUM}",
            f"«Предположение_1 для {{}} / {seat.role}»\n{PLUM_TEXT}.",
        )
    ),
    *(
        (form.format(seat.nick), f"{seat.nick} <- {PLUM}")
        for seat in ODD.seats[:-1]
        for form in (f"{{}}, {PLUM}", f"{{}}: {PLUM}", f"{PLUM}, {{}}", f"{PLUM}\n{{}}")
        if (seat.id, form) != ("s1", f"{PLUM}\n{{}}")
    ),
    (f"Графиня, {PLUM}", f"Анна <- {PLUM}"),
    ("Мисс Скарлетт, Мисс Скарлетт, Нож, Кухня", "Мисс Скарлетт <- Мисс Скарлетт, Нож, Кухня"),
    ("Мисс Скарлетт, Миссис Уайт, Нож, Кухня", "Мисс Скарлетт <- Миссис Уайт, Нож, Кухня"),
    ("Мисс Скарлетт, Нож, Кухня, Анна", "Анна <- Мисс Скарлетт, Нож, Кухня"),
    ("Мисс Скарлетт, Нож, Кухня", "? no_addressee F12"),
    ("Нож судьбы, Миссис Уайт, Кухня", "? unknown_card F14"),
    (f"{PLUM}", "? no_addressee F12"),
    ("Предположение для Анна, Нож судьбы: Профессор Плам, Кухня", "? unknown_card F14"),
]


@pytest.mark.parametrize(("text", "expected"), NAMED)
def test_F12_any_nick_is_told_apart(text, expected):
    """Nicks may hold signs, marks, cards and other nicks: position and completeness decide."""
    assert told(ODD, text, "s9" if "Анна\n" in text else "s1") == [expected]


def test_F14_unknown_card_names_what_was_written():
    """The problem has the words as written, the category, the nearest card and all choices."""
    deck = cards("ru")
    found = facts(GAMES["ru"], "Предположение для Борис: Мастард, Нож, Кухня")
    assert found == {
        "text": "Мастард",
        "category": "suspect",
        "nearest": "Полковник Мастард",
        "choices": deck.suspects,
        "order": "Борис: Полковник Мастард, Нож, Кухня",
    }
    found = facts(GAMES["ru"], "Борис, Вождь пролетариата, Нож, Кухня")
    assert (found["text"], found["nearest"]) == ("Вождь пролетариата", "")


INFLECTED = [
    (
        "Я думаю, что убийство совершил профессор Плам в библиотеке с помощью подсвечника, Борис",
        "Борис <- Профессор Плам, Подсвечник, Библиотека",
        (("подсвечника", "Подсвечник"), ("библиотеке", "Библиотека")),
    ),
    (
        "Предположение для Бориса: Мисс Скарлетт в Кухне Верёвкой",
        "Борис <- Мисс Скарлетт, Веревка, Кухня",
        (("Бориса", "Борис"), ("Кухне", "Кухня"), ("Верёвкой", "Веревка")),
    ),
    (
        "Профессора Плама подсвечником в *столовой*, Борис",
        "Борис <- Профессор Плам, Подсвечник, Столовая",
        (
            ("Профессора Плама", "Профессор Плам"),
            ("подсвечником", "Подсвечник"),
            ("столовой", "Столовая"),
        ),
    ),
    (
        "Предположение для Полковника Мастарда: профессор Плам, нож, кухня",
        "Борис <- Профессор Плам, Нож, Кухня",
        (("Полковника Мастарда", "Полковник Мастард"),),
    ),
    (
        "Обвиняю полковника Мастарда свинцовой трубой в коридоре",
        "! Полковник Мастард, Свинцовая труба, Коридор",
        (
            ("полковника Мастарда", "Полковник Мастард"),
            ("свинцовой трубой", "Свинцовая труба"),
            ("коридоре", "Коридор"),
        ),
    ),
    ("Борис: *Миссис*\n*Пикок*, Hож, **К**ухня", RU, ()),
]


@pytest.mark.parametrize("asked", [[], [(1, 2, "s1", ("Миссис Уайт", "Нож", "Холл"))]])
@pytest.mark.parametrize(("text", "expected", "confirmed"), INFLECTED)
def test_F14_names_in_another_case_are_read_and_confirmed(text, expected, confirmed, asked):
    """A name in another case is the announced one, and the order says how each was read."""
    state = game(cards("ru"), NICKS["ru"], asked=asked, hand=("Нож",))
    (order,) = orders(state, text)
    assert told(state, text) == [expected]
    assert set(order.read_as) == set(confirmed)


SLIPS = [
    (
        "Думаю, убийство совершила Мисс Скарлетт в Кухне Верёквой",
        ("Верёквой", "weapon", "Веревка", None),
    ),
    (
        "Предположение для Борис: Мисс Скарлетт в Кухню Верёквой",
        ("Верёквой", "weapon", "Веревка", "Борис: Мисс Скарлетт, Веревка, Кухня"),
    ),
    ("Борис: Белая, верёвка, гостинная", ("гостинная", "room", "Гостиная", None)),
    ("Борис: Белая, верёвка, гостиная", ("Белая", "suspect", "", None)),
    (
        "Борис: Плама, верёвка, гостиная",
        ("Плама", "suspect", "Профессор Плам", "Борис: Профессор Плам, Веревка, Гостиная"),
    ),
    (
        "Борис: Миссис Пикок, verevka, гостиная",
        ("verevka", "weapon", "Веревка", "Борис: Миссис Пикок, Веревка, Гостиная"),
    ),
    (
        "Борис: Миссис Пикок, dthtdrf, гостиная",
        ("dthtdrf", "weapon", "Веревка", "Борис: Миссис Пикок, Веревка, Гостиная"),
    ),
    ("Вопрос для Борис", ("", "suspect", "", None)),
]


@pytest.mark.parametrize("asked", [[], [(1, 2, "s1", ("Миссис Уайт", "Нож", "Холл"))]])
@pytest.mark.parametrize(("text", "expected"), SLIPS)
def test_F14_slips_are_told_one_by_one(text, expected, asked):
    """The first words that are like a missing card are named alone, and the order as meant."""
    state = game(cards("ru"), NICKS["ru"], asked=asked, hand=("Нож",))
    found = facts(state, text)
    assert told(state, text) == ["? unknown_card F14"]
    assert tuple(map(found.get, ("text", "category", "nearest", "order"))) == expected
    if found.get("order"):
        assert told(state, found["order"]) == [found["order"].replace(":", " <-", 1)]


def test_F14_what_is_meant_by_an_accusation_is_not_put_into_an_order():
    """A public order that could be copied is never made of a private one."""
    assert "order" not in facts(GAMES["ru"], "Обвинение: Плам, Нож, Кухня")


def test_F12_the_only_reading_can_be_copied():
    """Where a doubt is left about the only reading, it is given as an order that is understood."""
    text = "Преступник - Миссис Пикок, орудие - Нож, место - Кухня. Борис, опровергай!"
    assert told(GAMES["ru"], text) == ["? ambiguous_suggestion F12"]
    (way,) = facts(GAMES["ru"], text)["choices"]
    assert told(GAMES["ru"], way) == [RU]


SURNAME = game(cards("ru"), ("Анна", "Игорь", "Ольга"), roles=("Шут", "Кот", "Плам"))


@pytest.mark.parametrize(
    "text", ["Игорь: Плам, Веревка, Столовая", "Игорь, Плам, Веревка, Столовая"]
)
def test_F14_a_surname_that_is_a_role(text):
    """A piece of a card is taken for the card, where somebody else is the addressee."""
    found = facts(SURNAME, text)
    assert (found["text"], found["nearest"]) == ("Плам", "Профессор Плам")
    assert told(SURNAME, "Плам: Веревка, Столовая, Белая")[0] == "? unknown_card F14"
    assert facts(SURNAME, "Плам: Веревка, Столовая, Белая")["text"] == "Белая"


OBLIQUE = game(
    cards("ru"),
    ("Я Сам", "Игорь", "Ольга", "Anna", "Оля", "Павел"),
    roles=("Шут", "Кот", "Пёс", "Паж", "Дама", "Граф"),
)


@pytest.mark.parametrize("rest", [": {}", ", {}", " {}", "\n{}", " - {}"])
@pytest.mark.parametrize(
    ("said", "nearest"),
    [
        ("для Игоря", "Игорь"),
        ("для Ольги", "Ольга"),
        ("dla Anny", "Anna"),
        ("для Оли", "Оля"),
        ("Предположение_1 для Павла", "Павел"),
        ("вопрос к Игорю", "Игорь"),
    ],
)
def test_F12_nicks_in_an_oblique_case(said, nearest, rest):
    """A nick in another case is the one that it is a case of, whatever follows it; it is told."""
    (order,) = orders(OBLIQUE, said + rest.format("Миссис Пикок, Нож, Кухня"))
    assert told(OBLIQUE, order.text) == [f"{nearest} <- Миссис Пикок, Нож, Кухня"]
    assert order.read_as == ((said.split()[-1], nearest),)


TWO = game(cards("ru"), ("Я", "Александр", "Александра", "Ян"), roles=("Шут", "Кот", "Пёс", "Паж"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Александра: {}", "Александра <- {}"),
        ("Александр: {}", "Александр <- {}"),
        ("для Александры: {}", "Александра <- {}"),
        ("для Александру: {}", "? ambiguous_suggestion F12"),
        ("для Александра: {}", "? ambiguous_suggestion F12"),
        ("для Александра / Кот: {}", "Александр <- {}"),
        ("для Александра / Пёс: {}", "Александра <- {}"),
        ("for Александра: {}", "Александра <- {}"),
        ("{}. Вопрос для Александра", "? ambiguous_suggestion F12"),
        ("для Яна: {}", "Ян <- {}"),
    ],
)
def test_F12_a_form_of_two_nicks_is_asked_back(text, expected):
    """«Для Александра» may mean two players; the role, or another order of words, tells which."""
    case = "Миссис Пикок, Нож, Кухня"
    assert told(TWO, text.format(case)) == [expected.format(case)]


def test_F12_unknown_nick_names_the_nearest():
    """The problem has the nick as written, the nearest one and those of all others."""
    found = facts(GAMES["ru"], "Предположение для Бориссу: Миссис Пикок, Нож, Кухня")
    choices = ["Борис", "Док.тор_Пи-2 🙂", "Мышь белая"]
    assert found == {"nick": "Бориссу", "nearest": "Борис", "choices": choices}


OWN_TEXT = "Я думаю, что убийство совершил Ленин, орудием 12 стульев в комнате Комната 101"
OWN = game(
    Deck(
        ("Ленин", "Вождь краснокожих", "Дама"),
        ("Нож", "Ножницы", "12 стульев"),
        ("Комната", "Комната 101", "Для гостей", "Зал", "Зал ожидания", "Бар"),
    ),
    ("Анна", "Борис"),
    roles=("Кот", "Пёс"),
    asked=[(1, 2, "s1", ("Дама", "12 стульев", "Бар"))],
    hand=("12 стульев", "Бар"),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Борис, Ленин, Ножницы, Комната 101", "Борис <- Ленин, Ножницы, Комната 101"),
        ("Борис, Ленин, Нож, Комната", "Борис <- Ленин, Нож, Комната"),
        ("Пес, Ленин, Нож, Зал ожидания", "Борис <- Ленин, Нож, Зал ожидания"),
        ("Борис, Ленин, 12 стульев, Для гостей", "Борис <- Ленин, 12 стульев, Для гостей"),
        ("Предположение для Борис: товарищ Ленин, Нож, Зал", "Борис <- Ленин, Нож, Зал"),
        (f"Предположение_2 для Пёс\n{OWN_TEXT}", "Борис <- Ленин, 12 стульев, Комната 101"),
        ("Предположение для Борис: Ленин, Нож, Зал ожиданий", "? ambiguous_suggestion F12"),
        ("Обвинение: Ленин, Нож, Зал ожиданий", "? ambiguous_suggestion F30"),
        ("Обвинение: Ленин, Нож, Зал", "! Ленин, Нож, Зал"),
        ("Борис, Вождь пролетариата, Нож, Зал", "? unknown_card F14"),
        ("Борис, Ленин, Нож, Комната 102", "? ambiguous_suggestion F12"),
        ("12 стульев", "1 = 12 стульев"),
        ("Показываю 12 стульев", "1 = 12 стульев"),
        ("Опровержение: 12 стульев", "1 = 12 стульев"),
        ("1 - 12 стульев", "1 = 12 стульев"),
        ("12", "? no_such_choice F20"),
    ],
)
def test_F14_cards_of_any_kind(text, expected):
    """The longest card counts; numbers and everyday words in a card belong to it."""
    assert told(OWN, text) == [expected]


@pytest.mark.parametrize("seat", ["organiser", "public"])
def test_whoever_has_no_seat_is_read_too(seat):
    """The organiser may write as well; the rules judge what comes of it."""
    assert told(GAMES["ru"], "статус", seat) == ["status"]
    assert told(GAMES["ru"], "нет", seat) == ["? nothing_to_answer F20"]
    assert told(GAMES["ru"], "Комментарий: Пора!", seat) == ["thread: Пора!"]
