"""What time does in forum Cluedo: days open and close, cards fall due, the GM answers."""

from datetime import datetime, timedelta

from chalicelib.game import PUBLIC, Actor, Event, IllegalMove, redact
from chalicelib.rules import verbs
from chalicelib.rules.answering import beginnings, gm_answer
from chalicelib.rules.calendar import next_boundary
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.evolve import evolve, nobody_moved
from chalicelib.rules.forum.orders import gm_card, orders_begin
from chalicelib.rules.forum.parts import Owed, Row
from chalicelib.rules.forum.state import State
from chalicelib.rules.forum.winners import last_day, lost, solved, somebody_won, verdicts
from chalicelib.rules.office import Paused
from chalicelib.rules.setup import revealed
from chalicelib.rules.table import TimePassed


def due(state: State) -> datetime | None:
    """Give the earliest deadline of the game (UTC), if it has any; none while paused (F52)."""
    if state.paused:
        return None
    opens = state.opens if state.phase == "dealt" else None
    cards = (owed.due for owed in state.owed)
    fixed = (opens, state.closes, state.window_until)
    deadlines = [t for t in (*fixed, *cards, *beginnings(state)) if t]
    return min(deadlines, default=None)


def time_passed(
    state: State, by: Actor, move: TimePassed, at: datetime, *_: object
) -> tuple[Event, ...]:
    """Play the one deadline that falls on ``at``; the clock comes once for each.

    Where several fall together the order is: standing orders that begin (F29), owed cards (F24),
    the window (F35), the day (F26).
    """
    if not by.clock or at != due(state):
        raise IllegalMove("not_due", "F6")
    if begin := orders_begin(state, at):
        return begin
    overdue = [owed for owed in state.owed if owed.due == at]
    if overdue:
        return tuple(event for owed in overdue for event in _overdue(state, owed))
    if state.window_until == at:
        return _window_ends(state)
    if state.phase == "dealt":
        return opening(state, at, at)
    return day_ends(state, at, late=move.late)


def day_length(state: State) -> timedelta:
    """Give the length of a game day (F6)."""
    return timedelta(minutes=state.options.day_minutes)


def _overdue(state: State, owed: Owed) -> tuple[Event, Event]:
    """Send a card whose time is over, and tell the thread (F24)."""
    return gm_card(state, owed), f.CardOverdue(owed.id, owed.number, owed.by, owed.to)


def opening(state: State, at: datetime, anchor: datetime) -> tuple[Event, ...]:
    """Open the next game day, which ends at a boundary of the grid from ``anchor`` (F6).

    After an early close or a pause a day is longer or shorter than usual, until the grid is met
    again: by no more than half its length.
    """
    half = day_length(state) / 2
    closes = next_boundary(anchor, state.setting.zone, day_length(state), at + half)
    rows = tuple(_fresh_row(state, seat.id) for seat in state.seats)
    return (f.DayOpened(state.day + 1, closes, rows),)


def all_in(state: State) -> bool:
    """Whether every suggestion is made and every answer is in, as far as all may know (F7).

    Who has accused in secret still counts as one who may suggest, so that a day that closes by
    itself tells nothing.
    """
    known = redact(state, PUBLIC)
    waiting = any(_may_still_ask(known, seat.id) for seat in known.seats)
    if state.options.corrections == "full":
        waiting = waiting or any(not bad.answered for bad in known.malformed)
    running = state.phase == "open" and not state.paused
    return running and not (waiting or state.questions or state.owed)


def _may_still_ask(state: State, seat: str) -> bool:
    """Whether a seat has a suggestion left, and somebody whom it may still ask (F10, F11, F15)."""
    asked, most = state.tallies[seat].asked, state.options.per_addressee_per_day
    others = (s.id for s in state.seats if s.id != seat)
    askable = (
        asked.get(other, 0) < most and (not state.tallies[other].left or state.tallies[other].by_gm)
        for other in others
    )
    return state.suggestions_left(seat) > 0 and any(askable)


def _fresh_row(state: State, seat: str) -> Row:
    """Give a seat's line at the opening of a day (F9), as everybody may know it."""
    tally = state.tallies[seat]
    allowed = max(0, state.options.suggestions_per_day - tally.fined)
    return Row(seat, 0, 0 if tally.out else allowed, 0, tally.fined)


def day_ends(state: State, at: datetime, *, late: bool = False) -> tuple[Event, ...]:
    """Close the day: the GM's answers (F26), table, penalties (F27), then the next day (F6).

    With the last day the game ends (F35), whatever window is open. Cards that are owed are sent
    without a word to the thread: their time is not over (F24).
    """
    known = redact(state, PUBLIC)
    closed = f.DayClosed(state.day, known.table())
    answers = (gm_answer(state, q) for q in state.questions)
    cards = (gm_card(state, owed) for owed in state.owed)
    if last_day(state):
        return (*answers, *cards, closed, ending(state))
    guilty = () if late else (s.id for s in state.seats if _at_fault(state, s.id))
    fines = tuple(map(f.Penalised, guilty))
    idle = tuple(seat.id for seat in state.seats if _idle(known, seat.id))
    flagged = (f.SeatsIdle(state.day, idle),) if idle else ()
    pause = (Paused(quiet=True),) if _quiet_for_long(state) else ()
    for fine in fines:
        state = evolve(state, fine, at)
    opened = opening(state, at, state.opens or at)
    return (*answers, *cards, closed, *fines, *flagged, *opened, *pause)


def _quiet_for_long(state: State) -> bool:
    """Whether with this day nobody has moved for as long as a game waits (F51)."""
    most, quiet = state.options.quiet_days, state.quiet + 1
    enough = quiet >= most and quiet * day_length(state) >= timedelta(days=1)
    return bool(most) and enough and nobody_moved(state)


def _idle(state: State, seat: str) -> bool:
    """Whether a seat that could suggest made none all day (F50), as everybody may know it."""
    return not state.tallies[seat].made and state.suggestions_left(seat) > 0


def _at_fault(state: State, seat: str) -> bool:
    """Whether a seat left suggestions unanswered without excuse (F27, F28)."""
    rule, tally = state.options.unanswered_penalty, state.tallies[seat]
    if rule == "never" or not state.closes or tally.out:
        return False
    margin = min(timedelta(minutes=state.options.late_margin_minutes), day_length(state) / 2)
    last_fair = state.closes - margin
    left = [q for q in state.questions if q.to == seat and q.at <= last_fair]
    if rule == "always":
        return bool(left)
    return any(tally.seen and tally.seen > q.at for q in left)


def _window_ends(state: State) -> tuple[Event, ...]:
    """End the accusation window: a winner, or none and `no_winner` decides (F35).

    Where the others play on, `no_winner` decides until there is a first winner.
    """
    if found := solved(state):
        return (found,) if state.options.play_on else (ending(state),)
    if state.options.no_winner == "reveal" and not somebody_won(state):
        return (ending(state),)
    return (f.WindowClosed(lost(state)),)


def ending(state: State) -> verbs.Ended:
    """Reveal all; the winner is the first by arrival whose accusation was right (F35)."""
    told = verdicts(state)
    winner = next((verdict.by for verdict in told if verdict.right), None)
    return revealed(state, told, winner)
