"""What programs and companies add below an answer goes; what people add stays."""

from pathlib import Path

import pytest

from chalicelib.inbox.trim import trim

LIST = Path(__file__).parent / "attributions" / "footers.txt"
FOOTERS = LIST.read_text(encoding="utf-8").strip().split("\n")
CITATION = ["16.06.2026 14:28, Alibi пишет:", "> Ваш ход"]
NOTICES = [
    "Внимание! Это письмо и все приложения к нему конфиденциальны и только для адресата.",
    "CONFIDENTIALITY NOTICE: The contents of this email are intended solely for the addressee.",
    "This e-mail and any attachments are confidential and may be legally privileged.",
    "Niniejsza wiadomość może zawierać informacje poufne, przeznaczone wyłącznie dla adresata.",
    "Treść tej wiadomości zawiera informacje poufne przeznaczone tylko dla adresata.",
]


def own(*lines):
    """What the player wrote in a mail of these lines."""
    return trim(list(lines)).own


@pytest.mark.parametrize("footer", FOOTERS)
def test_footer(footer):
    """A footer goes at the end and above a quotation, with its rule, alone and in bold."""
    assert own("Кинжал", "", footer) == "Кинжал"
    assert own("Кинжал", footer, "", *CITATION) == "Кинжал"
    assert own("Кинжал", "", "---", footer) == "Кинжал"
    assert own(*CITATION, "", "Кинжал", "", f"*{footer}*") == "Кинжал"


@pytest.mark.parametrize("footer", FOOTERS)
def test_footer_alone(footer):
    """Somebody who sent nothing else is asked back."""
    assert trim([footer]).dropped


def test_footers_together():
    """Several below each other, with a link between, all go."""
    banner = ["Wolny od wirusów.", "https://www.avast.com/sig?x=1", "www.avast.com"]
    assert own("Кинжал", "", "Sent from my iPhone", "", *banner, "", *CITATION) == "Кинжал"


@pytest.mark.parametrize("footer", FOOTERS)
def test_footer_above_the_answer(footer):
    """Some people write below the line that their telephone added."""
    assert own(footer, "", "Кинжал", "", *CITATION) == "Кинжал"


@pytest.mark.parametrize(
    "line",
    [
        "[cid:image001.png@01DBDE12.3A4B5C60]",
        "[image: image.png]",
        "<image001.png>",
        "[Quoted text hidden]",
        "[Цитируемый текст скрыт]",
        "[Ukryto cytowany tekst]",
    ],
)
def test_placeholder(line):
    """What stands for a picture or a folded quotation is no text of the player's."""
    assert own("Кинжал", line, "", "Кухня") == "Кинжал\n\nКухня"


@pytest.mark.parametrize("notice", NOTICES)
def test_notice_of_a_company(notice):
    """A notice goes with what stands below it, up to the quotation."""
    lines = ["Кинжал", "", "________________", notice, "Unauthorised use is prohibited.", ""]
    assert own(*lines, *CITATION) == "Кинжал"
    assert "Unauthorised" in trim(lines).cut


@pytest.mark.parametrize(
    "closing",
    [
        "С уважением,\nНик",
        "Pozdrawiam\nNick",
        "Best regards,\nNick",
        "—\nНик",
        "Отправлено вчера",
        "Wysłano wczoraj",
        "Sent yesterday",
        "Скачайте правила с форума",
        "Get the rope",
        "Письмо от Розы: «жду вас на кухне»",
        "https://forum.example/rules",
        "Без вирусов, как обычно",
    ],
)
def test_what_a_person_adds_stays(closing):
    """Closings, links and sentences are the player's."""
    assert own("Кинжал", "", *closing.split("\n"), "", *CITATION) == f"Кинжал\n\n{closing}"


@pytest.mark.parametrize("rule", ["--", "-- ", "--  "])
def test_signature_separator(rule):
    """Below two hyphens a signature stands; it is cut and can be asked about."""
    trimmed = trim(["Кинжал", rule, "Ник", "", *CITATION, "", "и Кухня"])
    assert trimmed.own == "Кинжал\n\nи Кухня"
    assert "Ник" in trimmed.cut
