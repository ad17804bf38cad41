"""Who has to show what, and what the GM shows in their place, at every table (F20-F25, F29)."""

from datetime import datetime
from typing import Protocol

from chalicelib.game import Actor, Event, IllegalMove, NotYours, Unknown
from chalicelib.rules import office, table, verbs
from chalicelib.rules.calendar import local_date, midnight
from chalicelib.rules.cluedo import Case, matches
from chalicelib.rules.running import Running
from chalicelib.rules.table import need_organiser, seat_of
from chalicelib.rules.verbs import Question


class Asking(Running, Protocol):
    """The part of a state that tells what waits for an answer."""

    @property
    def suggestions(self) -> int:
        """How many suggestions the game has seen."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """Those that wait for an answer."""


def about(question: Question) -> tuple[int, int, str, str, Case]:
    """Give the fields that every answer shares: it quotes the suggestion (F22)."""
    return (question.id, question.number, question.to, question.by, question.case)


def hand_of(state: Running, seat: str) -> tuple[str, ...]:
    """Give a seat's hand."""
    held = seat_of(state, seat)
    return (held.hand if held else None) or ()


def gm_answer(state: Running, question: Question) -> Event:
    """Answer for a seat: the first matching card in the order suspect, weapon, room (F25)."""
    choices = matches(hand_of(state, question.to), question.case)
    if not choices:
        return verbs.NotRefuted(*about(question), gm=True)
    return verbs.Refuted(*about(question), gm=True, card=choices[0])


def asked(state: Asking, suggestion: int, rule: str) -> Question:
    """Give a suggestion that waits for its answer; refuse one that never was, or has it (F20)."""
    if not 0 < suggestion <= state.suggestions:
        raise Unknown("no_such_suggestion", rule, suggestion=suggestion)
    question = next((q for q in state.questions if q.id == suggestion), None)
    if not question:
        raise IllegalMove("already_answered", rule, suggestion=suggestion)
    return question


def answer_as_gm(
    state: Asking, by: Actor, move: office.AnswerAsGM, *_: object
) -> tuple[Event, ...]:
    """Answer one suggestion for whoever has to, where a person is GM (F56)."""
    need_organiser(by)
    if state.options.gm != "human":
        raise NotYours("not_human_gm", "F56")
    return (gm_answer(state, asked(state, move.suggestion, "F20")),)


def has_order(state: Running, seat: str, at: datetime) -> bool:
    """Whether a standing order of the seat holds at ``at`` (UTC) (F29)."""
    tally = state.tallies[seat]
    today = local_date(at, state.setting.zone)
    begun = tally.since is None or tally.since <= today
    return tally.by_gm and begun and (tally.until is None or today <= tally.until)


def order(state: Running, seat: str, at: datetime, asked: table.AnswerForMe) -> table.StandingOrder:
    """Give a standing order, or take it back; refuses a last day that has passed (F29).

    An order for later never ends the one that holds: that one goes on, now until the last day.
    """
    if not asked.on:
        return table.StandingOrder(seat, on=False)
    today = local_date(at, state.setting.zone)
    since = asked.since if asked.since and asked.since > today else None
    if asked.until and asked.until < (since or today):
        raise IllegalMove("bad_date", "F29", text=asked.until.isoformat())
    if since and has_order(state, seat, at):
        return table.StandingOrder(seat, True, asked.until)  # noqa: FBT003
    return table.StandingOrder(seat, True, asked.until, since, asked.away)  # noqa: FBT003


def begins(state: Running, seat: str) -> datetime | None:
    """When an order that is given for later begins (UTC), if there is one (F29)."""
    tally = state.tallies[seat]
    return midnight(tally.since, state.setting.zone) if tally.by_gm and tally.since else None


def beginnings(state: Running) -> tuple[datetime, ...]:
    """When orders begin that are given for later (UTC); none any more where the game is over."""
    seats = state.tallies if state.phase != "over" else ()
    return tuple(start for seat in seats if (start := begins(state, seat)))


def begun(state: Running, at: datetime) -> tuple[table.StandingOrder, ...]:
    """Let the orders begin whose first day has come by ``at`` (UTC) (F29)."""
    tallies = state.tallies
    return tuple(
        table.StandingOrder(seat, True, tallies[seat].until, None, tallies[seat].away, True)  # noqa: FBT003
        for seat in tallies
        if (start := begins(state, seat)) and start <= at
    )


def back(
    state: Running, by: Actor, made: tuple[Event, ...], at: datetime
) -> tuple[table.StandingOrder, ...]:
    """End the absence of whoever made a move in the thread (F29).

    What is private ends nothing: the thread would learn of it (F32).
    """
    away = by.seat and state.tallies[by.seat].away and has_order(state, by.seat, at)
    return (table.StandingOrder(by.seat, on=False),) if away and any(map(_acted, made)) else ()


def _acted(event: Event) -> bool:
    """Whether an event is a move in the thread that a player made in person."""
    answered = isinstance(event, verbs.Refuted | verbs.NotRefuted) and not event.gm
    return answered or isinstance(event, verbs.Suggested)
