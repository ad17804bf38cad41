"""What players ask of the program, in three languages; talk that only holds such words is none."""

from datetime import date

import pytest

from chalicelib.letters import Problem
from chalicelib.read.commands import Command, command
from chalicelib.rules.forum.rulings import CloseDay
from chalicelib.rules.office import Pause, Resume
from chalicelib.rules.table import AnswerForMe, Leave, Start, TellGM
from tests.reading.scenes import NICKS, cards, game, orders

TUESDAY = date(2026, 12, 1)

COMMANDS = {
    "status": "статус | Статус! | статус игры | мои карточки | status | my cards | stan | stan gry",
    "help": "помощь | ПОМОГИТЕ | пожалуйста, помощь | help | help, please | commands | pomoc",
    "history": "история | история игры | history | historia | хроника",
    "history 3-3": (
        "история 3 | история: 3 | история за день 3 | история дня 3 | история 3 день | history 3 | "
        "history of day 3 | historia dnia 3 | история, ход 3"
    ),
    "history 3-5": (
        "история 3-5 | история 3–5 | история с 3 по 5 | история 5-3 | история дни 3-5 | "
        "history 3 to 5 | history days 3-5 | historia od 3 do 5 | historia dni 3-5"
    ),
    "rules": "правила | правила игры | rules | house rules | zasady | reguły gry",
    "rules F20": (
        "правила F20 | правило F20 | правила Ф20 | Правило f-20. | rules F20 | rule f20 | "
        "zasada F20 | zasady: F20 | правило №F20"
    ),
    "rules B3": "правило B3 | rule b3 | zasada B3 | правило Б3",
    "forum": "код форума | Код для форума, пожалуйста | forum code | Kod na forum!",
    "unobserve": "не наблюдать | stop observing | nie obserwuj",
    "language pl": (
        "язык польский | язык: польский | Язык — польский. | по-польски | language Polish | "
        "language: pl | język polski | po polsku | пишите по-польски"
    ),
    "language en": "язык английский | language English | in English, please | język angielski",
    "language ru": "язык русский | language Russian | język rosyjski | по-русски",
    "post daily": (
        "сводка раз в день | раз в день | дайджест | digest | once a day | daily digest | "
        "raz dziennie | podsumowanie raz dziennie"
    ),
    "post all": "сразу | всё сразу | at once | immediately | od razu | natychmiast",
    "post mine": "только важное | только моё | only what is important | tylko ważne",
    "zone Europe/Moscow": (
        "часовой пояс Москва | часовой пояс: Europe/Moscow | пояс мск | часовой пояс по Москве | "
        "моё время московское | time zone Moscow | timezone Europe/Moscow | "
        "strefa czasowa Moskwa | часовой пояс Питер"
    ),
    "zone Europe/Warsaw": "часовой пояс Варшава | time zone Warsaw | strefa czasowa Kraków",
    "zone Etc/GMT-3": "часовой пояс UTC+3 | time zone UTC +3 | strefa GMT+3 | часовой пояс +3",
    "zone Etc/GMT+5": "time zone UTC-5 | часовой пояс UTC−5",
    "zone Etc/GMT-5": "часовой пояс МСК+2",
    "zone Asia/Kolkata": "time zone UTC+5:30",
    "zone Etc/UTC": "time zone UTC | часовой пояс GMT",
    "unsubscribe": "отписаться | Отпишите меня. | unsubscribe | wypisz mnie | UNSUBSCRIBE!",
    "unsubscribe all": "отписаться от всего | unsubscribe from everything | wypisz ze wszystkiego",
    "subscribe": "подписаться | subscribe | resubscribe | zapisz mnie",
    "subscribe all": "подписаться на всё | subscribe to everything | zapisz mnie na wszystko",
    "replace gleb@example.org": (
        "замените меня на gleb@example.org | замените меня на: <gleb@example.org> | "
        "вместо меня будет gleb@example.org | replace me by gleb@example.org | "
        "replace me with gleb@example.org. | zastąp mnie przez gleb@example.org | "
        "zastąpi mnie gleb@example.org | my successor is gleb@example.org"
    ),
    "join k7f3-q9xa Анна": (
        "вступить k7f3-q9xa Анна | вступаю K7F3-Q9XA как Анна | join k7f3-q9xa Анна | "
        "хочу играть: k7f3-q9xa, ник Анна | join k7f3-q9xa as «Анна» | "
        "dołącz k7f3-q9xa jako Анна | dołączam k7f3-q9xa Анна"
    ),
    "join k7f3-q9xa Док.тор_Пи-2 🙂": "вступить k7f3-q9xa Док.тор_Пи-2 🙂",
    "join k7f3-q9xa": "вступить k7f3-q9xa | join k7f3-q9xa | dołączam k7f3-q9xa",
    "observe k7f3-q9xa": (
        "наблюдать k7f3-q9xa | observe k7f3-q9xa | watch the game k7f3-q9xa | obserwuj k7f3-q9xa"
    ),
}

PERIODS = {
    (date(2026, 12, 5), date(2026, 12, 12)): (
        "меня не будет с 5 по 12 декабря | меня не будет 5–12 декабря | "
        "я буду отсутствовать с 05.12 по 12.12 | отсутствую с 5.12.2026 по 12.12.2026 | "
        "Меня не будет с 5-го по 12-е декабря, пожалуйста. | absent from 5 Dec to 12 Dec | "
        "I am away from December 5 until December 12 | away 2026-12-05 - 2026-12-12 | "
        "I'll be away from the 5th to the 12th of December | away from 5.12. to 12.12. | "
        "nieobecny od 5 do 12 grudnia | nieobecna od 5.12 do 12.12 | "
        "nie będzie mnie od 5 grudnia do 12 grudnia włącznie | "
        "меня не будет с 5 декабря 18:00 до 12 декабря 10:00"
    ),
    (None, date(2026, 12, 4)): (
        "меня не будет до пятницы | меня не будет по пятницу | absent until Friday | "
        "away till Friday | nie będzie mnie do piątku | меня не будет до 4 декабря"
    ),
    (date(2026, 12, 2), date(2026, 12, 2)): (
        "меня не будет завтра | меня не будет 2 декабря | absent tomorrow | nie będzie mnie jutro"
    ),
    (
        date(2026, 12, 1),
        date(2026, 12, 7),
    ): "меня не будет неделю | away for a week | nie ma mnie tydzień",
    (
        date(2026, 12, 2),
        None,
    ): "меня не будет с завтрашнего дня | away from tomorrow | nie ma mnie od jutra",
    (
        date(2026, 12, 28),
        date(2027, 1, 5),
    ): "в отпуске с 28 декабря по 5 января | urlop od 28 grudnia do 5 stycznia",
    (None, None): "меня не будет | absent | nie będzie mnie",
}

MOVES = {
    AnswerForMe(on=False): "я вернулся | Я вернулась! | I'm back | I am back | wróciłem | wróciłam",
    Leave(): "выхожу | ухожу из игры | leave the game | rezygnuję z gry",
    Pause(): "пауза | pause | pauza",
    Pause("ищем замену"): "пауза: ищем замену | pause: ищем замену",
    Resume(): "продолжить | продолжаем игру | конец паузы | resume | wznów | koniec pauzy",
    CloseDay(): "закрыть день | close the day | zamknij dzień",
    Start(): "начать игру | start the game | rozpocznij grę",
    TellGM("прошу паузу", "pause"): "прошу паузу",
    TellGM("уезжаю", "pause"): "прошу паузу: уезжаю | I ask for a pause: уезжаю",
    TellGM("I ask for a pause", "pause"): "I ask for a pause",
    TellGM("proszę o pauzę", "pause"): "proszę o pauzę",
    TellGM("нужна замена", "successor"): "нужна замена",
}

TALK = """я отписаться хотел, но передумал | no need for help | история интересная
| история!! 3 раза | статус кво | help yourself | помощь не нужна | правила нарушены
| the rules are clear
| rules are rules | язык мой — враг мой, говорил он мне вчера | back to the kitchen
| я вернулся на кухню
| меня зовут Анна | join the party | вступить в клуб | наблюдать закат | observe the silence
| выхожу на балкон | пауза затянулась, господа | pause for effect | сразу видно мастера
| раз в день и палка стреляет | digest your food | unsubscribe? Never, I love it
| подписаться под этим я не могу | stop observing me! | замените меня на кухне
| replace me by tomorrow | resume later | продолжить завтра | начать игру с чистого листа
| закрыть день красиво | zamknij dzień z uśmiechem | stan wyjątkowy | pomoc nadchodzi
| historia lubi się powtarzać | po polsku mówię słabo | wróciłem z kuchni | daily bread
| only important people | once a day an apple | start of the story | I resign myself to it"""

WRONG = {
    "часовой пояс Масква": "unknown_zone",
    "time zone Moon": "unknown_zone",
    "strefa czasowa UTC+99": "unknown_zone",
    "язык клингонский": "unknown_language",
    "language Klingon": "unknown_language",
    "меня не будет на кухне": "bad_period",
    "меня не будет до 31.02": "bad_period",
    "away until the end": "bad_period",
    "nie będzie mnie od kiedyś": "bad_period",
    "отвечайте за меня до второго пришествия": "bad_date",
    "меня не будет с 10 по 5 декабря": "bad_period",
    "absent from 5 December to 3 December": "bad_period",
    "nieobecny od 12 do 5 grudnia": "bad_period",
    "замените меня на gleb@": "wrong_email",
}


def each(table):
    """Every text of a table with what it stands for."""
    return [(text.strip(), key) for key, texts in table.items() for text in texts.split("|")]


def told(found):
    """A command in words."""
    if not isinstance(found, Command):
        return found
    days = f"{found.first}-{found.last}" if found.first else ""
    return " ".join(filter(None, (found.kind, found.text, found.nick, days)))


@pytest.mark.parametrize(("text", "meant"), each(COMMANDS))
def test_commands_are_understood(text, meant):
    """Each command has the words of three languages, and natural variants of them."""
    assert told(command(text, TUESDAY)) == meant


@pytest.mark.parametrize(("text", "days"), each(PERIODS))
def test_F29_absences_are_understood(text, days):
    """F29: from when to when, in words or numbers, counted from the day of arrival."""
    assert command(text, TUESDAY) == AnswerForMe(since=days[0], until=days[1], away=True)


@pytest.mark.parametrize(("text", "move"), each(MOVES))
def test_commands_that_are_moves(text, move):
    """What players and organisers order in a word or two."""
    assert command(text, TUESDAY) == move


@pytest.mark.parametrize("text", [text.strip() for text in TALK.split("|")])
def test_talk_is_no_command(text):
    """Words of a command among others do nothing at all, and are never half understood."""
    found = command(text, TUESDAY)
    assert found is None or isinstance(found, Problem)


@pytest.mark.parametrize(("text", "code"), WRONG.items())
def test_what_is_wrong_is_said(text, code):
    """What can only be a command and cannot be understood is a problem of its own."""
    found = command(text, TUESDAY)
    assert isinstance(found, Problem)
    assert found.code == code


@pytest.mark.parametrize(
    "text", ["отвечайте за меня с 5 по 7 декабря", "answer for me from 5 to 7 Dec"]
)
def test_F29_an_order_may_have_days_too(text):
    """F29: to answer for somebody who is there, from a day to a day."""
    found = command(text, TUESDAY)
    assert found == AnswerForMe(since=date(2026, 12, 5), until=date(2026, 12, 7))


@pytest.fixture
def scene():
    """A game in which somebody is called as a command is, and so is a card."""
    pack = cards("en")
    rooms = (*pack.rooms[:-1], "Digest")
    deck = type(pack)(pack.suspects, pack.weapons, rooms)
    return game(deck, ("Anna", "History", "Статус"))


def test_a_name_of_the_game_is_the_name(scene):
    """A card or nick that is a command elsewhere stays a name where it stands alone."""
    for text in ("Digest", "History"):
        (order,) = orders(scene, text)
        assert not order.command
    assert orders(scene, "Статус")[0].command == "status"


def test_three_names_in_lines_stay_a_suggestion(scene):
    """A nick and cards one below the other are a suggestion, whatever the nick means elsewhere."""
    pack = scene.deck
    text = f"History\n{pack.suspects[0]}\n{pack.weapons[0]}\nDigest"
    (order,) = orders(scene, text)
    assert order.move
    assert (order.move.to, order.move.room) == ("s2", "Digest")


@pytest.mark.parametrize("language", NICKS)
def test_commands_stand_beside_moves(language):
    """Each line is an order of its own: a suggestion, a question, a setting, a comment."""
    state = game(cards(language), NICKS[language])
    pack, nick = state.deck, NICKS[language][1]
    suggestion = f"{nick}: {pack.suspects[0]}, {pack.weapons[0]}, {pack.rooms[0]}"
    comment = {"ru": "Комментарий: хм", "en": "Comment: hm", "pl": "Komentarz: hm"}[language]
    found = orders(state, f"{suggestion}\nhistory 1-2\nязык польский\n\n{comment}\nstatus")
    kinds = [order.command or type(order.move).__name__ for order in found]
    assert kinds == ["Suggest", "history", "language", "Talk", "status"]


def test_replacing_is_an_offer_with_an_invitation():
    """F53: the offer of the seat is a move, the invitation goes with it."""
    state = game(cards("en"), NICKS["en"])
    (order,) = orders(state, "replace me by gleb@example.org")
    assert (type(order.move).__name__, order.command) == ("OfferSeat", "replace")


def test_long_lines_are_no_commands():
    """A line that is longer than any command is talk; reading it takes no time."""
    assert command("история " + "1" * 10_000, TUESDAY) is None
