"""The fixed phrases of mail programs in Russian, Polish and English."""

import re

MARK = "=#=#="

_FIELDS = {
    "from": "from|от|от кого|отправитель|od|nadawca",
    "date": "sent|date|отправлено|отправленные|дата|wysłano|wysłane|data|data wysłania",
    "to": "to|cc|reply-to|кому|копия|do|dw|kopia|do wiadomości",
    "subject": "subject|тема|temat",
}
_FIELD = re.compile(
    r"[\s*]{0,4}(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in _FIELDS.items())
    + r")\*?\s{0,2}:(?:[*\s]|$)",
    re.IGNORECASE,
)

_ORIGINAL = re.compile(
    r"[\s*]{0,4}[-_—=]{2,40}\s{0,3}(?:"
    r"original message|forwarded message|reply message"
    r"|(?:исходное|оригинальное|первоначальное) сообщение"
    r"|(?:пересылаемое|пересланное|переадресованное|перенаправленное) сообщение"
    r"|wiadomość oryginalna|(?:oryginalna|pierwotna) wiadomość|treść oryginalnej wiadomości"
    r"|wiadomość przekazana|(?:przekazana|przesłana) (?:dalej )?wiadomość"
    r")\s{0,3}[-_—=]{0,40}[\s:*]{0,4}"
    r"|begin forwarded message:|начало переадресованного сообщения:"
    r"|rozpoczęcie przekazywanej wiadomości:|początek przekazywanej wiadomości:",
    re.IGNORECASE,
)
_UNDERSCORES = re.compile(r"\s{0,3}_{5,200}\s{0,3}")
_QUOTE = re.compile(r"\s{0,3}(?:[^\W\d_]{1,4}(?=>(?:[\s>]|$)))?>")
_SIGNATURE = re.compile(r"--\s{0,3}")
_FOOTER = re.compile(
    r"[\s*]{0,4}(?:"
    r"sent (?:from|via|using|with) (?:my|the|mail|outlook|yahoo|proton|gmail|samsung)\b"
    r"|get outlook for\b|отправлено (?:с|из|через|при помощи|с помощью|со) "
    r"|(?:получить|получите|скачать|скачайте) outlook для\b"
    r"|wysłan[eoay] (?:z|ze|za pomocą|przez|przy użyciu) "
    r"|pobierz (?:program |aplikację )?outlook\b).{0,120}",
    re.IGNORECASE,
)


def field(line: str) -> str:
    """Which field a line such as ``От: ...`` repeats: from, date, to, subject or ""."""
    found = _FIELD.match(line)
    return (found.lastgroup or "") if found else ""


def original(line: str) -> bool:
    """Whether a line such as ``-----Original Message-----`` announces another mail."""
    return bool(_ORIGINAL.fullmatch(line[:200].strip()))


def underscores(line: str) -> bool:
    """Whether a line is a rule of underscores, as Outlook draws above its header block."""
    return bool(_UNDERSCORES.fullmatch(line))


def quotation(line: str) -> str:
    """The prefix that makes a line a quotation (``>``, or The Bat!'s ``НК>``), "" if none."""
    found = _QUOTE.match(line)
    return found[0] if found else ""


def signature(line: str) -> bool:
    """Whether a line separates a signature: two hyphens alone, never a hyphen before text."""
    return bool(_SIGNATURE.fullmatch(line))


def footer(line: str) -> bool:
    """Whether a line is the advertisement of a phone or a mail program."""
    return bool(_FOOTER.fullmatch(line))
