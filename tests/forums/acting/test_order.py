"""Whatever order the versions of a post come in, and however often: the forum's clock decides."""

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.forums.post import Post
from tests.forums.acting.thread import RED, Thread, minutes, suggestion
from tests.worlds import World

TWO_ROOMS = suggestion("Boris", "Mustard", "Pipe", "Attic", "Hall")
GOOD = suggestion("Boris", "Mustard", "Pipe", "Attic")
OTHER = suggestion("Boris", "Mustard", "Pipe", "Hall")
STORIES = {
    "amended": ((0, TWO_ROOMS), (2, f"{GOOD}\n{RED}"), (3, f"{GOOD}\n{RED}\nSorry!")),
    "asked": ((0, TWO_ROOMS), (1, GOOD), (4, f"{GOOD}\n{RED}")),
    "late": ((0, TWO_ROOMS), (6, f"{GOOD}\n{RED}")),
    "violation": ((0, GOOD), (1, OTHER), (2, GOOD), (3, "Never mind.")),
    "talk": ((0, "Good evening!"), (1, "Good evening, all!"), (2, GOOD)),
    "deleted": ((0, GOOD), (1, f"{GOOD}\nHm."), (2, "")),
}


def versions(story: str, thread: Thread) -> list[Post]:
    """Give the versions of a post as they would arrive, in order; an empty one is its deletion."""
    start = thread.world.time
    made = []
    for number, (minute, body) in enumerate(STORIES[story]):
        event: Any = "created" if not number else "edited" if body else "deleted"
        edited = start + minutes(minute) if number else None
        made.append(Post(event, "77", "41", author="anna", body=body, created=start, edited=edited))
    return made


def outcome(thread: Thread) -> tuple[object, ...]:
    """Give everything that became of the post, and of the game."""
    known = thread.known("41")
    facts = msgspec.structs.replace(known, asking=None)
    state = thread.world.state
    letters = sorted((reader, *thread.codes(reader)) for reader in ("s1", "organiser"))
    happened = sorted(heard.type for heard in thread.heard())
    return facts, state.questions, state.malformed, state.tallies, state.posts, letters, happened


@given(st.data(), st.sampled_from(sorted(STORIES)))
def test_any_order_and_any_repetition_ends_alike(tmp_path_factory, data, story):
    """Created after edited, each version several times, dealt with after each: the same end."""
    ends = []
    for shuffled in (False, True):
        thread = Thread(World(tmp_path_factory.mktemp("world")).start())
        thread.world.wait(seconds=1)
        told = versions(story, thread)
        thread.world.wait(minutes=7)
        order = [told[n] for n in data.draw(_orders(len(told)))] if shuffled else told
        for post in order:
            thread.bring(post)
            thread.deal()
            thread.world.wait(seconds=1)
        thread.rest(seconds=11)
        thread.rest(minutes=20)
        ends.append(outcome(thread))
        thread.world.store.close()
    assert ends[0] == ends[1]


def _orders(versions: int) -> st.SearchStrategy[list[int]]:
    """Draw an order in which each version comes at least once."""
    every = st.permutations(range(versions))
    again = st.lists(st.integers(0, versions - 1), max_size=4)
    return st.tuples(every, again).map(lambda both: [*both[0], *both[1]]).flatmap(st.permutations)
