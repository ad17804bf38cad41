"""From a happening to the bytes that a receiver wants: programs, forum plugins, chat rooms."""

from collections.abc import Callable
from typing import get_args

from chalicelib.formats import chats
from chalicelib.formats.body import Body, Format, To, address
from chalicelib.formats.envelope import envelope
from chalicelib.formats.forums import forum
from chalicelib.formats.saying import tree_of
from chalicelib.formats.verdicts import Verdict, verdict
from chalicelib.happenings.happening import Happening

__all__ = [
    "CHATS",
    "FORMATS",
    "ROOMS",
    "Body",
    "Format",
    "To",
    "Verdict",
    "address",
    "body",
    "tree_of",
    "verdict",
    "wanted",
]

FORMATS: tuple[Format, ...] = get_args(Format)
CHATS = ("discord", "slack", "telegram", "matrix")
ROOMS = ("discord", "slack", "matrix")
"""Chats that others read too: nothing but what is public goes there."""
ECHOES = ("player.eliminated",)
"""What people were told with the event before it, and programs were not."""


def wanted(fmt: Format, happening: Happening) -> bool:
    """Whether a format has anything to say of a happening."""
    return fmt not in CHATS or happening.type not in ECHOES


def body(fmt: Format, happening: Happening, to: To, message: str = "") -> Body:
    """Give the request by which a happening is told: the same bytes each time.

    ``message`` is the webhook id; the client API of Matrix has it in the address.
    """
    make = CHAT.get(fmt)
    if make:
        return make(happening, to, message)
    if fmt == "standard":
        return Body(envelope(happening, to.base_url))
    return forum(fmt, happening, to)


CHAT: dict[str, Callable[[Happening, To, str], Body]] = {
    "discord": chats.discord,
    "slack": chats.slack,
    "telegram": chats.telegram,
    "matrix": chats.matrix,
}
