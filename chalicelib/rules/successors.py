"""Who takes over: a seat from its player, or the office from the organiser (F53, F56)."""

from datetime import datetime

from chalicelib.game import ORGANISER, Actor, Chance, Event, IllegalMove, NotYours
from chalicelib.rules import office, table
from chalicelib.rules.running import Running
from chalicelib.rules.table import need_organiser, need_seat, seat_of
from chalicelib.text import bare

Events = tuple[Event, ...]


def offer_seat(
    state: Running, by: Actor, move: office.OfferSeat, _: datetime, rng: Chance
) -> Events:
    """Make a code for a successor: players for their own seat, the organiser for any (F53)."""
    if move.gm:
        need_organiser(by)
        return (office.SeatOffered(ORGANISER, table.fresh_code(rng)),)
    if state.phase == "gathering":
        raise IllegalMove("not_started", "F53")
    seat = move.seat or need_seat(by)
    if seat != by.seat:
        need_organiser(by)
    if not seat_of(state, seat):
        raise IllegalMove("no_such_seat", "F53", to=seat)
    return (office.SeatOffered(seat, table.fresh_code(rng)),)


def take_seat(state: Running, by: Actor, move: office.TakeSeat, *_: object) -> Events:
    """Take over what the code offers; whoever had it loses all access (F53)."""
    offer = next((x for x in state.offers if bare(x.code) == bare(move.code)), None)
    if not offer or not by.account:
        raise NotYours("wrong_code", "F53")
    if offer.seat == ORGANISER:
        return _take_office(state, by)
    if by.seat:
        raise IllegalMove("already_seated", "F4")
    need_no_gm(state, by)
    seat = seat_of(state, offer.seat)
    if not seat:
        raise NotYours("wrong_code", "F53")
    nick = table.checked_nick(state, move.nick or seat.nick, but=seat.id)
    return (office.SeatTaken(seat.id, nick, seat.nick, by.account),)


def _take_office(state: Running, by: Actor) -> Events:
    """Become the organiser; a human GM sees all cards and so cannot play (F56)."""
    if by.seat and state.options.gm == "human":
        raise IllegalMove("gm_cannot_play", "F56")
    return (office.OfficeTaken(by.account),)


def need_no_gm(state: Running, by: Actor) -> None:
    """Refuse a seat to a person who is or was GM and has seen all cards (F56)."""
    gms = (state.host, *(state.served or ()))
    if state.options.gm == "human" and by.account in gms:
        raise IllegalMove("gm_cannot_play", "F56")
