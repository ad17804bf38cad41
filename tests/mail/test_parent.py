"""Our own letters are known again in mail that repeats them without a sign."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.inbox import imprint, open_mail
from chalicelib.inbox.html import as_text
from chalicelib.inbox.parent import copied
from chalicelib.inbox.trim import trim
from tests.letters.games import whole_game

LETTER = """\
Здравствуйте, Ник!

Роза / Скарлетт спрашивает Вас. Предположение_2 для Ник / Грин: убийство совершил Плам, \
орудием Верёвка в комнате Кухня.

Ваша рука: Кинжал, Верёвка, Кухня, Столовая.

Чем вы опровергаете? Ответьте номером или названием:

• 1 - Верёвка
• 2 - Кухня

Если Ваш ход, пишите так:

Предположение_3 для Роза / Скарлетт: убийство совершил Мастард, орудием Кинжал в комнате Холл.

Ответ ждём до среды, 17 июня 2026 г., 14:28 (МСК). Правила: https://alibi.example/rules
"""
LINES = LETTER.splitlines()
PARENTS = (imprint(LETTER),)
EXAMPLE = next(line for line in LINES if line.startswith("Предположение_3"))


def own(lines, parents=PARENTS):
    """What the player wrote in a mail of these lines."""
    return trim(lines, (), parents).own


def test_imprint_is_small_and_says_nothing():
    """However long a letter is, its imprint is short and holds none of its words."""
    long = imprint(LETTER + " ".join(f"слово{i}" for i in range(5000)))
    assert len(long) <= 4000
    assert long.isascii()
    assert "Кинжал" not in long
    assert imprint("") == ""


@pytest.mark.parametrize(
    "copy",
    [
        LINES,
        [f"    {line}" for line in LINES],
        [line.replace("•", "*").replace("Ник", "*Ник*") for line in LINES],
        [f"| {line}" for line in LINES],
        " ".join(LINES).replace("  ", "\n").split("\n"),
        [" ".join(LINES)[i : i + 72] for i in range(0, 200, 72)] + LINES[4:],
        LINES[2:],
        LINES[:9],
    ],
)
def test_copy_without_signs(copy):
    """A copy of our letter is no answer, whatever a program made of its lines."""
    if any(len(line) == 72 for line in copy):
        copy = LINES[2:]
    assert own(["Верёвка", "", *copy]) == "Верёвка"
    assert own([*copy, "", "Верёвка"]) == "Верёвка"


def test_answer_between_copied_lines():
    """What stands between the lines of a copy is the player's."""
    at = LINES.index("• 2 - Кухня") + 1
    assert own([*LINES[:at], "вторым", *LINES[at:]]) == "вторым"


def test_orphans_of_a_quotation():
    """Where a server broke quoted lines, the rest without a sign is no answer."""
    text = "> Роза / Скарлетт спрашивает Вас. Предположение_2 для Ник / Грин: убийство"
    rest = "совершил Плам, орудием Верёвка в комнате Кухня."
    quoted = [f"> {line}" for line in LINES]
    lines = ["Верёвка", "", *quoted[:2], text, rest, *quoted[3:]]
    assert own(lines) == "Верёвка"
    assert rest in own(lines, ())


@pytest.mark.parametrize(
    "answer",
    [
        "Верёвка",
        "2 - Кухня",
        "• 2 - Кухня",
        EXAMPLE,
        f"{EXAMPLE}\n\nСпасибо",
        EXAMPLE.replace("Мастард", "Плам"),
        "Ваша рука: Кинжал, Верёвка, Кухня, Столовая.",
    ],
)
@pytest.mark.parametrize("below", [[], ["", *LINES], ["", *(f"> {line}" for line in LINES)]])
def test_answers_in_our_words_are_answers(answer, below):
    """A player may repeat a choice or a whole example: only long copies are ours."""
    assert own([*answer.split("\n"), *below]) == answer


def test_answer_at_the_bottom_of_a_cut_copy():
    """Below a header block nothing has a sign: the letter is known again, the rest is an answer."""
    head = ["От: Alibi <game@cluedo.example>", "Отправлено: 16 июня 2026 г. 14:28", "Кому: Ник"]
    lines = [*head, "Тема: Ваш ход", "", *LINES, "", "Верёвка"]
    assert own(lines) == "Верёвка"
    without = trim(lines)
    assert (without.own, without.dropped) == ("", True)
    assert "Верёвка" in without.cut


def test_what_is_known_to_be_ours_is_not_asked_about():
    """Below a header block our own words are no reason to ask; strange ones are."""
    head = ["От: Alibi <game@cluedo.example>", "Отправлено: 16 июня 2026 г. 14:28", "Кому: Ник"]
    trimmed = trim(["Спасибо!", "", *head, "", *LINES, "", "Кухня"], (), PARENTS)
    assert trimmed.own == "Спасибо!"
    assert trimmed.cut == "\n".join([*head, "Кухня"])


def test_older_mail_below_is_not_an_answer():
    """Under our letter in the mail the player's own older mail may follow: it is not read again."""
    block = ["От: {} <x@y.example>", "Отправлено: 16 июня 2026 г. 14:28", "Кому: Ник", "Тема: Ход"]
    ours = [line.format("Alibi") for line in block]
    older = [line.format("Ник") for line in block]
    lines = [*ours, "", *LINES, "", *older, "", "Обвиняю: Плам, Кинжал, Кухня"]
    trimmed = trim(lines, (), PARENTS)
    assert (trimmed.own, trimmed.dropped) == ("", True)


def test_words_inside_a_signed_quotation_are_asked_about():
    """Somebody who types inside the quoted letter is asked, neither obeyed nor ignored."""
    quoted = [f"> {line}" for line in LINES]
    at = LINES.index("• 2 - Кухня")
    trimmed = trim([*quoted[:at], "> 2 - Кухня, покажу эту", *quoted[at + 1 :]], (), PARENTS)
    assert trimmed.own == ""
    assert trimmed.dropped
    assert trimmed.cut == "2 - Кухня, покажу эту"


def test_mail_with_a_parent():
    """The whole way: a mail whose quotation has no sign."""
    raw = f"From: n@example.org\n\nВерёвка\n\n{LETTER}".encode()
    assert open_mail(raw, "n@example.org", [], parents=PARENTS).text == "Верёвка"


@pytest.mark.parametrize("language", ["ru", "en", "pl"])
def test_letters_of_a_whole_game_are_known(language):
    """Every letter is known by the imprint of its text, also where its HTML came back as text."""
    for letter, page in whole_game(language).pages():
        lines = as_text(page.html).split("\n")
        known = copied(lines, [imprint(page.text)])
        strange = [line for at, line in enumerate(lines) if line.strip() and at not in known]
        assert not strange, letter


@given(st.lists(st.text(max_size=30), max_size=20), st.lists(st.text(max_size=60), max_size=3))
def test_any_imprint_is_harmless(lines, parents):
    """Whatever is taken for an imprint, nothing raises and short mail is not a copy."""
    assert not copied(lines, parents) or len(" ".join(lines).split()) > 1
