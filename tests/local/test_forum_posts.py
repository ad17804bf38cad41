"""A game on one machine whose thread stands in a forum: posts and private messages, and a kill."""

from datetime import UTC, datetime

import msgspec
import pytest

from chalicelib.forums import binding
from chalicelib.forums.binding import Author, Binding, Secrets, author_items
from chalicelib.outward.signature import PREFIX
from chalicelib.store import Item, Put
from chalicelib.store.sqlite import SqliteStore
from tests.forums.posting.engines import Bridge, Server
from tests.local.conftest import eventually

SECRET = PREFIX + "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"


class Patient(Bridge):
    """A bridge that takes its time, and whose clock is that of the signatures: ours runs fast."""

    url = ""

    def answer(self, method, path, headers, body):
        """Answer as a bridge does."""
        at = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
        self.now = lambda: at
        return super().answer(method, path, headers, body)


@pytest.fixture
def forum():
    """A forum on this machine."""
    bridge = Patient(secret=SECRET, hang=0.2)
    server = Server(bridge)
    bridge.url = server.url
    yield bridge
    server.close()


def bind(local, game, forum, account):
    """Bind a running game to the thread, and an account to an author of the forum."""
    now = datetime.now(UTC)
    bound = Binding(
        "b1",
        game,
        "generic",
        "t7",
        now,
        posts_url=f"{forum.url}/hook",
        private=True,
        status="active",
    )
    store = SqliteStore(local.data / "alibi.db")
    store.write(
        Put(binding.binding_item(bound, 1)),
        Put(binding.secrets_item("b1", Secrets((SECRET,)), 1)),
        Put(Item(*binding.bindings_key(game), msgspec.json.encode(["b1"]).decode())),
        *map(Put, author_items("b1", Author("17", account, "Mouse"))),
        now=now,
    )
    store.close()


def test_posts_come_once_and_in_order_though_the_program_is_killed(start, forum):
    """Comments made before and after a kill stand in the thread, each once; Boris gets messages.

    Who was at a post when the program died leaves it for two minutes: hence the speed.
    """
    local = start("--speed", "30")
    game, who = local.table("anna", "boris", "clara")
    account = local.client.get("/v1/me", headers=who["boris"]).json()["id"]
    local.letter("boris", "Your hand")
    bind(local, game, forum, account)
    for number in range(1, 9):
        local.move(game, who["anna"], type="talk", text=f"Comment{number}")
    eventually(lambda: "Comment2" in "".join(forum.texts()))
    local.restart()
    asked = {"suspect": "Miss Scarlett", "weapon": "Dagger", "room": "Kitchen", "to": "s2"}
    assert local.move(game, who["anna"], type="suggest", **asked).status_code == 201
    eventually(lambda: [one for one in forum.messages if "asks you" in one["text"]])
    eventually(lambda: "Suggestion" in "".join(forum.texts()[2:]))
    posts = [text for text in forum.texts() if "Comment" in text]
    assert ["Comment" + text.partition("Comment")[2][0] for text in posts] == [
        f"Comment{number}" for number in range(1, 9)
    ]
    assert not [one for one in local.letters("boris") if "asks you, suggestion" in one.text]
