"""Whole rounds of blitz in a word, for the scripts: a suggestion and all its answers (B2, B3)."""

from chalicelib.rules import verbs
from chalicelib.rules.blitz.state import Pass
from tests.letters.games import Record


def go_round(game: Record, by: str, place: int, via: str = "rest") -> None:
    """Suggest three cards by their place in the deck, and let the others answer in turn."""
    game.ask(by, "", place, via=via)
    answers(game)


def unrefuted(game: Record, by: str, via: str = "rest") -> None:
    """Suggest what nobody else holds, and let all say so."""
    say(game, by, via)
    answers(game)


def say(game: Record, by: str, via: str = "rest") -> None:
    """Suggest what nobody else holds: own cards, else those in the envelope."""
    hand = next(seat.hand for seat in game.state.seats if seat.id == by)
    pack, case = game.state.deck, game.state.case
    kinds = zip((pack.suspects, pack.weapons, pack.rooms), case.cards, strict=True)
    suspect, weapon, room = (next((c for c in kind if c in hand), sealed) for kind, sealed in kinds)
    game.play(by, verbs.Suggest(suspect, weapon, room), via=via)


def answers(game: Record, via: str = "rest") -> None:
    """Let whoever is asked answer, until the round is over."""
    while game.state.questions:
        game.answer(game.state.questions[0].to, via=via)


def pass_turn(game: Record, by: str, via: str = "rest") -> None:
    """Pass the turn (B5)."""
    game.play(by, Pass(), via=via)


def wrong(game: Record, by: str, via: str = "rest") -> None:
    """Suggest what nobody can refute, and accuse wrongly."""
    unrefuted(game, by, via)
    game.accuse(by, right=False, via=via)
