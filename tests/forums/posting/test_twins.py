"""Two games with other hands, cards and accusations look the same to all whom those do not concern.

Compared is whatever leaves the program or can be fetched from it: posts and their edits, private
messages, webhooks, lists of deliveries, desks, lists of posts and letters, events, mails, logs.
"""

import json
import logging
import re
from typing import Any

import pytest
from chalice.test import Client

from app import app
from chalicelib import desk, site
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from chalicelib.webhooks import lanes
from tests.forums.intake.conftest import caller
from tests.forums.posting.conftest import Play
from tests.tables import CASE, DECK, HANDS
from tests.webhooks.receivers import Receiver
from tests.worlds import GAME

OTHER_HANDS = {
    "s1": ("Scarlett", "Knife", "Lounge", "Bar"),
    "s2": ("Mustard", "Rope", "Hall", "Kitchen"),
    "s3": HANDS["s3"],
}
"""Anna and Boris have swapped a room; Clara has what she had."""
SECRETS = (
    (HANDS, "Rope", Accuse("White", "Pistol", "Study")),
    (OTHER_HANDS, "Mustard", Accuse("Scarlett", "Knife", "Bar")),
)
"""The hands, the card that Boris shows Anna, and what Anna accuses of, wrongly."""
BOUND = {"p1": "11", "p2": "12", "p3": "13", "host": "14"}
CONCERNED = ("11", "12")
AUDIENCES = {"p1": "player", "p2": "player", "p3": "player", "host": "gm", "stranger": "public"}
VARYING = re.compile(r"[0-9a-f]{64}|127\.0\.0\.1:\d+|(?<=/v1/d/)[a-z0-9]{20}")
"""The fingerprint of the deal, and what is drawn by lot or given by the machine."""


def played(
    folder: Any, engine: str, secrets: tuple[Any, ...], receivers: dict[str, Receiver]
) -> dict[str, Any]:
    """Play a day of a game with such secrets; gives what can be seen of it, by who sees it."""
    _, card, accusation = secrets
    play = Play(folder).start()
    play.post()
    play.told_news()
    site.install(play.site)
    bound, forum = play.bind(engine, private=True)
    for account, number in BOUND.items():
        play.member(bound, account, f"{account}-there", number)
    for receiver in receivers.values():
        receiver.heard.clear()
    with Client(app) as client:
        apis = {account: caller(play, client, account) for account in AUDIENCES}
        hooks = {
            who: apis[who](
                "POST", "/v1/webhook-endpoints", _wish(receivers[who].url, audience)
            ).body["id"]
            for who, audience in AUDIENCES.items()
        }
        lanes.sweep(play.site)
        for account, move in (
            ("p1", Suggest("Mustard", "Rope", "Attic", "s2")),
            ("p2", Refute(1, card)),
            ("p3", Suggest("Scarlett", "Pipe", "Attic", "s1")),
            ("p1", Refute(2, "Scarlett")),
            ("p1", accusation),
            ("p2", Suggest("White", "Pipe", "Attic", "s3")),
        ):
            play.move(account, move)
            play.post()
            play.told_all(2)
            lanes.sweep(play.site)
        play.wait(days=1)
        play.tick()
        mails = [mail.as_string() for mail in play.post()]
        play.told_all(3)
        lanes.sweep(play.site)
        seen = _seen(play, apis, hooks, bound.id)
    play.close()
    writes = [body.decode() for method, _, __, body in forum.asked if method != "GET"]
    private = [message for message in forum.messages if _reader(message) not in CONCERNED]
    concerned = [message for message in forum.messages if _reader(message) in CONCERNED]
    heard = {
        who: [(one.headers["webhook-id"], one.body.decode()) for one in receivers[who].events]
        for who in AUDIENCES
    }
    # What was written besides private messages: posts, edits.
    others = [text for text in writes if not _is_message(text)]
    return seen | {
        "written": others,
        "thread": forum.texts(),
        "private": private,
        "webhooks": heard,
        "mails": mails,
        "concerned": concerned,
    }


def _wish(url: str, audience: str) -> dict[str, Any]:
    return {"url": url, "games": [GAME], "audience": audience, "rate_per_minute": 600}


def _reader(message: dict[str, Any]) -> str:
    """The author at the forum to whom a private message goes."""
    to = message.get("to")
    if isinstance(to, dict):
        return str(to["id"])
    if isinstance(to, list):
        return str(to[0])
    if name := message.get("target_recipients"):
        return BOUND[name.removesuffix("-there")]
    return str(message["recipient_ids[]"])


def _is_message(text: str) -> bool:
    signs = ("forum.message.requested", "private_message", "recipient_ids", "uids")
    return any(sign in text for sign in signs)


def _seen(play: Play, apis: dict[str, Any], hooks: dict[str, str], thread: str) -> dict[str, Any]:
    """What can be fetched by those whom the secrets do not concern; deliveries by all."""
    game = f"/v1/games/{GAME}"
    pages = {
        ("p3", f"{game}/letters"),
        ("p3", f"{game}/events?after=8"),
        ("host", f"{game}/events?after=8"),
        ("stranger", f"{game}/events?after=8"),
        ("host", f"{game}/forum-bindings/{thread}"),
        ("host", f"{game}/forum-bindings/{thread}/posts"),
        *((who, f"/v1/webhook-endpoints/{hook}/deliveries") for who, hook in hooks.items()),
    }
    found = {str(page): apis[page[0]]("GET", page[1]).body for page in sorted(pages)}
    for who in ("p3", "host"):
        link = desk.link(play.site, GAME, who).removeprefix("https://alibi.test")
        found[f"desk of {who}"] = apis[who]("GET", link).body
    return found


@pytest.fixture
def receivers():
    """A receiver of webhooks for each audience; both games are told there."""
    made = {account: Receiver() for account in AUDIENCES}
    yield made
    for receiver in made.values():
        receiver.close()


@pytest.mark.parametrize("engine", ["generic", "discourse"])
def test_two_games_that_differ_in_secrets_look_the_same(
    tmp_path, monkeypatch, caplog, receivers, engine
):
    """Whom a card, a hand or an accusation does not concern sees the same bytes, by every way.

    To those whom they do concern webhooks are thin: the same, too; their messages differ.
    """
    seen = []
    with caplog.at_level(logging.DEBUG):
        for name, secrets in zip(("one", "two"), SECRETS, strict=True):
            monkeypatch.setattr("tests.worlds.HANDS", secrets[0])
            (tmp_path / name).mkdir()
            found = played(tmp_path / name, engine, secrets, receivers)
            text = json.dumps(found, ensure_ascii=False)
            seen.append(json.loads(VARYING.sub("…", text)))
    concerned = [one.pop("concerned") for one in seen]
    for what, found in seen[0].items():
        assert found == seen[1][what], what
        assert found or what == "mails", what
    assert concerned[0] != concerned[1]
    said = [*DECK.cards, *CASE.cards, "whsec_", "@example.org", "v1,"]
    assert [word for word in said if word in caplog.text] == []
