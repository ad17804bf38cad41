"""What arrives: once for each URL, signed by everybody who has registered it, to who may know."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from chalicelib.outward.signature import verified
from chalicelib.rules import table
from chalicelib.rules.office import OfferSeat, TakeSeat
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from chalicelib.store import Item, Put
from tests.webhooks.conftest import opened
from tests.webhooks.receivers import Answer
from tests.worlds import World

ZONES = ("UTC", "Europe/Moscow", "Pacific/Chatham")


@pytest.fixture(params=ZONES)
def zone(request):
    """The clock of the machine in some time zone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


def signed_by(heard, secret, now):
    """Whether a request is signed with a key."""
    return verified([secret], heard.headers, heard.body, int(now.timestamp()))


def test_an_event_arrives_at_an_active_endpoint(hooks):
    """A proven endpoint gets what happens in its game from then on, and a pending one nothing."""
    active, pending = hooks.receiver(), hooks.receiver()
    pending.says(500)
    hooks.active("p1", active.url)
    hooks.register("p2", pending.url)
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    assert [heard.type for heard in active.events] == ["thread.post"]
    assert active.events[0].json["data"]["comment"] == "Good evening"
    assert pending.events == []


def test_every_attempt_has_the_whole_set_of_headers(hooks):
    """Id, time and signature as Standard Webhooks has them; the body is JSON; we say who we are."""
    receiver = hooks.receiver()
    secret = hooks.active("p1", receiver.url)["secret"]
    hooks.world.move("p1", table.Talk("Добрый вечер 🕯"))
    hooks.settle()
    (heard,) = receiver.events
    assert heard.headers["content-type"] == "application/json"
    assert heard.headers["user-agent"] == "Alibi-webhooks/1"
    assert heard.headers["webhook-id"].startswith("msg_")
    assert heard.headers["webhook-id"][4:].isalnum()
    assert int(heard.headers["webhook-timestamp"]) == int(hooks.world.time.timestamp())
    assert signed_by(heard, secret, hooks.world.time)
    assert not signed_by(heard._replace(body=heard.body + b" "), secret, hooks.world.time)
    assert "Добрый вечер 🕯".encode() in heard.body


def test_a_retry_after_five_hours_verifies_in_every_zone(zone, tmp_path):
    """The reference library accepts an attempt hours after the first, wherever we run.

    It looks at the clock of the machine, so here the game began as long ago as the retry is late.
    """
    world = World(tmp_path)
    waits = (1, 5, 30, 120, 300)
    world.time = datetime.now(UTC) - timedelta(minutes=sum(waits))
    with opened(world) as hooks:
        receiver = hooks.receiver()
        secret = hooks.active("p1", receiver.url)["secret"]
        receiver.says(503)
        hooks.unjittered()
        world.move("p1", table.Talk("Добрый вечер"))
        hooks.settle()
        first = receiver.events[0]
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(first.body, first.headers)
        for minutes in waits:
            world.wait(minutes=minutes)
            hooks.settle()
        last = receiver.events[-1]
    assert last.headers["webhook-id"] == first.headers["webhook-id"]
    assert int(last.headers["webhook-timestamp"]) == int(world.time.timestamp())
    assert Webhook(secret).verify(last.body, last.headers)["type"] == "thread.post"


def test_two_seats_and_the_game_on_one_url_are_one_delivery(hooks):
    """However many endpoints have registered a URL, an event comes once, signed for all of them."""
    receiver = hooks.receiver()
    mine = hooks.active("p1", receiver.url, audience="player")
    yours = hooks.active("p2", receiver.url, audience="player", games=None)
    ours = hooks.active("stranger", receiver.url)
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    (heard,) = receiver.events
    assert all(signed_by(heard, one["secret"], hooks.world.time) for one in (mine, yours, ours))
    for account, one in (("p1", mine), ("p2", yours), ("stranger", ours)):
        (line,) = [x for x in hooks.deliveries(account, one["id"]) if x["kind"] == "event"]
        assert line["id"] == heard.headers["webhook-id"]
        assert line["status"] == "delivered"


def test_what_is_for_a_seat_goes_to_its_player_alone(hooks):
    """A card is told to who was shown it: thin, and signed with that player's key only."""
    receiver = hooks.receiver()
    mine = hooks.active("p1", receiver.url, audience="player")
    yours = hooks.active("p2", receiver.url, audience="player")
    public = hooks.receiver()
    hooks.active("p3", public.url)
    hooks.world.move("p1", Suggest(suspect="Mustard", weapon="Rope", room="Hall", to="s2"))
    hooks.world.move("p2", Refute(1, "Rope"))
    hooks.settle()
    (shown,) = [heard for heard in receiver.events if heard.type == "card.shown"]
    assert signed_by(shown, mine["secret"], hooks.world.time)
    assert not signed_by(shown, yours["secret"], hooks.world.time)
    assert b"Rope" not in shown.body
    secret = {"card.shown", "hand.dealt", "answer.due"}
    assert not secret & {heard.type for heard in public.events}
    assert {"suggestion.made", "suggestion.refuted"} <= {heard.type for heard in public.events}


def test_F53_a_predecessor_gets_nothing_of_the_seat_any_more(hooks):
    """After a replacement the player's endpoint of who had the seat is silent; the new one's hears.

    What was on its way to the predecessor is cancelled, too.
    """
    old, new = hooks.receiver(), hooks.receiver()
    mine = hooks.active("p2", old.url, audience="player")
    old.says(500)
    hooks.world.move("p1", Suggest(suspect="Mustard", weapon="Rope", room="Hall", to="s2"))
    hooks.settle()
    had = len(old.events)
    assert had
    hooks.world.move("host", OfferSeat("s2"))
    code = next(offer.code for offer in hooks.world.state.offers)
    hooks.world.account("p9", "en")
    hooks.world.move("p9", TakeSeat(code))
    hooks.active("p9", new.url, audience="player")
    hooks.world.wait(minutes=2)
    hooks.world.move("p9", Refute(1, "Rope"))
    hooks.settle()
    assert len(old.events) == had
    events = [x for x in hooks.deliveries("p2", mine["id"]) if x["kind"] == "event"]
    assert {line["status"] for line in events} == {"cancelled"}
    assert "suggestion.refuted" in {heard.type for heard in new.events}


def test_news_that_cannot_be_spread_keep_no_others_waiting(hooks):
    """A note that goes wrong is put off, and the next ones are told as if it were not there."""
    world, receiver = hooks.world, hooks.receiver()
    hooks.active("p3", receiver.url)
    spoiled = Item("GAME#other", "NEWS#00000001", "{not json", due=world.time)
    world.store.write(Put(spoiled), now=world.time)
    world.wait(seconds=1)
    world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    assert [heard.type for heard in receiver.events] == ["thread.post"]
    (kept,) = world.store.read(spoiled.key, now=world.time)
    assert kept.due > world.time


def test_only_the_types_asked_for_arrive(hooks):
    """A family, a type by name, and no others."""
    receiver = hooks.receiver()
    hooks.active("p3", receiver.url, event_types=["suggestion.*"])
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.world.move("p1", Suggest(suspect="Mustard", weapon="Rope", room="Hall", to="s2"))
    hooks.settle()
    assert {heard.type for heard in receiver.events} == {"suggestion.made"}


def test_a_wide_endpoint_hears_of_the_games_of_its_owner(hooks):
    """Without a list of games it is told of those that its owner plays, and of no others."""
    mine, strange = hooks.receiver(), hooks.receiver()
    hooks.active("p1", mine.url, games=None)
    hooks.active("stranger", strange.url, games=None)
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    assert len(mine.events) == 1
    assert strange.events == []


def test_the_same_news_spread_twice_is_one_delivery(hooks):
    """Whoever dies while spreading begins anew, and nothing comes twice."""
    receiver = hooks.receiver()
    hooks.active("p1", receiver.url)
    hooks.world.move("p1", table.Talk("Good evening"))
    store, now = hooks.world.store, hooks.world.time
    (key,) = store.due(now, prefix="NEWS#")
    (news,) = store.read(key, now=now)
    hooks.settle()
    store.write(Put(news), now=now)
    hooks.settle()
    assert len(receiver.events) == 1


@pytest.mark.parametrize("status", [301, 302, 307, 400, 401, 404, 500])
def test_only_2xx_is_a_success(hooks, status):
    """A redirect is a failure and is not followed; so is whatever else is not 2xx."""
    receiver, elsewhere = hooks.receiver(), hooks.receiver()
    made = hooks.active("p1", receiver.url)
    receiver.answer = lambda _: Answer(status, {"Location": elsewhere.url}, b"no " + b"x" * 3000)
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    (line,) = hooks.deliveries("p1", made["id"], status="pending")
    (attempt,) = hooks.delivery("p1", line["id"])["log"]
    assert (attempt["status"], attempt["error"]) == (status, "http_status")
    assert attempt["excerpt"].startswith("no xxx")
    assert len(attempt["excerpt"]) == 2000
    assert elsewhere.heard == []


def test_every_receiver_gets_what_its_audience_may_know_and_nothing_else(hooks):
    """Over a day with questions, cards, accusations and letters: each audience by itself."""
    accounts = {"p1": "player", "p2": "player", "host": "gm", "stranger": "public"}
    receivers = {account: hooks.receiver() for account in accounts}
    for account, audience in accounts.items():
        hooks.active(account, receivers[account].url, audience=audience, rate_per_minute=600)
    moves = (
        ("p1", Suggest("Mustard", "Rope", "Hall", "s2")),
        ("p2", Refute(1, "Rope")),
        ("p2", Suggest("White", "Knife", "Attic", "s3")),
        ("p3", Refute(2)),
        ("p1", table.TellGM("I suspect the cook")),
        ("host", table.TellPlayer("s2", "Please hurry")),
        ("p1", Accuse("White", "Pistol", "Bar")),
        ("host", OfferSeat("s3")),
    )
    for account, move in moves:
        hooks.world.move(account, move)
    hooks.world.wait(days=1, minutes=1)
    hooks.world.tick()
    hooks.settle()
    may = {"p1": {"public", "s1"}, "p2": {"public", "s2"}, "host": {"public", "organiser"}}
    for account, receiver in receivers.items():
        heard = {one.json["data"].get("audience", "public") for one in receiver.events}
        assert heard == may.get(account, {"public"})


def test_things_of_one_kind_that_happen_at_once_are_told_each(hooks):
    """At the close of a day the GM answers everything that is open: each answer is a delivery."""
    receiver = hooks.receiver()
    made = hooks.active("p3", receiver.url, rate_per_minute=600)
    for room in ("Hall", "Bar"):
        hooks.world.move("p1", Suggest("Mustard", "Rope", room, "s2"))
    hooks.world.wait(days=1, minutes=1)
    hooks.world.tick()
    hooks.settle()
    told = [heard for heard in receiver.events if heard.type == "suggestion.refuted"]
    assert [heard.json["data"]["suggestion"]["room"] for heard in told] == ["Hall", "Bar"]
    assert len({heard.json["data"]["seq"] for heard in told}) == 1
    assert len({heard.headers["webhook-id"] for heard in told}) == 2
    listed = [line["id"] for line in hooks.deliveries("p3", made["id"])]
    assert len(listed) == len(set(listed)) == len(receiver.heard)
