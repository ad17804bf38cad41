"""The envelope of the standard format, and what an address becomes."""

from datetime import UTC, datetime, timedelta, timezone

import msgspec
import pytest

from chalicelib.formats import FORMATS, Body, Format, To, address, body
from chalicelib.formats.envelope import LARGEST
from chalicelib.happenings import catalogue, extra
from chalicelib.happenings.examples import example
from chalicelib.happenings.happening import Happening
from chalicelib.markup.tree import Paragraph, Text
from tests.happenings.told import GAME, GOOD, last
from tests.tables import Table

BASE = "https://alibi.example"


def test_the_envelope_is_what_is_documented():
    """Members in their order, a time with milliseconds and Z, letters as they are, no spaces."""
    game = Table()
    game.ask("s1", "s2", *GOOD)
    (made,) = last(game)
    assert body("standard", made, To(base_url=BASE)).content.decode() == (
        '{"type":"suggestion.made","timestamp":"2026-12-01T18:00:00.000Z",'
        '"api_version":"2026-12-01","data":{"game_id":"0a1b2c3d4e5f","seq":6,"part":1,"parts":1,'
        '"audience":"public","day":1,"suggestion":{"id":1,"number":1,'
        '"by":{"seat":"s1","nick":"Nick 1","role":"Scarlett"},'
        '"to":{"seat":"s2","nick":"Nick 2","role":"Mustard"},'
        '"suspect":"Mustard","weapon":"Rope","room":"Attic"}}}'
    )


@pytest.mark.parametrize("zone", [UTC, timezone(timedelta(hours=12, minutes=45))])
def test_the_time_is_when_it_happened_in_utc(zone):
    """Whatever zone a time comes in, the envelope has it in UTC."""
    at = datetime(2026, 12, 1, 18, 4, 11, 120_999, tzinfo=UTC).astimezone(zone)
    content = body("standard", extra.ping("e1", at, "x"), To()).content
    assert b'"timestamp":"2026-12-01T18:04:11.120Z"' in content


def test_letters_of_any_alphabet_are_not_escaped():
    """Cyrillic and emoji stand in the body as they are, in UTF-8."""
    content = body("standard", example("thread.post"), To()).content
    assert "Какой холодный вечер… ☕".encode() in content


@pytest.mark.parametrize("fmt", ["standard", "bbcode", "markdown"])
def test_a_body_is_never_over_20_kb(fmt):
    """What would be larger is left out and linked: where it belongs is still told."""
    shown = example("thread.post")
    huge = msgspec.structs.replace(shown, data=shown.data | {"comment": "ж" * 20_000})
    content = body(fmt, huge, To(base_url=BASE)).content
    data = msgspec.json.decode(content)["data"]
    assert len(content) <= LARGEST
    assert data["truncated"] is True
    assert data["self"] == f"{BASE}/v1/games/{GAME}/events?after=40&limit=1"
    assert (data["game_id"], data["seq"], data["part"], data["parts"]) == (GAME, 41, 1, 1)


@pytest.mark.parametrize("fmt", FORMATS)
def test_every_type_has_a_body_in_every_format(fmt):
    """Each type is told in each format and language, as JSON, the same bytes each time."""
    for name in catalogue.TYPES:
        for language in ("ru", "en", "pl"):
            has_a_body(fmt, name, language)


def has_a_body(fmt: Format, name: str, language: str) -> None:
    """A type is told in a format and a language."""
    to = To(url="https://chat.example/1", language=language, thread_url=f"{BASE}/games/g")
    once, again = (body(fmt, example(name), to, "msg_1") for _ in range(2))
    assert once == again
    assert once.content_type == "application/json"
    told = msgspec.json.decode(once.content)
    text = {
        "standard": lambda: "-",
        "bbcode": lambda: told["data"]["text"],
        "markdown": lambda: told["data"]["text"],
        "discord": lambda: told["content"],
    }.get(fmt, lambda: told["text"])()
    assert text
    assert "%(" not in text


def test_forum_formats_are_the_envelope_with_a_text():
    """A forum plugin finds the facts where every program does, and a text ready to post."""
    shown = example("answer.due")
    plain = msgspec.json.decode(body("standard", shown, To()).content)
    for fmt in ("bbcode", "markdown"):
        told = msgspec.json.decode(body(fmt, shown, To(language="ru")).content)
        text = told["data"].pop("text")
        assert told == plain
        assert "Dagger" in text


@pytest.mark.parametrize(
    ("fmt", "url", "wanted"),
    [
        ("standard", "https://a.example/x?y=1#z", "https://a.example/x?y=1#z"),
        (
            "discord",
            "https://d.example/api/webhooks/1/t",
            "https://d.example/api/webhooks/1/t?wait=true",
        ),
        (
            "discord",
            "https://d.example/w/1/t?thread_id=7&wait=false",
            "https://d.example/w/1/t?thread_id=7&wait=true",
        ),
        (
            "telegram",
            "https://t.example/bot1:a/sendMessage?chat_id=-100&message_thread_id=7",
            "https://t.example/bot1:a/sendMessage",
        ),
        (
            "matrix",
            "https://m.example/_matrix/client/v3/rooms/!r:m.example/send/m.room.message?access_token=s",
            "https://m.example/_matrix/client/v3/rooms/!r:m.example/send/m.room.message/msg_1",
        ),
        ("matrix", "https://hook.example/webhook/1", "https://hook.example/webhook/1"),
    ],
)
def test_where_a_request_goes(fmt, url, wanted):
    """Parameters of the endpoint stay, but for those that belong into the body or a header."""
    made = body(fmt, example("game.paused"), To(url=url), "msg_1")
    assert address(url, made) == wanted
    assert address(url, Body(b"")) == url


def test_telegram_gets_its_chat_in_the_body():
    """The chat and its topic are taken from the address; without markup there is no mode."""
    url = "https://t.example/bot1:a/sendMessage?chat_id=@channel&message_thread_id=7"
    for plain in (False, True):
        told = msgspec.json.decode(
            body("telegram", example("game.paused"), To(url=url, plain=plain)).content
        )
        assert (told["chat_id"], told["message_thread_id"]) == ("@channel", 7)
        assert ("parse_mode" in told) is not plain
        assert told["link_preview_options"] == {"is_disabled": True}


def test_matrix_gets_its_token_in_a_header():
    """An access token in the address is sent as a header, by PUT under the id of the message."""
    url = "https://m.example/_matrix/client/v3/rooms/!r/send/m.room.message?access_token=s3cret"
    made = body("matrix", example("game.paused"), To(url=url), "msg_1")
    assert (made.method, made.headers) == ("PUT", {"Authorization": "Bearer s3cret"})
    assert b"s3cret" not in made.content
    assert body("matrix", example("game.paused"), To(url="https://h.example")).method == "POST"


@pytest.mark.parametrize(("fmt", "most"), [("discord", 2000), ("telegram", 4096)])
def test_a_long_text_is_cut_and_leads_to_the_rest(fmt, most):
    """A text over the limit of a chat ends between words, with a link to the whole."""
    shown = Happening("thread.post", datetime(2026, 12, 1, tzinfo=UTC), {"game_id": GAME})
    tree = tuple(Paragraph((Text("слово & " * 300),)) for _ in range(10))
    to = To(url="https://c.example", language="ru", thread_url=f"{BASE}/games/g", tree=tree)
    told = msgspec.json.decode(body(fmt, shown, to).content)
    text = told["content" if fmt == "discord" else "text"]
    assert most * 0.8 < len(text) <= most
    assert f"{BASE}/games/g" in text[-200:]
