"""Games to read in: seats, hands and open suggestions, and orders told in a line each."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from chalicelib.data import deck
from chalicelib.game import redact
from chalicelib.read import Order, read
from chalicelib.rules import verbs
from chalicelib.rules.cluedo import Case, Deck
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.options import Options
from chalicelib.rules.forum.parts import Owed
from chalicelib.rules.forum.rulings import Complain
from chalicelib.rules.office import OfferSeat
from chalicelib.rules.table import AnswerForMe, Leave, Seat, Setting, Talk, TellGM
from chalicelib.rules.verbs import Question

AT = datetime(2026, 12, 1, 18, tzinfo=UTC)
NICKS = {
    "ru": ("Анна", "Борис", "Док.тор_Пи-2 🙂", "Мышь белая"),
    "en": ("Anna", "Boris", "Doc.tor_Pi-2 🙂", "White Mouse"),
    "pl": ("Ania", "Bolek", "Dok.tor_Pi-2 🙂", "Biała Mysz"),
}


def cards(language: str) -> Deck:
    """The classic deck of a language."""
    data = deck(f"classic.{language}")
    return Deck(data["suspects"], data["weapons"], data["rooms"])


def game(
    pack: Deck,
    nicks: Sequence[str],
    *,
    roles: Sequence[str] = (),
    asked: Iterable[tuple[int, int, str, tuple[str, str, str]]] = (),
    owed: Iterable[int] = (),
    hand: tuple[str, ...] = (),
) -> f.State:
    """A game of seats ``s1``, ``s2``…; ``hand`` is that of the first.

    Suggestions are asked as (number, place of the asker, to whom, cards); those in ``owed`` were
    refuted without a card.
    """
    named = roles or [*pack.suspects, *nicks][: len(nicks)]
    seats = tuple(
        Seat(f"s{n}", nick, role, f"account{n}", len(hand), hand if n == 1 else ())
        for n, (nick, role) in enumerate(zip(nicks, named, strict=True), 1)
    )
    questions, late, debts = [], set(owed), []
    for id_, (number, by, to, case) in enumerate(asked, 1):
        if id_ in late:
            debts.append(Owed(id_, number, to, f"s{by}", Case(*case), AT))
        else:
            questions.append(Question(id_, number, f"s{by}", to, Case(*case), AT))
    return f.State(
        Setting("Manor"),
        Options(),
        "full",
        pack,
        phase="open",
        seats=seats,
        questions=tuple(questions),
        owed=tuple(debts),
    )


def orders(state: f.State, text: str, seat: str = "s1", **known: Any) -> tuple[Order, ...]:
    """Read a text as a seat that sees what it may see."""
    return read(text, redact(state, seat), seat, **known)


def told(state: f.State, text: str, seat: str = "s1", **known: Any) -> list[str]:
    """What was read, each order in a line."""
    return [line(state, order) for order in orders(state, text, seat, **known)]


def line(state: f.State, order: Order) -> str:
    """Tell an order in a line."""
    if order.problem:
        return f"? {order.problem.code} {order.problem.rule}".strip()
    move, nicks = order.move, {seat.id: seat.nick for seat in state.seats}
    lines: dict[Any, Any] = {
        verbs.Suggest: lambda m: f"{nicks[m.to]} <- {m.suspect}, {m.weapon}, {m.room}",
        verbs.Accuse: lambda m: f"! {m.suspect}, {m.weapon}, {m.room}",
        verbs.Refute: lambda m: f"{m.suggestion} = {m.card}",
        verbs.CannotRefute: lambda m: f"{m.suggestion} = nothing",
        Talk: lambda m: f"thread: {m.text}",
        TellGM: lambda m: f"gm: {m.text}",
        AnswerForMe: lambda m: f"for me: {m.until or m.on}",
        Leave: lambda _: "leave",
        OfferSeat: lambda m: f"offer {m.seat}".strip(),
        Complain: lambda m: f"no card for {m.suggestion}",
    }
    return lines[type(move)](move) if move else str(order.command)


def facts(state: f.State, text: str, seat: str = "s1", **known: Any) -> dict[str, Any]:
    """The facts of the only problem of a text."""
    (order,) = orders(state, text, seat, **known)
    assert order.problem
    return order.problem.facts
