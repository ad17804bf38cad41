"""What is told back of a post: to its author in private, to the organiser, to who listens.

A letter reaches everybody whose mail arrives, and as a private message of the forum who is bound
there. Only where neither is possible a reply appears in the thread (``thread_replies``).
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from chalicelib import accounts, ledger, limits, unsubscribe
from chalicelib.forums import thread_replies
from chalicelib.forums.case import Case
from chalicelib.game import ORGANISER
from chalicelib.happenings import extra
from chalicelib.happenings.facts import ForumPost
from chalicelib.happenings.happening import Happening, News
from chalicelib.happenings.operations import Problem as Wrong
from chalicelib.letters import Answer, Problem, Understood
from chalicelib.limits import Measure
from chalicelib.site import Site
from chalicelib.store import Put, Write

Parts = Sequence[Problem | Understood]

MEASURE = Measure(60, timedelta(0), 40)
"""How many posts of one author are answered in a day; the others are recorded in silence."""
ALOUD = Measure(60, timedelta(0), 10)
"""How many are answered in the thread, for all to read."""
LONGEST_PART = 400
"""Characters of a part of a post that its answer repeats."""


def author(site: Site, case: Case, parts: Parts, *, counts: bool = False) -> tuple[Write, ...]:
    """Tell the author of a post something in private, or else in the thread without secrets.

    ``counts``: it is about malformed suggestions, which count all the same (F41-F43).
    """
    if not case.seat:
        return ()
    shown = tuple(_cut(part) for part in parts)
    if not _reached_in_private(site, case):
        return _aloud(site, case, shown, counts=counts)
    letter = Answer(case.binding.game, case.seat, "post_refused", "", shown, account=case.account)
    return _letter(site, case, letter, f"{case.binding.id} {case.account}", _code(shown))


def in_private(site: Site, case: Case, parts: Parts) -> tuple[Write, ...]:
    """Tell the author of a post something that is not worth a word in the thread."""
    return author(site, case, parts) if _reached_in_private(site, case) else ()


def organiser(site: Site, case: Case, problem: Problem) -> tuple[Write, ...]:
    """Tell the organiser what there is to decide, unless they want no mail of the game."""
    host = case.state.host or ""
    known = accounts.profiles(site.store, (host,) if host else (), now=site.now())
    if any(unsubscribe.is_off(one, case.binding.game) for one in known):
        return ()
    letter = Answer(case.binding.game, ORGANISER, "post_ruled", "", (_cut(problem),), account=host)
    kind = f"{case.binding.id} {case.received.post.author} ruled"
    return _letter(site, case, letter, kind, f"{problem.code}.ruled")


def _aloud(site: Site, case: Case, parts: Parts, *, counts: bool) -> tuple[Write, ...]:
    """Answer in the thread, unless its author has made us answer there too often today."""
    writes = thread_replies.reply(site, case, parts, counts=counts)
    kind = f"posts {case.binding.id} {case.account} aloud"
    leave = limits.leave(site, kind, case.name, waits=False, measure=ALOUD) if writes else None
    return (leave.write, *writes) if leave else ()


def _letter(site: Site, case: Case, letter: Answer, kind: str, what: str) -> tuple[Write, ...]:
    """Give the writes of a letter, unless there were too many of its kind today."""
    name = f"post.{case.name}.{what}"
    leave = limits.leave(site, f"posts {kind}", name, waits=False, measure=MEASURE)
    if not leave:
        return ()
    return leave.write, Put(ledger.outgoing(letter, site.now(), name), 0)


def rejected(site: Site, case: Case, problems: Iterable[Problem]) -> tuple[Write, ...]:
    """Let it be heard that a significant post was no move: by its author's seat alone."""
    wrong = [Wrong(code=p.code, text=p.text, rule=p.rule) for p in problems]
    if case.seat in ("", ORGANISER):
        return ()
    happened = extra.post_rejected(
        case.binding.game, site.now(), case.state, case.seat, _post(case), wrong
    )
    return (_news(site, case, happened, "rejected"),)


def violated(site: Site, case: Case, reason: str) -> tuple[Write, ...]:
    """Let the organiser's endpoints hear of an edit against the rules."""
    happened = extra.edit_violation(
        case.binding.game,
        site.now(),
        case.state,
        case.known.seat,
        _post(case),
        tuple(filter(None, case.known.suggestions)),
        reason,
    )
    return (_news(site, case, happened, "violation"),)


def unsettled(site: Site, case: Case, reason: str) -> tuple[Write, ...]:
    """Let the organiser's endpoints hear of something that only the GM can settle."""
    happened = extra.needs_gm(case.binding.game, site.now(), case.state, reason, _post(case))
    return (_news(site, case, happened, "needs_gm"),)


def _news(site: Site, case: Case, happened: Happening, what: str) -> Put:
    news = News(case.binding.game, happening=happened)
    return Put(ledger.news_item(news, site.now(), f"x.{case.name}.{what}"), 0)


def _post(case: Case) -> ForumPost:
    post = case.received.post
    return ForumPost(id=post.id, url=post.url)


def _reached_in_private(site: Site, case: Case) -> bool:
    """Whether a letter reaches the author: as a message of the forum, or as a mail."""
    if case.binding.private:
        return True
    return not accounts.profile(site.store, case.account, now=site.now()).trouble


def _code(parts: Parts) -> str:
    """Give the code of what is wrong first."""
    return next((part.code for part in parts if isinstance(part, Problem)), "")


def _cut(part: Problem | Understood) -> Any:
    """Give a part with as much of its text as is repeated."""
    if isinstance(part, Understood):
        return Understood(part.text[:LONGEST_PART])
    return Problem(part.text[:LONGEST_PART], part.code, part.rule, part.facts)
