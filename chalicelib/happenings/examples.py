"""One example of each event type: what the documentation shows and a test of an endpoint sends."""

from datetime import UTC, date, datetime, timedelta

from msgspec.structs import replace

from chalicelib.happenings import events, moves, operations, people, private
from chalicelib.happenings.catalogue import TYPES
from chalicelib.happenings.facts import (
    Accusation,
    Cards,
    Data,
    ForumPost,
    Hand,
    Line,
    Player,
    Reference,
    Suggestion,
    Thin,
    Winner,
    plain,
)
from chalicelib.happenings.happening import Happening

GAME = "0a1b2c3d4e5f"
AT = datetime(2026, 12, 2, 18, 4, 11, 120_000, tzinfo=UTC)
CLOSES = datetime(2026, 12, 3, 18, tzinfo=UTC)
ANNA, BORIS = Player("s1", "Anna", "Miss Scarlett"), Player("s2", "Борис", "Ленин")
CASE = {"suspect": "Colonel Mustard", "weapon": "Dagger", "room": "Hall"}
ASKED = Suggestion(id=19, number=1, by=ANNA, to=BORIS, **CASE)
ABOUT = Reference(id=19, number=1, by=ANNA, to=BORIS)
TABLE = (
    Line(seat="s1", nick="Anna", role="Miss Scarlett", made=1, left=2, owed=0, penalty=0),
    Line(seat="s2", nick="Борис", role="Ленин", made=0, left=3, owed=1, penalty=0),
)
POST = ForumPost("90211", "https://forum.example/viewtopic.php?p=90211#p90211")
SEAL = "3b1f" * 16


def example(name: str) -> Happening:
    """Give the example of a type, marked as a test; ``KeyError`` for an unknown one."""
    kind = TYPES[name]
    data = private.thin(kind, GAME, suggestion=19) if issubclass(kind, Thin) else EXAMPLES[kind]
    if data.AUDIENCE == "owner":
        return Happening(name, AT, plain(replace(data, test=True)), "owner")
    told = name not in UNTOLD
    places = {"seq": 41, "part": 1, "parts": 1} if told else {}
    reader = {"player": "s2", "public": "public"}.get(data.AUDIENCE, "organiser")
    about = {"game_id": GAME, "audience": reader, "day": 2}
    whole = plain(replace(data, **about, **places, test=True))
    return Happening(name, AT, whole, reader, 41 if told else 0, 1 if told else 0)


UNTOLD = (
    *("answer.overdue", "day.closing_soon"),
    *("post.rejected", "moderation.edit_violation"),
)
"""Types of what stands in no log."""

_GAME: tuple[Data, ...] = (
    events.GameCreated(
        title="The Villa", ruleset="forum", preset="full", language="ru", zone="Europe/Moscow"
    ),
    events.GameStarted(
        commitment=SEAL,
        opens=CLOSES,
        players=(ANNA, BORIS),
        deck=events.Deck(
            ("Miss Scarlett", "Colonel Mustard"),
            ("Rope", "Dagger"),
            ("Hall", "Study", "Library", "Kitchen", "Lounge"),
        ),
    ),
    events.GamePaused(reason="holidays"),
    events.GameResumed(since=AT - timedelta(days=2)),
    events.GameRolledBack(to=37),
    events.GameSolved(winners=(Winner(seat="s1", nick="Anna", role="Miss Scarlett", place=1),)),
    events.GameFinished(
        outcome="solved",
        winner=ANNA,
        case=Cards(**CASE),
        hands=(
            Hand(seat="s1", nick="Anna", role="Miss Scarlett", cards=("Rope", "Study")),
            Hand(seat="s2", nick="Борис", role="Ленин", cards=("Miss Scarlett", "Library")),
        ),
        accusations=(Accusation(by=ANNA, at=AT, right=True, **CASE),),
        nonce="5d41402abc4b2a76b9719d911017c592",
    ),
    events.DayOpened(closes=CLOSES, table=TABLE),
    events.DayClosingSoon(closes=CLOSES, table=TABLE),
    events.DayClosed(table=TABLE),
    events.DayMoved(closes=CLOSES),
    events.TurnOrdered(players=(ANNA, BORIS)),
    events.TurnBegan(by=ANNA),
    events.TurnPassed(by=ANNA),
    events.TurnTimedOut(by=ANNA),
    events.TurnMoved(closes=CLOSES),
)
_MOVES: tuple[Data, ...] = (
    moves.SuggestionMade(suggestion=ASKED),
    moves.SuggestionMalformed(suggestion=ABOUT, wording="Mustard, in the hall or in the study"),
    moves.SuggestionCorrected(suggestion=ASKED, how="edit"),
    moves.SuggestionVoided(suggestion=ASKED, reason="asked twice"),
    moves.SuggestionRestored(suggestion=ASKED),
    moves.SuggestionRefuted(suggestion=ASKED),
    moves.SuggestionNotRefuted(suggestion=ASKED, by_gm=True),
    moves.SuggestionPassedOn(suggestion=ASKED),
    moves.SuggestionUnrefuted(suggestion=replace(ASKED, to=None)),
    moves.MalformedAnswered(suggestion=ABOUT, refuted=True),
    moves.SuggestionSettled(suggestion=ABOUT, stands=False),
    moves.CardOverdue(suggestion=ABOUT),
    moves.CardComplained(suggestion=ABOUT),
    moves.AccusationFirstReceived(until=CLOSES),
    moves.AccusationWindowClosed(lost=(ANNA,)),
    moves.AccusationMade(by=ANNA, accusation=Cards(**CASE), right=False),
)
_PEOPLE: tuple[Data, ...] = (
    people.PlayerJoined(player=ANNA),
    people.PlayerLeft(player=ANNA),
    people.PlayerReplaced(player=ANNA, was="Vera"),
    people.PlayerPenalised(player=BORIS, why="unanswered", takes="next_day"),
    people.PenaltyWaived(player=BORIS, of="next_day"),
    people.PlayerEliminated(player=ANNA),
    people.StandingOrder(player=BORIS, on=True, until=date(2026, 12, 12), away=True),
    people.PlayedByGM(player=BORIS),
    people.OrganiserReplaced(),
    people.DeputyNamed(player=BORIS),
    people.ThreadPost(by=ANNA, post=7, comment="Какой холодный вечер… ☕"),
    people.PostHidden(post=7, reason="talks of cards"),
)
_OTHERS: tuple[Data, ...] = (
    private.AnswerDue(suggestion=ASKED, until=CLOSES),
    private.AnswerOverdue(suggestion=ASKED, until=CLOSES),
    private.SeatsIdle(players=(BORIS,)),
    private.NeedsGM(reason="malformed_answered", suggestion=ABOUT),
    operations.PostRejected(
        by=ANNA,
        post=POST,
        problems=(
            operations.Problem(code="unknown_card", text="Предположение_1 для Борис", rule="F14"),
        ),
    ),
    operations.EditViolation(by=ANNA, post=POST, reason="too_late", suggestions=(19,)),
    operations.EndpointPing(endpoint_id="ep1", challenge="xyrcb2ZSnRpiZlQyMUn6x3nVVq_3CkBk"),
    operations.EndpointFailing(endpoint_id="ep1", since=AT - timedelta(days=1), reason="timeout"),
    operations.EndpointDisabled(endpoint_id="ep1", reason="gone"),
    operations.EndpointRecovered(endpoint_id="ep1"),
)

EXAMPLES: dict[type[Data], Data] = {
    type(data): data for data in (*_GAME, *_MOVES, *_PEOPLE, *_OTHERS)
}
"""By type; what is secret needs none of its own."""
