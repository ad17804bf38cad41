"""What is wrong with three keywords and a nick that are not three keywords and a nick."""

from collections.abc import Iterable

from chalicelib.letters import Problem
from chalicelib.read import rest
from chalicelib.read.scene import ADDRESSEE, Scene, Span, closest
from chalicelib.rules.cluedo import CATEGORIES

MOST_WAYS = 4


def ambiguous(raw: str, rule: str, ways: Iterable[str]) -> Problem:
    """Say in which ways a text could be meant; also where the only way is not certain."""
    return Problem(raw, "ambiguous_suggestion", rule, {"choices": sorted(ways)[:MOST_WAYS]})


def fault(scene: Scene, raw: str, body: str, rule: str, *, named: bool = False) -> Problem:
    """Say what is wrong with a text; ``named`` when its addressee is known already."""
    spans = scene.spans(body)
    if rule == "F30":
        spans = tuple(span.only(*CATEGORIES) if span.card else span for span in spans)
    for kind in CATEGORIES:
        values = _sure(spans, kind)
        if len(values) > 1:
            return Problem(raw, "two_of_a_kind", rule, {"category": kind, "cards": values})
    for kind in CATEGORIES:
        if not any(r.kind == kind for span in spans for r in span.readings):
            return _missing(scene, raw, body, kind, "F14" if rule == "F12" else rule)
    seats = {r.value for span in spans for r in span.readings if r.kind == "nick"}
    if rule == "F30":
        return ambiguous(raw, rule, ())
    if len(seats) + named > 1:
        nicks = sorted(scene.nick(seat) for seat in seats)
        return Problem(raw, "two_addressees", "F12", {"choices": nicks})
    return _nobody(scene, raw, body, spans)


def _sure(spans: tuple[Span, ...], kind: str) -> list[str]:
    """Give the different cards of a category that are named and can mean nothing else."""
    sure = (s.readings[0].value for s in spans if {r.kind for r in s.readings} == {kind})
    return list(dict.fromkeys(sure))


def _missing(scene: Scene, raw: str, body: str, kind: str, rule: str) -> Problem:
    """Say which category is missing, and which card was perhaps meant (F14)."""
    choices = scene.state.deck.of(kind)  # type: ignore[arg-type]
    said = rest.pieces(body, scene.spans(body))[: rest.MOST_WORDS]
    guesses = [(near, piece) for piece in said if (near := closest(piece, choices))]
    near, piece = guesses[0] if guesses else ("", max(said, key=len, default=""))
    written = scene.as_written(raw, piece)
    facts = {"text": written, "category": kind, "nearest": near, "choices": choices}
    return Problem(raw, "unknown_card", rule, facts)


def _nobody(scene: Scene, raw: str, body: str, spans: tuple[Span, ...]) -> Problem:
    """Say that the addressee is missing, or is called otherwise."""
    if not any(r.kind in ADDRESSEE for span in spans for r in span.readings):
        for piece in rest.pieces(body, spans)[: rest.MOST_WORDS]:
            if near := closest(piece, scene.others):
                written = scene.as_written(raw, piece)
                facts = {"nick": written, "nearest": near, "choices": scene.others}
                return Problem(raw, "unknown_nick", "F12", facts)
    return Problem(raw, "no_addressee", "F12", {"choices": scene.others})
