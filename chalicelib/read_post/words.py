"""The words of headings and notices in posts, in three languages (F13, F41, F42, F56)."""

from chalicelib.read.words import pattern

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
