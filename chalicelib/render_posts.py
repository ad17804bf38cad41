"""Letters that no single log entry gives rise to: digests, reminders, trouble with mail. Pure."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from markupsafe import Markup

from chalicelib import render
from chalicelib.render import Page
from chalicelib.rules import Log, State
from chalicelib.rules.forum.state import DayOpened

Part = tuple[Log, tuple[Log, ...]]
"""An entry, redacted for its reader, and the public entries of the day or turn that it ended."""


class Place(msgspec.Struct, frozen=True):
    """Where a letter belongs: its game, the addresses in it, the reader's time zone if any.

    ``by_forum``: it comes as a private message.
    """

    game: str
    base_url: str
    thread_url: str
    zone: str = ""
    by_forum: bool = False


def digest(parts: Sequence[Part], state: State, reader: str, language: str, place: Place) -> Page:
    """Tell a reader of several entries in one letter; ``state`` (redacted) is the present one.

    Of the days that opened only the last is told.
    """
    shared = _shared(state, reader, language, place)
    told = list(_without_old_days(parts))
    tags = {tag for entry, _ in told for tag in _tags(entry, state, reader)}
    bodies = (_body(shared, entry, state, reader, thread) for entry, thread in told)
    facts = shared | {"bodies": [body for body in bodies if body.strip()], "tags": tags}
    return render.page("digest.html", state.setting.title, language, facts)


def reminder(deadline: datetime, state: State, reader: str, language: str, place: Place) -> Page:
    """Remind a reader of what they owe by a deadline (UTC)."""
    facts = _shared(state, reader, language, place) | {"deadline_at": deadline}
    return render.page("reminder.html", state.setting.title, language, facts)


def undelivered(seat: str, state: State, reader: str, language: str, place: Place) -> Page:
    """Tell the organiser that the letters to a seat do not arrive."""
    facts = _shared(state, reader, language, place) | {"seat": seat}
    return render.page("undelivered.html", state.setting.title, language, facts)


def _shared(state: State, reader: str, language: str, place: Place) -> dict[str, object]:
    facts = render.table_facts(state, reader, language, place.game, place.base_url, place.zone)
    facts |= {"thread_url": place.thread_url, "by_forum": place.by_forum}
    return facts | {"subject": "", "language": language}


def _without_old_days(parts: Sequence[Part]) -> Iterator[Part]:
    """Leave out the openings of days that were followed by another."""
    days = [e.day for entry, _ in parts for e in entry.events if isinstance(e, DayOpened)]
    for entry, thread in parts:
        events = tuple(
            e for e in entry.events if not isinstance(e, DayOpened) or e.day == max(days)
        )
        yield msgspec.structs.replace(entry, events=events), thread


def _tags(entry: Log, state: State, reader: str) -> set[str]:
    tags = render.entry_facts(entry, state, reader, ())["tags"]
    return tags if isinstance(tags, set) else set()


def _body(
    shared: dict[str, object], entry: Log, state: State, reader: str, thread: tuple[Log, ...]
) -> Markup:
    """Give what a letter about one entry would say."""
    facts = shared | render.entry_facts(entry, state, reader, thread) | {"gathered": True}
    template = render.environment_of(str(shared["language"])).get_template("told.html")
    context = template.new_context(facts)
    return Markup("".join(template.blocks["body"](context)))  # noqa: S704 -- escaped by the template
