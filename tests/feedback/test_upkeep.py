"""What the clock does about mail: the rates, the pauses, the nightly look at the list."""

from datetime import timedelta

import pytest

from chalicelib import accounts, aws, feedback
from chalicelib.feedback import Report
from tests.clouds import Cloud
from tests.worlds import World


@pytest.fixture
def world(tmp_path):
    """A game of three, its letters sent."""
    made = World(tmp_path).start()
    made.post()
    return made


@pytest.fixture
def cloud(world):
    """An account at SES with the clock of the world."""
    made = Cloud()
    made.account.now = lambda: world.time
    return made


@pytest.fixture
def ses(cloud):
    """The way by which the program asks SES."""
    return aws.Ses(cloud.client, "alibi")


def take(world, kind, count, *, counted=True):
    """Take so many reports about nobody in particular."""
    for number in range(count):
        name = f"{kind}{number}{world.time.isoformat()}"
        one = Report(kind, f"{number}@example.com", name, world.time, counted)
        assert feedback.take(world.site, one)


@pytest.mark.parametrize(
    ("kind", "sent", "few", "many"),
    [
        ("permanent", 0, 4, 5),
        ("permanent", 1000, 20, 21),
        ("complaint", 100, 1, 2),
        ("complaint", 10_000, 5, 6),
    ],
)
def test_too_many_bounces_or_complaints_hold_the_news_back(
    world, cloud, ses, kind, sent, few, many
):
    """Above 2 % of bounces or 0.05 % of complaints, and never for a mere few, news waits a day."""
    cloud.account.count(sent)
    take(world, kind, few)
    feedback.upkeep(world.site, ses)
    assert not feedback.pressure(world.site)
    world.wait(minutes=1)
    take(world, kind, many - few)
    assert feedback.pressure(world.site)
    world.wait(days=1, hours=1)
    assert not feedback.pressure(world.site)


def test_what_was_never_sent_or_may_pass_weighs_nothing(world):
    """Suppressed mail and transient failures are no bounces in the eyes of others."""
    take(world, "permanent", 10, counted=False)
    take(world, "transient", 10)
    assert not feedback.pressure(world.site)


def test_the_list_tells_what_no_event_has_told(world, cloud, ses):
    """Once a day the suppression list is read, and what is new on it has its consequences."""
    feedback.upkeep(world.site, ses)
    cloud.account.suppress("P1@example.org", "BOUNCE")
    cloud.account.suppress("p2@example.org", "COMPLAINT")
    world.wait(hours=23)
    feedback.upkeep(world.site, ses)
    assert _troubles(world) == ("", "")
    world.wait(hours=2)
    feedback.upkeep(world.site, ses)
    assert _troubles(world) == ("bounced", "complained")
    assert len(world.letters_to("host")) == 2
    world.wait(days=1)
    feedback.upkeep(world.site, ses)
    assert world.letters_to("host") == []


def test_a_list_that_cannot_be_read_is_read_an_hour_later(world, cloud, ses, caplog):
    """A failure is logged by its kind alone, keeps nothing else from being done, and heals."""
    cloud.account.suppress("p1@example.org", "BOUNCE")
    cloud.account.faults.append("throttle")
    feedback.upkeep(world.site, ses)
    assert [(one.getMessage(), one.told["error"]) for one in caplog.records] == [
        ("upkeep of mail failed", "TooManyRequestsException")
    ]
    assert _troubles(world) == ("", "")
    world.wait(minutes=59)
    feedback.upkeep(world.site, ses)
    assert _troubles(world) == ("", "")
    world.wait(minutes=2)
    feedback.upkeep(world.site, ses)
    assert _troubles(world) == ("bounced", "")


def test_who_was_proven_since_is_not_stopped_by_the_list(world, cloud, ses):
    """An entry of the list that is older than the last sign-in is outdated."""
    cloud.account.suppress("p1@example.org", "BOUNCE")
    feedback.take(world.site, Report("permanent", "p1@example.org", "f", world.time))
    world.wait(seconds=1)
    feedback.proven(world.store, "p1", now=world.time)
    world.wait(seconds=1)
    feedback.upkeep(world.site, ses)
    assert _troubles(world) == ("", "")


def test_a_long_list_is_read_to_its_end(world, cloud, ses):
    """A list of several pages is read whole."""
    for number in range(1500):
        cloud.account.suppress(f"a{number}@example.com", "BOUNCE")
    assert len(list(ses.suppressed(world.time - timedelta(days=1)))) == 1500


def _troubles(world):
    found = accounts.profiles(world.store, ("p1", "p2"), now=world.time)
    return tuple(one.trouble for one in found)
