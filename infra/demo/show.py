"""The public thread as lines for a terminal, in the language of the game. Pure."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from chalicelib import words
from chalicelib.game import Event
from chalicelib.rules import State, verbs
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.winners import Solved
from chalicelib.rules.table import Talked, seat_of
from infra.demo.texts import text


def opening(state: State) -> Iterator[str]:
    """Tell who sits at the table and what the deal was sealed with."""
    say = partial(text, state.setting.language)
    yield f"Alibi · {state.setting.title}"
    yield ""
    yield f"{say('table')}:"
    yield from (f"  {seat.nick} / {seat.role}" for seat in state.seats)
    yield f"{say('sealed')} {state.commitment}"


def thread(events: Iterable[Event], state: State) -> Iterator[str]:
    """Tell what happened; ``state`` names the seats. A suggestion is told with its answer."""
    for event in events:
        if line := _LINES.get(type(event)):
            yield line(event, state, partial(text, state.setting.language))


def _opened(event: f.DayOpened, state: State, say: Callable[[str], str]) -> str:
    return f"\n{say('day')} {event.day} · {say('until')} {_when(event.closes, state)}"


def _answered(
    event: verbs.Refuted | verbs.NotRefuted, state: State, say: Callable[[str], str]
) -> str:
    answer = say("refuted" if isinstance(event, verbs.Refuted) else "not_refuted")
    by_gm = f" ({say('gm')})" if event.gm else ""
    who = f"{_nick(state, event.to)} → {_nick(state, event.by)}:"
    width = 2 * max(len(seat.nick) for seat in state.seats) + 4
    return f"  {who:<{width}} {', '.join(event.case.cards)} — {answer}{by_gm}"


def _talked(event: Talked, state: State, say: Callable[[str], str]) -> str:
    return f"  {_nick(state, event.by)}: {say('quote').format(event.text)}"


def _penalised(event: f.Penalised, state: State, say: Callable[[str], str]) -> str:
    return f"  {_nick(state, event.by)}: {say('penalised')}"


def _window(event: f.WindowOpened, state: State, say: Callable[[str], str]) -> str:
    return f"  ! {say('window_opened')} {say('until')} {_when(event.until, state)}"


def _window_over(_: f.WindowClosed, __: State, say: Callable[[str], str]) -> str:
    return f"  ! {say('window_closed')}"


def _solved(event: Solved, state: State, say: Callable[[str], str]) -> str:
    places = enumerate(event.winners, event.place)
    named = ", ".join(f"{place}. {_nick(state, seat)}" for place, seat in places)
    return f"  ! {say('solved')}: {named}"


_LINES: dict[type[Event], Callable[..., str]] = {
    f.DayOpened: _opened,
    verbs.Refuted: _answered,
    verbs.NotRefuted: _answered,
    Talked: _talked,
    f.Penalised: _penalised,
    f.WindowOpened: _window,
    f.WindowClosed: _window_over,
    Solved: _solved,
}


def result(state: State, end: verbs.Ended) -> Iterator[str]:
    """Tell how the game ended: the winner, the envelope, the hands, the accusations."""
    say, nick = partial(text, state.setting.language), partial(_nick, state)
    yield f"\n{say('over')}"
    yield f"{say('winner')}: {nick(end.winner) if end.winner else say('nobody')}"
    yield f"{say('envelope')}: {', '.join(end.case.cards)}"
    yield f"{say('hands')}:"
    yield from (f"  {nick(hand.seat)}: {', '.join(hand.cards)}" for hand in end.hands)
    yield f"{say('accusations')}:"
    for made in end.accusations:
        verdict = say("right" if made.right else "wrong")
        yield f"  {nick(made.by)}: {', '.join(made.case.cards)} — {verdict}"


def verified(deal: bytes, commitment: str, end: verbs.Ended) -> bool:
    """Whether the revealed deal is what was sealed, and what the end of the game tells."""
    told = {hand.seat: list(hand.cards) for hand in end.hands}
    sealed = json.loads(deal)
    same = sealed["case"] == list(end.case.cards) and sealed["hands"] == told
    return same and hashlib.sha256(deal).hexdigest() == commitment


def figures(days: int, letters: int, seconds: float, language: str) -> str:
    """Say how much it all was."""
    said = {"day": days, "letters": letters, "seconds": round(seconds)}
    return " · ".join(f"{text(language, name)}: {number}" for name, number in said.items())


def _nick(state: State, seat: str) -> str:
    found = seat_of(state, seat)
    return found.nick if found else seat


def _when(at: datetime, state: State) -> str:
    """Give a time in the zone of the game."""
    local = at.astimezone(ZoneInfo(state.setting.zone))
    return f"{words.day(local, state.setting.language)}, {local:%H:%M}"
