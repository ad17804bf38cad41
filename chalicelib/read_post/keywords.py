"""The three keywords of a suggestion: what is bold counts, and nothing else (F12, F14)."""

import re
from collections.abc import Iterable

import msgspec

from chalicelib.letters import Problem
from chalicelib.read import guess
from chalicelib.read.faults import ambiguous, fault
from chalicelib.read.scene import Reading, Scene
from chalicelib.read.words import AROUND
from chalicelib.rules.cluedo import CATEGORIES, Case
from chalicelib.text import plain, tidy

MOST_RUNS = 40
"""So many bold runs of one suggestion are looked at."""
LONGEST_RUN = 400

_AROUND = re.compile(rf"\b(?:{AROUND})\b")
_WORD = re.compile(r"\w[\w'’-]*")


class Named(msgspec.Struct, frozen=True):
    """What the bold words of a suggestion name, or what is wrong with them.

    ``said`` are the words as written; ``none``: no keyword is bold, right or wrong.
    """

    case: Case | None
    problem: Problem | None
    said: tuple[str, ...] = ()
    none: bool = False


def named(scene: Scene, raw: str, runs: Iterable[str], to: frozenset[str]) -> Named:
    """Read the bold words of a suggestion whose heading names the seats ``to``."""
    kept = [tidy(run) for run in runs][:MOST_RUNS]
    found, other = _cards(scene, kept)
    said = tuple(run for run in kept if _is_said(scene, run))
    form = ", ".join(map(plain, said))
    if not found and not other:
        return Named(None, fault(scene, raw, form, "F12", to), none=True)
    cards = [{r.value for readings in found for r in readings if r.kind == k} for k in CATEGORIES]
    if any(len(readings) > 1 for readings in found):
        return Named(None, ambiguous(raw, "F12", (r.value for s in found for r in s)), said)
    alike = _alike(scene, other)
    if all(len(values) == 1 for values in cards) and not alike:
        return Named(Case(*(values.pop() for values in cards)), None, said)
    if alike and all(len(values) == 1 for values in cards):
        facts = {"text": alike.run.text, "category": alike.kind, "nearest": alike.nearest}
        return Named(None, Problem(raw, "unknown_card", "F14", facts), said)
    return Named(None, fault(scene, raw, form, "F12", to), said)


def _cards(scene: Scene, runs: list[str]) -> tuple[list[tuple[Reading, ...]], list[str]]:
    """Give what the cards in bold runs can mean, and the runs that name nothing but say much."""
    found: list[tuple[Reading, ...]] = []
    other = []
    for run in runs:
        form = plain(run)[:LONGEST_RUN]
        whole = scene.exactly(form)
        spans = [whole] if whole else [span.readings for span in scene.spans(form)]
        cards = (tuple(r for r in readings if r.card) for readings in spans)
        found.extend(filter(None, cards))
        if not spans and _WORD.search(_AROUND.sub(" ", form)):
            other.append(form)
    return found, other


def _is_said(scene: Scene, run: str) -> bool:
    """Whether a bold run may be meant as a keyword."""
    form = plain(run)[:LONGEST_RUN]
    readings = {r for span in scene.spans(form) for r in span.readings} | set(scene.exactly(form))
    if readings:
        return any(reading.card for reading in readings)
    return bool(_WORD.search(_AROUND.sub(" ", form)))


def _alike(scene: Scene, other: list[str]) -> guess.Guess | None:
    """Give the first bold run that is like a card: it may be a second one of its kind (F12)."""
    for run in other:
        for kind in CATEGORIES:
            likely = guess.guesses([run], {kind: scene.state.deck.of(kind)})
            if likely and likely[0].likeness >= guess.SURE:
                return likely[0]
    return None
