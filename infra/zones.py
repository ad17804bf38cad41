"""The names of places by which people call their time zone: ``python -m infra.zones`` writes them.

They come from the Unicode CLDR as Babel brings it, and a few large cities that it lacks.
"""

import json
from pathlib import Path
from zoneinfo import available_timezones

from babel import Locale

from chalicelib.text import folded

FILE = Path(__file__).parent.parent / "chalicelib" / "data" / "zones.json"
LANGUAGES = ("en", "ru", "pl")
BESIDES = {
    "Europe/Moscow": (
        "московское", "по Москве", "мск", "msk", "Moscow time", "Санкт-Петербург", "Петербург",
        "Питер", "Saint Petersburg", "Казань", "Нижний Новгород", "Ростов-на-Дону", "Краснодар",
        "Сочи", "Воронеж", "Россия", "московское время",
    ),
    "Asia/Yekaterinburg": ("Пермь", "Челябинск", "Уфа", "Тюмень"),
    "Europe/Warsaw": (
        "Kraków", "Gdańsk", "Wrocław", "Poznań", "Łódź", "Polska", "Poland", "Польша", "Краков",
        "polski", "warszawski", "варшавское",
    ),
    "Europe/Kyiv": ("Киев", "Kiev", "Харьков", "Одесса", "Львов", "Kijów", "Украина"),
    "Europe/Minsk": ("Беларусь", "Гомель", "Брест"),
    "Europe/London": ("Великобритания", "UK", "Londyn", "Anglia"),
    "Europe/Berlin": ("Германия", "Germany", "Niemcy", "Мюнхен", "Гамбург", "cet"),
    "Asia/Jerusalem": ("Израиль", "Israel", "Тель-Авив", "Tel Aviv"),
    "Asia/Almaty": ("Алма-Ата", "Казахстан", "Астана"),
    "Asia/Tbilisi": ("Грузия",),
    "Asia/Yerevan": ("Армения",),
    "Etc/UTC": ("utc", "gmt", "всемирное", "гринвич"),
}  # fmt: skip


def names() -> dict[str, str]:
    """Give the zone of every name, in the form in which names are compared."""
    found: dict[str, str] = {}
    for zone, others in BESIDES.items():
        for name in others:
            found.setdefault(folded(name), zone)
    for zone in sorted(available_timezones()):
        area, _, city = zone.rpartition("/")
        if area and not zone.startswith(("Etc/", "posix/", "right/", "SystemV/", "US/")):
            found.setdefault(folded(city.replace("_", " ")), zone)
            found.setdefault(folded(zone), zone)
    for language in LANGUAGES:
        for zone, told in Locale(language).time_zones.items():
            city = told.get("city")
            if city and zone in available_timezones() and not zone.startswith("Etc/"):
                found.setdefault(folded(city), zone)
    return dict(sorted(found.items()))


if __name__ == "__main__":
    FILE.write_text(json.dumps(names(), ensure_ascii=False, indent=0) + "\n", "utf-8")
