"""Copied header blocks: ``От: / Отправлено: / Кому: / Тема:`` in whatever language.

Known labels are looked up. A block in an unknown language is known by its form: several
labelled lines in a row, one with an address and one with a moment.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence

from chalicelib.inbox import attribution, calendar_words, phrases, typed

_LABELS = {
    "from": "from|sender|от|от кого|отправитель|автор|od|nadawca|wysłane przez|від|від кого|ад"
    "|ад каго"
    "|von|absender|de|expéditeur|remitente|da|mittente|odesílatel|odosielateľ|pošiljatelj|van"
    "|afzender|från|fra|lähettäjä|kezd|feladó|nuo|no|saatja|от страна на|kimden|από|发件人|寄件者"
    "|寄件人|差出人|보낸 사람|보낸사람|מאת|من",
    "date": "sent|date|received|sent on|sent at|отправлено|отправлен|отправленные|дата"
    "|дата отправки"
    "|получено|wysłano|wysłane|data|data wysłania|data i godzina|wysłany|надіслано|відправлено|дата"
    "|дасланае|адпраўлена|gesendet|datum|envoyé|envoyé le|enviado|enviado el|fecha|inviato"
    "|enviada em"
    "|odesláno|odoslané|dátum|poslano|verzonden|skickat|sendt|lähetetty|päivämäärä|päiväys|küldve"
    "|išsiųsta|nosūtīts|saadetud|изпратено|gönderilme|gönderildi|tarih|trimis|发送时间|日期|时间|傳送日期"
    "|送信日時|日時|보낸 날짜|날짜|ημερομηνία|στάλθηκε|dato",
    "to": "to|cc|bcc|reply-to|reply to|кому|копия|скрытая копия|получатель|получатели|ответить"
    "|do|dw"
    "|udw|kopia|do wiadomości|odbiorca|adresat|odpowiedz do|odpowiedź do|копія|каму|копія|an"
    "|kopie|à"
    "|para|a|destinatario|destinataire|per|komu|kopija|prima|za|aan|till|til|kopio|vastaanottaja"
    "|címzett|másolat|kam|kuo|kellele|до|kime|bilgi|către"
    "|收件人|抄送|收件者|副本|宛先|받는 사람|받는사람"
    "|참조|προς",
    "subject": "subject|тема|temat|тэма|betreff|objet|asunto|oggetto|assunto|předmět|predmet"
    "|onderwerp"
    "|ämne|emne|aihe|tárgy|tema|temats|teema|относно|konu|subiect|主题|主旨|件名|제목|θέμα",
    "other": "importance|priority|attachments?|organization|message-id|важность|приоритет|вложения"
    "|организация|ważność|priorytet|załączniki|organizacja|wichtigkeit|anlagen|importancia",
}
_BLOCK = frozenset({"from", "date", "to", "subject"})
_WORDS = "|".join(f"(?P<{kind}>{words})" for kind, words in _LABELS.items())
_FIELD = re.compile(
    rf"[\s*>•]{{0,6}}(?:{_WORDS})\s?\*?\s{{0,2}}[:：](?:[*\s\xa0]|$|(?=\S))", re.IGNORECASE
)
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


class Fields:
    """The copied fields of one text, looked at once each."""

    def __init__(self, lines: Sequence[str], ours: Collection[str]) -> None:
        """Read *lines*; *ours* are the game's addresses, lower case."""
        self._lines = lines
        self._ours = ours
        self._told: dict[int, frozenset[str]] = {}
        self._kinds = [field(line) for line in lines]
        self._starts = [at for at, line in enumerate(lines) if phrases.original(line)]

    def repeats(self, at: int) -> bool:
        """Whether the line at *at* is a mail's field beyond doubt: it says an address, an hour."""
        told = self._evidence(at) & {"address", "hour"}
        return self._kinds[at] in _BLOCK and bool(told)

    def block_end(self, at: int) -> int | None:
        """The line after the copied header block that begins at *at*, None where none begins."""
        line = self._lines[at]
        if not self._kinds[at] and (not _LABELLED.match(line) or typed.labelled(line)):
            return None
        return self._known(at) or self._formed(at) or self._single(at)

    def _known(self, at: int) -> int | None:
        """A block by its labels: three kinds with From among them, or two that say who and when."""
        kinds = [(i, self._kinds[i]) for i in self._window(at)]
        found = [(i, kind) for i, kind in kinds if kind]
        names = {kind for _, kind in found} & _BLOCK
        if self._kinds[at] not in _BLOCK or "from" not in names or len(names) < _FEWEST:
            return None
        if self._begins_later(at, found):
            return None
        end = found[-1][0] + 1
        told = self._all_evidence(range(at, min(end + 1, len(self._lines))))
        enough = len(names) >= _KINDS and told
        return end if enough or ("date" in names and told >= {"address", "moment"}) else None

    def _begins_later(self, at: int, found: list[tuple[int, str]]) -> bool:
        """Whether the first field is a line of a player's above a block that has the same field."""
        kinds = [kind for _, kind in found]
        others = [number for number, kind in enumerate(kinds) if kind != kinds[0]]
        after = 1 if kinds[0] != "to" else min(others, default=0)
        again = [i for i, kind in found[after:] if kind == kinds[0]]
        own = self._evidence(at)
        return bool(again) and (not own or own < self._evidence(again[0]))

    def _formed(self, at: int) -> int | None:
        """A block by its form: labelled lines in a row, with an address and a moment."""
        if not self._evidence(at):
            return None
        labelled = []
        for i in self._window(at):
            if not self._lines[i].strip():
                continue
            if not _LABELLED.match(self._lines[i]):
                break
            labelled.append(i)
        if any(self._known(i) for i in labelled[1:] if self._kinds[i]):
            return None
        told = self._all_evidence(labelled)
        whole = len(labelled) >= _KINDS and told >= {"address", "hour"}
        return labelled[-1] + 1 if whole else None

    def _single(self, at: int) -> int | None:
        """A block whose fields all stand in one line."""
        line = self._lines[at][: attribution.MAX_LENGTH]
        kinds = {match.lastgroup or "" for match in _INSIDE.finditer(line)}
        whole = len(kinds & _BLOCK) >= _KINDS and self._kinds[at] in _BLOCK
        return at + 1 if whole and self._evidence(at) else None

    def _window(self, at: int) -> range:
        """The lines that may be of one block: down to where another mail is announced."""
        end = min(at + _WINDOW, len(self._lines))
        later = bisect_right(self._starts, at)
        return range(at, min(end, *self._starts[later : later + 1], end))

    def _all_evidence(self, places: Iterable[int]) -> frozenset[str]:
        return frozenset(sign for at in places for sign in self._evidence(at))

    def _evidence(self, at: int) -> frozenset[str]:
        """What shows that a field is of a mail: an address, a moment, even to the hour."""
        if at not in self._told:
            self._told[at] = _evidence(self._lines[at], self._ours)
        return self._told[at]


def _evidence(line: str, ours: Collection[str]) -> frozenset[str]:
    text = line[:_LONGEST_ADDRESS].lower()
    moments = calendar_words.moments(text) if _DIGIT.search(text) else {}
    seen = {
        "address": attribution.has_address(text) or attribution.is_ours(text, ours),
        "hour": {"date", "time"} <= moments.keys(),
        "moment": "date" in moments and bool(moments.keys() & {"time", "year", "weekday"}),
    }
    return frozenset(sign for sign, found in seen.items() if found)
