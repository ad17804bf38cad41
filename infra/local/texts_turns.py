"""What the pages say of a game of blitz; the form is that of ``texts``."""

TURNS: dict[str, tuple[str, str, str]] = {
    "ruleset": ("Игра", "The game", "Gra"),
    "forum": (
        "Форумное Клуэдо (по дням)",
        "Forum Cluedo (by days)",
        "Cluedo forumowe (na dni)",
    ),
    "blitz": (
        "Клуэдо-блиц (по очереди)",
        "Cluedo-blitz (in turns)",
        "Cluedo-blitz (po kolei)",
    ),
    "forum_only": (
        "Для форумного Клуэдо, как и начало дня; в блице 24 часа на ход, 12 на ответ.",
        "For forum Cluedo, as is the start of days; blitz has 24 hours a turn, 12 an answer.",
        "Dla Cluedo forumowego, jak początek dnia; w blitzu 24 godziny na ruch, 12 na odpowiedź.",
    ),
    "turn": ("ход", "turn", "ruch"),
    "turn_heading": ("Ход", "Turn", "Ruch"),
    "passed": ("передаёт ход", "passes the turn", "przekazuje ruch"),
    "passed_gm": ("ход передаёт ведущий", "the GM passes the turn", "ruch przekazuje mistrz gry"),
    "accuses": ("обвинение", "an accusation", "oskarżenie"),
    "played_by_gm": (
        "сроки пропущены, пока играет ведущий",
        "has missed deadlines; the GM plays meanwhile",
        "terminy minęły, na razie gra mistrz gry",
    ),
    "rolled_back_blitz": (
        "Игра возвращается к более раннему моменту; что было потом, не считается.",
        "The game goes back to an earlier moment; what happened after it does not count.",
        "Gra cofa się do wcześniejszej chwili; to, co było potem, się nie liczy.",
    ),
    "place_turn": ("ходит", "has the turn", "ma ruch"),
    "place_answer": ("отвечает", "answers next", "teraz odpowiada"),
    "place_waits": ("", "", ""),
    "place_absent": ("играет ведущий", "the GM plays", "gra mistrz gry"),
    "place_out": ("только отвечает", "only answers", "tylko odpowiada"),
    "place_left": ("место свободно", "the seat is empty", "miejsce puste"),
}
