"""Why a post with a heading did nothing, said where everybody reads it. Pure.

Many refusals tell something of a hand, or that somebody has accused; of these the thread learns
only that there is one. Its reason has to reach the author in another way.
"""

from collections.abc import Sequence

import msgspec

from chalicelib.announce.voice import Voice
from chalicelib.announce.wording import explained, said, sample
from chalicelib.game import PUBLIC, redact
from chalicelib.letters import Problem, Understood
from chalicelib.markup.tree import Tree
from chalicelib.messages import MESSAGES
from chalicelib.messages_post_edits import EDITS
from chalicelib.messages_posts import POSTS
from chalicelib.rules import State
from chalicelib.rules.table import seat_of

SUGGESTING = frozenset(
    {
        *("unknown_card", "wrong_category", "two_of_a_kind", "ambiguous_suggestion"),
        *("unknown_nick", "two_addressees", "no_addressee", "no_such_seat", "asks_oneself"),
        *("addressee_left", "unreadable", "no_addressee_here", "keywords_not_bold"),
        *("number_taken", "heading_not_bold", "heading_in_quotation"),
    }
)
"""What is wrong with a suggestion: an example of one helps."""
ANSWERING = frozenset(
    {
        *("already_answered", "not_addressee", "no_such_suggestion", "which_suggestion"),
        *("out_of_order", "nothing_to_answer"),
    }
)
"""What is wrong with an answer, whatever the hand."""
STANDING = frozenset(
    {
        *("quota_spent", "addressee_quota_spent", "await_answer", "day_over", "no_open_day"),
        *("paused", "game_over", "not_started", "not_your_turn", "one_suggestion", "malformed"),
        *("never_changed", "no_corrections", "gm_settles", "nothing_to_pass", "pass_or_accuse"),
        *("corrected_for_another", "nothing_to_correct", "which_ruling"),
        *("accuse_later", "seat_left", "not_seated", "talk_enough", "said_too_long"),
    }
)
"""What everybody can see as things stand."""
WRITTEN = frozenset(POSTS) - {"accusation_in_thread"} | frozenset(EDITS)
"""What is wrong with the post itself, or with an edit of it."""
OPEN = SUGGESTING | ANSWERING | STANDING | WRITTEN
"""The refusals whose reason everybody may read."""
_SECRET_RULES = frozenset({"F20", "F21", "F24", "F30", "F31", "F33", "F36"})
_PUBLIC = ANSWERING - {"out_of_order"}
"""Refusals of answers that tell of no hand, whatever rule they cite."""
_FACTS = frozenset(
    {
        *("text", "category", "nearest", "to", "seat", "nick", "opens", "day", "made", "allowed"),
        *("suggestion", "limit", "days", "until", "number", "next"),
    }
)


class Part(msgspec.Struct, frozen=True):
    """What is said of one order: as it was read, and what is wrong if that is not ``hidden``."""

    text: str
    problem: str = ""
    hidden: bool = False


def is_open(problem: Problem) -> bool:
    """Whether everybody may read why: it tells nothing of hands, cards owed and accusations."""
    if problem.code in _PUBLIC:
        return True
    return problem.code in OPEN and problem.rule not in _SECRET_RULES


def refusal(  # noqa: PLR0913 -- what was wrong, whose it was, and how the thread is spoken to
    problems: Sequence[Problem | Understood],
    state: State,
    seat: str,
    voice: Voice,
    nick: str = "",
    *,
    counts: bool = False,
) -> Tree:
    """Say what was read, what is wrong with it, and how it would be right.

    ``seat`` is the author's, if there is one; ``nick`` how the forum calls the author, if not so.
    ``counts``: it was a malformed suggestion, which counts all the same (F41-F43).
    """
    view = redact(state, PUBLIC)
    sitting = seat_of(view, seat)
    codes = {one.code for one in problems if isinstance(one, Problem) and is_open(one)}
    return said(
        "thread/refusal.html",
        view,
        voice,
        to=nick or (sitting.nick if sitting else ""),
        parts=[_part(one, view, voice) for one in problems],
        sample=sample(view, seat) if codes & SUGGESTING and len(view.seats) > 1 else None,
        answering=bool(codes & ANSWERING),
        counts=counts,
    )


def _part(order: Problem | Understood, view: State, voice: Voice) -> Part:
    """Say what is wrong with one order."""
    if isinstance(order, Understood):
        return Part(order.text)
    if not is_open(order) or order.code not in MESSAGES:
        return Part(order.text, hidden=True)
    facts = {name: fact for name, fact in order.facts.items() if name in _FACTS}
    if order.code in SUGGESTING:
        facts |= {"choices": _choices(order, view)}
    return Part(order.text, explained(order.code, facts, view, voice))


def _choices(problem: Problem, view: State) -> tuple[str, ...]:
    """Give those choices of a problem that are cards in play or nicks: never a hand."""
    known = {*view.deck.cards, *(seat.nick for seat in view.seats)}
    given = tuple(map(str, problem.facts.get("choices") or ()))
    return given if problem.code == "ambiguous_suggestion" or known >= {*given} else ()
