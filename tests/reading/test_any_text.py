"""What holds for every text: it is read fast and without an exception, and nothing is guessed."""

import re
import time
import unicodedata
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from chalicelib.data import DECKS, deck
from chalicelib.read import read
from chalicelib.read.scene import Scene
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.table import Talk, TellGM
from chalicelib.rules.verbs import Accuse, Suggest
from chalicelib.text import plain, tidy
from tests.reading.scenes import NICKS, cards, game, orders

SIZE = 64 * 1024
SECONDS = 1.0
FORMS = {
    "ru": (
        "Предположение_{} для {}",
        "Я думаю, что убийство совершил{} {}, орудием {} в комнате {}",
        ("", "а", "(а)"),
    ),
    "en": (
        "Suggestion_{} for {}",
        "I think the murder was committed by{} {}, with {} in the {}",
        [""],
    ),
    "pl": (
        "Przypuszczenie_{} dla {}",
        "Myślę, że morderstwo popełnił{} {}, narzędziem {} w pokoju {}",
        ("", "a", "(a)"),
    ),
}
ODD = (
    *(
        "Док.тор_Пи-2 🙂",
        "</b><i>",
        "A<3 & B",
        "Нож судьбы",
        "*_*",
        "**",
        "_",
        ",",
        ":",
        "/",
        "[b]",
    ),
    *(
        "Анна",
        "Анна Мария",
        "Анна-Мария",
        "Анна / Борис",
        "Борис",
        "Б",
        "в",
        "я",
        "the",
        "for",
        "для",
    ),
    *("Предположение", "Обвинение", "Опровергаю", "нет", "статус", "Привет", "Комментарий:", "№1"),
    *("Мисс Скарлетт", "Colonel Mustard", "Нож", "Kitchen", "орудием Нож", "Я думаю", "2.", "1)"),
    *(
        "🙂",
        "👩‍🚀",
        "ё",
        "Ёж",
        "еж",
        "İı",
        "straße",
        "э́",
        "नमस्ते",
        "ﷺ",
        "a\u0301",
        "\u0338",
        '"',
        "«»",
    ),
)


@st.composite
def games(draw):
    """A classic deck and seats with nicks and roles of any kind."""
    data = deck(draw(st.sampled_from([d for d in DECKS if d.startswith("classic")])))
    pack = Deck(data["suspects"], data["weapons"], data["rooms"])
    name = st.sampled_from(ODD) | st.text(max_size=12)
    nicks = st.lists(name.map(tidy).filter(usable), min_size=2, max_size=6, unique_by=plain)
    table = draw(nicks)
    roles = st.sampled_from(pack.suspects) | name.map(tidy).filter(plain)
    return game(pack, table, roles=draw(st.lists(roles, min_size=len(table), max_size=len(table))))


def usable(nick: str) -> bool:
    """Whether a table takes the nick (F4)."""
    return bool(plain(nick)) and not nick.isdecimal()


@st.composite
def suggestions(draw):
    """A game and a suggestion of its first seat to another."""
    state = draw(games())
    to = draw(st.sampled_from(state.seats[1:]))
    packs = (state.deck.suspects, state.deck.weapons, state.deck.rooms)
    suspect, weapon, room = (draw(st.sampled_from(pack)) for pack in packs)
    return state, Suggest(suspect, weapon, room, to.id)


def clashes(state, to: str, heading: str) -> bool:
    """Whether what stands behind «для» names somebody else just as well, or better."""
    others = [seat for seat in state.seats if seat.id != to]
    names = {plain(f"{s.nick} / {s.role}") for s in others} | {
        plain(name) for s in others for name in (s.nick, s.role)
    }
    return any(plain(heading).startswith(name) for name in names)


@settings(max_examples=100, deadline=None)
@given(suggestions(), st.sampled_from(sorted(FORMS)), st.integers(1, 99), st.data())
def test_F13_every_suggestion_in_its_form_reads_back(known, language, number, data):
    """The form of F13 is read as exactly that suggestion, whatever the nicks; at worst asked back.

    It may be asked back only where the heading fits two seats, or has a nick and a role that are
    both nothing but marks. Marks that are nicks alone are no marks.
    """
    state, move = known
    head, text, endings = FORMS[language]
    seat = next(s for s in state.seats if s.id == move.to)
    named = data.draw(st.sampled_from([seat.nick, f"{seat.nick} / {seat.role}"]))
    mark = data.draw(st.sampled_from(["{}", "«{}»", "**{}**", "*{}*", "[b]{}[/b]"]))
    assume("[b]" not in mark or not any("[b]" in s.nick + s.role for s in state.seats))
    line = mark.format(head.format(number, named))
    case = [data.draw(st.sampled_from(["{}", "**{}**"])).format(c) for c in cards_of(move)]
    gap = data.draw(st.sampled_from(["\n", "\n\n"]))
    body = text.format(data.draw(st.sampled_from(endings)), *case)
    (order,) = orders(state, f"{line}{gap}{body}")
    if order.problem:
        assert clashes(state, move.to, named) or {seat.nick, seat.role} == {"</b><i>", "[b]"}
    else:
        assert order.move == move


def cards_of(move: Suggest | Accuse) -> tuple[str, str, str]:
    """The three cards of a suggestion or an accusation."""
    return (move.suspect, move.weapon, move.room)


@settings(max_examples=80, deadline=None)
@given(suggestions(), st.permutations(range(4)), st.sampled_from([", ", "; ", "\n", " — "]))
def test_F12_bare_names_in_any_order(known, order, comma):
    """Three keywords and a nick in any order are that suggestion, or asked back; never another."""
    state, move = known
    nick = next(seat.nick for seat in state.seats if seat.id == move.to)
    names = [nick, *cards_of(move)]
    found = orders(state, comma.join(names[place] for place in order))
    made = [order.move for order in found if order.move]
    assert all(m == move for m in made if isinstance(m, Suggest))
    assert not any(isinstance(m, Accuse) for m in made) or plain(nick).startswith("обвинение")


@pytest.mark.parametrize("language", sorted(NICKS))
def test_F12_ordinary_names_in_every_order(language):
    """With ordinary nicks every order of the four names is the same suggestion."""
    pack, nicks = cards(language), NICKS[language]
    state = game(pack, nicks)
    for place, nick in enumerate(nicks[1:], 2):
        case = (pack.suspects[4], pack.weapons[place], pack.rooms[place])
        for names in permutations((nick, *case)):
            for comma in (", ", " ", "\n", " / ", ". "):
                (order,) = orders(state, comma.join(names))
                assert order.move == Suggest(*case, f"s{place}"), comma.join(names)


WORDS = st.sampled_from(
    [
        *("Предположение", "Предположение_1 для", "для", "Обвинение", "Обвиняю:", "Опровергаю"),
        *(
            "Опровержение:",
            "нечем",
            "нет",
            "1",
            "2 -",
            "№1",
            "Комментарий:",
            "Ведущему:",
            "Пример:",
        ),
        *(
            "статус",
            "Отвечайте за меня",
            "до",
            "Привет",
            "Спасибо",
            "и",
            "не",
            "Я думаю,",
            "\n",
            "\n\n",
        ),
        *(
            "Нож",
            "Пистолет",
            "Кухня",
            "Гостиная",
            "Мисс Скарлетт",
            "Профессор Плам",
            "Ножницы",
            "Плам",
        ),
        *(
            "Анна",
            "Борис",
            "Мышь белая",
            "🙂",
            ",",
            ":",
            "*",
            "[b]",
            ">",
            "?",
            "слово",
            "I accuse",
            "dla",
        ),
    ]
)
TEXTS = st.text(max_size=200) | st.lists(WORDS, max_size=14).map(" ".join)
STATE = game(
    cards("ru"),
    NICKS["ru"],
    asked=[
        (1, 2, "s1", ("Мисс Скарлетт", "Нож", "Кухня")),
        (1, 3, "s1", ("Профессор Плам", "Нож", "Холл")),
    ],
    owed=[2],
    hand=("Нож", "Кухня"),
)


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS, st.sampled_from([None, 1, 2, 77]))
@example("\ud800", "", None)
@example("\x00\x85\u2028", "", 1)
def test_any_text_gives_orders(text, quoted, prompt):
    """Any text gives at least one order, each with a move, a command or a problem; never more."""
    found = read(text, STATE, "s1", prompt, quoted)
    assert found
    for order in found:
        assert sum(map(bool, (order.move, order.command, order.problem))) == 1


@settings(max_examples=100, deadline=None)
@given(st.lists(WORDS, max_size=14).map(" ".join))
def test_F12_no_move_without_three_keywords(text):
    """What lacks a keyword of each category is no suggestion and no accusation; all is in play."""
    for order in read(text, STATE, "s1"):
        if isinstance(order.move, Suggest | Accuse):
            said = Scene(STATE, "s1", None, "").form(order.text).replace("\n", " ")
            assert all(plain(c) in said for c in cards_of(order.move))
        if isinstance(order.move, Suggest):
            seat = next(s for s in STATE.seats if s.id == order.move.to)
            assert plain(seat.nick) in said or plain(seat.role) in said
        if isinstance(order.move, Talk):
            assert "комментарий:" in plain(order.text)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_F14_other_words_are_never_keywords(text):
    """A text without the names of the game is never a suggestion or an accusation."""
    assume(not any(plain(card) in plain(text) for card in STATE.deck.cards))
    assert not any(isinstance(o.move, Suggest | Accuse) for o in read(text, STATE, "s1"))


GOLDEN = Path(__file__).parent.parent / "letters" / "golden"
RULE = re.compile(r"^~{20,}$", re.MULTILINE)


@pytest.mark.parametrize("language", sorted(NICKS))
def test_our_own_letters_are_no_orders(language):
    """A letter of ours sent back without quotation marks asks, accuses and says nothing."""
    nicks = {"en": ("Anna", "Boris", "Doc.tor_Pi-2 🙂", "Mouse")}.get(language, NICKS[language])
    pack = cards(language)
    case = (pack.suspects[0], pack.weapons[0], pack.rooms[0])
    state = game(pack, nicks, asked=[(1, 2, "s1", case)], hand=case[:2])
    for letter in RULE.split((GOLDEN / f"{language}.txt").read_text()):
        for order in orders(state, letter):
            assert not isinstance(order.move, Suggest | Accuse | Talk | TellGM), order


def long(piece: str, size: int = SIZE) -> str:
    """A text of about so many bytes."""
    return piece * (size // len(piece.encode()) + 1)


HOSTILE = [
    *("а", "а ", "Анна, ", "Нож ", "Мисс Скарлетт, Нож, Кухня, ", "Предположение_1 для ", "для "),
    *(
        "Обвинение ",
        "Опровергаю ",
        "нечем ",
        "1 - ",
        "1",
        "*",
        "*_ ",
        "(",
        " ",
        "\n",
        "[b]",
        ">",
        "№1 ",
    ),
    *(
        "я думаю, что убийство совершил ",
        "орудием ",
        "в комнате ",
        "в и я что ",
        "Комментарий: ",
        ". ",
    ),
    *(
        "Борис, Миссис Пикок, Ножж, Кухня\n",
        "Предположение для Борис\n",
        "Нож\n\n",
        "Плам\n",
        "1. Нож\n",
    ),
    *(
        "Предположение для Борис: Кто, Нож, Кухня\n",
        "Пример: да\n",
        "Комментарий: а\nб\n",
        "\u0301",
        "ё",
    ),
]


@pytest.mark.parametrize("size", [SIZE, 19_000])
@pytest.mark.parametrize("piece", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_read_fast(piece, size):
    """Repetitions, whatever their length, take well under a second."""
    for text in (long(piece, size), long(piece, size)[: 19_000 - 50] + " Нож, Кухня, Борис"):
        begun = time.process_time()
        read(text, STATE, "s1", quoted=text)
        assert time.process_time() - begun < SECONDS


def test_too_long_a_text_is_not_read_in_part():
    """What is too long is refused as a whole: nothing of it is done and nothing lost."""
    order = "Борис, Миссис Пикок, Нож, Кухня\n"
    for text in (order * 300, order + "я" * 20_000, "\n".join(order * 251)):
        (found,) = read(text, STATE, "s1")
        assert found.problem
        assert found.problem.code == "too_long"


def test_forms_are_compared_after_normalising():
    """Decomposed letters, case, ё and blanks make no difference."""
    text = unicodedata.normalize("NFD", "борис:  миссис\u00a0пикок; ВЕРЁВКА, гостИная")
    (order,) = read(text, STATE, "s1")
    assert order.move == Suggest("Миссис Пикок", "Веревка", "Гостиная", "s2")
