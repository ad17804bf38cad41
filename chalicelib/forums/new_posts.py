"""The first version of a post that we deal with: moves, talk, a refusal, or nothing."""

from collections.abc import Iterable, Sequence

import msgspec

from chalicelib.forums import thread_replies, told_back
from chalicelib.forums.case import Case, close
from chalicelib.forums.identity import without_codes
from chalicelib.forums.post_moves import Making, make
from chalicelib.forums.posts import Significant
from chalicelib.forums.reading import Part, Reading, is_ours, looks_like_a_move, reading_of, said
from chalicelib.game import Busy, Refusal
from chalicelib.letters import Problem, Understood
from chalicelib.play import MOVES_AT_ONCE
from chalicelib.rules import forum
from chalicelib.rules.table import TALK_LENGTH, Talk
from chalicelib.site import Site
from chalicelib.store import Write
from chalicelib.text import plain

STANDS = frozenset({"played", "talk"})
"""What a post is that has done something: a later version that does nothing takes nothing back."""
UNSETTLED = {
    "gm_settles": "correction_answered",
    "never_changed": "correction_of_a_good_one",
    "nothing_to_correct": "correction_answered",
}
"""Refusals of a correction that leave something to the GM (F40, F45)."""


def deal(site: Site, case: Case) -> None:
    """Deal with a post as if nothing had become of it yet."""
    post = case.received.post
    if post.private or not post.ordinary or _is_of_before(case):
        close(site, case, case.decided("first"), outcome="silent")
        return
    if is_ours(post):
        close(site, case, case.decided("first"), outcome="ours")
        return
    if not case.account:
        _from_a_stranger(site, case)
        return
    reading = reading_of(site, case)
    if reading.doubt:
        _doubtful(site, case, reading)
    elif reading.parts:
        significant(site, case, reading)
    else:
        _lyric(site, case, reading)


def _is_of_before(case: Case) -> bool:
    """Whether a post was in the thread before that was bound, and somebody touches it now."""
    post = case.received.post
    return post.event != "created" and bool(post.created and post.created < case.binding.created)


def _from_a_stranger(site: Site, case: Case) -> None:
    """Tell somebody unknown once how to be known, if they have tried to move; play nothing."""
    more = thread_replies.introduction(site, case) if looks_like_a_move(case) else ()
    close(site, case, case.decided("first"), more, outcome="stranger")


def _doubtful(site: Site, case: Case, reading: Reading) -> None:
    """Leave to the organiser a post that is shown to say another thing than its source."""
    problem = Problem(said(case.received.post), "post_doubtful", "F13", seat_and_link(case))
    more = (
        *told_back.organiser(site, case, problem),
        *told_back.unsettled(site, case, "post_doubtful"),
    )
    refuse(site, case, reading.significant, [problem], more)


def seat_and_link(case: Case) -> dict[str, str]:
    """Give whose post it is and where it stands, for the organiser."""
    return {"seat": case.known.seat or case.seat, "url": case.received.post.url}


def _lyric(site: Site, case: Case, reading: Reading) -> None:
    """Let a lyric post be heard in the game, as far as that goes (F55); it is never an error."""
    text = spoken(reading)
    if not text:
        close(site, case, case.decided("first"), outcome="silent")
        return
    hint = told_back.in_private(site, case, [reading.hint]) if reading.hint else ()
    try:
        talk = Making((Talk(text),), case.decided("first"), {"outcome": "talk"}, hint)
        make(site, case, talk)
    except Busy:
        raise
    except Refusal as refusal:
        close(site, case, case.decided("first"), hint, outcome="talk", code=refusal.code)


def spoken(reading: Reading) -> str:
    """Give what a post says besides its moves, cut to the length of a comment."""
    text = without_codes(reading.talk)
    if not plain(text):
        return ""
    return text if len(text) <= TALK_LENGTH else f"{text[: TALK_LENGTH - 1].rstrip()}…"


def significant(
    site: Site, case: Case, reading: Reading, *, kept: int = 0, edit: bool = False
) -> None:
    """Make the moves of a post, all or none, or say what is wrong with them.

    An ``edit`` may add moves to those that stand: the first ``kept`` parts.
    """
    fresh = msgspec.structs.replace(reading, parts=reading.parts[kept:])
    if wrong := [part for part in fresh.parts if part.problem and not part.move]:
        told_of = [part.problem or Understood(part.text) for part in fresh.parts]
        more = _unsettled(site, case, wrong[0], wrong[0].problem)
        refuse(site, case, reading.significant, told_of, more)
        return
    try:
        _made_with_talk(site, case, fresh, reading.significant, edit=edit)
    except Busy:
        raise
    except Refusal as refusal:
        _refused(site, case, fresh, refusal, reading.significant)


def _made_with_talk(
    site: Site, case: Case, reading: Reading, says: Significant, *, edit: bool
) -> None:
    """Make the moves with the comment around them; without it where it would be too much (F55)."""
    moves, text = tuple(part.move for part in reading.parts), spoken(reading)
    changes = {"outcome": "played", "code": "", "significant": says, "seen": says, "asking": None}
    more = _beside(site, case, reading)
    making = Making(moves, case.decided("first"), changes, more, edit)
    if text and not edit and len(moves) < MOVES_AT_ONCE:
        try:
            make(site, case, msgspec.structs.replace(making, moves=(Talk(text), *moves)))
        except Busy:
            raise
        except Refusal as refusal:
            if refusal.place:
                refusal.place -= 1
                raise
        else:
            return
    make(site, case, making)


def _beside(site: Site, case: Case, reading: Reading) -> tuple[Write, ...]:
    """Tell what is wrong with moves that are made all the same (F42, F43)."""
    wrong = [part.problem for part in reading.parts if part.problem]
    author = (
        *told_back.author(site, case, wrong, counts=True),
        *told_back.rejected(site, case, wrong),
    )
    corrects = [part for part in reading.parts if part.kind == "correction"]
    if not corrects or any(notice.kind == "void" for notice in reading.notices):
        return author if wrong else ()
    problem = Problem(corrects[0].text, "correction_unmarked", "F42", seat_and_link(case))
    return (*(author if wrong else ()), *told_back.organiser(site, case, problem))


def _refused(site: Site, case: Case, reading: Reading, refusal: Refusal, says: Significant) -> None:
    """Say which part the rules refuse."""
    place = min(refusal.place, len(reading.parts) - 1)
    bad = reading.parts[place]
    problem = Problem(bad.text, refusal.code, refusal.rule, refusal.facts)
    parts = [
        problem if number == place else Understood(part.text)
        for number, part in enumerate(reading.parts)
    ]
    refuse(site, case, says, parts, _unsettled(site, case, bad, problem))


def _unsettled(site: Site, case: Case, part: Part, problem: Problem | None) -> tuple[Write, ...]:
    """Leave a correction to the GM that the rules do not make, where there is something (F45)."""
    code = problem.code if problem else ""
    reason = UNSETTLED.get(code, "") if part.kind == "correction" else ""
    made = case.state.tallies[case.seat].made if isinstance(case.state, forum.State) else 0
    if not problem or not reason or (code == "nothing_to_correct" and not 0 < part.number <= made):
        return ()
    to_settle = Problem(part.text, reason, problem.rule, seat_and_link(case))
    return (*told_back.organiser(site, case, to_settle), *told_back.unsettled(site, case, reason))


def refuse(
    site: Site,
    case: Case,
    says: Significant,
    parts: Sequence[Problem | Understood],
    more: Iterable[Write] = (),
    **changes: object,
) -> None:
    """Record that nothing of a version was done, and tell its author why."""
    before, more = case.known.outcome, tuple(more)
    problems = [part for part in parts if isinstance(part, Problem)]
    writes = (
        *told_back.author(site, case, parts),
        *told_back.rejected(site, case, problems),
        *more,
    )
    close(
        site,
        case,
        case.decided("needs_gm" if more else "refused", problems[0].code),
        writes,
        outcome=before if before in STANDS else "refused",
        code=problems[0].code,
        seen=says,
        seat=case.known.seat or case.seat,
        **changes,
    )
