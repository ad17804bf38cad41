"""On AWS: the stream and the minute's tick write at forums, apart from the mail."""

from chalice.test import Client
from msgspec.structs import replace

from app import app
from chalicelib import site
from chalicelib.forums.binding import binding_item
from chalicelib.store import Put
from tests.aws.test_triggers import stream_record
from tests.forums.posting.test_thread import comments, say


def rows(play, bound):
    """The rows that wait at a binding, as the stream tells of them."""
    found = play.store.query(f"BINDING#{bound.id}", "WRITE#", "WRITE$", 100, now=play.time)
    return [{"pk": {"S": row.pk}, "sk": {"S": row.sk}} for row in found]


def test_the_stream_and_the_tick_write_what_waits(play):
    """An insertion is written at once; what the stream forgot the next tick makes up for."""
    site.install(play.site)
    bound, forum = play.bind()
    say(play, 1)
    play.told_news()
    waiting = rows(play, bound)
    assert waiting
    with Client(app) as client:
        forgotten = [stream_record("MODIFY", keys) for keys in waiting]
        client.lambda_.invoke("outside", {"Records": forgotten})
        assert comments(forum) == []
        told = [stream_record("INSERT", keys) for keys in waiting]
        client.lambda_.invoke("outside", {"Records": [*told, *told]})
        assert comments(forum) == [1]
        say(play, 2)
        play.told_news()
        tick = client.events.generate_cw_event("", "", {}, [])
        client.lambda_.invoke("forum_tick", tick)
    assert comments(forum) == [1, 2]


def test_rows_of_others_are_left_alone(play):
    """What is no row of ours begins nothing."""
    site.install(play.site)
    _, forum = play.bind()
    with Client(app) as client:
        keys = {"pk": {"S": "GAME#game"}, "sk": {"S": "OUT#1"}}
        client.lambda_.invoke("outside", {"Records": [stream_record("INSERT", keys)]})
    assert forum.asked == []


def test_a_forum_whose_binding_is_gone_is_forgotten(play):
    """Rows that nobody can write any more do not wait for ever."""
    bound, _ = play.bind()
    say(play, 1)
    play.told_news()
    ended = replace(bound, status="ended")
    play.store.write(Put(binding_item(ended, 2)), now=play.time)
    play.told()
    assert play.rows(bound) == {}
