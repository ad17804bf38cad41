"""The words of commands, in Russian, English and Polish: all are understood in every game.

Everything is compared in the folded form: lower case, ``е`` for ``ё``, no Polish tails.
"""

import re

from chalicelib.text import folded


def _any(*words: str) -> str:
    """Give a pattern for any of some words, the longest first."""
    longest_first = sorted(map(folded, words), key=len, reverse=True)
    return "|".join(map(re.escape, longest_first))


PLEASE = _any(
    "пожалуйста", "плиз", "будьте добры", "спасибо", "заранее спасибо", "please", "pls", "thanks",
    "thank you", "proszę", "dzięki", "dziękuję",
)  # fmt: skip
"""What may stand before or behind a command."""

FIXED: dict[str, str] = {
    folded(word): kind
    for kind, words in {
        "status": (
            "статус", "статус игры", "мой статус", "состояние", "мои карты", "мои карточки",
            "status", "game status", "my cards", "my hand", "stan", "stan gry", "moje karty",
        ),
        "help": (
            "помощь", "помоги", "помогите", "справка", "команды", "список команд", "help",
            "help me", "commands", "pomoc", "pomocy", "komendy", "polecenia", "lista poleceń",
        ),
        "history": (
            "история", "история игры", "хроника", "ход игры", "history", "game history",
            "historia", "historia gry", "przebieg gry",
        ),
        "rules": (
            "правила", "правила игры", "rules", "house rules", "the rules", "game rules", "zasady",
            "zasady gry", "reguły", "reguły gry",
        ),
        "unobserve": (
            "не наблюдать", "больше не наблюдать", "не наблюдаю", "перестать наблюдать",
            "stop observing", "stop watching", "unobserve", "do not observe", "nie obserwuj",
            "nie obserwuję", "przestań obserwować", "koniec obserwacji",
        ),
        "post daily": (
            "сводка раз в день", "письма раз в день", "раз в день", "одним письмом в день",
            "дайджест", "сводка", "сводкой", "ежедневная сводка", "digest", "daily digest",
            "daily", "once a day", "one letter a day", "mail once a day", "raz dziennie",
            "listy raz dziennie", "podsumowanie raz dziennie", "podsumowanie", "zbiorczo",
            "jeden list dziennie",
        ),
        "post all": (
            "сразу", "все сразу", "письма сразу", "присылать сразу", "присылайте все сразу",
            "at once", "immediately", "immediate", "everything at once", "mail at once", "od razu",
            "wszystko od razu", "listy od razu", "natychmiast",
        ),
        "post mine": (
            "только важное", "только мое", "только обо мне", "письма только важные",
            "only important", "important only", "only what is important", "only mine",
            "only what concerns me", "tylko ważne", "tylko najważniejsze", "tylko moje",
        ),
        "unsubscribe": (
            "отписаться", "отпиши меня", "отпишите меня", "отписка", "отписаться от игры",
            "не присылайте мне писем", "unsubscribe", "unsubscribe me",
            "unsubscribe from this game",
            "wypisz mnie", "wypisz", "wypiszcie mnie", "rezygnuję z listów",
            "anuluj subskrypcję", "odsubskrybuj",
        ),
        "unsubscribe all": (
            "отписаться от всего", "отписаться от всех игр", "отпишите меня от всего",
            "unsubscribe from everything", "unsubscribe from all", "unsubscribe all",
            "unsubscribe from all games", "wypisz mnie ze wszystkiego", "wypisz ze wszystkiego",
            "wypisz mnie ze wszystkich gier",
        ),
        "subscribe": (
            "подписаться", "подпиши меня", "подпишите меня", "подписка", "подписаться снова",
            "снова присылайте письма", "subscribe", "resubscribe", "subscribe me",
            "subscribe again", "zapisz mnie", "zapisz mnie znowu", "subskrybuj", "zasubskrybuj",
        ),
        "subscribe all": (
            "подписаться на все", "подписаться на всё", "подписаться на все игры",
            "subscribe to everything", "subscribe all", "subscribe to all games",
            "zapisz mnie na wszystko", "subskrybuj wszystko",
        ),
        "forum": (
            "код форума", "код для форума", "код на форум", "мой код для форума",
            "дайте код для форума", "forum code", "code for the forum", "my forum code",
            "a code for the forum", "kod forum", "kod na forum", "kod do forum", "mój kod na forum",
        ),
        "language ru": ("по-русски", "пишите по-русски", "пишите мне по-русски", "in russian",
                        "write in russian", "po rosyjsku", "piszcie po rosyjsku"),
        "language en": ("по-английски", "пишите по-английски", "in english", "in english please",
                        "write in english", "write to me in english", "po angielsku",
                        "piszcie po angielsku"),
        "language pl": ("по-польски", "пишите по-польски", "in polish", "write in polish",
                        "po polsku", "pisz po polsku", "piszcie po polsku"),
    }.items()
    for word in words
}  # fmt: skip
"""Commands that need no more words; behind the kind stands what it is about."""

ORDERS: dict[str, str] = {
    folded(word): kind
    for kind, words in {
        "back": (
            "я вернулся", "я вернулась", "вернулся", "вернулась", "я снова здесь", "я снова тут",
            "я снова в игре", "I am back", "I'm back", "I’m back", "back", "back again",
            "I am here again", "wróciłem", "wróciłam", "już jestem", "jestem z powrotem",
            "znowu jestem",
        ),
        "leave": (
            "я выхожу из игры", "выхожу", "ухожу из игры", "я ухожу из игры", "я покидаю игру",
            "I am leaving the game", "leave the game", "rezygnuję", "rezygnuję z gry",
            "odchodzę z gry",
        ),
        "replace": (
            "замените меня", "прошу замену", "прошу меня заменить", "нужна замена",
            "найдите мне замену", "replace me", "find a replacement for me", "I need a replacement",
            "zastąpcie mnie", "proszę o zastępstwo", "potrzebuję zastępstwa",
        ),
        "ask pause": (
            "прошу паузу", "прошу паузы", "прошу сделать паузу", "прошу о паузе", "нужна пауза",
            "можно паузу", "давайте сделаем паузу", "I ask for a pause", "I request a pause",
            "pause request", "can we pause", "proszę o pauzę", "proszę o przerwę", "prośba o pauzę",
            "potrzebna pauza",
        ),
        "pause": ("пауза", "поставить на паузу", "приостановить игру", "pause", "pause the game",
                  "pauza", "wstrzymaj grę"),
        "resume": (
            "продолжить", "продолжаем", "продолжить игру", "продолжаем игру", "снять с паузы",
            "снять паузу", "конец паузы", "игра продолжается", "пауза окончена", "resume",
            "resume the game", "go on", "the game goes on", "end of the pause", "wznów",
            "wznów grę", "wznawiamy", "wznawiamy grę", "koniec pauzy", "koniec przerwy",
        ),
        "close": (
            "закрыть день", "закрываем день", "закрой день", "close the day", "close day",
            "zamknij dzień", "zamykamy dzień", "zamykam dzień", "закрываю день",
        ),
        "start": (
            "начать игру", "начинаем", "начинаем игру", "раздать карты", "start the game", "start",
            "deal the cards", "rozpocznij grę", "zaczynamy", "rozdaj karty",
        ),
    }.items()
    for word in words
}  # fmt: skip
"""Commands that are moves, of players or of the organiser."""

_GAP = r"[\s:,=—–-]{1,4}"
LEAD = {
    kind: re.compile(rf"(?:{_any(*words)})(?:{gap})")
    for kind, gap, words in (
        ("history", _GAP, ("история", "история игры", "history", "historia", "хроника")),
        ("rules", _GAP, ("правила", "правило", "rules", "rule", "zasady", "zasada", "reguła")),
        ("join", _GAP, (
            "вступить", "вступаю", "вступаю в игру", "вступить в игру", "хочу играть", "войти",
            "играю", "join", "join game", "join the game", "I join", "dołącz", "dołączam",
            "dołącz do gry", "dołączam do gry", "chcę grać",
        )),
        ("observe", _GAP, (
            "наблюдать", "наблюдаю", "наблюдать за игрой", "смотреть игру", "observe", "watch",
            "observe the game", "watch the game", "obserwuj", "obserwować", "obserwuję",
            "obserwuj grę", "obserwuję grę",
        )),
        ("replace", _GAP, (
            "замените меня на", "замени меня на", "заменить меня на", "прошу заменить меня на",
            "вместо меня будет", "вместо меня играет", "вместо меня", "замена", "мой преемник",
            "replace me by", "replace me with", "my successor is", "my replacement is",
            "zastąp mnie przez", "zastąpcie mnie przez", "zamieńcie mnie na", "zastąpi mnie",
            "zamiast mnie", "zastępstwo", "moim następcą będzie", "zastąp mnie",
        )),
        ("away", rf"(?:{_GAP}|$)", (
            "меня не будет", "меня не будет в игре", "меня не будет на месте", "буду отсутствовать",
            "я буду отсутствовать", "отсутствую", "я отсутствую", "в отпуске",
            "я в отпуске", "буду в отпуске", "отпуск", "absent", "I am absent", "I will be absent",
            "away", "I am away", "I'm away", "I’m away", "I will be away", "I'll be away",
            "I’ll be away", "on holiday", "I am on holiday", "nieobecny", "nieobecna",
            "będę nieobecny", "będę nieobecna", "jestem nieobecny", "jestem nieobecna",
            "nie będzie mnie", "nie ma mnie", "mnie nie będzie", "nieobecność", "urlop",
            "jestem na urlopie",
        )),
        ("answer", _GAP, (
            "отвечайте за меня", "отвечай за меня", "answer for me", "please answer for me",
            "odpowiadaj za mnie", "odpowiadajcie za mnie",
        )),
        ("language", _GAP, (
            "язык", "язык писем", "мой язык", "language", "my language", "język", "język listów",
            "mój język",
        )),
        ("zone", _GAP, (
            "часовой пояс", "мой часовой пояс", "пояс", "часовая зона", "мое время",
            "time zone", "timezone", "my time zone", "strefa czasowa", "moja strefa",
            "strefa", "mój czas",
        )),
        ("ask pause", _GAP, (
            "прошу паузу", "прошу паузы", "прошу сделать паузу", "нужна пауза", "I ask for a pause",
            "pause request", "proszę o pauzę", "proszę o przerwę",
        )),
        ("pause", r"\s?:\s?", ("пауза", "pause", "pauza")),
    )
}  # fmt: skip
"""How commands begin that go on."""

YES = frozenset(
    map(
        folded,
        ("да", "ага", "хочу", "согласен", "согласна", "подтверждаю", "yes", "y", "ok", "okay",
         "confirm", "sure", "tak", "zgoda", "potwierdzam", "ок"),
    )
)  # fmt: skip
"""How somebody says that it was they."""
