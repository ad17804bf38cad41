"""Templates of the thread rendered to trees: the facts are the public's. Pure."""

from functools import partial
from typing import Any

from chalicelib import render, words
from chalicelib.announce.page import tree_of
from chalicelib.announce.voice import Cited, Voice
from chalicelib.game import PUBLIC, Event
from chalicelib.markup.normal import normal
from chalicelib.markup.tree import Tree
from chalicelib.rules import Log, State, blitz
from chalicelib.rules.cluedo import Case
from chalicelib.thread import SUGGESTIONS as ASKED
from chalicelib.thread import Line, lines

_OFFICE = "thread/line.html"


def told(event: Event, state: State, voice: Voice, **facts: Any) -> Tree:
    """Say one public event as the thread reads it; nothing where it has no words."""
    name = f"thread/{event.__struct_config__.tag}.html"
    known = name in _templates(voice.language)
    return said(name if known else _OFFICE, state, voice, event=event, **facts)


def said(template: str, state: State, voice: Voice, **facts: Any) -> Tree:
    """Render a template for a public state."""
    shared = render.table_facts(
        state, PUBLIC, voice.language, voice.game, voice.base_url, voice.zone
    )
    shared |= {
        "in_thread": voice.in_thread,
        "cited": partial(_cited, voice),
        "said_of": "",
        "asked": (),
        "opens": None,
        "sample": sample(state, ""),
        "language": voice.language,
        "tags": set(),
    }
    page = render.environment_of(voice.language).get_template(template)
    return normal(tree_of(page.render(shared | facts)))


def _templates(language: str) -> frozenset[str]:
    """Name the templates that there are."""
    return frozenset(render.environment_of(language).list_templates())


def _cited(voice: Voice, suggestion: int) -> Cited:
    """Find the post of a suggestion; an empty one where it is unknown."""
    return voice.cited(suggestion) or Cited()


def sample(state: State, seat: str) -> dict[str, object]:
    """Make up the next suggestion of a seat, by the places of things alone: it tells nothing."""
    places = [one.id for one in state.seats]
    place = places.index(seat) if seat in places else 0
    others = (one for one in (*places[place + 1 :], *places[:place]) if one != seat)
    to = next((one for one in others if not state.tallies[one].left), "")
    deck = state.deck
    case = Case(*(kind[place % len(kind)] for kind in (deck.suspects, deck.weapons, deck.rooms)))
    return {"number": _next_number(state, seat), "to": to, "case": case}


def _next_number(state: State, seat: str) -> int:
    """Say which number comes next: of the player's day, or of a game of blitz (F13)."""
    if isinstance(state, blitz.State):
        return state.suggestions + 1
    return state.tallies[seat].made + 1 if seat in state.tallies else 1


def asked_of(thread: tuple[Log, ...], state: State) -> tuple[Line, ...]:
    """Give the suggestions of a day with their answers."""
    return tuple(line for line in lines(thread, state.hidden) if isinstance(line.event, ASKED))


def explained(code: str, facts: dict[str, Any], state: State, voice: Voice) -> str:
    """Say what is wrong, as everybody may read it."""
    zone = voice.zone or state.setting.zone
    nick = render.table_facts(state, PUBLIC, voice.language, "", "")["nick"]
    return words.explain(code, facts, voice.language, nick, zone)  # type: ignore[arg-type]
