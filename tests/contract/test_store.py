"""The contract of the store port, run on both adapters."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from threading import Barrier

import pytest

from chalicelib.store import (
    BATCH_LIMIT,
    BODIES_LIMIT,
    BODY_LIMIT,
    SK_LIMIT,
    Check,
    Conflict,
    Delete,
    Item,
    Put,
    Store,
    Write,
)
from tests.stores import OpenStore

# Far ahead of any real clock, so that an engine's own deletion never interferes.
NOW = datetime(2100, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
GAME = "GAME#g7qm"
THREADS = 16


def item(sk: str, body: str = "{}", **rest: object) -> Item:
    """An item of the one game that most tests are about."""
    return Item(GAME, sk, body, **rest)  # type: ignore[arg-type]


def put(store: Store, *items: Item) -> None:
    """Write the items without conditions."""
    store.write(*map(Put, items), now=NOW)


def stored(store: Store, *sks: str) -> list[int | None]:
    """The versions of these items of the game, None where absent."""
    found = store.read(*((GAME, sk) for sk in sks), now=NOW)
    return [one.version if one else None for one in found]


def failed(store: Store, *writes: Write) -> frozenset[int]:
    """The indexes that a refused transaction reports."""
    with pytest.raises(Conflict) as refusal:
        store.write(*writes, now=NOW)
    return refusal.value.failed


def sks(items: tuple[Item, ...]) -> list[str]:
    """The sort keys, in order."""
    return [item.sk for item in items]


def at_once(action: Callable[[int], object]) -> list[object]:
    """What `action` returned, or the `Conflict` it raised, in each of 16 simultaneous threads."""
    start = Barrier(THREADS)

    def run(number: int) -> object:
        start.wait()
        try:
            return action(number)
        except Conflict as conflict:
            return conflict

    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(run, range(THREADS)))


# Reading


def test_read_answers_in_the_order_of_the_keys(store: Store) -> None:
    """Absent items are None in their place, and a key may be asked for twice."""
    put(store, item("A", version=1), item("B", version=2))
    assert stored(store, "B", "nothing", "A", "B") == [2, None, 1, 2]


def test_an_item_comes_back_as_it_was(store: Store) -> None:
    """Every field survives, times to the microsecond and in UTC."""
    kamchatka = timezone(timedelta(hours=12))
    due = datetime(2100, 3, 2, 9, 0, 0, 123_456, tzinfo=kamchatka)
    whole = item("STATE", '{"n": 1}', version=41, due=due, expires=NOW + timedelta(microseconds=1))
    put(store, whole)
    (found,) = store.read(whole.key, now=NOW)
    assert found == whole
    assert found.due is not None
    assert found.due.tzinfo is UTC


@pytest.mark.parametrize(
    "body",
    ["", "Миссис Пикок, бильярдная", "🕵️‍♀️ 🔪", "\x00 \x01 \x1f \x7f \x85 \u2028 \ufffe", "'\"\\"],
    ids=["empty", "cyrillic", "emoji", "control", "quotes"],
)
def test_any_text_survives(store: Store, body: str) -> None:
    """Bodies and keys are opaque text: nothing is trimmed, cut or normalised."""
    odd = item("KEY#" + body, body)
    put(store, odd)
    assert store.read(odd.key, now=NOW) == (odd,)


def test_a_moment_without_a_time_zone_is_refused(store: Store) -> None:
    """A naive datetime is an error, never local time."""
    with pytest.raises(ValueError, match="time zone"):
        put(store, item("STATE", due=NOW.replace(tzinfo=None)))


# Writing


def test_a_put_without_a_condition_replaces(store: Store) -> None:
    """Nothing of the older item remains."""
    put(store, item("STATE", "old", version=7, due=NOW, expires=NOW + SECOND))
    put(store, item("STATE", "new"))
    assert store.read((GAME, "STATE"), now=NOW) == (item("STATE", "new"),)


def test_deleting_what_is_absent_is_no_error(store: Store) -> None:
    """A delete without a condition always holds."""
    put(store, item("A"))
    store.write(Delete(GAME, "A"), Delete(GAME, "B"), now=NOW)
    assert stored(store, "A", "B") == [None, None]


@pytest.mark.parametrize(
    ("write", "after"),
    [
        (Put(item("STATE", version=3)), 3),
        (Put(item("STATE", version=3), 2), 3),
        (Delete(GAME, "STATE"), None),
        (Delete(GAME, "STATE", 2), None),
        (Check(GAME, "STATE", 2), 2),
    ],
)
def test_a_condition_that_holds(store: Store, write: Write, after: int | None) -> None:
    """With version 2 stored, `expect=2` or none lets a write through."""
    put(store, item("STATE", version=2))
    store.write(write, now=NOW)
    assert stored(store, "STATE") == [after]


@pytest.mark.parametrize("expect", [0, 1, 3])
def test_a_condition_that_fails(store: Store, expect: int) -> None:
    """With version 2 stored, neither absence nor another version may be expected."""
    put(store, item("STATE", version=2))
    assert failed(store, Put(item("STATE", version=3), expect)) == {0}
    assert failed(store, Delete(GAME, "STATE", expect)) == {0}
    assert failed(store, Check(GAME, "STATE", expect)) == {0}
    assert stored(store, "STATE") == [2]


def test_conditions_on_an_absent_item(store: Store) -> None:
    """Absent satisfies `expect=0`, and no version."""
    store.write(Check(GAME, "A", 0), Put(item("B"), 0), now=NOW)
    assert failed(store, Check(GAME, "A", 1), Put(item("C"), 1), Delete(GAME, "D", 1)) == {0, 1, 2}
    assert stored(store, *"ABCD") == [None, 1, None, None]


def test_a_conflict_names_every_failed_write_and_leaves_nothing(store: Store) -> None:
    """Whatever the order of puts, deletes and checks, indexes are those of the caller."""
    put(store, *(item(sk, version=5) for sk in "ABCD"))
    refused = failed(
        store,
        Put(item("new"), 0),  # holds
        Put(item("A", version=6), 4),
        Delete(GAME, "B", 5),  # holds
        Check(GAME, "C", 4),
        Put(item("unconditional")),  # holds
        Delete(GAME, "D", 6),
        Check(GAME, "E", 0),  # holds
        Put(item("F"), 1),
    )
    assert refused == {1, 3, 5, 7}
    assert stored(store, *"ABCD", "new", "unconditional", "F") == [5, 5, 5, 5, None, None, None]


def test_one_of_many_with_the_same_version_wins(store: Store) -> None:
    """Sixteen threads move the state from version 1 to 2: one does, fifteen conflict on it."""
    put(store, item("STATE"))

    def move(number: int) -> None:
        state = item("STATE", str(number), version=2)
        store.write(Put(state, 1), Put(item(f"LOG#{number}"), 0), now=NOW)

    outcomes = at_once(move)
    (winner,) = (number for number, outcome in enumerate(outcomes) if outcome is None)
    assert all(isinstance(o, Conflict) and o.failed == {0} for o in outcomes if o is not None)
    assert store.read((GAME, "STATE"), now=NOW) == (item("STATE", str(winner), version=2),)
    assert sks(store.query(GAME, "LOG#", "LOG$", now=NOW)) == [f"LOG#{winner}"]


def test_one_of_many_with_the_same_key_wins(store: Store) -> None:
    """Sixteen threads write one idempotency key: one does, fifteen conflict on it."""
    outcomes = at_once(lambda n: store.write(Put(item("KEY#ab12", str(n)), 0), now=NOW))
    (winner,) = (number for number, outcome in enumerate(outcomes) if outcome is None)
    assert all(isinstance(o, Conflict) and o.failed == {0} for o in outcomes if o is not None)
    assert store.read((GAME, "KEY#ab12"), now=NOW) == (item("KEY#ab12", str(winner)),)


def test_no_update_is_lost(store: Store) -> None:
    """Sixteen threads that read, add one and try again on a conflict add sixteen."""
    put(store, item("STATE"))

    def add_one(_: int) -> None:
        while True:
            (state,) = store.read((GAME, "STATE"), now=NOW)
            assert state is not None
            with suppress(Conflict):
                more = item("STATE", version=state.version + 1)
                return store.write(Put(more, state.version), now=NOW)

    at_once(add_one)
    assert stored(store, "STATE") == [1 + THREADS]


def test_the_largest_transaction_is_taken_whole(store: Store) -> None:
    """A hundred writes of 30 KB go in, come out of one read and one query, and go out again."""
    items = tuple(item(f"LOG#{n:08}", "x" * 30_000) for n in range(BATCH_LIMIT))
    put(store, *items)
    assert store.read(*(one.key for one in items), now=NOW) == items
    assert store.query(GAME, now=NOW) == items
    store.write(*(Delete(*one.key, expect=1) for one in items), now=NOW)
    assert store.query(GAME, now=NOW) == ()


@pytest.mark.parametrize(
    "writes",
    [
        [],
        [Put(item(str(n))) for n in range(BATCH_LIMIT + 1)],
        [Put(item("A")), Delete(GAME, "A")],
        [Put(item(""))],
        [Put(item("я" * (SK_LIMIT // 2 + 1)))],
        [Put(item("A", "я" * (BODY_LIMIT // 2 + 1)))],
        [Put(item(str(n), "x" * (BODIES_LIMIT // 10 + 1))) for n in range(10)],
    ],
    ids=["none", "101", "one item twice", "empty key", "long key", "long body", "4 MB"],
)
def test_what_one_engine_could_not_take_neither_takes(store: Store, writes: list[Write]) -> None:
    """Over a limit is a ValueError before anything is sent."""
    with pytest.raises(ValueError, match=r"too long|at once|two writes"):
        store.write(*writes, now=NOW)
    assert store.writes == 0
    assert store.query(GAME, now=NOW) == ()


# Ranges


RANGES = [
    ("", None, "abcde"),
    ("b", None, "cde"),
    ("", "d", "abc"),
    ("a", "e", "bcd"),
    ("aa", "dd", "bcd"),
    ("b", "c", ""),
    ("c", "c", ""),
    ("d", "b", ""),
    ("", "", ""),
    ("e", None, ""),
]


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 100])
def test_a_range_excludes_its_ends(store: Store, limit: int) -> None:
    """It is after < sk < before, from either end, at most `limit`, of this partition only."""
    put(store, *map(item, "daecb"), Item(GAME + "0", "c", ""), Item(GAME[:-1], "c", ""))
    for after, before, inside in RANGES:
        forwards = store.query(GAME, after, before, limit=limit, now=NOW)
        backwards = store.query(GAME, after, before, limit=limit, backwards=True, now=NOW)
        assert sks(forwards) == list(inside)[:limit]
        assert sks(backwards) == list(reversed(inside))[:limit]


def test_pages_follow_one_another(store: Store) -> None:
    """Going on after the last key of a page gives every item once, in order."""
    everything = [f"LOG#{n:08}" for n in range(25)]
    put(store, *map(item, everything))
    seen: list[str] = []
    while page := store.query(GAME, seen[-1] if seen else "", limit=10, now=NOW):
        seen += sks(page)
    assert seen == everything


def test_sort_keys_order_as_utf8_bytes(store: Store) -> None:
    """Latin, Cyrillic, the last of the basic plane, emoji: code points, not UTF-16 or a locale."""
    ordered = ["A", "Z", "a", "А", "Я", "а", "я", "ё", "\uffee", "🔪", "🕵"]
    put(store, *map(item, reversed(ordered)))
    assert sks(store.query(GAME, now=NOW)) == ordered
    assert sks(store.query(GAME, "Я", "\uffee", now=NOW)) == ["а", "я", "ё"]
    assert sks(store.query(GAME, "ё", backwards=True, now=NOW)) == ["🕵", "🔪", "\uffee"]


# Times


def test_due_items_come_longest_overdue_first(store: Store) -> None:
    """`now` itself is due, a microsecond later is not; every partition is looked at."""
    late = [Item(f"GAME#{n}", "STATE", "", due=NOW - n * SECOND) for n in range(40)]
    put(store, *late, item("later", due=NOW + timedelta(microseconds=1)), item("never"))
    expected = tuple(one.key for one in reversed(late))
    assert store.due(NOW, prefix="STATE") == expected
    assert store.due(NOW, limit=7, prefix="STATE") == expected[:7]
    assert store.due(NOW - 35 * SECOND, prefix="STATE") == expected[:5]


def test_each_kind_has_a_queue_of_its_own(store: Store) -> None:
    """A queue of letters in front of a state does not hide it, even with a small limit."""
    letters = [item(f"OUT#{n:08}", due=NOW - 9 * SECOND + n * SECOND / 10) for n in range(12)]
    put(store, *letters, item("STATE", due=NOW), item("out#", due=NOW), item("OUTER", due=NOW))
    assert store.due(NOW, limit=1, prefix="STATE") == ((GAME, "STATE"),)
    assert store.due(NOW, prefix="OUT#") == tuple(letter.key for letter in letters)


def test_letters_can_be_looked_up_by_their_rank(store: Store) -> None:
    """Within a rank the longest overdue first; what has no rank waits with the last."""
    names = ["OUT#1.s1.0", "OUT#2.s1.4", "OUT#3.s1.0", "OUT#4", "OUT#5.s1.x", "OUT#6.s1.1"]
    put(store, *(item(sk, due=NOW - n * SECOND) for n, sk in enumerate(names)))
    found = [[sk for _, sk in store.due(NOW, prefix="OUT#", rank=rank)] for rank in range(5)]
    assert found == [[names[2], names[0]], [names[5]], [], [], [names[4], names[3], names[1]]]
    assert [sk for _, sk in store.due(NOW, 4, prefix="OUT#")] == names[:1:-1]


@pytest.mark.parametrize("prefix", ["", "OUT#0", "#"])
def test_what_is_due_is_looked_up_by_a_whole_kind(store: Store, prefix: str) -> None:
    """There is no look at everything, which would find little of it."""
    with pytest.raises(ValueError, match="whole kind"):
        store.due(NOW, prefix=prefix)


def test_what_has_expired_is_due_no_more(store: Store) -> None:
    """Nobody could do it: it stands before nothing that is due, though the engine has it yet."""
    old = [item(f"OUT#{n}", due=NOW - SECOND, expires=NOW) for n in range(5)]
    put(store, *old, item("OUT#9", due=NOW, expires=NOW + SECOND))
    assert store.due(NOW, limit=1, prefix="OUT#") == ((GAME, "OUT#9"),)
    assert store.due(NOW + SECOND, prefix="OUT#") == ()


def test_thousands_of_due_items_are_found_in_one_look(store: Store) -> None:
    """However many are due at one moment, in whatever partitions: each once, up to the limit."""
    for start in range(0, 1200, BATCH_LIMIT):
        late = range(start, start + BATCH_LIMIT)
        put(store, *(Item(f"GAME#{n:04}", "STATE", "", due=NOW) for n in late))
    expected = tuple((f"GAME#{n:04}", "STATE") for n in range(1200))
    assert store.due(NOW, 10_000, prefix="STATE") == expected
    assert len(store.due(NOW, 1111, prefix="STATE")) == 1111


def test_an_item_rewritten_without_due_is_due_no_more(store: Store) -> None:
    """The index is sparse, and follows a changed time and a deletion."""
    put(store, *(item(sk, due=NOW) for sk in "ABCD"))
    put(store, item("A"), item("B", due=NOW + SECOND))
    store.write(Delete(GAME, "C"), now=NOW)
    assert [store.due(NOW, prefix=kind) for kind in "ABCD"] == [(), (), (), ((GAME, "D"),)]


def test_an_expired_item_is_absent(store: Store) -> None:
    """From the very moment on it is not read, not listed, and free to be written anew."""
    put(store, item("KEY#a", expires=NOW), item("KEY#b", expires=NOW + timedelta(microseconds=1)))
    assert stored(store, "KEY#a", "KEY#b") == [None, 1]
    assert sks(store.query(GAME, now=NOW)) == ["KEY#b"]
    assert failed(store, Put(item("KEY#a"), 1), Put(item("KEY#b"), 0)) == {0, 1}
    store.write(Put(item("KEY#a", version=3), 0), Put(item("KEY#b", version=4), 1), now=NOW)
    assert stored(store, "KEY#a", "KEY#b") == [3, 4]


def test_expired_items_do_not_shorten_a_page(store: Store) -> None:
    """`limit` counts what the reader gets."""
    put(store, *(item(f"{n:02}", expires=NOW if n % 5 else None) for n in range(50)))
    assert sks(store.query(GAME, limit=4, now=NOW)) == ["00", "05", "10", "15"]
    assert sks(store.query(GAME, limit=2, backwards=True, now=NOW)) == ["45", "40"]


# Life


def test_another_store_on_the_same_data_sees_everything(open_store: OpenStore) -> None:
    """What was written is there after closing and opening again, in the index too."""
    first = open_store()
    put(first, item("STATE", "дело", due=NOW))
    first.close()
    second = open_store()
    assert second.read((GAME, "STATE"), now=NOW) == (item("STATE", "дело", due=NOW),)
    assert second.due(NOW, prefix="STATE") == ((GAME, "STATE"),)
    second.close()


def test_round_trips_are_counted(store: Store) -> None:
    """A move is one read and one write however many items it has; a refused write counts."""
    assert (store.reads, store.writes) == (0, 0)
    put(store, *(item(sk) for sk in "ABCD"))
    failed(store, Put(item("A"), 9))
    stored(store, *"ABCD", "E")
    assert (store.reads, store.writes) == (1, 2)
    store.query(GAME, limit=4, now=NOW)
    assert (store.reads, store.writes) == (2, 2)
