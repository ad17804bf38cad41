"""Joining and observing by mail, from addresses that nobody knows; strangers get little."""

from datetime import timedelta
from email.message import EmailMessage

import pytest

from chalicelib import accounts, observers
from chalicelib.game import IllegalMove
from chalicelib.postbox import Arrival, Outcome, Verdicts, receive
from chalicelib.proofs import MOST_A_DAY
from chalicelib.rules import forum, table
from chalicelib.rules.house import options as house_rules
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from tests.tables import CODE, DECK
from tests.worlds import GAME, World, words


@pytest.fixture
def world(tmp_path):
    """A table that gathers players, in English."""
    made = World(tmp_path)
    made.account("host", "en")
    house = house_rules(forum.PRESETS, "full", {})
    setting = table.Setting(made.title, "en")
    made.move("host", forum.Create(setting, house, "full", DECK, CODE))
    made.post()
    return made


@pytest.fixture
def running(tmp_path):
    """A game of three on its first day, its first letters sent."""
    made = World(tmp_path).start()
    made.post()
    return made


def written(world, sender, text, *, dmarc="DISABLED", to="game", name=""):
    """A mail from somebody to the program, with no letter that it answers."""
    mail = EmailMessage()
    mail["From"], mail["To"] = sender, f"{to}@in.alibi.test"
    mail["Message-ID"] = f"<{name or abs(hash((sender, text)))}@example.org>"
    mail["Subject"] = "hello"
    mail.set_content(text)
    verdicts = Verdicts(dmarc=dmarc)
    recipient = mail["To"].addresses[0].addr_spec
    arrival = Arrival(mail.as_bytes(), sender, (recipient,), world.time, verdicts)
    return receive(world.site, arrival)


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        (f"вступить {CODE} Глеб", "да"),
        (f"Привет!\njoin {CODE} as Глеб\nSee you", "Yes."),
        (f"dołączam {CODE} Глеб", "tak"),
    ],
)
def test_an_unknown_address_proves_itself(world, text, yes):
    """F4: the letter that asks goes to the address; «yes» from there takes the seat."""
    assert written(world, "gleb@example.org", text, to="join") is Outcome.ASKED_BACK
    (letter,) = world.post()
    assert letter["To"] == "gleb@example.org"
    assert "Глеб" in words(letter)
    assert not world.state.seats
    assert world.reply(letter, yes) is Outcome.DONE
    assert [seat.nick for seat in world.state.seats] == ["Глеб"]
    assert "gleb@example.org" in {mail["To"] for mail in world.post()}


def test_a_proven_address_joins_at_once(world):
    """F4: whom the mail itself proves needs no second letter if there is an account."""
    world.account("gleb", "ru")
    text = f"вступить {CODE} Глеб"
    assert written(world, "gleb@example.org", text, dmarc="PASS") is Outcome.DONE
    assert [seat.nick for seat in world.state.seats] == ["Глеб"]


def test_a_nick_that_is_taken_is_told_and_another_one_does(world):
    """F4: the refusal comes by mail, and the same letter takes another nick."""
    world.account("p1", "en")
    world.move("p1", table.Join(CODE, "Anna"))
    written(world, "gleb@example.org", f"join {CODE} Anna")
    letter = next(mail for mail in world.post() if mail["To"] == "gleb@example.org")
    assert world.reply(letter, "yes", "<1@x>") is Outcome.ASKED_BACK
    answer = next(mail for mail in world.post() if mail["To"] == "gleb@example.org")
    assert "Anna" in words(answer)
    assert world.reply(letter, "yes Gleb", "<2@x>") is Outcome.DONE
    assert [seat.nick for seat in world.state.seats] == ["Anna", "Gleb"]


@pytest.mark.parametrize("text", ["no", "нет, спасибо", "who are you?", ""])
def test_whoever_does_not_say_yes_does_not_join(world, text):
    """Anything else does nothing, and gets no answer."""
    written(world, "gleb@example.org", f"join {CODE} Gleb")
    (letter,) = world.post()
    assert world.reply(letter, text) is Outcome.STRANGER
    assert not world.state.seats
    assert world.post() == []


@pytest.mark.parametrize(
    "text", ["join k7f3-q9xa Gleb", "hello", "help", "status", "unsubscribe", "language Polish", ""]
)
def test_strangers_are_met_with_silence(world, text):
    """Nobody who is unknown gets mail of us, but for the code of a game that exists."""
    assert written(world, "gleb@example.org", text) is Outcome.STRANGER
    assert world.post() == []


def test_nobody_can_flood_an_address_through_us(world):
    """However often somebody writes in another's name: a few letters a day, to that address."""
    for number in range(10):
        written(world, "victim@example.org", f"join {CODE} x", name=f"n{number}")
    assert len(world.post()) == MOST_A_DAY
    world.wait(days=1)
    written(world, "victim@example.org", f"join {CODE} x", name="next")
    assert len(world.post()) == 1


def test_machines_join_nothing(world):
    """An automatic mail with a code gets no answer either."""
    assert written(world, "mailer-daemon@example.org", f"join {CODE} Bot") is Outcome.MACHINE
    assert world.post() == []


def observing(world, sender="olga@example.org"):
    """Let somebody observe the game by mail; gives the letter that confirms it."""
    assert written(world, sender, f"observe {GAME}") is Outcome.STRANGER
    assert written(world, sender, f"observe {CODE}") is Outcome.ASKED_BACK
    letter = next(mail for mail in world.post() if mail["To"] == sender)
    assert world.reply(letter, "yes", f"<{sender}>") is Outcome.DONE
    (receipt,) = [mail for mail in world.post() if mail["To"] == sender]
    return receipt


def to_olga(world):
    """The words of what goes to the observer now."""
    return [words(mail) for mail in world.post() if mail["To"] == "olga@example.org"]


def test_an_observer_reads_what_all_may_know(running):
    """Day by day and at the end: the thread, no hand, no card, no accusation before its time."""
    observing(running)
    running.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    running.move("p2", Refute(1, "Mustard"))
    running.move("p3", Accuse("Green", "Pipe", "Hall"))
    assert to_olga(running) == []
    running.wait(days=1, minutes=1)
    running.tick()
    (report,) = to_olga(running)
    assert "Anna → Boris, suggestion 1: Mustard, Knife, Attic — refuted" in report
    for hidden in ("Your hand", "shows you", "Green", "Pipe"):
        assert hidden not in report
    running.wait(hours=2)
    running.tick()
    running.move("p1", Accuse("Green", "Pipe", "Attic"))
    for _ in range(3):
        running.wait(days=1)
        running.tick()
    assert any("The envelope: Green, Pipe, Attic" in letter for letter in to_olga(running))


def test_nobody_learns_who_observes(running):
    """Lists of letters name no account: their keys, which serve as cursors, hold none."""
    observing(running)
    running.wait(days=1, minutes=1)
    running.tick()
    (account,) = observers.of_game(running.site, GAME)
    assert to_olga(running)
    keys = running.store.query(f"GAME#{GAME}", "OUT#", "OUT$", 1000, now=running.time)
    assert any("watching" in item.sk for item in keys)
    assert not any(account in item.sk for item in keys)


@pytest.mark.parametrize("text", ["не наблюдать", "stop observing", "nie obserwuj", "unsubscribe"])
def test_an_observer_stops(running, text):
    """With a word, in reply to any letter."""
    receipt = observing(running)
    assert running.reply(receipt, text, "<stop@x>") is Outcome.DONE
    assert list(observers.of_game(running.site, GAME)) == []
    running.post()
    running.wait(days=1, minutes=1)
    running.tick()
    assert to_olga(running) == []


def test_players_do_not_observe(running):
    """Whoever is at the table gets its letters anyway."""
    with pytest.raises(IllegalMove) as refused:
        observers.observe(running.site, "p1", GAME)
    assert refused.value.code == "plays_already"


def test_only_so_many_observe(running):
    """Every report goes to all of them, so there is an end to it; who is in stays in."""
    for number in range(observers.MOST):
        observers.observe(running.site, f"o{number}", GAME)
    observers.observe(running.site, "o7", GAME)
    with pytest.raises(IllegalMove) as refused:
        observers.observe(running.site, "one more", GAME)
    assert refused.value.code == "observers_full"


def test_a_player_joins_another_game_by_a_reply(running):
    """A reply to a letter of one game may bring the code of another."""
    house = house_rules(forum.PRESETS, "full", {})
    running.account("host2", "en")
    from chalicelib import play  # noqa: PLC0415

    asked = play.Asked(
        "host2",
        (forum.Create(table.Setting("Second", "en"), house, "full", DECK, "abcd-2345"),),
        "rest",
        running.time,
    )
    play.play(running.store, "second", asked, key="k", now=running.time, rng=running.rng)
    running.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    (letter,) = running.letters_to("p2")
    assert running.reply(letter, "join abcd-2345 Boris the Second") is Outcome.DONE
    titles = {mail["Subject"] for mail in running.letters_to("p2")}
    assert titles == {"The Villa", "Second"}


def test_an_account_is_opened_in_the_language_of_the_mail(world):
    """Who writes Russian is answered in Russian."""
    written(world, "gleb@example.org", f"вступить {CODE} Глеб")
    (letter,) = world.post()
    world.reply(letter, "да")
    account = accounts.account_at(world.store, "gleb@example.org", now=world.time)
    assert account
    assert accounts.profile(world.store, account, now=world.time).language == "ru"


def test_a_proof_expires(world):
    """A week later the token is worth nothing."""
    written(world, "gleb@example.org", f"join {CODE} Gleb")
    (letter,) = world.post()
    world.time += timedelta(days=8)
    assert world.reply(letter, "yes") is Outcome.STRANGER
    assert not world.state.seats
