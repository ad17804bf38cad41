"""The words of headings and notices in posts, in three languages (F13, F41, F42, F56)."""

from chalicelib.read.words import pattern
from chalicelib.text import plain

CORRECTED = pattern(
    "исправленное", "исправлено", "corrected", "poprawione", "poprawiona", "skorygowane",
    "skorygowana",
)  # fmt: skip
"""What stands before the word for a suggestion in the heading of a correction (F42)."""
CORRECTION = pattern(
    "исправление предположения", "correction of suggestion", "correction of my suggestion",
    "poprawka przypuszczenia", "poprawka sugestii", "korekta przypuszczenia",
)  # fmt: skip
"""Such a heading as a whole."""
SUGGESTION_OF = pattern(
    "предположение", "предположения", "suggestion", "przypuszczenie", "przypuszczenia",
    "sugestia", "sugestii", "podejrzenie", "podejrzenia",
)  # fmt: skip
OWN = pattern("мое", "my", "moje", "moja")
"""What may stand before that word, too, and before its number."""
ORDINALS = {
    plain(word): number
    for number, words in enumerate(
        (
            ("первое", "один", "first", "one", "pierwsze", "pierwsza", "i"),
            ("второе", "два", "second", "two", "drugie", "druga", "ii"),
            ("третье", "три", "third", "three", "trzecie", "trzecia", "iii"),
        ),
        1,
    )
    for word in words
}
"""Numbers of suggestions in words."""
NUMBER = r"[\W_]{0,4}(?:nr|no|n|numer|number|номер)?[\W_]{0,3}"
"""What may stand between the word for a suggestion and its number."""
OF_SO_MANY = r"(?:\s?/\s?|\s(?:из|of|z)\s)\d{1,2}(?!\w)"
"""What may stand behind the number: «1/3»."""
REFUTES = pattern(
    "есть опровержение", "опровержение есть", "у меня есть опровержение", "имею опровержение",
    "опровергнуть могу", "I can refute this", "I can refute it", "I can refute that",
    "can refute", "I refute this", "I refute it", "I have a refutation", "mogę to obalić",
    "mam obalenie", "obalam to",
)  # fmt: skip
"""How an answer may be headed besides (F20): with its plural, its noun before its verb."""
REFUTES_NOT = pattern(
    "отсутствие опровержений", "опровержений нет", "нет опровержений", "опровержение отсутствует",
    "опровержения отсутствуют", "опровержения не имею", "не имею опровержения",
    "у меня нет опровержения", "у меня нет опровержений", "у меня опровержения нет",
    "I can't refute this", "I can't refute it", "I cannot refute this", "I cannot refute it",
    "can't refute this", "cannot refute this", "can't refute it", "cannot refute it",
    "nothing to refute with", "I have nothing to refute with", "unable to refute",
    "I'm unable to refute", "I do not refute", "I have no refutation", "absence of refutation",
    "brak obaleń", "nie mam obalenia", "nie ma obalenia", "nie mogę tego obalić", "obalenia brak",
)  # fmt: skip
REFUTED = pattern("опровергнуто", "опровергается", "refuted", "obalone", "obalono")
"""What others say of an answer as well: beside a quotation alone it is one."""
NOT_REFUTED = pattern(
    "не опровергнуто", "не опровергается", "без опровержения", "not refuted", "nie obalone",
    "nie obalono",
)  # fmt: skip
SENT = pattern(
    "отправил", "отправила", "отправлена", "отправлено", "выслал", "выслала", "выслана", "послал",
    "послала", "ушла", "ушло", "отправляю", "высылаю", "в личке", "в личку", "в привате",
    "в приват", "приватом", "в лс", "в пм", "sent", "by pm", "in your pm", "via pm",
    "by private message", "in private", "wysłałem", "wysłałam", "wysłana", "wysłano", "wysyłam",
    "poszła", "poszło", "na pw", "w prywatnej wiadomości",
)  # fmt: skip
"""What is said of the card behind an answer (F21)."""
CHANGED = pattern(
    "было изменено", "была изменена", "был изменен", "были изменены", "изменено", "изменены",
    "исправлено", "внимание изменено", "was changed", "has been changed", "have been changed",
    "were changed", "changed", "corrected", "edited", "zmieniono", "zostało zmienione",
    "została zmieniona", "został zmieniony", "poprawiono", "zmienione",
)  # fmt: skip
"""What a notice of F41 says."""
VOID = pattern(
    "недействительно", "недействительное", "недействительным", "считать недействительным",
    "аннулировано", "аннулируется", "отменено", "отменяется",
    "void", "is void", "declared void", "invalid", "not valid", "annulled", "cancelled",
    "nieważne", "nieważna", "unieważnione", "unieważniona", "jest nieważne", "jest nieważna",
)  # fmt: skip
"""What a notice of F42, or the GM, says of a suggestion."""
STANDS = pattern(
    "в силе", "остается в силе", "действительно", "засчитано", "засчитывается",
    "stands", "valid", "is valid", "counts", "zostaje w mocy", "w mocy", "ważne", "ważna",
    "jest ważne", "jest ważna",
)  # fmt: skip
"""What the GM says of a suggestion that holds after all (F45)."""
ATTENTION = pattern("внимание", "attention", "note", "warning", "uwaga")
"""What a notice begins with where there is no red."""
DEPUTY = pattern(
    "заместитель", "заместитель ведущего", "мой заместитель", "зам", "deputy", "the deputy is",
    "deputy gm", "zastępca", "zastępca mg", "moim zastępcą jest",
)  # fmt: skip
NOBODY = pattern("нет", "никто", "заместителя нет", "nobody", "none", "no deputy", "nikt", "brak")
FINE = pattern(
    "штраф", "штраф для", "штраф игроку", "лишение предположения", "лишается предположения",
    "минус предположение", "penalty", "penalty for", "fine for", "loses a suggestion", "kara",
    "kara dla", "traci przypuszczenie", "traci sugestię",
)  # fmt: skip
WAIVE = pattern(
    "штраф снят", "штраф снят с", "снимаю штраф с", "штраф отменен", "штраф прощен",
    "penalty waived", "penalty waived for", "no penalty for", "kara anulowana", "kara darowana",
    "kara cofnięta", "bez kary dla", "без штрафа для",
)  # fmt: skip
ANSWERED_FOR = pattern(
    "отвечаю за", "ведущий отвечает за", "гм отвечает за", "за игрока отвечает ведущий",
    "I answer for", "the gm answers for", "gm answers for", "odpowiadam za", "mg odpowiada za",
)  # fmt: skip
ANSWERS_AGAIN = pattern(
    "снова отвечает сам", "снова отвечает сама", "отвечает сам", "отвечает сама",
    "answers again", "answers for themselves", "answers for himself", "answers for herself",
    "odpowiada sam", "odpowiada sama", "znowu odpowiada",
)  # fmt: skip
GM_ANSWER = pattern(
    "ответ гма", "ответ гм", "ответ ведущего", "gm's answer", "answer of the gm", "gm answer",
    "odpowiedź mg", "odpowiedź mistrza gry",
)  # fmt: skip
