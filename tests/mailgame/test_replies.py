"""Playing by reply: real letters out, real replies in, each with one visible outcome."""

from email.message import EmailMessage

import pytest

from chalicelib.postbox import Outcome
from chalicelib.rules.office import OfferSeat, TakeSeat
from chalicelib.rules.verbs import Accuse, CannotRefute, Refute, Suggest
from tests.worlds import World, words

ASK = Suggest("Mustard", "Knife", "Attic", "s2")
ODD = ("Док.тор_Пи-2 🙂", "Scarlett", "</b><i>")


@pytest.fixture
def world(tmp_path):
    """A game of three on its first day, its first letters sent."""
    made = World(tmp_path).start()
    made.post()
    return made


def asked(world, **changes):
    """Let Anna ask Boris, and give the letter he gets."""
    world.move("p1", ASK)
    (letter,) = world.letters_to("p2")
    return letter


def receipt(world, account):
    """Give the words of the one letter that went to an account."""
    (letter,) = world.letters_to(account)
    return words(letter)


@pytest.mark.parametrize(
    "text", ["Mustard", "1", "*Mustard*", "mustard.", "I show Mustard", "Опровергаю"]
)
def test_F20_a_reply_with_a_card_refutes(world, text):
    """F20, F21: number, card or «опровергаю» show the one matching card to the asker alone."""
    assert world.reply(asked(world), text) is Outcome.DONE
    mails = world.post()
    to = {mail["To"]: words(mail) for mail in mails}
    assert set(to) == {"p1@example.org", "p2@example.org"}
    assert "Mustard" in to["p1@example.org"]
    assert not world.state.questions


def test_F13_a_quoted_suggestion_is_no_suggestion(world):
    """«Опровергаю» above the quoted suggestion 2 is one refutation of number 2 and nothing else."""
    world.move("p1", ASK)
    world.move("p1", Suggest("Green", "Rope", "Attic", "s2"))
    first, second = world.state.questions
    letter = world.letters_to("p2")[-1]
    quoted = "> Предположение_2 для Boris / Mustard\n> Я думаю, что убийство совершил Green"
    reply = f"Опровергаю\n\n{quoted}"
    assert world.reply(letter, reply) is Outcome.DONE
    assert world.state.questions == (first,)
    assert world.state.suggestions == 2
    assert world.state.tallies["s2"].made == 0
    assert second.number == 2


def test_F20_what_is_untrue_is_refused_in_private(world):
    """F20: «нечем» while holding a named card, or a card not named: told to the liar alone."""
    letter = asked(world)
    for number, text in enumerate(("нечем опровергнуть", "Rope", "Knife", "Lounge")):
        assert world.reply(letter, text, f"<{number}@x>") is Outcome.ASKED_BACK
        (mail,) = world.post()
        assert mail["To"] == "p2@example.org"
        assert "F20" in words(mail)
        world.wait(minutes=10)
    assert len(world.state.questions) == 1


def test_F20_nothing_to_show(world):
    """F20: who holds none of the three says so."""
    world.move("p1", Suggest("White", "Knife", "Attic", "s2"))
    (letter,) = world.letters_to("p2")
    assert world.reply(letter, "Нечем опровергнуть.") is Outcome.DONE
    assert not world.state.questions


@pytest.mark.parametrize(
    "text",
    [
        (
            "Предположение_1 для {nick} / White:\n"
            "Я думаю, что убийство совершил Green, орудием Rope в комнате Bar"
        ),
        (
            "Suggestion_1 for {nick}\n\n"
            "I think the murder was committed by Green, with Rope in the Bar"
        ),
        (
            "Przypuszczenie_1 dla {nick}: "
            "Myślę, że morderstwo popełnił Green, narzędziem Rope w pokoju Bar"
        ),
        "Rope, Bar, Green, {nick}",
        "{nick} GREEN rope bar",
    ],
)
def test_F13_suggestions_in_every_form(world, text):
    """F13: the form of the rules in three languages, or the bare names in any order."""
    letter = asked(world)
    world.move("p2", Refute(1))
    assert world.reply(letter, text.format(nick="Clara")) is Outcome.DONE
    (question,) = world.state.questions
    assert (question.to, question.case.cards) == ("s3", ("Green", "Rope", "Bar"))


def test_all_or_nothing(world):
    """A right suggestion, nonsense, an accusation: nothing is done, the receipt names all three."""
    letter = asked(world)
    text = "Anna: Green, Rope, Bar\n\nxyzzy plugh\n\nAccusation: White, Pistol, Study"
    assert world.reply(letter, text) is Outcome.ASKED_BACK
    told = receipt(world, "p2")
    for part in ("Green, Rope, Bar", "xyzzy plugh", "White, Pistol, Study"):
        assert part in told
    assert (world.state.suggestions, world.state.accusations) == (1, ())


def test_several_moves_in_one_mail(world):
    """An answer and two suggestions in one mail are all done, in one entry, with one receipt."""
    letter = asked(world)
    text = "Mustard\n\nAnna: Green, Rope, Bar\nClara: Green, Pistol, Bar"
    assert world.reply(letter, text) is Outcome.DONE
    assert len(world.state.questions) == 2
    told = receipt(world, "p2")
    assert "Pistol" in told
    assert "Rope" in told


def test_F55_a_signature_is_never_published(world):
    """F55: a comment reaches the thread; what stands below «-- » does not."""
    letter = asked(world)
    text = "Comment: What an evening!\n\nIndeed.\n-- \nBoris, +7 900 000-00-00"
    assert world.reply(letter, text) is Outcome.DONE
    log = world.log()
    assert "What an evening!" in str(log)
    assert "900" not in str(log)


def test_F20_an_answer_by_rest_and_one_by_mail(world):
    """The second of two answers to one suggestion is told that it is already answered."""
    letter = asked(world)
    world.move("p2", Refute(1, "Mustard"))
    world.post()
    assert world.reply(letter, "Mustard") is Outcome.REPEATED
    assert "already" in receipt(world, "p2").lower()


def test_a_mail_that_comes_twice_is_done_once(world):
    """A repeated mail does nothing and is not answered again."""
    letter = asked(world)
    assert world.reply(letter, "1", "<same@x>") is Outcome.DONE
    world.post()
    assert world.reply(letter, "1", "<same@x>") is Outcome.REPEATED
    assert world.reply(letter, "gibberish", "<other@x>") is Outcome.ASKED_BACK
    world.post()
    assert world.reply(letter, "gibberish", "<other@x>") is Outcome.REPEATED
    assert world.post() == []


@pytest.mark.parametrize("command", ["status", "статус", "stan", "help", "помощь", "pomoc"])
def test_questions_are_answered(world, command):
    """Status and help, in any language, are answered and change nothing."""
    letter = asked(world)
    before = world.state
    assert world.reply(letter, command) is Outcome.ANSWERED
    assert len(receipt(world, "p2")) > 200
    assert world.state == before


def test_F30_an_accusation_is_between_the_player_and_the_gm(world):
    """F30, F32, F36: all learn that one came, not whose; a wrong one is told to its author."""
    letter = asked(world)
    assert world.reply(letter, "Обвинение: White, Pistol, Study") is Outcome.DONE
    mails = {mail["To"]: words(mail) for mail in world.post()}
    assert "White" in mails["p2@example.org"]
    for other in ("p1@example.org", "p3@example.org"):
        assert "Boris" not in mails[other]
        assert "White, Pistol, Study" not in mails[other]


def test_strangers_cannot_move(world):
    """Somebody else's address on a player's reply does nothing; the player is asked."""
    letter = asked(world)
    assert world.reply(letter, "Mustard", sender="thief@example.org") is Outcome.ASKED_BACK
    (mail,) = world.post()
    assert mail["To"] == "p2@example.org"
    assert world.state.questions


def test_who_is_not_known_gets_no_answer(world):
    """A mail with no token from an unknown address is met with silence."""
    mail = EmailMessage()
    mail["From"], mail["To"] = "nobody@example.org", "game@in.alibi.test"
    mail["Message-ID"] = "<n@x>"
    mail.set_content("Anna: Green, Rope, Bar")
    assert world.receive(mail) is Outcome.STRANGER
    assert world.post() == []


def test_a_player_who_wrote_to_the_wrong_address_is_told(world):
    """A known player without a reply address is asked to reply to a letter; nothing is done."""
    mail = EmailMessage()
    mail["From"], mail["To"] = "p2@example.org", "game@in.alibi.test"
    mail["Message-ID"] = "<n@x>"
    mail.set_content("Anna: Green, Rope, Bar")
    assert world.receive(mail) is Outcome.ASKED_BACK
    assert world.state.suggestions == 0
    (told,) = world.post()
    assert told["To"] == "p2@example.org"


def test_machines_are_not_answered(world):
    """An out-of-office reply is no move and gets no answer."""
    letter = asked(world)
    mail = EmailMessage()
    mail["From"], mail["To"] = "p2@example.org", letter["Reply-To"]
    mail["Auto-Submitted"] = "auto-replied"
    mail.set_content("Mustard")
    assert world.receive(mail) is Outcome.MACHINE
    assert world.post() == []


def test_an_absence_notice_without_a_mark_is_not_answered(world):
    """Some servers say only in the subject that nobody wrote this: two of them would never end."""
    letter = asked(world)
    mail = EmailMessage()
    mail["From"], mail["To"] = "p2@example.org", letter["Reply-To"]
    mail["Subject"] = "Автоматический ответ: The Villa"
    mail.set_content("Я в отпуске до понедельника.")
    assert world.receive(mail) is Outcome.MACHINE
    assert world.post() == []


def test_a_token_in_capitals_is_the_same_token(world):
    """Some programs change the case of addresses."""
    letter = asked(world)
    to = letter["Reply-To"].addresses[0].addr_spec.upper()
    assert world.reply(letter, "Mustard", to=to) is Outcome.DONE


@pytest.mark.parametrize("language", ["ru", "en", "pl"])
def test_our_own_letters_are_no_moves(tmp_path, language):
    """Each letter of a game, fed back whole as a reply, quoted or not, changes nothing."""
    world = World(tmp_path).start(language)
    letters = world.post()
    world.move(
        "p1", ASK, Suggest("White", "Rope", "Hall", "s3"), Suggest("Green", "Knife", "Hall", "s2")
    )
    letters += world.post()
    world.move("p2", Refute(1))
    letters += world.post()
    world.wait(days=1, minutes=1)
    world.tick()
    letters += world.post()
    world.move("p3", Accuse("White", "Rope", "Hall"))
    letters += world.post()
    before = world.state
    number = 0
    for letter in letters:
        for body in (words(letter), "\n".join("> " + line for line in words(letter).splitlines())):
            mail = EmailMessage()
            mail["From"], mail["To"] = letter["To"], letter["Reply-To"]
            number += 1
            mail["Message-ID"] = f"<{number}@x>"
            mail.set_content(body)
            assert world.receive(mail) in (Outcome.ASKED_BACK, Outcome.ANSWERED)
            assert world.state == before
        world.post()


@pytest.mark.parametrize("language", ["ru", "en", "pl"])
def test_odd_nicks_play_normally(tmp_path, language):
    """Nicks with dots, emoji, markup, or the name of a suspect: letters and replies work."""
    world = World(tmp_path, ODD).start(language)
    world.post()
    for number, (by, to) in enumerate((("p1", 1), ("p2", 2), ("p3", 0))):
        world.move(by, Suggest("Green", "Pipe", "Attic", f"s{to + 1}"))
        (letter,) = world.letters_to(f"p{to + 1}")
        assert ODD[int(by[1]) - 1] in words(letter)
        page = letter.get_body(("html",))
        assert page
        html = page.get_content()
        assert "</b><i>" not in html.replace("&lt;/b&gt;&lt;i&gt;", "")
        text = f"нечем\n\nПредположение_1 для {ODD[to - 1]}:\nGreen, Rope, Attic"
        assert world.reply(letter, text, f"<{number}@x>") is Outcome.DONE
        world.post()
        world.move(f"p{(to - 1) % 3 + 1}", *_true_answer(world))


def _true_answer(world):
    """Give a true answer to the newest open suggestion."""
    question = world.state.questions[-1]
    hand = next(seat.hand for seat in world.state.seats if seat.id == question.to)
    holds = set(hand) & set(question.case.cards)
    return (Refute(question.id, min(holds)) if holds else CannotRefute(question.id),)


def test_F15_who_leaves_gets_a_last_letter(world):
    """F15: the receipt for leaving comes though the seat is empty; after it nothing more comes."""
    letter = asked(world)
    assert world.reply(letter, "I leave the game") is Outcome.DONE
    mails = {mail["To"]: words(mail) for mail in world.post()}
    assert "left" in mails["p2@example.org"]
    assert "Boris" in mails["host@example.org"]
    assert world.reply(letter, "Mustard", "<2@example.org>") is Outcome.STRANGER
    world.wait(days=1, minutes=1)
    world.tick()
    assert "p2@example.org" not in {mail["To"] for mail in world.post()}


def test_F24_a_card_may_follow_its_refutation(world):
    """F24: «опровергаю» with several matches is public at once; the card follows by number."""
    world.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    (letter,) = world.letters_to("p2")
    assert world.reply(letter, "Опровергаю") is Outcome.DONE
    assert not world.state.questions
    mails = {mail["To"]: mail for mail in world.post()}
    assert "Rope" not in words(mails["p1@example.org"]).split("Attic", 1)[1]
    assert world.reply(mails["p2@example.org"], "2", "<2@example.org>") is Outcome.DONE
    assert "Boris shows you: Rope" in receipt(world, "p1")


def test_F24_the_gm_sends_what_is_overdue(world):
    """F24: after the delay the GM sends the card; suggester and offender are told by letter."""
    world.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    world.move("p2", Refute(1))
    world.post()
    world.wait(minutes=61)
    world.tick()
    mails = {mail["To"]: words(mail) for mail in world.post()}
    assert set(mails) == {"p1@example.org", "p2@example.org"}
    assert all("Mustard" in text for text in mails.values())


def test_F53_a_successor_gets_everything_the_seat_knows(world):
    """F53: hand, what is owed, and every card the seat was ever shown; the other loses access."""
    world.move("p2", Suggest("Scarlett", "Knife", "Attic", "s1"))
    world.move("p1", Refute(1, "Knife"))
    world.post()
    letter = asked(world)
    offered = world.move("p2", OfferSeat())
    (event,) = offered.entry.events
    world.post()
    world.account("p9", "en")
    world.move("p9", TakeSeat(event.code, "Niner"))
    told = receipt(world, "p9")
    for card in ("Mustard", "Rope", "Lounge", "Kitchen", "Knife"):
        assert card in told
    assert world.reply(letter, "Mustard") is Outcome.STRANGER
    again = world.letters_to("p9")
    assert again == []
