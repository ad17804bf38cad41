"""Every letter of ours, sent back by every client of the corpus: it is never an order."""

from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any

import msgspec
import pytest

from chalicelib import letters, render, words
from chalicelib.game import ORGANISER, redact
from chalicelib.inbox import Mail, open_mail
from chalicelib.play import eyes
from chalicelib.read import Order, read
from chalicelib.render import MARKER
from chalicelib.rules.office import Pause
from tests.letters.games import BASE_URL, GAME, HOST, Record, solved_game, whole_game
from tests.letters.office import corrected_game, office_game
from tests.letters.regenerate import refused, wrong
from tests.letters.test_any_turns import played
from tests.mail.styles import Style, styles

OURS = "r+k7f3q9x2mz4w6p8t@in.alibi.example"
ANSWERS = {
    "ru": ("Кухня", "2", "нет", "Нож"),
    "en": ("Kitchen", "2", "no", "Rope"),
    "pl": ("Kuchnia", "2", "nie", "Świecznik"),
}
languages = pytest.mark.parametrize("language", words.LANGUAGES)


class Sent(msgspec.Struct, frozen=True):
    """A letter as its reader got it, and the game as that reader sees it."""

    kind: str
    page: render.Page
    view: Any
    seat: str


@cache
def sent(language: str) -> tuple[Sent, ...]:
    """All letters of some games in one language, each text once."""
    games = {
        "whole": whole_game(language),
        "office": office_game(language),
        "corrected": corrected_game(language),
        "solved": solved_game(language),
        "blitz": played(language, 1, {}),
        "blitz with a human GM": played(language, 3, {"gm": "human", "max_timeouts": 2}),
    }
    told = (one for game in games.values() for one in _told(game))
    every = (*told, *_answers(language), *_without_a_game(language))
    return tuple({one.page.text: one for one in every}.values())


def _told(game: Record) -> Iterator[Sent]:
    """The letters about the entries of a game; their kind is what they tell, and to whom."""
    for letter, page in game.pages():
        entry, state = game.log[letter.seq - 1]
        view = redact(state, eyes(state, letter.to))
        role = "organiser" if letter.to == ORGANISER else "by" if letter.to == entry.by else "seat"
        events = sorted({type(event).__name__ for event in entry.events})
        yield Sent(f"{game.ruleset.NAME} {role} {' '.join(events)}", page, view, letter.to)


def _answers(language: str) -> Iterator[Sent]:
    """The answers to mails: status, help, what is wrong, in a game and in a pause of it."""
    game = Record(language).started()
    game.ask("s1", "s2", 0)
    game.ask("s3", "s2", 1)
    game.now += timedelta(hours=1)
    view = redact(game.state, "s2")
    for about in ("status", "help"):
        yield Sent(about, game.answered(letters.Answer(GAME, "s2", about)), view, "s2")
    for number, parts in enumerate(wrong(game, "s2")):
        yield Sent(f"refused {number}", refused(game, "s2", *parts), view, "s2")
    for code in ("sender_mismatch", "no_reply_address"):
        page = refused(game, "s2", letters.Problem("", code))
        yield Sent(code, page, view, "s2")
    organiser = game.answered(letters.Answer(GAME, ORGANISER, "status"))
    yield Sent("status of the organiser", organiser, redact(game.state, ORGANISER), ORGANISER)
    game.play(HOST, Pause())
    paused = game.answered(letters.Answer(GAME, "s2", "status"))
    yield Sent("status in a pause", paused, redact(game.state, "s2"), "s2")


def _without_a_game(language: str) -> Iterator[Sent]:
    """The letters that belong to no game: whoever answers them may still sit in one."""
    game = Record(language).started()
    game.ask("s1", "s2", 0)
    view = redact(game.state, "s2")
    signing_in = letters.SignIn("anna@example.org", "123456", "t1", language)
    yield Sent("sign in", render.sign_in(signing_in, BASE_URL), view, "s2")
    yield Sent("farewell", render.farewell(game.state.setting.title, language), view, "s2")


MAIN_KINDS = (
    *("forum seat CaseSealed", "forum seat Suggested", "forum seat DayClosed", "forum seat Ended"),
    *("blitz seat CaseSealed", "blitz seat Suggested", "status", "help", "refused 0", "refused 2"),
    *("sign in", "farewell"),
)


def main_letters(language: str) -> list[Sent]:
    """A letter of each of the kinds that matter most."""
    return [next(one for one in sent(language) if one.kind.startswith(kind)) for kind in MAIN_KINDS]


def opened(style: Style, one: Sent, answer: str = "", place: Any = "none") -> Mail:
    """The mail in which a client sends a letter back."""
    return open_mail(style.reply(one.page, answer, place), "player@example.org", [OURS])


def orders(text: str, one: Sent, quoted: str = "") -> tuple[Order, ...]:
    """What a text does in the game that the letter is about."""
    return read(text, one.view, one.seat, None, quoted)


def does_something(found: tuple[Order, ...]) -> bool:
    """Whether a mail of these orders would be carried out: all of it or nothing is."""
    return all(not order.problem for order in found)


def unsigned(style: Style) -> Style:
    """The same client, had it no signs of quotation."""
    bare = style.before.replace("<blockquote", "<div")
    after = style.after.replace("</blockquote", "</div")
    return msgspec.structs.replace(style, sign="", before=bare, after=after)


def meetings(language: str, step: int) -> Iterator[tuple[int, Style, Sent]]:
    """A client for each letter, in turn: every client meets every game."""
    clients = styles(language)
    for number, one in enumerate(sent(language)):
        yield number, clients[number * step % len(clients)], one


@languages
def test_a_letter_sent_back_is_no_move(language):
    """Quoted as some client quotes it, with nothing typed, every letter does nothing."""
    for _, style, one in meetings(language, 5):
        mail = opened(style, one)
        found = orders(mail.text, one, mail.quoted)
        assert not mail.text or MARKER not in one.page.text, (style.name, one.kind)
        assert not any(order.move or order.command for order in found), (style.name, one.kind)


@languages
def test_every_client_sends_back_the_main_letters(language):
    """The letters that matter most come back from each client of the corpus without a move.

    They come without a word, too; but some clients' signs are known by our marker alone.
    """
    for style in styles(language):
        for one in main_letters(language):
            mail = opened(style, one)
            assert not mail.text or MARKER not in one.page.text, (style.name, one.kind)
            found = orders(mail.text, one, mail.quoted)
            assert not any(order.move or order.command for order in found), (style.name, one.kind)


@languages
def test_a_letter_without_signs_is_no_move(language):
    """Where a client marks nothing as quoted, a letter that comes back does nothing either."""
    for _, style, one in meetings(language, 3):
        mail = opened(unsigned(style), one)
        found = orders(mail.text, one, mail.quoted)
        assert not does_something(found), (style.name, one.kind)
        assert not any(order.move or order.command for order in found), (style.name, one.kind)


@languages
def test_an_answer_on_top_is_all_there_is(language):
    """One word above the quotation comes out as that word."""
    for number, style, one in meetings(language, 7):
        answer = ANSWERS[language][number % 4]
        assert opened(style, one, answer, "top").text == answer, (style.name, one.kind)


@languages
def test_an_answer_at_the_bottom_is_all_there_is(language):
    """One word below the quotation comes out, or is asked for where nothing tells it apart."""
    for number, style, one in meetings(language, 11):
        answer = ANSWERS[language][number % 4]
        mail = opened(style, one, answer, "bottom")
        asked_back = not style.signed and mail.text == "" and mail.dropped
        assert mail.text == answer or asked_back, (style.name, one.kind, mail.text)


@languages
def test_words_of_ours_do_nothing_by_themselves(language):
    """Were a whole letter taken for the player's words, something in it would stop it."""
    kinds = {one.kind: one for one in sent(language)}
    for one in kinds.values():
        body = one.page.text.partition("=#=#=\n\n")[2].partition("\n* * *\n")[0] or one.page.text
        assert not does_something(orders(body, one)), one.kind


@languages
def test_lines_of_ours_are_no_orders(language):
    """No line of a letter, sent alone, is an order, but for a choice that the letter offers."""
    lines = {line.strip(): one for one in sent(language) for line in one.page.text.splitlines()}
    for line, one in lines.items():
        choice = line[:1].isdecimal() and " - " in line
        found = () if choice else orders(line, one)
        assert not any(order.move or order.command for order in found), (one.kind, line)
