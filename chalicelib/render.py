"""Letters in words: HTML by Jinja2, the text part from the HTML. Pure.

Everything is said from an entry and a state that are already redacted for the reader. The forms
of the lines on which programs may rely stand at the top of ``templates/letter.html``.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache, partial
from typing import Protocol
from urllib.parse import quote

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from chalicelib import examples, letters, words
from chalicelib.game import ORGANISER
from chalicelib.plaintext import text_of
from chalicelib.rules import Log, State, blitz, ruleset, verbs
from chalicelib.rules.blitz.state import TurnBegan
from chalicelib.rules.cluedo import Deal
from chalicelib.rules.setup import most_seats
from chalicelib.rules.table import seat_of
from chalicelib.thread import ANSWERS, OFFICE, lines

NAME = "Alibi"
MAILED = {"desk": False, "by_forum": False}
"""A letter is on no desk, and comes as a mail and not as a private message of a forum."""
NOTHING: Mapping[str, object] = {}
MARKER = (
    "=#=#= пишите ответ выше этой черты / reply above this line / odpowiedź wpisz powyżej =#=#="
)
"""The first line of every letter of a game: what stands below it is ours."""


class Shown(Protocol):
    """A card that was shown to a seat: by whom, and when (UTC)."""

    @property
    def by(self) -> str:
        """The seat that showed it."""

    @property
    def card(self) -> str:
        """The card."""

    @property
    def at(self) -> datetime:
        """When it was shown (UTC)."""


class Page(msgspec.Struct, frozen=True):
    """A letter in words: its subject, and the same words as HTML and as text."""

    subject: str
    html: str
    text: str


def told(  # noqa: PLR0913 -- an entry, who reads it, and where
    entry: Log,
    state: State,
    reader: str,
    language: str,
    *,
    game: str,
    base_url: str,
    thread_url: str,
    thread: tuple[Log, ...] = (),
    shown: tuple[Shown, ...] = (),
    read_as: tuple[tuple[str, str], ...] = (),
    zone: str = "",
    by_forum: bool = False,
) -> Page:
    """Tell a reader (a seat id or ``organiser``) of an entry; both are redacted for this reader.

    ``state`` is the present one; ``thread`` are the entries of the day that closed, if one did;
    ``shown`` are the cards that the reader's seat was ever shown, where the reader is new (F53);
    ``read_as`` are the names that the reader's mail gave in another way than the list (F14);
    ``zone`` is the reader's own, if not the game's; ``by_forum``: it comes as a private message.
    """
    facts = table_facts(state, reader, language, game, base_url, zone)
    facts |= entry_facts(entry, state, reader, thread) | {"by_forum": by_forum}
    facts |= {"thread_url": thread_url, "shown": shown, "read_as": read_as}
    return page("told.html", state.setting.title, language, facts)


def entry_facts(
    entry: Log, state: State, reader: str, thread: tuple[Log, ...]
) -> dict[str, object]:
    """Give what the template of an entry knows besides the table."""
    return {
        "read_as": (),
        "entry": entry,
        "receipt": entry.via == "mail" and entry.by == reader,
        "gathered": False,
        "thread": lines(thread, state.hidden),
        "shown": (),
        "tags": {_tag(e) for e in entry.events},
        "told_by_office": {_tag(e) for e in entry.events if isinstance(e, OFFICE)},
        "last_turn": next((e for e in reversed(entry.events) if isinstance(e, TurnBegan)), None),
        "answered": {(e.id, e.by) for e in entry.events if isinstance(e, ANSWERS)},
    }


def answer(  # noqa: PLR0913 -- as above
    letter: letters.Answer,
    state: State | None,
    reader: str,
    language: str,
    *,
    game: str,
    base_url: str,
    thread_url: str,
    shown: tuple[Shown, ...] = (),
    zone: str = "",
    found: Mapping[str, object] = NOTHING,
) -> Page:
    """Answer a mail: what is wrong with it, what it asked for, or what its commands did.

    ``shown`` are the cards that the reader's seat was ever shown, for a letter about the status;
    ``zone`` is the reader's own, if not the game's; ``found`` is what had to be looked up.
    """
    facts = table_facts(state, reader, language, game, base_url, zone)
    facts |= answer_facts(letter, state, reader, language, zone, base_url)
    facts |= {"thread_url": thread_url, "shown": shown}
    facts |= found
    return page(f"{letter.about}.html", state.setting.title if state else NAME, language, facts)


def answer_facts(  # noqa: PLR0913, PLR0917 -- as above
    letter: letters.Answer,
    state: State | None,
    reader: str,
    language: str,
    zone: str,
    base_url: str,
) -> dict[str, object]:
    """Give what the template of an answer knows besides the table."""
    return {
        "parts": letter.parts,
        "codes": {part.code for part in letter.parts if isinstance(part, letters.Problem)},
        "explain": partial(_explained, state, reader, language, zone),
        "guarded": letter.guarded,
        "link": f"{base_url}/v1/confirm?ticket={quote(letter.ticket)}",
    }


def sign_in(letter: letters.SignIn, base_url: str) -> Page:
    """Give somebody the code and the link with which to sign in."""
    subject = words.translation(letter.language).gettext("Signing in to Alibi")
    link = f"{base_url}/v1/sign-in?ticket={quote(letter.ticket)}"
    facts = {"code": letter.code, "link": link, "marker": "", "title": NAME}
    return page("sign_in.html", subject, letter.language, facts)


def farewell(title: str, language: str) -> Page:
    """Confirm to somebody who has left a game that this is so."""
    facts = {"marker": "", "title": title, "state": None}
    return page("farewell.html", title, language, facts)


def page(template: str, subject: str, language: str, facts: Mapping[str, object]) -> Page:
    """Render a template; the text is what the HTML says."""
    environment = environment_of(language)
    html = environment.get_template(template).render(facts, subject=subject, language=language)
    return Page(subject, html, text_of(html))


@cache
def environment_of(language: str) -> Environment:
    """Build the templates of one language; everything that is put into them is escaped."""
    environment = Environment(
        loader=PackageLoader("chalicelib"),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    environment.policies["ext.i18n.trimmed"] = True
    texts = words.translation(language)
    environment.install_gettext_translations(texts, newstyle=True)  # type: ignore[attr-defined]
    environment.globals |= {
        "cards": lambda case: ", ".join(case.cards),
        "listed": ", ".join,
        "tag": _tag,
        "day": lambda when: words.day(when, language),
    }
    return environment


def _tag(event: object) -> str:
    """Give the name of an event's kind, as it stands in JSON."""
    return str(type(event).__struct_config__.tag)  # type: ignore[attr-defined]


def _departing(state: State) -> tuple[str, ...]:
    """Name the house rules that are not the usual ones; who is GM is told on its own.

    The length of the window is told with the window.
    """
    options, usual = state.options, next(iter(ruleset(state).PRESETS.values()))
    changed = [n for n in options.__struct_fields__ if getattr(options, n) != getattr(usual, n)]
    told = (n.removesuffix("_hours") for n in changed)
    return tuple(dict.fromkeys(name for name in told if name != "gm"))


def table_facts(  # noqa: PLR0913, PLR0917 -- what every letter of a game is made from
    state: State | None, reader: str, language: str, game: str, base_url: str, zone: str = ""
) -> dict[str, object]:
    """Give what the templates of a game know: the table as the reader sees it.

    Times are those of ``zone``, the reader's own, or else of the game's.
    """
    if not state:
        return {"state": None, "marker": MARKER, "title": NAME, "reader": reader, **MAILED}
    return {
        "guarded": False,
        "state": state,
        "marker": MARKER,
        "title": state.setting.title,
        "reader": reader,
        "me": seat_of(state, reader),
        "organiser": reader == ORGANISER,
        "in_turns": isinstance(state, blitz.State),
        "game": game,
        "base_url": base_url,
        "most_seats": most_seats(state),
        "departing": _departing(state),
        "owed": tuple(q for q in state.questions if q.to == reader),
        "cards_owed": tuple(o for o in state.owed if o.by == reader),
        **MAILED,
    } | _wording(state, reader, language, zone or state.setting.zone)


def _wording(state: State, reader: str, language: str, zone: str) -> dict[str, object]:
    """Give what the templates of a game name things by."""
    return {
        "nick": partial(_nick, state, language),
        "nicks": lambda seats: ", ".join(_nick(state, language, seat) for seat in seats),
        "name": partial(_name, state, language),
        "when": lambda at: words.moment(at, language, zone),
        "zone": words.clock(state.setting.zone),
        "example": partial(examples.example, state, reader, language),
        "against": partial(examples.against, state, reader, language),
        "answer_to": partial(examples.answer, state, reader, language),
        "understood": partial(examples.understood, state, reader, language),
        "deadline": lambda card: min(filter(None, (card.due, state.closes))),
        "choices": lambda question: words.choices(state, reader, question),
        "open": lambda number: next(
            (q for q in state.questions if q.id == number and q.to == reader), None
        ),
        "awaited": lambda number: next((o for o in state.owed if o.id == number), None),
        "deal": _deal,
    }


def _nick(state: State | None, language: str, seat: str) -> str:
    """Give the nick of a seat; the organiser and a seat that is gone have a word of their own."""
    found = seat_of(state, seat) if state else None
    if found:
        return found.nick
    _ = words.translation(language).gettext
    return _("The organiser") if seat == ORGANISER else _("A former player")


def _name(state: State, language: str, seat: str) -> str:
    """Give nick and role of a seat, as the forum writes them (F4, F13)."""
    found = seat_of(state, seat)
    return f"{found.nick} / {found.role}" if found else _nick(state, language, seat)


def _deal(ended: verbs.Ended) -> Deal:
    """Give the deal that was committed to, from what the end reveals."""
    return Deal(ended.case, {hand.seat: hand.cards for hand in ended.hands}, ended.nonce)


def explainer(language: str) -> Callable[[letters.Problem], str]:
    """Give the way to explain a problem where no game is at hand."""
    return partial(_explained, None, "", language, "")


def _explained(
    state: State | None, reader: str, language: str, own_zone: str, problem: letters.Problem
) -> str:
    """Explain one problem of a mail."""
    zone, facts = own_zone or (state.setting.zone if state else "UTC"), problem.facts
    if state and problem.code == "which_suggestion":
        facts = facts | {"choices": examples.meant(state, reader, language, problem)}
    return words.explain(problem.code, facts, language, partial(_nick, state, language), zone)
