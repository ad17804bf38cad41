"""What is wrong with three keywords and a nick that are not three keywords and a nick."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, get_args

from chalicelib.letters import Problem
from chalicelib.read import guess, rest
from chalicelib.read.scene import ADDRESSEE, Scene, Span
from chalicelib.rules.cluedo import CATEGORIES, Category

MOST_WAYS = 4

Seats = AbstractSet[str]
Cards = dict[str, tuple[str, ...]]
NOBODY: Seats = frozenset()


def ambiguous(raw: str, rule: str, ways: Iterable[str]) -> Problem:
    """Say in which ways a text could be meant; also where the only way is not certain."""
    return Problem(raw, "ambiguous_suggestion", rule, {"choices": sorted(ways)[:MOST_WAYS]})


def fault(scene: Scene, raw: str, body: str, rule: str, named: Seats = NOBODY) -> Problem:
    """Say what is wrong with a text; ``named`` are the seats that its heading is for."""
    spans = _spans(scene, body, rule)
    for kind in CATEGORIES:
        values = _sure(spans, kind)
        if len(values) > 1:
            return Problem(raw, "two_of_a_kind", rule, {"category": kind, "cards": values})
    if _absent(spans):
        return _missing(scene, raw, body, rule, named)
    seats = {r.value for span in spans for r in span.readings if r.kind == "nick"}
    if rule != "F12" or scene.in_turns:
        return ambiguous(raw, rule, ())
    if len(seats) + bool(named) > 1:
        nicks = sorted(scene.nick(seat) for seat in seats)
        return Problem(raw, "two_addressees", "F12", {"choices": nicks})
    return _nobody(scene, raw, body, spans)


def _spans(scene: Scene, body: str, rule: str) -> tuple[Span, ...]:
    """Give the names of a text; in an accusation what can be a card is one."""
    spans = scene.spans(body)
    return spans if rule == "F12" else tuple(s.only(*CATEGORIES) if s.card else s for s in spans)


def _absent(spans: tuple[Span, ...]) -> list[Category]:
    """Give the categories of which no card is named."""
    named = {reading.kind for span in spans for reading in span.readings}
    return [kind for kind in CATEGORIES if kind not in named]


def _sure(spans: tuple[Span, ...], kind: str) -> list[str]:
    """Give the different cards of a category that are named and can mean nothing else."""
    sure = (s.readings[0].value for s in spans if {r.kind for r in s.readings} == {kind})
    return list(dict.fromkeys(sure))


def _missing(scene: Scene, raw: str, body: str, rule: str, named: Seats) -> Problem:
    """Say which category is missing, and which card was perhaps meant (F14).

    Of several the first is told that is like a card; else what remains is taken for the name.
    """
    spans = _spans(scene, body, rule)
    wanted: Cards = {kind: scene.state.deck.of(kind) for kind in _absent(spans)}
    spans = _without_cards(body, spans, wanted, named)
    said = rest.pieces(body, spans)[: rest.MOST_WORDS]
    guessed = guess.guesses(said, wanted)
    kind, near, text = next(iter(wanted)), "", ""
    if guessed:
        kind, near, text = guessed[0].kind, guessed[0].nearest, guessed[0].run.text
    facts: dict[str, Any] = {
        "text": scene.as_written(raw, text or guess.left(said)),
        "category": kind,
        "nearest": near,
        "choices": wanted[kind],
    }
    if rule == "F12":
        facts |= _whole(scene, spans, guessed, named)
    return Problem(raw, "unknown_card", "F14" if rule == "F12" else rule, facts)


def _without_cards(
    body: str, spans: tuple[Span, ...], wanted: Cards, named: Seats
) -> tuple[Span, ...]:
    """Leave out seats that are like a missing card («Плам»), where another is the addressee."""
    seats = [span for span in spans if not span.card]
    another = named or len({span.readings for span in seats}) > 1
    if not another and rest.pieces(body, spans):
        return spans
    alike = {span for span in seats if guess.guesses([body[span.start : span.end]], wanted)}
    return tuple(span for span in spans if span not in alike)


def _whole(
    scene: Scene, spans: tuple[Span, ...], guessed: list[guess.Guess], named: Seats
) -> dict[str, str]:
    """Give the order as it was perhaps meant, to be copied, where nothing else is missing."""
    seats = named or {r.value for s in spans if not s.card for r in s.readings}
    named_cards = {(r.kind, r.value) for span in spans for r in span.readings if r.card}
    cards = sorted({*named_cards, *((found.kind, found.nearest) for found in guessed)}, key=_place)
    whole = ", ".join(card for _, card in cards)
    if [kind for kind, _ in cards] != [*CATEGORIES]:
        return {}
    if scene.in_turns:
        return {} if seats else {"order": whole}
    return {"order": f"{scene.nick(next(iter(seats)))}: {whole}"} if len(seats) == 1 else {}


def _place(card: tuple[str, str]) -> int:
    """Give the place of a card's category in the order of F25."""
    return get_args(Category).index(card[0])


def _nobody(scene: Scene, raw: str, body: str, spans: tuple[Span, ...]) -> Problem:
    """Say that the addressee is missing, or is called otherwise."""
    if not any(r.kind in ADDRESSEE for span in spans for r in span.readings):
        said = rest.pieces(body, spans)[: rest.MOST_WORDS]
        for found in guess.guesses(said, {"nick": tuple(scene.others)}):
            written = scene.as_written(raw, found.run.text)
            facts = {"nick": written, "nearest": found.nearest, "choices": scene.others}
            return Problem(raw, "unknown_nick", "F12", facts)
    return Problem(raw, "no_addressee", "F12", {"choices": scene.others})
