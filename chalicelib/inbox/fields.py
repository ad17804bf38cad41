"""Copied header blocks: ``От: / Отправлено: / Кому: / Тема:`` in whatever language.

Known labels are looked up. A block in an unknown language is known by its form: several
labelled lines in a row, one with an address and one with a moment.
"""

import re
from collections.abc import Collection, Sequence

from chalicelib.inbox import attribution, calendar_words

_LABELS = {
    "from": "from|sender|от|от кого|отправитель|автор|od|nadawca|wysłane przez|від|від кого|ад|ад каго"
    "|von|absender|de|expéditeur|remitente|da|mittente|odesílatel|odosielateľ|pošiljatelj|van"
    "|afzender|från|fra|lähettäjä|kezd|feladó|nuo|no|saatja|от страна на|kimden|από|发件人|寄件者"
    "|寄件人|差出人|보낸 사람|보낸사람|מאת|من",
    "date": "sent|date|received|sent on|sent at|отправлено|отправлен|отправленные|дата|дата отправки"
    "|получено|wysłano|wysłane|data|data wysłania|data i godzina|wysłany|надіслано|відправлено|дата"
    "|дасланае|адпраўлена|gesendet|datum|envoyé|envoyé le|enviado|enviado el|fecha|inviato|enviada em"
    "|odesláno|odoslané|dátum|poslano|verzonden|skickat|sendt|lähetetty|päivämäärä|päiväys|küldve"
    "|išsiųsta|nosūtīts|saadetud|изпратено|gönderilme|gönderildi|tarih|trimis|发送时间|日期|时间|傳送日期"
    "|送信日時|日時|보낸 날짜|날짜|ημερομηνία|στάλθηκε|dato",
    "to": "to|cc|bcc|reply-to|reply to|кому|копия|скрытая копия|получатель|получатели|ответить|do|dw"
    "|udw|kopia|do wiadomości|odbiorca|adresat|odpowiedz do|odpowiedź do|копія|каму|копія|an|kopie|à"
    "|para|a|destinatario|destinataire|per|komu|kopija|prima|za|aan|till|til|kopio|vastaanottaja"
    "|címzett|másolat|kam|kuo|kellele|до|kime|bilgi|către|收件人|抄送|收件者|副本|宛先|받는 사람|받는사람"
    "|참조|προς",
    "subject": "subject|тема|temat|тэма|betreff|objet|asunto|oggetto|assunto|předmět|predmet|onderwerp"
    "|ämne|emne|aihe|tárgy|tema|temats|teema|относно|konu|subiect|主题|主旨|件名|제목|θέμα",
    "other": "importance|priority|attachments?|organization|message-id|важность|приоритет|вложения"
    "|организация|ważność|priorytet|załączniki|organizacja|wichtigkeit|anlagen|importancia",
}
_BLOCK = frozenset({"from", "date", "to", "subject"})
_WORDS = "|".join(f"(?P<{kind}>{words})" for kind, words in _LABELS.items())
_FIELD = re.compile(rf"[\s*>•]{{0,6}}(?:{_WORDS})\s?\*?\s{{0,2}}[:：](?:[*\s\xa0]|$|(?=\S))", re.IGNORECASE)
_INSIDE = re.compile(rf"(?<![\w-])(?:{_WORDS})\*?\s{{0,2}}[:：]\*?\s", re.IGNORECASE)
_LABELLED = re.compile(r"[\s*>]{0,6}[^\W\d_][\w .'’()/-]{0,24}\*?\s{0,2}[:：]\*?(?:\s|$)")
_DIGIT = re.compile(r"\d")
_WINDOW = 14
_KINDS = 3
_FEWEST = 2
_LONGEST_ADDRESS = 300


def field(line: str) -> str:
    """Which field a line such as ``От: ...`` repeats: from, date, to, subject, other or ""."""
    found = _FIELD.match(line[:200])
    return (found.lastgroup or "") if found else ""


def repeats(line: str) -> bool:
    """Whether a line is a field of a mail beyond doubt: its value is an address or a moment."""
    return field(line) in _BLOCK and bool(_evidence([line], ()))


def block_end(lines: Sequence[str], at: int, ours: Collection[str] = ()) -> int | None:
    """The line after the copied header block that begins at *at*, None where none begins."""
    if field(lines[at]) or _LABELLED.match(lines[at]):
        return _known(lines, at, ours) or _formed(lines, at, ours) or _single(lines[at], at, ours)
    return None


def _known(lines: Sequence[str], at: int, ours: Collection[str]) -> int | None:
    """A block by its labels: three kinds with From among them, or two that say who and when."""
    if field(lines[at]) not in _BLOCK:
        return None
    kinds: set[str] = set()
    end = at
    for i in range(at, min(at + _WINDOW, len(lines))):
        kind = field(lines[i])
        if kind:
            kinds.add(kind)
            end = i + 1
    if "from" not in kinds or len(kinds & _BLOCK) < _FEWEST:
        return None
    evidence = _evidence(lines[at : end + 1], ours)
    enough = len(kinds & _BLOCK) >= _KINDS and evidence
    return end if enough or ("date" in kinds and len(evidence) > 1) else None


def _formed(lines: Sequence[str], at: int, ours: Collection[str]) -> int | None:
    """A block by its form: labelled lines in a row, with an address and a moment."""
    end = at
    labelled = 0
    if not _evidence([lines[at]], ours):
        return None
    for i in range(at, min(at + _WINDOW, len(lines))):
        if not lines[i].strip():
            continue
        if not _LABELLED.match(lines[i]):
            break
        labelled += 1
        end = i + 1
    found = _evidence(lines[at:end], ours)
    return end if labelled >= _KINDS and len(found) > 1 else None


def _single(line: str, at: int, ours: Collection[str]) -> int | None:
    """A block whose fields all stand in one line."""
    kinds = {match.lastgroup or "" for match in _INSIDE.finditer(line[: attribution.MAX_LENGTH])}
    whole = len(kinds & _BLOCK) >= _KINDS and field(line) in _BLOCK
    return at + 1 if whole and _evidence([line], ours) else None


def _evidence(lines: Sequence[str], ours: Collection[str]) -> set[str]:
    """What shows that fields are of a mail: an address in one, a moment in one."""
    found: set[str] = set()
    for line in lines:
        text = line[:_LONGEST_ADDRESS].lower()
        if attribution.has_address(text) or attribution.is_ours(text, ours):
            found.add("address")
        moments = calendar_words.moments(text) if _DIGIT.search(text) else {}
        if "date" in moments and moments.keys() & {"time", "year", "weekday"}:
            found.add("moment")
    return found
