"""What the demo and its players say, in each language of the game."""

from chalicelib.words import LANGUAGES

REMARKS = {
    "ru": (
        "За окном дождь, а у меня алиби.",
        "Кто-то сегодня слишком много улыбается.",
        "Чай остыл, а убийца всё ещё среди нас.",
    ),
    "en": (
        "It is raining outside, and I have an alibi.",
        "Somebody smiles too much tonight.",
        "The tea is cold, and the murderer is still among us.",
    ),
    "pl": (
        "Za oknem deszcz, a ja mam alibi.",
        "Ktoś się dziś za dużo uśmiecha.",
        "Herbata wystygła, a morderca wciąż jest wśród nas.",
    ),
}
"""What bots drop into the thread now and then."""

_TEXTS = {
    "table": ("За столом", "At the table", "Przy stole"),
    "sealed": (
        "Расклад запечатан, SHA-256:",
        "The deal is sealed, SHA-256:",
        "Rozdanie zapieczętowane, SHA-256:",
    ),
    "day": ("День", "Day", "Dzień"),
    "until": ("до", "until", "do"),
    "refuted": ("опровергнуто", "refuted", "obalona"),
    "not_refuted": ("нет опровержения", "not refuted", "nieobalona"),
    "gm": ("отвечает ведущий", "by the GM", "odpowiada mistrz gry"),
    "penalised": (
        "завтра на предположение меньше",
        "has a suggestion less tomorrow",
        "ma jutro jedną sugestię mniej",
    ),
    "window_opened": (
        "Поступило обвинение! Остальные могут обвинять",
        "An accusation! The others may accuse",
        "Wpłynęło oskarżenie! Inni mogą oskarżać",
    ),
    "window_closed": (
        "Верных обвинений не было, игра продолжается.",
        "No accusation was right; the game goes on.",
        "Żadne oskarżenie nie było trafne; gra trwa.",
    ),
    "solved": ("Верное обвинение", "A right accusation", "Trafne oskarżenie"),
    "over": ("Игра окончена", "The game is over", "Koniec gry"),
    "winner": ("Победа", "The winner", "Wygrywa"),
    "nobody": ("никто", "nobody", "nikt"),
    "envelope": ("Конверт", "The envelope", "Koperta"),
    "hands": ("У кого что было", "The hands", "Kto co miał"),
    "accusations": ("Обвинения", "The accusations", "Oskarżenia"),
    "right": ("верно", "right", "trafne"),
    "wrong": ("неверно", "wrong", "nietrafne"),
    "verified": (
        "Расклад проверен: SHA-256 сходится с объявленным.",
        "The deal is verified: its SHA-256 is the one announced.",
        "Rozdanie sprawdzone: SHA-256 zgadza się z ogłoszonym.",
    ),
    "forged": (
        "Расклад НЕ сходится с объявленной контрольной суммой!",
        "The deal does NOT match what was announced!",
        "Rozdanie NIE zgadza się z ogłoszonym odciskiem!",
    ),
    "letters": ("писем", "letters", "listów"),
    "seconds": ("секунд", "seconds", "sekund"),
    "quote": ("«{}»", "“{}”", "„{}”"),
    "too_long": (
        "Слишком долго, демонстрация прервана.",
        "This takes too long; the demo stops.",
        "To trwa za długo; pokaz przerwany.",
    ),
}


def text(language: str, name: str) -> str:
    """Give a text by its name; raises ``KeyError`` for an unknown one."""
    return _TEXTS[name][LANGUAGES.index(language)]
