"""Happenings that no log tells: whoever notices one writes it as ``News`` of its own. Pure."""

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from chalicelib.game import ORGANISER, PUBLIC, redact
from chalicelib.happenings import events, operations, private
from chalicelib.happenings.facts import Data, ForumPost, plain
from chalicelib.happenings.happening import Happening
from chalicelib.happenings.operations import Problem
from chalicelib.happenings.scene import Scene
from chalicelib.rules import State, day_of, forum
from chalicelib.rules.verbs import Question

OWNER = "owner"
"""The audience of what is about a webhook endpoint: whoever it belongs to."""
MOST_PROBLEMS = 10
LONGEST_PART = 300
"""Characters of a part of a post that are repeated."""


def post_rejected(  # noqa: PLR0913, PLR0917 -- whose post it is, and what is wrong with it
    game: str,
    at: datetime,
    state: State,
    seat: str,
    post: ForumPost,
    problems: Iterable[Problem],
) -> Happening:
    """A significant heading that did not parse: told to its author."""
    first = tuple(problems)[:MOST_PROBLEMS]
    kept = tuple(replace(problem, text=problem.text[:LONGEST_PART]) for problem in first)
    who = _scene(game, state).player(seat)
    data = operations.PostRejected(by=who, post=post, problems=kept)
    return _of_game(game, at, state, data, seat)


def edit_violation(  # noqa: PLR0913, PLR0917 -- as above
    game: str,
    at: datetime,
    state: State,
    seat: str,
    post: ForumPost,
    suggestions: tuple[int, ...],
    reason: str,
) -> Happening:
    """A significant part was changed too late, or after a reaction (F40-F43): the GM decides."""
    who = _scene(game, state).player(seat)
    data = operations.EditViolation(by=who, post=post, reason=reason, suggestions=suggestions)
    return _of_game(game, at, state, data, ORGANISER)


def needs_gm(
    game: str, at: datetime, state: State, reason: str, post: ForumPost | None = None
) -> Happening:
    """Something in the thread waits for the GM; ``reason`` is a stable code."""
    return _of_game(game, at, state, private.NeedsGM(reason=reason, post=post), ORGANISER)


def answer_overdue(game: str, at: datetime, state: State, question: Question) -> Happening:
    """An answer that has not come while time runs out: told to whoever owes it."""
    scene = _scene(game, state)
    suggestion = scene.suggestion(question, question.by, question.to)
    data = private.AnswerOverdue(suggestion=suggestion, until=scene.until())
    return _of_game(game, at, state, data, question.to)


def closing_soon(game: str, at: datetime, state: forum.State) -> Happening:
    """A game day ends soon; ``ValueError`` if none is open."""
    known = redact(state, PUBLIC)
    if not known.closes:
        raise ValueError("no day is open")
    table = _scene(game, state).table(known.table())
    return _of_game(game, at, state, events.DayClosingSoon(closes=known.closes, table=table))


def ping(endpoint: str, at: datetime, challenge: str) -> Happening:
    """An endpoint is to prove that it wants what we send."""
    return _of_endpoint(at, operations.EndpointPing(endpoint_id=endpoint, challenge=challenge))


def failing(endpoint: str, at: datetime, since: datetime, reason: str = "") -> Happening:
    """An endpoint has had no success since then."""
    failed = operations.EndpointFailing(endpoint_id=endpoint, since=since, reason=reason)
    return _of_endpoint(at, failed)


def disabled(endpoint: str, at: datetime, reason: str = "") -> Happening:
    """An endpoint gets nothing any more."""
    return _of_endpoint(at, operations.EndpointDisabled(endpoint_id=endpoint, reason=reason))


def recovered(endpoint: str, at: datetime) -> Happening:
    """An endpoint works again."""
    return _of_endpoint(at, operations.EndpointRecovered(endpoint_id=endpoint))


def _scene(game: str, state: State) -> Scene:
    return Scene(game, redact(state, PUBLIC), day_of(state))


def _of_game(
    game: str, at: datetime, state: State, data: Data, audience: str = PUBLIC
) -> Happening:
    whole = replace(data, game_id=game, audience=audience, day=day_of(state))
    return Happening(data.TYPE, at, plain(whole), audience)


def _of_endpoint(at: datetime, data: Data) -> Happening:
    return Happening(data.TYPE, at, plain(data), OWNER)
