"""Laws of outgoing mail: all is told that somebody wants to know, once, and in time."""

from collections import Counter
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib import letters_wishes as wishes
from chalicelib.letters import Digest, Told
from chalicelib.rules import blitz, verbs
from chalicelib.rules.blitz.state import DutyPassed
from chalicelib.rules.forum.corrections import Amended
from chalicelib.rules.forum.state import CardOwed
from tests.laws.games import played
from tests.laws.plans import each, of, strategies
from tests.laws.post import Office, people
from tests.laws.steps import KINDS

FEW = settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
OFTEN = (*KINDS, *("offer", "take", "leave") * 3)
"""Steps of all kinds, and seats that change hands more often than usual."""
ASKS = (verbs.Suggested, DutyPassed, Amended, CardOwed)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the store of a game lies."""
    return tmp_path


def digests(office: Office) -> Counter[tuple[str, str, int]]:
    """How often an entry was told in a digest that has left: by account, reader, entry."""
    letters = (out.letter for out in office.outbox().values() if out.sent)
    return Counter(
        (letter.account, letter.to, seq)
        for letter in letters
        if isinstance(letter, Digest)
        for seq in letter.seqs
    )


def left_or_replaced(office: Office, letter: Told) -> bool:
    """Whether the one it was for had the place no more at some later time."""
    later = office.game.states[letter.seq :]
    seats = ({s.id: s.account for s in state.seats} | {"organiser": state.host} for state in later)
    return any(there.get(letter.to) != letter.account for there in seats)


def told_once(office: Office) -> None:
    """Each letter is sent once, or its entry is told in one digest.

    What is not told at all is news to somebody who wants none, a question with an answer, or for
    somebody who is gone.
    """
    mailed = Counter(mail.name for mail in office.sent)
    outbox, gathered = office.outbox(), digests(office)
    expected = dict(office.told())
    for name, letter in expected.items():
        out, place = outbox[name], (letter.account, letter.to, letter.seq)
        entry, state = office.game.log[letter.seq - 1], office.game.states[letter.seq]
        interest = wishes.interest(entry, state, letter.to)
        once = (mailed[name], gathered[place])
        if out.sent:
            assert once == (1, 0)
        elif out.dropped == "gathered":
            assert interest != "now" or "all" in office.wishes[letter.account]
            assert once == (0, 1) or (once == (0, 0) and left_or_replaced(office, letter))
        else:
            assert once == (0, 0)
            assert out.dropped in {"unwanted", "answered", "left", "replaced"}
        if out.dropped == "unwanted":
            assert interest == "news"
            assert "mine" in office.wishes[letter.account]
        if out.dropped == "answered":
            assert any(isinstance(event, ASKS) for event in entry.events)
        if out.dropped in {"left", "replaced"}:
            assert left_or_replaced(office, letter)
    told = {name for name in mailed if name[0].isdigit() and "farewell" not in name}
    assert told <= set(expected)


def asked_in_time(office: Office) -> None:
    """When a reminder leaves, something is owed; when a lone question leaves, it is open."""
    reminders = Counter(mail.name for mail in office.sent if mail.name.startswith("reminder"))
    assert set(reminders.values()) <= {1}
    for mail in office.sent:
        state = mail.state
        reader = mail.name.split(".")[-2]
        open_ = {q.id for q in state.questions if q.to == reader}
        owed = {card.id for card in state.owed if card.by == reader}
        if mail.name in reminders:
            turn = isinstance(state, blitz.State) and state.player == reader
            assert open_ or owed or turn
            assert mail.at < state.closes
            assert not state.paused
        elif mail.name[0].isdigit() and "farewell" not in mail.name:
            entry = office.game.log[int(mail.name[:8]) - 1]
            if len(entry.events) == 1 and isinstance(entry.events[0], verbs.Suggested):
                receipt = entry.by == reader
                assert receipt or entry.events[0].id in open_


def gone_to_nobody_else(office: Office) -> None:
    """Each mail goes to the one it was written for, while they have the place."""
    expected = dict(office.told())
    for mail in office.sent:
        if letter := expected.get(mail.name):
            assert mail.to == f"{letter.account}@example.org"
            assert letter.account in people(mail.state)


@each
@FEW
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_laws_of_what_leaves(ruleset, folder, data, seed):
    """All is told once, to those it is for, and nobody is asked for what is done."""
    office = Office(folder, played(data.draw(of(ruleset))), seed).play()
    told_once(office)
    asked_in_time(office)
    gone_to_nobody_else(office)


@each
@FEW
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_no_letter_is_lost_when_the_program_dies(ruleset, folder, data, seed):
    """It dies before and after writes and mails, again and again: all is told in the end.

    No letter comes more often than the program died over one, and each entry that was gathered
    stands in one digest.
    """
    office = Office(folder, played(data.draw(of(ruleset))), seed, deaths=40).play()
    died = 40 - office.deaths
    mailed = Counter(mail.name for mail in office.sent)
    outbox, gathered = office.outbox(), digests(office)
    for name, letter in office.told():
        out, place = outbox[name], (letter.account, letter.to, letter.seq)
        assert out.sent or out.dropped
        assert bool(mailed[name]) >= bool(out.sent)
        assert mailed[name] <= 1 + died
        if out.dropped == "gathered":
            assert gathered[place] == 1 or left_or_replaced(office, letter)
    assert sum(mailed.values()) - len(mailed) <= died
    assert not office.store.due(office.time, prefix="OUT#")


@each
@FEW
@given(data=st.data(), seed=st.integers(0, 2**32), rate=st.sampled_from((0.02, 0.1, 3)))
def test_no_more_mails_leave_than_the_rate_allows(ruleset, folder, data, seed, rate):
    """Between any two mails there is at least the time that the rate sets, in every game."""
    office = Office(folder, played(data.draw(of(ruleset))), seed, rate=rate).play()
    gaps = [after.at - before.at for before, after in pairwise(office.sent)]
    assert min(gaps, default=timedelta(days=1)) >= timedelta(seconds=1 / rate) - timedelta(
        microseconds=1
    )


@each
def test_the_laws_are_not_empty(ruleset, folder):
    """Digests, reminders, deaths and letters that are dropped for each reason do occur."""
    wanted = {"gathered", "unwanted", "answered", "left", "replaced", "digest", "reminder", "died"}
    seen: Counter[str] = Counter()

    @settings(max_examples=25)
    @given(plan=strategies(OFTEN, [ruleset]), seed=st.integers(0, 2**32))
    def look(plan, seed):
        if wanted <= (+seen).keys():
            return
        office = Office(folder, played(plan), seed, deaths=40).play()
        seen.update(out.dropped for out in office.outbox().values() if out.dropped)
        seen.update(mail.name.partition(".")[0] for mail in office.sent)
        seen["died"] += 40 - office.deaths

    look()
    assert wanted <= (+seen).keys(), seen
