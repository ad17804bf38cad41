"""Plans that hypothesis draws: any deck, any house rules, any steps."""

from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from chalicelib.rules import RULESETS
from chalicelib.rules.cluedo import Deck
from tests.laws.games import Plan
from tests.laws.steps import KINDS, Step


def strategies(
    kinds: Iterable[str] = KINDS, rulesets: Iterable[str] = tuple(RULESETS)
) -> st.SearchStrategy[Plan]:
    """Random plans for any of some rule sets, whose steps are of these kinds."""
    plans = [_plans(name, tuple(kinds)) for name in rulesets]
    return st.one_of(plans)


def _plans(ruleset: str, kinds: tuple[str, ...]) -> st.SearchStrategy[Plan]:
    """Random plans for one rule set."""
    small = st.integers(0, 60)
    steps = st.builds(
        Step,
        st.sampled_from(kinds),
        small,
        small,
        st.tuples(small, small, small),
        st.sampled_from((0, 1, 7, 31)),
        st.text(max_size=8) | st.sampled_from(("s1", "s2", "Ёж 1", "\u200d", "ё" * 50)),
    )
    return st.integers(2, 7).flatmap(
        lambda seats: st.builds(
            Plan,
            st.just(ruleset),
            _decks(seats),
            _options(ruleset),
            st.sampled_from(("UTC", "Europe/Warsaw", "Australia/Lord_Howe")),
            st.just(seats),
            st.integers(0, 2**32),
            st.lists(steps, min_size=25, max_size=70).map(tuple),
        )
    )


def _decks(seats: int) -> st.SearchStrategy[Deck]:
    """The smallest deck for so many players, and some cards more."""
    more = st.integers(0, 3)
    return st.builds(
        lambda a, b, c: Deck(
            tuple(f"Ёж {n}" for n in range(seats + a)),
            tuple(f"Нож «{n}»" for n in range(seats + b)),
            tuple(f"room {n}" for n in range(seats + 3 + c)),
        ),
        more,
        more,
        more,
    )


NUMBERS: dict[str, st.SearchStrategy[Any]] = {
    "suggestions_per_day": st.integers(1, 5),
    "per_addressee_per_day": st.integers(1, 5),
    "most_days": st.sampled_from((0, 0, 2, 5)),
    "quiet_days": st.sampled_from((0, 1, 2, 7)),
    "day_start": st.sampled_from((None, "00:00", "02:30", "21:00")),
    "day_minutes": st.sampled_from((60, 600, 1440, 2880)),
    "card_delay_minutes": st.sampled_from((1, 60, 1440)),
    "late_margin_minutes": st.sampled_from((0, 30, 120)),
    "accusation_window_hours": st.sampled_from((1, 5, 24)),
    "idle_turns": st.integers(1, 3),
    "turn_hours": st.sampled_from((1, 5, 24)),
    "answer_hours": st.sampled_from((1, 12)),
    "max_timeouts": st.integers(1, 3),
}
"""Days, windows and turns short enough to see several."""


def _options(ruleset: str) -> st.SearchStrategy[Any]:
    """Any house rules: a preset as it is, or any value of every option."""
    presets = tuple(RULESETS[ruleset].PRESETS.values())
    kind = type(presets[0])
    choices = {
        name: NUMBERS[name] if name in NUMBERS else st.sampled_from(_values(hint))
        for name, hint in get_type_hints(kind).items()
    }
    return st.sampled_from(presets) | st.builds(kind, **choices)


def _values(hint: Any) -> tuple[Any, ...]:
    """The values of an option that has only a few."""
    return get_args(hint) if get_origin(hint) is Literal else (False, True)
