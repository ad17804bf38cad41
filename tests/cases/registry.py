"""The scenarios of the rule cases, by number, and the table at which they all play."""

from collections.abc import Callable
from importlib import import_module

from tests.cases.book import CHAPTERS

Scenario = Callable[[], None]

ANNA, BORIS, VERA = "s1", "s2", "s3"
FREE = ("Green", "Pipe", "Attic")
"""The envelope: cards that nobody holds."""
WRONG = ("Green", "Pipe", "Hall")
"""An accusation that is right in two of three."""
OF_BORIS = ("Mustard", "Rope", "Lounge")
"""Three cards that Boris holds."""

MODULES = (*CHAPTERS, "silence", "places", "verdicts", "breaks")
"""A module for each chapter; answers go on in ``silence``, accusations in ``places``.

Of blitz, turns go on in ``verdicts``, clocks in ``breaks``.
"""

_SCENARIOS: dict[str, Scenario] = {}


def case(number: str) -> Callable[[Scenario], Scenario]:
    """Register the scenario of a case: it plays the situation and asserts the ruling."""

    def register(scenario: Scenario) -> Scenario:
        if number in _SCENARIOS:
            raise ValueError(f"two scenarios for case {number}")
        _SCENARIOS[number] = scenario
        return scenario

    return register


def scenarios() -> dict[str, Scenario]:
    """Give the scenarios of all chapters, by the number of their case."""
    for module in MODULES:
        import_module(f"tests.cases.{module}")
    return _SCENARIOS
