"""Who may be told what: endpoints, as the table stands. Pure."""

from chalicelib.formats import ROOMS
from chalicelib.game import ORGANISER, PUBLIC, IllegalMove, NotYours
from chalicelib.rules import State, table
from chalicelib.webhooks.endpoint import Audience, Endpoint


def hears(endpoint: Endpoint, state: State, audience: str) -> bool:
    """Whether an endpoint gets what is for ``audience`` (of a ``Happening``) in a game.

    A player's gets what everybody may know and what is for the seat, while its owner has the seat
    (F53); the organiser's likewise. A public one that names no game listens where its owner is.
    """
    who = table.actor(state, state.host, endpoint.account)
    if endpoint.audience == "player":
        return bool(who.seat) and audience in {PUBLIC, who.seat}
    if endpoint.audience == "gm":
        return who.organiser and audience in {PUBLIC, ORGANISER}
    is_there = endpoint.games is not None or bool(who.seat) or who.organiser
    return is_there and audience == PUBLIC


def people(state: State) -> list[str]:
    """Give the accounts that organise or play a game, each once."""
    accounts = (state.host, *(seat.account for seat in state.seats))
    return list(dict.fromkeys(account for account in accounts if account))


def need_place(audience: Audience, account: str, state: State) -> None:
    """Refuse an endpoint of an audience to which its owner does not belong in a game."""
    who = table.actor(state, state.host, account)
    if audience == "player" and not who.seat:
        raise NotYours("not_seated", "F4")
    if audience == "gm" and not who.organiser:
        raise NotYours("not_organiser", "F56")


def need_privacy(audience: Audience, form: str) -> None:
    """Refuse to tell a room what is for one player."""
    if audience == "player" and form in ROOMS:
        raise IllegalMove("room_for_player", format=form)
