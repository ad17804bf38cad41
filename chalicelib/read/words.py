"""The words players use, in Russian, English and Polish: all are understood in every game.

Everything here is compared with text in its ``plain`` form: lower case, ``е`` for ``ё``.
"""

import re

from chalicelib.read.alphabets import APOSTROPHES, unaccented
from chalicelib.text import plain


def pattern(*words: str) -> str:
    """Give a pattern for any of some words, the longest first, typed with their marks or without.

    Blanks may be several, or a break; apostrophes are of any kind.
    """
    longest_first = sorted(set(map(plain, words)), key=len, reverse=True)
    return "|".join("".join(map(_typed, word)) for word in longest_first)


def _typed(char: str) -> str:
    """Give a pattern for a character of a word."""
    if char in " '":
        return r"\s" if char == " " else f"[{APOSTROPHES}]"
    base = unaccented(char)
    return re.escape(char) if base == char else f"[{char}{base}]"


def _words(*words: str) -> frozenset[str]:
    """Give the plain forms of some words, with their marks and without."""
    forms = frozenset(map(plain, words))
    return forms | frozenset(map(unaccented, forms))


SUGGESTION = pattern(
    "предположение", "предполагаю", "suggestion", "I suggest",
    "przypuszczenie", "sugestia", "podejrzenie", "sugeruję",
)  # fmt: skip
"""What a suggestion is headed with (F13)."""
FOR = pattern("для", "for", "dla")
ASKED = pattern(
    "вопрос для", "вопрос к", "мой вопрос для", "question for", "question to",
    "pytanie dla", "pytanie do", "moje pytanie do",
)  # fmt: skip
"""What may stand before an addressee just as well."""
SUPPOSING = pattern("думаю", "убийство", "I think", "the murder", "myślę", "morderstwo")
"""Who writes one of these supposes something, and does not answer."""
URGING = pattern(
    "опровергай", "опровергайте", "опровергни", "опровергните", "опровергнешь", "опровергнете",
    "ответь", "ответьте", "отвечай", "отвечайте", "жду ответа", "твой ход", "ваш ход",
    "вопрос для", "вопрос к", "вопрос", "пожалуйста", "прошу",
    "please", "answer", "your turn", "refute", "can you refute", "question for", "question to",
    "a question for", "a question to", "question", "proszę", "odpowiedz", "obal",
    "twój ruch", "twoja kolej", "pytanie dla", "pytanie do", "pytanie",
)  # fmt: skip
"""What may be said to the addressee behind the three keywords."""
REPORTED = _words(
    "цитирую", "цитата", "цитаты", "quote", "quoting", "quoted", "cytuję", "cytat",
    "недействительно", "недействительное", "исправлено", "void", "invalid", "corrected",
    "nieważna", "nieważne", "unieważniona", "unieważnione", "poprawiona", "poprawione",
    "отменяю", "отменяется", "отмена", "снимаю", "забираю", "отзываю", "шучу", "шутка", "шутки",
    "withdraw", "withdrawn", "cancel", "cancelled", "joke", "joking", "kidding", "wycofuję",
    "wycofane", "anuluję", "odwołuję", "żart", "żartuję", "żartowałem", "żartowałam",
)  # fmt: skip
"""Words of a report about a suggestion that somebody has made."""
MADE_BY = pattern("от", "from", "by", "od", "gracza", "игрока")
ACCUSATION = pattern(
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
NEGATION = _words(
    "не", "ни", "нет", "кроме", "без", "вместо", "not", "no", "except", "without", "instead",
    "neither", "nor", "never", "nie", "ani", "oprócz", "bez", "zamiast", "poza",
)  # fmt: skip
TURNING = _words(
    "или", "либо", "если", "бы", "or", "if", "unless", "would", "albo", "lub", "jeśli", "jeżeli",
    "gdyby", "czy",
)  # fmt: skip
"""Words that leave open what is said with them."""
PRONOUNS = _words(
    "то", "она", "они", "их", "мы", "уже", "oni", "ona", "mi", "tym", "tego", "już",
)  # fmt: skip
"""Words that are no form of a name, though they look like one."""
SHOW = pattern(
    "показываю карточку", "показываю карту", "показываю", "покажу карту", "покажу", "могу показать",
    "выбираю", "I show card", "I show", "show", "I'll show", "I will show", "I'm showing",
    "showing", "I am showing", "I can show", "I choose", "pokazuję kartę", "pokazuję",
    "pokażę kartę", "pokażę", "mogę pokazać", "wybieram",
)  # fmt: skip
HAVE = pattern(
    "у меня есть", "у меня", "есть", "отвечаю", "мой ответ", "предъявляю", "вот", "пусть будет",
    "I have", "I've got", "I hold", "my answer is", "my answer", "here is", "here's", "I pick",
    "mam kartę", "mam", "posiadam", "odpowiadam", "moja odpowiedź", "moja odpowiedź to", "oto",
    "niech będzie",
)  # fmt: skip
"""What may stand before the card that is shown, if nothing but the card comes behind it."""
NUMBERED = pattern(
    "карта", "карту", "картой", "карточка", "карточку", "карточкой", "номер", "под номером",
    "под номер", "card", "number", "no", "nr", "numer", "karta", "kartę", "kartą", "numerem",
    "pod numerem", "вариант", "цифра", "пункт", "option", "choice", "item", "opcja",
    "wariant", "punkt",
)  # fmt: skip
"""What may stand before the number of a card (F25)."""
REFUTE = pattern(
    "опровержение", "опровергаю", "могу опровергнуть", "refutation", "I refute", "refute",
    "I'll refute", "I will refute",
    "I can refute", "obalenie", "obalam", "mogę obalić",
)  # fmt: skip
NO_REFUTATION = pattern(
    "отсутствие опровержения", "опровержения нет", "нет опровержения", "нечем опровергнуть",
    "нечем", "не могу опровергнуть", "не опровергаю", "опровергнуть нечем", "у меня ничего нет",
    "no refutation", "cannot refute", "I cannot refute", "can't refute", "I can't refute",
    "nothing to show", "I have none", "I have nothing",
    "brak obalenia", "nie mogę obalić", "nie obalam", "nie mam czym", "nie mam czym obalić",
    "nie mam", "нечего показать", "nie mam nic", "опровергнуть не могу", "мне нечем",
    "can not refute", "I can not refute", "I don't refute", "I am unable to refute",
)  # fmt: skip
REGRETS = pattern(
    "увы", "к сожалению", "извини", "извините", "прости", "простите", "сорри", "sorry", "alas",
    "sadly", "unfortunately", "I'm afraid", "niestety", "przykro mi", "wybacz", "przepraszam",
)  # fmt: skip
"""What is said around an answer out of politeness."""
OF_SUGGESTION = pattern(
    "на предположение", "предположения", "предположение", "of suggestion", "to suggestion",
    "the suggestion", "suggestion", "przypuszczenia", "przypuszczenie", "sugestii", "sugestia",
    "sugestię",
)  # fmt: skip
FROM = pattern(
    "от", "игрока", "для", "на", "from", "by", "of", "for", "to", "od", "dla", "gracza",
)  # fmt: skip
GOVERNING = pattern(
    "для", "от", "к", "у", "вопрос к", "показываю", "покажу", "опровергаю", "обвиняю",
    "спрашиваю", "убийство совершено", "картой", "карту", "игрока",
    "dla", "od", "do", "pokazuję", "pokażę", "obalam", "oskarżam", "pytam", "gracza", "kartę",
)  # fmt: skip
"""Words behind which a name stands in another case, in languages that have cases."""
COMMENT = pattern(
    "комментарий", "в тред", "скажу", "comment", "say", "to the thread", "komentarz", "do wątku",
    "powiem",
)  # fmt: skip
TO_GM = pattern(
    "ведущему", "гму", "гм", "вопрос ведущему", "организатору", "вопрос организатору",
    "to the gm", "to gm", "gm", "to the organiser", "to the organizer",
    "do mg", "mg", "do mistrza gry", "mistrzowi gry", "do organizatora",
)  # fmt: skip
ANSWER_FOR_ME = pattern(
    "отвечайте за меня", "отвечай за меня", "answer for me", "please answer for me",
    "odpowiadaj za mnie", "odpowiadajcie za mnie",
)  # fmt: skip
PLEASE = pattern("пожалуйста", "please", "proszę")
UNTIL = pattern("до", "until", "till", "do")
ANSWER_MYSELF = _words(
    "отвечаю сам", "отвечаю сама", "снова отвечаю сам", "снова отвечаю сама",
    "I answer myself", "I will answer myself", "I answer for myself",
    "odpowiadam sam", "odpowiadam sama",
)  # fmt: skip
LEAVE = _words(
    "выхожу из игры", "покидаю игру", "I leave the game", "resign", "I resign",
    "opuszczam grę", "wychodzę z gry",
)  # fmt: skip
OFFER_SEAT = _words(
    "код для замены", "нужен код для замены", "offer my seat", "I offer my seat",
    "a code for my successor", "kod dla zastępcy", "kod dla następcy",
)  # fmt: skip
"""Whoever writes this asks for a code by which a successor takes the seat (F53)."""
PASS = _words(
    "передача хода", "передаю ход", "я передаю ход", "пас", "пасую", "пропускаю ход",
    "pass", "I pass", "pass the turn", "I pass the turn", "passing the turn",
    "pas", "pasuję", "oddaję ruch", "przekazuję ruch", "oddaję kolejkę", "przekazuję turę",
    "oddaję turę", "przekazuję kolejkę", "przekazuję kolej", "передаю ход дальше", "ход передаю",
    "I pass my turn", "pass my turn", "I pass on",
)  # fmt: skip
"""Whoever writes this passes the turn (B5)."""
NOT_COME = pattern(
    "карточка не пришла", "карта не пришла", "карточка так и не пришла", "карточки нет",
    "the card has not come", "the card did not come", "the card has not arrived",
    "karta nie przyszła", "karta nie dotarła",
)  # fmt: skip
"""Whoever writes this waits for the card of a refutation (F24)."""
EXAMPLE = pattern("пример", "например", "example", "for example", "przykład", "na przykład")
"""Lines of our own letters that show how to write; never an order."""
_WISHES = "|".join(
    rf"(?:{before})(?:{pattern(*what)})"
    for before, what in (
        (r"(?:(?:хорошего|доброго|приятного|удачного|спокойного|отличного)\s)(?:всем\s|вам\s)?",
         ("вечера", "дня", "утра", "выходных", "настроения", "времени суток", "воскресенья")),
        (r"(?:спокойной|хорошей|доброй|удачной|приятной)\s(?:всем\s|вам\s)?",
         ("ночи", "игры", "недели", "субботы")),
        (r"(?:have\sa\s)?(?:very\s)?(?:nice|good|great|lovely|wonderful|pleasant)\s",
         ("evening", "day", "night", "weekend", "week", "time", "one", "game", "afternoon")),
        (r"(?:miłego|milego|dobrego|spokojnego|udanego|przyjemnego)\s",
         ("wieczoru", "dnia", "popołudnia", "weekendu", "tygodnia")),
        (r"(?:dobrej|spokojnej|miłej|milej|udanej)\s", ("nocy", "gry", "zabawy", "niedzieli")),
    )
)  # fmt: skip
"""What people wish each other at the end of a mail."""
_COURTESIES = pattern(
    "привет", "приветствую", "здравствуйте", "добрый день", "добрый вечер", "доброе утро",
    "спасибо", "большое спасибо", "спасибо за игру", "всем привет", "с уважением", "удачи",
    "hi", "hello", "hey", "good morning", "good evening", "thanks", "thank you", "cheers",
    "thanks for the game", "best regards", "regards", "good luck",
    "cześć", "dzień dobry", "dobry wieczór", "witam", "dziękuję", "dzięki", "pozdrawiam",
    "powodzenia", "pozdrowienia", "доброй ночи", "до завтра", "ok", "okay", "ок", "хорошо",
    "заранее спасибо", "спасибо большое", "всего доброго", "всего хорошего", "всех благ",
    "до встречи", "до связи", "с наилучшими пожеланиями", "доброго времени суток", "хай", "салют",
    "thanks a lot", "many thanks", "thanks in advance", "kind regards", "warm regards",
    "all the best", "best wishes", "take care", "see you", "see you tomorrow", "bye",
    "yours sincerely",
    "dziękuję bardzo", "wielkie dzięki", "z góry dziękuję", "serdecznie pozdrawiam", "z poważaniem",
    "pozdrawiam serdecznie", "do jutra", "do zobaczenia", "na razie", "hej", "witajcie",
)  # fmt: skip
PLEASANTRIES = f"{_WISHES}|{_COURTESIES}"
"""Politeness on a line of its own is no order and no nonsense."""
EVERYBODY = _words(
    "всем", "все", "господа", "друзья", "коллеги", "all", "everyone", "everybody", "there",
    "folks", "wszystkim", "wam",
)  # fmt: skip
THE_GM = _words("alibi", "ведущий", "гм", "gm", "mg")
TITLES = _words(
    "предположения", "мои предположения", "ходы", "мои ходы", "suggestions",
    "my suggestions", "my moves", "przypuszczenia", "moje przypuszczenia",
)  # fmt: skip
"""What may stand over several orders, and is none."""
_FILLERS = (
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
_LINKING = (
    "вопрос", "это был", "это была", "это сделал", "это сделала", "с", "со", "на", "при помощи",
    "question", "it's", "it is", "did it", "of the murder", "the murder of", "using", "on the",
    "on", "of", "with a", "pytanie", "to był", "to była", "zrobił to", "zrobiła to", "to zrobił",
    "to zrobiła", "z", "ze", "na", "za pomocą", "przy użyciu",
)  # fmt: skip
FILLERS = pattern(*_FILLERS)
"""The words of F13 around the keywords: what is left after them may be a keyword gone wrong."""
AROUND = pattern(*_FILLERS, *_LINKING)
"""These, and what prose puts between keywords besides; a nick of such a word is still a nick."""
LABELS = pattern(
    "to", "do", "for", "with", "in", "для", "dla", "w",
    "кто", "кого", "чем", "где", "кому", "игрок", "адресат", "орудие", "орудие убийства", "место",
    "комната", "персонаж", "подозреваемый", "подозреваемая", "who", "how", "where", "whom",
    "to whom", "with what", "player", "addressee", "suspect", "weapon", "room", "kto", "kogo",
    "czym", "gdzie", "komu", "gracz", "adresat", "postać", "podejrzany", "podejrzana", "narzędzie",
    "miejsce", "pokój",
)  # fmt: skip
"""What a form has before the colon of each line."""
CULPRIT = pattern(
    "убийца", "преступник", "преступница", "виновен", "виновна", "killer", "murderer", "culprit",
    "morderca", "morderczyni", "sprawca", "winny", "winna",
)  # fmt: skip
"""What an accusation may have there besides; in public it would sound like one."""
TEXT = tuple(
    tuple(part.replace(" ", r"\s") for part in parts)
    for parts in (
        ("я думаю,? что убийство совершил(?:[аио]|[(]а[)])?", "орудием", "в комнате"),
        ("i think (?:that )?the murder was committed by", "with(?: the)?", "in(?: the)?"),
        ("myślę,? że morderstwo popełnił(?:a|[(]a[)])?", "narzędziem", "w pokoju"),
    )
)
"""The text of F13, by language: what stands before the suspect, the weapon and the room."""
