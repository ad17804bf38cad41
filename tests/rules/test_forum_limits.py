"""Every limit at its edge: the last value that is allowed, and the first that is not."""

from datetime import timedelta
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from chalicelib.rules import Move, office, running, table
from chalicelib.rules.forum import StoredMove
from chalicelib.rules.forum.options import PRESETS, Options
from chalicelib.rules.house import options
from tests.tables import Table, refused

MINUTES_OF_TWO_WEEKS = 14 * 24 * 60


def allowed(preset: str = "full", **changes: Any) -> None:
    """Expect that these house rules can be had, and that the game keeps them."""
    chosen = options(PRESETS, preset, dict(changes))
    assert {name: getattr(chosen, name) for name in changes} == changes


@pytest.mark.parametrize(
    ("name", "least", "most", "rule"),
    [
        ("suggestions_per_day", 1, 5, "F10"),
        ("per_addressee_per_day", 1, 5, "F11"),
        ("day_minutes", 5, MINUTES_OF_TWO_WEEKS, "F6"),
        ("card_delay_minutes", 1, 1440, "F24"),
        ("late_margin_minutes", 0, 1440, "F28"),
        ("accusation_window_hours", 1, 168, "F32"),
        ("quiet_days", 0, 60, "F51"),
    ],
)
def test_a_house_rule_has_a_range(name, least, most, rule):
    """Both ends may be chosen; nothing below or above may, and the refusal cites the rule."""
    for value in (least, most):
        allowed(**{name: value})
    for value in (least - 1, most + 1):
        with refused("wrong_option", rule):
            options(PRESETS, "full", {name: value})


@pytest.mark.parametrize(
    ("name", "default", "others"),
    [
        ("unanswered_penalty", "if_active", ("always", "never")),
        ("accusation_window", "from_first", ("from_first_correct", "none")),
        ("no_winner", "continue", ("reveal",)),
        ("corrections", "full", ("none",)),
        ("early_close", "gm", ("auto",)),
        ("gm", "auto", ("human",)),
        ("await_answer", False, (True,)),
        ("suggestions_per_day", 3, ()),
        ("per_addressee_per_day", 3, ()),
        ("day_start", None, ("00:00", "09:30", "19:59", "23:59")),
        ("day_minutes", 1440, ()),
        ("card_delay_minutes", 60, ()),
        ("late_margin_minutes", 120, ()),
        ("accusation_window_hours", 24, ()),
        ("quiet_days", 7, ()),
    ],
)
def test_a_house_rule_has_a_default_and_other_values(name, default, others):
    """The full rules are what is played unless somebody says otherwise."""
    assert getattr(Options(), name) == default
    for value in (default, *others):
        allowed(**{name: value})


@pytest.mark.parametrize("clock", ["24:00", "9:30", "09:60", "29:00", "0930", "09:30\n", " 09:30"])
def test_F6_a_day_starts_at_a_clock_time(clock):
    """HH:MM, as a clock shows it."""
    with refused("wrong_option", "F6"):
        options(PRESETS, "full", {"day_start": clock})


@pytest.mark.parametrize(
    ("kind", "field", "least", "most"),
    [
        ("suggest", "suspect", 0, 200),
        ("suggest", "weapon", 0, 200),
        ("suggest", "room", 0, 200),
        ("suggest", "to", 0, 200),
        ("accuse", "suspect", 0, 200),
        ("refute", "card", 0, 200),
        ("amend", "room", 0, 200),
        ("suggest_malformed", "to", 0, 200),
        ("suggest_malformed", "text", 1, 300),
        ("talk", "text", 1, 2000),
        ("tell_gm", "text", 1, 2000),
        ("tell_player", "text", 1, 2000),
        ("join", "code", 0, 40),
        ("join", "nick", 0, 200),
        ("join", "role", 0, 200),
        ("take_seat", "code", 0, 40),
        ("take_seat", "nick", 0, 200),
        ("pause", "reason", 0, 300),
        ("fine", "reason", 0, 300),
        ("void", "reason", 0, 300),
        ("hide", "reason", 0, 300),
    ],
)
def test_a_text_in_a_move_has_a_length(kind, field, least, most):
    """What a client sends is bounded before anybody reads it."""
    move = next(k for k in get_args(StoredMove) if k.__struct_config__.tag == kind)
    hints = get_type_hints(move)
    others = {
        name: 1 if hints[name] in {int, bool} else "x"
        for name in move.__struct_fields__
        if name != field and hints[name] in {int, bool, str}
    }
    for length in (least, most):
        made = msgspec.convert({"type": kind, **others, field: "x" * length}, move, strict=False)
        assert getattr(made, field) == "x" * length
    for length in {least - 1, most + 1} - {-1}:
        with pytest.raises(msgspec.ValidationError, match="length"):
            msgspec.convert({"type": kind, **others, field: "x" * length}, move, strict=False)


def test_every_text_in_a_move_has_a_length():
    """Nothing that a client may write is without end, but for what names a seat."""

    def bounded(hint: Any) -> bool:
        marks = getattr(hint, "__metadata__", ())
        return any(isinstance(m, msgspec.Meta) and m.max_length for m in marks)

    free = {
        f"{move.__name__}.{name}"
        for move in get_args(Move)
        for name, hint in get_type_hints(move, include_extras=True).items()
        if name in move.__struct_fields__ and (hint is str or str in get_args(hint))
        if not any(bounded(part) for part in (hint, *get_args(hint)))
    }
    assert {name.partition(".")[2] for name in free} <= {"to", "seat"}


@pytest.mark.parametrize(
    ("field", "values", "wrong"),
    [
        ("title", ("x", "x" * 80), ("", "x" * 81)),
        ("nick_length", (1, 32), (0, 33)),
        ("language", ("ru", "en", "pl"), ("de", "")),
        ("nick_letters", ("any", "plain"), ("none",)),
    ],
)
def test_a_setting_has_its_limits(field, values, wrong):
    """A title of a line, nicks up to 32 characters, three languages."""
    for value in values:
        made = msgspec.convert({"title": "Manor", field: value}, table.Setting)
        assert getattr(made, field) == value
    for value in wrong:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"title": "Manor", field: value}, table.Setting)


def test_a_setting_has_no_other_fields():
    """What nobody knows is refused, not forgotten."""
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({"title": "Manor", "colour": "red"}, table.Setting)


def test_a_setting_that_nobody_chose():
    """Russian, UTC, and nicks of any letters: these are the defaults."""
    assert table.Setting("Manor") == table.Setting("Manor", "ru", "UTC", 32, "any")


def test_F6_a_day_may_last_31_days():
    """Its end may be moved so far ahead of now, and no further."""
    game = Table().at(10)
    latest = game.now + timedelta(days=31)
    with refused("close_out_of_range", "F6") as facts:
        game.organise(office.MoveClose(latest))
    assert facts == {"days": 31}
    almost = latest - timedelta(seconds=1)
    assert game.organise(office.MoveClose(almost)) == (office.CloseMoved(almost),)


def test_F54_fifty_posts_may_be_hidden():
    """And 20 private words a day may be written to the GM (F57)."""
    assert (running.MOST_HIDDEN, table.WORDS_PER_DAY) == (50, 20)


@pytest.mark.parametrize("nick", ["a b", "a-b", "a_b", "A. B.", "Ёж 7"])
def test_F4_plain_nicks_have_letters_digits_and_four_signs(nick):
    """Blank, hyphen, underscore and full stop."""
    game = Table()
    plain = msgspec.structs.replace(game.state.setting, nick_letters="plain")
    game.state = msgspec.structs.replace(game.state, setting=plain)
    assert table.checked_nick(game.state, nick) == nick


@pytest.mark.parametrize(
    "nick",
    [
        *("GM", "The GM", "game master", "Organiser", "the organiser", "A former player", "Alibi"),
        *("ГМ", "Ведущий", "мастер игры", "Организатор", "бывший игрок", "Алиби"),
        *("MG", "Mistrz Gry", "organizator", "były gracz"),
    ],
)
def test_F4_nobody_is_called_like_the_gm(nick):
    """In none of the languages, however it is written; nor like who has left, or the program."""
    with refused("nick_reserved", "F4"):
        table.checked_nick(Table().state, nick)
