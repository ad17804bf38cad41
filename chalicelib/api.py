"""The REST API under /v1: every route is a few lines that translate and call the spine."""

import re
from typing import Any

from chalice.app import Blueprint, Response

from chalicelib import accounts, ledger, rules, views
from chalicelib.bodies import JOIN, MOVE, NEW_GAME, TEXT
from chalicelib.door import Call, reply, respond, routes
from chalicelib.feedback import troubles
from chalicelib.game import (
    CLOCK,
    ORGANISER,
    Actor,
    IllegalMove,
    NotYours,
    Refusal,
    Unknown,
    Unreadable,
    redact,
)
from chalicelib.ledger import digest
from chalicelib.messages import MESSAGES
from chalicelib.play import Asked, Played, judge, play, viewer
from chalicelib.rules import State, table
from chalicelib.rules.calendar import local_date
from chalicelib.rules.house import options
from chalicelib.rules.office import TakeSeat
from chalicelib.text import bare
from chalicelib.words import explain

PAGE, LONGEST_PAGE = 50, 100
GAME_ID = re.compile(r"[a-z0-9]{1,40}")

api = Blueprint(__name__)
route = routes(api)


@route("/v1/problems/{code}", "GET")
def about_problem(call: Call, code: str) -> Response:
    """Say what a problem's code means, in the caller's language."""
    if code not in MESSAGES:
        raise Unknown("not_found")
    title = code.replace("_", " ")
    detail = explain(code, {}, call.language, str) or title
    return reply({"code": code, "title": title, "detail": detail})


@route("/v1/rulesets", "GET")
def rulesets(_: Call) -> Response:
    """Describe what a game can be created with: presets, options with their rules, decks."""
    return reply(views.rulesets())


@route("/v1/games", "POST")
def create_game(call: Call) -> Response:
    """Open a table; the caller becomes its organiser and gets the join code."""
    asked = call.body(NEW_GAME)
    kind = rules.RULESETS.get(asked.ruleset)
    if not kind:
        raise Unreadable("unknown_ruleset", choices=tuple(rules.RULESETS))
    seed = call.key if "idempotency-key" in call.headers else accounts.name(call.site.rng, 32)
    game = digest("game", call.account, seed)[:12]
    # Derived too, so that a repeated request asks for the same: nobody else knows the account.
    code = digest("code", call.account, seed)[:10]
    preset = asked.preset or next(iter(kind.PRESETS))
    house = options(kind.PRESETS, preset, asked.options)
    move = kind.Create(asked.setting, house, preset, asked.cards, f"{code[:5]}-{code[5:]}")
    played = _play(call, game, move, key=f"create:{seed}")
    return _game(call, game, played.state, played.entry.seq, 201)


@route("/v1/games", "GET")
def my_games(call: Call) -> Response:
    """List the games that the caller organises or plays."""
    games = ledger.games_of(call.site.store, call.account, call.arrived)
    states = ledger.peek_all(call.site.store, games, call.arrived)
    held = zip(games, states, strict=True)
    return reply(
        {"items": [views.brief(game, state, call.account) for game, state in held if state]}
    )


@route("/v1/joins", "POST")
def join_game(call: Call) -> Response:
    """Take a seat, or take one over, in the game that a code opens."""
    asked = call.body(JOIN)
    game = ledger.game_of_code(call.site.store, asked.code, call.arrived)
    if not game:
        raise Unknown("wrong_code", "F4")
    state, _ = _held(call, game)
    new = bare(asked.code) == bare(state.join_code or "")
    move = asked if new else TakeSeat(asked.code, asked.nick)
    played = _play(call, game, move, key=f"join:{call.arrived.isoformat()}")
    return _game(call, game, played.state, played.entry.seq, 201)


@route("/v1/games/{game_id}", "GET")
def show_game(call: Call, game_id: str) -> Response:
    """Give the game as the caller may see it; without a token, as everybody may."""
    state, seq = _held(call, game_id)
    return _game(call, game_id, state, seq, 200)


@route("/v1/games/{game_id}/moves", "POST")
def move(call: Call, game_id: str) -> Response:
    """Make one move of any kind; needs an ``Idempotency-Key``."""
    key, account = call.key, call.account
    asked = call.body(MOVE)
    played = _play(call, checked_id(game_id), asked, key=f"rest:{key}")
    line = redact(played.entry, viewer(played.state, account))
    extra = {"Idempotency_Replayed": "true"} if played.replayed else {}
    return reply(line, 201, Location=f"/v1/games/{game_id}/events?after={line.seq - 1}", **extra)


@route("/v1/games/{game_id}/me", "GET")
def my_seat(call: Call, game_id: str) -> Response:
    """Give the caller's hand, duties, rights, and the cards the caller was shown."""
    state, _ = _held(call, game_id)
    seat = viewer(state, call.account)
    if not views.seated(state, seat):
        raise NotYours("not_seated", "F4")
    cards = views.shown(ledger.whole_log(call.site.store, game_id, call.arrived), seat)
    return reply(views.desk(state, seat, cards, call.arrived))


@route("/v1/games/{game_id}/events", "GET")
def events(call: Call, game_id: str) -> Response:
    """Give the log after a number, as the caller may see it."""
    state, last = _held(call, game_id)
    after, limit = call.query("after", 0, 10**9), call.query("limit", PAGE, LONGEST_PAGE)
    page = ledger.entries(call.site.store, game_id, after, max(1, limit), call.arrived)
    who = views.looks(state, call.guest)
    lines = [line for entry in page if (line := views.line(entry, who, state.hidden))]
    return reply({"items": lines, "after": page[-1].seq if page else after, "last_seq": last})


@route("/v1/games/{game_id}/deal", "GET")
def deal(call: Call, game_id: str) -> Response:
    """Give the sealed text of a finished game, byte for byte as it was hashed."""
    state, _ = _held(call, game_id)
    if not state.result:
        raise Unknown("not_revealed", "F35")
    return respond(state.result.deal.text, 200, {"Content-Type": "text/plain; charset=utf-8"})


@route("/v1/games/{game_id}/close-preview", "GET")
def close_preview(call: Call, game_id: str) -> Response:
    """Show the organiser what the close of the day would bring; nothing is done (F7, F26)."""
    state, seq = _held(call, game_id)
    who = table.actor(state, state.host, call.account)
    table.need_organiser(who)
    if not state.closes:
        raise IllegalMove("no_open_day", "F6")
    asked = Asked(CLOCK, (table.TimePassed(),), CLOCK, state.closes)
    entry, _ = judge(ledger.Held(views.without_deadlines(state), seq), asked, call.site.rng)
    return reply({"at": state.closes, "events": views.preview(state, entry)})


@route("/v1/parse", "POST")
def parse(call: Call) -> Response:
    """Say how a text would be read and whether the rules would let it pass; nothing is done."""
    from chalicelib.read import read  # noqa: PLC0415 -- a seventh of the cold start, for one route

    asked = call.body(TEXT)
    held = ledger.peek(call.site.store, checked_id(asked.game), call.arrived)
    if not held.state:
        raise Unknown("unknown_game")
    seat = viewer(held.state, call.account)
    if not views.seated(held.state, seat):
        raise NotYours("not_seated", "F4")
    zone = accounts.profile(call.site.store, call.account, now=call.arrived).zone
    today = local_date(call.arrived, zone or held.state.setting.zone)
    view = redact(held.state, seat)
    orders = read(asked.text, view, seat, prompt=asked.suggestion, today=today)
    moves = {place: order.move for place, order in enumerate(orders) if order.move}
    return reply({"orders": orders, "refused": _rehearse(call, held, moves)})


def _rehearse(call: Call, held: ledger.Held, moves: dict[int, Any]) -> dict[str, Any] | None:
    """Judge moves, by the places of their orders, without making them: the refusal if any."""
    asked = Asked(call.account, tuple(moves.values()), "rest", call.arrived)
    try:
        judge(held, asked, call.site.rng)
    except Refusal as refusal:
        order = list(moves)[refusal.place]
        return {"order": order, "code": refusal.code, "rule": refusal.rule}
    return None


def _play(call: Call, game: str, move: Any, *, key: str) -> Played:
    here = call.site
    asked = Asked(call.account, (move,), "rest", call.arrived)
    try:
        return play(
            here.store, game, asked, key=key, now=here.now(), rng=here.rng, settle=here.settle
        )
    except Refusal as refusal:
        if refusal.code != "busy":  # there is nothing to explain by the state, and no time to lose
            call.state = ledger.peek(here.store, game, call.arrived).state
        raise


def _held(call: Call, game: str) -> tuple[State, int]:
    """Give a game's whole state and version; whoever asks gets it through ``redact`` only."""
    call.guest  # noqa: B018 -- whoever shows a token that is none learns so first
    held = ledger.peek(call.site.store, checked_id(game), call.arrived)
    if not held.state:
        raise Unknown("unknown_game")
    call.state = held.state
    return held.state, held.seq


def at_table(call: Call, game: str) -> tuple[State, Actor]:
    """Give a game's whole state, and who the caller is there; refused to who takes no part."""
    account = call.account  # whoever has no token learns so first
    state, _ = _held(call, game)
    who = table.actor(state, state.host, account)
    if not who.seat and not who.organiser:
        raise NotYours("not_seated", "F4")
    return state, who


def organised(call: Call, game: str) -> State:
    """Give the whole state of a game that the caller organises; refused to all others."""
    account = call.account  # as above
    state, _ = _held(call, game)
    table.need_organiser(table.actor(state, state.host, account))
    return state


def checked_id(game: str) -> str:
    """Give a game's id; what cannot be one is unknown."""
    if not GAME_ID.fullmatch(game):
        raise Unknown("unknown_game")
    return game


def _game(call: Call, game_id: str, state: State, seq: int, status: int) -> Response:
    account = call.guest
    code = redact(state, ORGANISER).join_code if account and account == state.host else None
    mail = troubles(call.site.store, state, account, now=call.arrived)
    view = views.game(game_id, state, viewer(state, account), seq, code, mail)
    return reply(view, status, Location=f"/v1/games/{game_id}")
