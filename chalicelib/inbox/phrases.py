"""Fixed lines of mail programs: rules, announcements of another mail, signs of quotation."""

import re

MARK = "=#=#="

# What a program writes between two rules above the mail that it repeats. In other languages than
# ours a phrase need only be known, not understood.
_ANNOUNCED = (
    r"original (?:message|e-?mail|appointment)|(?:forwarded|reply|replied|quoted) (?:message|mail)"
    r"|(?:end of )?forwarded message(?: from .{1,80})?|original message follows|message"
    r"|(?:исходное|оригинальное|первоначальное|начальное|цитируемое) (?:сообщение|письмо)"
    r"|(?:оригинал|текст|начало) (?:исходного |оригинального )?(?:сообщения|письма)"
    r"|(?:пересылаемое|пересланное|переадресованное|перенаправленное|ответное) (?:сообщение|письмо)"
    r"|(?:завершение|конец) (?:пересылаемого|пересланного) сообщения|пересылка"
    r"|(?:wiadomość|treść) (?:oryginalna|pierwotna|przekazana|przesłana|źródłowa)(?: dalej)?"
    r"|(?:oryginalna|pierwotna|źródłowa) (?:wiadomość|treść)(?: wiadomości)?"
    r"|(?:treść |początek )?(?:oryginaln|pierwotn|przekazywan|przekazan|przesłan)(?:ej"
    r"|a) (?:dalej )?"
    r"wiadomo(?:ści|ść)|(?:przekazana|przesłana) dalej wiadomość|wiadomość od .{1,60}"
    r"|(?:початкове|вихідне|оригінальне|переслане|первинне) повідомлення|зыходнае паведамленне"
    r"|арыгінальнае паведамленне|ursprüngliche (?:nachricht|mail)|originalnachricht"
    r"|weitergeleitete nachricht|message (?:d.origine|original|transféré)|mensaje (?:original"
    r"|reenviado)"
    r"|messaggio (?:originale|inoltrato)|mensagem (?:original|encaminhada)|původní (?:zpráva"
    r"|e-?mail)"
    r"|přeposlaná zpráva|pôvodná správa|(?:izvorna|originalna|proslijeđena) poruka"
    r"|izvirno sporočilo"
    r"|oorspronkelijk bericht|doorgestuurd bericht|ursprungligt meddelande|originalmeddelande"
    r"|opprinnelig melding|oprindelig (?:meddelelse|besked)|alkuperäinen viesti|eredeti üzenet"
    r"|mesaj original|mesajul original|оригинално съобщение|изворна порука|orijinal (?:mesaj|ileti)"
    r"|pradinis laiškas|originalus laiškas|oriģinālais ziņojums|algne kiri|αρχικό μήνυμα"
    r"|原始邮件|原始郵件|轉寄郵件|转发的邮件|元のメッセージ"
    r"|원본 메(?:시|세)지|הודעה מקורית|رسالة أصلية"
)
_ORIGINAL = re.compile(
    rf"[\s*>]{{0,4}}[-_—–=]{{2,60}}\s{{0,3}}[\[(]?(?:{_ANNOUNCED})[\])]?:?\s{{0,3}}[-_—–=]{{0,60}}[\s:*]{{0,4}}",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"[\s*]{0,4}(?:begin forwarded message|начало (?:пересылаемого|переадресованного|пересланного) "
    r"сообщения|rozpoczęcie przekazywanej wiadomości|początek przekaz(?:ywa"
    r"|a)nej (?:dalej )?wiadomości"
    r"|start przekazywanej wiadomości|początek wiadomości przekazanej dalej"
    r"|початок листа, що пересилається"
    r"|anfang der weitergeleiteten nachricht|début du message (?:réexpédié|transféré)"
    r"|inicio del mensaje reenviado|inizio messaggio inoltrato|přeposlaná zpráva"
    r"|reply message|treść oryginalnej wiadomości"
    r"|(?:ответ на сообщение|в ответ на|odpowiedź na wiadomość|in reply to|in response to).{0,120}"
    r")\s{0,2}:[\s*]{0,4}",
    re.IGNORECASE,
)
_RULED = re.compile(
    r"[\s*>]{0,4}[-_—–=]{3,60}\s{0,3}[^\W\d_][\w .'’]{2,60}\s{0,3}[-_—–=]{3,60}[\s:*]{0,4}"
)
_MIME = re.compile(
    r"\s{0,9}content-(?:type: ?[\w-]{1,30}/|transfer-encoding: ?(?:8bit|7bit|quoted|base64)"
    r"|disposition: ?\w)",
    re.IGNORECASE,
)
_ARROWS = re.compile(r">{3}\s.{1,300}\s>{3}\s{0,3}")
_RULE = re.compile(r"[\s*]{0,3}(?:[-_—–=*~]{3,200}|[-_—]{2})[\s*]{0,3}")
_QUOTE = re.compile(r"\s{0,9}(?:[^\W\d_]{1,4}(?=>(?:[\s>]|$)))?[>＞]")
_BAR = re.compile(r"\s{0,3}[|¦┃│║»›:;}\])%#~!$=+]\s?(?=\S|$)")
_GREETING = re.compile(
    r"[*\s]{0,3}(?:здравствуйте|приветствую|добрый день|hello|hi|dear|witaj|witam|dzień dobry"
    r"|hallo|bonjour)\b"
    r".{0,80}[,.!][*\s]{0,3}",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(
    r"\b(?:вы писали|you wrote|pisałeś|napisałeś|pisali|sie schrieben)\b", re.IGNORECASE
)
_SIGNATURE = re.compile(r"--\s{0,3}")


def original(line: str) -> bool:
    """Whether a line such as ``-----Original Message-----`` announces another mail."""
    text = line[:200].strip()
    return bool(_ORIGINAL.fullmatch(text) or _FORWARDED.fullmatch(text))


def ruled(line: str) -> bool:
    """Whether some words stand between two rules: in a language unknown an announcement."""
    return bool(_RULED.fullmatch(line[:200]))


def mime(line: str) -> bool:
    """Whether a line is a header of a MIME part: some programs quote mail as it was sent."""
    return bool(_MIME.match(line))


def arrows(line: str) -> bool:
    """Whether a line stands between arrows: an attribution, not a quotation."""
    return bool(_ARROWS.fullmatch(line[:400]))


def rule(line: str) -> bool:
    """Whether a line is drawn only: hyphens, underscores, stars."""
    return bool(_RULE.fullmatch(line))


def quotation(line: str) -> str:
    """The prefix that makes a line a quotation (``>``, or The Bat!'s ``НК>``), "" if none."""
    found = _QUOTE.match(line)
    return found[0] if found else ""


def bar(line: str) -> str:
    """A prefix that some programs quote with instead of ``>``, "" if none: below an attribution."""
    found = _BAR.match(line)
    return found[0].strip() if found else ""


def greeting(line: str) -> bool:
    """Whether a line greets somebody, as The Bat! does above its attribution."""
    return bool(_GREETING.fullmatch(line[:100].strip()))


def addressed(line: str) -> bool:
    """Whether an attribution speaks to its author: "you wrote"."""
    return bool(_ADDRESSED.search(line[:400]))


def signature(line: str) -> bool:
    """Whether a line separates a signature: two hyphens alone, never a hyphen before text."""
    return bool(_SIGNATURE.fullmatch(line))
