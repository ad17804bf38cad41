"""HTML of many programs: what they mark as quoted, and the answer wherever it stands."""

import pytest

from chalicelib.inbox import open_mail

OURS = "r+k7f3q9x2mz4w6p8t@in.cluedo.example"
LETTER = "<p>Здравствуйте, Ник!</p><p>Ваша рука: <b>Кинжал</b>, Верёвка.</p><p>Обвиняю: Плам</p>"
WHO = f"Alibi &lt;<a href='mailto:{OURS}'>{OURS}</a>&gt;"


def text(html, kind="text/html"):
    """What the player wrote in this HTML."""
    raw = f"From: n@example.org\nContent-Type: {kind}; charset=utf-8\n\n{html}"
    return open_mail(raw.encode(), "n@example.org", [OURS]).text


QUOTATIONS = {
    "gmail": f'<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
    f'class="gmail_attr">'
    f"вт, 16 июн. 2026&nbsp;г. в 14:28, {WHO}:<br></div>"
    f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{LETTER}</blockquote></div>',
    "gmail of old": f'<div class="gmail_extra"><br><div class="gmail_quote">16 июня 2026 г., 14:28 '
    f"пользователь {WHO} написал:<br><blockquote "
    f'class="gmail_quote">{LETTER}</blockquote></div></div>',
    "forwarded by Outlook": f'<div class="x_gmail_quote">14:28 {WHO}: {LETTER}</div>',
    "prefixed by Gmail": f'<div id="m_-2874591divRplyFwdMsg"></div>{LETTER}',
    "thunderbird": f'<div class="moz-cite-prefix">16.06.2026 14:28, Alibi пишет:<br></div>'
    f'<blockquote type="cite" cite="mid:x">{LETTER}</blockquote>',
    "apple": f'<div><br><blockquote type="cite"><div>16 июня 2026 г., в 14:28, {WHO} написал(а):'
    f"</div><br><div>{LETTER}</div></blockquote></div>",
    "outlook on the web": '<div id="appendonsend"></div><hr tabindex="-1" style="width:98%">'
    f'<div id="divRplyFwdMsg" dir="ltr"><b>От:</b> {WHO}<br><b>Отправлено:</b> 16 июня 2026 г. '
    f"14:28<br><b>Кому:</b> Ник<br><b>Тема:</b> Ход</div><div>{LETTER}</div>",
    "outlook in an unknown language": '<div id="divRplyFwdMsg"><b>Kwa:</b> Ник<br>'
    f"<b>Kutoka:</b> Alibi</div>{LETTER}",
    "outlook of today": f'<div id="mail-editor-reference-message-container"><p>{LETTER}</div>',
    "outlook for windows": "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt'>"
    f"<p class=MsoNormal><b>Od:</b> {WHO}<br><b>Wysłane:</b> wtorek, 16 czerwca 2026 14:28<br>"
    f"<b>Do:</b> Nick<br><b>Temat:</b> Ruch</p></div>{LETTER}",
    "hotmail": f'<hr id="stopSpelling">Date: Tue, 16 Jun 2026<br>{LETTER}',
    "outlook of old": f"<DIV class=OutlookMessageHeader>-----Исходное сообщение-----<BR>От: {WHO}"
    f"<BR>Отправлено: 16 июня 2026 г.</DIV><BLOCKQUOTE>{LETTER}</BLOCKQUOTE>",
    "yahoo": f'<div id="ydp12ab34cdyahoo_quoted_1" class="ydp12ab34cdyahoo_quoted"><div>On '
    f"Tuesday, "
    f"June 16, 2026, 02:28 PM, {WHO} wrote:</div><div>{LETTER}</div></div>",
    "proton": f'<div class="protonmail_quote">On Tuesday, June 16th, 2026 at 14:28, {WHO} '
    f"wrote:<br>"
    f'<blockquote class="protonmail_quote" type="cite">{LETTER}</blockquote></div>',
    "zoho": f'<div class="zmail_extra_hr"></div><div class="zmail_extra">---- Включен вт, 16 июн. '
    f"2026 14:28:51 +0300 <b>{WHO}</b> написал ----<br><blockquote>{LETTER}</blockquote></div>",
    "tutanota": f"<div>16 июн. 2026, 14:28 от {OURS}:<br></div>"
    f'<blockquote class="tutanota_quote">{LETTER}</blockquote>',
    "mail.ru": f'Вторник, 16 июня 2026, 14:28 +03:00 от {WHO}:<br><blockquote style="border-left:'
    f'1px solid #0857A6;">{LETTER}</blockquote>',
    "yandex": f'<div>16.06.2026, 14:28, "Alibi" '
    f"&lt;{OURS}&gt;:</div><blockquote>{LETTER}</blockquote>",
    "yandex of today": "<div>----------------</div><div>Кому: nick@example.org (nick@example.org);"
    f'</div><div>Тема: Ваш ход;</div><div>16.06.2026, 14:28, "Alibi" &lt;{OURS}&gt;:</div>'
    f"<blockquote>{LETTER}</blockquote>",
    "roundcube": f'<p id="reply-intro">W dniu 2026-06-16 14:28, Alibi napisał(a):</p>'
    f'<blockquote type="cite" style="padding:0 0.4em">{LETTER}</blockquote>',
    "k-9": f'<div class="gmail_quote">{WHO} napisał/a:<blockquote class="gmail_quote">{LETTER}'
    "</blockquote></div>",
    "spark": f'<div name="messageReplySection">16 июн. 2026, 14:28 +0300, {WHO}, писал:<br>'
    f'<blockquote type="cite">{LETTER}</blockquote></div>',
    "zimbra": f'<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>От: </b>'
    f'Alibi<br></div><div data-marker="__QUOTED_TEXT__">{LETTER}</div>',
    "wp": f'<div class="nh_extra"><p>Dnia 16 czerwca 2026 14:28 {WHO} napisał(a):</p>'
    f"<blockquote>{LETTER}</blockquote></div>",
    "interia": f'<p>Od: "Alibi" &lt;{OURS}&gt;<br>Do: nick@example.org;<br>Wysłane: 14:28 Wtorek '
    f"2026-06-16<br>Temat: Ruch</p><blockquote>{LETTER}</blockquote>",
    "samsung": f"<div><br></div><div>-------- Исходное сообщение --------</div><div>От: {WHO}</div>"
    f"<div>Дата: 16.06.2026 14:28 (GMT+03:00)</div><div>Кому: Ник</div><div>Тема: "
    f"Ход</div>{LETTER}",
}
ANSWERS = {
    "block": "<div>Опровергаю: Кинжал</div>",
    "paragraph": "<p>Опровергаю:&nbsp;<span>Кинжал</span></p>",
    "bare": "Опровергаю: Кинжал<br>",
    "hidden beside it": '<div style="display:none">Обвиняю</div><div>Опровергаю: Кинжал</div>'
    '<span style="font-size:0px">Плам</span><style>p{}</style><!-- <p>Плам</p> -->',
    "conditional": "<![if !mso]><div>Опровергаю: "
    "Кинжал</div><![endif]><!--[if mso]>Плам<![endif]-->",
    "with a signature": '<div>Опровергаю: Кинжал</div><div class="gmail_signature">Ник<br>+7 '
    "900</div>",
    "from a telephone": "<div>Опровергаю: Кинжал</div><div><br>Отправлено с iPhone</div>",
}


@pytest.mark.parametrize("quotation", QUOTATIONS)
@pytest.mark.parametrize("answer", ANSWERS)
def test_answer_above_a_quotation(answer, quotation):
    """Whatever program quotes, the answer above comes out alone."""
    page = f"<html><head><title>t</title></head><body>{ANSWERS[answer]}{QUOTATIONS[quotation]}"
    assert text(page) == "Опровергаю: Кинжал"


def test_no_mark_of_ours_comes_out():
    """What the converter notes for the trimming is in no text."""
    raw = f"Content-Type: text/html\n\nНож<p id=Signature>Ник<div id=divRplyFwdMsg></div>{LETTER}"
    mail = open_mail(raw.encode(), "n@example.org", [OURS])
    assert mail.text == "Нож"
    assert "\ue0f0" not in mail.quoted + mail.cut
    assert "\ue0f1" not in mail.quoted + mail.cut


SIGNED = [name for name, html in QUOTATIONS.items() if "</blockquote>" in html]


@pytest.mark.parametrize("quotation", SIGNED)
def test_answer_below_a_quotation(quotation):
    """Where the quotation has an end, an answer below it is kept, inside the wrapper or outside."""
    assert text(f"{QUOTATIONS[quotation]}<div>Кинжал</div>") == "Кинжал"
    inside = QUOTATIONS[quotation].replace("</blockquote>", "</blockquote><div>Кинжал</div>")
    assert text(inside) == "Кинжал"


@pytest.mark.parametrize("quotation", SIGNED)
def test_answers_between_two_pieces_of_a_quotation(quotation):
    """An answer typed into a quotation splits it: what stands between the pieces is kept."""
    middle = "</blockquote><div>Кинжал</div><blockquote type='cite'>"
    assert text(QUOTATIONS[quotation].replace("<p>Ваша", f"{middle}<p>Ваша", 1)) == "Кинжал"


WRAPPERS = ["gmail_quote", "protonmail_quote", "zmail_extra", "nh_extra", "yahoo_quoted"]


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_answer_inside_the_wrapper_above_the_quotation(wrapper):
    """What is typed into a program's wrapper, above what it quotes, is kept; older text is not."""
    older = f'<div class="{wrapper}">Обвиняю: Плам<blockquote>Здравствуйте</blockquote></div>'
    quotation = f"<blockquote>{LETTER}{older}</blockquote>"
    page = f'<div class="{wrapper}">Кинжал<br>16.06.2026 14:28, Alibi пишет:<br>{quotation}</div>'
    assert text(page) == "Кинжал"


@pytest.mark.parametrize(
    ("html", "want"),
    [
        ("<table><tr><td>Кто</td><td>Плам</td></tr><tr><td>Чем</td><td>Нож</td></tr></table>",
         "Кто Плам\nЧем Нож"),
        ("<ol><li>Плам<li>Нож</ol>", "1. Плам\n2. Нож"),
        ("<ol start=3><li>Плам</li></ol>", "3. Плам"),
        ("<ol><li value='2'>Нож</li></ol>", "2. Нож"),
        ("<ul><li>Плам</li><li>Нож</li></ul>", "Плам\nНож"),
        ("2 - <b>Ки</b><b>нжал</b>", "2 - *Кинжал*"),
        ("<pre>a\n\nb</pre>", "a\n\nb"),
        ("a<br>b<br/>c<BR clear=all>d", "a\nb\nc\nd"),
        ("Предположение_1&nbsp;для&#160;Ник &amp; Грин &lt;3", "Предположение_1 для Ник & Грин <3"),
        ('<blockquote style="margin:0 0 0 40px;border:none;padding:0px">Нож</blockquote>', "Нож"),
        ("<p>a<p>b<div>c</div>d", "a\nb\nc\nd"),
        ("<noscript>x</noscript><select><option>y</select>z", "z"),
        ("<xml><o:x>1</o:x></xml><o:p>&nbsp;</o:p>z", "z"),
        ('<div hidden>x</div><div style="VISIBILITY: hidden">y</div>z', "z"),
        ("<div class=gmail_default>Нож</div>", "Нож"),
        ("Нож<div id=Signature>-- <br>Ник</div>", "Нож"),
        ("Нож<div data-signature-widget='container'>Ник</div>", "Нож"),
        ("\ue0f0Нож \ue0f1Плам &#57584; &#57585;", "Нож Плам"),
    ],
)  # fmt: skip
def test_structure(html, want):
    """Lines, cells, lists, bold and indentation come out as they look; what is hidden does not."""
    assert text(html) == want
