"""Talk that is published holds no answer: it ends at its line, or is asked back (F20, F55)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reading.scenes import told
from tests.reading.test_orders import BOOKS, scene

MARKERS = {
    "ru": ("Комментарий: ", "*В тред:* ", "Организатору: ", "Ведущему: ", "Комментарий:\n"),
    "en": ("Comment: ", "To the thread: ", "To the organiser: ", "GM: ", "Say:\n"),
    "pl": ("Komentarz: ", "Do wątku: ", "Do organizatora: ", "MG: ", "Komentarz:\n"),
}
TALK = {
    "ru": "Дождь барабанит по крыше, в доме гаснет свет, и никто не решается сойти вниз",
    "en": "Rain drums on the roof, the lights go out, and nobody dares to walk downstairs",
    "pl": "Deszcz bębni o dach, gasną światła, i nikt nie odważy się zejść na parter",
}
SHOWN = {
    "ru": ("{}", "покажу {}", "{}!", "Ну ладно, {}", "мой ответ: {}", "«{}»", "- {}", "{} покажу"),
    "en": ("{}", "I show {}", "{}!", "Oh well, {}", "my answer: {}", "“{}”", "- {}", "my {}"),
    "pl": ("{}", "pokażę {}", "{}!", "No dobra, {}", "odpowiedź: {}", "„{}”", "- {}", "mój {}"),
}
SHORT = 5
"""Letters of a name of which one may be lost without making it like too many words."""
ENDS = ("", ".", "!", " :)", ",", " …", " -")


@given(st.sampled_from(sorted(BOOKS)), st.data())
def test_F55_a_card_on_a_line_of_its_own_is_never_published(language, data):
    """However long the talk above it is and however it ends, the card below it is not said."""
    held = data.draw(st.sampled_from(BOOKS[language]["game"]["first"][1:]))
    slip = held[:-1] if len(held) > SHORT else held.swapcase()
    written = data.draw(st.sampled_from((held, held.lower(), held.upper(), slip)))
    talk = TALK[language][: data.draw(st.sampled_from((12, 50, 65, 200)))]
    above = data.draw(st.sampled_from(MARKERS[language])) + talk + data.draw(st.sampled_from(ENDS))
    line = data.draw(st.sampled_from(SHOWN[language])).format(written)
    between = data.draw(st.sampled_from(("\n", "\n\n", "\r\n", "\n \n")))
    for read in told(scene(language, "asked"), above + between + line):
        said = read.startswith(("thread: ", "gm: ")) and written in read
        assert not said, (above, line)


@given(st.sampled_from(sorted(BOOKS)), st.data())
def test_F55_an_order_under_long_talk_is_read_or_asked_back(language, data):
    """A number, a command, a no or a whole order below talk is never part of it."""
    book = BOOKS[language]["game"]
    case = ", ".join(book[kind][0] for kind in ("suspects", "weapons", "rooms"))
    orders = ("2", "2.", "status", f"{book['nicks'][1]}: {case}", "I show card 1", "help")
    line = data.draw(st.sampled_from(orders))
    above = data.draw(st.sampled_from(MARKERS[language][:-1])) + TALK[language]
    read = told(scene(language, "asked"), above + data.draw(st.sampled_from(ENDS)) + "\n" + line)
    assert len(read) == 2 or read[0].startswith("?")
    assert not any(found.endswith(line) for found in read if found.startswith(("thread", "gm")))


SPLIT = [
    ("ru", f"Комментарий: {TALK['ru']}.\nкухню", [f"thread: {TALK['ru']}.", "1 = Кухня"]),
    ("ru", f"Организатору: {TALK['ru']}!\n2", [f"gm: {TALK['ru']}!", "1 = Кухня"]),
    ("en", f"Comment: {TALK['en']}.\nThe kitchen.", [f"thread: {TALK['en']}.", "1 = Kitchen"]),
    ("pl", f"Komentarz: {TALK['pl']}?\nnóż", [f"thread: {TALK['pl']}?", "1 = Nóż"]),
    ("ru", f"Комментарий: {TALK['ru']} в\nкухню", ["? ambiguous_suggestion F55"]),
    ("en", f"Comment: {TALK['en']} to the\nkitchen", ["? ambiguous_suggestion F55"]),
    ("ru", "Комментарий: Кинжал", ["? ambiguous_suggestion F55"]),
    ("ru", "Комментарий: показываю кухню", ["? ambiguous_suggestion F55"]),
    ("ru", "Комментарий: Так и быть. Кинжал.", ["? ambiguous_suggestion F55"]),
    ("ru", "Комментарий: вот мой кинжал", ["? ambiguous_suggestion F55"]),
    ("ru", "Комментарий: у меня кухня!", ["? ambiguous_suggestion F55"]),
    ("ru", "Комментарий: темно, и у меня кинжал в руке", ["? ambiguous_suggestion F55"]),
    ("ru", f"Комментарий: {TALK['ru']} и\nBorys, kinzhal", ["? ambiguous_suggestion F55"]),
    ("en", "Comment: 2", ["? ambiguous_suggestion F55"]),
    ("ru", "Комментарий: Кинжал затупился", ["thread: Кинжал затупился"]),
    ("ru", "Комментарий: Библиотека", ["thread: Библиотека"]),
    ("ru", "Комментарий: кинжал ваш, граф, затупился", ["thread: кинжал ваш, граф, затупился"]),
    (
        "ru",
        f"Комментарий: {TALK['ru']} в\nкухню, где скрипит дверь",
        [f"thread: {TALK['ru']} в\nкухню, где скрипит дверь"],
    ),
    ("en", "Comment: fine weather\n\nBest wishes,\nWilliam", ["thread: fine weather"]),
]


@pytest.mark.parametrize(("language", "text", "expected"), SPLIT)
def test_F55_talk_and_the_answer_below_it(language, text, expected):
    """Below a finished sentence a card is an answer; below a broken one nobody can tell."""
    assert told(scene(language, "asked"), text) == expected
