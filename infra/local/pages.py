"""The pages in the browser: what can be looked at, and the one gate before all of them."""

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from chalicelib import accounts, ledger, words
from chalicelib.data import DECKS, deck
from chalicelib.door import preferred
from chalicelib.game import ORGANISER, PUBLIC, redact
from chalicelib.rules import RULESETS, State, blitz
from chalicelib.rules.table import seat_of
from chalicelib.site import Site
from chalicelib.store.sqlite import SqliteStore
from chalicelib.text import plain
from infra.local.client import Client
from infra.local.clock import local_zone
from infra.local.days import days
from infra.local.games import all_games, public_log
from infra.local.mailbox import Mailboxes
from infra.local.seating import BOT_ADDRESS, HOME, HOST
from infra.local.texts import text
from infra.local.web import Request, Response, for_this_machine

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; "
    "base-uri 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
LANGUAGE_COOKIE = "language"
SOON, LATER = 2, 15
"""Seconds after which an inbox looks again: when an answer is expected, and else."""


View = Callable[..., Response]


class Place(msgspec.Struct, frozen=True):
    """What the pages are of: the site, its inboxes and store, the API, and the SMTP server.

    ``private``: only the user of this machine reaches the pages; else they show threads only.
    ``relayed``: mail for other domains than ``HOME`` leaves this machine.
    """

    site: Site
    mailboxes: Mailboxes
    store: SqliteStore
    client: Client
    smtp: tuple[str, int]
    private: bool
    relayed: bool = False


class Look(msgspec.Struct, frozen=True):
    """One look at a page: what was asked, in which language, at what place."""

    request: Request
    place: Place
    language: str

    @property
    def now(self) -> datetime:
        """The present of the game (UTC)."""
        return self.place.site.now()

    @property
    def private(self) -> bool:
        """Whether it is the user of this machine who looks."""
        return self.place.private and for_this_machine(self.request)

    @property
    def client(self) -> Client:
        """The API, which refuses in the language of the page."""
        return self.place.client.speaking(self.language)

    def page(self, name: str, status: int = 200, **facts: object) -> Response:
        """Render a template; everything that is put into it is escaped."""
        language = self.language
        html = ENVIRONMENT.get_template(f"{name}.html").render(
            facts,
            t=lambda key: text(language, key),
            choices=lambda *keys: [(key, text(language, key)) for key in keys],
            moment=lambda at, zone: words.moment(at, language, zone),
            language=language,
            here=self.request.path,
            home=HOME,
            private=self.private,
        )
        cookie = {"Set-Cookie": f"{LANGUAGE_COOKIE}={language}; Path=/; SameSite=Strict"}
        chosen = cookie if self.request.query.get("lang") == language else {}
        return Response(status, html.encode(), HEADERS | chosen)

    def state(self, game: str) -> State | None:
        """Give a game's state, whole."""
        return ledger.state_of(self.place.site.store, game, self.now)


ENVIRONMENT = Environment(
    loader=PackageLoader("infra.local"),
    autoescape=True,
    auto_reload=False,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
ENVIRONMENT.globals |= {
    "languages": words.LANGUAGES,
    "deck_choices": [(name, deck(name)["title"]) for name in DECKS],
    "rulesets": tuple(RULESETS),
    "tag": lambda event: str(type(event).__struct_config__.tag),
    "zone": local_zone(),
    "nonce": lambda: secrets.token_hex(16),
}


def look(request: Request, place: Place) -> Look:
    """Find the language: as just chosen, as chosen before, as the browser prefers."""
    cookies = request.headers.get("cookie", "").split(";")
    kept = dict(cookie.strip().partition("=")[::2] for cookie in cookies)
    wishes = (request.query.get("lang"), kept.get(LANGUAGE_COOKIE))
    chosen = next((wish for wish in wishes if wish in words.LANGUAGES), None)
    return Look(request, place, chosen or preferred(request.headers.get("accept-language", "")))


def home(at: Look, *, status: int = 200, problem: str = "") -> Response:
    """Say what to do next; forms to begin a game; all games and mailboxes."""
    place = at.place
    boxes = place.mailboxes
    people, bots = _mailboxes(boxes.addresses())
    return at.page(
        "home",
        status,
        problem=problem,
        form=at.request.form if problem else {},
        games=all_games(place.store, at.now),
        mailboxes=[(address, boxes.count(address)) for address in people],
        bots=[(address, boxes.count(address)) for address in bots],
        host=HOST,
    )


def _mailboxes(addresses: Iterable[str]) -> tuple[list[str], list[str]]:
    """Part people from bots; the organiser of games with bots comes last."""
    parted: dict[bool, list[str]] = {True: [], False: []}
    for address in addresses:
        parted[BOT_ADDRESS.fullmatch(address) is not None].append(address)
    return sorted(parted[False], key=lambda address: (address == HOST, address)), parted[True]


def inbox(at: Look, address: str) -> Response:
    """Show the letters of an address, and look again by itself."""
    done = next((key for key in ("sent", "seated") if key in at.request.query), "")
    away = at.place.relayed and not address.lower().endswith(f"@{HOME}")
    return at.page(
        "inbox",
        address=address,
        letters=at.place.mailboxes.letters(address),
        note=f"{done}_away" if done and away else done,
        refresh=SOON if done else LATER,
        host=HOST,
    )


def letter(at: Look, address: str, key: str, *, status: int = 200, problem: str = "") -> Response:
    """Show a letter and a form to reply to it."""
    found = at.place.mailboxes.letter(address, key)
    if not found:
        return missing(at)
    written = at.request.form.get("text", "")
    return at.page(
        "letter", status, address=address, letter=found, problem=problem, written=written
    )


def thread(at: Look, game: str, *, status: int = 200, problem: str = "") -> Response:
    """Show what everybody may see of a game, day by day."""
    state = at.state(game)
    if not state:
        return missing(at)
    code = redact(state, ORGANISER).join_code if at.private else None
    end = state.result
    return at.page(
        "thread",
        status,
        problem=problem,
        game=game,
        state=redact(state, PUBLIC),
        days=days(public_log(at.place.site.store, game, at.now), state.hidden),
        code=code if state.phase == "gathering" else None,
        link=f"{at.place.site.base_url}/join/{code}",
        sealed=end.deal.text if end else None,
        honest=end is not None and end.deal.commitment == state.commitment,
        boxes=_boxes(at, state) if at.private else {},
        nick=lambda seat: _nick(state, at.language, seat),
        places=_places(at, state),
    )


def _boxes(at: Look, state: State) -> dict[str, str]:
    """Give the addresses of a table: of seats by their ids, and of the organiser."""
    people = {seat.id: seat.account for seat in state.seats} | {ORGANISER: state.host}
    store, now = at.place.site.store, at.now
    return {
        who: accounts.profile(store, account, now=now).address
        for who, account in people.items()
        if account
    }


def _places(at: Look, state: State) -> dict[str, str]:
    """Say what each seat of a game of blitz does, where there is something to say."""
    if not isinstance(state, blitz.State) or state.phase == "gathering":
        return {}
    return {row.seat: text(at.language, f"place_{row.place}") for row in state.table()}


def _nick(state: State, language: str, seat: str) -> str:
    found = seat_of(state, seat)
    return found.nick if found else text(language, "organiser" if seat == ORGANISER else "former")


def join(at: Look, code: str, *, status: int = 200, problem: str = "") -> Response:
    """Show the form to take a seat; for a code that opens nothing, the one to type it again."""
    form = at.request.form if problem else {}
    game = ledger.game_of_code(at.place.site.store, code, at.now)
    state = at.state(game) if game else None
    if not state:
        return no_such_code(at, code)
    seen = redact(state, PUBLIC)
    taken = {plain(seat.role) for seat in seen.seats}
    roles = [name for name in seen.deck.suspects if plain(name) not in taken]
    return at.page("join", status, code=code, state=seen, problem=problem, form=form, roles=roles)


def no_such_code(at: Look, code: str) -> Response:
    """Ask for a join code; say so if the one that was typed opens nothing."""
    wrong = text(at.language, "no_such_code") if code else ""
    return at.page("code", 404 if code else 200, code=code, problem=wrong)


def missing(at: Look) -> Response:
    """Say that there is nothing here."""
    return at.page("plain", 404, message=text(at.language, "not_found"))


def forbidden(at: Look) -> Response:
    """Refuse whoever came by a strange way, and show nothing."""
    return at.page("plain", 403, message=text(at.language, "forbidden"))


def shown(at: Look) -> Response:
    """Answer a GET: nothing is changed by it."""
    parts = at.request.parts
    if at.private:
        return _view(at, parts)
    if parts[:1] == ("games",) and len(parts) == 2:  # noqa: PLR2004
        return thread(at, parts[1])
    return forbidden(at) if at.place.private else missing(at)


def _view(at: Look, parts: tuple[str, ...]) -> Response:  # noqa: PLR0911 -- one for each page
    match parts:
        case ():
            return home(at)
        case ("mail", address):
            return inbox(at, address)
        case ("mail", address, key):
            return letter(at, address, key)
        case ("games", game):
            return thread(at, game)
        case ("join",):
            return join(at, at.request.query.get("code", "").strip())
        case ("join", code):
            return join(at, code)
    return missing(at)
