"""House rules: the presets, and the limits on suggestions at their edges."""

from typing import Any, get_type_hints

import msgspec
import pytest

from chalicelib.rules.forum import rulings
from chalicelib.rules.forum.options import PRESETS, Options
from chalicelib.rules.house import options as house
from tests.tables import CASE, DAY, Table, kinds, refused

OF_S2 = ("Mustard", "Rope", "Lounge")
NOBODY_HAS = CASE.cards
HINTS = get_type_hints(Options, include_extras=True)


def rules_of(preset: str) -> dict[str, Any]:
    """By rule id, what a preset changes of the full rules."""
    full: dict[str, Any] = msgspec.to_builtins(PRESETS["full"])
    mine: dict[str, Any] = msgspec.to_builtins(PRESETS[preset])
    changed = {name for name in mine if mine[name] != full[name]}
    return {HINTS[name].__metadata__[0].title: mine[name] for name in changed}


def test_F32_preset_raul():
    """The stricter style: a window from the first right accusation; no corrections (F43)."""
    assert rules_of("raul") == {"F32": "from_first_correct", "F40": "none"}


def test_F27_preset_early():
    """The earlier edition: a penalty in any case, and the first right accusation ends the game."""
    assert rules_of("early") == {"F27": "always", "F32": "none"}


def test_presets_are_what_a_game_is_created_with():
    """Each by its name, with single options changed; what is unknown is refused with its name."""
    assert rules_of("full") == {}
    for name, preset in PRESETS.items():
        assert house(PRESETS, name, {}) == preset
        assert house(PRESETS, name, {"gm": "human"}).gm == "human"
    with refused("unknown_preset"):
        house(PRESETS, "raúl", {})
    changes: tuple[tuple[dict[str, object], str], ...] = (
        ({"early_close": "never"}, "F7"),
        ({"suggestions_per_day": 6}, "F10"),
        ({"f7": True}, ""),
        ({"gm": None}, "F56"),
        ({"day_minutes": 60, "quiet_days": -1}, "F51"),
        ({"quiet_days": -1, "gm": None, "suggestions_per_day": 6}, "F10"),
    )
    for wrong, rule in changes:
        with refused("wrong_option", rule):
            house(PRESETS, "full", wrong)


def test_every_option_tells_its_rule():
    """Whoever reads the list of options finds the rule and what it means."""
    for name in Options.__struct_fields__:
        meta = HINTS[name].__metadata__[0]
        assert meta.title.startswith("F"), name
        assert meta.description, name


def test_F10_quota_five_with_cap_three():
    """Three to one player, the other two to another; no sixth."""
    game = Table(suggestions_per_day=5, per_addressee_per_day=3)
    for _ in range(3):
        game.ask("s1", "s2", *NOBODY_HAS)
    with refused("addressee_quota_spent", "F11") as facts:
        game.ask("s1", "s2", *NOBODY_HAS)
    assert facts == {"to": "s2", "allowed": 3}
    for _ in range(2):
        game.ask("s1", "s3", *NOBODY_HAS)
    with refused("quota_spent", "F10"):
        game.ask("s1", "s3", *NOBODY_HAS)
    game.at(DAY).ask("s1", "s2", *NOBODY_HAS)


def test_F11_await_answer():
    """Nobody asks the same player again before their answer; others may be asked meanwhile."""
    game = Table(await_answer=True)
    game.ask("s1", "s2", *OF_S2)
    with refused("await_answer", "F11") as facts:
        game.ask("s1", "s2", *NOBODY_HAS)
    assert facts == {"to": "s2"}
    game.ask("s1", "s3", *NOBODY_HAS)
    game.ask("s3", "s2", *NOBODY_HAS)
    game.ask("s2", "s1", *NOBODY_HAS)
    game.refute("s2", 1)
    game.ask("s1", "s2", *NOBODY_HAS)


@pytest.mark.parametrize(
    "answered",
    [
        lambda game: game.announce("s2", 1),
        lambda game: game.order("s2"),
        lambda game: game.organise(rulings.Void(1)),
        lambda game: game.close(),
    ],
)
def test_F11_await_answer_is_over_with_any_answer(answered):
    """An announced refutation is one, so is the GM's; what is void waits for none."""
    game = Table(await_answer=True)
    game.ask("s1", "s2", *OF_S2)
    answered(game)
    assert kinds(game.ask("s1", "s2", *NOBODY_HAS))[0] == "Suggested"


def test_F11_without_await_answer_all_may_be_asked_at_once():
    """The default: three in a row to the same player."""
    game = Table()
    for _ in range(3):
        game.ask("s1", "s2", *OF_S2)
    assert len(game.state.questions) == 3
