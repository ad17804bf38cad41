"""What has to be looked up for the answer to commands: the log for a history, rules, the clock."""

from datetime import datetime
from functools import partial

import msgspec

from chalicelib import ledger, words
from chalicelib.announce.wording import sample
from chalicelib.deliver.words import Reading
from chalicelib.game import ORGANISER, PUBLIC, redact
from chalicelib.history import History, history
from chalicelib.letters import Answer, Carried
from chalicelib.messages_post_edits import EDITS
from chalicelib.messages_rules import RULES
from chalicelib.play import eyes
from chalicelib.rules import State
from chalicelib.site import Site
from chalicelib.views import shown


def found(site: Site, reading: Reading, letter: Answer) -> dict[str, object]:
    """Give what the templates of commands and of posts know besides the table."""
    if letter.about == "post_refused":
        return {"no_sample": {*EDITS, "accusation_in_thread"}, "sample": _sample(reading)}
    if letter.about != "commands":
        return {}
    log = () if letter.guarded else ledger.whole_log(site.store, reading.game, site.now())
    return {
        "histories": [_history(site, reading, part, letter) for part in letter.parts],
        "clauses": clauses(reading.state),
        "shown": tuple(shown(log, reading.to))
        if any(isinstance(part, Carried) and part.command == "status" for part in letter.parts)
        else (),
    } | wording(reading.profile.language)


def _sample(reading: Reading) -> dict[str, object]:
    """Give a suggestion that the reader could make in the thread; none to the organiser."""
    state, seat = reading.state, reading.to
    if seat == ORGANISER or state.phase == "over":
        return {}
    return sample(redact(state, PUBLIC), seat)


def wording(language: str) -> dict[str, object]:
    """Give how templates of commands name rules and times."""
    return {
        "rule_text": partial(rule_text, language),
        "clock_in": lambda at, zone: words.moment(datetime.fromisoformat(at), language, zone),
    }


def rule_text(language: str, clause: str) -> str:
    """Give a rule in a sentence, in a language."""
    return words.translation(language).gettext(RULES[clause])


def clauses(state: State) -> list[tuple[str, str]]:
    """Give the house rules of a game, each option with the rule it belongs to."""
    (schema,) = msgspec.json.schema(type(state.options))["$defs"].values()
    return [(name, field.get("title", "")) for name, field in schema["properties"].items()]


def _history(site: Site, reading: Reading, part: object, letter: Answer) -> History | None:
    """Tell what a history asks for, as its reader may know it; a guarded one as all may."""
    if not isinstance(part, Carried) or part.command != "history":
        return None
    log = ledger.whole_log(site.store, reading.game, site.now())
    seen_as = PUBLIC if letter.guarded else eyes(reading.state, reading.to)
    first, last = part.facts.get("first", 0), part.facts.get("last", 0)
    return history(log, seen_as, reading.state.hidden, first, last)
