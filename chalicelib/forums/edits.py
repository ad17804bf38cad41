"""A later version of a post: what was changed, and whether that may be (F40-F45).

What stands in the thread as a good suggestion is never changed. A malformed one may be put right in
five minutes of the forum's clock, before anybody reacted, with a red notice; for a notice that is
missing the author is asked once. Everything else is the organiser's to judge: the game goes on from
what was written first.
"""

from datetime import timedelta
from typing import Any

import msgspec

from chalicelib.announce.refused import is_open
from chalicelib.forums import edit_rules, new_posts, told_back
from chalicelib.forums.case import Case, close
from chalicelib.forums.post_moves import Making, make
from chalicelib.forums.posts import Asking, Decision, Version
from chalicelib.forums.reading import Reading, reading_of, words_of
from chalicelib.forums.red_notices import ask_item
from chalicelib.game import Busy, Refusal
from chalicelib.letters import Problem
from chalicelib.read_post import changed
from chalicelib.site import Site
from chalicelib.store import Put

PASSED_OVER = frozenset({"superseded", "restored"})
"""Decisions on versions whose text was not looked at."""
NOTICE_TIME = timedelta(minutes=5)
"""How long somebody who was asked for the red notice has for it."""


def deal(site: Site, case: Case) -> None:
    """Deal with a version of a post of which an earlier one was dealt with."""
    post, known = case.received.post, case.known
    texts = _texts(case)
    if texts and not is_another_text(case):
        close(site, case, case.decided("same"))
        return
    if texts and (case.made, post.event) < (texts[-1].at, texts[-1].event):
        close(site, case, case.decided("superseded"))
        return
    if known.outcome == "ours" or not case.account:
        close(site, case, case.decided("silent"))
        return
    _compare(site, case, reading_of(site, case, edited=bool(known.significant)))


def is_another_text(case: Case) -> bool:
    """Whether a version says another thing than the last one on which was decided."""
    texts = _texts(case)
    return not texts or texts[-1].hash != case.received.post.content_hash


def _texts(case: Case) -> list[Version]:
    """Give the versions with a text that counted, and what came back with another one."""
    versions = case.known.versions
    return [one for one in versions if one.event != "deleted" and one.decision not in PASSED_OVER]


def _compare(site: Site, case: Case, reading: Reading) -> None:
    """Find out what kind of change it is."""
    known, says = case.known, reading.significant
    asked = known.asking and not changed(known.asking.significant, says)
    is_new = changed(known.significant, says) and changed(known.seen, says)
    post = case.received.post
    if is_new and {post.editor, post.author} - {"", known.author}:
        violation(site, case, reading, "edit_by_other")
    elif is_new and reading.doubt:
        violation(site, case, reading, "post_doubtful")
    elif not changed(known.significant, says):
        close(site, case, case.decided("silent"), seen=says, asking=None)
    elif not changed(known.seen, says) and not (asked and is_marked(reading)):
        close(site, case, case.decided("silent"))
    elif not changed(known.significant, says[: len(known.significant)]):
        _more(site, case, reading)
    else:
        _changed(site, case, reading)


def _more(site: Site, case: Case, reading: Reading) -> None:
    """Let an edit add a move to what stands, soon and before anybody reacted; it counts as of then.

    Nothing is changed in hindsight by that; but later nobody would find it in an old post.
    """
    if not edit_rules.in_time(site, case, case.made):
        problem = Problem(reading.parts[-1].text, "edit_adds", "F40")
        new_posts.refuse(site, case, reading.significant, [problem])
        return
    new_posts.significant(site, case, reading, kept=len(case.known.significant), edit=True)


def _changed(site: Site, case: Case, reading: Reading) -> None:
    """Judge the change of something that counts as a move."""
    known = case.known
    asking = known.asking
    if asking and changed(asking.significant, reading.significant):
        asking = None
    at = asking.at if asking else case.made
    found = edit_rules.judged(site, case, reading, at)
    if isinstance(found, str):
        violation(site, case, reading, found)
    elif found.problems:
        new_posts.refuse(site, case, reading.significant, found.problems)
    elif is_marked(reading) and (not asking or case.made <= asking.until):
        _amend(site, case, reading, Making(found.moves, case.decided("amended"), {}, at=at))
    elif any(version.decision == "asked" for version in known.versions):
        violation(site, case, reading, "edit_overdue")
    else:
        _ask(site, case, reading)


def is_marked(reading: Reading) -> bool:
    """Whether a post says in red that it was changed (F41)."""
    return any(notice.kind == "changed" for notice in reading.notices)


def _amend(site: Site, case: Case, reading: Reading, making: Making) -> None:
    """Accept an edit, through the rules, as of when it was made."""
    says = reading.significant
    changes: dict[str, Any] = {"significant": says, "seen": says, "asking": None}
    changes["suggestions"] = case.known.suggestions
    try:
        make(site, case, msgspec.structs.replace(making, changes=changes, edit=True))
    except Busy:
        raise
    except Refusal as refusal:
        problem = Problem(words_of(reading), refusal.code, refusal.rule, refusal.facts)
        if not is_open(problem):
            # An edit that only an accuser may not make would tell of the accusation (F30, F33).
            new_posts.refuse(site, case, says, [problem], asking=None)
            return
        reason = "edit_answered" if refusal.code in new_posts.UNSETTLED else "edit_refused"
        violation(site, case, reading, reason)


def _ask(site: Site, case: Case, reading: Reading) -> None:
    """Ask the author of an edit for the red notice that it lacks (F41)."""
    until = site.now() + NOTICE_TIME
    asking = Asking(reading.significant, case.made, until, case.item.sk)
    problem = Problem(words_of(reading), "edit_unmarked", "F41", {"until": until})
    more = (
        *told_back.author(site, case, [problem]),
        Put(ask_item(case.binding.id, case.received.post.id, until)),
    )
    decided = case.decided("asked", "edit_unmarked")
    close(site, case, decided, more, seen=reading.significant, asking=asking)


def violation(site: Site, case: Case, reading: Reading, reason: str) -> None:
    """Let the original stand, and the organiser decide about the edit (F44)."""
    decision: Decision = "needs_gm" if reason in edit_rules.FOR_THE_GM else "violation"
    close(
        site,
        case,
        case.decided(decision, reason),
        edit_rules.told_of(site, case, reading, reason),
        seen=reading.significant,
        asking=None,
    )
