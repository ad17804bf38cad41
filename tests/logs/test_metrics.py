import json
import logging
import re
import threading
from datetime import timedelta
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest

from chalicelib import metrics, overdue
from chalicelib.game import Busy
from chalicelib.store import Item, Put
from chalicelib.trigger import Failed, left, trigger
from tests.logs.journal import journal
from tests.test_structure import ROOT
from tests.worlds import World

UNITS = {"Count", "Seconds", "Milliseconds"}


@pytest.fixture
def written():
    """What CloudWatch would read."""
    stream = StringIO()
    metrics.start(stream)
    metrics.flush()
    stream.truncate(0)
    yield stream
    metrics.flush()
    metrics._out.clear()


def told(written):
    """The metrics of the lines, by name and by what tells them apart."""
    found: dict[tuple[str, ...], Any] = {}
    for line in map(json.loads, written.getvalue().lstrip("\0").splitlines()):
        (rule,) = line["_aws"]["CloudWatchMetrics"]
        assert rule["Namespace"] == "Alibi"
        (apart,) = rule["Dimensions"]
        of = tuple(line[name] for name in apart)
        found |= {(one["Name"], *of): line[one["Name"]] for one in rule["Metrics"]}
        assert {one["Unit"] for one in rule["Metrics"]} <= UNITS
        assert abs(line["_aws"]["Timestamp"] / 1000 - 1.8e9) < 1e9
    return found


def test_figures_leave_once_and_without_zeros(written):
    """What was counted leaves with the invocation; what is zero costs nothing; then all is new."""
    metrics.count("LettersSent")
    metrics.count("LettersSent", 2)
    metrics.count("MovesPlayed", of="rest")
    metrics.count("DaysClosed", 0)
    metrics.level("OldestDue", 12.5, of="OUT")
    metrics.level("OldestDue", 0, of="IN")
    for milliseconds in (3.0, 4.0):
        metrics.timed("MoveTime", milliseconds)
    assert metrics.so_far() == {"LettersSent": 3, "MovesPlayed:rest": 1, "MoveTime": 7}
    metrics.flush()
    assert told(written) == {
        ("LettersSent",): 3,
        ("MovesPlayed", "rest"): 1,
        ("OldestDue", "OUT"): 12.5,
        ("MoveTime",): [3.0, 4.0],
    }
    written.truncate(0)
    metrics.flush()
    assert told(written) == {}


def test_at_most_a_hundred_values_in_a_line(written):
    """CloudWatch takes no more than a hundred values of one metric at a time."""
    for _ in range(250):
        metrics.timed("MoveTime", 1.0)
    metrics.flush()
    assert len(told(written)["MoveTime",]) == 100


@pytest.mark.parametrize("counted", [("LettersSent", "s1"), ("MovesPlayed", ""), ("Cards", "")])
def test_figures_are_told_apart_by_what_is_known_only(counted):
    """A figure nobody knows, or told apart by something else, is an error: none gets a game's."""
    with pytest.raises((KeyError, ValueError)):
        metrics.count(counted[0], of=counted[1])


def test_what_is_overdue_is_counted_and_the_oldest_is_told(tmp_path, written):
    """The age of the oldest row of each queue, and how many there are, a hundred at most."""
    world = World(tmp_path)
    for number in range(120):
        due = world.time - timedelta(minutes=3 if number else 5)
        row = Item("BINDING#b", f"IN#{number}", "", due=due)
        world.store.write(Put(row), now=world.time)
    later = Item("GAME#g", "OUT#1", "", due=world.time + timedelta(minutes=1))
    world.store.write(Put(later), now=world.time)
    overdue.measure(world.site)
    metrics.flush()
    assert told(written) == {("Waiting", "IN"): 100, ("OldestDue", "IN"): 300}


def test_the_page_for_operators_names_every_figure():
    """Each metric stands there with its unit, its name for Prometheus, and nothing that is none."""
    page = (ROOT / "docs/operations.md").read_text("utf-8").partition("## Figures")[2]
    rows = [row for row in page.splitlines() if row.startswith("| `")]
    told = {name: row for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert set(told) == set(metrics.METRICS)
    text = metrics.text()
    for name, row in told.items():
        assert metrics.METRICS[name].unit in row
        assert metrics.METRICS[name].by in row
        for shown in re.findall(r"`(alibi_\w+)`", row):
            assert f"# TYPE {shown} " in text


class Context:
    """The part of Lambda's context that we read."""

    aws_request_id = "11111111-2222-3333-4444-555555555555"

    def __init__(self, seconds):
        """Say how much time is left."""
        self.seconds = seconds

    def get_remaining_time_in_millis(self):
        """Give it as Lambda does."""
        return self.seconds * 1000


@pytest.mark.parametrize(
    ("remaining", "most", "reserve", "seconds"),
    [(90, 60, 28, 60), (60, 60, 28, 32), (30, 60, 28, 2), (3, 60, 28, 1), (None, 60, 28, 60)],
)
def test_a_function_stops_before_it_is_stopped(remaining, most, reserve, seconds):
    """It begins nothing in its last seconds, however long it might go on otherwise."""
    event = SimpleNamespace(context=Context(remaining) if remaining else None)
    assert left(event, most, reserve) == timedelta(seconds=seconds)


def test_a_function_says_what_it_did():
    """One line at the end: its name, the invocation, how long it took, what was counted."""

    @trigger("mail_tick")
    def work(_):
        metrics.count("LettersSent", 3)
        thread = threading.Thread(target=logging.getLogger("chalicelib.x").info, args=("aside",))
        thread.start()
        thread.join()
        return {"batchItemFailures": []}

    with journal() as log:
        assert work(SimpleNamespace(context=Context(60))) == {"batchItemFailures": []}
    aside, line, figures = map(json.loads, log.lines)
    assert aside["function"] == line["function"]
    assert (line["function"], line["invocation"]) == ("mail_tick", Context.aws_request_id)
    assert (line["message"], line["counts"]) == ("done", {"LettersSent": 3})
    assert line["ms"] >= 0
    assert figures["LettersSent"] == 3


def test_what_is_busy_is_no_error():
    """A function for which the store has no time fails, so as to be called again; nobody rings."""

    @trigger("inbound")
    def work(_):
        raise Busy("busy", seconds=1)

    with journal() as log, pytest.raises(Failed):
        work(SimpleNamespace(context=Context(60)))
    (line,) = map(json.loads, log.lines)
    assert (line["level"], line["error"]) == ("WARNING", "Busy")


def test_a_function_that_fails_fails_without_words():
    """AWS hears that it failed, and its log says what and where, but not about what."""

    @trigger("inbound")
    def work(_):
        return int("Mustard")

    with journal() as log, pytest.raises(Failed) as failed:
        work(SimpleNamespace(context=Context(60)))
    line, figures = map(json.loads, log.lines)
    assert (line["level"], line["error"]) == ("ERROR", "ValueError")
    assert figures["Errors"] == 1
    assert str(failed.value).startswith("ValueError at test_metrics.py:")
    assert failed.value.__cause__ is failed.value.__context__ is None
    assert "Mustard" not in log.getvalue()
