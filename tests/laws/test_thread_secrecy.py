"""What is written at a forum for all to read tells nobody what is hidden."""

from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib import ledger
from chalicelib.forums import entry_posts, outbox, status_post
from chalicelib.forums.binding import Binding
from chalicelib.game import PUBLIC
from chalicelib.ledger import Change
from chalicelib.rules.verbs import Refute, Suggest
from chalicelib.site import Site
from chalicelib.store.sqlite import SqliteStore
from tests.laws.games import Game, played
from tests.laws.plans import each, of
from tests.laws.post import GAME, steps
from tests.laws.worlds import elsewhere, replayed, reveals_at
from tests.tables import START, Table


class Thread:
    """A game that is committed to a store, and what is written of each entry in its thread."""

    def __init__(self, folder: Path, name: str) -> None:
        """Open an empty store."""
        (folder / name).unlink(missing_ok=True)
        self.time = START
        self.store = SqliteStore(folder / name)
        self.site = Site(
            self.store, "https://alibi.test", "in.alibi.test", lambda: self.time, Random(1)
        )

    def told(self, game: Game, until: int) -> list[str]:
        """Everything that all may read, up to an entry: posts and status posts."""
        texts: list[str] = []
        for before, after, entry in steps(game):
            if entry.seq > until:
                break
            self.time = entry.at
            bound = Binding("b", GAME, "generic", "t", game.log[0].at, status="active")
            change = Change(GAME, before, after, entry, str(entry.seq), "")
            ledger.commit(self.store, change, self.time)
            rows = entry_posts.posts_of(self.site, bound, entry.seq)
            said = [outbox.read_posting(row).text for row in rows if row.sk != "OPENED"]
            said.append(status_post._words(self.site, bound, after, entry.at))
            texts += [text.replace(str(after.commitment or "\0"), "") for text in said]
        self.store.close()
        return texts


@each
@settings(max_examples=6)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_thread_is_the_same_in_another_deal(ruleset, tmp_path_factory, data, seed):
    """In another deal that agrees with all the public was told, the same posts are written."""
    folder = tmp_path_factory.getbasetemp()
    game = played(data.draw(of(ruleset)))
    until = reveals_at(game)
    there = replayed(game, PUBLIC, elsewhere(game, PUBLIC, seed))
    here = Thread(folder, "here.db").told(game, until)
    assert here == Thread(folder, "there.db").told(there, until)
    assert any(here)


def test_a_shown_card_is_in_no_post(tmp_path):
    """The post of a refutation is the same whichever card was shown."""
    posts = []
    for card in ("Rope", "Mustard"):
        table = Table()
        table.play("s1", Suggest("Mustard", "Rope", "Attic", "s2"))
        table.play("s2", Refute(1, card))
        posts.append(_posts(tmp_path / card, table))
    assert posts[0] == posts[1]
    assert "[b]Опровержение[/b]" in posts[0][-1]


def _posts(path: Path, table: Table) -> list[str]:
    """What is posted of the last entry of a table."""
    path.mkdir()
    thread = Thread(path, "alibi.db")
    thread.time = table.now
    for seq, entry in enumerate(table.log, 1):
        before = None if seq == 1 else table.state
        change = Change(GAME, before, table.state, entry, str(seq), "")
        ledger.commit(thread.store, change, thread.time)
    bound = Binding("b", GAME, "generic", "t", table.start, status="active")
    rows = entry_posts.posts_of(thread.site, bound, len(table.log))
    return [outbox.read_posting(row).text for row in rows if row.sk != "OPENED"]


def test_the_comparison_has_teeth(tmp_path):
    """Whatever all may know is in the posts: another suggestion makes another thread."""
    posts = []
    for room in ("Attic", "Hall"):
        table = Table()
        table.play("s1", Suggest("Mustard", "Rope", room, "s2"))
        posts.append(_posts(tmp_path / room, table))
    assert posts[0] != posts[1]
