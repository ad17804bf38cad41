"""What programs are told before a deadline: that the day ends soon, that an answer has not come."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from chalicelib import ledger
from chalicelib.happenings import extra
from chalicelib.happenings.happening import Happening, News
from chalicelib.letters_duties import TWICE
from chalicelib.rules import State, forum
from chalicelib.store import Item

SOON = timedelta(hours=3)
"""How long before a deadline; those who had less than twice as long are told nothing."""


def when(deadline: datetime, now: datetime) -> datetime | None:
    """Give the time (UTC) at which it is to be told of a deadline, if that is still to come."""
    at = deadline - SOON
    return at if at > now else None


def news(game: str, state: State, deadline: datetime, at: datetime, now: datetime) -> list[Item]:
    """Give what is to be told at ``at``, if that is the time for it; all times UTC.

    A card that is owed has a deadline too, of which nobody but two may hear (F24).
    """
    if at != deadline - SOON or deadline != state.closes:
        return []
    stamp = f"{deadline:%Y%m%dT%H%M%S}"
    return [
        ledger.news_item(News(game, happening=told), now, f"x.soon.{stamp}.{number}")
        for number, told in enumerate(_told(game, state, deadline, at))
    ]


def _told(game: str, state: State, deadline: datetime, at: datetime) -> Iterator[Happening]:
    """Give what happens: the day ends soon, and each answer that is not there yet."""
    since = deadline - TWICE * SOON
    if isinstance(state, forum.State) and state.opened and state.opened <= since:
        yield extra.closing_soon(game, at, state)
    for question in state.questions:
        if question.at <= since and not state.answered_by_gm(question.to, at):
            yield extra.answer_overdue(game, at, state, question)
