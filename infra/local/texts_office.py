"""What the thread's page says of the GM's office; the form is that of ``texts``."""

OFFICE: dict[str, tuple[str, str, str]] = {
    "office": ("Ведение игры", "Running the game", "Prowadzenie gry"),
    "office_hint": (
        "Вы действуете от имени организатора: эта страница только для этого компьютера.",
        "You act as the organiser: this page is for this computer only.",
        "Działasz jako organizator: ta strona jest tylko dla tego komputera.",
    ),
    "pause": ("Пауза", "Pause", "Wstrzymaj"),
    "resume": ("Продолжить", "Resume", "Wznów"),
    "close_day": ("Закрыть день", "Close the day", "Zamknij dzień"),
    "is_paused": ("пауза с", "paused since", "wstrzymana od"),
    "reason": ("Причина:", "The reason:", "Powód:"),
    "paused": ("Игра на паузе.", "The game is paused.", "Gra jest wstrzymana."),
    "resumed": (
        "Игра продолжается; все сроки сдвинулись на длину паузы.",
        "The game goes on; all deadlines have moved by the length of the pause.",
        "Gramy dalej; wszystkie terminy przesunęły się o długość przerwy.",
    ),
    "close_moved": ("День закончится", "The day now ends on", "Dzień skończy się"),
    "deputy": (
        "Заместитель организатора теперь —",
        "The organiser’s deputy is now",
        "Organizatora zastępuje teraz",
    ),
    "no_deputy": (
        "Заместителя у организатора больше нет.",
        "The organiser has no deputy any more.",
        "Organizatora nikt już nie zastępuje.",
    ),
    "fined_today": (
        "штраф, сегодня одним предположением меньше.",
        "a penalty, one suggestion less today.",
        "kara, dziś o jedną sugestię mniej.",
    ),
    "fined_next": (
        "штраф, на следующий день одним предположением меньше.",
        "a penalty, one suggestion less on the next day.",
        "kara, na następny dzień o jedną sugestię mniej.",
    ),
    "waived": (
        "штраф снят, предположение возвращается.",
        "a penalty is waived, the suggestion is back.",
        "kara darowana, sugestia wraca.",
    ),
    "void": ("недействительно", "void", "nieważna"),
    "voided": (
        "недействительно, так решил ведущий.",
        "void, the GM has decided.",
        "nieważna, tak zdecydował mistrz gry.",
    ),
    "restored": ("снова действительно.", "valid after all.", "jednak ważna."),
    "complained": (
        "карточка всё ещё не пришла.",
        "the card has still not come.",
        "karta wciąż nie przyszła.",
    ),
    "hidden": (
        "комментарий скрыт ведущим.",
        "a comment that the GM has hidden.",
        "komentarz ukryty przez mistrza gry.",
    ),
    "post_hidden": (
        "Ведущий скрыл комментарий.",
        "The GM has hidden a comment.",
        "Mistrz gry ukrył komentarz.",
    ),
    "seat_taken": ("замена игрока.", "a successor plays on.", "zmiana gracza."),
    "office_taken": (
        "У игры новый организатор.",
        "The game has a new organiser.",
        "Gra ma nowego organizatora.",
    ),
    "rolled_back": (
        "Игра возвращается к более раннему моменту; что было потом, не считается.",
        "The game goes back to an earlier moment; what happened after it does not count.",
        "Gra cofa się do wcześniejszej chwili; to, co było potem, się nie liczy.",
    ),
    "malformed": ("с ошибкой:", "malformed:", "z błędem:"),
    "amended_edit": ("Правка:", "An edit:", "Edycja:"),
    "amended_post": (
        "Исправлено, прежнее недействительно:",
        "Corrected, the old one is void:",
        "Poprawiona, poprzednia jest nieważna:",
    ),
    "malformed_refuted": (
        "опровергнуто, хотя в нём ошибка; решит ведущий.",
        "refuted although malformed; the GM decides.",
        "obalona mimo błędu; zdecyduje mistrz gry.",
    ),
    "malformed_not_refuted": (
        "не опровергнуто, но в нём ошибка; решит ведущий.",
        "not refuted, but malformed; the GM decides.",
        "nieobalona, ale z błędem; zdecyduje mistrz gry.",
    ),
    "stands": (
        "ответ остаётся в силе, так решил ведущий.",
        "the answer stands, the GM has decided.",
        "odpowiedź zostaje w mocy, tak zdecydował mistrz gry.",
    ),
    "both_void": (
        "предположение и ответ недействительны, так решил ведущий.",
        "suggestion and answer are void, the GM has decided.",
        "sugestia i odpowiedź są nieważne, tak zdecydował mistrz gry.",
    ),
}
"""A text by its name, in Russian, English and Polish."""
