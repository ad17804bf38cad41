"""What the forms of the pages do. Each is sent from one of our own pages, and then redirects."""

from smtplib import SMTPException
from typing import Any
from urllib.parse import quote

from chalicelib import auth
from chalicelib.words import LANGUAGES
from infra.local import pages, reply
from infra.local.client import Refused
from infra.local.pages import Look, Place, View, look
from infra.local.seating import (
    MOST_BOTS,
    Player,
    next_bot,
    open_table,
    play_alone,
    sit_down,
    solo_table,
    start,
)
from infra.local.texts import text
from infra.local.web import Request, Response, for_this_machine, from_our_page, see_other

COUNTS = ("suggestions_per_day", "day_minutes")
CHOICES = ("accusation_window", "no_winner", "unanswered_penalty", "day_start")


def page(request: Request, place: Place) -> Response:
    """Answer any request for a page: GET shows, POST acts if our own page sent it."""
    at = look(request, place)
    if request.method == "GET":
        return pages.shown(at)
    if not place.private or request.method != "POST":
        return pages.missing(at)
    if not (for_this_machine(request) and from_our_page(request)):
        return pages.forbidden(at)
    return _acted(at)


def _acted(at: Look) -> Response:
    """Do what a form asks; a refusal is shown on the page that has the form."""
    found = _form(at.request.parts)
    if not found:
        return pages.missing(at)
    act, again, captured = found
    try:
        return act(at, *captured)
    except Refused as refused:
        return again(at, *captured, status=409, problem=str(refused))


def _form(  # noqa: PLR0911 -- a return for each form
    parts: tuple[str, ...],
) -> tuple[View, View, tuple[str, ...]] | None:
    """Give what a form does by its path, and the page that has the form."""
    match parts:
        case ("alone",):
            return alone, pages.home, ()
        case ("create",):
            return created, pages.home, ()
        case ("join", code):
            return joined, pages.join, (code,)
        case ("games", game, "start"):
            return started, pages.thread, (game,)
        case ("games", game, "bots"):
            return bot_seated, pages.thread, (game,)
        case ("mail", address, key):
            return replied, pages.letter, (address, key)
    return None


def _player(at: Look) -> Player:
    form = at.request.form
    language = form.get("your_language", "")
    spoken = language if language in LANGUAGES else at.language
    return Player(form.get("nick", ""), form.get("address", "").strip(), spoken)


def _table(at: Look) -> dict[str, Any]:
    """Read a table (a body of ``POST /v1/games``) from a form; the API judges it."""
    form = at.request.form
    counts = {name: _count(form[name]) for name in COUNTS if form.get(name)}
    choices = {name: form[name] for name in CHOICES if form.get(name)}
    named = {name: form[name] for name in ("title", "deck", "language", "zone") if form.get(name)}
    return {"title": "", **named, "options": counts | choices}


def _count(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else text  # noqa: PLR2004


def alone(at: Look) -> Response:
    """Begin a game with bots; on to the inbox."""
    form, you = at.request.form, _player(at)
    bots, minutes = _count(form.get("bots", "")), _count(form.get("day_minutes", ""))
    wanted = min(bots, MOST_BOTS) if isinstance(bots, int) else 1
    deck = form.get("deck", "")
    spoken = deck.rpartition(".")[2] or you.language
    play_alone(at.place.client, you, solo_table(spoken, minutes) | {"deck": deck}, wanted)
    return _to_inbox(you.address)


def created(at: Look) -> Response:
    """Open a table for friends; on to its page, which shows the code."""
    game, _ = open_table(at.place.client, _player(at), _table(at))
    return see_other(f"/games/{quote(game)}")


def joined(at: Look, code: str) -> Response:
    """Take a seat; on to the inbox."""
    player = _player(at)
    sit_down(at.place.client, code, player, at.request.form.get("role", ""))
    return _to_inbox(player.address)


def started(at: Look, game: str) -> Response:
    """Start a game in the name of its organiser."""
    organiser = _organiser(at, game)
    if not organiser:
        return pages.missing(at)
    start(at.place.client, game, organiser)
    return see_other(f"/games/{quote(game)}")


def bot_seated(at: Look, game: str) -> Response:
    """Seat one more bot."""
    state = at.state(game)
    if not state or not state.join_code:
        return pages.missing(at)
    sit_down(at.place.client, state.join_code, next_bot(state))
    return see_other(f"/games/{quote(game)}")


def _organiser(at: Look, game: str) -> Player | None:
    state = at.state(game)
    if not state or not state.host:
        return None
    profile = auth.profile(at.place.site.store, state.host, now=at.now)
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
    return _to_inbox(address)


def _to_inbox(address: str) -> Response:
    return see_other(f"/mail/{quote(address.lower())}?sent")
