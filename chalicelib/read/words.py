"""The words players use, in Russian, English and Polish: all are understood in every game.

Everything here is compared with text in its ``plain`` form: lower case, ``е`` for ``ё``.
"""

import re

from chalicelib.text import plain


def _any(*words: str) -> str:
    """Give a pattern for any of some words, the longest first."""
    return "|".join(re.escape(plain(word)) for word in sorted(words, key=len, reverse=True))


SUGGESTION = _any(
    "предположение", "предполагаю", "suggestion", "I suggest",
    "przypuszczenie", "sugestia", "podejrzenie", "sugeruję",
)  # fmt: skip
"""What a suggestion is headed with (F13)."""
FOR = _any("для", "for", "dla")
ACCUSATION = _any(
    "обвинение", "обвиняю", "accusation", "I accuse", "oskarżenie", "oskarżam",
)  # fmt: skip
REFUTATION = _any(
    "опровержение", "опровергаю", "показываю карточку", "показываю карту", "показываю",
    "refutation", "I refute", "refute", "I show", "show",
    "obalenie", "obalam", "pokazuję kartę", "pokazuję",
)  # fmt: skip
NO_REFUTATION = _any(
    "отсутствие опровержения", "опровержения нет", "нет опровержения", "нечем опровергнуть",
    "нечем", "не могу опровергнуть", "не опровергаю", "опровергнуть нечем", "у меня ничего нет",
    "no refutation", "cannot refute", "I cannot refute", "can't refute", "I can't refute",
    "nothing to show", "I have none", "I have nothing",
    "brak obalenia", "nie mogę obalić", "nie obalam", "nie mam czym", "nie mam czym obalić",
    "nie mam",
)  # fmt: skip
NO = frozenset(map(plain, ("нет", "no", "nie", "none", "brak")))
"""«No refutation» when it is all that was written."""
OF_SUGGESTION = _any(
    "на предположение", "предположения", "предположение", "of suggestion", "to suggestion",
    "the suggestion", "suggestion", "przypuszczenia", "przypuszczenie", "sugestii",
)  # fmt: skip
FROM = _any("от", "игрока", "from", "by", "of", "od", "gracza")
COMMENT = _any(
    "комментарий", "в тред", "скажу", "comment", "say", "to the thread", "komentarz", "do wątku",
    "powiem",
)  # fmt: skip
TO_GM = _any(
    "ведущему", "гму", "вопрос ведущему", "to the gm", "to gm", "gm",
    "do mg", "do mistrza gry", "mistrzowi gry",
)  # fmt: skip
ANSWER_FOR_ME = _any(
    "отвечайте за меня", "отвечай за меня", "answer for me", "please answer for me",
    "odpowiadaj za mnie", "odpowiadajcie za mnie",
)  # fmt: skip
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
COMMANDS = {
    plain(word): command
    for command, words in {
        "status": ("статус", "status", "stan"),
        "help": ("помощь", "помоги", "help", "pomoc"),
    }.items()
    for word in words
}
EXAMPLE = _any("пример", "например", "example", "for example", "przykład", "na przykład")
"""Lines of our own letters that show how to write; never an order."""
PLEASANTRIES = _any(
    "привет", "приветствую", "здравствуйте", "добрый день", "добрый вечер", "доброе утро",
    "спасибо", "большое спасибо", "всем привет", "с уважением", "удачи",
    "hi", "hello", "hey", "good morning", "good evening", "thanks", "thank you", "cheers",
    "best regards", "regards", "good luck",
    "cześć", "dzień dobry", "dobry wieczór", "witam", "dziękuję", "dzięki", "pozdrawiam",
    "powodzenia",
)  # fmt: skip
"""Politeness on a line of its own is no order and no nonsense."""
FILLERS = _any(
    "я думаю, что убийство совершил", "я думаю, что убийство совершила", "я думаю", "думаю",
    "что", "убийство", "совершил", "совершила", "совершено", "орудием", "орудие", "с помощью",
    "в комнате", "комната", "место", "в", "и", "персонаж", "убийца", "это",
    "I think the murder was committed by", "I think", "the murder", "was committed by",
    "with the", "with", "in the", "in", "the", "by", "and", "it was", "room", "weapon", "suspect",
    "myślę, że morderstwo popełnił", "myślę, że morderstwo popełniła", "myślę", "że",
    "morderstwo", "popełnił", "popełniła", "narzędziem", "w pokoju", "w", "i", "pokój",
    "карточка", "карту", "card",
)  # fmt: skip
"""The words of F13 around the keywords: what is left after them may be a keyword gone wrong."""
