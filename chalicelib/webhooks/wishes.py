"""What the owner of an endpoint asks for, and whether it can be."""

from collections.abc import Iterable
from typing import Annotated, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.json import Decoder

from chalicelib import formats, ledger
from chalicelib.bodies import Strict
from chalicelib.game import Unknown
from chalicelib.happenings import catalogue
from chalicelib.site import Site
from chalicelib.webhooks.audience import need_place, need_privacy
from chalicelib.webhooks.endpoint import Audience, Endpoint

Url = Annotated[str, Meta(max_length=2048)]
Words = Annotated[str, Meta(max_length=200)]
Games = Annotated[
    tuple[Annotated[str, Meta(pattern="^[a-z0-9]{1,40}$")], ...], Meta(min_length=1, max_length=20)
]
Types = Annotated[
    tuple[Annotated[str, Meta(max_length=60)], ...], Meta(min_length=1, max_length=60)
]
Rate = Annotated[int, Meta(ge=1, le=600)]
T = TypeVar("T")


class NewEndpoint(Strict, frozen=True):
    """An endpoint to be registered; without ``games`` it hears of all games of its owner."""

    url: Url
    format: formats.Format = "standard"
    audience: Audience = "public"
    games: Games | None = None
    event_types: Types | None = None
    description: Words = ""
    rate_per_minute: Rate = 60


class ChangedEndpoint(Strict, frozen=True):
    """What may be changed; what is left out stays. Format and audience are for good."""

    url: Url | UnsetType = UNSET
    games: Games | UnsetType | None = UNSET
    event_types: Types | UnsetType | None = UNSET
    description: Words | UnsetType = UNSET
    rate_per_minute: Rate | UnsetType = UNSET


class Rotation(Strict, frozen=True):
    """A new key; the present one signs too for so many seconds. 0: only the new one, at once."""

    grace: Annotated[int, Meta(ge=0, le=7 * 24 * 3600)] = 24 * 3600


class Trial(Strict, frozen=True):
    """The type whose example is to be sent."""

    type: Annotated[str, Meta(max_length=60)]


class Enabling(Strict, frozen=True):
    """The code that a chat has shown; without one the endpoint has to prove itself anew."""

    code: Annotated[str, Meta(max_length=40)] = ""


class Range(Strict, frozen=True):
    """From when to when what has happened is to be delivered (again); times with a zone."""

    since: Annotated[str, Meta(max_length=40)]
    until: Annotated[str, Meta(max_length=40)] = ""


NEW_ENDPOINT = Decoder(NewEndpoint)
CHANGED_ENDPOINT = Decoder(ChangedEndpoint)
ROTATION = Decoder(Rotation)
TRIAL = Decoder(Trial)
ENABLING = Decoder(Enabling)
RANGE = Decoder(Range)


def need_possible(site: Site, endpoint: Endpoint, before: Endpoint | None = None) -> None:
    """Refuse an endpoint that may not be as it is wished: address, format, types, games, place.

    Of one that there was ``before`` only what has changed is looked at.
    """
    need_privacy(endpoint.audience, endpoint.format)
    catalogue.check(endpoint.event_types or ())
    known = set(before.games or () if before else ())
    need_games(site, endpoint, [game for game in endpoint.games or () if game not in known])
    if not before or before.url != endpoint.url:
        site.web.check(endpoint.url)


def need_games(site: Site, endpoint: Endpoint, games: Iterable[str]) -> None:
    """Refuse games that do not exist, or in which the owner has not the place it takes."""
    names = tuple(dict.fromkeys(games))
    for state in ledger.peek_all(site.store, names, site.now()):
        if not state:
            raise Unknown("unknown_game")
        need_place(endpoint.audience, endpoint.account, state)


def chosen(value: T | UnsetType, old: T) -> T:
    """Give what was asked for, or what there was where nothing was."""
    return old if isinstance(value, UnsetType) else value


def changed(endpoint: Endpoint, change: ChangedEndpoint) -> Endpoint:
    """Give the endpoint as it is wished; one with another URL has to prove itself anew."""
    url = chosen(change.url, endpoint.url)
    status = "pending" if url != endpoint.url and endpoint.status == "active" else endpoint.status
    return msgspec.structs.replace(
        endpoint,
        url=url,
        games=chosen(change.games, endpoint.games),
        event_types=chosen(change.event_types, endpoint.event_types),
        description=chosen(change.description, endpoint.description),
        rate_per_minute=chosen(change.rate_per_minute, endpoint.rate_per_minute),
        status=status,
    )
