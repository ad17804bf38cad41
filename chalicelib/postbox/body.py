"""Which of the texts of a mail is its author's word, and the orders in it. Pure."""

from typing import Any

from chalicelib.letters import Problem
from chalicelib.postbox.commands import today
from chalicelib.postbox.whose import Letterhead
from chalicelib.read import Order, read

_NO_ORDER = frozenset({"no_order", "nothing_written", "unreadable"})


def orders_of(head: Letterhead, view: Any) -> tuple[Order, ...]:
    """Give the orders of a mail; ``view`` is the game as its author sees it.

    Text and HTML should say the same. Where they differ, the one that can be read counts; where
    both can, the author is asked. Text that looked like a quotation is never an order, but where
    nothing else is one, its author is asked about it.
    """
    mail = head.mail
    if mail.flagged:
        return (_problem(mail.text[:200], "unreadable", "F13"),)
    orders = _read(head, view, mail.text)
    if mail.alternative.strip() and mail.alternative != mail.text:
        orders = _either(orders, _read(head, view, mail.alternative))
    if mail.cut.strip() and all(o.problem and o.problem.code in _NO_ORDER for o in orders):
        lost = _cut_away(head, view)
        return (*(order for order in orders if order.text or not lost), *lost)
    return orders


def _read(head: Letterhead, view: Any, text: str) -> tuple[Order, ...]:
    return read(
        text,
        view,
        head.reader,
        prompt=head.back.prompt,
        quoted=head.mail.quoted,
        today=today(head.profile, head.state, head.arrival.at),
    )


def _either(text: tuple[Order, ...], html: tuple[Order, ...]) -> tuple[Order, ...]:
    """Choose between two readings of a mail."""
    if not _is_good(html):
        return text
    if not _is_good(text) or _meaning(text) == _meaning(html):
        return html if not _is_good(text) else text
    return tuple(_problem(order.text, "bodies_differ") for order in (*text, *html))


def _is_good(orders: tuple[Order, ...]) -> bool:
    return not any(order.problem for order in orders)


def _meaning(orders: tuple[Order, ...]) -> list[Any]:
    return [(order.move, order.command, order.details) for order in orders]


def _cut_away(head: Letterhead, view: Any) -> tuple[Order, ...]:
    """Ask about the orders in the text that was cut away, if there are any."""
    found = (order for order in _read(head, view, head.mail.cut) if order.move)
    return tuple(_problem(order.text, "cut_away") for order in found)


def _problem(text: str, code: str, rule: str = "") -> Order:
    return Order(text, problem=Problem(text, code, rule))
