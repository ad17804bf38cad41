"""More than one winner, and games of so many days (F35)."""

from chalicelib.game import Event
from chalicelib.rules.forum.parts import Accusation
from chalicelib.rules.forum.state import State
from chalicelib.rules.verbs import Verdict


class Solved(Event, frozen=True):
    """These seats have solved the case, the first of them as number ``place``; others play on.

    They stand in order of arrival (F35). ``lost`` are those whose accusation was wrong, as far as
    the end of a window tells it (F31). The envelope stays closed.
    """

    winners: tuple[str, ...]
    place: int
    lost: tuple[str, ...] = ()


def solved(state: State) -> Solved | None:
    """Give the right accusations of which nobody has heard yet, if there are any (F35).

    Who was wrong is told at the end of a window; where there is none it stays private (F36).
    """
    new = [made for made in _right(state) if not state.tallies[made.by].place]
    if not new:
        return None
    place = 1 + sum(tally.place > 0 for tally in state.tallies.values())
    told = () if state.options.accusation_window == "none" else lost(state)
    return Solved(tuple(made.by for made in new), place, told)


def lost(state: State) -> tuple[str, ...]:
    """Give the seats whose accusation was wrong and of which nobody has heard yet (F31)."""
    wrong = (made.by for made in state.accusations if made.case != state.case)
    return tuple(seat for seat in wrong if not state.tallies[seat].lost)


def somebody_won(state: State) -> bool:
    """Whether a winner was announced already."""
    return any(tally.place for tally in state.tallies.values())


def _right(state: State) -> list[Accusation]:
    """Give the right accusations by place: what was announced stands, the rest by arrival."""

    def order(made: Accusation) -> tuple[bool, int, float]:
        place = state.tallies[made.by].place
        return (not place, place, made.at.timestamp())

    return sorted((made for made in state.accusations if made.case == state.case), key=order)


def verdicts(state: State) -> tuple[Verdict, ...]:
    """Give all accusations as they came in, the right ones among them by place (F35)."""
    right = iter(_right(state))
    ordered = (next(right) if made.case == state.case else made for made in state.accusations)
    return tuple(Verdict(a.by, a.case, a.at, a.case == state.case) for a in ordered)


def last_day(state: State) -> bool:
    """Whether the game ends with the day that is open."""
    return 0 < state.options.most_days <= state.day
