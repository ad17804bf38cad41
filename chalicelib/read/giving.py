"""Words that hand over the card behind them: «ответ: 2», «держи подсвечник», «show her …». Pure.

They count only where nothing but a card or a number comes behind; by themselves they show nothing.
"""

import re

from chalicelib.read.scene import Scene
from chalicelib.read.words import pattern

ACTED = pattern(
    "убийство", "убийства", "совершил", "совершила", "совершено", "сделал", "сделала",
    "спрашиваю", "вопрос", "это был", "это была", "это сделал", "это сделала", "подозреваемый",
    "подозреваемая", "did it", "was committed", "the murder", "question", "I ask", "it was",
    "suspect", "morderstwo", "popełnił", "popełniła", "zrobił", "zrobiła", "to był", "to była",
    "pytam", "pytanie", "podejrzany", "podejrzana",
)  # fmt: skip
"""Words of a murder or of a question: whoever says that of one card alone shows none."""
MINE = pattern(
    "мой", "моя", "мою", "моим", "моей", "свой", "свою", "своим", "своей", "my", "my own", "mój",
    "moja", "moją", "swój", "swoją", "moim", "swoim", "mojej", "swojej",
)  # fmt: skip
_PLEASE = pattern("пожалуйста", "please", "proszę", "прошу")
_TO_WHOM = pattern(
    "ему", "ей", "им", "тебе", "вам", "him", "her", "them", "you", "mu", "jej", "im", "ci", "wam",
)  # fmt: skip
_HEADS = pattern(
    "ответ", "мой ответ", "ответ мой", "показ", "answer", "my answer", "my reply", "reply",
    "odpowiedź", "moja odpowiedź", "masz", "proszę", "proszę bardzo", "пожалуйста",
)  # fmt: skip
"""What needs a colon behind it."""
_GIVES = pattern(
    "держи", "держите", "лови", "ловите", "получай", "получите", "пусть будет", "пусть это будет",
    "let it be", "make it", "I pick", "I'll go with", "here you are",
    "here you go", "there you go", "trzymaj", "łap", "niech będzie", "oto", "wybieram",
    "покажу вам", "покажу тебе", "покажу ему", "покажу ей",
)  # fmt: skip
_ASKS = pattern(
    "покажите", "показать", "предъявите", "pokazać", "pokaż", "pokażcie", "show",
)  # fmt: skip
"""What asks the organiser to show a card; politely, or it may be said to anybody."""
_POLITELY = pattern("покажите", "предъявите", "pokażcie")
_GIVING = re.compile(
    r"[\W_]{0,8}(?P<show>"
    rf"(?:{_HEADS})\s?[:=—–-]|(?:{_GIVES})(?![^\W_])"
    rf"|(?:{_PLEASE})[\s,]{{1,3}}(?:{_ASKS})(?:\s(?:{_TO_WHOM}))?(?![^\W_])"
    rf"|(?:{_POLITELY})(?:\s(?:{_TO_WHOM}))?(?![^\W_]))[\W_]{{0,4}}(?=[^\W_])"
)
_HEADED = re.compile(rf"[\W_]{{0,8}}(?:{_HEADS})\s?[:=—–-]")
_PLACES = {
    1: pattern("первый", "первая", "первую", "первой", "первое", "1-я", "1-ю", "1-й", "1-ую",
               "first", "the first", "1st", "pierwsza", "pierwszą", "pierwszy", "pierwszej"),
    2: pattern("второй", "вторая", "вторую", "второе", "2-я", "2-ю", "2-й", "2-ую", "second",
               "the second", "2nd", "druga", "drugą", "drugi", "drugiej"),
    3: pattern("третий", "третья", "третью", "третьей", "третье", "3-я", "3-ю", "3-й", "third",
               "the third", "3rd", "trzecia", "trzecią", "trzeci", "trzeciej"),
}  # fmt: skip
_THINGS = pattern(
    "карту", "карточку", "карта", "one", "card", "kartę", "карточка", "karta", "из них"
)
_ORDINALS = {
    number: re.compile(rf"[\W_]{{0,4}}(?:{words})(?:\s(?:{_THINGS}))?[\W_]{{0,4}}")
    for number, words in _PLACES.items()
}
_BRACKETED = re.compile(
    r"(.{1,80}?)[\W_]{0,3}[(\[]\s?(?:№|#|nr\s|no\s|no\.\s)?(\d{1,2})\s?[)\]][\W_]{0,3}"
)


def giving(form: str) -> re.Match[str] | None:
    """Find words at the beginning of a text that hand over what comes behind them."""
    return _GIVING.match(form)


def leaves_open(scene: Scene, form: str, said: str) -> bool:
    """Whether a number may be that of the choices or of the suggestion's cards, or another one.

    So it is with ordinals («вторую»), and behind «ответ:».
    """
    return place(scene, said) != said or bool(_HEADED.match(form))


def place(scene: Scene, said: str) -> str:
    """Give the number that an ordinal stands for («первую»), or the text as it is."""
    if scene.exactly(said):
        return said
    return next((str(n) for n, words in _ORDINALS.items() if words.fullmatch(said)), said)


def numbered(scene: Scene, form: str) -> str:
    """Give «Подсвечник (2)» as «2 Подсвечник»; any other text as it is."""
    found = _BRACKETED.fullmatch(form)
    return f"{found[2]} {found[1]}" if found and scene.is_card(found[1]) else form
