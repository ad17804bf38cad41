"""From the forum's request to the game and back: through the hook, the sweeper and the outbox."""

import pytest
from chalice.test import Client

from app import app
from chalicelib import site
from chalicelib.forums import act, identity
from chalicelib.rules import verbs
from tests.forums.acting.thread import events
from tests.forums.intake.conftest import bound
from tests.forums.intake.speech import Event
from tests.worlds import GAME, World

SPOKEN = ("generic", "discourse", "nodebb", "xenforo")
BBCODE = "[b]Suggestion_1 for Boris[/b]\nI think it was [b]Mustard[/b], [b]Pipe[/b], [b]Attic[/b]."
TEXTS = {
    "nodebb": "**Suggestion_1 for Boris**\nI think it was **Mustard**, **Pipe**, **Attic**.",
    # The same in the source and as it is shown: both are brought, and have to agree.
    "discourse": BBCODE.replace("[", "<").replace("]", ">").replace("\n", "<br>"),
}


@pytest.mark.parametrize("speaks", SPOKEN)
def test_a_player_writes_a_code_and_then_moves(tmp_path, speaks):
    """Each engine's own requests lead to one suggestion, however often they come."""
    world = World(tmp_path).start()
    site.install(world.site)
    world.post()
    with Client(app) as client:
        forum = bound(world, client, speaks)
        code = identity.new_code(world.site, GAME, "p1").code
        forum.tell(Event("created", post="1", author="17", text=f"It is me: {code}", at=world.time))
        body = TEXTS.get(speaks, BBCODE)
        for _ in range(3):
            forum.tell(Event("created", post="2", author="17", text=body, at=world.time))
        act.sweep(world.site)
    (made,) = events(world, verbs.Suggested)
    assert (made.by, made.to, made.case.room) == ("s1", "s2", "Attic")
    assert world.log()[-1].via == "forum"
