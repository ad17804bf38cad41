"""Posts in the thread of a game of blitz: for nobody, in turn, and accusing in public (B2-B5)."""

from typing import Any

import pytest

from chalicelib import markup, read_post
from chalicelib.game import redact
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.verbs import Accuse, CannotRefute, Refute, Suggest
from tests.reading.test_turns import asked, at_turn

CARDS = "убила [b]Миссис Пикок[/b], [b]ножом[/b], на [b]кухне[/b]"
NAMED = ("Миссис Пикок", "Нож", "Кухня")


def read(state: Any, body: str) -> list[Any]:
    """What the first seat's post says: moves, or the codes of what is wrong."""
    parts = read_post.read(markup.parse("bbcode", body), redact(state, "s1"), "s1").parts
    return [part.move or (part.problem and part.problem.code) for part in parts]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (f"[b]Предположение[/b]\n{CARDS}", [Suggest(*NAMED)]),
        (f"[b]Предположение_1[/b]\n{CARDS}", [Suggest(*NAMED)]),
        (f"[b]Предположение:[/b] {CARDS}", [Suggest(*NAMED)]),
        (f"[b]Предположение для Борис[/b]\n{CARDS}", [Suggest(*NAMED)]),
        (f"[b]Предположение: {CARDS}[/b]".replace("[b]М", "М"), [Suggest(*NAMED)]),
        (f"[b]Предположение[/b]\n{CARDS} или в [b]гостиной[/b]", ["two_of_a_kind"]),
        ("[b]Предположение[/b]\nМиссис Пикок, Нож, Кухня", ["keywords_not_bold"]),
        ("[b]Предположение: завтра дождь[/b]", []),
        ("[b]Передача хода[/b]", [Pass()]),
        ("[b]Пас![/b]", [Pass()]),
        ("[b]Пас[/b]ьянс разложить, что ли?", []),
        ("[b]Пас[/b] — это не про меня", []),
        ("[b]Pass[/b] the salt, please", []),
        ("[b]Пас[/b]?", []),
        ("[b]Пас[/b], господа!", [Pass()]),
        ("Пас", []),
        ("[quote=Борис][b]Пас[/b][/quote]\nЖаль.", []),
        (f"[b]Обвинение[/b]\n{CARDS}", [Accuse(*NAMED)]),
        (f"[b]Обвиняю![/b] {CARDS}", [Accuse(*NAMED)]),
        (f"[b]Обвинение[/b]\n{CARDS}, [b]столовая[/b]", ["two_of_a_kind"]),
        ("[b]Обвинение[/b] твоё смешно", []),
        (f"[b]Предположение[/b]\n{CARDS}\n[b]Обвинение[/b]\n{CARDS}", ["both"]),
    ],
)
def test_B2_B4_B5_whose_turn_it_is(body, said):
    """A suggestion has no addressee, a pass is a heading alone, an accusation is public."""
    both = [Suggest(*NAMED), Accuse(*NAMED)]
    assert read(at_turn(), body) == (both if said == ["both"] else said)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("[b]Опровержение[/b]", [Refute(4)]),
        (
            "[quote=Борис]Миссис Пикок[/quote]\nУвы! [b]Отсутствие опровержения[/b]",
            [CannotRefute(4)],
        ),
        ("[b]Опровержение?[/b]", []),
    ],
)
def test_B3_who_has_to_answer(body, said):
    """Whoever is asked answers in the words of a longer game, and the card is not told here."""
    assert read(asked(), body) == said
