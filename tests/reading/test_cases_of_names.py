"""Names in another case: each is read as the name it is a form of, and as no other (F14)."""

import tomllib
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.data import DECKS, deck
from chalicelib.read import english, polish, russian
from chalicelib.read.alphabets import unaccented
from chalicelib.read.lexicon import lexicon
from chalicelib.text import plain

BOOK = tomllib.loads(Path(__file__).with_name("declensions.toml").read_text())
FORMS = [(list(names), n, form) for names in BOOK.values() for n in names for form in names[n]]


def found(names, text):
    """The names that a text is a form of, as a whole."""
    line = plain(text)
    matches = lexicon(tuple(map(plain, names))).find(line)
    return {match.name for match in matches if (match.start, match.end) == (0, len(line))}


@pytest.mark.parametrize(("names", "name", "form"), FORMS, ids=[form for *_, form in FORMS])
def test_F14_every_true_case_is_read(names, name, form):
    """A form from the grammar is that name, and no other of its list; «Иванова» is both."""
    others = {plain(name) for name in ("Иванов", "Иванова")} if "иванов" in plain(form) else set()
    assert plain(name) in found(names, form)
    assert found(names, form) <= {plain(name)} | others


@pytest.mark.parametrize(("name", "form"), [f[1:] for f in FORMS if f[0][0] == "Miss Scarlet"])
def test_F14_polish_is_typed_without_its_marks(name, form):
    """On a phone people leave the marks away: the form is the same name, and no other."""
    names = list(BOOK["classic.pl"])
    assert found(names, unaccented(plain(form))) == {plain(name)}
    assert found(names, unaccented(plain(name))) == {plain(name)}


@pytest.mark.parametrize("known", DECKS)
def test_F14_no_form_of_a_card_is_another_card(known):
    """Of all forms that are made for the decks we have, none is a form of two cards."""
    data = deck(known)
    cards = [*data["suspects"], *data["weapons"], *data["rooms"]]
    for card in cards:
        for words in product(*(forms(word) for word in plain(card).split())):
            assert found(cards, " ".join(words)) == {plain(card)}, words


def forms(word):
    """A word in all the cases that are made for it."""
    kinds = (russian,) if word[0] in "абвгдеёжзийклмнопрстуфхцчшщъыьэюя" else (polish, english)
    return [word, *(form for kind in kinds for form in kind.forms(word))]


@given(
    st.text(
        alphabet="абвгдежзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnoprstuwyząćęłńóśźż", max_size=12
    )
)
def test_any_word_has_forms(word):
    """Whatever a name is, it has few forms, none empty, and the name itself is found among them."""
    made = {form for kind in (russian, polish, english) for form in kind.forms(word) if word}
    assert len(made) < 90
    assert all(form.strip() for form in made)


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["Нож"], "Ножик"),
        (["Нож"], "Нож-бабочка"),
        (["Кухня"], "Кухна"),
        (["Холл"], "Хол"),
        (["Кинжал"], "Кинжол"),
        (["Кинжал"], "Rbywfk"),
        (["Кинжал"], "kinzhal"),
        (["Веревка"], "Веревак"),
        (["Nóż"], "Nuż"),
        (["Nóż"], "Nóźem"),
        (["Kuchnia"], "Kuchna"),
        (["Hol"], "Holl"),
        (["Kitchen"], "Kithcen"),
        (["Miss Scarlet"], "Miss Scarlett"),
        (["Профессор Плам"], "Плам"),
        (["Гаечный ключ"], "Ключ"),
        (["Зал ожидания"], "Зал ожиданий"),
        (["Йод"], "Иод"),
    ],
)
def test_F14_what_is_only_like_a_name_is_none(names, text):
    """A slip, a part of a name, another word, the wrong accent: never a form."""
    assert found(names, text) == set()


@pytest.mark.parametrize(
    ("name", "text"), [("Кухня", "Kухня"), ("Холл", "Xoлл"), ("Rope", "Rорe"), ("Сор", "Cop")]
)
def test_letters_that_look_the_same_are_the_same(name, text):
    """A word typed with letters of two alphabets is what it looks like, and counts as exact."""
    (match,) = lexicon((plain(name),)).find(plain(text))
    assert (match.name, match.exact) == (plain(name), True)
