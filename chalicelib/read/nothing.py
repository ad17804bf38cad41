"""«I have none of these cards», in whatever order it is put (F20).

Such an answer is known by its words: one that denies, and none besides but those that may stand
around it. Words that could turn it («могу», «mam», «have») count only inside what denies.
"""

import re

from chalicelib.read.words import PLEASANTRIES, PLEASE, pattern

_DENIES = pattern(
    "нет", "нету", "ни одной", "ни одного", "нечем",
    "нечего", "не могу", "не имею", "не смогу", "не держу", "отсутствует",
    "отсутствуют", "не опровергаю", "не имеется", "не нашлось", "не оказалось",
    "no", "nope", "none", "nothing", "can't refute", "cannot refute", "can not refute",
    "can't show", "cannot show", "can not show", "unable to refute", "not able to refute",
    "don't have", "do not have", "haven't got", "haven't", "have no", "have none", "have nothing",
    "have got no", "have got none", "have got nothing", "hold none", "hold nothing", "don't hold",
    "do not hold", "don't refute", "do not refute", "'ve none", "'ve nothing", "'ve got none",
    "'ve got nothing", "'ve got no", "I've none", "I've nothing", "I've got none",
    "I've got nothing", "I've got no",
    "not one", "not a single one", "not any", "żadnej", "żadnych", "ani jednej",
    "nie", "brak", "nie mam", "nie posiadam", "nie mogę", "nie potrafię", "nie obalam",
    "nie jestem w stanie",
)  # fmt: skip
_BESIDES = pattern(
    "у", "меня", "мне", "я", "таких", "такой", "этих", "этой", "данных", "карт", "карты", "карта",
    "карточек", "карточки", "ни", "одной", "одного", "одна", "никаких", "никакой", "из", "них",
    "этого", "названных", "перечисленных", "указанных", "названного",
    "перечисленного", "указанного", "увы и ах", "ой", "ну", "трех", "ничего", "увы", "к сожалению",
    "жаль", "извини", "извините", "прости", "простите", "сорри", "опровергнуть", "опровергать",
    "показать", "показывать", "предъявить", "опровержения", "тут", "здесь", "вообще", "совсем",
    "ключевых", "слов", "на руках", "и", "ведь", "это", "предположение", "подходящего", "нужных",
    "i", "i'm", "am", "afraid", "sorry", "alas", "sadly", "unfortunately",
    "any", "of", "these", "those",
    "them", "the", "three", "cards", "card", "such", "to show", "to refute", "to refute with",
    "to offer", "this", "it", "that", "your", "suggestion", "at all", "here", "either", "mentioned",
    "named", "with that", "with this", "refutation", "from me", "one", "single", "a", "not", "my",
    "hand", "in",
    "żadnej", "żadnych", "żadna", "żadnego", "z", "tych", "nich", "kart", "karty", "karta",
    "takich", "takiej", "tego", "nic", "niczego", "czym", "czego", "obalić", "pokazać", "obalenia",
    "do pokazania", "przypuszczenia", "przypuszczenie", "sugestii", "niestety", "przykro", "mi",
    "mnie", "ja", "u", "ani", "jednej", "wybacz", "wybaczcie", "przepraszam", "trzech", "tutaj",
    "wymienionych", "na ręce", "w ręku", "u siebie",
)  # fmt: skip
_DENIED = re.compile(rf"(?<![^\W_])(?:{_DENIES})(?![^\W_])")
_AROUND = re.compile(rf"(?<![^\W_])(?:{_BESIDES}|{PLEASANTRIES}|{PLEASE})(?![^\W_])")
_WORD = re.compile(r"[^\W_]")
LONGEST = 160
"""The longest text, in characters, that says nothing but this."""


def is_nothing(form: str) -> bool:
    """Whether a text says that there is nothing to refute with, and says nothing else."""
    if len(form) > LONGEST or "?" in form or not _DENIED.search(form):
        return False
    return not _WORD.search(_AROUND.sub(" ", _DENIED.sub(" ", form)))
