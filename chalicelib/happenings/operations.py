"""What no log of a game tells: posts that cannot be read, edits, and webhook endpoints."""

from datetime import datetime
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from chalicelib.happenings.facts import Audience, Data, ForumPost, Player


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong with a part of a post: a stable code, the rule, the part as it was read."""

    code: str
    text: str = ""
    rule: str = ""


class PostRejected(Data, frozen=True, kw_only=True):
    """A post with the heading of a move could not be read as one; nothing was done."""

    TYPE: ClassVar[str] = "post.rejected"
    AUDIENCE: ClassVar[Audience] = "player"
    by: Player
    post: ForumPost
    problems: tuple[Problem, ...]


class EditViolation(Data, frozen=True, kw_only=True):
    """To the organiser: a significant part of a post was changed too late; the original stands."""

    TYPE: ClassVar[str] = "moderation.edit_violation"
    AUDIENCE: ClassVar[Audience] = "organiser"
    by: Player
    post: ForumPost
    reason: str
    suggestions: Annotated[
        tuple[int, ...], Meta(description="Ids of the suggestions that the post had made")
    ] = ()


class OfEndpoint(Data, frozen=True, kw_only=True):
    """What is about a webhook endpoint: told to whoever it belongs to."""

    AUDIENCE: ClassVar[Audience] = "owner"
    endpoint_id: str


class EndpointPing(OfEndpoint, frozen=True, kw_only=True):
    """A new webhook endpoint is asked to echo `challenge`."""

    TYPE: ClassVar[str] = "endpoint.ping"
    challenge: str


class EndpointFailing(OfEndpoint, frozen=True, kw_only=True):
    """Deliveries to an endpoint fail since `since`; after days without success it is disabled."""

    TYPE: ClassVar[str] = "endpoint.failing"
    since: datetime
    reason: str = ""


class EndpointDisabled(OfEndpoint, frozen=True, kw_only=True):
    """An endpoint gets nothing any more until its owner enables it again."""

    TYPE: ClassVar[str] = "endpoint.disabled"
    reason: str = ""


class EndpointRecovered(OfEndpoint, frozen=True, kw_only=True):
    """Deliveries to an endpoint arrive again."""

    TYPE: ClassVar[str] = "endpoint.recovered"
