"""Plans that hypothesis draws: any deck, any house rules, any steps."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st
from msgspec import inspect

from chalicelib.rules import RULESETS
from chalicelib.rules.cluedo import Deck
from tests.laws.games import Plan
from tests.laws.steps import KINDS, Step

each = pytest.mark.parametrize("ruleset", sorted(RULESETS))
"""A law holds for every rule set, with as many examples for each."""


@cache
def of(ruleset: str) -> st.SearchStrategy[Plan]:
    """Random plans for one rule set, whose steps are of all kinds."""
    return strategies(rulesets=[ruleset])


def strategies(
    kinds: Iterable[str] = KINDS, rulesets: Iterable[str] = tuple(RULESETS)
) -> st.SearchStrategy[Plan]:
    """Random plans for any of some rule sets, whose steps are of these kinds."""
    plans = [_plans(name, tuple(kinds)) for name in rulesets]
    return st.one_of(plans)


def _plans(ruleset: str, kinds: tuple[str, ...]) -> st.SearchStrategy[Plan]:
    """Random plans for one rule set."""
    steps = st.builds(
        _step,
        st.sampled_from(kinds),
        st.sampled_from(range(61**5)),
        st.sampled_from((0, 1, 7, 31)),
        st.text(max_size=8) | st.sampled_from(("s1", "s2", "Ёж 1", "\u200d", "ё" * 50)),
    )
    return st.integers(2, 7).flatmap(
        lambda seats: st.builds(
            Plan,
            st.just(ruleset),
            _decks(seats),
            options(ruleset),
            st.sampled_from(("UTC", "Europe/Warsaw", "Australia/Lord_Howe")),
            st.just(seats),
            st.integers(0, 2**32),
            st.lists(steps, min_size=25, max_size=70).map(tuple),
        )
    )


def _step(kind: str, drawn: int, minutes: int, text: str) -> Step:
    """A step whose five numbers, each from 0 to 60, are drawn as one: that is much faster."""
    who, whom, *cards = (drawn // 61**place % 61 for place in range(5))
    return Step(kind, who, whom, (cards[0], cards[1], cards[2]), minutes, text)


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
    "most_days": st.sampled_from((0, 0, 2, 5)),
    "quiet_days": st.sampled_from((0, 1, 2, 7)),
    "day_start": st.sampled_from((None, "00:00", "02:30", "21:00")),
    "day_minutes": st.sampled_from((60, 600, 1440, 2880)),
    "card_delay_minutes": st.sampled_from((1, 60, 1440)),
    "late_margin_minutes": st.sampled_from((0, 30, 120)),
    "accusation_window_hours": st.sampled_from((1, 5, 24)),
    "max_timeouts": st.sampled_from((1, 1, 2, 3, 20)),
}
"""Days, windows and turns short enough to see several."""


def options(ruleset: str) -> st.SearchStrategy[Any]:
    """Any house rules: a preset as it is, or any value of every option."""
    presets = tuple(RULESETS[ruleset].PRESETS.values())
    kind = inspect.type_info(type(presets[0]))
    assert isinstance(kind, inspect.StructType)
    choices = {
        field.name: NUMBERS[field.name] if field.name in NUMBERS else _values(field.type)
        for field in kind.fields
    }
    return st.sampled_from(presets) | st.builds(type(presets[0]), **choices)


def _values(kind: Any) -> st.SearchStrategy[Any]:
    """What the type of an option allows; numbers mostly small, so that limits are met."""
    if isinstance(kind, inspect.Metadata):
        return _values(kind.type)
    if isinstance(kind, inspect.LiteralType):
        return st.sampled_from(kind.values)
    if isinstance(kind, inspect.BoolType):
        return st.booleans()
    assert isinstance(kind, inspect.IntType)
    assert kind.ge is not None
    assert kind.le is not None
    return st.integers(kind.ge, min(kind.le, kind.ge + 4)) | st.integers(kind.ge, kind.le)
