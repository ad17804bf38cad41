"""Laws of every game: the log is the game, cards are conserved, time moves forward."""

import random
from collections import Counter
from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chalicelib import rules
from chalicelib.game import ORGANISER, PUBLIC, THE_CLOCK, Actor, Refusal, fold, redact
from chalicelib.rules import office, table, verbs
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.forum import corrections, rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.office import RollBack
from tests.laws.games import START, Game, attempt, found, played, viewers
from tests.laws.plans import each, of
from tests.laws.steps import HOST, organiser


@each
@given(data=st.data())
def test_the_log_is_the_game(ruleset, data):
    """Folding the log gives the state; log and state are read back as they were written."""
    game = played(data.draw(of(ruleset)))
    state = None
    for entry, expected in zip(game.log, game.states[1:], strict=True):
        assert rules.read_entry(rules.write(entry)) == entry
        assert rules.read_state(rules.write(expected)) == expected
        state = rules.folded(state, entry)
        assert state == expected
        assert rules.ruleset(expected) is game.rules


@each
@settings(max_examples=10)
@given(data=st.data())
def test_what_each_viewer_receives_is_read_back(ruleset, data):
    """A client that knows the types can read every redacted entry and state."""
    game = played(data.draw(of(ruleset)))
    for viewer in viewers(game):
        for entry in game.log:
            seen = redact(entry, viewer)
            assert rules.read_entry(rules.write(seen)) == seen
        seen_state = redact(game.state, viewer)
        assert rules.read_state(rules.write(seen_state)) == seen_state


@each
@given(data=st.data())
def test_first_law_of_secrecy(ruleset, data):
    """Folding the redacted log gives the redacted state, for every viewer and at every time.

    A seat whose player has left is a viewer like the others; its account looks as the public.
    """
    game = played(data.draw(of(ruleset)))
    for viewer in viewers(game):
        state = None
        for entry, expected in zip(game.log, game.states[1:], strict=True):
            state = fold(game.rules, state, redact(entry, viewer).events, entry.at)
            assert state == redact(expected, viewer)


def holders(game: Game) -> dict[str, str | None]:
    """Who has which seat, and who the office, as the log tells it."""
    held: dict[str, str | None] = {ORGANISER: HOST.account}
    for event in (event for entry in game.log for event in entry.events):
        if isinstance(event, table.Joined | office.SeatTaken):
            held[event.by] = event.account
        elif isinstance(event, table.Left):
            held[event.by] = None
        elif isinstance(event, office.OfficeTaken):
            held[ORGANISER] = event.host
    return held


@each
@given(data=st.data())
def test_who_has_left_looks_as_the_public(ruleset, data):
    """An account that gave up its seat, or whose seat or office was taken over, is nobody here."""
    game = played(data.draw(of(ruleset)))
    accounts = {t.by.account for t in game.tried if t.by.account}
    for account in accounts:
        actor = table.actor(game.state, game.state.host, account)
        seats = {name for name, holder in holders(game).items() if holder == account}
        assert actor.name in seats or (not seats and actor.name == PUBLIC)
        assert actor.organiser is (ORGANISER in seats)


@each
@settings(max_examples=10)
@given(data=st.data())
def test_redaction_is_idempotent_and_of_every_type(ruleset, data):
    """What was redacted for a viewer is already what that viewer may see."""
    game = played(data.draw(of(ruleset)))
    for viewer in viewers(game):
        seen = redact(game.state, viewer)
        assert redact(seen, viewer) == seen


@each
@given(data=st.data())
def test_cards_are_conserved(ruleset, data):
    """Envelope and hands are the deck, each card once, from the deal to the end."""
    game = played(data.draw(of(ruleset)))
    for state in game.states:
        if state and state.phase != "gathering":
            hands = [card for seat in state.seats for card in seat.hand]
            assert Counter([*state.case.cards, *hands]) == Counter(state.deck.cards)
            assert [seat.size for seat in state.seats] == [len(seat.hand) for seat in state.seats]


@each
@given(data=st.data())
def test_time_moves_forward(ruleset, data):
    """The clock moves every game on, to its end or to a pause because nobody moves (F51)."""
    game = played(data.draw(of(ruleset)))
    if game.state.paused:
        later = game.log[-1].at + timedelta(days=3)
        assert game.rules.due(game.state) is None
        assert attempt(game, organiser(game.state), office.Resume(), later)
    due = game.rules.due(game.state)
    for _ in range(12):
        if not due:
            assert game.state.phase == "over" or game.state.paused
            return
        before = due
        for _ in range(3):  # a card, the window, and the day may fall together
            events = game.rules.decide(game.state, THE_CLOCK, table.TimePassed(), due, game.chance)
            assert events
            game.states.append(fold(game.rules, game.state, events, due))
            due = game.rules.due(game.state)
            if due != before:
                break
        assert due is None or due > before


@given(plan=of("forum"))
def test_the_public_table_is_what_the_day_opened_with(plan):
    """The rows in the opening are those that everybody works out from what they were told (F9)."""
    game = played(plan)
    for entry, state in zip(game.log, game.states[1:], strict=True):
        last = entry.events[-1]
        if isinstance(last, f.DayOpened):
            assert redact(state, "public").table() == last.table


TEXT = st.text(max_size=40) | st.text(alphabet="s12 \u200d\u0301ёЁ\0\n", max_size=10)
WHEN = st.datetimes() | st.datetimes(timezones=st.timezones())
MOVES = st.one_of(
    *(
        st.builds(kind, **dict.fromkeys(texts, TEXT), **extra)
        for kind, texts, extra in (
            (verbs.Suggest, ("suspect", "weapon", "room", "to"), {}),
            (verbs.Accuse, ("suspect", "weapon", "room"), {}),
            (verbs.Refute, (), {"suggestion": st.integers(), "card": st.none() | TEXT}),
            (verbs.CannotRefute, (), {"suggestion": st.integers()}),
            (table.Join, ("code", "nick", "role"), {}),
            (table.Talk, ("text",), {}),
            (table.TellGM, ("text",), {}),
            (table.TellPlayer, ("to", "text"), {}),
            (
                table.AnswerForMe,
                (),
                {
                    "on": st.booleans(),
                    "until": st.none() | st.dates(),
                    "since": st.none() | st.dates(),
                },
            ),
            (table.Leave, (), {}),
            (Pass, (), {}),
            (table.Start, (), {}),
            (table.TimePassed, (), {"late": st.booleans()}),
            (office.Pause, ("reason",), {}),
            (office.Resume, (), {}),
            (rulings.CloseDay, (), {}),
            (office.MoveClose, (), {"closes": WHEN}),
            (rulings.NameDeputy, (), {"seat": st.none() | TEXT}),
            (office.AnswerForSeat, ("seat",), {"on": st.booleans()}),
            (office.AnswerAsGM, (), {"suggestion": st.integers()}),
            (rulings.Fine, ("seat", "reason"), {}),
            (rulings.Waive, ("seat",), {}),
            (rulings.Void, ("reason",), {"suggestion": st.integers()}),
            (rulings.Restore, (), {"suggestion": st.integers()}),
            (office.Hide, ("reason",), {"post": st.integers()}),
            (office.OfferSeat, ("seat",), {"gm": st.booleans()}),
            (office.TakeSeat, ("code", "nick"), {}),
            (rulings.Complain, (), {"suggestion": st.integers()}),
            (corrections.SuggestMalformed, ("to", "text"), {}),
            (corrections.Amend, ("suspect", "weapon", "room"), {"suggestion": st.integers()}),
            (corrections.Settle, (), {"suggestion": st.integers(), "stand": st.booleans()}),
            (RollBack, (), {"seq": st.integers(-1, 80)}),
        )
    )
)
ACTORS = st.sampled_from(
    (HOST, THE_CLOCK, Actor(), Actor("stranger"), *(Actor(f"a{n}", f"s{n}") for n in (1, 2)))
)
AFTER = st.timedeltas(timedelta(minutes=-5), timedelta(days=3))


@each
@given(
    data=st.data(),
    tries=st.lists(st.tuples(ACTORS, MOVES, AFTER), min_size=10, max_size=20),
    stage=st.integers(1, 100),
)
def test_nothing_but_refusals(ruleset, data, tries, stage):
    """Whatever anybody tries, at any time: it is made, or refused with a code."""
    game = played(data.draw(of(ruleset)))
    state = game.states[1:][stage % (len(game.states) - 1)]
    for by, move, after in tries:
        at = START + after
        if by.seat and by.seat not in {s.id for s in state.seats if s.account}:
            continue
        with suppress(Refusal):
            events = game.rules.decide(state, by, found(game, move), at, game.chance)
            later = fold(game.rules, state, events, at)
            assert rules.read_state(rules.write(later)) == later


@given(title=TEXT, zone=TEXT | st.sampled_from(("Europe", "/etc", "UTC/", "..", "a" * 300)))
@example(title="x", zone="\ud800")
@pytest.mark.parametrize("name", sorted(rules.RULESETS))
def test_any_setting_is_made_or_refused(name, title, zone):
    """Title and time zone come from people, too."""
    deck = Deck(("A", "B"), ("C", "D"), ("E", "F", "G", "H", "I"))
    kind = rules.RULESETS[name]
    setting = table.Setting(title, zone=zone)
    create = kind.Create(setting, kind.PRESETS["full"], "full", deck, "code")
    with suppress(Refusal):
        assert kind.decide(None, HOST, create, START, random.Random())
