"""Orders as players write them in three languages, each beside what is read in it (F12-F30)."""

import tomllib
import unicodedata
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chalicelib.read.scene import Scene
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from chalicelib.text import plain
from tests.reading.scenes import game, orders, told

FOLDER = Path(__file__).parent / "orders"
BOOKS = {file.stem: tomllib.loads(file.read_text()) for file in sorted(FOLDER.glob("*.toml"))}
ASKED = {"free": [], "asked": [(1, "first", 2)], "none": [(1, "none", 2)]}
ASKED["two"] = [(1, "first", 2), (1, "second", 4)]


def scene(language, situation):
    """The game of a language, with the suggestions that wait in a situation."""
    told = BOOKS[language]["game"]
    asked = [(number, by, "s1", tuple(told[which])) for number, which, by in ASKED[situation]]
    hand = tuple(told["hand"]) if situation != "none" else ()
    pack = Deck(*(tuple(told[kind]) for kind in ("suspects", "weapons", "rooms")))
    return game(pack, told["nicks"], roles=told["roles"], asked=asked, hand=hand)


def read(language, situation, text):
    """What is read, in a line; a problem by its code alone."""
    lines = told(scene(language, situation), text)
    return " | ".join(" ".join(line.split(" ")[:2]) if line[0] == "?" else line for line in lines)


def agrees(found, expected):
    """Whether what was read is what should be; ``?`` is any problem, and no move beside it."""
    if expected == "?":
        return all(part.startswith("?") for part in found.split(" | "))
    return found == expected


ORDERS = [
    (part, language, situation, text, expected)
    for language, book in BOOKS.items()
    for part in ("held", "held_later", "tuned")
    for situation, orders in book[part].items()
    for text, expected in orders
]


@pytest.mark.parametrize(("part", "language", "situation", "text", "expected"), ORDERS)
def test_orders_of_players(part, language, situation, text, expected):
    """An order is read as what its writer means, or asked back; in doubt it is asked back."""
    assert agrees(read(language, situation, text), expected), part


def test_no_order_is_read_as_another_move():
    """Of all these orders, none leads to a move that its writer did not mean."""
    for _, language, situation, text, expected in ORDERS:
        made = {p for p in read(language, situation, text).split(" | ") if not p.startswith("?")}
        assert made <= set(expected.split(" | ")), text


def test_there_are_orders_enough():
    """Each language has its share, and a third of them were written before the reader was tuned."""
    held = [order for order in ORDERS if order[0] != "tuned"]
    assert all(sum(order[1] == language for order in ORDERS) >= 150 for language in BOOKS)
    assert len(held) * 3 >= len(ORDERS) >= 500


NOISE = st.sampled_from(
    [
        str.upper,
        str.lower,
        str.title,
        lambda text: unicodedata.normalize("NFD", text),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace(" ", "  "),
        lambda text: text + "!",
        lambda text: text + " 🙂",
        lambda text: "🕵️ " + text,
        lambda text: text[:-1] + "\u00ad" + text[-1:],
        lambda text: "\ufeff" + text + "\u200b",
        lambda text: text + "\r\n\r\n",
        lambda text: "«" + text + "»",
        lambda text: "„" + text + "”",
        lambda text: text.replace("ё", "е").replace("Ё", "Е"),
    ]
)
BOLD = [
    "*{}*",
    "**{}**",
    "__{}__",
    "_{}_",
    "[b]{}[/b]",
    "[B]{}[/B]",
    "<b>{}</b>",
    "<strong>{}</strong>",
]
BOLD += [
    "[color=red][b]{}[/b][/color]",
    "[size=4]{}[/size]",
    '<font color="red"><b>{}</b></font>',
    "*{}",
    "{}*",
]


@given(
    st.sampled_from(sorted(BOOKS)), st.lists(NOISE, max_size=3), st.sampled_from(BOLD), st.data()
)
def test_noise_changes_nothing(language, noise, bold, data):
    """Capitals, composition, blanks, marks of bold and emoji never change what is read."""
    state, book = scene(language, "asked"), BOOKS[language]["game"]
    nick = data.draw(st.sampled_from(book["nicks"][1:]))
    case = [data.draw(st.sampled_from(book[kind])) for kind in ("suspects", "weapons", "rooms")]
    held = data.draw(st.sampled_from(book["first"][1:]))
    marked = [bold.format(name) for name in case]
    suggestion, answer = f"{nick}: {', '.join(marked)}", bold.format(held)
    for change in noise:
        suggestion, answer = change(suggestion), change(answer)
    assert told(state, suggestion) == [f"{nick} <- {', '.join(case)}"]
    assert told(state, answer) == [f"1 = {held}"]


@given(st.sampled_from(sorted(BOOKS)), st.data())
def test_one_letter_is_never_played(language, data):
    """A card with a letter more, less or two exchanged is asked back, or is a form of that card."""
    state, book = scene(language, "asked"), BOOKS[language]["game"]
    held = data.draw(st.sampled_from(book["first"][1:]))
    at = data.draw(st.integers(0, len(held) - 2))
    letter = data.draw(st.sampled_from("абвежийкоуыяaeiouyszćłó"))
    slip = data.draw(
        st.sampled_from(
            [
                held[:at] + held[at + 1 :],
                held[:at] + letter + held[at:],
                held[:at] + letter + held[at + 1 :],
                held[:at] + held[at + 1] + held[at] + held[at + 2 :],
            ]
        )
    )
    (read_as,) = told(state, slip)
    assert read_as.startswith("?") or read_as == f"1 = {held}"


@given(
    st.lists(
        st.text(alphabet="абвгдежиклмнопрстуaeiouyklmnprstwz", min_size=2, max_size=9), max_size=12
    )
)
def test_random_words_are_no_move(words):
    """Words that are no form of a name make no move, whoever waits for one."""
    for language, situation in product(sorted(BOOKS), ("free", "asked", "two")):
        state = scene(language, situation)
        text = " ".join(words)
        assume(not Scene(state, "s1", None, "").spans(plain(text)))
        for order in orders(state, text):
            assert not isinstance(order.move, Suggest | Accuse)
            assert not isinstance(order.move, Refute) or order.move.card is None


TURNING = {
    "ru": ("не", "или", "кроме", "если", "бы", "завтра", "?", "ни", "без", "вместо"),
    "pl": ("nie", "albo", "oprócz", "jeśli", "jutro", "?", "ani", "bez", "zamiast", "czy"),
    "en": ("not", "or", "except", "if", "would", "?", "neither", "without", "instead", "can't"),
}
SAID = {
    "ru": (
        "у меня",
        "показываю",
        "карта",
        "опровергаю",
        ",",
        "Борису",
        "я",
        "это",
        "вот",
        ":",
        "да",
    ),
    "pl": ("mam", "pokazuję", "karta", "obalam", ",", "Bolkowi", "ja", "to", "z", ":", "tak"),
    "en": ("I have", "I show", "card", "I refute", ",", "Boris", "it's", "with", "here is", ":"),
}
SHOWN = {
    "ru": ("кинжал", "кинжалом", "кухня", "кухню", "1", "2", "нет"),
    "pl": ("nóż", "nożem", "kuchnia", "kuchnię", "1", "2", "nie"),
    "en": ("the knife", "knife", "kitchen", "the kitchen", "1", "2", "no"),
}


@given(st.sampled_from(sorted(TURNING)), st.data())
def test_F20_no_card_is_shown_where_a_word_may_turn_it(language, data):
    """Words of an answer with one that denies, doubts or asks among them show no card."""
    words = st.sampled_from(SAID[language] + SHOWN[language])
    text = data.draw(st.lists(words, min_size=1, max_size=5))
    at = data.draw(st.integers(0, len(text)))
    text.insert(at, data.draw(st.sampled_from(TURNING[language])))
    for order in orders(scene(language, "asked"), " ".join(text)):
        assert not isinstance(order.move, Refute) or order.move.card is None


NO = {
    language: game(
        Deck(*(tuple(BOOKS[language]["game"][kind]) for kind in ("suspects", "weapons", "rooms"))),
        ("Анна", nick, "Ольга"),
        roles=("Кот", "Пёс", "Паж"),
        asked=[(1, 3, "s1", tuple(BOOKS[language]["game"]["none"]))],
    )
    for language, nick in (("ru", "Нет"), ("en", "No"), ("pl", "Nie"))
}


@pytest.mark.parametrize(("language", "nick"), [("ru", "Нет"), ("en", "No"), ("pl", "Nie")])
def test_F20_a_player_called_no_hides_no_answer(language, nick):
    """Whoever is asked can say no, though somebody is called so; and that player can be asked."""
    state, book = NO[language], BOOKS[language]["game"]
    case = ", ".join((book["suspects"][0], book["weapons"][0], book["rooms"][0]))
    for text in (nick, nick.lower() + ".", f"*{nick}*"):
        assert told(state, text) == ["1 = nothing"]
    assert told(state, f"{nick}: {case}") == [f"{nick} <- {case}"]
    assert told(state, f"для {nick}: {case}") == [f"{nick} <- {case}"]
    assert told(state, nick, "s2") == ["? nothing_to_answer F20"]


PLUM = game(
    Deck(("Плам", "Грин", "Дама"), ("Нож", "Кинжал", "Роза"), ("Кухня", "Холл", "Сад", "Зал")),
    ("Анна", "Плам", "Роза", "Кухня"),
    roles=("Грин", "Дама", "Плам", "Сад"),
    asked=[(1, 2, "s1", ("Плам", "Нож", "Кухня")), (1, 3, "s1", ("Грин", "Роза", "Сад"))],
    hand=("Нож", "Роза"),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Плам: Плам, Нож, Кухня", "Плам <- Плам, Нож, Кухня"),
        ("для Плам: Плам, Нож, Кухня", "Плам <- Плам, Нож, Кухня"),
        ("для Плама: Плам, ножом, на кухне", "Плам <- Плам, Нож, Кухня"),
        ("для Плам / Дама: Плам, Нож, Кухня", "Плам <- Плам, Нож, Кухня"),
        ("для Роза / Плам: Плам, Нож, Кухня", "Роза <- Плам, Нож, Кухня"),
        ("для Розы: Плам, Роза, Сад", "Роза <- Плам, Роза, Сад"),
        ("Роза: Грин, Роза, Сад", "Роза <- Грин, Роза, Сад"),
        ("для Дама: Грин, Роза, Сад", "Плам <- Грин, Роза, Сад"),
        ("Кухня, Плам, Нож, Кухня", "Кухня <- Плам, Нож, Кухня"),
        ("для Кухни: Плам, Нож, Кухня", "Кухня <- Плам, Нож, Кухня"),
        ("Показываю Роза от Роза", "2 = Роза"),
        ("Опровергаю Плама: Нож", "? one_card_only F20"),
        ("Обвиняю Плама ножом на кухне", "! Плам, Нож, Кухня"),
    ],
)
def test_F12_position_tells_nicks_roles_and_cards_apart(text, expected):
    """One word for a player, a role and a card means each where it must stand; else it is asked."""
    assert told(PLUM, text) == [expected]
