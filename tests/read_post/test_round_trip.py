"""What we post ourselves, in the source of any forum, reads back as the move that it tells."""

from itertools import product

import pytest

from chalicelib import announce
from chalicelib.game import Entry
from chalicelib.markup import emit
from chalicelib.rules.cluedo import Case
from chalicelib.rules.verbs import NotRefuted, Refuted, Suggested
from tests.read_post.table import read, summary, table
from tests.reading.scenes import AT

DIALECTS = {
    **dict.fromkeys(("bbcode", "phpbb", "xenforo", "mybb", "smf"), "bbcode"),
    **dict.fromkeys(("markdown", "discourse", "nodebb", "spirit"), "markdown"),
    "html": "html",
}


def posted(state, event, dialect, language):
    """The post about an event in the source of a forum; quoted posts are known by their ids."""
    cited = {1: announce.Cited("Alibi", "501"), 2: announce.Cited("Alibi", "502")}
    voice = announce.Voice(language, cited=cited.get)
    (told,) = announce.entry(Entry(1, AT, (event,), "s1"), state, voice)
    return "\n\n".join(emit.write(told.tree, dialect))


@pytest.mark.parametrize(("dialect", "language"), [*product(DIALECTS, ("ru", "en", "pl"))])
def test_F13_suggestions_read_back(dialect, language):
    """A suggestion that was announced is that suggestion, whatever the nick of its addressee."""
    state = table(language)
    pack = state.deck
    case = Case(pack.suspects[2], pack.weapons[3], pack.rooms[4])
    for seat in state.seats[1:]:
        text = posted(state, Suggested(6, 2, "s1", seat.id, case), dialect, language)
        found = summary(state, read(state, DIALECTS[dialect], text))["parts"]
        assert found == [f"suggestion: {seat.nick} <- {', '.join(case.cards)}"], text


@pytest.mark.parametrize(("dialect", "language"), [*product(DIALECTS, ("ru", "en", "pl"))])
def test_F22_answers_read_back(dialect, language):
    """An answer that was announced is an answer to the same suggestion."""
    state = table(language)
    for kind, name in ((Refuted, "refuted"), (NotRefuted, "not_refuted")):
        for asked in state.questions:
            event = kind(asked.id, asked.number, "s1", asked.by, asked.case)
            text = posted(state, event, dialect, language)
            found = summary(state, read(state, DIALECTS[dialect], text))["parts"]
            assert found == [f"{name}: {asked.id}"], text
