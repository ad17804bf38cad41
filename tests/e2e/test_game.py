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

from tests.e2e.records import failed_posts
from tests.e2e.spirit import BOT, eventually
from tests.e2e.table import BY_MAIL, PLAYERS
from tests.e2e.wording import NOTICE, correction, mail_of, suggestion


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
    member.edit(post, f"{right}\n\n{NOTICE.format(room)}")
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
    member.post(table.thread, correction("Лис", 1, (suspect, weapon, room)))
    mended = table.event("amended", id=made["id"])
    assert (mended["how"], mended["case"]["weapon"]) == ("post", weapon)
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


def test_an_edit_after_five_minutes_of_the_forums_clock_is_too_late(table, case):
    """F41, F42: by the forum's time six minutes have passed, by ours none; a new post is heard."""
    before = table.count("amended")
    suspect, weapon, room = case("Сова")
    fox = table.spirit.member("Лис")
    table.spirit.runs_late(6)
    post = fox.post(table.thread, suggestion("Сова", 2, (suspect, "кочерга", room)))
    table.spirit.runs_late(0)
    made = table.event("malformed_made", by=table.seats["Лис"])
    right = suggestion("Сова", 2, (suspect, weapon, room))
    fox.edit(post, f"{right}\n\n{NOTICE.format(weapon)}")
    assert table.decided(post, "violation") == "edit_late"
    assert table.count("amended") == before
    fox.post(table.thread, correction("Сова", 2, (suspect, weapon, room)))
    assert table.event("amended", id=made["id"])["how"] == "post"
    table.whispered("Сова", "Лис спрашивает")


def test_an_outage_loses_nothing_and_doubles_nothing(table, case):
    """Alibi dies, then the forum: what was posted is made, what was played is posted, once."""
    spirit, local, mouse = table.spirit, table.local, table.spirit.member("Мышь")
    before = table.count("suggested")
    eventually(lambda: table.hearing.public.bodies[-1]["data"]["seq"] == table.entries()[-1]["seq"])
    local.end(signal.SIGKILL)
    mouse.post(table.thread, suggestion("Сова", 2, case("Сова")))
    mouse.post(table.thread, "Ведущий, ты где?")
    spirit.stop()
    local.start()
    suspect, weapon, room = case("Лис")
    asked = {"suspect": suspect, "weapon": weapon, "room": room}
    table.move("Рысь", type="suggest", to=table.seats["Лис"], **asked)
    eventually(lambda: failed_posts(local, table.binding))
    spirit.start()
    for _ in range(2):
        assert spirit.manage("alibi").strip() == "0 left"
    table.event("suggested", by=table.seats["Мышь"], number=2)
    table.event("talked", text="Ведущий, ты где?")
    table.shown("Ход игрока Рысь", "Предположение_1 для Лис")
    assert table.count("suggested") == before + 2
    texts = [post.text for post in spirit.visitor().thread(table.thread) if post.author == BOT]
    assert len([text for text in texts if "Ход игрока Рысь" in text]) == 1
    assert sum(event.get("text") == "Ведущий, ты где?" for event in table.events()) == 1
