"""Cards with a slip of the pen: an order gone wrong must not be published (F30, F55)."""

import re
from difflib import get_close_matches

from chalicelib.read.scene import Scene
from chalicelib.text import plain

ALIKE = 0.72
LONGEST = 60
"""Words of a text in which slips are looked for; longer texts are prose."""
SHORTEST = 4
"""Letters of a word that can be a slip: shorter ones are like too many cards."""


def kinds(scene: Scene, form: str) -> set[str]:
    """Give the categories of the cards that some words of a text are, or nearly are."""
    words = re.findall(r"\w[\w'’-]*", form)
    if len(words) > LONGEST:
        return set()
    cards = {plain(card): kind for kind, card in _cards(scene)}
    longest = max(len(form.split()) for form in cards)
    runs = {
        " ".join(words[start : start + length])
        for length in range(1, longest + 1)
        for start in range(len(words) - length + 1)
    }
    near = (
        get_close_matches(run, cards, n=1, cutoff=ALIKE) for run in runs if len(run) >= SHORTEST
    )
    return {cards[found[0]] for found in near if found}


def _cards(scene: Scene) -> list[tuple[str, str]]:
    deck = scene.state.deck
    packs = (("suspect", deck.suspects), ("weapon", deck.weapons), ("room", deck.rooms))
    return [(kind, card) for kind, pack in packs for card in pack]
