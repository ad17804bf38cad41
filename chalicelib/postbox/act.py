"""What a mail of somebody we know says is done, or answered, or asked about."""

from collections.abc import Sequence
from datetime import datetime

from chalicelib.game import Busy, Refusal, redact
from chalicelib.inbox import sounds_automatic
from chalicelib.letters import Problem, Understood
from chalicelib.play import Asked, Played, play
from chalicelib.postbox import commands
from chalicelib.postbox.answers import Parts, answer_to, answered, overtaken, refuse, reply_id
from chalicelib.postbox.body import orders_of
from chalicelib.postbox.holding import ask_owner
from chalicelib.postbox.outcomes import Outcome, again, file, filed, is_known
from chalicelib.postbox.policy import IRREVERSIBLE
from chalicelib.postbox.whose import Letterhead
from chalicelib.read import Order
from chalicelib.rules.table import AnswerForMe
from chalicelib.site import Site

CLOSED = frozenset({"already_answered"})
"""Refusals of an answer to a question that is closed: the mail came too late, nothing is wrong."""


def act(  # noqa: PLR0911 -- one way for each kind of order
    site: Site, head: Letterhead, arrived: datetime
) -> Outcome:
    """Make the moves of a mail, or answer what it asks, or say what is wrong with it.

    ``arrived`` (UTC) is when its moves count as made.
    """
    if is_known(site, head):
        return again(site, head)
    orders = orders_of(head, redact(head.state, head.viewer))
    if any(order.problem for order in orders):
        return _ask_back(site, head, tuple(part_of(order) for order in orders))
    if sounds_automatic(head.mail.subject) and any(_is_absence(order) for order in orders):
        return file(site, head, Outcome.MACHINE, "away")
    moves = [order for order in orders if order.move]
    if head.guarded and any(isinstance(order.move, IRREVERSIBLE) for order in moves):
        return ask_owner(site, head, "unproven_order")
    wanted = commands.of(orders)
    if wanted and (outcome := _commands(site, head, wanted, moves, arrived)):
        return outcome
    try:
        played = _play(site, head, moves, arrived)
    except Busy:
        raise
    except Refusal as refusal:
        return _ask_back(site, head, refused_parts(moves, refusal))
    return again(site, head) if played.replayed else Outcome.DONE


def _is_absence(order: Order) -> bool:
    """Whether an order says what a vacation notice says too."""
    return isinstance(order.move, AnswerForMe) and order.move.away


def _commands(
    site: Site,
    head: Letterhead,
    wanted: tuple[Order, ...],
    moves: list[Order],
    arrived: datetime,
) -> Outcome | None:
    """Carry out commands, and answer them; gives what became of the mail if that is all.

    Moves beside them are tried first: where one would be refused, nothing is done at all.
    """
    back = head.back
    sender = commands.Sender(
        head.profile, back.game, head.reader, head.state, head.name, arrived, not head.guarded
    )
    tried: Sequence[Order] = moves
    try:
        if moves:
            asked = Asked(back.account, tuple(order.move for order in moves), "mail", arrived)
            commands.rehearse(site, back.game, asked)
        tried = wanted
        carried = commands.carry_out(site, sender, wanted)
    except Busy:
        raise
    except Refusal as refusal:
        return _ask_back(site, head, refused_parts(tried, refusal))
    about = commands.subject(carried)
    letter = answer_to(head, about, carried if about == "commands" else ())
    if moves:
        commands.post(site, letter, head.name)
        return None
    only_asked = all(order.command in commands.QUESTIONS for order in wanted)
    return answered(site, head, letter, Outcome.ANSWERED if only_asked else Outcome.DONE, about)


def _play(site: Site, head: Letterhead, moves: list[Order], arrived: datetime) -> Played:
    """Make moves; what became of the mail is recorded in their own transaction."""
    made = tuple(order.move for order in moves)
    return play(
        site.store,
        head.back.game,
        Asked(head.back.account, made, "mail", arrived, read_as(moves), reply_id(head)),
        key=head.mail.fingerprint,
        now=site.now(),
        rng=site.rng,
        settle=site.settle,
        along=lambda entry: (
            *filed(site, head, Outcome.DONE, seq=entry.seq),
            *overtaken(site, head),
        ),
    )


def read_as(moves: Sequence[Order]) -> tuple[tuple[str, str], ...]:
    """Give the words that were read as other names, each once, for the receipt."""
    return tuple(dict.fromkeys(name for order in moves for name in order.read_as))


def part_of(order: Order) -> Problem | Understood:
    """Give an order as its answer tells it where nothing is done: right by itself, or not."""
    return order.problem or Understood(order.text)


def refused_parts(moves: Sequence[Order], refusal: Refusal) -> Parts:
    """Put a refusal beside the order it is about; the others were understood and are not done."""
    return tuple(
        Problem(order.text, refusal.code, refusal.rule, refusal.facts)
        if number == refusal.place
        else Understood(order.text)
        for number, order in enumerate(moves)
    )


def _ask_back(site: Site, head: Letterhead, parts: Parts) -> Outcome:
    """Answer that nothing was done, and why; what sounds like a machine gets no answer."""
    if sounds_automatic(head.mail.subject):
        return file(site, head, Outcome.MACHINE, "away")
    codes = {part.code for part in parts if isinstance(part, Problem)}
    late = codes and codes <= CLOSED
    return refuse(site, head, parts, Outcome.REPEATED if late else Outcome.ASKED_BACK)
