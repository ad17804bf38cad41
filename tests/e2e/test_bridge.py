"""The bridge of ``examples/`` in a real forum: what it tells, what it does when it is asked."""

from typing import Any

import pytest

from tests.e2e.receiver import SECRET, StandIn, ask
from tests.e2e.spirit import BOT, eventually
from tests.local.conftest import free_ports

TEXT = "**Предположение_1 для Анарета / Ленин**\n\nЯ думаю, что **Плам**, **Нож**, **Холл** 🔪"


@pytest.fixture(scope="module")
def receiver():
    """Alibi's stand-in."""
    stand_in = StandIn()
    yield stand_in
    stand_in.close()


@pytest.fixture(scope="module")
def forum(spirit, receiver):
    """The forum, open, with one thread that is bound and one that is not."""
    spirit.start()
    organiser = spirit.member("Сова")
    spirit.table = organiser.open_thread("Убийство в усадьбе", "Записываемся!")
    spirit.tavern = organiser.open_thread("Таверна", "О своём")
    spirit.silent = organiser.open_thread("Другая игра", "Её ведущий не отвечает")
    spirit.stop()
    spirit.bind(spirit.silent, f"http://127.0.0.1:{free_ports(1)[0]}/", SECRET)
    spirit.posts_url = spirit.bind(spirit.table, receiver.url, SECRET)
    spirit.start()
    yield spirit
    spirit.stop()
    spirit.unbind()


def test_the_tables_are_those_of_the_models(forum):
    """The migration makes all that the models need."""
    assert "No changes" in forum.manage("makemigrations", "--check", "spirit_bridge")


@pytest.fixture
def came(receiver):
    """What comes in during a test: ``came(n)`` waits for the n messages that there are to be."""
    receiver.came.clear()
    receiver.ids.clear()
    receiver.status = 200

    def wait(count: int):
        eventually(lambda: len(receiver.came) >= count)
        return receiver.came

    return wait


def test_posts_of_the_bound_thread_are_told(forum, came, receiver):
    """A post and its edit are told with author and the forum's times; the tavern's are not."""
    mouse = forum.member("Мышь")
    mouse.post(forum.tavern, TEXT)
    post = mouse.post(forum.table, TEXT)
    mouse.edit(post, TEXT + "\n\n⚠ **Внимание, было изменено: Нож**")
    created, edited = came(2)
    assert [created["type"], edited["type"]] == ["forum.post.created", "forum.post.edited"]
    data = created["data"]
    assert data["author"] == {"id": forum.ids["Мышь"], "name": "Мышь"}
    assert (data["thread_id"], data["post_id"], data["body"]) == (forum.table, post, TEXT)
    assert (data["markup"], data["edited_at"]) == ("markdown", None)
    assert data["url"] == f"{forum.url}/comment/{post}/find/"
    assert edited["data"]["body"].endswith("Нож**")
    assert edited["data"]["created_at"] == data["created_at"] < edited["data"]["edited_at"]
    assert edited["data"]["editor_id"] == forum.ids["Мышь"]
    assert len({*receiver.ids}) == 2


def test_what_moderators_do_is_no_post(forum, came):
    """Closing and pinning are no posts; a deletion and a moderator's edit are what they are."""
    moderator, lynx = forum.member("Модератор"), forum.member("Рысь")
    post = lynx.post(forum.table, "Только разговор")
    moderator.send(f"/topic/moderate/lock/{forum.table}/")
    moderator.send(f"/topic/moderate/unlock/{forum.table}/")
    moderator.send(f"/topic/moderate/pin/{forum.table}/")
    moderator.edit(post, "Только приличный разговор")
    moderator.delete(post)
    moderator.send(f"/comment/{post}/undelete/")
    told = came(4)
    kinds = ["created", "edited", "deleted", "restored"]
    assert [one["type"] for one in told] == [f"forum.post.{kind}" for kind in kinds]
    assert {one["data"]["post_id"] for one in told} == {post}
    assert told[1]["data"]["editor_id"] == forum.ids["Модератор"]
    assert told[1]["data"]["author"]["name"] == "Рысь"


def test_a_post_moved_away_is_gone(forum, came):
    """A post that a moderator moves into another topic is deleted here, and no post there."""
    moderator, lynx = forum.member("Модератор"), forum.member("Рысь")
    post = lynx.post(forum.table, "Не сюда")
    page = f"/topic/{forum.table}/"
    moderator.act(page, f"/comment/{forum.table}/move/", topic=forum.tavern, comments=post)
    assert [kind for kind, *_ in _told(came(2))] == ["forum.post.created", "forum.post.deleted"]


def _told(came):
    return [(one["type"], one["data"].get("post_id", "")) for one in came]


def test_strangers_change_nothing(forum, came):
    """A form sent by somebody who has not signed in, or may not, is told to nobody."""
    lynx, stranger = forum.member("Рысь"), forum.visitor()
    post = lynx.post(forum.table, "Моё")
    stranger.browser.get("/user/login/")
    token = {"csrfmiddlewaretoken": stranger.browser.cookies["csrftoken"]}
    for path in ("delete", "undelete", "update"):
        stranger.browser.post(f"/comment/{post}/{path}/", data=token | {"comment": "чужое"})
    fox = forum.member("Лис")
    token = {"csrfmiddlewaretoken": fox.browser.cookies["csrftoken"]}
    refused = fox.browser.post(f"/comment/{post}/delete/", data=token)
    assert refused.status_code == 403
    lynx.post(forum.table, "И это")
    assert [kind for kind, _ in _told(came(2))] == ["forum.post.created"] * 2


def test_private_topics_stay_private(forum, came):
    """Of private topics only what carries a code to the bot is told."""
    fox = forum.member("Лис")
    fox.write_to("Рысь", "Шёпот", "**Предположение_1 для Рысь** и код alibi-ab2c-d3ef")
    topic = fox.write_to(BOT, "Привет", "Просто так")
    fox.post(topic, "Вот мой код: ALIBI-ab2c-d3ef")
    fox.write_to(BOT, "Код", "alibi-zz2c-d3ef")
    told = came(2)
    assert [one["type"] for one in told] == ["forum.message.created"] * 2
    assert [one["data"]["body"] for one in told] == [
        "Вот мой код: ALIBI-ab2c-d3ef",
        "alibi-zz2c-d3ef",
    ]
    assert told[0]["data"]["author"] == {"id": forum.ids["Лис"], "name": "Лис"}
    assert told[0]["data"]["private"] is True


def test_the_bot_posts_and_edits_once(forum, came):
    """A request is carried out once however often it comes, and told to nobody."""
    asked = {
        "thread_id": forum.table,
        "text": "**День 1**\n\nПредположений: 0",
        "markup": "markdown",
    }
    first = ask(forum.posts_url, "forum.post.requested", "msg_a1", **asked)
    again = ask(forum.posts_url, "forum.post.requested", "msg_a1", **asked)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    post = first.json()["post_id"]
    shown = [one for one in forum.visitor().thread(forum.table) if one.author == BOT]
    assert [(one.id, one.text) for one in shown] == [(post, "День 1\nПредположений: 0")]
    change = {"post_id": post, "text": "**День 1**\n\nПредположений: 1"}
    assert ask(forum.posts_url, "forum.edit.requested", "msg_a2", **change).json() == {
        "post_id": post
    }
    shown = [one for one in forum.visitor().thread(forum.table) if one.author == BOT]
    assert [one.text for one in shown] == ["День 1\nПредположений: 1"]
    forum.member("Рысь").post(forum.table, "после ведущего")
    assert [one["data"]["body"] for one in came(1)] == ["после ведущего"]


def test_a_member_gets_private_messages(forum, came):
    """The first opens a private topic that only its two readers see; the next is in it."""
    to = {"id": forum.ids["Гость"], "name": "Гость"}
    first: dict[str, Any] = {"to": to, "subject": "Ваши карты", "text": "На руках: **Нож**"}
    second: dict[str, Any] = {"to": to, "subject": "Вопрос", "text": "Мышь спрашивает вас"}
    assert "message_id" in ask(forum.posts_url, "forum.message.requested", "msg_b1", **first).json()
    assert ask(forum.posts_url, "forum.message.requested", "msg_b1", **first).status_code == 200
    assert ask(forum.posts_url, "forum.message.requested", "msg_b2", **second).status_code == 200
    (topic,) = forum.member("Гость").private().values()
    assert [(one.author, one.text) for one in topic] == [
        (BOT, "На руках: Нож"),
        (BOT, "Мышь спрашивает вас"),
    ]
    assert forum.member("Зритель").private() == {}
    (number,) = forum.member("Гость").private()
    assert forum.member("Зритель").browser.get(f"/topic/private/{number}/").status_code == 404


@pytest.mark.parametrize(
    ("kind", "data", "status"),
    [
        ("forum.post.requested", {"text": "а" * 3001}, 400),
        ("forum.post.requested", {"text": ""}, 400),
        ("forum.post.requested", {}, 400),
        ("forum.edit.requested", {"post_id": "1", "text": "чужой пост"}, 404),
        ("forum.message.requested", {"to": {"id": "999"}, "subject": "-", "text": "-"}, 404),
        ("forum.message.requested", {"to": "999", "subject": "-", "text": "-"}, 400),
        ("forum.user.deleted", {}, 400),
    ],
)
def test_what_cannot_be_done_is_refused_and_leaves_nothing(forum, kind, data, status):
    """A request that makes no sense is refused, as often as it comes."""
    before = forum.visitor().thread(forum.table)
    for _ in range(2):
        answer = ask(forum.posts_url, kind, f"msg_c{status}{len(str(data))}", **data)
        assert answer.status_code == status
        assert answer.json()["error"]
    assert forum.visitor().thread(forum.table) == before


def test_nobody_else_may_ask(forum):
    """Another secret, another thread and no signature are refused alike."""
    other = "whsec_Tm9ib2R5IGluIHRoaXMgYm9vayBrbm93cyB0aGlzIG9uZQ=="
    elsewhere = forum.posts_url.replace(f"/{forum.table}/", f"/{forum.tavern}/")
    for url, secret in ((forum.posts_url, other), (elsewhere, SECRET)):
        answer = ask(url, "forum.post.requested", "msg_d1", secret, text="чужое")
        assert (answer.status_code, answer.json()) == (401, {"error": "signature"})
    assert forum.visitor().browser.post(forum.posts_url, content=b"{}").status_code == 401
    assert forum.visitor().browser.get(forum.posts_url).status_code == 405


def test_the_thread_can_be_read_again(forum, came):
    """What was posted since a post is told as it reads now: same ids, times and texts."""
    badger = forum.member("Барсук")
    posts = [badger.post(forum.table, f"Мысль {number}") for number in (1, 2, 3)]
    badger.edit(posts[1], "Мысль 2, обдуманная")
    told = came(4)
    asked = {"after": posts[0], "limit": 50}
    again = ask(forum.posts_url, "forum.posts.requested", "msg_e1", **asked).json()["posts"]
    assert [one["body"] for one in again] == ["Мысль 2, обдуманная", "Мысль 3"]
    edited = {key: value for key, value in told[3]["data"].items() if key != "editor_id"}
    assert again == [edited, told[2]["data"]]


def test_what_alibi_misses_comes_later_in_order(forum, came, receiver):
    """While Alibi is away posts wait, and come in order under the ids of the first attempt."""
    badger = forum.member("Барсук")
    receiver.status = 503
    for number in (1, 2):
        badger.post(forum.table, f"Пока никого нет {number}")
    eventually(lambda: receiver.ids)
    receiver.status = 200
    forum.manage("alibi", "--ping")
    bodies = [one["data"].get("body", one["type"]) for one in came(3)]
    assert bodies == ["Пока никого нет 1", "Пока никого нет 2", "forum.ping"]
    assert len({*receiver.ids}) == 3


def test_one_game_does_not_wait_for_another(forum, came):
    """While the Alibi of another thread is away, posts of this one arrive; the others are kept."""
    badger = forum.member("Барсук")
    badger.post(forum.silent, "Есть кто-нибудь?")
    badger.post(forum.table, "Здесь отвечают")
    assert [one["data"]["body"] for one in came(1)] == ["Здесь отвечают"]
    assert int(forum.manage("alibi").split()[0]) > 0


def test_what_is_refused_for_good_holds_up_nothing(forum, came, receiver):
    """A message that Alibi will never take is given up; what comes after it arrives."""
    badger = forum.member("Барсук")
    receiver.status = 404
    badger.post(forum.table, "Сюда уже никто не слушает")
    eventually(lambda: receiver.ids)
    receiver.status = 200
    badger.post(forum.table, "А теперь слушает")
    assert [one["data"]["body"] for one in came(1)] == ["А теперь слушает"]
