"""Whether a change of a post is one that the rules of corrections allow (F40-F45)."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from chalicelib.forums import told_back
from chalicelib.forums.case import Case
from chalicelib.forums.posts import read_received, versions_of
from chalicelib.forums.reactions import reacted
from chalicelib.forums.reading import Part, Reading, said, words_of
from chalicelib.letters import Problem
from chalicelib.read_post import changed
from chalicelib.rules import forum, verbs
from chalicelib.rules.forum.corrections import EDIT_TIME, Amend
from chalicelib.rules.forum.parts import Malformed
from chalicelib.site import Site
from chalicelib.store import Write

RULES = {
    "edit_no_corrections": "F43",
    "edit_late": "F41",
    "edit_reacted": "F41",
    "edit_overdue": "F41",
    "edit_answered": "F45",
    "edit_by_other": "F54",
    "post_doubtful": "F13",
}
"""The rules by which an edit does not count; F40 for all else."""
FOR_THE_GM = frozenset({"edit_answered", "post_doubtful", "edit_by_other"})
"""What is against no rule, but nothing that a program can settle (F45)."""


class Amendment(msgspec.Struct, frozen=True):
    """The moves by which an edit is accepted, or what is still wrong with it."""

    moves: tuple[Amend, ...] = ()
    problems: tuple[Problem, ...] = ()


def in_time(site: Site, case: Case, at: datetime) -> bool:
    """Whether an edit of the time ``at`` (UTC) was soon enough, and before anybody reacted."""
    created = case.known.created or at
    if at - created > EDIT_TIME:
        return False
    return not reacted(site, case.binding, case.known, at)


def judged(site: Site, case: Case, reading: Reading, at: datetime) -> Amendment | str:
    """Judge a change that was made ``at`` (UTC): how it is accepted, or why not (a stable code)."""
    known = case.known
    found = _changes(case, reading)
    if isinstance(found, str):
        return found
    if at - (known.created or at) > EDIT_TIME:
        return "edit_late"
    if reacted(site, case.binding, known, at):
        return "edit_reacted"
    return _amendment(found)


def _changes(case: Case, reading: Reading) -> list[tuple[Malformed, Part]] | str:
    """Give what each changed part was and is now, or why there may be no such change."""
    state = case.state
    if not isinstance(state, forum.State):
        return "edit_changes"
    if state.options.corrections == "none":
        return "edit_no_corrections"
    if len(reading.significant) != len(case.known.significant):
        return "edit_removes"
    found = list(_each_change(state, case, reading))
    if wrong := next((reason for _, __, reason in found if reason), ""):
        return wrong
    return [(bad, part) for bad, part, _ in found if bad]


def _each_change(
    state: forum.State, case: Case, reading: Reading
) -> Iterator[tuple[Malformed | None, Part, str]]:
    """Give what each changed part was and is now, and why it may not be changed, if so."""
    known = case.known
    waiting = {bad.id: bad for bad in state.malformed if bad.by == case.seat}
    said = zip(
        known.significant, reading.significant, reading.parts, known.suggestions, strict=True
    )
    for before, now, part, suggestion in said:
        if not changed((before,), (now,)):
            continue
        bad = waiting.get(suggestion)
        if not bad:
            yield None, part, "edit_changes"
        elif bad.answered:
            yield bad, part, "edit_answered"
        elif isinstance(part.move, verbs.Suggest) and part.move.to != bad.to:
            yield bad, part, "edit_addressee"
        else:
            yield bad, part, ""


def _amendment(parts: list[tuple[Malformed, Part]]) -> Amendment:
    """Give the corrections, or what is wrong with the parts that are no good suggestion yet."""
    wrong = [
        part.problem or Problem(part.text, "edit_malformed", "F12")
        for _, part in parts
        if not isinstance(part.move, verbs.Suggest)
    ]
    if wrong:
        return Amendment(problems=tuple(wrong))
    return Amendment(
        tuple(
            Amend(bad.id, part.move.suspect, part.move.weapon, part.move.room)
            for bad, part in parts
        )
    )


def told_of(site: Site, case: Case, reading: Reading, reason: str) -> tuple[Write, ...]:
    """Tell author, organiser and endpoints why an edit does not count."""
    rule = RULES.get(reason, "F40")
    facts = {
        "seat": case.known.seat or case.seat,
        "url": case.received.post.url,
        "before": original(site, case),
        "after": words_of(reading),
    }
    problem = Problem(words_of(reading), reason, rule, facts)
    heard = told_back.unsettled if reason in FOR_THE_GM else told_back.violated
    return (
        *told_back.author(site, case, [problem]),
        *told_back.organiser(site, case, problem),
        *heard(site, case, reason),
    )


def original(site: Site, case: Case) -> str:
    """Give the words of the version from which the game goes on."""
    items = versions_of(site.store, case.binding.id, case.received.post.id, now=site.now())
    posts = {read_received(item).post.content_hash: read_received(item).post for item in items}
    stands = [v.hash for v in case.known.versions if v.decision in ("first", "amended")]
    post = posts.get(stands[-1]) if stands else None
    return said(post) if post else ""
