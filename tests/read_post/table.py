"""The tables at which posts are read in tests: three languages, nicks of every kind."""

from typing import Any

import msgspec

from chalicelib import markup, read_post
from chalicelib.game import ORGANISER, redact
from chalicelib.read_post import Part, Reading
from chalicelib.rules import verbs
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.parts import Malformed, Tally
from tests.reading.scenes import AT, cards, game

NICKS = {
    "ru": ("Анна", "Борис", "Мышь белая", "Док_тор / Пи", "Ёжик"),
    "en": ("Anna", "Boris", "White Mouse", "Doc_tor / Pi", "O'Hara"),
    "pl": ("Ania", "Bolek", "Biała Mysz", "Dok_tor / Pi", "Łucja"),
}
HOSTILE = ("[/quote]", "A<3 & B", "**x**", "</b><i>", "@everyone", "[b]bold[/b]", "_under_")
QUOTED = {"501": 1, "502": 2, "503": 3}
"""The suggestions that quoted posts have made, by the ids of the posts."""


def table(language: str, **changes: Any) -> f.State:
    """A game day: the first seat owes two answers, has made one suggestion, and that malformed.

    A hostile nick has the roles of the deck besides; the second suggestion of the third seat is
    void, and the fourth was asked one that is malformed and answered.
    """
    pack = cards(language)
    case = [(pack.suspects[n], pack.weapons[n], pack.rooms[n]) for n in range(3)]
    nicks = (*NICKS[language], *HOSTILE)
    asked = [(1, 2, "s1", case[0]), (3, 3, "s1", case[1]), (2, 3, "s2", case[2])]
    hand = (pack.suspects[0], pack.weapons[1])
    state = game(pack, nicks, asked=asked, hand=hand)
    *open_, void = state.questions
    bad = (
        Malformed(4, 1, "s1", "s2", AT),
        Malformed(5, 2, "s4", "s3", AT, answered=True),
    )
    tallies = {seat.id: Tally(made=seat.id in ("s1", "s2")) for seat in state.seats}
    known = {"questions": tuple(open_), "voided": (void,), "malformed": bad, "tallies": tallies}
    return msgspec.structs.replace(state, suggestions=5, **(known | changes))


def read(state: f.State, language: str, body: str, *, seat: str = "s1", **known: Any) -> Reading:
    """Read a post as a seat that sees what it may see; ``language`` is that of the markup."""
    organiser = seat == ORGANISER
    return read_post.read(
        markup.parse(language, body),
        redact(state, seat),
        "" if organiser else seat,
        quotes=QUOTED.get,
        organiser=organiser,
        **known,
    )


def told(state: f.State, part: Part) -> str:
    """Tell a part in a line."""
    problem = f"? {part.problem.code} {part.problem.rule}".strip() if part.problem else ""
    return f"{part.kind}: {' '.join(filter(None, (_move(state, part.move), problem)))}"


def _move(state: f.State, move: Any) -> str:
    """Tell a move in a line."""
    nicks = {seat.id: seat.nick for seat in state.seats}
    if isinstance(move, verbs.Suggest):
        return f"{nicks[move.to]} <- {move.suspect}, {move.weapon}, {move.room}"
    if isinstance(move, c.SuggestMalformed):
        return f"{nicks[move.to]} <- ({move.text})"
    if isinstance(move, c.Amend):
        return f"{move.suggestion} := {move.suspect}, {move.weapon}, {move.room}"
    if isinstance(move, verbs.Refute | verbs.CannotRefute | rulings.Void | rulings.Restore):
        return str(move.suggestion)
    return msgspec.json.encode(move).decode() if move else ""


def summary(state: f.State, reading: Reading) -> dict[str, Any]:
    """Tell a whole reading; what is empty is left out."""
    whole = {
        "parts": [told(state, part) for part in reading.parts],
        "talk": reading.talk,
        "notices": [notice.kind for notice in reading.notices],
        "hint": reading.hint.code if reading.hint else "",
    }
    return {name: value for name, value in whole.items() if value}
