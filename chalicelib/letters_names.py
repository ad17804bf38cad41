"""What a letter is called in the outbox of its game: by what it is about, and by its rank. Pure."""

from chalicelib import letters
from chalicelib.letters_readers import DIGEST, NEWS, PRIVATE, PROMPT, REMINDER

_RANKS: dict[type, int] = {
    letters.SignIn: PRIVATE,
    letters.Answer: PROMPT,
    letters.Reminder: REMINDER,
    letters.Farewell: NEWS,
    letters.Undelivered: NEWS,
    letters.Digest: DIGEST,
    letters.Note: PROMPT,
}


def named(letter: letters.Letter, name: str = "") -> str:
    """Give the name of a letter; what is said twice has the same name twice.

    ``name`` tells apart letters that no log entry gives rise to. The rank stands at the end.
    """
    return f"{_stem(letter, name)}.{_rank(letter)}"


def rank_of(name: str) -> int:
    """Give the rank of a letter by its name, or by the sort key that ends in it."""
    return int(name.rpartition(".")[2])


def reader_of(name: str) -> str:
    """Give the seat (or ``organiser``) that a letter of a game is for, by its name or sort key."""
    *_, reader, _ = name.rsplit(".", 2)
    return reader


def _stem(letter: letters.Letter, name: str) -> str:
    if isinstance(letter, letters.Told):
        return f"{letter.seq:08d}.{letter.to}"
    if isinstance(letter, letters.Farewell):
        return f"{letter.seq:08d}.farewell"
    if isinstance(letter, letters.Reminder):
        return f"reminder.{letter.deadline:%Y%m%dT%H%M%S}.{letter.hours:03d}.{letter.to}"
    if isinstance(letter, letters.Digest):
        return f"digest.{letter.account}.{letter.to}"
    if isinstance(letter, letters.Undelivered):
        return f"undelivered.{letter.seat}.{letter.account}.{letter.to}"
    return f"{name}.{letter.to}" if isinstance(letter, letters.Answer) else name


def _rank(letter: letters.Letter) -> int:
    if isinstance(letter, letters.Note) and letter.about == "watching":
        return NEWS
    return letter.rank if isinstance(letter, letters.Told) else _RANKS[type(letter)]
