"""The words players use, in Russian, English and Polish: all are understood in every game.

Everything here is compared with text in its ``plain`` form: lower case, ``е`` for ``ё``.
"""

import re

from chalicelib.text import plain


def _any(*words: str) -> str:
    """Give a pattern for any of some words, the longest first."""
    longest_first = sorted(map(plain, words), key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\ ", r"\s") for word in longest_first)


SUGGESTION = _any(
    "предположение", "предполагаю", "suggestion", "I suggest",
    "przypuszczenie", "sugestia", "podejrzenie", "sugeruję",
)  # fmt: skip
"""What a suggestion is headed with (F13)."""
FOR = _any("для", "for", "dla")
ASKED = _any(
    "вопрос для", "вопрос к", "мой вопрос для", "question for", "question to",
    "pytanie dla", "pytanie do",
)  # fmt: skip
"""What may stand before an addressee just as well."""
SUPPOSING = _any("думаю", "убийство", "I think", "the murder", "myślę", "morderstwo")
"""Who writes one of these supposes something, and does not answer."""
URGING = _any(
    "опровергай", "опровергайте", "опровергни", "опровергните", "опровергнешь", "опровергнете",
    "ответь", "ответьте", "отвечай", "отвечайте", "жду ответа", "твой ход", "ваш ход",
    "вопрос для", "вопрос к", "вопрос", "пожалуйста", "прошу",
    "please", "answer", "your turn", "refute", "can you refute", "question for", "question to",
    "question", "proszę", "odpowiedz", "obal", "twój ruch", "twoja kolej", "pytanie dla",
    "pytanie do", "pytanie",
)  # fmt: skip
"""What may be said to the addressee behind the three keywords."""
REPORTED = frozenset(
    map(
        plain,
        (
            "недействительно", "недействительное", "исправлено", "void", "invalid", "corrected",
            "nieważna", "nieważne", "unieważniona", "unieważnione", "poprawiona", "poprawione",
        ),
    )
)  # fmt: skip
"""Words of a report about a suggestion that somebody has made."""
MADE_BY = _any("от", "from", "by", "od", "gracza", "игрока")
ACCUSATION = _any(
    "обвинение", "обвиняю", "я обвиняю", "мое обвинение", "выдвигаю обвинение",
    "accusation", "I accuse", "my accusation", "I make an accusation",
    "oskarżenie", "oskarżam", "moje oskarżenie",
)  # fmt: skip
ACCUSING = tuple(
    map(
        plain,
        (
            "обвинение", "обвиняю", "обвинить", "обвинен", "accusation", "accuse", "accused",
            "oskarżenie", "oskarżam", "oskarżyć",
        ),
    )
)  # fmt: skip
"""Words of an accusation: what has one of them, or one like them, is never taken as public."""
VERDICT = tuple(
    map(
        plain,
        (
            "убийца", "виновен", "преступник", "вердикт", "разгадка", "ответ", "конверт",
            "конверте", "guilty", "murderer", "killer", "verdict", "solution", "answer",
            "envelope", "morderca", "winny", "rozwiązanie", "koperta", "kopercie",
            "ведущему", "ведущий", "гм", "гму", "gm", "mg", "mistrz",
            "организатору", "организатор", "organiser", "organizer", "organizatora", "organizator",
        ),
    )
)  # fmt: skip
"""Words that may announce an accusation where nothing says that it is a suggestion."""
NEGATION = frozenset(
    map(plain, ("не", "ни", "кроме", "без", "not", "no", "except", "without", "nie", "oprócz"))
)
SHOW = _any(
    "показываю карточку", "показываю карту", "показываю", "I show", "show",
    "pokazuję kartę", "pokazuję",
)  # fmt: skip
REFUTE = _any(
    "опровержение", "опровергаю", "могу опровергнуть", "refutation", "I refute", "refute",
    "I can refute", "obalenie", "obalam", "mogę obalić",
)  # fmt: skip
NO_REFUTATION = _any(
    "отсутствие опровержения", "опровержения нет", "нет опровержения", "нечем опровергнуть",
    "нечем", "не могу опровергнуть", "не опровергаю", "опровергнуть нечем", "у меня ничего нет",
    "no refutation", "cannot refute", "I cannot refute", "can't refute", "I can't refute",
    "nothing to show", "I have none", "I have nothing",
    "brak obalenia", "nie mogę obalić", "nie obalam", "nie mam czym", "nie mam czym obalić",
    "nie mam", "нечего показать", "nie mam nic",
)  # fmt: skip
NO = frozenset(map(plain, ("нет", "no", "nie", "none", "brak")))
"""«No refutation» when it is all that was written."""
OF_SUGGESTION = _any(
    "на предположение", "предположения", "предположение", "of suggestion", "to suggestion",
    "the suggestion", "suggestion", "przypuszczenia", "przypuszczenie", "sugestii", "sugestia",
    "sugestię",
)  # fmt: skip
FROM = _any(
    "от", "игрока", "для", "на", "from", "by", "of", "for", "to", "od", "dla", "gracza",
)  # fmt: skip
COMMENT = _any(
    "комментарий", "в тред", "скажу", "comment", "say", "to the thread", "komentarz", "do wątku",
    "powiem",
)  # fmt: skip
TO_GM = _any(
    "ведущему", "гму", "гм", "вопрос ведущему", "организатору", "вопрос организатору",
    "to the gm", "to gm", "gm", "to the organiser", "to the organizer",
    "do mg", "mg", "do mistrza gry", "mistrzowi gry", "do organizatora",
)  # fmt: skip
ANSWER_FOR_ME = _any(
    "отвечайте за меня", "отвечай за меня", "answer for me", "please answer for me",
    "odpowiadaj za mnie", "odpowiadajcie za mnie",
)  # fmt: skip
PLEASE = _any("пожалуйста", "please", "proszę")
UNTIL = _any("до", "until", "till", "do")
ANSWER_MYSELF = frozenset(
    map(
        plain,
        (
            "отвечаю сам", "отвечаю сама", "снова отвечаю сам", "снова отвечаю сама",
            "I answer myself", "I will answer myself", "I answer for myself",
            "odpowiadam sam", "odpowiadam sama",
        ),
    )
)  # fmt: skip
LEAVE = frozenset(
    map(
        plain,
        (
            "выхожу из игры", "покидаю игру", "I leave the game", "resign", "I resign",
            "opuszczam grę", "wychodzę z gry",
        ),
    )
)  # fmt: skip
OFFER_SEAT = frozenset(
    map(
        plain,
        (
            "код для замены", "нужен код для замены", "offer my seat", "I offer my seat",
            "a code for my successor", "kod dla zastępcy", "kod dla następcy",
        ),
    )
)  # fmt: skip
"""Whoever writes this asks for a code by which a successor takes the seat (F53)."""
PASS = frozenset(
    map(
        plain,
        (
            "передача хода", "передаю ход", "я передаю ход", "пас", "пасую", "пропускаю ход",
            "pass", "I pass", "pass the turn", "I pass the turn", "passing the turn",
            "pas", "pasuję", "oddaję ruch", "przekazuję ruch", "oddaję kolejkę",
        ),
    )
)  # fmt: skip
"""Whoever writes this passes the turn (B5)."""
NOT_COME = _any(
    "карточка не пришла", "карта не пришла", "карточка так и не пришла", "карточки нет",
    "the card has not come", "the card did not come", "the card has not arrived",
    "karta nie przyszła", "karta nie dotarła",
)  # fmt: skip
"""Whoever writes this waits for the card of a refutation (F24)."""
EXAMPLE = _any("пример", "например", "example", "for example", "przykład", "na przykład")
"""Lines of our own letters that show how to write; never an order."""
PLEASANTRIES = _any(
    "привет", "приветствую", "здравствуйте", "добрый день", "добрый вечер", "доброе утро",
    "спасибо", "большое спасибо", "всем привет", "с уважением", "удачи",
    "hi", "hello", "hey", "good morning", "good evening", "thanks", "thank you", "cheers",
    "best regards", "regards", "good luck",
    "cześć", "dzień dobry", "dobry wieczór", "witam", "dziękuję", "dzięki", "pozdrawiam",
    "powodzenia", "pozdrowienia", "доброй ночи", "до завтра", "ok", "okay", "ок", "хорошо",
)  # fmt: skip
"""Politeness on a line of its own is no order and no nonsense."""
EVERYBODY = frozenset(
    map(
        plain,
        (
            "всем", "все", "господа", "друзья", "коллеги", "all", "everyone", "everybody", "there",
            "folks", "wszystkim", "wam",
        ),
    )
)  # fmt: skip
THE_GM = frozenset(map(plain, ("alibi", "ведущий", "гм", "gm", "mg")))
TITLES = frozenset(
    map(
        plain,
        (
            "предположения", "мои предположения", "ходы", "мои ходы", "suggestions",
            "my suggestions", "my moves", "przypuszczenia", "moje przypuszczenia",
        ),
    )
)  # fmt: skip
"""What may stand over several orders, and is none."""
FILLERS = _any(
    "я думаю, что убийство совершил", "я думаю, что убийство совершила", "я думаю", "думаю", "я",
    "что", "убийство", "совершил", "совершила", "совершено", "орудием", "орудие", "с помощью",
    "в комнате", "комната", "место", "в", "и", "персонаж", "подозреваемый", "подозреваемая",
    "это", "для", "спрашиваю", "игрока",
    "I think the murder was committed by", "I think", "that", "the murder", "was committed by",
    "with the", "with", "in the", "in", "the", "by", "and", "it was", "room", "weapon", "suspect",
    "for", "I ask", "ask", "myślę, że morderstwo popełnił", "myślę, że morderstwo popełniła",
    "myślę", "że", "morderstwo", "popełnił", "popełniła", "narzędziem", "w pokoju", "w", "i",
    "pokój", "postać", "podejrzany", "podejrzana", "narzędzie", "miejsce", "dla", "pytam",
    "карточка", "карту", "картой", "карточкой", "card", "kartę", "kartą",
)  # fmt: skip
"""The words of F13 around the keywords: what is left after them may be a keyword gone wrong."""
TEXT = tuple(
    tuple(part.replace(" ", r"\s") for part in parts)
    for parts in (
        ("я думаю,? что убийство совершил(?:[аио]|[(]а[)])?", "орудием", "в комнате"),
        ("i think (?:that )?the murder was committed by", "with(?: the)?", "in(?: the)?"),
        ("myślę,? że morderstwo popełnił(?:a|[(]a[)])?", "narzędziem", "w pokoju"),
    )
)
"""The text of F13, by language: what stands before the suspect, the weapon and the room."""
