"""Attribution lines of many programs and languages, and what players write that looks like them."""

import re
import textwrap
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.inbox.trim import trim

LISTS = Path(__file__).parent / "attributions"
OURS = "r+k7f3q9x2mz4w6p8t@in.cluedo.example"
NAMES = (
    ("Alibi", OURS),
    ("Особняк 12.12.1926, часть 2: «Кто убил?»", "gm@games.example"),
    ("Jan Maria Kowalski-Nowak, GM", "jan.kowalski@poczta.example"),
)
ANSWERS = {
    "ru": "Опровергаю: Кинжал",
    "pl": "Pokazuję Świecznik",
    "en": "I show the Rope",
    "other": "Рапира",
}
QUOTED = [
    "Здравствуйте, Ник!",
    "Ваша рука: Кинжал, Верёвка, Кухня.",
    "",
    "Предположение_2 для Ник / Грин: убийство совершил Плам, орудием Верёвка в комнате Кухня.",
]
SIGNED = [f"> {line}" for line in QUOTED]
ANY_DIGIT = re.compile(r"\d|\{A\}")


def rows(language: str) -> list[str]:
    """The lines of one list; ⏎ stands for a line end, {N} and {A} for name and address."""
    text = (LISTS / f"{language}.txt").read_text(encoding="utf-8")
    return [line for line in text.split("\n") if line]


def forms(language: str) -> list[list[str]]:
    """Every line of a list with every name."""
    return [
        row.replace("{N}", name).replace("{A}", address).split("⏎")
        for row in rows(language)
        for name, address in NAMES
    ]


def wrapped(lines: list[str], width: int) -> list[str]:
    """Lines broken as programs break them."""
    wrap = partial(textwrap.wrap, width=width, break_long_words=False, break_on_hyphens=False)
    return [piece for line in lines for piece in wrap(line)]


def misread(language: str, layout) -> list[list[str]]:
    """The forms of a language that are not told from the answer in this layout."""
    answer = ANSWERS[language]
    mails = [(form, layout(answer, form)) for form in forms(language)]
    return [form for form, mail in mails if trim(mail, [OURS]).own != answer]


LAYOUTS = {
    "above": lambda answer, form: [answer, "", *form, *SIGNED],
    "close": lambda answer, form: [answer, *form, "", *SIGNED],
    "below": lambda answer, form: [*form, *SIGNED, "", answer],
    "wrapped": lambda answer, form: [answer, "", *wrapped(form, 76), "", *SIGNED],
    "bold": lambda answer, form: [
        answer,
        "",
        *(line and f"*{line}*" for line in form),
        "",
        *SIGNED,
    ],
    "deeper": lambda answer, form: [answer, "", *form, *(f">{line}" for line in SIGNED)],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("language", ["ru", "pl", "en"])
def test_attribution_above_a_signed_quotation(language, layout):
    """In our languages every attribution goes with its quotation, however it is laid out.

    Of those that a program broke at 76 columns, one of a hundred may leave a piece behind.
    """
    allowed = len(forms(language)) // 90 if layout == "wrapped" else 0
    assert len(misread(language, LAYOUTS[layout])) <= allowed


@pytest.mark.parametrize("layout", LAYOUTS)
def test_attribution_in_another_language(layout):
    """An attribution need not be understood: at most one of a hundred stays in the answer."""
    assert len(misread("other", LAYOUTS[layout])) <= len(forms("other")) // 100


@pytest.mark.parametrize("language", ANSWERS)
def test_attribution_wrapped_narrowly(language):
    """Broken into three or four lines, ninety-eight of a hundred are still whole."""
    wrong = misread(language, lambda answer, form: [answer, "", *wrapped(form, 60), *SIGNED])
    assert len(wrong) <= len(forms(language)) // 50


@pytest.mark.parametrize("language", ANSWERS)
def test_attribution_above_text_without_signs(language):
    """Where no sign of quotation follows, a line with a moment or an address is enough."""
    sparse = [row for row in rows(language) if row.startswith(">") or not ANY_DIGIT.search(row)]
    wrong = misread(language, lambda answer, form: [answer, "", *form, "", *QUOTED])
    assert len(wrong) <= len(NAMES) * len(sparse) + len(forms(language)) // 40


@given(st.lists(st.text("абвгдежзxyzкλμ", min_size=2, max_size=9), min_size=1, max_size=5))
def test_attribution_in_no_language(words):
    """Words that nobody knows do not matter beside a moment or an address, nor do they cost."""
    said = " ".join(words)
    for form in (f"{said} 16.06.2026 14:28 {said}:", f"{said} <a@b.example> {said}:"):
        assert trim(["Рапира", "", form, *SIGNED]).own == "Рапира"
    strange = trim(["Рапира", "", said, "=#=#= above", *QUOTED])
    assert strange.own == f"Рапира\n\n{said}"


def test_labels_with_an_address_and_a_day_are_no_header_block():
    """Somebody who tells where to write and when to expect an answer keeps these lines."""
    lines = ["Почта: nick2@example.org", "Вернусь: 16 июня 2026", "Заменит: Роза", "Где: Кухня"]
    assert trim(lines).own == "\n".join(lines)


PLAYERS = rows("players")


@pytest.mark.parametrize("line", PLAYERS)
def test_what_a_player_writes_is_no_attribution(line):
    """A player's own line is kept where it stands alone, between others, above a quotation."""
    citation = ["", "On Tue, Jun 16, 2026 at 2:28 PM X <a@b.example> wrote:", "> x", "> y"]
    assert trim([line]).own == line
    assert trim(["Привет", line, "Рапира"]).own == f"Привет\n{line}\nРапира"
    assert trim(["Привет", "", line, "", "Рапира"]).own == f"Привет\n\n{line}\n\nРапира"
    assert trim([line, "Рапира", *citation], [OURS]).own == f"{line}\nРапира"
    assert trim([*citation[1:], "", line, "Рапира"], [OURS]).own == f"{line}\nРапира"
