"""Decks of any story line: names in all their cases without a dictionary (F1, F14)."""

import pytest

from chalicelib.rules.cluedo import Deck
from tests.reading.scenes import game, told

RU = game(
    Deck(
        ("Капитан Немо", "Доктор Ватсон", "Баба Яга", "Кощей", "Снегурочка"),
        ("Лазер", "Ядовитая игла", "Сковорода", "Утюг", "Шёлковый шнур"),
        ("Чердак", "Погреб", "Зимний сад", "Ванная", "Рубка", "Машинное отделение", "Мост", "Сени"),
    ),
    ("Вася", "Рыжий Кот", "Елена", "Тёма", "Дарья"),
    roles=("Боцман", "Юнга", "Кок", "Штурман", "Врач"),
    asked=[(2, 2, "s1", ("Кощей", "Утюг", "Сени"))],
    hand=("Утюг", "Сени", "Чердак"),
)
PL = game(
    Deck(
        ("Kapitan Nemo", "Doktor Watson", "Baba Jaga", "Hrabia Drakula", "Śnieżka"),
        ("Laser", "Zatruta igła", "Patelnia", "Żelazko", "Jedwabny sznur"),
        (
            "Strych",
            "Piwnica",
            "Ogród zimowy",
            "Łazienka",
            "Mostek",
            "Maszynownia",
            "Schody",
            "Sień",
        ),
    ),
    ("Wojtek", "Rudy Kot", "Helena", "Tomek", "Daria"),
    roles=("Bosman", "Majtek", "Kok", "Sternik", "Lekarz"),
    asked=[(2, 2, "s1", ("Hrabia Drakula", "Żelazko", "Sień"))],
    hand=("Żelazko", "Sień", "Strych"),
)
EN = game(
    Deck(
        ("Captain Nemo", "Doctor Watson", "Baba Yaga", "Count Dracula", "Snow White"),
        ("Laser", "Poisoned Needle", "Frying Pan", "Iron", "Silk Cord"),
        (
            "Attic",
            "Cellar",
            "Winter Garden",
            "Bathroom",
            "Bridge",
            "Engine Room",
            "Stairs",
            "Porch",
        ),
    ),
    ("Bill", "Red Cat", "Helen", "Tom", "Daria"),
    roles=("Bosun", "Cabin Boy", "Cook", "Mate", "Surgeon"),
    asked=[(2, 2, "s1", ("Count Dracula", "Iron", "Porch"))],
    hand=("Iron", "Porch", "Attic"),
)

ORDERS = [
    (
        RU,
        (
            "Предположение_1 для Рыжего Кота\n"
            "Я думаю, что убийство совершила баба Яга, орудием Сковородой в комнате Погреб"
        ),
        "Рыжий Кот <- Баба Яга, Сковорода, Погреб",
    ),
    (RU, "Тёма, это сделал Кощей утюгом в сенях", "Тёма <- Кощей, Утюг, Сени"),
    (RU, "Для Тёмы: Кощея, шёлковым шнуром, на чердаке", "Тёма <- Кощей, Шёлковый шнур, Чердак"),
    (RU, "Елене: бабу Ягу, сковородку, погреб", "?"),
    (RU, "Дарье: бабы Яги, ядовитой иглой, на мосту", "Дарья <- Баба Яга, Ядовитая игла, Мост"),
    (
        RU,
        "Вопрос Дарье: Снегурочка, лазером, в машинном отделении",
        "Дарья <- Снегурочка, Лазер, Машинное отделение",
    ),
    (
        RU,
        "Предположение: капитаном Немо, лазером, в зимнем саду. Для Штурмана",
        "Тёма <- Капитан Немо, Лазер, Зимний сад",
    ),
    (RU, "Дарья, по-моему, Снегурочка, утюг, ванная", "?"),
    (RU, "обвиняю кощея с ядовитой иглой в рубке", "! Кощей, Ядовитая игла, Рубка"),
    (
        RU,
        "Обвиняю Капитана Немо, ядовитая игла, машинное отделение",
        "! Капитан Немо, Ядовитая игла, Машинное отделение",
    ),
    (RU, "утюгом", "1 = Утюг"),
    (RU, "В сенях", "1 = Сени"),
    (RU, "сеням", "1 = Сени"),
    (RU, "утюга нет", "?"),
    (RU, "Коту: утюг", "?"),
    (RU, "Рыжий Кот, вот тебе утюг", "?"),
    (RU, "Отвечаю: утюг", "1 = Утюг"),
    (RU, "мой ответ - утюг", "1 = Утюг"),
    (RU, "предъявляю утюг", "1 = Утюг"),
    (RU, "показываю утюг Рыжему Коту", "1 = Утюг"),
    (RU, "Опровергаю предположение_2 Рыжего Кота утюгом", "1 = Утюг"),
    (RU, "Опровержение на предположение 2: Сени", "1 = Сени"),
    (RU, "1. Утюг", "1 = Утюг"),
    (RU, "вариант 1", "1 = Утюг"),
    (RU, "Карточка 2", "1 = Сени"),
    (RU, "первая карта", "?"),
    (RU, "цифра 2", "1 = Сени"),
    (RU, "Утюк", "?"),
    (RU, "Enu.", "?"),
    (RU, "еnюг", "?"),
    (
        PL,
        (
            "Przypuszczenie_1 dla Rudego Kota\n"
            "Myślę, że morderstwo popełniła baba Jaga, narzędziem patelnią w pokoju Piwnica"
        ),
        "Rudy Kot <- Baba Jaga, Patelnia, Piwnica",
    ),
    (
        PL,
        "Tomek, to zrobił hrabia Drakula żelazkiem w sieni",
        "Tomek <- Hrabia Drakula, Żelazko, Sień",
    ),
    (
        PL,
        "Dla Tomka: hrabiego Drakulę, jedwabnym sznurem, na strychu",
        "Tomek <- Hrabia Drakula, Jedwabny sznur, Strych",
    ),
    (PL, "Do Heleny: baba Jaga, zatruta igla, mostek", "Helena <- Baba Jaga, Zatruta igła, Mostek"),
    (
        PL,
        "Pytanie do Darii: Śnieżka, laserem, w maszynowni",
        "Daria <- Śnieżka, Laser, Maszynownia",
    ),
    (PL, "Helena: Sniezka, zelazko, lazienka", "Helena <- Śnieżka, Żelazko, Łazienka"),
    (
        PL,
        "oskarżam doktora Watsona zatrutą igłą w ogrodzie zimowym",
        "! Doktor Watson, Zatruta igła, Ogród zimowy",
    ),
    (PL, "Oskarżam Śnieżkę, patelnią, na schodach", "! Śnieżka, Patelnia, Schody"),
    (PL, "żelazkiem", "1 = Żelazko"),
    (PL, "zelazkiem", "1 = Żelazko"),
    (PL, "w sieni", "1 = Sień"),
    (PL, "żelazka nie mam", "?"),
    (PL, "Odpowiadam: żelazko", "1 = Żelazko"),
    (PL, "moja odpowiedź: żelazko", "1 = Żelazko"),
    (PL, "pokazuję żelazko Rudemu Kotu", "1 = Żelazko"),
    (PL, "Obalam przypuszczenie 2 Rudego Kota żelazkiem", "1 = Żelazko"),
    (PL, "karta numer 2", "1 = Sień"),
    (PL, "opcja 1", "1 = Żelazko"),
    (PL, "żelasko", "?"),
    (PL, "nie mam niczego z tego", "1 = nothing"),
    (PL, "niestety nie mogę nic pokazać", "1 = nothing"),
    (
        EN,
        (
            "Suggestion_1 for Red Cat\n"
            "I think that the murder was committed by Baba Yaga, with a Frying Pan in the Cellar"
        ),
        "Red Cat <- Baba Yaga, Frying Pan, Cellar",
    ),
    (
        EN,
        "Tom, it was Count Dracula with the iron on the porch",
        "Tom <- Count Dracula, Iron, Porch",
    ),
    (EN, "Tom, did Count Dracula do it with the iron on the porch?", "?"),
    (
        EN,
        "For Helen: Snow White, Poisoned needle, Engine room",
        "Helen <- Snow White, Poisoned Needle, Engine Room",
    ),
    (
        EN,
        "Suggestion for Daria - Captain Nemo / Silk Cord / Winter Garden",
        "Daria <- Captain Nemo, Silk Cord, Winter Garden",
    ),
    (EN, "Suggestion for Daria - Captain Nemo, Silk Chord, Winter Garden", "? unknown_card F14"),
    (EN, "I accuse Dr Watson with the laser on the bridge", "?"),
    (EN, "I accuse Doctor Watson with the laser on the bridge.", "! Doctor Watson, Laser, Bridge"),
    (EN, "My answer is the iron", "1 = Iron"),
    (EN, "I'll refute with the iron", "1 = Iron"),
    (EN, "showing the porch", "1 = Porch"),
    (EN, "option 2", "1 = Porch"),
    (EN, "#1 Iron", "1 = Iron"),
    (EN, "I pick the iron", "1 = Iron"),
    (EN, "I show Red Cat the iron", "1 = Iron"),
    (EN, "Here is the iron", "1 = Iron"),
    (EN, "irno", "?"),
    (EN, "I do have something, but not telling", "?"),
    (EN, "I have nothing of those", "1 = nothing"),
    (EN, "Don't have any of those, sorry!", "1 = nothing"),
    (EN, "Not me", "?"),
    (EN, "nothing", "1 = nothing"),
    (
        RU,
        "Привет, Тёма! Моё предположение: Кощей, сковородкой... то есть Сковородой, в Погребе",
        "?",
    ),
    (
        RU,
        (
            "Предположение_2 для Тёмы / Штурман\n\n"
            "Я думаю, что убийство совершил *Кощей*, орудием *Лазер* в комнате *Сени*."
        ),
        "Тёма <- Кощей, Лазер, Сени",
    ),
    (RU, "Предположение_2 для Тёмы / Штурмана: Кощей, Лазер, Сени", "Тёма <- Кощей, Лазер, Сени"),
    (RU, "Предположение 3 для Васи: Кощей, Лазер, Сени", "Вася <- Кощей, Лазер, Сени"),
    (RU, "Тема: Кощей, Лазер, Сени", "Тёма <- Кощей, Лазер, Сени"),
    (RU, "Тёма -> Кощей + Лазер + Сени", "Тёма <- Кощей, Лазер, Сени"),
    (RU, "Тёма | Кощей | Лазер | Сени", "Тёма <- Кощей, Лазер, Сени"),
    (RU, "Кому: Тёма\nКто: Кощей\nЧем: Лазер\nГде: Сени", "Тёма <- Кощей, Лазер, Сени"),
    (RU, "Игрок: Тёма\nПерсонаж: Кощей\nОрудие: Лазер\nМесто: Сени", "Тёма <- Кощей, Лазер, Сени"),
    (RU, "Адресую Тёме. Персонаж - Кощей, орудие - Лазер, комната - Сени.", "?"),
    (RU, "Предположение для Елены\nКощея, лазера, сеней", "Елена <- Кощей, Лазер, Сени"),
    (RU, "Елена!\nКощей. Лазер. Сени.", "Елена <- Кощей, Лазер, Сени"),
    (RU, "для рыжего кота, капитан немо, утюг, рубка", "Рыжий Кот <- Капитан Немо, Утюг, Рубка"),
    (RU, "для Кота: капитан Немо, утюг, рубка", "?"),
    (RU, "Для Юнги: Ватсон, утюг, рубка", "?"),
    (RU, "Обвиняю: кто - Баба Яга, чем - утюгом, где - в ванной", "! Баба Яга, Утюг, Ванная"),
    (
        RU,
        "Обвинение. Убийца - Снегурочка, орудие - шёлковый шнур, место - зимний сад.",
        "! Снегурочка, Шёлковый шнур, Зимний сад",
    ),
    (RU, "Опровержение:\nУтюг", "1 = Утюг"),
    (RU, "Рыжий Кот, опровергаю: сени", "1 = Сени"),
    (RU, "Опровергаю сенями", "1 = Сени"),
    (RU, "Опровергаю (утюг)", "1 = Утюг"),
    (RU, "карту утюг показываю", "1 = Утюг"),
    (RU, "утюг показываю", "1 = Утюг"),
    (RU, "Я показываю утюг", "1 = Утюг"),
    (RU, "Я опровергаю: утюг", "1 = Утюг"),
    (RU, "Да, могу: утюг", "?"),
    (RU, "Выбираю 2", "1 = Сени"),
    (RU, "2 (Сени)", "1 = Сени"),
    (RU, "ответ 1", "?"),
    (RU, "Спасибо за игру! Утюг.", "1 = Утюг"),
    (RU, "Утюг. Спасибо!", "1 = Утюг"),
    (RU, "Утюг, пожалуйста", "1 = Утюг"),
    (RU, "Утюг!!! Хаха", "?"),
    (RU, "нет, ничего нет", "1 = nothing"),
    (RU, "увы, ничего из названного", "?"),
    (RU, "пусто", "?"),
    (RU, "не могу опровергнуть предположение_2", "1 = nothing"),
    (RU, "Нечем опровергнуть, Рыжий Кот", "1 = nothing"),
    (RU, "Ни одной карты", "1 = nothing"),
    (
        PL,
        (
            "Przypuszczenie_2 dla Tomka / Sternik\n\n"
            "Myślę, że morderstwo popełnił *Hrabia Drakula*, narzędziem *Laser* w pokoju *Sień*."
        ),
        "Tomek <- Hrabia Drakula, Laser, Sień",
    ),
    (PL, "Przypuszczenie 3 dla Wojtka: Śnieżka, laser, strych", "Wojtek <- Śnieżka, Laser, Strych"),
    (
        PL,
        "Gracz: Tomek\nPostać: Śnieżka\nNarzędzie: Laser\nMiejsce: Strych",
        "Tomek <- Śnieżka, Laser, Strych",
    ),
    (
        PL,
        "Kto: Śnieżka, czym: laserem, gdzie: na strychu. Pytanie do Tomka",
        "Tomek <- Śnieżka, Laser, Strych",
    ),
    (PL, "Tomek!\nŚnieżka. Laser. Strych.", "Tomek <- Śnieżka, Laser, Strych"),
    (
        PL,
        "Oskarżam: kto - Baba Jaga, czym - żelazkiem, gdzie - w łazience",
        "! Baba Jaga, Żelazko, Łazienka",
    ),
    (PL, "Obalenie:\nŻelazko", "1 = Żelazko"),
    (PL, "Ja pokazuję żelazko", "1 = Żelazko"),
    (PL, "Żelazko pokazuję", "1 = Żelazko"),
    (PL, "obalam (żelazko)", "1 = Żelazko"),
    (PL, "Wybieram 2", "1 = Sień"),
    (PL, "Żelazko, proszę", "1 = Żelazko"),
    (PL, "Nie mam żadnej z wymienionych kart", "1 = nothing"),
    (PL, "brak takich kart", "1 = nothing"),
    (PL, "nie obalam, nie mam", "1 = nothing"),
    (
        EN,
        (
            "Suggestion 2 for Tom / Mate\n\n"
            "I think the murder was committed by *Count Dracula*, with *Laser* in the *Porch*."
        ),
        "Tom <- Count Dracula, Laser, Porch",
    ),
    (
        EN,
        "Player: Tom\nSuspect: Snow White\nWeapon: Laser\nRoom: Attic",
        "Tom <- Snow White, Laser, Attic",
    ),
    (
        EN,
        "Who: Snow White, how: laser, where: attic. Question to Tom",
        "Tom <- Snow White, Laser, Attic",
    ),
    (EN, "Tom!\nSnow White. Laser. Attic.", "Tom <- Snow White, Laser, Attic"),
    (
        EN,
        "Tom, I suggest Snow White, with the laser, in the attic",
        "Tom <- Snow White, Laser, Attic",
    ),
    (
        EN,
        "I suggest that Snow White did it with the laser in the attic (to Tom)",
        "Tom <- Snow White, Laser, Attic",
    ),
    (EN, "I'd like to accuse Snow White with the laser in the attic", "?"),
    (EN, "I hereby accuse Snow White with the laser in the attic", "?"),
    (EN, "Refutation:\nIron", "1 = Iron"),
    (EN, "I can show the iron", "1 = Iron"),
    (EN, "Iron it is", "1 = Iron"),
    (EN, "I choose 2", "1 = Porch"),
    (EN, "Iron, please", "1 = Iron"),
    (EN, "Yes, iron", "?"),
    (EN, "Card: Iron", "1 = Iron"),
    (EN, "I do not have any of the cards", "1 = nothing"),
    (EN, "none at all", "1 = nothing"),
    (EN, "I'm unable to refute this suggestion", "1 = nothing"),
    (EN, "can't", "?"),
]


@pytest.mark.parametrize(("state", "text", "expected"), ORDERS, ids=range(len(ORDERS)))
def test_F14_orders_in_any_deck(state, text, expected):
    """What is no classic card is read in every case as well; ``?`` is asked back."""
    found = told(state, text)
    assert all(f.startswith("?") for f in found) if expected[0] == "?" else found == [expected]
