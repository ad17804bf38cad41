"""Answers to mails: always to the registered address, not too many, each with its record."""

import re

import msgspec

from chalicelib import limits
from chalicelib.game import Busy
from chalicelib.ledger import outgoing
from chalicelib.letters import Answer, Carried, Problem, Subject, Understood
from chalicelib.postbox.outcomes import TRIES, Outcome, again, filed, is_known
from chalicelib.postbox.whose import Letterhead
from chalicelib.rules import State
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Put, Write

Parts = tuple[Problem | Understood | Carried, ...]
PLAIN_ID = re.compile(r"[!-;=?-~]{1,200}")
"""A Message-ID that may be repeated in a header of ours."""
MOST_PARTS, LONGEST_PART, MANY = 20, 400, 12
"""How much of a mail its answer repeats: orders, characters of each, and what is a long list."""
_OF_THE_HAND = {"no_such_choice": "choice_unknown"}
"""Problems that are told in other words where nobody may learn what is in the hand."""


def refuse(
    site: Site, head: Letterhead, parts: Parts, outcome: Outcome = Outcome.ASKED_BACK
) -> Outcome:
    """Answer that nothing was done, and why."""
    shown = shortened(_guarded(parts) if head.guarded else parts)
    codes = [part.code for part in parts if isinstance(part, Problem)]
    return post(site, head, answer_to(head, "refused", shown), outcome, next(iter(codes), ""))


def tell(site: Site, head: Letterhead, about: Subject) -> Outcome:
    """Answer a question."""
    return answered(site, head, answer_to(head, about), Outcome.ANSWERED, about)


def answered(
    site: Site, head: Letterhead, letter: Answer, outcome: Outcome, reason: str
) -> Outcome:
    """Post the answer to a mail that did what it should, and record it, both or neither."""
    writes = (
        *filed(site, head, outcome, reason),
        Put(outgoing(letter, site.now(), letter_name(head)), 0),
    )
    try:
        site.store.write(*writes, now=site.now())
    except Conflict:
        return again(site, head)
    return outcome


def answer_to(head: Letterhead, about: Subject, parts: Parts = ()) -> Answer:
    """Give an answer that stands in the thread of a mail; a reply to it is about what is open.

    A letter about a mail that may be somebody else's repeats nothing of it.
    """
    name = "" if about in ("confirm", "notice") else reply_id(head)
    return Answer(
        head.back.game,
        head.reader,
        about,
        name,
        parts,
        _prompt(head),
        guarded=head.guarded,
        account=head.back.account,
    )


def post(site: Site, head: Letterhead, letter: Answer, outcome: Outcome, reason: str) -> Outcome:
    """Post an answer that something is wrong, and record it; of many in a short time the last.

    Over the limit of a day the mail is recorded all the same, and nothing is sent.
    """
    for _ in range(TRIES):
        if is_known(site, head):
            return again(site, head)
        writes = filed(site, head, outcome, reason)
        measure = limits.UNPROVEN if head.guarded or not head.own else limits.PROVEN
        name, letter_id = _errors(head), letter_name(head)
        if leave := limits.leave(site, name, letter_id, waits=True, measure=measure):
            writes += (leave.write, placed(site, letter, leave))
        try:
            site.store.write(*writes, now=site.now())
        except Conflict:
            continue
        return outcome
    raise Busy("busy", seconds=1)


def placed(site: Site, letter: Answer, leave: limits.Leave) -> Put:
    """Give the write that puts an answer into the outbox, or into the place of one that waits."""
    item = outgoing(letter, site.now(), leave.letter)
    due = msgspec.structs.replace(item, due=leave.due)
    (old,) = site.store.read(item.key, now=site.now()) if leave.replaces else (None,)
    version = old.version if old else 0
    return Put(msgspec.structs.replace(due, version=version + 1), version)


def overtaken(site: Site, head: Letterhead) -> tuple[Write, ...]:
    """Give the write that takes back an answer which still waits; the game has gone on."""
    name = limits.waiting(site, _errors(head))
    if not name:
        return ()
    key = outgoing(answer_to(head, "refused"), site.now(), name).key
    (old,) = site.store.read(key, now=site.now())
    return (Delete(*key, old.version),) if old and old.due else ()


def _errors(head: Letterhead) -> str:
    """Name the answers that count together: proven and unproven mail does not share."""
    back = head.back
    return f"errors {back.game} {back.account} {back.prompt} {head.guarded}"


def letter_name(head: Letterhead) -> str:
    """Give the name in the outbox of the answer to a mail; once it has waited, of the second."""
    return f"{head.name[:24]}{'.h' if head.held else ''}"


def _prompt(head: Letterhead) -> int | None:
    """Give the suggestion that a reply to the answer is about."""
    return waiting_prompt(head.state, head.reader, head.back.prompt)


def waiting_prompt(state: State, reader: str, wanted: int | None = None) -> int | None:
    """Give the suggestion that a reply is about: the wanted one, if it is open.

    Otherwise the only one that waits; the answer tells that one again.
    """
    waits = [q.id for q in state.questions if q.to == reader]
    waits += [owed.id for owed in state.owed if owed.by == reader]
    if wanted in waits:
        return wanted
    return waits[0] if len(waits) == 1 else None


def _guarded(parts: Parts) -> Parts:
    """Give the parts without what only the hand tells."""
    secret = ("choices", "nearest")
    return tuple(
        Problem(
            part.text,
            _OF_THE_HAND.get(part.code, part.code),
            part.rule,
            {name: fact for name, fact in part.facts.items() if name not in secret},
        )
        if isinstance(part, Problem)
        else part
        for part in parts
    )


def shortened(parts: Parts) -> Parts:
    """Give the first orders of a mail, each cut; a long list of choices is repeated once only."""
    cut: list[Problem | Understood | Carried] = []
    for part in parts[:MOST_PARTS]:
        text = part.text[:LONGEST_PART]
        if isinstance(part, Problem) and cut and len(part.facts.get("choices", ())) > MANY:
            facts = {name: fact for name, fact in part.facts.items() if name != "choices"}
            cut.append(Problem(text, part.code, part.rule, facts))
        else:
            cut.append(msgspec.structs.replace(part, text=text))
    return tuple(cut)


def reply_id(head: Letterhead) -> str:
    """Give the id of the mail for our headers, if it is plain."""
    name = head.mail.message_id
    fit = PLAIN_ID.fullmatch(name) and "=?" not in name
    return f"<{name}>" if fit else ""
