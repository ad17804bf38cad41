"""Each public event as its happenings: from the public's view of entry and state, nothing else."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import asdict

from chalicelib.game import Event
from chalicelib.happenings import events as course
from chalicelib.happenings import moves, people
from chalicelib.happenings.facts import Accusation, Data, Hand, Player, Winner
from chalicelib.happenings.scene import Scene, cards, is_blitz, named
from chalicelib.rules import blitz, forum, office, table, verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.rollback import RolledBack
from chalicelib.rules.forum.winners import Solved

Teller = Callable[[Scene, Any], Iterable[Data]]


def public(scene: Scene, event: Event) -> tuple[Data, ...]:
    """Give what everybody is told of an event, which has been redacted for the public."""
    tell = TELLERS.get(type(event))
    return tuple(tell(scene, event)) if tell else ()


def _created(_: Scene, e: Any) -> Iterable[Data]:
    kind = "blitz" if isinstance(e, b.Created) else "forum"
    where = {"language": e.setting.language, "zone": e.setting.zone}
    yield course.GameCreated(title=e.setting.title, ruleset=kind, preset=e.preset, **where)


def _sealed(scene: Scene, e: verbs.CaseSealed) -> Iterable[Data]:
    deck, seats = scene.state.deck, scene.state.seats
    yield course.GameStarted(
        commitment=e.commitment,
        opens=e.opens,
        players=scene.players(seat.id for seat in seats),
        deck=course.Deck(deck.suspects, deck.weapons, deck.rooms),
    )


def _joined(_: Scene, e: table.Joined) -> Iterable[Data]:
    yield people.PlayerJoined(player=Player(e.by, e.nick, e.role))


def _replaced(scene: Scene, e: office.SeatTaken) -> Iterable[Data]:
    role = scene.player(e.by).role
    yield people.PlayerReplaced(player=Player(e.by, e.nick, role), was=e.was)


def _moved(scene: Scene, e: office.CloseMoved) -> Iterable[Data]:
    kind = course.TurnMoved if is_blitz(scene.state) else course.DayMoved
    yield kind(closes=e.closes)


def _penalty(scene: Scene, e: rulings.Fined) -> Iterable[Data]:
    takes: Any = "today" if e.today else "next_day"
    who = scene.player(e.by)
    yield people.PlayerPenalised(player=who, why="ruling", takes=takes, reason=e.reason)


def _ordered(scene: Scene, e: table.StandingOrder) -> Iterable[Data]:
    yield people.StandingOrder(
        player=scene.player(e.by),
        on=e.on,
        since=e.since,
        until=e.until,
        away=e.away,
        begun=e.begun,
    )


def _talked(scene: Scene, e: table.Talked) -> Iterable[Data]:
    hidden = e.post in scene.state.hidden
    comment = "" if hidden else e.text
    yield people.ThreadPost(by=scene.player(e.by), post=e.post, comment=comment, hidden=hidden)


def _malformed(scene: Scene, e: c.MalformedMade) -> Iterable[Data]:
    yield moves.SuggestionMalformed(suggestion=scene.reference(e, e.by, e.to), wording=e.text)


def _window_closed(scene: Scene, e: f.WindowClosed) -> Iterable[Data]:
    yield moves.AccusationWindowClosed(lost=scene.players(e.lost))
    yield from _eliminated(scene, e.lost)


def _solved(scene: Scene, e: Solved) -> Iterable[Data]:
    winners = (
        Winner(**asdict(scene.player(seat)), place=place)
        for place, seat in enumerate(e.winners, e.place)
    )
    yield course.GameSolved(winners=tuple(winners), lost=scene.players(e.lost))
    yield from _eliminated(scene, e.lost)


def _eliminated(scene: Scene, seats: Iterable[str]) -> Iterable[Data]:
    return (people.PlayerEliminated(player=scene.player(seat)) for seat in seats)


def _accused(scene: Scene, e: b.AccusationMade) -> Iterable[Data]:
    yield moves.AccusationMade(by=scene.player(e.by), accusation=cards(e.case), right=e.right)
    yield from _eliminated(scene, () if e.right else (e.by,))


def _ended(scene: Scene, e: verbs.Ended) -> Iterable[Data]:
    yield course.GameFinished(
        outcome=e.outcome,
        winner=scene.player(e.winner) if e.winner else None,
        case=cards(e.case),
        hands=tuple(Hand(**asdict(scene.player(h.seat)), cards=h.cards) for h in e.hands),
        accusations=tuple(_accusation(scene, verdict) for verdict in e.accusations),
        nonce=e.nonce,
    )


def _accusation(scene: Scene, verdict: verbs.Verdict) -> Accusation:
    who, case = scene.player(verdict.by), named(verdict.case)
    return Accusation(by=who, at=verdict.at, right=verdict.right, **case)


def _asks(kind: Callable[..., Data], *more: str) -> Teller:
    """Tell an event of ``by`` who asks ``to``; ``more`` are members that it shares."""

    def tell(scene: Scene, e: Any) -> Iterable[Data]:
        shared = {name: getattr(e, name) for name in more}
        yield kind(suggestion=scene.suggestion(e, e.by, getattr(e, "to", None)), **shared)

    return tell


def _answers(kind: Callable[..., Data]) -> Teller:
    """Tell an answer of ``by`` to a suggestion of ``to``."""
    return lambda scene, e: (kind(suggestion=scene.suggestion(e, e.to, e.by), by_gm=e.gm),)


def _seat(kind: Callable[..., Data], member: str = "player", **more: object) -> Teller:
    """Tell what one seat is or did."""
    return lambda scene, e: (kind(**{member: scene.player(e.by)}, **more),)


def _refers(kind: Callable[..., Data], **more: str) -> Teller:
    """Tell what is about a suggestion of ``by`` to ``to``; ``more`` are members, old and new."""

    def tell(scene: Scene, e: Any) -> Iterable[Data]:
        shared = {ours: getattr(e, theirs) for theirs, ours in more.items()}
        yield kind(suggestion=scene.reference(e, e.by, e.to), **shared)

    return tell


def _about_answer(kind: Callable[..., Data], *more: str) -> Teller:
    """Tell what is about the answer of ``by`` to a suggestion of ``to``."""

    def tell(scene: Scene, e: Any) -> Iterable[Data]:
        shared = {name: getattr(e, name) for name in more}
        yield kind(suggestion=scene.reference(e, e.to, e.by), **shared)

    return tell


TELLERS: dict[type[Event], Teller] = {
    forum.Created: _created,
    blitz.Created: _created,
    verbs.CaseSealed: _sealed,
    table.Joined: _joined,
    table.Left: _seat(people.PlayerLeft),
    table.Talked: _talked,
    table.StandingOrder: _ordered,
    office.SeatTaken: _replaced,
    office.OfficeTaken: lambda _, __: (people.OrganiserReplaced(),),
    office.PostHidden: lambda _, e: (people.PostHidden(post=e.post, reason=e.reason),),
    office.CloseMoved: _moved,
    office.Paused: lambda _, e: (course.GamePaused(reason=e.reason, quiet=e.quiet),),
    office.Resumed: lambda _, e: (course.GameResumed(since=e.since, opens=e.opens),),
    RolledBack: lambda _, e: (course.GameRolledBack(to=e.to),),
    b.RolledBack: lambda _, e: (course.GameRolledBack(to=e.to),),
    f.DayOpened: lambda s, e: (course.DayOpened(closes=e.closes, table=s.table(e.table)),),
    f.DayClosed: lambda s, e: (course.DayClosed(table=s.table(e.table)),),
    f.Penalised: _seat(people.PlayerPenalised, why="unanswered", takes="next_day"),
    rulings.Fined: _penalty,
    rulings.PenaltyWaived: lambda s, e: (
        people.PenaltyWaived(player=s.player(e.by), of="today" if e.today else "next_day"),
    ),
    rulings.DeputyNamed: lambda s, e: (
        people.DeputyNamed(player=s.player(e.seat) if e.seat else None),
    ),
    verbs.Suggested: _asks(moves.SuggestionMade),
    c.MalformedMade: _malformed,
    c.Amended: _asks(moves.SuggestionCorrected, "how"),
    c.MalformedAnswered: _about_answer(moves.MalformedAnswered, "refuted"),
    c.Settled: _refers(moves.SuggestionSettled, stand="stands"),
    rulings.Voided: _asks(moves.SuggestionVoided, "reason"),
    rulings.Restored: _asks(moves.SuggestionRestored),
    rulings.Complained: _refers(moves.CardComplained),
    verbs.Refuted: _answers(moves.SuggestionRefuted),
    verbs.NotRefuted: _answers(moves.SuggestionNotRefuted),
    f.CardOverdue: _about_answer(moves.CardOverdue),
    f.WindowOpened: lambda _, e: (moves.AccusationFirstReceived(until=e.until),),
    f.WindowClosed: _window_closed,
    Solved: _solved,
    verbs.Ended: _ended,
    b.SeatsOrdered: lambda s, e: (course.TurnOrdered(players=s.players(e.seats)),),
    b.TurnBegan: _seat(course.TurnBegan, "by"),
    b.DutyPassed: _asks(moves.SuggestionPassedOn),
    b.Unrefuted: _asks(moves.SuggestionUnrefuted),
    b.Passed: lambda s, e: (course.TurnPassed(by=s.player(e.by), by_gm=e.gm),),
    b.TimeRanOut: _seat(course.TurnTimedOut, "by"),
    b.PlayedByGM: _seat(people.PlayedByGM),
    b.AccusationMade: _accused,
}
"""Every event that is public in whole or in part, but ``HandDealt``: the deal is told once."""
