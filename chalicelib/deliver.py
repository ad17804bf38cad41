"""From the outbox to the world: finds the words of a letter, sends it, marks it sent or backs off.

At least once: a letter is leased for a minute, sent, and marked. Who dies in between leaves it due.
"""

import logging
from datetime import datetime, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from typing import Protocol

import msgspec

from chalicelib import accounts, auth, ledger, letters, render
from chalicelib.game import ORGANISER, redact
from chalicelib.ledger import Outgoing
from chalicelib.play import eyes
from chalicelib.render import Page
from chalicelib.rules import Log, State, blitz
from chalicelib.rules.blitz.state import DutyPassed
from chalicelib.rules.forum.corrections import Amended
from chalicelib.rules.forum.rulings import Restored
from chalicelib.rules.office import SeatTaken
from chalicelib.rules.verbs import Suggested
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put
from chalicelib.thread import ended_by
from chalicelib.views import Shown, shown

LEASE = timedelta(minutes=1)
KEEP = timedelta(days=30)
"""How long a letter that was sent stays in the outbox, for the record; sign-in codes less."""
MOST_ATTEMPTS = 12

_log = logging.getLogger(__name__)
_json = msgspec.json.Encoder().encode


class Transport(Protocol):
    """What takes a finished mail away; raises if it cannot."""

    def send(self, to: str, message: EmailMessage) -> str:
        """Send one mail to one address; gives the Message-ID under which it left."""


class Addressed(msgspec.Struct, frozen=True):
    """A letter in words, and whom and what it is for."""

    to: str
    page: Page
    game: str = ""
    account: str = ""
    prompt: int | None = None
    reply_to: str = ""


def sweep(site: Site, transport: Transport, limit: int = 100) -> int:
    """Send what is due, the longest overdue first. Gives the number of letters taken up."""
    keys = site.store.due(site.now(), limit, prefix="OUT#")
    return sum(deliver(site, transport, key) for key in keys)


def deliver(site: Site, transport: Transport, key: Key) -> bool:
    """Send one letter of the outbox if it is still due and nobody else is at it."""
    now = site.now()
    (item,) = site.store.read(key, now=now)
    if not item or not item.due or item.due > now:
        return False
    out = ledger.read_outgoing(item)
    leased = _kept(item, out, now, due=now + LEASE)
    if not _write(site, leased, now):
        return False
    sent = _attempt(site, transport, item.sk.removeprefix("OUT#"), out)
    _write(site, _after(leased, sent, site.now()), site.now())
    return True


def _attempt(site: Site, transport: Transport, name: str, out: Outgoing) -> Outgoing:
    """Find the words and send them; a failure is remembered by its class only."""
    try:
        if addressed := _addressed(site, out.letter):
            transport.send(addressed.to, _message(site, name, addressed))
    except Exception as error:  # noqa: BLE001 -- whatever went wrong, the letter stays and is retried
        _log.warning("letter not sent: %s", type(error).__name__)
        return msgspec.structs.replace(out, attempts=out.attempts + 1, trouble=type(error).__name__)
    return msgspec.structs.replace(out, attempts=out.attempts + 1, sent=site.now(), trouble="")


def _after(leased: Item, out: Outgoing, now: datetime) -> Item:
    """Give the item after an attempt: kept for the record, or due again, or given up."""
    if out.sent or out.attempts >= MOST_ATTEMPTS:
        return _kept(leased, out, now, due=None)
    return _kept(leased, out, now, due=now + timedelta(seconds=15) * 2**out.attempts)


def _kept(item: Item, out: Outgoing, now: datetime, due: datetime | None) -> Item:
    keep = auth.CODE_LIFE if isinstance(out.letter, letters.SignIn) else KEEP
    expires = None if due else now + keep
    body = _json(out).decode()
    return Item(item.pk, item.sk, body, item.version + 1, due, expires)


def _write(site: Site, item: Item, now: datetime) -> bool:
    """Store the item's next version; false if somebody else was faster."""
    try:
        site.store.write(Put(item, item.version - 1), now=now)
    except Conflict:
        return False
    return True


def _addressed(site: Site, letter: letters.Letter) -> Addressed | None:
    """Put a letter in words for its reader; ``None`` if the reader is gone."""
    if isinstance(letter, letters.SignIn):
        return Addressed(letter.address, render.sign_in(letter, site.base_url))
    now = site.now()
    state = ledger.state_of(site.store, letter.game, now)
    if isinstance(letter, letters.Farewell):
        leaver = accounts.profile(site.store, letter.account, now=now)
        title = state.setting.title if state else ""
        return Addressed(leaver.address, render.farewell(title, leaver.language))
    account = _account(state, letter.to) if state else None
    if not state or not account:
        return None
    reader = accounts.profile(site.store, account, now=now)
    if isinstance(letter, letters.Answer):
        page = _answer(site, letter, state, reader.language)
        prompt, reply_to = letter.prompt, letter.reply_to
    else:
        page, prompt = _told(site, letter, state, reader.language)
        reply_to = ""
    return Addressed(reader.address, page, letter.game, account, prompt, reply_to)


def _answer(site: Site, letter: letters.Answer, state: State, language: str) -> Page:
    """Put the answer to a mail in words."""
    return render.answer(
        letter,
        redact(state, eyes(state, letter.to)),
        letter.to,
        language,
        game=letter.game,
        base_url=site.base_url,
        thread_url=site.thread_url(letter.game),
        shown=_ever_shown(site, letter) if letter.about == "status" else (),
    )


def _told(site: Site, letter: letters.Told, state: State, language: str) -> tuple[Page, int | None]:
    """Put a log entry in words, and say which suggestion it asks about."""
    now, seen_as = site.now(), eyes(state, letter.to)
    whole = ledger.entry_of(site.store, letter.game, letter.seq, now)
    entry = redact(whole, seen_as)
    page = render.told(
        entry,
        redact(state, seen_as),
        letter.to,
        language,
        game=letter.game,
        base_url=site.base_url,
        thread_url=site.thread_url(letter.game),
        thread=ended_by(
            whole,
            ledger.entries_before(site.store, letter.game, letter.seq, now),
            in_turns=isinstance(state, blitz.State),
        ),
        shown=_ever_shown(site, letter) if _takes_seat(entry, letter.to) else (),
    )
    return page, _prompt(entry, letter.to)


def _account(state: State, reader: str) -> str | None:
    """Give the account that reads as a seat or as the organiser."""
    if reader == ORGANISER:
        return state.host
    return next((seat.account for seat in state.seats if seat.id == reader), None)


def _prompt(entry: Log, reader: str) -> int | None:
    """Give the suggestion that a letter asks its reader about, if it asks about one."""
    asking = (Suggested, Restored, Amended, DutyPassed)
    asked = [e.id for e in entry.events if isinstance(e, asking) and e.to == reader]
    return asked[0] if len(asked) == 1 else None


def _takes_seat(entry: Log, reader: str) -> bool:
    """Whether an entry tells a successor of the seat (F53)."""
    return any(isinstance(event, SeatTaken) and event.by == reader for event in entry.events)


def _ever_shown(site: Site, letter: letters.Told | letters.Answer) -> tuple[Shown, ...]:
    """Give every card that a seat was ever shown, whoever sat there (F53)."""
    log = ledger.whole_log(site.store, letter.game, site.now())
    return tuple(shown(log, letter.to))


def _message(site: Site, name: str, addressed: Addressed) -> EmailMessage:
    """Wrap words into a mail: text and HTML, a reply address of its own, no auto-replies please."""
    domain, page = site.mail_domain, addressed.page
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address("Alibi", "game", domain)
    mail["To"] = Address(addr_spec=addressed.to)
    mail["Subject"] = _unencoded(page.subject)
    mail["Date"] = site.now()
    mail["Auto-Submitted"] = "auto-replied" if addressed.reply_to else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    identity = f"{addressed.game or 'sign-in'}.{name}"
    mail["Message-ID"] = f"<{identity}@{domain}>"
    mail["X-Alibi-Loop"] = addressed.game or "sign-in"
    mail["X-Alibi-Letter"] = identity
    if addressed.game:
        _thread_headers(site, mail, addressed)
    mail.set_content(page.text, cte="quoted-printable")
    mail.add_alternative(page.html, subtype="html", cte="quoted-printable")
    if any(mark in str(value) for value in mail.values() for mark in "\r\n"):
        raise ValueError("a header has more than one line")
    return mail


def _unencoded(text: str) -> str:
    """Break what the email package would decode as an encoded word, line ends and all."""
    return text.replace("=?", "= ?")


def _thread_headers(site: Site, mail: EmailMessage, addressed: Addressed) -> None:
    """Say where a reply goes and to which thread the mail belongs."""
    back = auth.Return(addressed.game, addressed.account, addressed.prompt)
    token = auth.reply_token(site.store, back, now=site.now(), rng=site.rng)
    mail["Reply-To"] = Address("Alibi", f"r+{token}", site.mail_domain)
    thread = f"<game-{addressed.game}@{site.mail_domain}>"
    mail["References"] = f"{thread} {addressed.reply_to}".strip()
    if addressed.reply_to:
        mail["In-Reply-To"] = addressed.reply_to
