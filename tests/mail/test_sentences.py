"""What a player types close to a quotation is kept, or asked about: never lost in silence."""

import pytest

from chalicelib.inbox import open_mail
from chalicelib.inbox.trim import trim

OURS = "r+k7f3q9x2mz4w6p8t@in.cluedo.example"
CITED = [f"> On Sun, 7 Mar 2027 at 9:15, Alibi <{OURS}> wrote:", "> Your move, Nick!", "> Rope?"]
LETTER = [
    "=#=#= reply above this line =#=#=",
    "",
    "Rose asks you, suggestion 3: Mr Green, the Rope, the Study",
    "",
    "Show one of these cards, please, or write that you cannot",
]
BLOCK = [f"From: Alibi <{OURS}>", "Sent: Sunday, March 7, 2027 9:15 AM", "To: Nick", "Subject: Go"]
SENTENCES = [
    "Меня не будет до 9 марта 2027 г.",
    "буду на связи через roza@example.org",
    "Организатору: 9 марта в 8:40 меня нет, почта roza@example.org",
    "Nie ma mnie od 9 marca 2027",
    "Do organizatora: 9 marca o 8:40 jadę, piszcie na roza@example.org",
    "I shall be back on 9 March 2027",
    "To the organiser: from 9 March at 8:40 I use rose@example.org",
    "please write to rose@example.org from 9 March",
]


@pytest.mark.parametrize("line", SENTENCES)
def test_a_sentence_right_above_a_quotation(line):
    """Dates and addresses of others do not make an attribution of what a player says."""
    assert trim([line, *CITED], [OURS]).own == line
    assert trim([line, "", *CITED], [OURS]).own == line
    assert trim([line, "", *BLOCK, "", *LETTER], [OURS]).own == line
    assert trim([*CITED, line, *CITED], [OURS]).own == line


@pytest.mark.parametrize("line", ["Leaving 9/3/2027 at 8:40", "Еду 09.03.2027 в 8:40"])
def test_what_may_be_a_sentence_is_asked_about(line):
    """A line that could be either is not read as typed, but its author is asked."""
    mail = trim([line, *CITED], [OURS])
    assert mail.own == line or (mail.dropped and line in mail.cut)


def test_an_attribution_leaves_no_doubt():
    """Whoever sends a bare quotation back has lost nothing."""
    for line in (f"On Sun, 7 Mar 2027 at 9:15, Alibi <{OURS}> wrote:", "07.03.2027 9:15, Rose:"):
        mail = trim([line, "> Your move", "> Rope?"], [OURS])
        assert (mail.own, mail.dropped, mail.cut) == ("", False, "")


@pytest.mark.parametrize(
    "typed",
    [
        ["To: Rose", "Who: Mr Green", "With: the Rope", "Where: the Study"],
        ["Subject: the Rope"],
        ["Date: 9 March 2027"],
        ["Кому: Роза", "Тема: верёвка"],
        ["Temat: lina", "Data: 9 marca 2027"],
        ["He wrote:"],
    ],
)
def test_typed_fields_above_a_copied_header_block(typed):
    """Lines that look like fields of a mail are the player's where the block has its own."""
    for rule in ([], ["________________________________"], ["-----Original Message-----"]):
        mail = [*typed, "", *rule, *BLOCK, "", *LETTER]
        assert trim(mail, [OURS]).own == "\n".join(typed)


@pytest.mark.parametrize("sign", ["| ", ": ", "} ", "# ", "» ", "%", "~ ", "NG| ", "RS> ", "] "])
@pytest.mark.parametrize("typed", [["I show the Rope"], ["Hello!", "", "2"]])
def test_an_answer_below_a_quotation_with_another_sign(sign, typed):
    """Where our marker stands behind the sign, all lines with it are quoted, and no others."""
    quoted = [f"{sign}{line}".rstrip() for line in LETTER]
    for head in ([], ["07.03.2027 9:15, Alibi wrote:"]):
        assert trim([*head, *quoted, "", *typed], [OURS]).own == "\n".join(typed)
        assert trim([*typed, "", *head, *quoted], [OURS]).own == "\n".join(typed)


@pytest.mark.parametrize("sign", ["| ", ": ", "} ", "# ", "» "])
def test_an_answer_below_a_barred_quotation_without_our_marker(sign):
    """Below an attribution a sign that repeats is enough, even if blank lines have none."""
    quoted = [line and f"{sign}{line}" for line in LETTER[2:]]
    head = "07.03.2027 9:15, Alibi wrote:"
    assert trim([head, *quoted, "", "I show the Rope"], [OURS]).own == "I show the Rope"


def test_the_end_of_a_long_barred_line_is_no_answer():
    """A program that breaks long lines after quoting leaves ends without a sign."""
    long = "| Show one of these cards, please, or write that you have none of"
    quoted = [f"| {LETTER[0]}", long, "them at all", "| ", "| Yours, Alibi"]
    mail = trim([*quoted, "", "I show the Rope"], [OURS])
    assert mail.own == "I show the Rope"
    assert "them at all" in mail.cut


@pytest.mark.parametrize(
    "struck",
    [
        "<s>Rope</s>",
        "<strike>Rope</strike>",
        "<del>Rope <b>or</b></del>",
        '<span style="color:red; text-decoration: underline line-through">Rope</span>',
        "<span style='text-decoration-line:line-through'>Rope</span>",
    ],
)
def test_struck_out_words_are_not_said(struck):
    """Of a corrected answer only the correction is read; other decoration changes nothing."""
    kept = '<u>Mr Green</u><span style="text-decoration:underline">!</span>'
    raw = f"From: n@example.org\nContent-Type: text/html\n\n<div>{struck} {kept}</div>"
    assert open_mail(raw.encode(), "n@example.org", [OURS]).text == "Mr Green!"


LISTS = [
    ["_______________________________________________", "friends mailing list", "x@example.org"],
    ["-=-=-=-=-=-=-=-=-=-=-=-", "Groups.io Links: you receive all messages", "View: #12"],
    ["____________________", "Список рассылки клуба", "club@example.org"],
    ["____________________", "Lista dyskusyjna klubu", "klub@example.org"],
]


@pytest.mark.parametrize("footer", LISTS)
def test_footer_of_a_mailing_list(footer):
    """What a list adds below everything goes, below an answer and below a quotation."""
    assert trim(["I show the Rope", "", *footer]).own == "I show the Rope"
    assert trim(["I show the Rope", "", *CITED, "", *footer], [OURS]).own == "I show the Rope"


def test_a_ruled_off_part_of_an_answer_stays():
    """A rule alone makes no footer of what a player writes below it."""
    assert trim(["Rope", "_____", "unsubscribe"]).own == "Rope\n_____\nunsubscribe"


def test_armour_in_html():
    """A signed text is read without its armour from HTML as well, as web mail sends it."""
    armour = ["-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA512", "", "the Rope", ""]
    armour += ["-----BEGIN PGP SIGNATURE-----", "", "iHUEARYK", "-----END PGP SIGNATURE-----"]
    for page in ("<br>".join(armour), "<pre>{}</pre>".format("\n".join(armour))):
        raw = f"From: n@example.org\nContent-Type: text/html\n\n<div>{page}</div>"
        assert open_mail(raw.encode(), "n@example.org", [OURS]).text == "the Rope"
