"""What comes back about our mail: whose stops, who is told, what can be seen, and what heals."""

import json
from datetime import timedelta
from itertools import permutations
from random import Random

import pytest

from chalicelib import accounts, auth, feedback
from chalicelib.feedback import Report
from chalicelib.feedback.health import PAUSE
from chalicelib.game import Busy
from chalicelib.rules.office import OfferSeat, TakeSeat
from chalicelib.store import Conflict
from tests.worlds import World, words

ANNA = "p1@example.org"


@pytest.fixture
def world(tmp_path):
    """A game of three on its first day, its first letters sent."""
    made = World(tmp_path).start()
    made.post()
    return made


def report(world, kind="permanent", key="f1", address=ANNA, ago=timedelta(0)):
    """A report of something that happened a while ago."""
    return Report(kind, address, key, world.time - ago)


def trouble(world, account="p1"):
    """What is wrong with an account's mail."""
    return accounts.profile(world.store, account, now=world.time).trouble


def told(world):
    """Send everything that is due, and give what the organiser was told."""
    return [words(mail) for mail in world.letters_to("host")]


@pytest.mark.parametrize(
    ("kind", "word", "said"),
    [
        ("permanent", "bounced", "Letters to Anna come back"),
        ("complaint", "complained", "marked as spam"),
    ],
)
def test_a_bounce_or_complaint_stops_mail_at_once_and_the_organiser_is_told(
    world, kind, word, said
):
    """One report is enough: the mail stops, the organiser reads why, and the seat is kept."""
    before = world.held()
    assert feedback.take(world.site, report(world, kind))
    assert trouble(world) == word
    (letter,) = told(world)
    assert said in letter
    assert world.held() == before
    assert trouble(world, "p2") == ""


def test_a_report_counts_once_however_often_it_comes(world):
    """Eight deliveries of one report are one change and one letter."""
    one = report(world)
    assert [feedback.take(world.site, one) for _ in range(8)] == [True] + [False] * 7
    assert len(told(world)) == 1
    assert feedback.take(world.site, report(world, key="f2"))
    assert told(world) == []


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_reports_does_not_matter(world, order):
    """A complaint outweighs a bounce, and a bounce a failure that passes, whichever comes first."""
    reports = [
        report(world, "transient", "f1", ago=timedelta(hours=3)),
        report(world, "permanent", "f2", ago=timedelta(hours=2)),
        report(world, "complaint", "f3", ago=timedelta(hours=1)),
    ]
    for place in order:
        feedback.take(world.site, reports[place])
    assert trouble(world) == "complained"
    assert world.store.due(world.time + PAUSE, prefix="HEALTH") == ()


def test_three_failures_within_a_week_pause_the_mail(world):
    """Two do nothing, nor do three within more than a week; the third stops it for three days."""
    for days in (9, 6, 1):
        feedback.take(world.site, report(world, "transient", f"d{days}", ago=timedelta(days=days)))
    assert trouble(world) == ""
    feedback.take(world.site, report(world, "transient", "now"))
    assert trouble(world) == "bounced"
    (letter,) = told(world)
    assert "4 December at 18:00" in letter
    world.wait(days=2)
    feedback.upkeep(world.site, Carrier())
    assert trouble(world) == "bounced"
    world.wait(days=1)
    feedback.upkeep(world.site, Carrier())
    assert trouble(world) == ""
    letters = {mail["To"]: words(mail) for mail in world.post()}
    assert "Letters go to Anna again." in letters["host@example.org"]
    assert "Your hand" in letters[ANNA]


def test_a_bounce_during_a_pause_is_for_good(world):
    """What is permanent ends the pause, not the trouble, and the organiser hears of it."""
    for number in range(3):
        feedback.take(world.site, report(world, "transient", f"t{number}", ago=timedelta(number)))
    feedback.take(world.site, report(world, key="hard"))
    assert len(told(world)) == 2
    world.wait(days=4)
    feedback.upkeep(world.site, Carrier())
    assert trouble(world) == "bounced"


def test_signing_in_anew_proves_the_address_and_outdates_what_was_before(world):
    """The code by mail heals the account: the state of the game comes, the organiser hears of it.

    A report of what happened before that changes nothing any more; a new one does.
    """
    feedback.take(world.site, report(world, "complaint"))
    world.post()
    auth.begin(world.store, ANNA, "en", now=world.time, rng=Random(1))
    (code,) = (mail for mail in world.post() if mail["To"] == ANNA)
    digits = next(word for word in words(code).split() if word.isdecimal() and len(word) == 6)
    auth.confirm(world.store, ANNA, digits, now=world.time, rng=Random(2))
    assert trouble(world) == ""
    letters = {mail["To"]: words(mail) for mail in world.post()}
    assert "Your hand" in letters[ANNA]
    assert "Letters go to Anna again." in letters["host@example.org"]
    feedback.take(world.site, report(world, key="late", ago=timedelta(hours=1)))
    assert trouble(world) == ""
    feedback.take(world.site, report(world, key="new"))
    assert trouble(world) == "bounced"


def test_a_notice_by_mail_counts_as_a_report(world):
    """What came to a reply address stops the mail of the account it was sent to, once."""
    for expected in (True, False):
        took = feedback.failed(world.site, "p1", permanent=True, key="dsn", at=world.time)
        assert took is expected
    assert trouble(world) == "bounced"


def test_a_stranger_s_address_changes_nothing(world):
    """Nobody lives there: the report is remembered, and that is all."""
    assert feedback.take(world.site, report(world, address="nobody@example.org"))
    assert not feedback.take(world.site, report(world, address="NOBODY@example.org"))
    assert told(world) == []


def test_the_organiser_s_own_bounce_tells_nobody(world):
    """There is nobody else who would have to know of the organiser's mailbox."""
    feedback.take(world.site, report(world, address="host@example.org"))
    assert trouble(world, "host") == "bounced"
    assert world.post() == []


def test_F53_whoever_gave_the_seat_away_is_no_trouble_of_the_table(world):
    """F53: the predecessor's mailbox is no concern of the game any more; the successor's is."""
    world.account("new", "en")
    world.move("host", OfferSeat("s1"))
    world.move("new", TakeSeat(world.state.offers[0].code, "Dora"))
    world.post()
    feedback.take(world.site, report(world))
    assert told(world) == []
    feedback.take(world.site, report(world, address="new@example.org"))
    assert len(told(world)) == 1
    assert feedback.troubles(world.store, world.state, "host", now=world.time) == {"s1": "bounced"}


def test_who_may_know_whose_mail_fails(world):
    """The organiser sees it of all seats, a player of their own, others and strangers of none."""
    feedback.take(world.site, report(world))

    def seen(account):
        return feedback.troubles(world.store, world.state, account, now=world.time)

    assert seen("host") == seen("p1") == {"s1": "bounced"}
    assert seen("p2") == seen("") == seen("nobody") == {}


def test_a_crowd_is_asked_to_come_again(world, monkeypatch):
    """Where others keep coming in between, the report is not lost: it is brought again."""

    def crowded(*_, now):
        raise Conflict([0])

    monkeypatch.setattr(world.store, "write", crowded)
    with pytest.raises(Busy):
        feedback.take(world.site, report(world))
    monkeypatch.undo()
    assert feedback.take(world.site, report(world))


@pytest.mark.parametrize(
    ("detail", "kinds"),
    [
        ({"bounceType": "Permanent", "bounceSubType": "General"}, ["permanent"]),
        ({"bounceType": "Undetermined", "bounceSubType": "Undetermined"}, []),
        ({"bounceType": "Transient", "bounceSubType": "General"}, []),
        ({"bounceType": "Transient", "bounceSubType": "MailboxFull"}, ["transient"]),
    ],
)
def test_a_vacation_notice_in_the_form_of_a_bounce_is_none(detail, kinds):
    """Without status and action a transient bounce is a vacation notice, unless its type says."""
    recipients = [{"emailAddress": f'"Anna" <{ANNA}>'}]
    bounce = detail | {
        "bouncedRecipients": recipients,
        "timestamp": "2026-12-01T18:00:00.000Z",
        "feedbackId": "f",
    }
    found = feedback.reports(json.dumps({"eventType": "Bounce", "bounce": bounce}))
    assert [one.kind for one in found] == kinds
    assert all(one.address == ANNA for one in found)


def test_a_reader_who_takes_it_back_complains_no_more():
    """The report «not spam» is no complaint."""
    complaint = {
        "complainedRecipients": [{"emailAddress": ANNA}],
        "timestamp": "2026-12-01T18:00:00.000Z",
        "feedbackId": "f",
        "complaintFeedbackType": "not-spam",
    }
    event = {"notificationType": "Complaint", "complaint": complaint}
    assert feedback.reports(json.dumps(event)) == ()


class Carrier:
    """A carrier whose list is empty and that has sent nothing."""

    def suppressed(self, _):
        """Nobody."""
        return iter(())

    def sent_last_day(self):
        """Nothing."""
        return 0
