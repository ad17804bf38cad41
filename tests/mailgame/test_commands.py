"""Commands by mail, from a real reply to a real letter, in three languages."""

from datetime import date

import pytest

from chalicelib import accounts, unsubscribe
from chalicelib.postbox import Outcome, Verdicts
from chalicelib.rules import table
from chalicelib.rules.verbs import CannotRefute, Refute, Suggest
from tests.worlds import GAME, World, words

ASK = Suggest("Mustard", "Knife", "Attic", "s2")


@pytest.fixture
def world(tmp_path):
    """A game of three on its first day, its first letters sent."""
    made = World(tmp_path).start()
    made.post()
    return made


def in_language(folder, language):
    """The same game in a language."""
    made = World(folder).start(language)
    made.post()
    return made


def asked(world):
    """Let Anna ask Boris, and give the letter he gets."""
    world.move("p1", ASK)
    (letter,) = world.letters_to("p2")
    return letter


def told(world, account="p2"):
    """The words of the one letter that goes to an account now."""
    (letter,) = world.letters_to(account)
    return words(letter)


def profile(world, account="p2"):
    """The account's profile."""
    return accounts.profile(world.store, account, now=world.time)


SETTINGS = [
    ("язык польский", "language", "pl"),
    ("язык: английский", "language", "en"),
    ("по-русски", "language", "ru"),
    ("language Polish", "language", "pl"),
    ("język rosyjski", "language", "ru"),
    ("часовой пояс Москва", "zone", "Europe/Moscow"),
    ("часовой пояс Europe/Moscow", "zone", "Europe/Moscow"),
    ("time zone UTC+3", "zone", "Etc/GMT-3"),
    ("strefa czasowa Kraków", "zone", "Europe/Warsaw"),
    ("сводка раз в день", "post", "daily"),
    ("daily digest", "post", "daily"),
    ("raz dziennie", "post", "daily"),
    ("сразу", "post", "all"),
    ("at once", "post", "all"),
    ("od razu", "post", "all"),
    ("только важное", "post", "mine"),
    ("only what is important", "post", "mine"),
    ("tylko ważne", "post", "mine"),
]


@pytest.mark.parametrize(("text", "field", "value"), SETTINGS)
def test_a_setting_is_changed_and_confirmed(world, text, field, value):
    """Language, time zone and amount of mail are kept, and a letter says so and how to undo it."""
    assert world.reply(asked(world), text) is Outcome.DONE
    assert getattr(profile(world), field) == value
    assert len(told(world)) > 150
    assert world.state.questions


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("ru", "язык польский", "polsku"),
        ("pl", "język rosyjski", "на русском"),
        ("ru", "language English", "English"),
    ],
)
def test_the_receipt_comes_in_the_new_language(tmp_path, language, text, word):
    """Whoever asks for another language is answered in it."""
    world = in_language(tmp_path, language)
    world.reply(asked(world), text)
    assert word in told(world)


@pytest.mark.parametrize("text", ["часовой пояс Масква", "time zone Moscov", "strefa Moskwaa"])
def test_an_unknown_zone_is_asked_back(world, text):
    """What is near is offered, and nothing is changed."""
    assert world.reply(asked(world), text) is Outcome.ASKED_BACK
    assert "Europe/Moscow" in told(world)
    assert profile(world).zone == ""


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ru", "меня не будет с 5 по 12 декабря"),
        ("en", "absent from 5 Dec to 12 Dec"),
        ("pl", "nieobecny od 5 do 12 grudnia"),
        ("en", "away 5.12-12.12"),
    ],
)
def test_F29_an_absence_is_announced(tmp_path, language, text):
    """F29: the days are kept, the receipt names them in words, and the thread is told."""
    world = in_language(tmp_path, language)
    letter = asked(world)
    assert world.reply(letter, text) is Outcome.DONE
    tally = world.state.tallies["s2"]
    assert (tally.since, tally.until, tally.away) == (date(2026, 12, 5), date(2026, 12, 12), True)
    receipt = told(world)
    assert "12" in receipt
    assert {"ru": "декабря", "en": "December", "pl": "grudnia"}[language] in receipt


@pytest.mark.parametrize("text", ["я вернулся", "I'm back", "wróciłem"])
def test_F29_back(world, text):
    """F29: whoever is back answers in person again."""
    letter = asked(world)
    world.reply(letter, "меня не будет до 12.12", "<away@x>")
    world.post()
    assert world.reply(letter, text, "<back@x>") is Outcome.DONE
    assert not world.state.tallies["s2"].by_gm


def test_F29_until_friday_is_counted_on_the_players_clock(world):
    """«До пятницы» is the coming Friday of the writer's own calendar: on Tuesday the fourth."""
    letter = asked(world)
    assert world.reply(letter, "меня не будет до пятницы") is Outcome.DONE
    assert world.state.tallies["s2"].until == date(2026, 12, 4)


@pytest.mark.parametrize(
    ("language", "text", "words_"),
    [
        ("ru", "правила F20", "обязан"),
        ("en", "rules F20", "refute"),
        ("pl", "zasada F20", "obalić"),
        ("en", "rules", "F10"),
        ("ru", "правила", "F10"),
        ("pl", "zasady", "F10"),
    ],
)
def test_rules_are_told(tmp_path, language, text, words_):
    """A rule by its number in a sentence, or all house rules with their numbers."""
    world = in_language(tmp_path, language)
    assert world.reply(asked(world), text) is Outcome.ANSWERED
    assert words_ in told(world)


def test_a_rule_that_is_none(world):
    """The answer says which there are."""
    assert world.reply(asked(world), f"rules F{99}") is Outcome.ASKED_BACK
    assert "F1 to F57" in told(world)


@pytest.mark.parametrize("text", ["история", "history", "historia 1", "история 1-2"])
def test_history_tells_what_the_reader_may_know(world, text):
    """The public line of each suggestion, and the cards that the reader showed or was shown."""
    letter = asked(world)
    world.move("p2", Refute(1, "Mustard"))
    world.move("p2", Suggest("White", "Rope", "Study", "s3"))
    world.move("p3", Refute(2, "White"))
    world.move("p1", Suggest("White", "Rope", "Study", "s3"))
    world.move("p3", Refute(3, "Study"))
    world.post()
    assert world.reply(letter, text) is Outcome.ANSWERED
    said = told(world)
    assert "Clara showed you: White" in said
    assert "Anna saw this card of yours: Mustard" in said
    assert "Study\n" not in said.replace("White, Rope, Study", "")


def test_history_is_of_the_days_that_are_asked_for(world):
    """Of two days one is told; a day that never was is none."""
    letter = asked(world)
    world.wait(days=1, minutes=1)
    world.tick()
    world.move("p1", Suggest("White", "Pipe", "Bar", "s3"))
    world.post()
    world.reply(letter, "history 1", "<a@x>")
    first = told(world)
    assert "Mustard, Knife, Attic" in first
    assert "White, Pipe, Bar" not in first
    world.reply(letter, "history 9", "<b@x>")
    assert "nothing to tell" in told(world)


def test_a_long_history_is_cut(world):
    """What one letter does not hold is asked for in another, and the letter says how."""
    for number in range(4):
        for count in range(45):
            world.move("p1" if count % 2 else "p2", table.Talk(f"line {number} {count}"))
        world.wait(days=1, minutes=1)
        world.tick()
    (*_, letter) = world.letters_to("p2")
    world.reply(letter, "history 1-4")
    said = told(world)
    assert "line 1 1" in said
    assert "history 3-4" in said
    assert "line 2 1" not in said


@pytest.mark.parametrize(
    ("language", "text"),
    [("ru", "отписаться"), ("en", "unsubscribe"), ("pl", "wypisz mnie")],
)
def test_unsubscribing_by_a_word(tmp_path, language, text):
    """The player keeps the seat and gets no mail but receipts; the organiser hears of it once."""
    world = in_language(tmp_path, language)
    letter = asked(world)
    assert world.reply(letter, text) is Outcome.DONE
    assert profile(world).off == (GAME,)
    mails = world.post()
    assert sorted(mail["To"] for mail in mails) == ["host@example.org", "p2@example.org"]
    assert "Boris" in words(next(m for m in mails if m["To"] == "host@example.org"))
    world.move("p1", Suggest("White", "Rope", "Bar", "s2"))
    assert world.letters_to("p2") == []
    assert world.state.seats[1].account == "p2"
    again = {"ru": "подписаться", "en": "subscribe", "pl": "zapisz mnie"}[language]
    assert world.reply(letter, again, "<on@x>") is Outcome.DONE
    assert profile(world).off == ()
    world.post()
    world.move("p3", Suggest("White", "Rope", "Bar", "s2"))
    assert len(world.letters_to("p2")) == 1


def test_everything_off(world):
    """«From everything» is all games, also those to come."""
    world.reply(asked(world), "unsubscribe from everything")
    assert unsubscribe.is_off(profile(world), "another")


def test_commands_beside_moves(world):
    """An answer, a setting and a question in one mail are done, with a receipt for each kind."""
    letter = asked(world)
    assert world.reply(letter, "Mustard\nlanguage Polish\nhistory") is Outcome.DONE
    assert not world.state.questions
    assert profile(world).language == "pl"
    assert len(world.letters_to("p2")) == 2


def test_a_refused_move_stops_the_commands(world):
    """Where one order cannot be done, none is: the setting beside it stays as it was."""
    letter = asked(world)
    assert world.reply(letter, "Rope\nlanguage Polish") is Outcome.ASKED_BACK
    assert profile(world).language == "en"
    assert world.reply(letter, "Clara: White, Rope\nlanguage Polish", "<2@x>") is Outcome.ASKED_BACK
    assert profile(world).language == "en"


def test_F53_a_successor_is_invited_by_mail(world):
    """F53: the invited needs no account: «yes» from there takes the seat, with the hand."""
    letter = asked(world)
    assert world.reply(letter, "замените меня на gleb@example.org") is Outcome.DONE
    world.wait(minutes=1)
    mails = {mail["To"]: mail for mail in world.post()}
    assert set(mails) == {"p2@example.org", "gleb@example.org", "host@example.org"}
    invitation = mails["gleb@example.org"]
    assert "Boris" in words(invitation)
    assert "Mustard" not in words(invitation)
    assert world.reply(invitation, "да, Глеб", "<yes@x>") is Outcome.DONE
    assert world.state.seats[1].nick == "Глеб"
    (welcome,) = [mail for mail in world.post() if mail["To"] == "gleb@example.org"]
    assert "Mustard" in words(welcome)


def test_F53_nobody_is_flooded_with_invitations(world):
    """Three invitations a day, whatever comes of them; the fourth is refused, and says so."""
    letter = asked(world)
    for number in range(3):
        text = f"replace me by x{number}@example.org"
        assert world.reply(letter, text, f"<{number}@x>") is Outcome.DONE
    assert world.reply(letter, "replace me by y@example.org", "<y@x>") is Outcome.ASKED_BACK
    assert world.reply(letter, "replace me by z", "<z@x>") is Outcome.ASKED_BACK
    world.wait(minutes=1)
    assert not any(mail["To"] == "y@example.org" for mail in world.post())


@pytest.mark.parametrize(
    ("language", "text"),
    [("ru", "прошу паузу"), ("en", "pause request: holidays"), ("pl", "proszę o pauzę")],
)
def test_F52_a_pause_is_asked_for_and_granted(tmp_path, language, text):
    """F52, F57: the organiser gets the request and grants it with one word, or ends the pause."""
    world = in_language(tmp_path, language)
    assert world.reply(asked(world), text) is Outcome.DONE
    (request,) = world.letters_to("host")
    word = {"ru": "Пауза", "en": "Pause", "pl": "Pauza"}[language]
    assert word in words(request)
    assert world.reply(request, word) is Outcome.DONE
    assert world.state.paused
    world.post()
    again = {"ru": "продолжить", "en": "resume", "pl": "wznów"}[language]
    assert world.reply(request, again, "<2@x>") is Outcome.DONE
    assert not world.state.paused


def test_F56_only_the_organiser_pauses(world):
    """F56: a player's «pause» is refused."""
    assert world.reply(asked(world), "pause") is Outcome.ASKED_BACK
    assert not world.state.paused


def test_F7_the_organiser_closes_the_day_by_mail(tmp_path):
    """F7: with one word, once everything is in."""
    world = World(tmp_path).start(suggestions_per_day=1)
    (letter, *_) = world.letters_to("host")
    assert world.reply(letter, "close the day", "<1@x>") is Outcome.ASKED_BACK
    for by, to in (("p1", "s2"), ("p2", "s3"), ("p3", "s1")):
        world.move(by, Suggest("Green", "Pipe", "Attic", to))
    for number, by in ((1, "p2"), (2, "p3"), (3, "p1")):
        world.move(by, CannotRefute(number))
    assert world.reply(letter, "close the day", "<2@x>") is Outcome.DONE
    assert world.state.day == 2


@pytest.mark.parametrize("text", ["выхожу", "resign", "rezygnuję z gry"])
def test_F15_leaving_by_a_word(world, text):
    """F15: the seat is empty, and the leaver gets a receipt."""
    assert world.reply(asked(world), text) is Outcome.DONE
    assert world.state.tallies["s2"].left


@pytest.mark.parametrize("text", ["ГМ: темно", "GM: it is dark", "MG: ciemno", "Ведущему: темно"])
def test_F57_a_word_to_the_gm(world, text):
    """F57: the organiser gets it, nobody else."""
    assert world.reply(asked(world), text) is Outcome.DONE
    (letter,) = world.letters_to("host")
    assert text.partition(": ")[2] in words(letter)


def test_a_vacation_notice_is_no_absence(world):
    """What an automatic answer says of somebody's holiday does nothing to the game."""
    letter = asked(world)
    letter.replace_header("Subject", "Автоответ: нет на месте")
    assert world.reply(letter, "Меня не будет до 12 декабря") is Outcome.MACHINE
    assert not world.state.tallies["s2"].by_gm


def test_commands_that_come_twice_are_done_once(world):
    """A mail brought again changes nothing and gets no second answer."""
    letter = asked(world)
    assert world.reply(letter, "language Polish", "<same@x>") is Outcome.DONE
    world.post()
    assert world.reply(letter, "language Polish", "<same@x>") is Outcome.REPEATED
    assert world.post() == []


def test_answers_to_two_mails_both_come(world):
    """Each says something else, so the later one does not stand for both."""
    letter = asked(world)
    world.reply(letter, "language Polish", "<1@x>")
    world.reply(letter, "time zone Warsaw", "<2@x>")
    assert len(world.letters_to("p2")) == 2


def test_B10_commands_in_blitz(tmp_path):
    """History is by turns, rules are those of blitz, and absences are announced there too."""
    blitz = World(tmp_path).start(ruleset="blitz")
    letter = next(mail for mail in blitz.post() if mail["To"] == "p2@example.org")
    blitz.move("p1", Suggest("Mustard", "Knife", "Attic"))
    blitz.move("p2", Refute(1, "Mustard"))
    blitz.post()
    for text, said in (
        ("history", "Anna saw this card of yours: Mustard"),
        ("rules", "B9"),
        ("away until Friday", "Accepted: the GM answers for you"),
    ):
        blitz.reply(letter, text, f"<{text[0]}@x>")
        assert said in told(blitz)
    assert blitz.state.tallies["s2"].away


def test_nobody_vouches_for_a_question_about_the_hand(world):
    """To mail that is not proven the history names no card, and commands work all the same."""
    letter = asked(world)
    world.move("p2", Refute(1, "Mustard"))
    world.post()
    text = "history\nstatus\nlanguage Polish"
    assert world.reply(letter, text, verdicts=Verdicts()) is Outcome.DONE
    (answer,) = world.letters_to("p2")
    said = words(answer)
    assert "Mustard, Knife, Attic" in said
    for hidden in ("zna twoją kartę", "Rope", "Lounge"):
        assert hidden not in said
