"""What somebody writes on their desk is read like a mail of theirs, and done, or answered."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from chalicelib import accounts, desk, ledger, play
from chalicelib.deliver.words import Reading
from chalicelib.game import Busy, Refusal
from chalicelib.letters import Answer
from chalicelib.play import Asked, Played
from chalicelib.postbox import commands
from chalicelib.postbox.act import part_of, read_as, refused_parts
from chalicelib.postbox.answers import Parts, shortened, waiting_prompt
from chalicelib.postbox.whose import reader_of, seated
from chalicelib.read import Order, read
from chalicelib.site import Site


class Done(msgspec.Struct, frozen=True):
    """What came of a text: what was played (if anything), the answer to it (if there is one)."""

    played: Played | None = None
    answer: Answer | None = None
    read_as: tuple[tuple[str, str], ...] = ()


def seat_at(site: Site, token: str) -> Reading | None:
    """Give who sits at the desk behind a link, while they take part and the game is not long over.

    Whoever has handed their seat over sits at no desk (F53).
    """
    owner = desk.owner_of(site, token)
    found = seated(site, owner.game, owner.account) if owner else None
    if not owner or not found:
        return None
    state, seq = found
    profile = accounts.profile(site.store, owner.account, now=site.now())
    return Reading(owner.game, reader_of(state, owner.account), profile, state, seq)


def act(site: Site, seat: Reading, text: str, key: str, at: datetime) -> Done:
    """Do what a text says, all of it or nothing; the same text with the same ``key`` does it once.

    ``at`` (UTC) is when its moves count as made. Raises ``Busy`` if it is worth trying again.
    """
    once = ledger.digest("desk", seat.game, seat.profile.id, key, text)
    prompt = waiting_prompt(seat.state, seat.to)
    today = commands.today(seat.profile, seat.state, at)
    orders = read(text, seat.view, seat.to, prompt, today=today)
    if any(order.problem for order in orders):
        return Done(answer=_refused(seat, tuple(part_of(order) for order in orders)))
    return _done(site, seat, orders, once, at)


def _done(site: Site, seat: Reading, orders: Sequence[Order], key: str, at: datetime) -> Done:
    """Carry out commands and make moves; where a move would be refused, nothing is done."""
    moves = [order for order in orders if order.move]
    wanted = commands.of(orders)
    made = tuple(order.move for order in moves)
    asked = Asked(seat.profile.id, made, "desk", at)
    tried: Sequence[Order] = moves
    answer = None
    try:
        if wanted:
            if moves:
                commands.rehearse(site, seat.game, asked)
            tried = wanted
            answer = _carried(site, seat, wanted, key, at)
            tried = moves
        played = _played(site, seat, asked, key) if moves else None
    except Busy:
        raise
    except Refusal as refusal:
        return Done(answer=_refused(seat, refused_parts(tried, refusal)))
    return Done(played, answer, read_as(moves))


def _played(site: Site, seat: Reading, asked: Asked, key: str) -> Played:
    return play.play(
        site.store,
        seat.game,
        asked,
        key=f"desk:{key}",
        now=site.now(),
        rng=site.rng,
        settle=site.settle,
    )


def _carried(
    site: Site, seat: Reading, wanted: tuple[Order, ...], key: str, at: datetime
) -> Answer:
    sender = commands.Sender(seat.profile, seat.game, seat.to, seat.state, key, at)
    carried = commands.carry_out(site, sender, wanted)
    about = commands.subject(carried)
    return Answer(seat.game, seat.to, about, parts=carried, account=seat.profile.id)


def _refused(seat: Reading, parts: Parts) -> Answer:
    return Answer(seat.game, seat.to, "refused", parts=shortened(parts), account=seat.profile.id)
