"""What becomes of a letter when its turn comes: decided by how things stand then, not before.

Nobody is asked for what is done, written to who does not want it, or told what is old.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from chalicelib import accounts, feedback, ledger, letters, render
from chalicelib import letters_wishes as wishes
from chalicelib.accounts import EVERYTHING, Profile
from chalicelib.deliver import gather, lookups, notes, words
from chalicelib.deliver.words import Addressed, Reading
from chalicelib.forums import private
from chalicelib.game import ORGANISER
from chalicelib.ledger import Outgoing
from chalicelib.letters_duties import deadlines, duties
from chalicelib.letters_names import rank_of, reader_of
from chalicelib.letters_readers import NEWS
from chalicelib.rules import Log, State
from chalicelib.site import Site
from chalicelib.store import Item, Key

OLD = timedelta(minutes=2)
"""News that has waited for so long is told together with what came after it."""


PRESSED = timedelta(minutes=15)
"""How long news and digests wait where too much of our mail comes back."""


class Drop(msgspec.Struct, frozen=True):
    """Nobody needs the letter any more."""

    why: str


class Withhold(msgspec.Struct, frozen=True):
    """Its reader gets no mail."""

    why: str


class Gather(msgspec.Struct, frozen=True):
    """It goes into the reader's digest, which leaves at ``due`` (UTC)."""

    due: datetime
    day: int


class Later(msgspec.Struct, frozen=True):
    """Its time has not come."""

    due: datetime


InGame = letters.Told | letters.Answer | letters.Reminder | letters.Digest | letters.Undelivered
Fate = Drop | Withhold | Gather | Later | Addressed


def fate(  # noqa: PLR0911 -- one way for each kind of letter
    site: Site, item: Item, out: Outgoing, waiting: Sequence[Key]
) -> Fate:
    """Say what becomes of a letter; ``waiting`` are the keys of others that are due.

    Who signs in proves that the address works: that letter goes wherever it is asked for.
    """
    letter = out.letter
    if isinstance(letter, letters.SignIn):
        return Addressed(letter.address, render.sign_in(letter, site.base_url))
    if isinstance(letter, letters.Farewell):
        return _farewell(site, letter)
    if isinstance(letter, letters.Note):
        return notes.addressed(site, letter) or Drop("unwanted")
    reading = _reading(site, out, letter)
    if not isinstance(reading, Reading):
        return reading
    if isinstance(letter, letters.Told):
        return _told(site, item, letter, reading, waiting)
    if isinstance(letter, letters.Answer):
        newer = letter.about != "commands" and _newer(site, item, letter, waiting)
        found = {} if newer else lookups.found(site, reading, letter)
        return Drop("superseded") if newer else words.answer(site, reading, letter, found)
    if _is_off(reading.profile, letter.game):
        return Withhold("off")
    if isinstance(letter, letters.Reminder):
        return _reminder(site, item, letter, reading, waiting)
    return _unasked(site, letter, reading)


def _reading(site: Site, out: Outgoing, letter: InGame) -> Reading | Drop | Withhold:
    """Find who reads a letter now, by which way, and what the game is like now.

    Where no mail gets through, a forum may.
    """
    held = ledger.peek(site.store, letter.game, site.now())
    account = _account(held.state, letter.to) if held.state else None
    if not held.state or not account:
        return Drop("left")
    if letter.account not in ("", account):
        return Drop("replaced")
    profile = accounts.profile(site.store, account, now=site.now())
    way = private.way(site, out, profile)
    if profile.trouble and not way:
        return Withhold(profile.trouble)
    return Reading(letter.game, letter.to, profile, held.state, held.seq, way)


def _account(state: State, reader: str) -> str | None:
    """Give the account that reads as a seat or as the organiser."""
    if reader == ORGANISER:
        return state.host
    return next((seat.account for seat in state.seats if seat.id == reader), None)


def _is_off(profile: Profile, game: str) -> bool:
    """Whether the reader has switched the game's mail off."""
    return game in profile.off or EVERYTHING in profile.off


def _farewell(site: Site, letter: letters.Farewell) -> Fate:
    """Confirm to somebody that they have left: a receipt, to whoever can be reached."""
    state = ledger.state_of(site.store, letter.game, site.now())
    leaver = accounts.profile(site.store, letter.account, now=site.now())
    if leaver.trouble:
        return Withhold(leaver.trouble)
    title = state.setting.title if state else ""
    return Addressed(leaver.address, render.farewell(title, leaver.language))


def _told(
    site: Site, item: Item, letter: letters.Told, reading: Reading, waiting: Sequence[Key]
) -> Fate:
    """Tell of a log entry at once, in a digest, or not at all, as the reader wishes.

    The receipt for a mail always comes: the reader has asked for it by writing.
    """
    entry = ledger.entry_of(site.store, letter.game, letter.seq, site.now())
    state, to, profile = reading.state, letter.to, reading.profile
    if _is_off(profile, letter.game) and not wishes.is_receipt(entry, to):
        return Withhold("off")
    if wishes.is_overtaken(entry, state, to):
        return Drop("answered")
    interest = wishes.interest(entry, state, to)
    if reading.way and interest == "news":
        return Drop("in the thread")
    if profile.post == "mine" and interest == "news":
        return Drop("unwanted")
    if profile.post == "daily" and interest != "now":
        return _gathered(site, reading, entry)
    later = _news(site, item, letter, waiting) if interest == "news" else None
    return later or words.told(site, reading, letter, entry)


def _news(site: Site, item: Item, letter: letters.Told, waiting: Sequence[Key]) -> Fate | None:
    """Let news wait, where it is old or too much of our mail comes back."""
    if _is_old_news(site, item, letter, waiting):
        return Gather(site.now(), 0)
    return Later(site.now() + PRESSED) if feedback.pressure(site) else None


def _gathered(site: Site, reading: Reading, entry: Log) -> Gather:
    """Put an entry into the digest of the day; the close of the day is the moment for it."""
    now, state = site.now(), reading.state
    if wishes.ends_day(entry) and gather.has_long_days(state):
        return Gather(now, 0)
    zone = reading.profile.zone or state.setting.zone
    return Gather(gather.moment(state, zone, now), gather.open_day(state))


def _is_old_news(site: Site, item: Item, letter: letters.Told, waiting: Sequence[Key]) -> bool:
    """Whether news has waited for long while more of it came for the same reader."""
    if not item.due or site.now() - item.due < OLD:
        return False
    more = any(rank_of(sk) == NEWS for _, sk in _beside(item, waiting))
    return more or gather.is_begun(site, letter)


def _beside(item: Item, waiting: Sequence[Key]) -> list[Key]:
    """Give the keys of the letters that wait for the same reader of the same game."""
    reader = reader_of(item.sk)
    return [
        key
        for key in waiting
        if key != item.key and key[0] == item.pk and reader_of(key[1]) == reader
    ]


def _newer(site: Site, item: Item, letter: letters.Answer, waiting: Sequence[Key]) -> bool:
    """Whether a newer answer to the same question waits for the same reader."""
    keys = _beside(item, waiting)[: ledger.PAGE]
    others = site.store.read(*keys, now=site.now()) if keys and _may_repeat(letter) else ()
    return any(
        other
        and other.due
        and item.due
        and other.due > item.due
        and _repeats(ledger.read_outgoing(other).letter, letter)
        for other in others
    )


def _may_repeat(letter: letters.Answer) -> bool:
    """Whether an answer says no more than a newer one would: how things stand, or what is wrong."""
    return letter.about in ("status", "help", "refused")


def _repeats(newer: letters.Letter, letter: letters.Answer) -> bool:
    """Whether a newer letter makes an answer needless; a refusal only one about the same prompt."""
    if not isinstance(newer, letters.Answer) or newer.guarded != letter.guarded:
        return False
    if newer.about != letter.about:
        return False
    same_prompt = letter.prompt is not None and letter.prompt == newer.prompt
    return letter.about != "refused" or same_prompt


def _reminder(
    site: Site,
    item: Item,
    letter: letters.Reminder,
    reading: Reading,
    waiting: Sequence[Key],
) -> Fate:
    """Remind of what is owed still, by the deadline that still holds."""
    now, state = site.now(), reading.state
    if letter.deadline not in deadlines(state):
        return Drop("another deadline" if state.phase == "open" else "over")
    if now >= letter.deadline:
        return Drop("too late")
    about = item.sk.rsplit(".", 3)[0]
    if any(sk < item.sk and sk.startswith(about) for _, sk in _beside(item, waiting)):
        return Drop("superseded")
    owed = any(duty.deadline == letter.deadline for duty in duties(state, letter.to, now))
    return words.reminder(site, reading, letter) if owed else Drop("answered")


def _unasked(site: Site, letter: letters.Digest | letters.Undelivered, reading: Reading) -> Fate:
    """Write what no single entry of the log gives rise to."""
    if isinstance(letter, letters.Undelivered):
        return words.undelivered(site, reading, letter)
    due = gather.postponed(letter, reading.state, site.now())
    if not due and feedback.pressure(site):
        due = site.now() + PRESSED
    return Later(due) if due else words.digest(site, reading, gather.entries(site, letter))
