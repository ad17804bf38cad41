"""What was given up in the table: letters, webhooks, messages at forums, mails; all of it anew.

Each is found by its own record, and leaves that state when it is tried again, so a second call
finds nothing to do. What exists for one player alone is tried again like the rest and never listed:
that it is there could tell a card.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Literal

import msgspec

from chalicelib import deliver, ledger, postbox
from chalicelib.forums import outbox
from chalicelib.game import PUBLIC, Busy, Unknown
from chalicelib.letters import SignIn
from chalicelib.postbox import failing, holding, release
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Store
from chalicelib.webhooks import asking, delivery, endpoint
from infra.operate import letters, public
from infra.operate.rows import Listable, everything

Kind = Literal["letter", "webhook", "forum", "mail"]
KINDS: tuple[Kind, ...] = ("letter", "webhook", "forum", "mail")


class GivenUp(msgspec.Struct, frozen=True):
    """Something that is not tried any more; ``at`` (UTC) is when it happened, came, or ended.

    ``listed``: all may know that it exists.
    """

    kind: Kind
    game: str
    name: str
    trouble: str
    attempts: int
    at: datetime
    listed: bool
    item: Item


def found(store: Listable, now: datetime, kinds: tuple[str, ...] = KINDS) -> Iterator[GivenUp]:
    """Give all that was given up, of these kinds; it takes one look at every row there is."""
    for item in everything(store, now):
        one = _judged(store, item, now)
        if one and one.kind in kinds:
            yield one


def _judged(store: Store, item: Item, now: datetime) -> GivenUp | None:
    """Look at one row; one that this version cannot read is not given up: a newer one may."""
    start = item.sk.partition("#")[0]
    look = _LOOKS.get(start)
    try:
        return look(store, item, now) if look else None
    except (msgspec.MsgspecError, Busy) as error:
        if not public.is_strange(error):
            raise
        return None


def _letter(store: Store, item: Item, now: datetime) -> GivenUp | None:
    out = ledger.read_outgoing(item)
    is_done = out.sent or out.dropped or out.withheld or out.channel == "forum"
    if item.due or is_done or isinstance(out.letter, SignIn):
        return None  # whoever wants to sign in asks for another code
    game = ledger.game_of(item.pk)
    state = ledger.state_of(store, game, now) if game else None
    listed = bool(state and letters.is_public(store, state, out, now, {}))
    at = (item.expires or now) - deliver.KEEP
    name = letters.name_of(item) if listed else ""
    return GivenUp("letter", game, name, out.trouble, out.attempts, at, listed, item)


def _webhook(store: Store, item: Item, now: datetime) -> GivenUp | None:
    one = delivery.read_delivery(item)
    if one.condition != "failed" or item.due:
        return None
    known = endpoint.endpoints(store, one.endpoints, now)
    if not any(each.status == "active" and each.target == one.target for each in known):
        return None  # whose endpoint is disabled has it delivered by enabling it
    last = one.attempts[-1] if one.attempts else None
    trouble = f"{last.error} {last.status or ''}".strip() if last else ""
    listed = one.happening.audience == PUBLIC
    at = one.happening.at
    return GivenUp("webhook", one.game, one.id, trouble, one.made, at, listed, item)


def _forum(_: Store, item: Item, __: datetime) -> GivenUp | None:
    wrote = outbox.read_wrote(item)
    if not wrote.unsent:
        return None
    game = wrote.unsent.game
    return GivenUp("forum", game, "", wrote.dropped, 1, wrote.unsent.made, False, item)  # noqa: FBT003


def _held(_: Store, item: Item, __: datetime) -> GivenUp | None:
    kept = holding.read_held(item)
    if kept.why != "failed":
        return None
    name = item.sk.removeprefix("HELD#")
    return GivenUp("mail", ledger.game_of(item.pk), name, "", 0, kept.at, True, item)  # noqa: FBT003


def _failed(_: Store, item: Item, now: datetime) -> GivenUp | None:
    if item.pk != failing.PK or not item.body:
        return None
    name = item.sk.removeprefix(failing.FAILED)
    at = (item.expires or now) - holding.HELD_FOR
    return GivenUp("mail", "", name, "", failing.ATTEMPTS, at, True, item)  # noqa: FBT003


_LOOKS: dict[str, Callable[[Store, Item, datetime], GivenUp | None]] = {
    "OUT": _letter,
    "SEND": _webhook,
    "WROTE": _forum,
    "HELD": _held,
    "FAILED": _failed,
}


def again(site: Site, one: GivenUp) -> str:
    """Have something tried once more; gives why that could not be, or nothing if it could.

    A mail is read at once; the others are due, and whoever sends does the rest.
    """
    try:
        return _AGAIN[one.kind](site, one)
    except (Busy, Conflict):
        return "somebody is at it"


def _letter_again(site: Site, one: GivenUp) -> str:
    letters.renew(site.store, one.item, site.now())
    return ""


def _webhook_again(site: Site, one: GivenUp) -> str:
    due = asking.again(one.item, delivery.read_delivery(one.item), "recover", site.now())
    site.store.write(due, now=site.now())
    return ""


def _forum_again(site: Site, one: GivenUp) -> str:
    wrote = outbox.read_wrote(one.item)
    site.store.write(*outbox.renewed(one.item, wrote, site.now()), now=site.now())
    return ""


def _mail_again(site: Site, one: GivenUp) -> str:
    """Read a mail as if it came now; by its own time of arrival where its game was not known."""
    try:
        if one.game:
            release.release(site, one.game, one.name)
            return ""
        arrival = failing.failed_at(site, one.item.key)
        outcome = postbox.receive(site, arrival) if arrival else None
    except Unknown:
        return "nobody waits for it any more"
    except Exception as error:  # noqa: BLE001 -- what went wrong before may go wrong again
        return f"it still goes wrong ({type(error).__name__})"
    if outcome is postbox.Outcome.FAILED:
        return "it still goes wrong"
    failing.forget(site, one.item.key)
    return ""


_AGAIN: dict[Kind, Callable[[Site, GivenUp], str]] = {
    "letter": _letter_again,
    "webhook": _webhook_again,
    "forum": _forum_again,
    "mail": _mail_again,
}
