"""Whatever is posted, all but the authors learn the same, however the cards lie."""

from typing import Any

import msgspec

from chalicelib.accounts import changed
from chalicelib.forums import post_views
from chalicelib.game import PUBLIC, redact
from chalicelib.rules import verbs
from chalicelib.rules.cluedo import Case
from tests.forums.acting.thread import RED, Thread, answer, events, suggestion
from tests.tables import CASE, HANDS
from tests.worlds import World

MORE = suggestion("Boris", "Mustard", "Rope", "Bar")
DEALT = 5
"""Entries up to the deal, whose fingerprint tells games apart."""
TWO_ROOMS = suggestion("Boris", "Mustard", "Pipe", "Attic", "Hall")
OTHER_HANDS = {
    "s1": HANDS["s1"],
    "s2": ("Mustard", "Pistol", "Lounge", "Kitchen"),
    "s3": ("White", "Rope", "Library", "Attic"),
}
"""Boris has no rope, and the attic is not the room: an accusation that names it is wrong."""


def deal_with_everything(thread: Thread) -> None:
    """Write posts of every kind, by people whom no mail reaches, so that all is said aloud."""
    for account in ("p1", "p2", "p3"):
        changed(thread.world.store, account, _unreachable, now=thread.world.time)
    asked = thread.writes("anna", MORE)
    thread.writes("boris", answer(asked, "Anna", MORE, "No refutation"))
    thread.writes("boris", answer(asked, "Anna", MORE, "Refutation"))
    thread.writes("clara", answer(asked, "Anna", MORE, "Refutation"))
    thread.world.move("p3", verbs.Accuse("Green", "Pipe", "Attic"))
    thread.writes("clara", suggestion("Boris", "White", "Knife", "Hall"))
    thread.writes("anna", suggestion("Zorro", "White", "Knife", "Hall", number=2))
    wrong = thread.writes("anna", TWO_ROOMS.replace("_1", "_2"))
    thread.edits(
        wrong, "anna", f"{suggestion('Boris', 'Mustard', 'Pipe', 'Attic', number=2)}\n{RED}"
    )
    thread.edits(asked, "anna", MORE.replace("Bar", "Hall"))
    thread.deletes(asked, "anna")
    thread.writes("clara", "[b]Accusation[/b]\n[b]Green[/b], [b]Pipe[/b], [b]Attic[/b]")


def _unreachable(profile: Any) -> Any:
    return msgspec.structs.replace(profile, trouble="bounced")


def learnt(thread: Thread) -> dict[str, object]:
    """Give all that the public and an organiser who is not the GM can see of it."""
    posts = post_views.page(thread.world.site, "b1", "", 50, sees_all=False)
    return {
        "said": thread.said_aloud(),
        "heard": [one for one in thread.heard() if one.audience in ("public", "organiser")],
        "letters": thread.told("organiser"),
        "posts": msgspec.to_builtins(posts),
        "log": [redact(entry, PUBLIC).events for entry in thread.world.log()[DEALT:]],
    }


def test_the_cards_change_nothing_that_others_can_see(tmp_path, monkeypatch):
    """Two games with other hands and another room in the envelope look the same from outside."""
    seen = []
    for name, hands, case in (
        ("one", HANDS, CASE),
        ("two", OTHER_HANDS, Case("Green", "Pipe", "Study")),
    ):
        monkeypatch.setattr("tests.worlds.HANDS", hands)
        monkeypatch.setattr("tests.worlds.CASE", case)
        (tmp_path / name).mkdir()
        thread = Thread(World(tmp_path / name).start())
        thread.world.wait(seconds=1)
        deal_with_everything(thread)
        assert len(events(thread.world, verbs.Suggested)) == 1
        seen.append(learnt(thread))
    for what, found in seen[0].items():
        assert found == seen[1][what], what
    assert seen[0]["said"]
    assert seen[0]["letters"]
