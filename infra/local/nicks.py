"""What bots are called: animals, in the language of the game."""

NICKS = {
    "ru": ("Сова", "Лис", "Барсук", "Ёж", "Выдра", "Рысь"),
    "en": ("Owl", "Fox", "Badger", "Hedgehog", "Otter", "Lynx"),
    "pl": ("Sowa", "Lis", "Borsuk", "Jeż", "Wydra", "Ryś"),
}


def nick(number: int, language: str) -> str:
    """Give the nick of a bot, counted from 1; when all animals are used they come again."""
    animals = NICKS[language]
    round_before, at = divmod(number - 1, len(animals))
    return f"{animals[at]} {round_before + 1}" if round_before else animals[at]
