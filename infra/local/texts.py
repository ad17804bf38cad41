"""What the pages say, in Russian, English and Polish, side by side."""

from chalicelib.words import LANGUAGES
from infra.local.texts_office import OFFICE
from infra.local.texts_turns import TURNS

TEXTS: dict[str, tuple[str, str, str]] = {
    **OFFICE,
    **TURNS,
    # The frame
    "language": ("Язык", "Language", "Język"),
    "only_here": (
        "Эти страницы показывают почту всех игроков. Они только для этого компьютера.",
        "These pages show everybody’s mail. They are for this computer only.",
        "Te strony pokazują pocztę wszystkich graczy. Są tylko dla tego komputera.",
    ),
    "home": ("Начало", "Home", "Początek"),
    "not_found": ("Здесь ничего нет.", "There is nothing here.", "Tu nic nie ma."),
    "forbidden": (
        "Так сюда попасть нельзя: откройте страницу по адресу этого компьютера.",
        "Not this way: open the page at an address of this computer.",
        "Nie tędy: otwórz stronę pod adresem tego komputera.",
    ),
    # Home
    "motto": (
        "Ведущий детективной игры по переписке",
        "The game master of murder mysteries by mail",
        "Mistrz gry w kryminał listowny",
    ),
    "what_next": ("Что дальше", "What to do next", "Co dalej"),
    "step_start": (
        "Начните игру: в одиночку с ботами или с друзьями.",
        "Begin a game: alone with bots, or with friends.",
        "Zacznij grę: w pojedynkę z botami albo z przyjaciółmi.",
    ),
    "step_inbox": (
        "Откройте свой почтовый ящик: там письмо с вашими карточками.",
        "Open your inbox: a letter with your cards is there.",
        "Otwórz skrzynkę: czeka tam list z twoimi kartami.",
    ),
    "step_ask": (
        "Ответьте на любое письмо предположением — пример есть в письме.",
        "Reply to any letter with a suggestion; the letter shows an example.",
        "Odpowiedz na dowolny list sugestią; przykład jest w liście.",
    ),
    "step_answer": (
        "Когда спросят вас, ответьте на письмо: карточкой, её номером или «нечем опровергнуть».",
        "When you are asked, reply with the card, its number, or “cannot refute”.",
        "Gdy pytają ciebie, odpowiedz kartą, jej numerem albo „nie mogę obalić”.",
    ),
    "step_accuse": (
        "Знаете, кто, чем и где, — ответьте обвинением. Оно у вас одно.",
        "When you know who, with what and where, reply with your one accusation.",
        "Gdy wiesz, kto, czym i gdzie, odpowiedz oskarżeniem. Masz tylko jedno.",
    ),
    "alone": ("Сыграть с ботами", "Play alone with bots", "Zagraj z botami"),
    "friends": ("Игра для друзей", "A game for friends", "Gra dla przyjaciół"),
    "join_title": ("Войти в игру по коду", "Join by a code", "Dołącz przez kod"),
    "solo_hint": (
        (
            "День закроется сам, как только все предположения сделаны и ответы получены, "
            "самое позднее через это время."
        ),
        (
            "The day closes by itself once all suggestions are made and answered, "
            "and after this time at the latest."
        ),
        (
            "Dzień zamknie się sam, gdy padną wszystkie sugestie i odpowiedzi, "
            "najpóźniej po tym czasie."
        ),
    ),
    "no_such_code": (
        "Такого кода нет. Проверьте, пожалуйста, и введите ещё раз.",
        "There is no such code. Please check it and try again.",
        "Nie ma takiego kodu. Sprawdź go i wpisz jeszcze raz.",
    ),
    "games": ("Игры", "Games", "Gry"),
    "mailboxes": ("Почтовые ящики", "Mailboxes", "Skrzynki pocztowe"),
    "mailbox": ("почта", "mailbox", "skrzynka"),
    "bots_mailboxes": ("Ящики ботов", "The bots’ mailboxes", "Skrzynki botów"),
    "host_mailbox": (
        "организатор игр с ботами",
        "the organiser of games with bots",
        "organizator gier z botami",
    ),
    "host_hint": (
        (
            "Игры с ботами открывает программа. Письма организатору таких игр приходят сюда; "
            "читать их не обязательно."
        ),
        (
            "Games with bots are opened by the program. The organiser’s letters of these games "
            "come here; you need not read them."
        ),
        (
            "Gry z botami otwiera program. Tu przychodzą listy do organizatora tych gier; "
            "nie trzeba ich czytać."
        ),
    ),
    "bots_address": (
        "По этому адресу живёт бот. Возьмите, пожалуйста, другой.",
        "A bot lives at this address. Please take another.",
        "Pod tym adresem mieszka bot. Podaj inny.",
    ),
    "guest": ("Гость", "Guest", "Gość"),
    "manor": ("Убийство в усадьбе", "Murder at the manor", "Morderstwo we dworze"),
    "none_yet": ("Пока пусто.", "None yet.", "Na razie pusto."),
    "letters": ("писем", "letters", "listów"),
    # Forms
    "nick": ("Ваш ник", "Your nick", "Twój nick"),
    "address": ("Ваш почтовый адрес", "Your mail address", "Twój adres e-mail"),
    "role": (
        "Роль: персонаж колоды (пусто — первый свободный)",
        "Role: a suspect of the deck (empty: the first free one)",
        "Rola: postać z talii (pusto: pierwsza wolna)",
    ),
    "bots": ("Сколько ботов", "How many bots", "Ile botów"),
    "your_language": ("Язык ваших писем", "Language of your mail", "Język twojej poczty"),
    "game_language": ("Язык игры", "Language of the game", "Język gry"),
    "deck": ("Колода", "Deck", "Talia"),
    "title": ("Название", "Title", "Tytuł"),
    "zone": ("Часовой пояс", "Time zone", "Strefa czasowa"),
    "day_start": (
        "Начало игрового дня (пусто — когда начнёте)",
        "Start of the game day (empty: when you start)",
        "Początek dnia gry (pusto: gdy zaczniesz)",
    ),
    "day_minutes": ("Длина игрового дня", "Length of a game day", "Długość dnia gry"),
    "minutes": ("минут", "minutes", "minut"),
    "hours": ("ч.", "h", "godz."),
    "per_day": ("Предположений в день", "Suggestions a day", "Sugestii dziennie"),
    "window": (
        "Окно обвинений",
        "The others may still accuse",
        "Inni mogą jeszcze oskarżać",
    ),
    "from_first": (
        "после первого обвинения",
        "after the first accusation",
        "po pierwszym oskarżeniu",
    ),
    "from_first_correct": (
        "после первого верного",
        "after the first right one",
        "po pierwszym trafnym",
    ),
    "none": ("нет: верное кончает игру", "no: a right one ends the game", "nie: trafne kończy grę"),
    "no_winner": ("Если никто не прав", "If nobody is right", "Jeśli nikt nie trafił"),
    "continue": ("играть дальше", "play on", "grać dalej"),
    "reveal": ("раскрыть карточки", "reveal everything", "odkryć karty"),
    "penalty": ("Штраф за молчание", "Penalty for no answer", "Kara za brak odpowiedzi"),
    "if_active": ("если был на связи", "if seen that day", "jeśli gracz był aktywny"),
    "always": ("всегда", "always", "zawsze"),
    "never": ("никогда", "never", "nigdy"),
    "house_rules": ("Правила", "House rules", "Zasady"),
    "code": ("Код", "Code", "Kod"),
    "begin": ("Начать игру", "Begin the game", "Zacznij grę"),
    "create": ("Создать игру", "Create the game", "Utwórz grę"),
    "join": ("Сесть за стол", "Take a seat", "Dołącz"),
    "open": ("Дальше", "Go on", "Dalej"),
    "add_bot": ("Посадить бота", "Seat a bot", "Posadź bota"),
    # Mail
    "inbox": ("Входящие", "Inbox", "Odebrane"),
    "no_letters": ("Писем пока нет.", "No letters yet.", "Nie ma jeszcze listów."),
    "seated": (
        "Вы за столом. Письмо с карточками придёт сюда.",
        "You are at the table. The letter with your cards will come here.",
        "Siedzisz przy stole. List z kartami przyjdzie tutaj.",
    ),
    "seated_away": (
        "Вы за столом. Письмо с карточками придёт на ваш адрес.",
        "You are at the table. The letter with your cards will come to your address.",
        "Siedzisz przy stole. List z kartami przyjdzie na twój adres.",
    ),
    "sent_away": (
        "Письмо отправлено. Ответ придёт на ваш адрес.",
        "Your mail is on its way. The answer will come to your address.",
        "List wysłany. Odpowiedź przyjdzie na twój adres.",
    ),
    "sent": (
        "Письмо отправлено. Ответ появится здесь.",
        "Your mail is on its way. The answer will appear here.",
        "List wysłany. Odpowiedź pojawi się tutaj.",
    ),
    "text_part": ("То же письмо текстом", "The same letter as text", "Ten sam list jako tekst"),
    "reply": ("Ответить", "Reply", "Odpowiedz"),
    "reply_hint": (
        "Уйдёт настоящим письмом, с цитатой ниже.",
        "It goes as a real mail, with the letter quoted below.",
        "Pójdzie jako prawdziwy list, z cytatem poniżej.",
    ),
    "send": ("Отправить", "Send", "Wyślij"),
    "not_taken": (
        "Почта занята, письмо не принято. Попробуйте ещё раз через минуту.",
        "The mail server is busy and did not take it. Please try again in a minute.",
        "Poczta jest zajęta, list nie został przyjęty. Spróbuj za minutę.",
    ),
    "write_something": ("Напишите что-нибудь.", "Write something first.", "Najpierw coś napisz."),
    # The thread
    "gathering": ("ждём игроков", "gathering players", "zbieramy graczy"),
    "dealt": ("карточки розданы", "the cards are dealt", "karty rozdane"),
    "over": ("игра окончена", "the game is over", "gra skończona"),
    "day": ("день", "day", "dzień"),
    "day_heading": ("День", "Day", "Dzień"),
    "before": ("До первого дня", "Before the first day", "Przed pierwszym dniem"),
    "closes": ("до", "closes on", "do"),
    "closed": ("закрыт", "closed", "zamknięty"),
    "opens": ("Первый день начнётся", "The first day opens on", "Pierwszy dzień zacznie się"),
    "players": ("За столом", "At the table", "Przy stole"),
    "invitation": (
        "Позовите друзей: пришлите им код или ссылку.",
        "Invite your friends: send them the code or the link.",
        "Zaproś przyjaciół: wyślij im kod albo link.",
    ),
    "asks": ("предположение", "suggestion", "sugestia"),
    "refuted": ("опровергнуто", "refuted", "obalona"),
    "refuted_gm": ("опровергнуто (ведущий)", "refuted (by the GM)", "obalona (mistrz gry)"),
    "not_refuted": ("нет опровержения", "not refuted", "nieobalona"),
    "not_refuted_gm": (
        "нет опровержения (ведущий)",
        "not refuted (by the GM)",
        "nieobalona (mistrz gry)",
    ),
    "overdue": (
        "карточку отправляет ведущий: она не пришла вовремя",
        "the GM sends the card, which has not come in time",
        "kartę wysyła mistrz gry, bo nie przyszła na czas",
    ),
    "unanswered": ("ждём ответа", "waiting for the answer", "czekamy na odpowiedź"),
    "gm_answers": ("отвечает ведущий", "the GM answers from now on", "odpowiada mistrz gry"),
    "answers_again": ("снова отвечает сам", "answers in person again", "znów odpowiada osobiście"),
    "left": ("покидает игру", "has left the game", "opuszcza grę"),
    "window_opened": (
        "Поступило обвинение. Остальные могут обвинять до",
        "An accusation has come in. The others may accuse until",
        "Wpłynęło oskarżenie. Inni mogą oskarżać do",
    ),
    "window_closed": (
        "Верных обвинений не было, игра продолжается.",
        "No accusation was right; the game goes on.",
        "Żadne oskarżenie nie było trafne; gra trwa.",
    ),
    "solved": ("Верное обвинение:", "A right accusation:", "Trafne oskarżenie:"),
    "quiet": ("Тишина.", "Silence.", "Cisza."),
    "player": ("Игрок / роль", "Player / role", "Gracz / rola"),
    "made": ("Сделано", "Made", "Zrobione"),
    "left_over": ("Осталось", "Left", "Zostało"),
    "owed": ("Без ответа", "Owed", "Bez odpowiedzi"),
    "fine": ("Штраф", "Penalty", "Kara"),
    "organiser": ("Организатор", "The organiser", "Organizator"),
    "former": ("Бывший игрок", "A former player", "Były gracz"),
    "winner": ("Победа:", "The winner:", "Wygrywa:"),
    "unsolved": ("Дело не раскрыто.", "Nobody has solved the case.", "Sprawa nierozwiązana."),
    "envelope": ("В конверте", "The envelope", "Koperta"),
    "hands": ("У кого что было", "The hands", "Kto co miał"),
    "accusations": ("Обвинения", "The accusations", "Oskarżenia"),
    "right": ("верно", "right", "trafne"),
    "wrong": ("неверно", "wrong", "nietrafne"),
    "fairness": ("Всё по-честному", "Fair dealing", "Wszystko uczciwie"),
    "committed": (
        "Контрольная сумма расклада (SHA-256), объявленная до первого хода:",
        "The fingerprint of the deal (SHA-256), announced before the first move:",
        "Suma kontrolna rozdania (SHA-256), ogłoszona przed pierwszym ruchem:",
    ),
    "revealed": (
        "Расклад, который ею запечатан:",
        "The deal it seals:",
        "Rozdanie, które nią zapieczętowano:",
    ),
    "matches": ("Сошлось", "They match", "Zgadza się"),
    "differs": ("Не сошлось!", "They do not match!", "Nie zgadza się!"),
    "cards_in_play": ("Карточки в игре", "Cards in play", "Karty w grze"),
}
"""A text by its name, in the order of ``LANGUAGES``."""


def text(language: str, name: str) -> str:
    """Give a text; raises ``KeyError`` for an unknown name, ``ValueError`` for a language."""
    return TEXTS[name][LANGUAGES.index(language)]
