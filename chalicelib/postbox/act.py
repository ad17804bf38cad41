"""What a mail of somebody we know says is done, or answered, or asked about."""

import re
from collections.abc import Sequence
from datetime import datetime

import msgspec

from chalicelib.game import Busy, Refusal, redact
from chalicelib.inbox import sounds_automatic
from chalicelib.letters import Answer, Problem, Understood
from chalicelib.play import Asked, play
from chalicelib.postbox import commands
from chalicelib.postbox.outcomes import Outcome, answered
from chalicelib.postbox.whose import Letterhead
from chalicelib.read import Order, read
from chalicelib.rules.table import AnswerForMe
from chalicelib.site import Site

PLAIN_ID = re.compile(r"[!-;=?-~]{1,200}")
"""A Message-ID that may be repeated in a header of ours."""
MOST_PARTS, LONGEST_PART, MANY = 20, 400, 12
"""How much of a mail its answer repeats: orders, characters of each, and what is a long list."""


def act(site: Site, head: Letterhead, arrived: datetime) -> Outcome:
    """Make the moves of a mail, or answer what it asks, or say what is wrong with it."""
    view = redact(head.state, head.viewer)
    mail = head.mail
    if mail.flagged:
        return _ask_back(site, head, (Problem(mail.text[:200], "unreadable", "F13"),))
    orders = read(
        mail.text,
        view,
        head.reader,
        prompt=head.back.prompt,
        quoted=mail.quoted,
        today=commands.today(head.profile, head.state, arrived),
    )
    if any(order.problem for order in orders):
        return _ask_back(site, head, tuple(_part(order) for order in orders))
    if sounds_automatic(mail.subject) and any(_is_absence(order) for order in orders):
        return Outcome.MACHINE
    moves = [order for order in orders if order.move]
    made = tuple(order.move for order in moves)
    asked = Asked(head.back.account, made, "mail", arrived, reply_to=_message_id(head))
    wanted = commands.of(orders)
    if wanted and (outcome := _carry_out(site, head, wanted, moves, asked)):
        return outcome
    try:
        played = play(
            site.store,
            head.back.game,
            asked,
            key=mail.fingerprint,
            now=site.now(),
            rng=site.rng,
            settle=site.settle,
        )
    except Busy:
        raise
    except Refusal as refusal:
        return _ask_back(site, head, _refused(moves, refusal))
    return Outcome.REPEATED if played.replayed else Outcome.DONE


def _is_absence(order: Order) -> bool:
    """Whether an order says what a vacation notice says too."""
    return isinstance(order.move, AnswerForMe) and order.move.away


def _carry_out(
    site: Site, head: Letterhead, wanted: tuple[Order, ...], moves: list[Order], asked: Asked
) -> Outcome | None:
    """Carry out commands, and answer them; gives what became of the mail if that is all.

    Moves beside them are tried first: where one would be refused, nothing is done at all.
    """
    sender = commands.Sender(
        head.profile, head.back.game, head.reader, head.state, head.mail.fingerprint, asked.at
    )
    tried: Sequence[Order] = moves
    try:
        if moves:
            commands.rehearse(site, head.back.game, asked)
        tried = wanted
        carried = commands.carry_out(site, sender, wanted)
    except Busy:
        raise
    except Refusal as refusal:
        return _ask_back(site, head, _refused(tried, refusal))
    about = commands.subject(carried)
    told = carried if about == "commands" else ()
    answer = Answer(head.back.game, head.reader, about, _message_id(head), told)
    if moves:
        commands.post(site, answer, head.mail.fingerprint)
        return None
    only_asked = all(order.command in commands.QUESTIONS for order in wanted)
    outcome = Outcome.ANSWERED if only_asked else Outcome.DONE
    return answered(site, answer, outcome, head.mail.fingerprint)


def _part(order: Order) -> Problem | Understood:
    return order.problem or Understood(order.text)


def _refused(moves: Sequence[Order], refusal: Refusal) -> tuple[Problem | Understood, ...]:
    """Put a refusal beside the order it is about; the others were understood and are not done."""
    return tuple(
        Problem(order.text, refusal.code, refusal.rule, refusal.facts)
        if number == refusal.place
        else Understood(order.text)
        for number, order in enumerate(moves)
    )


def _ask_back(site: Site, head: Letterhead, parts: tuple[Problem | Understood, ...]) -> Outcome:
    """Answer that nothing was done, and why; what sounds like a machine gets no answer."""
    if sounds_automatic(head.mail.subject):
        return Outcome.MACHINE
    answer = Answer(
        head.back.game,
        head.reader,
        "refused",
        _message_id(head),
        _short(parts),
        head.back.prompt,
    )
    return answered(site, answer, Outcome.ASKED_BACK, head.mail.fingerprint)


def _short(parts: tuple[Problem | Understood, ...]) -> tuple[Problem | Understood, ...]:
    """Give the first orders of a mail, each cut; a long list of choices is repeated once only."""
    cut: list[Problem | Understood] = []
    for part in parts[:MOST_PARTS]:
        text = part.text[:LONGEST_PART]
        if isinstance(part, Problem) and cut and len(part.facts.get("choices", ())) > MANY:
            facts = {name: fact for name, fact in part.facts.items() if name != "choices"}
            cut.append(Problem(text, part.code, part.rule, facts))
        else:
            cut.append(msgspec.structs.replace(part, text=text))
    return tuple(cut)


def _message_id(head: Letterhead) -> str:
    name = head.mail.message_id
    return f"<{name}>" if PLAIN_ID.fullmatch(name) and "=?" not in name else ""
