"""Which moves one request may bring: told by what they are alone (F15, F30, B2)."""

from types import ModuleType
from typing import Any

import pytest

from chalicelib.game import IllegalMove
from chalicelib.rules import blitz, forum, table, verbs
from chalicelib.rules.blitz.state import Pass

ASK = verbs.Suggest("Mustard", "Rope", "Lounge")
ACCUSE = verbs.Accuse("Mustard", "Rope", "Lounge")
NONE = verbs.CannotRefute(1)
SPEECH = (table.Talk("Hm."), table.TellGM("Hm?"), table.TellPlayer("s2", "Hm!"))


def refusal(rules: ModuleType, *moves: Any) -> tuple[str, str, int]:
    """Expect that these may not come together; gives code, rule, and which move it is about."""
    with pytest.raises(IllegalMove) as caught:
        rules.need_together(moves)
    return caught.value.code, caught.value.rule, caught.value.place


@pytest.mark.parametrize("rules", [forum, blitz])
def test_F30_F15_an_accusation_and_leaving_come_alone(rules):
    """F30, F15: in every game; beside speech as well, and whatever stands before or after."""
    for move, rule in ((ACCUSE, "F30"), (table.Leave(), "F15")):
        rules.need_together((move,))
        assert refusal(rules, *SPEECH, move) == ("comes_alone", rule, 3)
        assert refusal(rules, move, SPEECH[0]) == ("comes_alone", rule, 0)
    assert refusal(rules, ACCUSE, ACCUSE) == ("comes_alone", "F30", 0)


def test_F10_several_suggestions_and_answers_of_a_day_come_together():
    """F10, F20: in forum play one mail may bring them all, with comments between."""
    forum.need_together((ASK, NONE, *SPEECH, ASK))
    forum.need_together(())


@pytest.mark.parametrize("move", [ASK, NONE, verbs.Refute(1, "Rope"), Pass(), table.AnswerForMe()])
def test_B2_a_request_of_blitz_brings_one_move(move):
    """B2: alone or behind speech, and nothing behind it."""
    blitz.need_together((move,))
    blitz.need_together((*SPEECH, move))
    blitz.need_together(SPEECH)
    for after in (*SPEECH, ASK, Pass()):
        assert refusal(blitz, move, after) == ("acts_last", "B2", 1)
        assert refusal(blitz, SPEECH[0], move, after, after) == ("acts_last", "B2", 2)
