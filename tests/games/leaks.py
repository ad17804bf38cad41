"""Which cards a letter names although its reader may not know where they are.

Whatever all may read is taken out of the text first; what is left may name only cards that the
reader holds or was shown. The log is read whole: ``redact`` has no say here.
"""

import re
from collections.abc import Iterator
from typing import Any

from chalicelib import words
from chalicelib.rules.blitz.state import AccusationMade, Unrefuted
from chalicelib.rules.table import seat_of
from chalicelib.rules.verbs import Accuse
from tests.games.post import Post
from tests.letters.games import Record

EXAMPLE, ROLE = "Example: %(order)s", "Your role: <b>%(role)s</b>"
"""The texts of letters that name cards and mean nothing by it."""
ALOUD = (AccusationMade, Unrefuted)
"""What all read besides suggestions and their answers: in blitz accusations, too (B7)."""


def leaks(game: Record, one: Post) -> set[str]:
    """Give the cards that a letter gives away."""
    entries = [entry for entry, _ in game.log if entry.seq <= one.seq]
    text = _without_examples(one.text, game.language)
    for said in sorted(_public(game, entries, one.reader), key=len, reverse=True):
        text = text.replace(said, "")
    named = {card for card in game.state.deck.cards if re.search(rf"\b{re.escape(card)}\b", text)}
    return named - set(_known(game, entries, one.reader))


def _without_examples(text: str, language: str) -> str:
    """Leave out the examples of orders; they are made up."""
    prefix = words.translation(language).gettext(EXAMPLE).partition("%")[0]
    return "\n".join(line for line in text.split("\n") if not line.startswith(prefix))


def _public(game: Record, entries: list[Any], reader: str) -> Iterator[str]:
    """Give what all may read: cards in play, roles, what is said aloud; and the own accusation."""
    pack, role = game.state.deck, words.translation(game.language).gettext(ROLE)
    yield from (", ".join(cards) for cards in (pack.suspects, pack.weapons, pack.rooms))
    for seat in game.state.seats:
        yield f" / {seat.role}"
        yield re.sub("<.*?>", "", role) % {"role": seat.role}
    for entry in entries:
        for event in entry.events:
            if isinstance(event, ALOUD) or (hasattr(event, "case") and hasattr(event, "to")):
                yield ", ".join(event.case.cards)
            yield from filter(None, (getattr(event, name, "") for name in ("text", "reason")))
        if entry.by == reader:
            own = (move for move in entry.moves if isinstance(move, Accuse))
            yield from (f"{move.suspect}, {move.weapon}, {move.room}" for move in own)


def _known(game: Record, entries: list[Any], reader: str) -> Iterator[str]:
    """Give the cards that a seat holds, or was shown."""
    seat = seat_of(game.state, reader)
    yield from (seat.hand or ()) if seat else ()
    for event in (event for entry in entries for event in entry.events):
        if getattr(event, "card", None) and reader in {event.by, event.to}:
            yield event.card
