"""Opening mail: recorded replies, charsets, identity, machine mail, and hostile bytes."""

import json
from pathlib import Path

import pytest

from chalicelib.inbox import Mail, open_mail, reply_tokens, sounds_automatic
from chalicelib.inbox.charset import decode, vocabulary_words
from chalicelib.inbox.html import as_text
from chalicelib.inbox.plain import unflow
from chalicelib.inbox.trim import trim

MAILS = Path(__file__).parent.parent / "mails"
FOLDERS = (MAILS, MAILS / "malformed")
RAW = {path.stem: path.read_bytes() for folder in FOLDERS for path in sorted(folder.glob("*.eml"))}
EXPECTED = {path.stem: path for folder in FOLDERS for path in folder.glob("*.json")}
TOKEN = "k7f3q9x2mz4w6p8t"
REPLY_TO = f"r+{TOKEN}@in.cluedo.example"
RUSSIAN = (
    *("Рапира", "Кухня", "Кинжал", "Верёвка", "Подсвечник", "нет", "Библиотека", "Плам"),
    *("Столовая", "Гаечный ключ", "Коридор", "да"),
)
POLISH = ("Świecznik", "Łazienka", "Gęś", "Nóż", "Jadalnia główna", "źdźbło", "Kość", "Żyrandol")


def opened(raw: bytes) -> Mail:
    """A fixture, whose first two lines are its SMTP envelope."""
    sender, recipients, rest = raw.split(b"\r\n", 2)
    return open_mail(rest, _value(sender), _value(recipients).split(","))


def _value(line: bytes) -> str:
    return line.decode().partition(": ")[2]


def message(headers: str = "", body: str = "Rope\n", envelope: str = "nick@example.org") -> Mail:
    """A mail of these headers and this body."""
    return open_mail(f"{headers}\n\n{body}".encode(), envelope, [REPLY_TO])


def test_every_mail_has_its_expectation():
    """Mails and expectations stand in pairs, one to one, and nothing else stands there."""
    for folder in FOLDERS:
        files = {path.name for path in folder.iterdir() if path.is_file()}
        names = {path.stem for path in folder.glob("*.eml")}
        assert files == {f"{name}{suffix}" for name in names for suffix in (".eml", ".json")}
    assert len(list((MAILS / "malformed").glob("*.eml"))) >= 45


@pytest.mark.parametrize("name", RAW)
def test_recorded_mail(name):
    """What the player typed comes out exactly; what was quoted stays apart from it."""
    want = json.loads(EXPECTED[name].read_text(encoding="utf-8"))
    mail = opened(RAW[name])
    quoted = want.pop("quoted", "")
    assert quoted in mail.quoted
    assert not quoted or quoted not in mail.text
    got = {field: getattr(mail, field) for field in want if field != "tokens"}
    assert got | {"tokens": list(reply_tokens(mail))} == {"tokens": [TOKEN]} | want


@pytest.mark.parametrize("charset", ["cp1251", "koi8-r", "cp866", "mac-cyrillic", "utf-8"])
@pytest.mark.parametrize("word", RUSSIAN)
def test_one_russian_word_without_charset(word, charset):
    """Letters alone tell the charset of one Russian word."""
    assert decode(word.encode(charset)) == word


@pytest.mark.parametrize("charset", ["iso-8859-2", "cp1250", "utf-8"])
@pytest.mark.parametrize("word", POLISH)
def test_one_polish_word_without_charset(word, charset):
    """With the game's own words the charset of one Polish word is certain."""
    assert decode(word.encode(charset), "", vocabulary_words(POLISH)) == word


def test_vocabulary_outweighs_letters():
    """A word of the game wins over a decoding with likelier letters."""
    data = "ДА".encode("koi8-r")
    assert decode(data) != "ДА"
    assert decode(data, "", vocabulary_words(["да"])) == "ДА"


@pytest.mark.parametrize("charset", ["cp1251", "koi8-r", "cp866", "mac-cyrillic"])
@pytest.mark.parametrize("word", RUSSIAN)
def test_declared_charset_of_a_shouted_word(word, charset):
    """A plausible declaration is believed where letters alone would mislead."""
    assert decode(word.upper().encode(charset), charset) == word.upper()


@pytest.mark.parametrize("label", ["punycode", "idna", "unicode_escape", "rot13", "no-such", "\0"])
def test_foreign_codecs_are_not_for_strangers(label):
    """A label cannot choose a codec outside our list, and an unknown one is no error."""
    assert decode("Кухня".encode("cp1251"), label) == "Кухня"


def test_encoded_word_split_inside_a_character():
    """Adjacent encoded words of one charset are joined before they are decoded."""
    mail = message("Subject: =?utf-8?B?0JrRg9GF0L3R?=\n =?utf-8?B?jw==?= =?cp-1251?Q?=E4=E0?=")
    assert mail.subject == "Кухняда"


@pytest.mark.parametrize(
    ("field", "sender"),
    [
        ('From: "victim@example.org" <Evil@Example.net>', "evil@example.net"),
        ("From: nick@example.org <nick@example.org>", "nick@example.org"),
        ("From: a@example.org, b@example.org", ""),
        ("From: <a@example.org>\nFrom: <b@example.org>", ""),
        ("From: a@example.org@evil.example", ""),
        ("From: nobody", ""),
        ("From: (x@y.example) nick@example.org", "nick@example.org"),
        ("X-Nothing: here", "envelope@example.org"),
    ],
)
def test_sender_is_the_one_address_of_from(field, sender):
    """A display name is never taken for the sender; several senders are none."""
    assert message(field, envelope="<Envelope@example.org>").sender == sender


def test_recipients_of_the_envelope_come_first():
    """Tokens are found in the envelope, then in the headers, without regard to case."""
    raw = b"To: R+BBBB@in.cluedo.example, x@y.example\nCc: <r+cccc@in.cluedo.example>\n\nx"
    mail = open_mail(raw, "n@example.org", ["R+AAAA@in.cluedo.example", "r+bbbb@in.cluedo.example"])
    assert reply_tokens(mail) == ("aaaa", "bbbb", "cccc")
    assert mail.recipients[-2:] == ("x@y.example", "r+cccc@in.cluedo.example")


def test_references_in_free_text():
    """Ids are found between commas and prose, the mail answered directly first."""
    mail = message(
        "In-Reply-To: Your message of Tue <b@x.example>\n"
        "References: <a@x.example>,<b@x.example>\n\t<c@x.example>"
    )
    assert mail.references == ("b@x.example", "a@x.example", "c@x.example")


@pytest.mark.parametrize("field", ["Message-ID: <[...@x]>", "Message-ID: <>", "Message-ID:"])
def test_odd_message_ids(field):
    """A malformed id is an id or none, never an error."""
    assert message(field).message_id in {"[...@x]", ""}


def test_fingerprint_ignores_the_way():
    """Without an id the same mail over another way is the same; another text is not."""
    first = message("Received: from a\nX-Spam: 1\nSubject: s", "Rope\r\n")
    second = message("Received: from b\nDKIM-Signature: v=1\nSubject: s", "Rope\n\n")
    assert first.fingerprint == second.fingerprint
    assert first.fingerprint != message("Subject: s", "Knife\n").fingerprint


def test_fingerprint_of_an_id_and_its_sender():
    """With an id only id and sender count: nobody can occupy the id of another."""
    mine = message("Message-ID: <1@x.example>\nFrom: a@x.example", "Rope")
    again = message("Message-ID: <1@x.example>\nFrom: a@x.example", "Rope, sent again")
    theirs = message("Message-ID: <1@x.example>\nFrom: b@x.example", "Rope")
    assert mine.fingerprint == again.fingerprint != theirs.fingerprint


@pytest.mark.parametrize(
    ("field", "machine"),
    [
        ("Auto-Submitted: auto-generated; owner=x", True),
        ("Auto-Submitted: no", False),
        ("X-Autoreply: yes", True),
        ("X-Autorespond: 1", True),
        ("X-AutoResponse: 1", True),
        ("X-Auto-Response-Suppress: All", False),
        ("Precedence: bulk", True),
        ("Precedence: first-class", False),
        ("X-Failed-Recipients: a@b.example", True),
        ("List-Id: <list.example.org>", True),
        ("X-Alibi-Loop: 12", True),
        ("From: No-Reply <no-reply@example.org>", True),
        ("From: postmaster@example.org", True),
        (f"From: {REPLY_TO}", True),
        ("Content-Type: multipart/report; boundary=x", True),
    ],
)
def test_machine_mail(field, machine):
    """Programs are known by their headers, people are not taken for programs."""
    assert message(field).machine is machine


def test_null_sender_is_a_machine():
    """A bounce has no envelope sender."""
    assert message("Subject: x", envelope="<>").machine


def test_vacation_subjects():
    """A vacation notice without any header is suspected from its subject."""
    assert sounds_automatic("Автоматический ответ: Ваш ход")
    assert sounds_automatic("Autoodpowiedź: Twój ruch")
    assert not sounds_automatic("Re: Ваш ход (партия 12)")


def test_flowed_paragraphs():
    """Soft breaks are undone at one depth of quotation only; an answer is not glued to it."""
    lines = ["Rope ", "and knife", "> soft ", "> again ", ">> deep", "Rapier ", "", "-- ", "Nick"]
    assert unflow(lines) == [
        *("Rope and knife", "> soft again ", ">> deep", "Rapier ", "", "-- ", "Nick"),
    ]
    attribution = "On 6/16/26 2:28 PM, Alibi wrote:"
    assert unflow(["Rapier ", attribution]) == ["Rapier ", attribution]


def test_invisible_characters():
    """NBSP is a space, zero-width characters are nothing, accents are composed."""
    mail = message("Content-Type: text/plain; charset=utf-8", "Ру\u200bка\u00a0и\u0306 S\u0301")
    assert mail.text == "Рука й Ś"


@pytest.mark.parametrize(
    "line",
    [
        "Кому: Роза",
        "Вчера в 14:28 Роза написала: не виновата я",
        "Предположение_1 для Роза / Скарлетт:",
        "я бы > подумал",
        "--- ",
        "- a",
        "__________",
        "Тема дня: Кухня",
    ],
)
def test_what_looks_like_a_quotation_only(line):
    """A player's own line is kept, whatever it resembles."""
    assert trim(["Привет", line, "Рапира"]).own == f"Привет\n{line.strip()}\nРапира"


def test_own_mail_under_a_game_address():
    """A line with the game's address above a quotation is never the player's."""
    lines = ["Кинжал", "", REPLY_TO, "16.06.2026 14:28 wrote:", "> x"]
    assert trim(lines, [REPLY_TO]).own == "Кинжал"


def test_html_bold_and_hidden():
    """Bold survives across lines and tags; hidden text does not."""
    source = "<b>A <strong>B</strong><br>C</b> d<p hidden>no</p><p style='font-size:0.9em'>e"
    assert as_text(source) == "*A B*\n*C* d\ne"


def test_large_mail_gives_its_first_text():
    """Above 1 MB only headers and the first text part are read."""
    picture = "A" * 76 + "\n"
    parts = ["Content-Type: image/png\n\n" + picture * 20_000, "\n\nRope", "\n\nKnife"]
    body = "".join(f"\n--x\n{part}" for part in parts) + "\n--x--\n"
    assert message('Content-Type: multipart/mixed; boundary="x"', body).text == "Rope"


def test_text_beyond_the_budget_is_asked_back():
    """An answer below more lines than are read is not silently lost."""
    mail = message("Subject: s", "> quoted\n" * 2000 + "Rope\n")
    assert (mail.text, mail.dropped) == ("", True)


ATTRIBUTIONS = f"""
Quoting Клуэдо <{REPLY_TO}>:
Цитирование Клуэдо <{REPLY_TO}>:
Cytowanie Клуэдо <{REPLY_TO}>:
Клуэдо <{REPLY_TO}> писал(а):
16 июня 2026 г. 14:28:51 GMT+03:00, "Клуэдо" <{REPLY_TO}> пишет:
On Tue, 2026-06-16 at 14:28 +0300, Клуэдо wrote:
В Вт, 16/06/2026 в 14:28 +0300, Клуэдо пишет:
Dnia 2026-06-16, wto o godzinie 14:28 +0300, Клуэдо pisze:
В письме от вторник, 16 июня 2026 г. 14:28:51 MSK пользователь Клуэдо написал:
W dniu wtorek, 16 czerwca 2026 14:28:51 CEST użytkownik Клуэдо napisał:
Wtorek, 16 czerwca 2026 14:28 Клуэдо napisał(a):
Wiadomość napisana przez Клуэдо <{REPLY_TO}> w dniu 16.06.2026, o godz. 14:28:
Вторник, 16 июня 2026, 14:28 +03:00 от Клуэдо <{REPLY_TO}>:
16.06.2026, 14:28, "Клуэдо" <{REPLY_TO}>:
2026-06-16 14:28 GMT+03:00 Клуэдо <{REPLY_TO}>:
Клуэдо писал 2026-06-16 14:28:
Клуэдо, 16.06.2026 14:28:
Вы писали:
---- Включен вт, 16 июн. 2026 14:28:51 +0300 Клуэдо <{REPLY_TO}> написал ----
""".strip().split("\n")


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_attribution_above_a_quotation(line):
    """Whatever a program writes above a quotation goes with it, in one line or wrapped in two."""
    middle = line.find(" ", len(line) // 2)
    for lines in ([line], [line[:middle], line[middle + 1 :]] if "<" in line else [line]):
        assert trim(["Рапира", "", *lines, "", "> x"], [REPLY_TO]).own == "Рапира"


@pytest.mark.parametrize("line", [line for line in ATTRIBUTIONS if "<" in line and "1" in line])
def test_attribution_alone_cuts(line):
    """A line with our address, a date and a time needs no sign below it: all of that is quoted."""
    assert trim(["Рапира", line, "Ваша рука: Кинжал"], [REPLY_TO]).own == "Рапира"
