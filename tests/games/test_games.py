"""The recorded games: fresh, whole, one for every way to end, and nothing leaks in them."""

import pytest

from chalicelib.game import ORGANISER
from chalicelib.rules import RULESETS
from chalicelib.rules.blitz import state as b
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.corrections import Amended
from chalicelib.rules.forum.rulings import Fined
from chalicelib.rules.office import Paused, Resumed, SeatTaken
from chalicelib.rules.table import StandingOrder
from chalicelib.words import LANGUAGES
from tests.games.book import written
from tests.games.leaks import leaks
from tests.games.post import post
from tests.games.scripts import HERE, NICKS, PLAYERS, recorded, scripts
from tests.games.search import ends
from tests.letters.games import Record

SCRIPTS = scripts()
WAYS = {one.ruleset: one.ways for one in SCRIPTS}
PRESETS = [(ruleset, preset) for ruleset, ways in WAYS.items() for preset in ways.WAYS]


@pytest.fixture(params=SCRIPTS, ids=lambda one: f"{one.ruleset}-{one.name}")
def script(request):
    """Each script."""
    return request.param


def happened(game):
    """The kinds of events of a game."""
    return {type(event) for entry, _ in game.log for event in entry.events}


def test_the_files_are_fresh(script):
    """``python -m tests.games`` would change nothing."""
    assert script.file.read_text("utf-8") == written(script)


def test_every_file_has_a_script():
    """Nothing lies about that nobody would write anew."""
    files = {file for ruleset in recorded() for file in (HERE / ruleset).glob("*.txt")}
    assert files == {script.file for script in SCRIPTS}


@pytest.mark.parametrize(("ruleset", "preset"), PRESETS)
def test_every_way_to_end_is_recorded(ruleset, preset):
    """The games of a preset end in all the ways in which its games can end."""
    games = [one for one in SCRIPTS if (one.ruleset, one.preset) == (ruleset, preset)]
    ways = WAYS[ruleset]
    assert {ways.way(one.record()) for one in games} == ways.WAYS[preset]


def test_every_preset_has_ways_to_end():
    """No preset of a rule set is left out."""
    known = {(name, preset) for name, kind in RULESETS.items() for preset in kind.PRESETS}
    assert set(PRESETS) == known


@pytest.mark.parametrize(("ruleset", "preset"), PRESETS)
def test_there_are_no_other_ways(ruleset, preset):
    """Whatever three players do in a few steps ends in one of the known ways, and in each."""
    ways, found = WAYS[ruleset], set()
    for changes in ways.VARIANTS:
        game = Record("en", nicks=NICKS["en"][:PLAYERS], preset=preset, ruleset=ruleset, **changes)
        found |= {ways.way(end) for end in ends(game.started())}
    assert found == ways.WAYS[preset]


def test_nobody_reads_what_they_may_not_know(script):
    """Until all is revealed a letter places no card but the reader's own and those shown."""
    game = script.record()
    human = script.options.get("gm") == "human"
    sent = [one for one in post(game) if one.seq < game.log[-1][0].seq]
    assert sent
    for one in sent:
        assert not leaks(game, one) or (human and one.reader == ORGANISER), one


def test_a_leak_would_be_seen():
    """A letter that shows a card is a leak for everybody but its reader."""
    game = next(one for one in SCRIPTS if one.name == "full_window_one").record()
    shown = next(one for one in post(game) if one.seq == 7)
    assert shown.reader == "s1"
    assert not leaks(game, shown)
    assert leaks(game, shown._replace(reader="s3")) == {"Miss Scarlett"}
    opening = [one for one in post(game) if one.seq == 5]
    assert all(leaks(game, one._replace(reader="")) for one in opening)


def test_one_russian_game_has_all_that_a_gm_has_to_do():
    """In forum corrections and penalties, of both kinds; in blitz missed deadlines and orders."""
    for office in ({Amended, f.Penalised, Fined}, {b.TimeRanOut, b.PlayedByGM, StandingOrder}):
        wanted = office | {SeatTaken, Paused, Resumed}
        assert [one for one in SCRIPTS if one.language == "ru" and wanted <= happened(one.record())]


def test_a_seat_without_turns_is_asked_and_skipped():
    """In a game of blitz one who is out of turns sits between others, and turns go past (B7)."""
    game = next(one for one in SCRIPTS if one.name == "full_eventful").record()
    (out,) = {v.by for v in game.state.accusations if not v.right}
    events = [event for entry, _ in game.log for event in entry.events]
    lost = next(n for n, event in enumerate(events) if isinstance(event, b.AccusationMade))
    later = events[lost:]
    assert any(getattr(event, "to", "") == out for event in later)
    turns = [event.by for event in later if isinstance(event, b.TurnBegan)]
    assert out not in turns
    seats = [seat.id for seat in game.state.seats]
    assert 0 < seats.index(out) < len(seats) - 1
    assert {seats[0], seats[-1]} <= set(turns)


@pytest.mark.parametrize(("ruleset", "preset"), PRESETS)
def test_every_preset_is_played_in_every_language(ruleset, preset):
    """Each language is read in each preset."""
    games = [one for one in SCRIPTS if (one.ruleset, one.preset) == (ruleset, preset)]
    assert {one.language for one in games} == set(LANGUAGES)


def test_one_game_has_a_person_as_gm():
    """In each rule set there is a game whose organiser sees all cards (F56)."""
    human = {one.ruleset for one in SCRIPTS if one.options.get("gm") == "human"}
    assert human == set(RULESETS)
