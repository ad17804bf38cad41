"""A letter in words: finds what is to be said, as its reader may know it, and renders it."""

from collections.abc import Iterable, Mapping

import msgspec

from chalicelib import ledger, letters, render, render_posts
from chalicelib.accounts import Profile
from chalicelib.forums.private import Route
from chalicelib.game import PUBLIC, redact
from chalicelib.letters_duties import duties
from chalicelib.play import eyes
from chalicelib.render import Page
from chalicelib.rules import Log, State, blitz
from chalicelib.rules.blitz.state import DutyPassed
from chalicelib.rules.forum.corrections import Amended
from chalicelib.rules.forum.rulings import Restored
from chalicelib.rules.office import SeatTaken
from chalicelib.rules.verbs import Suggested
from chalicelib.site import Site
from chalicelib.thread import ended_by
from chalicelib.views import Shown, shown


class Addressed(msgspec.Struct, frozen=True):
    """A letter in words, and whom and what it is for; ``seq`` is the game's last entry.

    ``mailbox`` is where an answer goes that belongs to no account yet.
    """

    to: str
    page: Page
    game: str = ""
    account: str = ""
    prompt: int | None = None
    reply_to: str = ""
    seq: int = 0
    way: Route | None = None
    """The forum through which it goes, else it goes by mail."""
    ticket: str = ""
    """The reply address, where the letter has one already."""
    mailbox: str = ""


class Reading(msgspec.Struct, frozen=True):
    """Who reads in which game, by which way if not by mail, and the game's state, whole."""

    game: str
    to: str
    profile: Profile
    state: State
    seq: int
    way: Route | None = None

    @property
    def view(self) -> State:
        """The state as the reader may see it."""
        return redact(self.state, eyes(self.state, self.to))


def addressed(
    reading: Reading, page: Page, prompt: int | None = None, reply_to: str = ""
) -> Addressed:
    """Address a page to its reader."""
    profile = reading.profile
    return Addressed(
        profile.address, page, reading.game, profile.id, prompt, reply_to, reading.seq, reading.way
    )


def told(site: Site, reading: Reading, letter: letters.Told, entry: Log) -> Addressed:
    """Put a log entry (whole) in words, and say which suggestion it asks about."""
    seen = redact(entry, eyes(reading.state, reading.to))
    page = render.told(
        seen,
        reading.view,
        reading.to,
        reading.profile.language,
        game=reading.game,
        base_url=site.base_url,
        thread_url=site.thread_url(reading.game),
        thread=_thread(site, reading, entry),
        shown=_ever_shown(site, reading) if _takes_seat(seen, reading.to) else (),
        read_as=letter.read_as,
        zone=reading.profile.zone,
        by_forum=reading.way is not None,
    )
    return addressed(reading, page, _prompt(seen, reading.to), letter.reply_to)


def answer(
    site: Site, reading: Reading, letter: letters.Answer, found: Mapping[str, object]
) -> Addressed:
    """Put the answer to a mail in words; where nobody vouched for the mail, without secrets.

    ``found`` is what its commands had looked up.
    """
    page = render.answer(
        letter,
        redact(reading.state, PUBLIC) if letter.guarded else reading.view,
        reading.to,
        reading.profile.language,
        game=reading.game,
        base_url=site.base_url,
        thread_url=site.thread_url(reading.game),
        shown=_ever_shown(site, reading) if letter.about == "status" and not letter.guarded else (),
        zone=reading.profile.zone,
        found=found,
    )
    wrapped = addressed(reading, page, letter.prompt, letter.reply_to)
    return msgspec.structs.replace(wrapped, ticket=letter.ticket)


def digest(site: Site, reading: Reading, entries: Iterable[Log]) -> Addressed:
    """Put several log entries (whole) in words, in one letter."""
    seen_as = eyes(reading.state, reading.to)
    parts = [(redact(entry, seen_as), _thread(site, reading, entry)) for entry in entries]
    page = render_posts.digest(
        parts, reading.view, reading.to, reading.profile.language, _place(site, reading)
    )
    return addressed(reading, page)


def reminder(site: Site, reading: Reading, letter: letters.Reminder) -> Addressed:
    """Remind a reader of what they owe; an answer to it is about that where it is one thing."""
    owed = duties(reading.state, reading.to, site.now())
    page = render_posts.reminder(
        letter.deadline,
        reading.view,
        reading.to,
        reading.profile.language,
        _place(site, reading),
    )
    return addressed(reading, page, owed[0].prompt if len(owed) == 1 else None)


def undelivered(site: Site, reading: Reading, letter: letters.Undelivered) -> Addressed:
    """Tell the organiser that a seat's mail does not arrive."""
    page = render_posts.undelivered(
        letter.seat, reading.view, reading.to, reading.profile.language, _place(site, reading)
    )
    return addressed(reading, page)


def _place(site: Site, reading: Reading) -> render_posts.Place:
    """Give where a letter belongs, and which way it goes."""
    thread_url, zone = site.thread_url(reading.game), reading.profile.zone
    by_forum = reading.way is not None
    return render_posts.Place(reading.game, site.base_url, thread_url, zone, by_forum)


def _thread(site: Site, reading: Reading, entry: Log) -> tuple[Log, ...]:
    """Give what the day or the turn brought that an entry ended."""
    return ended_by(
        entry,
        ledger.entries_before(site.store, reading.game, entry.seq, site.now()),
        in_turns=isinstance(reading.state, blitz.State),
    )


def _prompt(entry: Log, reader: str) -> int | None:
    """Give the suggestion that a letter asks its reader about, if it asks about one."""
    asking = (Suggested, Restored, Amended, DutyPassed)
    asked = [e.id for e in entry.events if isinstance(e, asking) and e.to == reader]
    return asked[0] if len(asked) == 1 else None


def _takes_seat(entry: Log, reader: str) -> bool:
    """Whether an entry tells a successor of the seat (F53)."""
    return any(isinstance(event, SeatTaken) and event.by == reader for event in entry.events)


def _ever_shown(site: Site, reading: Reading) -> tuple[Shown, ...]:
    """Give every card that a seat was ever shown, whoever sat there (F53)."""
    log = ledger.whole_log(site.store, reading.game, site.now())
    return tuple(shown(log, reading.to))
