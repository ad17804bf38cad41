"""What only one adapter can show, and that the two cannot be told apart."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import botocore.session
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pynamodb.exceptions import TransactWriteError

from chalicelib.game import Busy
from chalicelib.store import Check, Conflict, Delete, Item, Put, Store, Write
from chalicelib.store.dynamo import RACES, DynamoStore
from chalicelib.store.lanes import lane_of
from chalicelib.store.sqlite import DUE, LANE, SqliteStore
from tests.stores import CREDENTIALS

# Far ahead of any real clock, so that an engine's own deletion never interferes.
NOW = datetime(2100, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


# What SQLite must withstand

PROGRAM = """
import sys
from datetime import UTC, datetime
from chalicelib.store import Conflict, Item, Put
from chalicelib.store.sqlite import SqliteStore
store, now = SqliteStore(sys.argv[1]), datetime.now(UTC)
"""
WRITE_FOR_EVER = """
n = 0
while True:
    store.write(Put(Item("G", f"A{n}", "")), Put(Item("G", f"B{n}", "")), now=now)
    print(n, flush=True)
    n += 1
"""
ADD_FIFTY = """
added = 0
while added < 50:
    state = store.read(("G", "STATE"), now=now)[0]
    version = state.version if state else 0
    try:
        store.write(Put(Item("G", "STATE", "", version=version + 1), version), now=now)
        added += 1
    except Conflict:
        pass
"""


def program(text: str, path: Path) -> subprocess.Popen[str]:
    """Another process that works on the file at `path`."""
    command = [sys.executable, "-c", PROGRAM + text, str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_an_acknowledged_write_survives_a_kill(tmp_path: Path) -> None:
    """After SIGKILL in the middle of work everything acknowledged is there, nothing by halves."""
    path = tmp_path / "alibi.db"
    with program(WRITE_FOR_EVER, path) as writer:
        assert writer.stdout is not None
        acknowledged = [next(writer.stdout).strip() for _ in range(40)]
        writer.kill()
        acknowledged += [line.strip() for line in writer.stdout]
    with closing(SqliteStore(path)) as store:
        found = [item.sk for item in store.query("G", limit=10_000, now=NOW)]
    first, second = ({sk[1:] for sk in found if sk[0] == letter} for letter in "AB")
    assert first == second >= set(acknowledged)


def test_processes_share_the_file(tmp_path: Path) -> None:
    """Four processes that open it at the same moment and add fifty each lose no update."""
    path = tmp_path / "alibi.db"
    workers = [program(ADD_FIFTY, path) for _ in range(4)]
    assert [worker.wait() for worker in workers] == [0] * 4
    for worker in workers:
        worker.communicate()
    with closing(SqliteStore(path)) as store:
        (state,) = store.read(("G", "STATE"), now=NOW)
    assert state is not None
    assert state.version == 200


def test_sweep_deletes_only_what_has_expired(tmp_path: Path) -> None:
    """The rows are really gone from the file."""
    path = tmp_path / "alibi.db"
    times = {"past": NOW - SECOND, "now": NOW, "later": NOW + SECOND, "never": None}
    with closing(SqliteStore(path)) as store:
        store.write(*(Put(Item("G", sk, "", expires=t)) for sk, t in times.items()), now=NOW)
        store.sweep(NOW)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT sk FROM items ORDER BY sk").fetchall() == [("later",), ("never",)]


def test_a_look_reads_the_index_and_nothing_else(tmp_path: Path) -> None:
    """SQLite goes to the lane in the index, finds the rows there in order, and sorts nothing."""
    path = tmp_path / "alibi.db"
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {DUE}", ("STATE", "9", "9", 1))]
    assert plan == ["SEARCH items USING COVERING INDEX items_lane (<expr>=? AND due<?)"]


def test_a_file_of_an_older_version_opens(tmp_path: Path) -> None:
    """What was due in a file without the index is found once it is opened."""
    path = tmp_path / "alibi.db"
    with closing(SqliteStore(path)) as store:
        store.write(Put(Item("G", "OUT#1.s1.0", "", due=NOW)), now=NOW)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP INDEX items_lane")
        db.execute("CREATE INDEX items_due ON items (due) WHERE due IS NOT NULL")
    with closing(SqliteStore(path)) as store:
        assert store.due(NOW, prefix="OUT#", rank=0) == (("G", "OUT#1.s1.0"),)
    with closing(sqlite3.connect(path)) as db:
        indexes = db.execute("SELECT name FROM sqlite_master WHERE name LIKE 'items_%'").fetchall()
    assert {name for (name,) in indexes} == {"items_lane", "items_expires"}


kinds = st.sampled_from(["OUT", "OUT#", "STATE", "IN#", "out#", "OUTER#", "#", ""])
ends = st.sampled_from([".0", ".4", ".5", ".", "0", ".12", ".x", "#1.3", ""])


@given(st.builds("".join, st.tuples(kinds, st.text("a.#Я[", max_size=4), ends)))
def test_sqlite_knows_the_lanes_as_the_program_does(sk: str) -> None:
    """The expression of the index says of every sort key what `lane_of` says."""
    with closing(sqlite3.connect(":memory:")) as db:
        (lane,) = db.execute(f"SELECT {LANE} FROM (SELECT ? AS sk)", (sk,)).fetchone()
    assert lane == lane_of(sk)


# What DynamoDB needs, and answers that an emulator does not give


def test_the_adapter_does_not_import_boto3() -> None:
    """Cold starts pay for botocore alone."""
    heavy = "{'boto3', 's3transfer'} & set(sys.modules)"
    check = f"import sys, chalicelib.store.dynamo; sys.exit(bool({heavy}))"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


def test_attributes_of_the_table(dynamo_url: str) -> None:
    """What the index, the stream and DynamoDB's own expiry rely on."""
    table = f"alibi-{uuid4().hex}"
    store = DynamoStore(table, host=dynamo_url)
    store.create_table()
    later = NOW + timedelta(microseconds=1)
    store.write(Put(Item("G", "A", "a", due=NOW, expires=later)), Put(Item("G", "B", "b")), now=NOW)
    rows = client(dynamo_url).scan(TableName=table)["Items"]
    full, plain = sorted(rows, key=lambda row: str(row["sk"]))
    assert plain.keys() == {"pk", "sk", "body", "version"}
    assert full.keys() == plain.keys() | {"due", "shard", "expires", "until"}
    assert full["due"] == {"S": "2100-03-01T12:00:00.000000+00:00"}
    assert full["expires"] == {"N": str(int(NOW.timestamp()) + 1)}, "never before the exact time"
    lifetime = client(dynamo_url).describe_time_to_live(TableName=table)
    assert lifetime["TimeToLiveDescription"]["AttributeName"] == "expires"
    described = client(dynamo_url).describe_table(TableName=table)["Table"]
    assert described["StreamSpecification"]["StreamViewType"] == "KEYS_ONLY"
    assert described["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"


def client(url: str) -> Any:
    """The plain AWS client."""
    return botocore.session.get_session().create_client("dynamodb", endpoint_url=url)


Answer = tuple[int, dict[str, Any]]


@contextmanager
def answering(*answers: Answer) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server that gives these answers in turn; yields its URL and the requests it got."""
    left, requests = list(answers), []

    class Canned(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            status, body = left.pop(0)
            text = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Canned) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", requests
        server.shutdown()


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys to sign requests with, good for nothing."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)


def cancelled(*codes: str) -> Answer:
    """DynamoDB's answer to a transaction that did not happen, a reason per write."""
    reasons = [{"Code": code} for code in codes]
    return 400, {"__type": "TransactionCanceledException", "CancellationReasons": reasons}


@pytest.mark.usefixtures("credentials")
def test_a_condition_that_fails_is_a_conflict() -> None:
    """The indexes are the caller's; another transaction in the way says nothing of a condition."""
    # Sent as: check (2), delete (1), puts (0, 3).
    answer = cancelled("ConditionalCheckFailed", "None", "None", "TransactionConflict")
    first, last = (Put(Item("G", sk, "")) for sk in "AD")
    with answering(answer) as (url, _):
        store = DynamoStore("alibi", host=url)
        writes = first, Delete("G", "B"), Check("G", "C", 1), last
        with pytest.raises(Conflict) as refusal:
            store.write(*writes, now=NOW)
    assert refusal.value.failed == {2}


@pytest.mark.usefixtures("credentials")
def test_another_transaction_in_the_way_is_met_again() -> None:
    """Whether the conditions hold is not known: it is sent anew, and says so if that never ends."""
    raced = cancelled("None", "TransactionConflict")
    writes = Put(Item("G", "A", ""), 0), Put(Item("G", "B", ""), 0)
    with answering(raced, raced, (200, {})) as (url, requests):
        DynamoStore("alibi", host=url).write(*writes, now=NOW)
        assert len(requests) == 3
        assert len({request["ClientRequestToken"] for request in requests}) == 3
    with answering(*[raced] * RACES) as (url, _), pytest.raises(Busy):
        DynamoStore("alibi", host=url).write(*writes, now=NOW)


@pytest.mark.usefixtures("credentials")
@pytest.mark.parametrize("reason", ["ThrottlingError", "ProvisionedThroughputExceeded"])
def test_throttling_is_not_a_conflict(reason: str) -> None:
    """To decide again at once would make it worse: the caller is asked to wait."""
    with answering(cancelled(reason, "None")) as (url, _):
        store = DynamoStore("alibi", host=url)
        with pytest.raises(Busy):
            store.write(Put(Item("G", "A", "")), Put(Item("G", "B", "")), now=NOW)


@pytest.mark.usefixtures("credentials")
def test_what_does_not_pass_is_raised() -> None:
    """Waiting mends no mistake of ours."""
    with answering(cancelled("ValidationError", "None")) as (url, _):
        store = DynamoStore("alibi", host=url)
        with pytest.raises(TransactWriteError):
            store.write(Put(Item("G", "A", "")), Put(Item("G", "B", "")), now=NOW)


@pytest.mark.usefixtures("credentials")
def test_a_repeated_request_is_the_same_transaction() -> None:
    """When the answer is lost, the repeat carries the token of the first try."""
    with answering((500, {"__type": "InternalServerError"}), (200, {})) as (url, requests):
        DynamoStore("alibi", host=url).write(Put(Item("G", "A", ""), 0), now=NOW)
    first, second = (request["ClientRequestToken"] for request in requests)
    assert first == second


@pytest.mark.usefixtures("credentials")
def test_keys_left_over_are_asked_for_again() -> None:
    """A batch that DynamoDB cut short is completed; each round trip is counted."""
    keys = [{"pk": {"S": "G"}, "sk": {"S": sk}} for sk in "AB"]
    rows = [key | {"body": {"S": ""}, "version": {"N": "1"}} for key in keys]
    left = {"alibi": {"Keys": keys[1:], "ConsistentRead": True}}
    short = (200, {"Responses": {"alibi": rows[:1]}, "UnprocessedKeys": left})
    rest = (200, {"Responses": {"alibi": rows[1:]}, "UnprocessedKeys": {}})
    with answering(short, rest) as (url, requests):
        store = DynamoStore("alibi", host=url)
        found = store.read(("G", "A"), ("G", "B"), now=NOW)
    assert found == (Item("G", "A", ""), Item("G", "B", ""))
    assert requests[1]["RequestItems"] == left
    assert store.reads == 2


# What both do with the same story

NAMES = ["a", "b", "Я", "🔪"]
names = st.sampled_from(NAMES)
versions = st.sampled_from([1, 2])
moments = st.sampled_from([None, NOW - SECOND, NOW, NOW + SECOND])
expects = st.sampled_from([None, 0, 1, 2])
items = st.builds(Item, st.just("G"), names, st.text(), versions, moments, moments)
puts = st.builds(Put, items, expects)
deletes = st.builds(Delete, st.just("G"), names, expects)
checks = st.builds(Check, st.just("G"), names, st.sampled_from([0, 1, 2]))
transactions = st.lists(
    puts | deletes | checks, min_size=1, max_size=4, unique_by=lambda write: write.key
)


def outcome(store: Store, writes: Sequence[Write]) -> object:
    """What the transaction was refused for, and what a reader sees after it."""
    refused: frozenset[int] = frozenset()
    try:
        store.write(*writes, now=NOW)
    except Conflict as conflict:
        refused = conflict.failed
    due = tuple(store.due(NOW, prefix=name) for name in NAMES)
    return refused, store.query("G", now=NOW), due


@pytest.fixture
def both(dynamo_url: str, tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    """A store of each kind."""
    dynamo = DynamoStore(f"alibi-{uuid4().hex}", host=dynamo_url)
    dynamo.create_table()
    with closing(dynamo), closing(SqliteStore(tmp_path / "alibi.db")) as sqlite:
        yield sqlite, dynamo


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # each story begins by clearing
)
@given(story=st.lists(transactions, min_size=1, max_size=8))
def test_the_adapters_agree(both: tuple[Store, Store], story: list[list[Write]]) -> None:
    """After every transaction of a random story, readers of both stores see the same."""
    clear: list[Write] = [Delete("G", name) for name in NAMES]
    for writes in (clear, *story):
        assert outcome(both[0], writes) == outcome(both[1], writes)
