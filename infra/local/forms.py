"""What the forms of the pages do. Each is sent from one of our own pages, and then redirects."""

from functools import partial
from smtplib import SMTPException
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec

from chalicelib import accounts
from chalicelib.rules import forum
from chalicelib.words import LANGUAGES
from infra.local import pages, reply, seating
from infra.local.client import Refused
from infra.local.pages import Look, Place, View, look
from infra.local.seating import BOT_ADDRESS, MOST_BOTS, SOLO_MINUTES, Player
from infra.local.texts import text
from infra.local.web import Request, Response, from_our_page, see_other

COUNTS = ("suggestions_per_day", "day_minutes")
CHOICES = ("accusation_window", "no_winner", "unanswered_penalty", "day_start")
NAMES = ("title", "ruleset", "deck", "language", "zone")
ORGANISER_MOVES = ("start", "pause", "resume", "close_day")


class Form(msgspec.Struct, frozen=True):
    """What a form does, and the page that has it: how it is shown, of what, and its path."""

    act: View
    again: View
    captured: tuple[str, ...]
    page: tuple[str, ...]


def page(request: Request, place: Place) -> Response:
    """Answer any request for a page: GET shows, POST acts if our own page sent it."""
    at = look(request, place)
    form = _form(request.parts) if place.private else None
    if request.method == "GET":
        return _shown(at, form)
    if not form or request.method != "POST":
        return pages.missing(at)
    if not (at.private and from_our_page(request)):
        return pages.forbidden(at)
    return _acted(at, form)


def _shown(at: Look, form: Form | None) -> Response:
    """Show a page; an address that only a form is sent to leads back to the page of the form."""
    if not form or form.page == at.request.parts:
        return pages.shown(at)
    query = urlsplit(at.request.target).query
    return see_other("/" + "/".join(map(quote, form.page)) + (f"?{query}" if query else ""))


def _acted(at: Look, form: Form) -> Response:
    """Do what a form asks; a refusal is shown on the page that has the form."""
    try:
        return form.act(at, *form.captured)
    except Refused as refused:
        return form.again(at, *form.captured, status=409, problem=str(refused))


def _form(parts: tuple[str, ...]) -> Form | None:  # noqa: PLR0911 -- a return for each form
    """Find a form by the path to which it is sent."""
    match parts:
        case ("alone",):
            return Form(alone, pages.home, (), ())
        case ("create",):
            return Form(created, pages.home, (), ())
        case ("join", code):
            return Form(joined, pages.join, (code,), parts)
        case ("games", game, "bots"):
            return Form(bot_seated, pages.thread, (game,), parts[:2])
        case ("games", game, kind) if kind in ORGANISER_MOVES:
            return Form(partial(moved, kind=kind), pages.thread, (game,), parts[:2])
        case ("mail", address, key):
            return Form(replied, pages.letter, (address, key), parts)
    return None


def _player(at: Look) -> Player:
    """Read who sends a form; the addresses of bots are theirs."""
    form = at.request.form
    language, address = form.get("your_language", ""), form.get("address", "").strip()
    if BOT_ADDRESS.fullmatch(address):
        raise Refused(text(at.language, "bots_address"))
    spoken = language if language in LANGUAGES else at.language
    return Player(form.get("nick", ""), address, spoken)


def _table(at: Look) -> dict[str, Any]:
    """Read a table (a body of ``POST /v1/games``) from a form; the API judges it."""
    form = at.request.form
    counts = {name: _count(form[name]) for name in COUNTS if form.get(name)}
    choices = {name: form[name] for name in CHOICES if form.get(name)}
    named = {name: form[name] for name in NAMES if form.get(name)}
    forum_play = named.get("ruleset", forum.NAME) == forum.NAME
    return {"title": "", **named, "options": counts | choices if forum_play else {}}


def _count(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else text  # noqa: PLR2004


def alone(at: Look) -> Response:
    """Begin a game with bots; on to the inbox."""
    form, you = at.request.form, _player(at)
    bots, minutes = _count(form.get("bots", "")), _count(form.get("day_minutes", ""))
    wanted = max(1, min(bots, MOST_BOTS)) if isinstance(bots, int) else 1
    deck = form.get("deck", "")
    named = deck.rpartition(".")[2]
    spoken = named if named in LANGUAGES else you.language
    wish = seating.solo_table(spoken, minutes or SOLO_MINUTES) | {"deck": deck}
    seating.play_alone(at.client, you, wish, wanted)
    return _to_inbox(you.address, "seated")


def created(at: Look) -> Response:
    """Open a table for friends; on to its page, which shows the code."""
    game, _ = seating.open_table(at.client, _player(at), _table(at))
    return see_other(f"/games/{quote(game)}")


def joined(at: Look, code: str) -> Response:
    """Take a seat; on to the inbox."""
    player = _player(at)
    seating.sit_down(at.client, code, player, at.request.form.get("role", ""))
    return _to_inbox(player.address, "seated")


def moved(at: Look, game: str, kind: str) -> Response:
    """Start, pause, resume a game or close its day, in the name of its organiser."""
    organiser = _organiser(at, game)
    if not organiser:
        return pages.missing(at)
    seating.move(at.client, game, organiser, kind)
    return see_other(f"/games/{quote(game)}")


def bot_seated(at: Look, game: str) -> Response:
    """Seat one more bot."""
    state = at.state(game)
    if not state or not state.join_code:
        return pages.missing(at)
    seating.sit_down(at.client, state.join_code, seating.next_bot(state))
    return see_other(f"/games/{quote(game)}")


def _organiser(at: Look, game: str) -> Player | None:
    state = at.state(game)
    if not state or not state.host:
        return None
    profile = accounts.profile(at.place.site.store, state.host, now=at.now)
    return Player("", profile.address, profile.language)


def replied(at: Look, address: str, key: str) -> Response:
    """Send a reply as a real mail; on to the inbox, where its answer appears."""
    place, form = at.place, at.request.form
    found = place.mailboxes.letter(address, key)
    nonce, written = form.get("nonce", ""), form.get("text", "")
    if not found or not reply.NONCE.fullmatch(nonce):
        return pages.missing(at)
    if not written.strip():
        raise Refused(text(at.language, "write_something"))
    mail = reply.written(found, address, written, nonce=nonce, at=at.now)
    try:
        reply.send(mail, *place.smtp)
    except (SMTPException, OSError) as error:
        raise Refused(text(at.language, "not_taken")) from error
    return _to_inbox(address, "sent")


def _to_inbox(address: str, done: str) -> Response:
    return see_other(f"/mail/{quote(address.lower())}?{done}")
