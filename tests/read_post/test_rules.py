"""What counts in a post and what does not, rule by rule."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib import markup
from chalicelib.game import ORGANISER
from chalicelib.read_post import changed
from chalicelib.rules.forum.corrections import Settle
from chalicelib.rules.forum.rulings import CloseDay, Fine, NameDeputy, Waive
from chalicelib.rules.office import AnswerAsGM, AnswerForSeat, Pause, Resume
from chalicelib.rules.table import TALK_LENGTH
from tests.read_post.table import read, summary, table, told
from tests.reading.scenes import cards, game

HEAD = "[b]Предположение_2 для Борис / Полковник Мастард[/b]\n"
CARDS = "[b]Миссис Уайт[/b], [b]Нож[/b], [b]Кухня[/b]"
MADE = "suggestion: Борис <- Миссис Уайт, Нож, Кухня"
GAME = table("ru")


def parts(body: str, language: str = "bbcode", **known: Any) -> list[str]:
    """What is read in a post, each part in a line."""
    return [told(GAME, part) for part in read(GAME, language, body, **known).parts]


def talk(body: str, language: str = "bbcode") -> str:
    """What a lyric post says; it is nothing else."""
    reading = read(GAME, language, body)
    assert reading.parts == ()
    return reading.talk


@pytest.mark.parametrize("nick", ["The Cat", "Player 2", "Игрока Ивана", "player"])
@pytest.mark.parametrize("quoted", ["{}", "«{}»", "the {}", "{} / Butler"])
def test_F13_a_nick_may_begin_like_an_article(nick, quoted):
    """«The» and «player» before a name are left out, unless the name begins with them."""
    deck = cards("en")
    state = game(deck, ("Anna", nick, "Boris"), asked=[], hand=())
    named = ", ".join(f"[b]{pack[0]}[/b]" for pack in (deck.suspects, deck.weapons, deck.rooms))
    reading = read(state, "bbcode", f"[b]Suggestion_1 for {quoted.format(nick)}[/b]\n{named}")
    assert [part.move and part.move.to for part in reading.parts] == ["s2"]


@pytest.mark.parametrize(
    "heading",
    [
        "ПРЕДПОЛОЖЕНИЕ 2 ДЛЯ БОРИС",
        "Предположение №2 для Борис",
        "Предположение\u00a0№\u00a02\u00a0для\u00a0Бориса",
        "«Предположение_2 для Борис / Роль»:",
        "Предположение_2 для «Борис» / «Полковник Мастард».",
        "Предположение2 для Борис",
        "Предпо\u00adложение_2 для\u200b Борис",
        "Предположение для Борис",
        "1) Предположение 2 для Борис",
        "Предположение 2: Борис",
        "Предположение 2 к Борису",
        "Предположение_2 для Полковник Мастард",
        "Мое предположение 2 для Борис".removeprefix("Мое "),
    ],
)
def test_F13_headings(heading):
    """Case, ё, blanks, marks and guillemets of a heading are free; so is the role."""
    assert parts(f"[b]{heading}[/b]\n{CARDS}") == [MADE]


@pytest.mark.parametrize(
    "body",
    [
        f"[b]Предположение_2[/b] для [b]Борис[/b]\n{CARDS}",
        f"[b]Предположение_2[/b] [b]для Борис[/b]\n{CARDS}",
        f"[b]Предположение_2\nдля Борис / Роль[/b]\n{CARDS}",
        f"[b]Предположение_2 для Борис[/b]: {CARDS}",
        f"[b]Предположение_2 для Борис: Миссис Уайт, Нож, Кухня[/b]",  # noqa: F541
        f"{HEAD}[b]Я думаю, что убийство совершил Миссис Уайт, орудием Нож в комнате Кухня[/b]",
        f"{HEAD}\n\nИтак…\n\n{CARDS}",
        f"{HEAD}доктор {CARDS} сэра Джона",
        f"{HEAD}[b]Миссис Уайт[/b] [b]ножом[/b] в [b]кухне[/b]",
        f"{HEAD}[b]МИССИС[/b] [b]УАЙТ[/b], [b]нож[/b], [b]кухня[/b], и ещё раз: [b]нож[/b]!",
        f"{HEAD}{CARDS}, [b]ОЧЕНЬ[/b] интересно, а не [i]Библиотека[/i]",
        f"{HEAD}{CARDS}\n[quote=Борис][b]Библиотека[/b][/quote]",
        f"{HEAD}{CARDS}\n[color=red]Внимание, было изменено: [b]Библиотека[/b][/color]",
    ],
)
def test_F14_keywords(body):
    """Bold names count wherever they stand, and no other words; a case of a name is that name."""
    assert parts(body) == [MADE]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (f"{CARDS} или [b]Библиотека[/b]", "two_of_a_kind F12"),
        ("[b]Миссис Уайт[/b], [b]Нож[/b]", "unknown_card F14"),
        ("[b]Миссис Уайт[/b], [b]Нож[/b], Кухня", "unknown_card F14"),
        ("[b]Миссис Уайт[/b], [b]Нож[/b], [b]Погреб[/b]", "unknown_card F14"),
        (f"{CARDS}, [b]Библеотека[/b]", "unknown_card F14"),
        ("[b]Вождь пролетариата[/b], [b]Топор[/b], [b]Погреб[/b]", "unknown_card F14"),
    ],
)
def test_F43_malformed(cards, code):
    """Two of a kind, a word that is no card, one missing: made as it stands, with the reason."""
    (part,) = read(GAME, "bbcode", HEAD + cards).parts
    assert part.kind == "malformed"
    assert told(GAME, part).endswith(f"? {code}")
    assert part.move.to == "s2"
    assert part.move.text


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (f"{HEAD}Миссис Уайт, Нож, Кухня", "keywords_not_bold F13"),
        (HEAD, "keywords_not_bold F13"),
        (f"[b]Предположение_2 для Борыс[/b]\n{CARDS}", "unknown_nick F12"),
        (f"[b]Предположение_2[/b]\n{CARDS}", "no_addressee F12"),
        (f"[b]Предположение_1 для Борис[/b]\n{CARDS}", "number_taken F13"),
    ],
)
def test_F13_headings_that_do_not_parse(body, code):
    """Where a heading says too little nothing is made, and its writer hears why."""
    (part,) = read(GAME, "bbcode", body).parts
    assert part.move is None
    assert told(GAME, part) == f"suggestion: ? {code}"


def test_F13_numbers():
    """A number that skips some is taken; one that today's suggestions have is asked back."""
    assert parts(f"[b]Предположение_7 для Борис[/b]\n{CARDS}") == [MADE]
    again = f"[b]Предположение_1 для Борис[/b]\n{CARDS}"
    assert parts(again, edited=True) == [MADE]
    assert parts(f"{HEAD}{CARDS}\n{HEAD}{CARDS}") == [MADE, "suggestion: ? number_taken F13"]
    third = HEAD.replace("2", "3")
    assert parts(f"{HEAD}{CARDS}\n{third}{CARDS}") == [MADE, MADE]


def test_F12_several_headings():
    """Each heading of a post has its own keywords."""
    other = (
        "[b]Предположение_3 для Мышь белая[/b]\n[b]Мисс Скарлетт[/b], [b]Нож[/b], [b]Коридор[/b]"
    )
    assert parts(f"{HEAD}{CARDS}\n{other}") == [
        MADE,
        "suggestion: Мышь белая <- Мисс Скарлетт, Нож, Коридор",
    ]


NAMES = {
    "[/quote]": ("[/quote]", "\\[/quote\\]", "[/quote]"),
    "A<3 & B": ("A<3 & B", "A<3 & B", "A&lt;3 &amp; B"),
    "**x**": ("**x**", "\\*\\*x\\*\\*", "**x**"),
    "</b><i>": ("</b><i>", "\\</b>\\<i>", "&lt;/b&gt;&lt;i&gt;"),
    "@everyone": ("@\u2060everyone", "@everyone", "@everyone"),
    "[b]bold[/b]": ("[\u2060b]bold[\u2060/b]", "\\[b\\]bold\\[/b\\]", "[b]bold[/b]"),
    "_under_": ("_under_", "\\_under\\_", "_under_"),
    "Док_тор / Пи": ("Док_тор / Пи", "Док_тор / Пи", "Док_тор / Пи"),
}


@pytest.mark.parametrize("nick", NAMES)
def test_F12_hostile_nicks(nick):
    """A nick that looks like markup is the nick, written as its forum shows it."""
    for language, name, bold, end in zip(
        ("bbcode", "markdown", "html"),
        NAMES[nick],
        ("[b]", "**", "<b>"),
        ("[/b]", "**", "</b>"),
        strict=True,
    ):
        keywords = CARDS.replace("[b]", bold).replace("[/b]", end)
        gap = "<br>" if language == "html" else "\n"
        body = f"{bold}Предположение_2 для {name} / Роль{end}{gap}{keywords}"
        assert parts(body, language) == [f"suggestion: {nick} <- Миссис Уайт, Нож, Кухня"]


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ("[quote=Борис post_id=501]что-то[/quote][b]Опровержение[/b]", "refuted: 1"),
        ("[b]Опровержение[/b]\n[quote=x post_id=502]что-то[/quote]", "refuted: 2"),
        ("[quote=Борис]что-то[/quote]\n[b]Отсутствие опровержения[/b]", "not_refuted: 1"),
        ("[quote][b]Предположение_3 для Анна[/b][/quote][b]Опровержение[/b]", "refuted: 2"),
        (
            "[quote]Мисс Скарлетт, Гаечный ключ, Коридор[/quote]\n[b]Опровержение[/b]",
            "refuted: 1",
        ),
        ("[b]Опровержение предположения 3[/b]", "refuted: 2"),
        ("[b]Опровержение для Бориса / Роль[/b]", "refuted: 1"),
        ("[b]Опровержение_3[/b]", "refuted: 2"),
        ("[b]Отсутствие опровержения[/b] для Мышь белая. Увы!", "not_refuted: 2"),
        ("[b]Опровергаю![/b] Ха-ха. [quote=Борис]x[/quote]", "refuted: 1"),
        ("[b]Опровержение[/b]", "refuted: ? which_suggestion F20"),
        (
            "[quote=Борис post_id=502]x[/quote][b]Опровержение[/b]",
            "refuted: ? which_suggestion F20",
        ),
        ("[quote=Ёжик post_id=503]x[/quote][b]Опровержение[/b]", "refuted: 3"),
    ],
)
def test_F20_answers(body, answer):
    """What an answer says and quotes finds its suggestion; where that disagrees, it is asked."""
    assert parts(body) == [answer]


def test_F22_several_answers():
    """Each answer has its own quotation, all before the headings or all behind them."""
    one, two = "[quote=Борис post_id=501]x[/quote]", "[quote=Мышь белая post_id=502]y[/quote]"
    yes, no = "[b]Опровержение[/b]\n", "[b]Отсутствие опровержения[/b]\n"
    assert parts(one + yes + two + no) == ["refuted: 1", "not_refuted: 2"]
    assert parts(yes + one + no + two) == ["refuted: 1", "not_refuted: 2"]


def test_F21_no_card_in_the_thread():
    """A card that stands beside an answer in the thread is not what is shown by it."""
    (part,) = read(GAME, "bbcode", "[b]Опровержение для Бориса[/b]: [b]Мисс Скарлетт[/b]").parts
    assert part.move.card is None


def test_F20_nothing_to_answer():
    """Who owes no answer hears that nobody waits for one."""
    assert [
        told(GAME, p) for p in read(GAME, "bbcode", "[b]Опровержение[/b]", seat="s5").parts
    ] == ["refuted: ? nothing_to_answer F20"]


@pytest.mark.parametrize("word", ["Обвинение", "ОБВИНЯЮ", "Accusation", "Oskarżenie"])
def test_F30_accusations_are_never_public(word):
    """A bold accusation in the thread is no move, whatever it names."""
    assert parts(f"[b]{word}[/b]\n{CARDS}") == ["accusation: ? accusation_in_thread F30"]
    assert parts(f"[b]{word}[/b] Миссис Уайт, Нож, Кухня") == [
        "accusation: ? accusation_in_thread F30"
    ]
    assert parts(f"[b]{word}: Миссис Уайт, Нож, Кухня[/b]") == [
        "accusation: ? accusation_in_thread F30"
    ]


@pytest.mark.parametrize(
    ("language", "words", "asks", "talks"),
    [
        ("ru", ("Обвинение", "Я обвиняю!"), "Предположение_2 для", "твоё смешно"),
        ("en", ("Accusation", "I accuse!"), "Suggestion_2 for", "of yours is funny"),
        ("pl", ("Oskarżenie", "Moje oskarżenie:"), "Przypuszczenie_2 dla", "jest zabawne"),
    ],
)
def test_F30_the_heading_of_an_accusation_alone(language, words, asks, talks):
    """Alone, or above another heading, it is refused as if it named cards; with talk it is talk."""
    state = table(language)
    cards_of = (state.deck.suspects[2], state.deck.weapons[3], state.deck.rooms[4])
    asked = f"[b]{asks} {state.seats[1].nick}[/b]\n" + ", ".join(f"[b]{c}[/b]" for c in cards_of)
    refused = "accusation: ? accusation_in_thread F30"
    made = f"suggestion: {state.seats[1].nick} <- {', '.join(cards_of)}"

    def said(body):
        return [told(state, part) for part in read(state, "bbcode", body).parts]

    for word in words:
        assert said(f"[b]{word}[/b]") == [refused], word
        assert said(f"[b]{word}[/b] 🙂\n\n{asked}") == [refused, made], word
        assert said(f"[b]{word}[/b] {talks}\n\n{asked}") == [made], word
        assert said(f"[b]{word}[/b]\n{talks}\n\n{asked}") == [made], word


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("[b]Исправленное предположение 1 для Борис[/b]\n", "correction: 4 := "),
        ("[b]Исправление предположения 1 для Бориса[/b]\n", "correction: 4 := "),
        ("[b]ИСПРАВЛЕННОЕ ПРЕДПОЛОЖЕНИЕ_1 для Борис / Роль[/b]\n", "correction: 4 := "),
        ("[b]Исправленное предположение для Борис[/b]\n", "correction: 4 := "),
        ("[b]Исправленное предположение 2 для Борис[/b]\n", "? nothing_to_correct F42"),
        ("[b]Исправленное предположение 1 для Ёжик[/b]\n", "? corrected_for_another F42"),
    ],
)
def test_F42_corrections(body, expected):
    """A correction finds the malformed suggestion of its number, and goes to the same player."""
    (line,) = parts(body + CARDS)
    assert expected in line


def test_F40_a_right_suggestion_is_left_to_the_game_to_refuse():
    """What was right is never corrected: the game says so, the reading only finds it."""
    reading = read(
        GAME, "bbcode", f"[b]Исправленное предположение 1 для Анна[/b]\n{CARDS}", seat="s2"
    )
    assert [told(GAME, part) for part in reading.parts] == [
        "correction: 1 := Миссис Уайт, Нож, Кухня"
    ]


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("[color=red]Внимание, было изменено <место действия>[/color]", ["changed"]),
        ("[color=#c00][b]Внимание, было изменено: место[/b][/color]", ["changed"]),
        ("⚠ [b]Внимание, было изменено: место[/b]", ["changed"]),
        ("[color=red]Старое предположение недействительно[/color]", ["void"]),
        ("[b]Предположение 1 недействительно[/b]", ["void"]),
        ("[color=red][b]Предположение 1 для Борис недействительно[/b][/color]", ["void"]),
        ("[color=blue]Внимание, было изменено место[/color]", []),
        ("[quote][color=red]Внимание, было изменено место[/color][/quote]", []),
        ("[color=red]Ура![/color]", []),
        ("[b]Внимание![/b] [color=red]Было изменено: место[/color]", ["changed"]),
    ],
)
def test_F41_F42_notices(line, kinds):
    """A red notice says that something was changed or is void; bold does where there is no red."""
    reading = read(GAME, "bbcode", f"{HEAD}{CARDS}\n{line}")
    assert [notice.kind for notice in reading.notices] == kinds
    assert [told(GAME, part) for part in reading.parts] == [MADE]


LYRIC = (
    "Вечер перестаёт быть томным.",
    "А я думаю, это [b]Миссис Уайт[/b]!",
    "[b]Предположение[/b] твоё никуда не годится",
    "[b]Опровержение[/b] было смешным",
    "[b]Обвинение[/b] твоё смешно",
    "[b]Пауза[/b]",
    "[b]Закрыть день[/b]",
    "Предположение — дело тонкое",
    "[quote=Борис post_id=501][b]Предположение_1 для Анна[/b][/quote] Ха!",
    "[quote][b]Опровержение[/b][/quote]",
    "[code][b]Предположение_2 для Борис[/b][/code]",
    "[s][b]Предположение_2 для Борис[/b][/s]",
    "У меня на руках Нож",
    "[color=red]красное[/color]",
    "[b]Штраф: Борис[/b]",
    "",
    "[img]x.png[/img]",
)


@pytest.mark.parametrize("body", LYRIC)
def test_F55_lyric_posts(body):
    """A post without a heading is a comment, whatever else stands in it, and never wrong."""
    assert "[" not in talk(body).removeprefix("[b]Предположение_2 для Борис[/b]")
    assert read(GAME, "bbcode", body).significant == ()


def test_F55_long_comments_are_cut():
    """A comment is cut to what a table takes."""
    text = talk("ё" * (TALK_LENGTH + 1))
    assert len(text) == TALK_LENGTH
    assert text.endswith("…")


def test_F55_words_beside_a_move():
    """What belongs to no move of a post is said besides."""
    assert read(GAME, "bbcode", f"Привет!\n{HEAD}{CARDS}\n\nЖду.").talk == "Привет!\nЖду."


@pytest.mark.parametrize(
    ("body", "language", "code"),
    [
        ("Предположение_2 для Борис / Роль\nМиссис Уайт", "bbcode", "heading_not_bold"),
        ("Опровержение", "bbcode", "heading_not_bold"),
        ("> что-то\n**Опровержение**", "markdown", "heading_in_quotation"),
        ("Предположение — дело тонкое", "bbcode", ""),
    ],
)
def test_F55_hints(body, language, code):
    """A comment that looks like a move stays one; its writer may be told."""
    reading = read(GAME, language, body)
    assert summary(GAME, reading).get("hint", "") == code
    assert reading.parts == ()


@pytest.mark.parametrize(
    ("lead", "move"),
    [
        ("Пауза", Pause()),
        ("Пауза: ищу замену", Pause("ищу замену")),
        ("Игра продолжается", Resume()),
        ("Закрываем день", CloseDay()),
        ("Заместитель: Борис", NameDeputy("s2")),
        ("Заместитель: никто", NameDeputy(None)),
        ("Штраф: Борис — правка задним числом", Fine("s2", "правка задним числом")),
        ("Лишение предположения: Борис", Fine("s2")),
        ("Штраф снят: Борис", Waive("s2")),
        ("Отвечаю за Борис", AnswerForSeat("s2")),
        ("Борис отвечает сам", AnswerForSeat("s2", on=False)),
        ("Ответ ГМа на предположение 1 игрока Борис", AnswerAsGM(1)),
        ("Предположение 2 игрока Док_тор / Пи в силе", Settle(5, stand=True)),
        ("Suggestion 2 by Док_тор / Пи is void", Settle(5, stand=False)),
        ("Pause", Pause()),
        ("Koniec przerwy", Resume()),
    ],
)
def test_F56_the_organiser_orders(lead, move):
    """Bold lines of the organiser are orders, in the words that commands have."""
    (part,) = read(GAME, "bbcode", f"[b]{lead}[/b]\nИ ещё слово.", seat=ORGANISER).parts
    assert (part.kind, part.move) == ("gm", move)


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        ("Предположение 1 игрока Борис недействительно: две комнаты", "gm: 1"),
        ("Предположение 1 от Борис для Анна недействительно", "gm: 1"),
        ("Предположение 3 игрока Мышь белая аннулировано", "gm: 2"),
        ("Предположение 2 игрока Мышь белая в силе", "gm: 3"),
        ("Przypuszczenie 1 gracza Борис jest nieważne", "gm: 1"),
        ("Предположение 9 игрока Борис недействительно", "gm: ? no_such_suggestion F45"),
        ("Штраф: Борыс", "gm: ? unknown_nick F12"),
    ],
)
def test_F45_the_organiser_rules(lead, expected):
    """A suggestion is void, or stands, by its number and its player."""
    assert parts(f"[b]{lead}[/b]", seat=ORGANISER) == [expected]


def test_F56_the_organiser_plays_no_cards():
    """Who has no seat makes no suggestion by a heading: a report may have some."""
    assert parts(f"{HEAD}{CARDS}\n[b]Опровержение[/b]", seat=ORGANISER) == []


def test_F8_the_deputy():
    """The deputy may close the day and go on, and nothing else of the office."""
    state = table("ru", deputy="s1")
    for lead, kinds in (("Закрываем день", ["gm"]), ("Конец паузы", ["gm"]), ("Пауза", [])):
        assert [p.kind for p in read(state, "bbcode", f"[b]{lead}[/b]").parts] == kinds


def significant(body: str) -> tuple[tuple[str, ...], ...]:
    """What counts of a post."""
    return read(GAME, "bbcode", body, edited=True).significant


def test_F40_what_an_edit_changes():
    """An edit changes what counts if, and only if, it changes a move."""
    first = significant(f"{HEAD}{CARDS}\nПривет")
    for same in (
        f"{HEAD}{CARDS}\nПока",
        f"Ой.\n{HEAD}{CARDS}",
        f"[b]Предположение 2 для Борис[/b]\n{CARDS}",
        f"{HEAD}[b]Нож[/b], [b]кухня[/b], [b]Миссис Уайт[/b]",
        f"{HEAD}{CARDS}\n[color=red]Внимание, было изменено: запятая[/color]",
        f"[quote]x[/quote]{HEAD}{CARDS}",
    ):
        assert not changed(first, significant(same))
    for other in (
        f"{HEAD}{CARDS.replace('Кухня', 'Коридор')}",
        f"{HEAD.replace('Борис', 'Ёжик')}{CARDS}",
        f"{HEAD}{CARDS}, [b]Коридор[/b]",
        f"Исправленное {HEAD}{CARDS}".replace("[b]П", "П"),
        "Передумал",
        f"{HEAD}{CARDS}\n{HEAD}{CARDS}",
    ):
        assert changed(first, significant(other))


def test_F40_an_edited_answer():
    """An answer that says more of its suggestion is the same, one that turns is another."""
    first = significant("[b]Опровержение[/b]")
    assert not changed(first, significant("[b]Опровержение для Бориса[/b]"))
    assert not changed(first, significant("[quote=Борис post_id=501]x[/quote][b]Опровержение[/b]"))
    assert changed(first, significant("[b]Отсутствие опровержения[/b]"))
    said = significant("[b]Опровержение для Бориса[/b]")
    assert changed(said, significant("[b]Опровержение для Мышь белая[/b]"))


def test_F40_only_an_answer_may_say_more_and_be_the_same():
    """A further bold word, or an addressee where there was none, makes another suggestion."""
    unread = ("unread", "suggestion", "нож")
    assert changed((unread,), ((*unread, "кухня"),))
    assert changed((("suggestion", "", "нож"),), (("suggestion", "s2", "нож"),))


@pytest.mark.parametrize(
    ("cooked", "doubt"),
    [
        ("<p><strong>Предположение_2 для Борис</strong><br>{}</p>", False),
        ("<p>**Предположение_2 для Борис**<br>{}</p>", True),
        ("<blockquote><strong>Предположение_2 для Борис</strong><br>{}</blockquote>", True),
    ],
)
def test_F13_raw_and_cooked(cooked, doubt):
    """Where the forum shows other bold words than were written, nothing is certain."""
    shown = cooked.format(CARDS.replace("[b]", "<strong>").replace("[/b]", "</strong>"))
    raw = f"**Предположение_2 для Борис**\n{CARDS}".replace("[b]", "**").replace("[/b]", "**")
    assert read(GAME, "markdown", raw, second=markup.parse("html", shown)).doubt is doubt


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_post_is_read(data):
    """Whatever is posted, by whomever, is a reading: at worst a problem."""
    pieces = st.sampled_from(
        (
            HEAD,
            CARDS,
            "[b]",
            "[/b]",
            "\n",
            "Опровержение",
            "[quote=Борис post_id=501]",
            "[/quote]",
            "[b]Исправленное предположение 1 для ",
            "Борис",
            " недействительно",
            "[color=red]",
            "[b]Обвинение[/b]",
            "[b]Штраф: ",
            "[b]Отсутствие опровержения[/b]",
            "№",
            "**",
            "<b>",
            "3",
        )
    )
    body = "".join(data.draw(st.lists(pieces | st.text(max_size=4), max_size=25)))
    for seat in ("s1", "s2", ORGANISER):
        for language in ("bbcode", "markdown", "html"):
            reading = read(GAME, language, body, seat=seat)
            assert len(reading.significant) == len(reading.parts)
            assert all(part.move or part.problem for part in reading.parts)
            assert len(reading.talk) <= TALK_LENGTH
