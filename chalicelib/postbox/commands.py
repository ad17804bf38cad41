"""Commands of a mail are carried out: settings, questions, joining, observing, invitations.

All or nothing: what can be refused goes first, and there is one such command in a mail at most.
Doing a mail's commands twice does no more than doing them once.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import partial
from typing import Any

import msgspec

from chalicelib import accounts, ledger, observers, proofs, unsubscribe
from chalicelib.accounts import Profile
from chalicelib.forums import identity
from chalicelib.forums.binding import ids_of_game
from chalicelib.game import IllegalMove, Refusal, Unknown, Unreadable
from chalicelib.ledger import digest
from chalicelib.letters import Answer, Carried, Note, Subject
from chalicelib.messages_rules import RULES
from chalicelib.play import Asked, judge
from chalicelib.proofs import Wish
from chalicelib.read import Order
from chalicelib.rules import State
from chalicelib.rules.calendar import local_date
from chalicelib.rules.table import seat_of
from chalicelib.site import Site
from chalicelib.store import Conflict, Put

REFUSABLE = ("join", "observe", "replace", "forum")
"""Commands that may be refused; only one of them comes in a mail."""
QUESTIONS = ("status", "help", "history", "rules")
"""Commands that only ask."""


class Sender(msgspec.Struct, frozen=True):
    """Who sent a mail with commands, where they are, and when it arrived (UTC).

    ``seat`` is a seat of ``state`` or ``organiser``; somebody at no table has no game. ``name`` is
    that of the mail. ``proven``: there is no doubt that the owner of the account wrote it.
    """

    profile: Profile
    game: str
    seat: str
    state: State | None
    name: str
    at: datetime
    proven: bool = True


def of(orders: Sequence[Order]) -> tuple[Order, ...]:
    """Give the orders that are commands, without those that are said twice."""
    kept: dict[Any, Order] = {}
    for order in orders:
        if order.command:
            kept.setdefault(order.details, order)
    return tuple(kept.values())


def today(profile: Profile, state: State | None, at: datetime) -> date:
    """Give the day of arrival on the calendar of whoever wrote."""
    return local_date(at, profile.zone or (state.setting.zone if state else "UTC"))


def rehearse(site: Site, game: str, asked: Asked) -> None:
    """Refuse moves that would be refused, before the commands beside them are carried out."""
    held = ledger.peek(site.store, game, site.now())
    judge(held, asked, site.rng)


def carry_out(site: Site, sender: Sender, orders: Sequence[Order]) -> tuple[Carried, ...]:
    """Carry out all commands. Raises a ``Refusal`` with the place of the order it is about."""
    done: dict[int, Carried] = {}
    for place, order in _refusable_first(orders):
        try:
            done[place] = _carried(site, sender, order)
        except Refusal as refusal:
            refusal.place = place
            raise
    return tuple(done[place] for place in range(len(orders)))


def subject(carried: tuple[Carried, ...]) -> Subject:
    """Say what the letter that answers commands is about: one question, or whatever they are."""
    only = carried[0].command if len(carried) == 1 else ""
    return "status" if only == "status" else "help" if only == "help" else "commands"


def post(site: Site, letter: Answer | Note, name: str) -> None:
    """Put the letter about commands into the outbox, once."""
    with suppress(Conflict):
        item = ledger.outgoing(letter, site.now(), f"commands.{name[:24]}")
        site.store.write(Put(item, 0), now=site.now())


def _refusable_first(orders: Sequence[Order]) -> list[tuple[int, Order]]:
    """Give the orders with their places; refuses more than one of these, and what is unknown."""
    for place, order in enumerate(orders):
        wanted = order.details
        if wanted and wanted.kind == "rules" and wanted.text and wanted.text not in RULES:
            refusal: Refusal = Unknown("no_such_rule", text=wanted.text)
            refusal.place = place
            raise refusal
    risky = [place for place, order in enumerate(orders) if order.command in REFUSABLE]
    if len(risky) > 1:
        refusal = IllegalMove("one_at_a_time")
        refusal.place = risky[1]
        raise refusal
    return sorted(enumerate(orders), key=lambda each: each[0] not in risky)


def _carried(site: Site, sender: Sender, order: Order) -> Carried:
    """Carry out one command, and say what its answer tells."""
    wanted = order.details
    if not wanted:
        raise TypeError("an order without a command")
    told: dict[str, Any] = {}
    if wanted.kind in _DO:
        told = _DO[wanted.kind](site, sender, order)
    if wanted.kind == "history":
        told = {"first": wanted.first, "last": wanted.last}
    return Carried(wanted.text, str(told.pop("command", wanted.kind)), told)


def _set(name: str, site: Site, sender: Sender, order: Order) -> dict[str, Any]:
    """Change one field of the profile."""
    value = order.details.text if order.details else ""
    change = partial(msgspec.structs.replace, **{name: value})
    accounts.changed(site.store, sender.profile.id, change, now=site.now())
    return {"zone": value, "at": sender.at.isoformat()} if name == "zone" else {}


def _unsubscribe(site: Site, sender: Sender, order: Order) -> dict[str, Any]:
    everything = not sender.game or bool(order.details and order.details.text)
    unsubscribe.switch_off(site, sender.profile.id, "" if everything else sender.game)
    return {}


def _subscribe(site: Site, sender: Sender, order: Order) -> dict[str, Any]:
    everything = not sender.game or bool(order.details and order.details.text)
    unsubscribe.switch_on(site, sender.profile.id, "" if everything else sender.game)
    return {}


def _join(site: Site, sender: Sender, order: Order) -> dict[str, Any]:
    """Sit down, or observe: at once if the account has surely written, else after a letter."""
    wanted = order.details
    if not wanted:
        return {}
    kind: proofs.Kind = "observe" if wanted.kind == "observe" else "join"
    profile = sender.profile
    wish = Wish(kind, profile.address, wanted.text, wanted.nick, profile.language)
    game = proofs.game_of(site, wanted.text)
    if not game:
        raise Unknown("no_such_code", "F4", text=wanted.text)
    if not sender.proven:
        proofs.ask(site, wish, game, digest("wish", sender.name)[:24])
        return {"command": "proof"}
    key = f"join:{sender.name}"
    if not _sits_there(site, profile.id, game, key):
        proofs.do(site, profile.id, wish, wanted.nick, key, sender.at)
    state = ledger.state_of(site.store, game, site.now())
    return {"title": state.setting.title if state else ""}


def _sits_there(site: Site, account: str, game: str, key: str) -> bool:
    """Whether this very request has been fulfilled already."""
    held = ledger.load(site.store, game, ledger.digest(account, key), site.now())
    return held.done is not None


def _unobserve(site: Site, sender: Sender, _: Order) -> dict[str, Any]:
    gone = observers.forget(site, sender.profile.id, "")
    states = ledger.peek_all(site.store, gone, site.now())
    return {"titles": [state.setting.title for state in states if state]}


def _replace(site: Site, sender: Sender, order: Order) -> dict[str, Any]:
    """Invite a successor by mail: the move beside this command makes the code (F53).

    The letter waits a little, and is dropped if no code was made.
    """
    address = order.details.text if order.details else ""
    if sender.state is None or not seat_of(sender.state, sender.seat):
        raise Unreadable("not_seated", "F53")
    address = proofs.checked(site, address)
    if address.lower() in (sender.profile.address.lower(), *sender.profile.also):
        raise IllegalMove("invites_oneself", "F53")
    letter = Note(
        "invitation",
        sender.game,
        address=address,
        language=sender.profile.language,
        facts={"seat": sender.seat},
    )
    if not proofs.invited(site, sender.profile.id, letter, digest("invited", sender.name)[:24]):
        raise IllegalMove("too_many_invitations", "F53", limit=proofs.MOST_A_DAY)
    return {"address": address}


def _forum(site: Site, sender: Sender, _: Order) -> dict[str, Any]:
    """Give a code by which an author at the forum becomes whoever wrote (``forums.identity``)."""
    if not sender.game or not sender.seat:
        raise Unreadable("not_seated", "F4")
    if not ids_of_game(site.store, sender.game, now=site.now())[0]:
        raise IllegalMove("no_forum")
    made = identity.new_code(site, sender.game, sender.profile.id)
    return {"code": made.code}


_DO: dict[str, Callable[[Site, Sender, Order], dict[str, Any]]] = {
    "language": partial(_set, "language"),
    "zone": partial(_set, "zone"),
    "post": partial(_set, "post"),
    "unsubscribe": _unsubscribe,
    "subscribe": _subscribe,
    "join": _join,
    "observe": _join,
    "unobserve": _unobserve,
    "replace": _replace,
    "forum": _forum,
}
