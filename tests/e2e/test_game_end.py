"""How the game of ``test_game`` ends: a report, a leak that is looked for, accusations, the end."""

from collections import Counter

from tests.e2e.member import lines
from tests.e2e.records import posts_by_entry
from tests.e2e.spirit import BOT, eventually
from tests.e2e.table import PLAYERS
from tests.e2e.wording import mail_of

EARLIER = """select h.comment_html from spirit_comment_history_commenthistory h
    join spirit_comment_comment c on c.id = h.comment_fk_id
    join spirit_topic_topic t on t.id = c.topic_id
    join spirit_category_category g on g.id = t.category_id where not g.is_private"""
"""What public posts said before they were edited, and say now."""
OURS = """select c.id, c.comment_html, 1 from spirit_comment_comment c
    where c.topic_id = {thread} and c.user_id = {bot}
    union all select c.id, h.comment_html, 0 from spirit_comment_history_commenthistory h
    join spirit_comment_comment c on c.id = h.comment_fk_id
    where c.topic_id = {thread} and c.user_id = {bot}"""


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
    """Of all pages that a stranger finds, cards stand where a post of the thread names them."""
    told, stranger = table.told(), table.spirit.visitor()
    posts = [*stranger.thread(table.thread), *stranger.thread(table.tavern)]
    texts = [post.html for post in posts] + [html for (html,) in table.spirit.read(EARLIER)]
    said = {line for text in texts for line in lines(text)}
    pages = stranger.everything()
    assert f"/topic/{table.thread}/" in " ".join(pages)
    assert sum("/user/" in path for path in pages) >= len(PLAYERS)
    for path, page in pages.items():
        assert not [line for line in lines(page) if told.named(line) and line not in said], path
        for secret in ("/v1/d/", "players.localhost", "Ваши карточки", "спрашивает вас"):
            assert secret not in page, path
    for name in PLAYERS:
        for topic in table.spirit.member(name).private():
            path = f"/topic/private/{topic}/"
            assert path not in " ".join(pages)
            assert "/user/login/" in str(stranger.browser.get(path).url)
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


def test_no_post_names_a_card_that_its_log_entry_does_not(table):
    """Card by card, and as often: our posts of an entry say what the public log says there."""
    told, entries = table.told(), posts_by_entry(table.local, table.binding)
    question = OURS.format(thread=table.thread, bot=table.spirit.ids[BOT])
    named: dict[int, Counter[str]] = {seq: Counter() for seq in entries.values()}
    for post, html, now in table.spirit.read(question):
        seq = entries.get(str(post), 0)
        by_line = [cards for line in lines(html) if (cards := told.named(line))]
        if seq:
            cards = sum(by_line, Counter())
            assert cards <= told.of_entry(seq), html
            named[seq] += cards if now else Counter()
        else:  # the status post: in a line of it one suggestion that waits
            assert all(cards in told.cases.values() for cards in by_line), html
    assert len(named) > 10
    for seq, cards in named.items():
        assert not cards or cards == told.of_entry(seq), told.entries[seq]
