"""What bots read in real letters: the stable lines of the English text part."""

from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from random import Random

import pytest

from chalicelib.rules.table import AnswerForMe
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from infra.bots import letters, tactics
from infra.bots.letters import Answered, Asked, Shown
from infra.bots.memory import Memory, learn
from tests.tables import DECK, HANDS, START
from tests.worlds import World


class Opened(World):
    """A game of three with known hands; ``first`` are the letters with the hands."""

    def __init__(self, folder):
        """Begin the game."""
        super().__init__(folder)
        self.start()
        self.first = {m["To"]: m for m in self.post() if "Your hand" in m.as_string()}


@pytest.fixture
def world(tmp_path):
    """A game that has begun."""
    return Opened(tmp_path)


def read(mail):
    """A mail as a bot reads it, after its way through bytes."""
    letter = letters.opened(message_from_bytes(mail.as_bytes(), policy=default))
    assert letter
    return letter


def first(world, account="p1"):
    """The letter with the hand."""
    return read(world.first[f"{account}@example.org"])


def memory_of(world, account="p1", nick="Anna"):
    """What a bot remembers after the letter with its hand."""
    return learn(Memory(me=nick), first(world, account))


def test_the_first_letter_tells_the_table(world):
    """Deck, nicks, hand, day and rights are read off the first letter."""
    letter = first(world)
    told = letters.table(letter.text)
    assert told
    assert (told.suspects, told.weapons, told.rooms) == (DECK.suspects, DECK.weapons, DECK.rooms)
    assert (told.nicks, told.hand) == (("Anna", "Boris", "Clara"), HANDS["s1"])
    assert letters.day(letter) == (1, START + timedelta(days=1))
    assert letters.left(letter.text) == 3


def test_a_question_and_its_answer(world):
    """Who asks, by which cards it can be refuted, and what the asker is shown."""
    world.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    (mail,) = world.letters_to("p2")
    assert letters.asked(read(mail).text) == (Asked("Anna", 1, ("Mustard", "Rope")),)
    assert letters.about_one(read(mail).text)
    world.move("p2", Refute(1, "Rope"))
    (mail,) = world.letters_to("p1")
    memory = learn(memory_of(world), read(mail))
    assert memory.answers == {Answered("Anna", "Boris", ("Mustard", "Rope", "Attic"), True)}
    assert memory.cards == {Shown("Boris", "Anna", "Rope")}


def test_what_was_answered_by_now_is_no_question(world):
    """A letter that comes late says so of a question, and asks only what is open."""
    asks = (Suggest("Mustard", "Rope", room, "s2") for room in ("Attic", "Hall"))
    world.move("p1", *asks)
    world.move("p2", Refute(1, "Rope"))
    (mail,) = world.letters_to("p2")
    assert letters.asked(read(mail).text) == (Asked("Anna", 2, ("Mustard", "Rope")),)


def test_a_letter_that_lists_debts_asks_nothing_new(world):
    """What waits is repeated in letters that tell how things stand; it is answered once."""
    world.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    (mail,) = world.letters_to("p2")
    world.reply(mail, "status")
    (mail,) = world.letters_to("p2")
    assert "asks you" in read(mail).text
    assert letters.asked(read(mail).text) == ()


def test_the_gm_answers_and_shows(world):
    """A card the GM shows counts like any other, on both sides."""
    world.move("p2", AnswerForMe())
    world.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    mails = {mail["To"]: read(mail).text for mail in world.post()}
    table = letters.table(first(world).text)
    assert table
    shown = {Shown("Boris", "Anna", "Mustard")}
    assert set(letters.shown(mails["p1@example.org"], table, "Anna")) == shown
    assert set(letters.shown(mails["p2@example.org"], table, "Boris")) == shown


def test_F27_a_penalty_is_read_with_the_new_day(world):
    """After a penalty the letter says how many suggestions are left to the reader."""
    world.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    world.wait(minutes=1)
    world.move("p2", Suggest("Mustard", "Rope", "Attic", "s1"))
    world.wait(days=1)
    world.tick()
    mails = {mail["To"]: read(mail) for mail in world.post()}
    assert letters.left(mails["p2@example.org"].text) == 2
    assert letters.left(mails["p3@example.org"].text) == 3
    assert letters.day(mails["p2@example.org"])[0] == 2


def test_F32_the_window_is_open_and_over(world):
    """The end of the window is read off the letter that opens it; the accuser is out."""
    world.move("p1", Accuse("Scarlett", "Knife", "Hall"))
    mails = {mail["To"]: read(mail) for mail in world.post()}
    until = letters.accusations_until(mails["p2@example.org"])
    assert until
    assert abs(until - START - timedelta(days=1)) < timedelta(minutes=1)
    assert letters.out(mails["p1@example.org"].text)
    world.wait(days=1, hours=1)
    world.tick()
    assert any(letters.accusations_over(read(mail).text) for mail in world.post())


def test_times_are_read_over_the_new_year():
    """A date without a year is the nearest one of that name."""
    near = datetime(2026, 12, 31, 23, tzinfo=UTC)
    assert letters._moment("1 January at 02:00 (Europe/Moscow)", near) == near
    assert letters._moment("30 December at 23:00 (UTC)", near) == near - timedelta(days=1)
    assert letters._moment("some day", near) is None


@pytest.mark.parametrize(("skill", "first_day"), [(1.0, 1), (0.0, 2)])
def test_an_unskilled_bot_accuses_a_day_late(world, skill, first_day):
    """It knows the envelope, and says so on the next day only."""
    memory = memory_of(world)
    others = {"Boris": HANDS["s2"], "Clara": HANDS["s3"]}
    cards = {Shown(nick, "Anna", card) for nick, hand in others.items() for card in hand}
    memory = memory.but(cards=frozenset(cards))
    for day in (1, 2):
        memory, case = tactics.accusation(memory.but(day=day), START, Random(1), skill)
        assert bool(case) == (day >= first_day)
        assert case in (None, ("Green", "Pipe", "Attic"))


def test_F32_a_guess_is_made_at_the_last_moment_and_only_if_it_is_likely(world):
    """In a window of accusations a bot waits for its answers, then accuses if that is wise."""
    shown = {"Boris": ("Mustard", "Rope", "Lounge"), "Clara": ("Pistol", "Library", "Kitchen")}
    cards = {Shown(nick, "Anna", card) for nick, hand in shown.items() for card in hand}
    even = Answered("Anna", "Boris", ("White", "Knife", "Study"), False)
    more = Answered("Anna", "Clara", ("Scarlett", "Knife", "Study"), False)
    until = START + timedelta(hours=30)
    memory = memory_of(world).but(cards=frozenset(cards), until=until, left=0)

    def guess(now, closes, *facts):
        known = memory.but(answers=frozenset(facts), closes=closes)
        return tactics.accusation(known, now, Random(1), 1.0)[1]

    assert guess(START, START + timedelta(hours=24), even, more) is None
    assert guess(START, START + timedelta(hours=48), even, more) == ("White", "Pipe", "Study")
    assert guess(until - timedelta(minutes=9), START, even, more) == ("White", "Pipe", "Study")
    assert guess(until - timedelta(minutes=9), START, even) is None
