"""Letters to somebody who need not be at a table: proofs, invitations, observers, hosts."""

from collections.abc import Mapping
from datetime import datetime
from re import compile as pattern

import msgspec

from chalicelib import accounts, ledger, observers, proofs, render, views, words
from chalicelib import unsubscribe as off
from chalicelib.accounts import Profile
from chalicelib.deliver import lookups
from chalicelib.deliver.words import Addressed
from chalicelib.forums.binding import binding_at
from chalicelib.game import ORGANISER, PUBLIC, redact
from chalicelib.letters import Note
from chalicelib.play import viewer
from chalicelib.proofs import Wish
from chalicelib.render import NAME, Page
from chalicelib.rules import State, blitz
from chalicelib.site import Site
from chalicelib.thread import ended_by

_LINK = pattern(r"[/@]|\w\.\w")


def addressed(site: Site, letter: Note) -> Addressed | None:
    """Put a note in words; ``None`` where nobody needs it any more or its reader wants no mail."""
    state = ledger.state_of(site.store, letter.game, site.now()) if letter.game else None
    if letter.about == "webhook":
        return _webhook(site, letter)
    if letter.about == "settings":
        return _settings(site, letter, state)
    of_a_table = _OF_A_TABLE[letter.about]
    return of_a_table(site, letter, state) if state else None


def _proof(site: Site, letter: Note, state: State) -> Addressed | None:
    """Ask an address whether it was they; not where no mail gets, or where we were spam before.

    The nick is a stranger's word: what is none, or could be an address to click at, stays away.
    """
    wish = msgspec.convert(letter.facts, Wish)
    if _owner(site, letter.address).trouble:
        return None
    is_nick = len(wish.nick) <= state.setting.nick_length and not _LINK.search(wish.nick)
    secret = proofs.token(site, wish)
    facts = {
        "title": state.setting.title,
        "observing": wish.kind == "observe",
        "wanted": wish.nick if is_nick else "",
        "link": f"{site.base_url}/v1/j/{secret}",
    }
    return _to_address(letter, "proof.html", facts, secret)


def _invitation(site: Site, letter: Note, state: State) -> Addressed | None:
    """Invite a successor, as long as the seat is offered (F53), unless they want no mail."""
    owner = _owner(site, letter.address)
    if owner.trouble or off.is_off(owner, ""):
        return None
    seat = letter.facts["seat"]
    code = next((offer.code for offer in state.offers if offer.seat == seat), "")
    if not code:
        return None
    secret = proofs.token(site, Wish("join", letter.address, code, "", letter.language))
    facts = {
        "title": state.setting.title,
        "inviter": views.nicks(state)(seat),
        "link": f"{site.base_url}/v1/j/{secret}",
    }
    return _to_address(letter, "invitation.html", facts, secret)


def _owner(site: Site, address: str) -> Profile:
    """Give who lives at an address; somebody without wishes where nobody has an account."""
    account = accounts.account_at(site.store, address, now=site.now())
    known = accounts.profiles(site.store, (account,) if account else (), now=site.now())
    return next(iter(known), Profile("", address))


def _to_address(letter: Note, template: str, facts: Mapping[str, object], secret: str) -> Addressed:
    everything = {**facts, "marker": render.MARKER, "state": None}
    page = render.page(template, f"{NAME}: {facts['title']}", letter.language, everything)
    return Addressed(letter.address, page, letter.game, mailbox=f"j+{secret}")


def _watching(site: Site, letter: Note, state: State) -> Addressed | None:
    """Tell an observer what everybody may know; the letter for all is spread to each (F9)."""
    if not letter.account:
        observers.spread(site, letter)
        return None
    reader = _reader(site, letter.account)
    seated = viewer(state, letter.account) != PUBLIC
    if seated or not reader or off.is_off(reader, letter.game):
        return None
    now = site.now()
    entry = ledger.entry_of(site.store, letter.game, letter.seq, now)
    before = ledger.entries_before(site.store, letter.game, letter.seq, now)
    page = render.told(
        redact(entry, PUBLIC),
        redact(state, PUBLIC),
        PUBLIC,
        reader.language,
        game=letter.game,
        base_url=site.base_url,
        thread_url=site.thread_url(letter.game),
        thread=ended_by(entry, before, in_turns=isinstance(state, blitz.State)),
        zone=reader.zone,
    )
    return Addressed(reader.address, page, letter.game, reader.id, seq=letter.seq)


def _off(site: Site, letter: Note, state: State) -> Addressed | None:
    """Tell the organiser that a player gets no mail any more."""
    host = _reader(site, state.host) if state.host else None
    if not host or off.is_off(host, letter.game):
        return None
    view = redact(state, ORGANISER)
    facts = render.table_facts(
        view, ORGANISER, host.language, letter.game, site.base_url, host.zone
    ) | {"thread_url": site.thread_url(letter.game), "seat": letter.facts["seat"]}
    page = render.page("off.html", state.setting.title, host.language, facts)
    return Addressed(host.address, page, letter.game, host.id)


def _forum(site: Site, letter: Note, state: State) -> Addressed | None:
    """Tell the organiser that a forum takes no posts, while that is so."""
    host = _reader(site, state.host) if state.host else None
    found = binding_at(site.store, letter.facts["binding"], now=site.now())
    if not host or off.is_off(host, letter.game) or not found or not found[0].trouble:
        return None
    view = redact(state, ORGANISER)
    facts = render.table_facts(
        view, ORGANISER, host.language, letter.game, site.base_url, host.zone
    ) | {"thread_url": site.thread_url(letter.game), "why": letter.facts["why"]}
    page = render.page("forum.html", state.setting.title, host.language, facts)
    return Addressed(host.address, page, letter.game, host.id)


def _settings(site: Site, letter: Note, state: State | None) -> Addressed | None:
    """Answer the commands of somebody who is at no table."""
    reader = _reader(site, letter.account)
    if not reader:
        return None
    view = redact(state, PUBLIC) if state else None
    language = reader.language
    facts = render.table_facts(view, PUBLIC, language, letter.game, site.base_url, reader.zone)
    facts |= {"thread_url": site.thread_url(letter.game), "parts": letter.parts}
    facts |= {"explain": render.explainer(language)} | lookups.wording(language)
    title = state.setting.title if state else NAME
    page: Page = render.page("settings.html", title, language, facts)
    return Addressed(reader.address, page, letter.game, reader.id, reply_to=letter.reply_to)


def _webhook(site: Site, letter: Note) -> Addressed | None:
    """Tell an owner how an endpoint fares."""
    reader = _reader(site, letter.account)
    if not reader or off.is_off(reader, ""):
        return None
    at = datetime.fromisoformat(letter.facts["at"])
    when = words.moment(at, reader.language, reader.zone or "UTC")
    facts = {**letter.facts, "when": when, "marker": render.MARKER, "state": None}
    page = render.page("webhook.html", NAME, reader.language, facts)
    return Addressed(reader.address, page, account=reader.id)


def _reader(site: Site, account: str) -> Profile | None:
    """Give who reads, unless no mail gets there."""
    try:
        profile = accounts.profile(site.store, account, now=site.now())
    except KeyError:
        return None
    return None if profile.trouble else profile


_OF_A_TABLE = {
    "proof": _proof,
    "invitation": _invitation,
    "watching": _watching,
    "off": _off,
    "forum": _forum,
}
"""Notes about a game, in words as long as there is that game."""
