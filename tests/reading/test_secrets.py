"""What must not become public by mistake: accusations, unmarked words, cards under a comment."""

import pytest

from tests.reading.scenes import NICKS, cards, game, told

GAMES = {language: game(cards(language), nicks) for language, nicks in NICKS.items()}
RU = "Миссис Пикок, Нож, Кухня"
EN = "Mrs Peacock, Dagger, Kitchen"
PL = "Pani Peacock, Sztylet, Kuchnia"
RU_TEXT = "Я думаю, что убийство совершила Миссис Пикок, орудием Нож в комнате Кухня"

ACCUSED = [
    ("ru", f"Обвинение: {RU}", RU),
    ("ru", f"обвинение\n\n{RU}", RU),
    ("ru", f"Обвиняю: {RU}.", RU),
    ("ru", f"Я обвиняю {RU}!", RU),
    ("ru", f"Обвинение\n{RU_TEXT}", RU),
    ("ru", "**Обвинение:** **Миссис Пикок**, **Нож**, **Кухня**", RU),
    ("en", f"I accuse {EN}", EN),
    ("en", f"Accusation: {EN}", EN),
    ("en", "I accuse Mrs Peacock with the Dagger in the Kitchen.", EN),
    ("pl", f"Oskarżam: {PL}", PL),
    ("pl", f"Oskarżenie\n{PL}", PL),
    ("ru", f"I accuse: {RU}", RU),
]


@pytest.mark.parametrize(("language", "text", "case"), ACCUSED)
def test_F30_accusation(language, text, case):
    """An accusation is read in all languages."""
    assert told(GAMES[language], text) == [f"! {case}"]


UNSURE = [
    (f"Обвинение: {RU}, Гостиная", "two_of_a_kind F30"),
    ("Обвинение: Миссис Пикок, Ножик, Кухня", "unknown_card F30"),
    ("Обвинение", "unknown_card F30"),
    (f"Обвинение: не {RU}", "ambiguous_suggestion F30"),
    (f"Обвинение: {RU}?", "ambiguous_suggestion F30"),
    (f"Обвинение для Борис: {RU}", "ambiguous_suggestion F30"),
    (f"Обвинение: {RU}. Борис, прости!", "ambiguous_suggestion F30"),
    (f"Обвинение: {RU}. Ответь, пожалуйста, был ли у тебя вопрос", "ambiguous_suggestion F30"),
    (f"Обвинение пока делать не стану, хотя {RU}", "ambiguous_suggestion F30"),
    (f"Обвинение: Мисс Скарлетт, {RU}", "two_of_a_kind F30"),
]


@pytest.mark.parametrize(("text", "problem"), UNSURE)
def test_F30_never_guessed(text, problem):
    """An accusation cannot be taken back: any doubt is asked back."""
    assert told(GAMES["ru"], text) == [f"? {problem}"]


SLIPS = (
    *("Обвниение", "Абвинение", "обвенение", "Обвинеие", "Обвиню", "Обвинил бы", "Хочу обвинить"),
    *("Убийца", "Мой вердикт", "Acusation", "I acuse", "Oskarzam", "Oskarżm", "Accuse", "Ответ"),
    *(
        "Организатору",
        "To the organiser",
        "В конверте",
        "Итак, обвинение",
        "Разгадка",
        "Ведущему",
        "Ведущий",
        "GM",
        "Только для ГМ",
    ),
)


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize(
    "form",
    [
        "{}: {}, Борис",
        "{} для Борис: {}",
        "{} {}, Борис",
        "{}\n{}\nБорис",
        "{}\n\n{}\n\nБорис",
        "Борис, {}: {}",
        "{}. Борис, {}",
        "{} - {} - Борис",
        "Борис: {}, {}",
        "Борис: {1}, {0}",
        "Комментарий: ха\n{}: {}",
        "Предположение для Борис: нет, обвинение! {0} {1}",
    ],
)
def test_F30_accusation_with_a_slip_is_never_public(form, slip):
    """However an accusation is misspelt and whoever stands beside it, nobody gets to read it."""
    read = told(GAMES["ru"], form.format(slip, RU))
    public = [line for line in read if "<-" in line or ("thread" in line and "Нож" in line)]
    assert not public or any(line.startswith("?") for line in read)


SAID = [
    ("Комментарий: Добрый вечер!", ["thread: Добрый вечер!"]),
    ("*Комментарий:* Добрый вечер!", ["thread: Добрый вечер!"]),
    ("В тред: ёлки-палки, *сыро*", ["thread: ёлки-палки, *сыро*"]),
    ("Comment: Good evening.\nIt is dark.", ["thread: Good evening.\nIt is dark."]),
    ("Say: hello", ["thread: hello"]),
    ("Komentarz: Dobry wieczór", ["thread: Dobry wieczór"]),
    ("Do wątku: cześć", ["thread: cześć"]),
    ("Комментарий: раз\n\nдва\n\nтри", ["thread: раз\n\nдва\n\nтри"]),
    ("Комментарий: Нож ваш, сударь", ["thread: Нож ваш, сударь"]),
    ("Комментарий: раз\n\nНож", ["thread: раз", "? nothing_to_answer F20"]),
    ("Комментарий: раз\nНож", ["thread: раз", "? nothing_to_answer F20"]),
    ("Комментарий: раз\nпокажу Нож", ["thread: раз", "? nothing_to_answer F20"]),
    ("Комментарий: раз\n\nПистолетик", ["thread: раз", "? unreadable F13"]),
    ("Комментарий: раз\nОбвниение: Пикок, Ножик, Кухней", ["thread: раз", "? unreadable F13"]),
    ("Комментарий: раз\n\nМое обвенение: Пикок", ["thread: раз", "? unreadable F13"]),
    ("Комментарий: раз\nстатус", ["thread: раз", "status"]),
    ("Комментарий: раз\nВедущему: два", ["thread: раз", "gm: два"]),
    (f"Комментарий: раз\nОбвинение: {RU}", ["thread: раз", f"! {RU}"]),
    (f"Комментарий: Обвинение: {RU}", ["? ambiguous_suggestion F30"]),
    (f"Ведущему: обвниение: {RU}", ["? ambiguous_suggestion F30"]),
    ("Ведущему: можно вопрос?", ["gm: можно вопрос?"]),
    ("GM: a question", ["gm: a question"]),
    ("Организатору: можно вопрос?", ["gm: можно вопрос?"]),
    ("To the organiser: a question", ["gm: a question"]),
    ("Do organizatora: pytanie", ["gm: pytanie"]),
    ("Do MG: pytanie", ["gm: pytanie"]),
    ("Комментарий:", ["? nothing_said F55"]),
    ("Комментарий: " + "а" * 2001, ["? said_too_long F55"]),
    ("Добрый вечер, господа присяжные!", ["? unreadable F13"]),
    ("Комментарий привет", ["? unreadable F13"]),
]


@pytest.mark.parametrize(("text", "expected"), SAID)
def test_F55_only_marked_words_are_public(text, expected):
    """Speech needs its marker, and ends before whatever names a card or begins an order."""
    assert told(GAMES["ru"], text) == expected


def test_F55_a_wrapped_line_goes_on_with_the_comment():
    """Where a mail program broke a long line, a card on the next line is no new order."""
    long = "Комментарий: " + "слово " * 9 + "и вдруг\nНож, сказала графиня"
    (read,) = told(GAMES["ru"], long)
    assert read.startswith("thread: ")
    assert read.endswith("Нож, сказала графиня")


FIXED = [
    ("Отвечайте за меня", "for me: True"),
    ("отвечайте за меня, пожалуйста!", "for me: True"),
    ("Отвечайте за меня до 05.12.2026.", "for me: 2026-12-05"),
    ("Answer for me until 2026-12-05", "for me: 2026-12-05"),
    ("Odpowiadajcie za mnie do 5.12.2026", "for me: 2026-12-05"),
    ("Отвечайте за меня до завтра", "? bad_date F29"),
    ("Отвечайте за меня до 31.02.2026", "? bad_date F29"),
    ("Отвечаю сам", "for me: False"),
    ("I answer myself", "for me: False"),
    ("odpowiadam sama", "for me: False"),
    ("Выхожу из игры", "leave"),
    ("I leave the game", "leave"),
    ("Opuszczam grę", "leave"),
    ("Может, выхожу из игры", "? unreadable F13"),
    ("Код для замены", "offer"),
    ("Offer my seat.", "offer"),
    ("kod dla zastępcy", "offer"),
    ("Код для замены лампочки", "? unreadable F13"),
    ("статус", "status"),
    ("*Status*", "status"),
    ("stan?", "status"),
    ("Помощь!", "help"),
    ("help", "help"),
    ("pomoc", "help"),
]


@pytest.mark.parametrize(("text", "expected"), FIXED)
def test_fixed_orders(text, expected):
    """Standing orders, leaving and commands are whole lines (F15, F29)."""
    assert told(GAMES["ru"], text) == [expected]


CASE = ("Миссис Пикок", "Нож", "Кухня")
LATE = game(
    cards("ru"),
    NICKS["ru"],
    asked=[(1, 1, "s2", CASE), (2, 1, "s4", CASE), (1, 3, "s2", CASE), (3, 1, "s2", CASE)],
    owed=[1, 2, 3],
)


@pytest.mark.parametrize(
    ("text", "seat", "expected"),
    [
        ("Карточка не пришла", "s3", "no card for 3"),
        ("The card has not come!", "s3", "no card for 3"),
        ("Karta nie przyszła", "s3", "no card for 3"),
        ("Карточка не пришла от Борис", "s3", "no card for 3"),
        ("Карточка не пришла", "s1", "? which_suggestion F24"),
        ("Карточка не пришла: 2", "s1", "no card for 2"),
        ("Карточка не пришла по предположению №1", "s1", "? unreadable F24"),
        ("Карточка не пришла на предположение 1", "s1", "no card for 1"),
        ("Карточка не пришла от Мышь белая", "s1", "no card for 2"),
        ("Карточка не пришла: 3", "s1", "? which_suggestion F24"),
        ("Карточка не пришла?", "s3", "? unreadable F24"),
        ("Карточка не пришла вовремя, но уже здесь", "s3", "? unreadable F24"),
        ("Карточка не пришла", "s2", "? nothing_to_answer F24"),
    ],
)
def test_F24_a_card_that_has_not_come(text, seat, expected):
    """The complaint is about the card that is owed to the writer; of several one is named."""
    assert told(LATE, text, seat) == [expected]
