"""A whole game in the thread of a real forum: six members, a bot, and pages that strangers read.

Мышь, Анарета and Сова play through the forum alone, Лис posts there and has his letters by mail,
Барсук and Рысь play by mail. The tests follow one another.
"""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.e2e.spirit import BOT, eventually
from tests.e2e.table import BY_MAIL, PLAYERS, Table
from tests.local.conftest import Local

ROLE = {name: role for name, (_, role) in PLAYERS.items()}


@pytest.fixture(scope="module")
def table(spirit, tmp_path_factory):
    """The game, its thread bound, everybody known, the cards dealt."""
    local = Local(tmp_path_factory.mktemp("alibi") / "data")
    local.start()
    game = Table(spirit, local)
    game.bind()
    for name in PLAYERS:
        game.introduce(name, in_private=name not in ("Мышь", "Лис"))
    for name in BY_MAIL:
        game.prefer_mail(name)
    game.deal()
    yield game
    spirit.stop()
    local.client.close()
    local.end(signal.SIGKILL)


@pytest.fixture(scope="module")
def deck(table):
    """Suspects, weapons, rooms."""
    cards = table.state()["deck"]
    return cards["suspects"], cards["weapons"], cards["rooms"]


@pytest.fixture(scope="module")
def case(table, deck):
    """Give three cards of which a player holds just those named."""

    def make(of: str, *held: str) -> tuple[str, str, str]:
        hand = table.hands[of]
        three = []
        for kind in deck:
            wanted = [card for card in kind if card in held]
            three.append((wanted or [card for card in kind if card not in hand])[0])
        return tuple(three)

    return make


def heading(to: str, number: int, start: str = "Предположение") -> str:
    """The first line of a suggestion, as F13 wants it."""
    return f"**{start}_{number} для {to} / {ROLE[to]}**"


def suggestion(to: str, number: int, case: tuple[str, str, str]) -> str:
    """A suggestion as it is posted, in Markdown."""
    suspect, weapon, room = case
    return (
        f"{heading(to, number)}\n\nНочь была тёмной, и я думаю, что убийство совершил "
        f"**{suspect}**, орудием был **{weapon}**, а случилось это здесь: **{room}**."
    )


def test_the_opening_tells_all_what_all_may_know(table, deck):
    """The bot opens the game: seats with roles, all keywords, the seal; and the first day."""
    opening = table.shown("Игроки и роли", "Ленин")
    everything = "\n".join(post.text for post in table.spirit.visitor().thread(table.thread))
    for name, (_, role) in PLAYERS.items():
        assert f"{name} / {role}" in opening.text
    for kind in deck:
        for card in kind:
            assert card in everything
    assert table.state()["commitment"] in everything
    assert table.shown("День 1 открыт")


@pytest.mark.parametrize("name", PLAYERS)
def test_each_gets_their_hand_where_they_want_it(table, name):
    """Hands come by private topic or by mail, whole, and to nobody else."""
    told = f"Ваши карточки: {', '.join(table.hands[name])}"
    if name in BY_MAIL:
        assert told in mail_of(table, name, "Игра начинается")
        assert table.whispers(name) == ""
    else:
        assert table.whispered(name, told).count("Ваши карточки") == 1


def mail_of(table, name, words):
    """A letter of a player."""
    return table.local.letter(PLAYERS[name][0], words).text


def cards_in(table, text):
    """The cards that a text names."""
    cards = table.state()["deck"]
    return [c for kind in ("suspects", "weapons", "rooms") for c in cards[kind] if c in text]


def test_a_post_is_a_move_answered_at_the_desk(table, case):
    """A post asks; who is asked shows a card at the desk; the thread hears no more than that."""
    card = table.hands["Анарета"][0]
    text = suggestion("Анарета", 1, case("Анарета", card))
    table.asked = table.spirit.member("Мышь").post(table.thread, text)
    made = table.event("suggested", by=table.seats["Мышь"])
    assert (made["to"], made["number"]) == (table.seats["Анарета"], 1)
    table.whispered("Анарета", "Мышь спрашивает")
    table.at_desk("Анарета", card)
    assert "card" not in table.event("refuted", id=made["id"])
    answer = table.shown("Анарета", "Опровержение", "Мышь:")
    assert "<blockquote>" in answer.html
    assert "<strong>Опровержение</strong>" in answer.html
    shown = table.me("Мышь")["shown"]
    assert [one["card"] for one in shown] == [card]
    table.whispered("Мышь", "Анарета показывает вам")
    assert table.count("suggested") == 1


def test_an_edit_in_five_minutes_mends_a_malformed_suggestion(table, case):
    """F41: with two rooms it is malformed; edited at once, with a notice, it stands."""
    suspect, weapon, room = case("Сова")
    other = next(card for card in table.state()["deck"]["rooms"] if card != room)
    wrong = suggestion("Сова", 1, (suspect, weapon, f"{room}** или **{other}"))
    member = table.spirit.member("Анарета")
    post = member.post(table.thread, wrong)
    made = table.event("malformed_made", by=table.seats["Анарета"])
    right = suggestion("Сова", 1, (suspect, weapon, room))
    member.edit(post, f"{right}\n\n⚠ **Внимание, было изменено: {room}**")
    mended = table.event("amended", id=made["id"])
    assert (mended["how"], mended["case"]["room"]) == ("edit", room)
    table.whispered("Сова", "Анарета спрашивает")
    owl = table.spirit.member("Сова")
    owl.post(table.thread, owl.quotation(table.thread, post) + "**Отсутствие опровержения**")
    table.event("not_refuted", id=made["id"])


def test_a_correction_voids_what_it_corrects(table, case):
    """F42: a new post corrects a malformed one; who is asked shows a card by mail."""
    card = table.hands["Лис"][0]
    suspect, weapon, room = case("Лис", card)
    member = table.spirit.member("Сова")
    member.post(table.thread, suggestion("Лис", 1, (suspect, "кочерга", room)))
    made = table.event("malformed_made", by=table.seats["Сова"])
    right = suggestion("Лис", 1, (suspect, weapon, room))
    right = right.replace("Предположение_1", "Исправленное предположение_1")
    member.post(table.thread, f"{right}\n\n**Внимание, предположение_1 недействительно**")
    assert table.event("amended", id=made["id"])["case"]["weapon"] == weapon
    table.by_mail("Лис", "Сова спрашивает", card)
    table.event("refuted", id=made["id"])
    table.whispered("Сова", "Лис показывает вам")


def test_thread_and_mail_are_one_table(table, case):
    """A post is answered by mail, and what came by mail is answered by a post, its card later."""
    text = suggestion("Барсук", 1, case("Барсук"))
    table.spirit.member("Лис").post(table.thread, text)
    asked = table.event("suggested", by=table.seats["Лис"])
    table.by_mail("Барсук", "Лис спрашивает", "Нет")
    table.event("not_refuted", id=asked["id"])
    table.shown("Барсук", "Отсутствие опровержения", "Лис:")

    card = table.hands["Мышь"][0]
    three = case("Мышь", card)
    table.by_mail("Барсук", "Игра начинается", f"Предположение для Мышь: {', '.join(three)}")
    asked = table.event("suggested", by=table.seats["Барсук"])
    seen = table.shown("Ход игрока Барсук", "Предположение_1 для Мышь", *three)
    assert f"<strong>{three[0]}</strong>" in seen.html
    mouse = table.spirit.member("Мышь")
    mouse.post(table.thread, mouse.quotation(table.thread, seen.id) + "**Опровержение**")
    table.event("refuted", id=asked["id"])
    table.whispered("Мышь", "Осталось выбрать карточку")
    table.at_desk("Мышь", card)
    mail_of(table, "Барсук", "Мышь показывает")


def test_the_thread_can_be_looked_at(table):
    """A browser draws the thread; E2E_PICTURE says where to keep it (the README has a piece)."""
    chromium = shutil.which("chromium")
    if not chromium:
        pytest.skip("chromium is not installed")
    path = Path(os.environ.get("E2E_PICTURE") or table.spirit.folder / "thread.png")
    draw(chromium, f"{table.spirit.url}/topic/{table.thread}/", path.resolve())
    assert path.read_bytes().startswith(b"\x89PNG")


def draw(chromium, url, path):
    """Draw a page as a browser shows it."""
    looks = ["--headless", "--no-sandbox", "--hide-scrollbars", "--lang=ru", "--accept-lang=ru"]
    size = ["--window-size=800,4200"]
    command = [chromium, *looks, *size, f"--screenshot={path}", url]
    subprocess.run(command, check=True, capture_output=True, timeout=60)


def test_what_is_no_move_moves_nothing(table, case):
    """Talk, a quoted heading, a whisper to another, a moderator's act, the bot: no move."""
    before = table.count("suggested", "malformed_made", "refuted", "not_refuted")
    text = suggestion("Рысь", 2, case("Рысь"))
    mouse, lynx = table.spirit.member("Мышь"), table.spirit.member("Рысь")
    lynx.post(table.thread, "Предположение, что дворецкий ни при чём, — **неправда**!")
    lynx.post(table.thread, lynx.quotation(table.thread, table.asked) + "Вот уж нет.")
    mouse.write_to("Рысь", "Между нами", text)
    moderator = table.spirit.member("Модератор")
    moderator.send(f"/topic/moderate/pin/{table.thread}/")
    moderator.post(table.thread, suggestion("Рысь", 1, case("Рысь")))
    table.spirit.member("Зритель").post(table.tavern, text)
    table.event("talked", text="Вот уж нет.")
    assert table.count("suggested", "malformed_made", "refuted", "not_refuted") == before


def test_a_heading_that_does_not_parse_is_told_why(table, case):
    """Whoever asks somebody unknown, or accuses in the thread, is told what was wrong, alone."""
    before = table.count("suggested", "malformed_made")
    posts = len(table.spirit.visitor().thread(table.thread))
    wrong = suggestion("Рысь", 2, case("Рысь")).replace("для Рысь", "для Рыбь")
    table.spirit.member("Мышь").post(table.thread, wrong)
    table.whispered("Мышь", "Игрока «Рыбь» за этим столом нет", "Рысь", "F12")
    accusation = f"**Обвинение**\n\n{suggestion('Рысь', 2, case('Рысь'))}"
    table.spirit.member("Сова").post(table.thread, accusation)
    table.whispered("Сова", "F30")
    assert table.count("suggested", "malformed_made") == before
    assert table.me("Сова")["may_accuse"]
    assert len(table.spirit.visitor().thread(table.thread)) == posts + 2


def test_an_edit_after_the_answer_changes_nothing(table, case):
    """F40: what was answered stands as it was, whatever becomes of the post."""
    before = table.count("amended", "voided"), table.state()["suggestions"]
    table.spirit.member("Мышь").edit(table.asked, suggestion("Анарета", 1, case("Анарета")))
    table.decided(table.asked, "violation")
    table.spirit.member("Модератор").delete(table.asked)
    table.decided(table.asked, "deleted")
    assert (table.count("amended", "voided"), table.state()["suggestions"]) == before


def test_the_day_closes_with_a_report(table, case):
    """When all is asked and answered the bot reports the day and opens the next."""
    for name in PLAYERS:
        to = "Лис" if name != "Лис" else "Рысь"
        suspect, weapon, room = case(to)
        asked = {"suspect": suspect, "weapon": weapon, "room": room}
        for _ in range(table.me(name)["suggestions_left"]):
            table.move(name, type="suggest", to=table.seats[to], **asked)
    for name in PLAYERS:
        for owed in table.me(name)["owed"]:
            table.move(name, type="cannot_refute", suggestion=owed["suggestion"])
    report = table.shown("День 1 закрыт", "Предположения этого дня")
    assert "Мышь → Анарета, предположение 1" in report.text
    assert table.shown("День 2 открыт")


def test_strangers_learn_no_hand(table):
    """Pages for all name cards in a list of all, or three that somebody has asked about."""
    asked = [set(event["case"].values()) for event in table.events() if "case" in event]
    stranger = table.spirit.visitor()
    for post in stranger.thread(table.thread):
        assert "/v1/d/" not in post.html
        assert "players.localhost" not in post.html
        if post.author == BOT and "Игроки и роли" not in post.text:
            for line in post.text.splitlines():
                named = set(cards_in(table, line))
                assert not named or named in asked, line
    pages = ["/", *(f"/user/{number}/" for number in table.spirit.ids.values())]
    for page in map(stranger.page, pages):
        assert "Ваши карточки" not in page
        assert "спрашивает вас" not in page
    for name in PLAYERS:
        for topic in table.spirit.member(name).private():
            assert "/user/login/" in str(stranger.browser.get(f"/topic/private/{topic}/").url)
            path = f"/topic/private/{topic}/"
            assert table.spirit.member("Зритель").browser.get(path).status_code == 404


def test_accusations_end_the_game_in_the_thread(table, deck):
    """A wrong one by mail is told to its author alone; a right one at the desk ends it all."""
    held = {card for hand in table.hands.values() for card in hand}
    envelope = [card for kind in deck for card in kind if card not in held]
    own = table.hands["Рысь"][0]
    wrong = [own if own in kind else card for kind, card in zip(deck, envelope, strict=True)]
    posts = len(table.spirit.visitor().thread(table.thread))
    table.by_mail("Рысь", "Игра начинается", f"Обвинение: {', '.join(wrong)}")
    mail_of(table, "Рысь", "обвинение ошибочно")
    assert len(table.spirit.visitor().thread(table.thread)) == posts
    table.at_desk("Анарета", f"Обвинение: {', '.join(envelope)}")
    end = table.shown("Игра окончена", "Побеждает Анарета")
    assert f"В конверте: {', '.join(envelope)}" in end.text
    assert table.state()["phase"] == "over"
    everything = "\n".join(post.text for post in table.spirit.visitor().thread(table.thread))
    for name, hand in table.hands.items():
        assert f"{name}: {', '.join(hand)}" in everything
    seal = table.state()["commitment"]
    assert everything.count(seal) == 2


def test_the_status_post_keeps_up(table):
    """The post of who owes what is edited as the game goes on, about once a minute."""
    assert eventually(lambda: ended_status(table), 90).edited


def ended_status(table):
    """The last status post, once it says that the game is over."""
    posts = table.spirit.visitor().thread(table.thread)
    stands = [post for post in posts if "Как обстоят дела" in post.text]
    return stands[-1] if "Игра окончена" in stands[-1].text else None
