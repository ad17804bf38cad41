"""What organisers send about forums: request bodies, decoded strictly."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.json import Decoder

from chalicelib.bodies import Strict
from chalicelib.forums.adapters.fields import Id
from chalicelib.forums.binding import Engine
from chalicelib.forums.post import Markup

Url = Annotated[str, Meta(max_length=2048)]
Name = Annotated[str, Meta(max_length=100)]
Key = Annotated[str, Meta(max_length=512)]
Limit = Annotated[int, Meta(ge=0, le=100_000)]
Reactions = Literal["any_post", "answer"]


class Change(Strict, frozen=True, kw_only=True):
    """What may be said of a bound thread, and changed; what is left out stays."""

    thread_id: Id | UnsetType = UNSET
    base_url: Url | UnsetType = UNSET
    posts_url: Url | UnsetType = UNSET
    bot_id: Id | UnsetType = UNSET
    bot_name: Name | UnsetType = UNSET
    markup: Markup | UnsetType = UNSET
    red: bool | UnsetType = UNSET
    private: bool | UnsetType = UNSET
    limit: Limit | UnsetType = UNSET
    reactions: Reactions | UnsetType = UNSET
    api_key: Key | UnsetType = UNSET


class NewBinding(Change, frozen=True, kw_only=True):
    """A thread to be bound; without a ``secret`` we make one."""

    engine: Engine
    thread_id: Id
    secret: Key = ""


class Rotation(Strict, frozen=True):
    """A new secret, ours or the one given; the old one counts so many hours longer."""

    secret: Key = ""
    grace_hours: Annotated[int, Meta(ge=0, le=168)] = 24


NEW_BINDING = Decoder(NewBinding)
CHANGE = Decoder(Change)
ROTATION = Decoder(Rotation)
