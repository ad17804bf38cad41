"""News that cannot be spread waits, and keeps nothing waiting but what has to come after it."""

import msgspec
from chalice.test import Client

from app import app
from chalicelib import auth, site, spread
from chalicelib.store import Item, Put
from chalicelib.webhooks.endpoint import listed_key
from tests.api.conftest import Api
from tests.forums.posting.conftest import Play
from tests.forums.posting.test_thread import comments, say
from tests.worlds import GAME


def trouble(play: Play) -> str:
    """What the organiser is shown of the thread."""
    token = auth.issue(play.store, "host", now=play.time, rng=play.rng)
    with Client(app) as client:
        answer = Api(client, token)("GET", f"/v1/games/{GAME}/forum-bindings")
    return str(answer.body["items"][0]["trouble"])


def failures(caplog):
    """Which rows of which game the log says have failed, and by what error."""
    told = [one.told for one in caplog.records if one.getMessage() == "a row failed"]
    return {(one["kind"], one["game"], one["error"]) for one in told}


def test_a_note_that_cannot_be_spread_keeps_no_other_one_waiting(play, caplog):
    """It is logged and shown, tried ever more seldom, and then all is told in its order."""
    site.install(play.site)
    _, forum = play.bind()
    say(play, 1)
    (bad,) = play.store.due(play.time, prefix="NEWS#")
    (note,) = play.store.read(bad, now=play.time)
    play.store.write(Put(msgspec.structs.replace(note, body="{}")), now=play.time)
    say(play, 2)
    assert trouble(play) == ""
    assert spread.sweep(play.site) == 1
    assert failures(caplog) == {("NEWS", GAME, "ValidationError")}
    assert play.store.query(*range_of(bad), now=play.time)[1:] == ()
    play.told_all(5)
    assert comments(forum) == []
    assert trouble(play) == "news: not spread"
    assert len(caplog.records) < 12
    (waits,) = play.store.read(bad, now=play.time)
    play.store.write(Put(msgspec.structs.replace(waits, body=note.body)), now=play.time)
    play.told_all(60)
    assert comments(forum) == [1, 2]
    assert trouble(play) == ""


def test_what_webhooks_fail_at_is_posted_all_the_same(play, caplog):
    """An error on the way to webhooks holds up no thread, and nothing is posted twice."""
    _, forum = play.bind()
    play.store.write(Put(Item(*listed_key(GAME), "{}")), now=play.time)
    say(play, 1)
    say(play, 2)
    play.told_all(3)
    assert comments(forum) == [1, 2]
    assert failures(caplog) == {("NEWS", GAME, "ValidationError")}
    play.store.write(Put(Item(*listed_key(GAME), "[]", 2)), now=play.time)
    say(play, 3)
    play.told_all(60)
    assert comments(forum) == [1, 2, 3]
    assert list(play.store.due(play.time, prefix="NEWS#")) == []


def test_a_note_becomes_rows_in_one_transaction_however_often_it_is_spread(play):
    """A note ends together with the rows it brings; where those are there, it ends alone."""
    _, forum = play.bind()
    say(play, 1)
    (key,) = play.store.due(play.time, prefix="NEWS#")
    (note,) = play.store.read(key, now=play.time)
    before = play.store.writes
    assert spread.sweep(play.site) == 1
    assert play.store.writes == before + 1
    play.store.write(Put(note), now=play.time)
    assert spread.sweep(play.site) == 1
    assert list(play.store.due(play.time, prefix="NEWS#")) == []
    play.told_all(3)
    assert comments(forum) == [1]


def range_of(key: tuple[str, str]) -> tuple[str, str, str]:
    """Where the notes of a game lie."""
    return key[0], "NEWS#", "NEWS$"
