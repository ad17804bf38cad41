"""What each chat wants: its own JSON, its own markup, nobody woken by a nick such as @everyone."""

from typing import Any

import msgspec

from chalicelib.formats.body import Body, To, parameters
from chalicelib.formats.saying import more, said
from chalicelib.happenings.happening import Happening
from chalicelib.markup import emit
from chalicelib.markup.tree import Tree

NAME = "Alibi"
"""Under which name a chat shows us, where it asks."""
SUPPRESS_EMBEDS = 4
RESERVED = 200
"""Characters kept for the link that ends a text which is too long."""
MOST_SECTIONS = 10
CLIENT_API = "/_matrix/client/"

_json = msgspec.json.Encoder().encode


def discord(happening: Happening, to: To, _: str) -> Body:
    """Give a message of a Discord webhook; ``thread_id`` stays in its address."""
    message = {
        "content": _fitting(said(happening, to), "discord", to),
        "username": NAME,
        "allowed_mentions": {"parse": []},
        "flags": SUPPRESS_EMBEDS,
    }
    return Body(_json(message), query={"wait": "true"})


def slack(happening: Happening, to: To, _: str) -> Body:
    """Give a message of a Slack webhook: sections, and the first of them for notifications."""
    tree = said(happening, to)
    parts = emit.write(tree, "slack", emit.LIMITS["slack"])
    if len(parts) > MOST_SECTIONS:
        parts = (*parts[:MOST_SECTIONS], *emit.write(more(to), "slack"))
    sections = [{"type": "section", "text": {"type": "mrkdwn", "text": part}} for part in parts]
    quiet = {"unfurl_links": False, "unfurl_media": False}
    return Body(_json({"text": parts[0], "blocks": sections} | quiet))


def telegram(happening: Happening, to: To, _: str) -> Body:
    """Give a ``sendMessage``; chat and topic are parameters of the endpoint's address."""
    asked = parameters(to.url)
    topic = asked.get("message_thread_id", "")
    numbers = {"message_thread_id": int(topic)} if topic.isascii() and topic.isdecimal() else {}
    chat = {"chat_id": asked["chat_id"]} if "chat_id" in asked else {}
    dialect, mode = ("plain", {}) if to.plain else ("telegram", {"parse_mode": "HTML"})
    text = {"text": _fitting(said(happening, to), dialect, to, emit.LIMITS["telegram"])}
    quiet = {"link_preview_options": {"is_disabled": True}}
    message: dict[str, Any] = {**chat, **numbers, **text, **mode, **quiet}
    return Body(_json(message), without=("chat_id", "message_thread_id"))


def matrix(happening: Happening, to: To, message: str) -> Body:
    """Give a notice of the client API, or what a Hookshot webhook makes one of."""
    tree = said(happening, to)
    plain, html = _fitting(tree, "plain", to, emit.LIMITS["matrix"]), _fitting(tree, "matrix", to)
    if CLIENT_API not in to.url:
        return Body(_json({"text": plain, "html": html, "username": NAME}))
    notice = {
        "msgtype": "m.notice",
        "body": plain,
        "format": "org.matrix.custom.html",
        "formatted_body": html,
        "m.mentions": {},
    }
    token = parameters(to.url).get("access_token")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    hidden = ("access_token",)
    return Body(_json(notice), headers=headers, method="PUT", path=message, without=hidden)


def _fitting(tree: Tree, dialect: str, to: To, limit: int = 0) -> str:
    """Write a text; one that is too long is cut between blocks or words, and leads to the rest."""
    most = limit or emit.LIMITS[dialect]
    parts = emit.write(tree, dialect, most)
    if len(parts) == 1:
        return parts[0]
    rest = "".join(emit.write(more(to), dialect))
    first = emit.write(tree, dialect, most - max(RESERVED, len(rest) + 2))[0]
    return f"{first}\n\n{rest}" if rest else first
