"""What is refused, and how, never depends on what is hidden: nothing can be tried out for free."""

from itertools import product

import pytest

from chalicelib.game import Refusal
from chalicelib.play import REQUEST_LIMIT, Asked, judge
from chalicelib.rules import table
from chalicelib.rules.verbs import Accuse, Suggest
from tests.stores import ITEM_LIMIT
from tests.worlds import GAME, World

RIGHT, WRONG = Accuse("Green", "Pipe", "Attic"), Accuse("White", "Pistol", "Study")


@pytest.fixture(params=["from_first", "from_first_correct", "none"])
def world(request, tmp_path):
    """A game of three on its first day, under each rule for accusations."""
    return World(tmp_path).start(accusation_window=request.param)


def outcome(world: World, *moves: object) -> tuple[str, int]:
    """Say how a request would be judged, as the dry run does."""
    held = world.held()
    try:
        judge(held, Asked("p1", moves, "rest", world.time), world.rng)
    except Refusal as refusal:
        return refusal.code, refusal.place
    return "fine", 0


@pytest.mark.parametrize("letters", range(0, 4000, 97))
def test_F30_padding_does_not_tell_right_from_wrong(world, letters):
    """F30: an accusation with comments around it is refused whether it is right or not."""
    padding = [table.Talk("я" * 500)] * (letters // 500) + [table.Talk("я" * (letters % 500 + 1))]
    assert outcome(world, RIGHT, *padding) == outcome(world, WRONG, *padding)
    assert outcome(world, *padding, RIGHT) == outcome(world, *padding, WRONG)


def test_F30_what_follows_an_accusation_does_not_tell_either(world):
    """F30: with any other move beside it, before or after, an accusation is not judged at all."""
    others = (Suggest("White", "Rope", "Hall", "s2"), table.Leave(), table.Talk("!"), WRONG)
    for other in others:
        for accusation in (RIGHT, WRONG):
            assert outcome(world, accusation, other) == ("comes_alone", 0)
    assert outcome(world, RIGHT) == outcome(world, WRONG) == ("fine", 0)


def test_F29_the_size_of_an_answer_does_not_tell_what_is_held(world):
    """F29: a suggestion to a seat that the GM answers for is judged by what was sent alone."""
    world.move("p2", table.AnswerForMe())
    asks = [
        Suggest(*case, "s2") for case in product(("Mustard", "White"), ("Rope", "Knife"), ("Hall",))
    ]
    for letters in range(0, 1900, 50):
        padding = [table.Talk("я" * (letters + 1))] * 6
        assert len({outcome(world, ask, *padding) for ask in asks}) == 1


def test_a_request_that_is_too_long_is_refused(world):
    """The limit is that of the moves as they were sent."""
    too_much = [table.Talk("я" * 2000)] * 3
    assert outcome(world, *too_much) == ("too_long", 0)
    assert len(too_much) * 2 * 2000 >= REQUEST_LIMIT


def test_the_largest_request_fits_an_item(world):
    """F55: an entry of the longest request stays under the limit of stored items."""
    world.move("p1", *[table.Talk("я" * 1900)] * 3)
    sizes = [len(item.body.encode()) for item in world.store.query(f"GAME#{GAME}", now=world.time)]
    assert max(sizes) < ITEM_LIMIT
