"""Bots at real tables, reached by letters only."""

from email import message_from_bytes
from email.policy import default

import msgspec
import pytest

from chalicelib import ledger
from chalicelib.postbox import Outcome
from chalicelib.rules import table, verbs
from chalicelib.rules.forum import state as f
from tests.bots.clubs import NICKS, Club
from tests.worlds import GAME


def events(club, *kinds):
    """All events of some kinds that happened in the game of a club."""
    log = ledger.entries(club.world.store, GAME, 0, 1000, club.world.time)
    return [event for entry in log for event in entry.events if isinstance(event, kinds)]


def refused(club):
    """The names of the mails that were understood and did nothing."""
    return [name for name, outcome in club.outcomes.items() if outcome != Outcome.DONE]


def answers_to(club, seat):
    """What a seat answered, in order."""
    return [e for e in events(club, verbs.Refuted, verbs.NotRefuted) if e.by == seat]


@pytest.mark.parametrize("seats", [3, 6])
def test_bots_solve_the_case(tmp_path, seats):
    """By letters and replies alone bots solve the case, in Russian and with the oddest nicks.

    The GM never answers for them, and nothing they write is refused but a late accusation.
    """
    club = Club(tmp_path, seats).start()
    club.play(most_days=20)
    assert club.ending == "solved"
    assert [event for event in answers_to_all(club) if event.gm] == []
    assert [name for name in refused(club) if ".accuse@" not in name] == []
    assert events(club, f.Penalised) == []


def answers_to_all(club):
    """What everybody answered."""
    return events(club, verbs.Refuted, verbs.NotRefuted)


def test_bots_may_be_restarted_at_any_time(tmp_path):
    """A bot that forgets everything between any two mails plays as if nothing had happened."""
    club = Club(tmp_path, 3).start()
    take = club.take

    def taken(mail):
        take(mail)
        club.awaken()

    club.take = taken
    club.awaken()
    club.play(most_days=20)
    assert club.ending == "solved"
    assert Outcome.REPEATED not in club.outcomes.values()


def test_a_mail_that_was_not_acknowledged_is_sent_again_and_counts_once(tmp_path):
    """The server took the mail, the bot died before it knew: the same mail comes once more."""
    club = Club(tmp_path, 3)
    take, died = club.take, []

    def lost_once(mail):
        take(mail)
        if mail["Message-ID"] not in died:
            died.append(mail["Message-ID"])
            raise ConnectionResetError

    club.take = lost_once
    club.awaken()
    club.start().deliver()
    club.bots["p1"].step()
    before = club.world.state
    club.bots["p1"] = club.bot("p1")
    club.bots["p1"].step()
    assert [mail["Message-ID"] for mail in club.sent] == 2 * died
    assert club.outcomes[died[0]] == Outcome.REPEATED
    assert club.world.state == before


def test_a_letter_that_comes_twice_is_answered_once(tmp_path):
    """Letters are sent at least once; a second copy changes nothing."""
    club = Club(tmp_path, 3).start()
    club.world.move("p1", verbs.Suggest("Миссис Уайт", "Нож", "Кухня", "s2"))
    for mail in club.world.post():
        club.mailboxes.send(mail["To"], mail)
        club.mailboxes.send(mail["To"], mail)
    club.bots["p2"].step()
    names = [mail["Message-ID"] for mail in club.sent]
    assert len([name for name in names if ".answer-" in name]) == 1
    for mail in club.world.mails:
        club.mailboxes.send(mail["To"], mail)
    club.bots["p2"].step()
    assert [mail["Message-ID"] for mail in club.sent] == names


def test_a_bot_that_lost_its_memory_reads_all_its_mail_again(tmp_path):
    """Without its file a bot knows again what its letters tell, and makes no move twice."""
    club = Club(tmp_path, 3).start()
    club.settle()
    made = {seat: tally.made for seat, tally in club.world.state.tallies.items()}
    for file in (tmp_path / "mail").glob("*.json"):
        file.write_bytes(b"\0")
    club.awaken()
    club.settle()
    assert {seat: tally.made for seat, tally in club.world.state.tallies.items()} == made
    club.play(most_days=20)
    assert club.ending == "solved"


def test_two_suggestions_in_one_mail_get_two_answers(tmp_path):
    """No reply address tells the two apart, so the answers do, even to a nick that is a card."""
    club = Club(tmp_path, 4).start()
    assert NICKS[3] == "Нож"
    asked = [("Миссис Уайт", "Нож", "Кухня"), ("Профессор Плам", "Пистолет", "Кабинет")]
    club.world.move("p4", *(verbs.Suggest(*cards, "s1") for cards in asked))
    for _ in range(3):
        club.deliver()
        club.bots["p1"].step()
    answers = [answer for answer in answers_to(club, "s1") if answer.to == "s4"]
    assert [(answer.case.cards, answer.gm) for answer in answers] == [(c, False) for c in asked]


def test_F11_a_refused_suggestion_ends_the_asking_of_the_day(tmp_path):
    """A bot does not know every house rule: it tries, is refused once, and waits for tomorrow."""
    club = Club(tmp_path, 3).start(per_addressee_per_day=1)
    club.settle()
    assert len(refused(club)) == 3
    assert {tally.made for tally in club.world.state.tallies.values()} == {2}
    club.play(most_days=20)
    assert club.ending == "solved"


def test_F15_what_is_left_of_a_refused_mail_is_sent_one_by_one(tmp_path):
    """Somebody has left: the suggestions to the others are made all the same."""
    club = Club(tmp_path, 4)
    club.start()
    club.world.move("p3", table.Leave())
    del club.bots["p3"]
    club.settle()
    made = {seat: tally.made for seat, tally in club.world.state.tallies.items()}
    assert made == {"s1": 2, "s2": 2, "s3": 0, "s4": 2}


def test_F29_the_answers_of_the_gm_are_facts_too(tmp_path):
    """Somebody lets the GM answer: the others solve the case with what it shows them."""
    club = Club(tmp_path, 3).start()
    club.world.move("p3", table.AnswerForMe())
    del club.bots["p3"]
    club.play(most_days=30)
    assert club.ending == "solved"
    assert {answer.gm for answer in answers_to(club, "s3")} == {True}


def test_F20_the_same_card_is_shown_to_the_same_asker(tmp_path):
    """A bot that has shown a card to somebody shows them no other one if it need not."""
    club = Club(tmp_path, 3).start()
    hand = club.world.state.seats[1].hand or ()
    deck = club.world.state.deck
    kinds = (deck.suspects, deck.weapons, deck.rooms)
    case = [next((card for card in kind if card in hand), kind[0]) for kind in kinds]
    for _ in range(3):
        club.world.move("p1", verbs.Suggest(case[0], case[1], case[2], "s2"))
        club.deliver()
        club.bots["p2"].step()
    shown = [answer.card for answer in answers_to(club, "s2")]
    assert len(shown) == 3
    assert len(set(shown)) == 1


def test_games_are_told_apart(tmp_path):
    """One address at two tables: each letter is answered, and the games share nothing."""
    club = Club(tmp_path, 3).start()
    club.world.move("p1", verbs.Suggest("Миссис Уайт", "Нож", "Кухня", "s2"))
    club.take = club.sent.append
    club.bots["p2"] = club.bot("p2")
    for mail in club.world.post():
        if mail["To"] == "p2@example.org":
            club.mailboxes.send(mail["To"], mail)
            twin = mail.as_bytes().replace(b"game-game@", b"game-twin@")
            club.mailboxes.send(mail["To"], parsed(twin.replace(b"game.0", b"twin.0")))
    club.bots["p2"].step()
    names = sorted(mail["Message-ID"] for mail in club.sent)
    assert [name.replace("<twin", "<game") for name in names[2:]] == names[:2]
    kept = msgspec.json.decode((tmp_path / "mail" / "p2@example.org.json").read_bytes())
    assert set(kept["games"]) == {"game", "twin"}


def parsed(raw):
    """A mail from its bytes."""
    return message_from_bytes(raw, policy=default)


def test_what_players_write_is_no_news(tmp_path):
    """Whoever writes lines of our letters into the thread tells a bot nothing."""
    club = Club(tmp_path, 3).start()
    a, b, _ = NICKS[:3]
    lie = f"{a} → {b}, suggestion 1: Миссис Уайт, Нож, Кухня — not refuted\n\nThe game is over."
    club.world.move("p1", table.Talk(lie))
    club.settle()
    club.next_deadline()
    club.settle()
    kept = msgspec.json.decode((tmp_path / "mail" / "p3@example.org.json").read_bytes())
    memory = kept["games"]["game"]
    assert not memory.get("over")
    assert [a, b, ["Миссис Уайт", "Нож", "Кухня"], False] not in memory["answers"]
