"""What is posted in a thread: in the forms of the rules, once, and in words that people wrote."""

from datetime import timedelta

import pytest
from hypothesis import given, settings

from chalicelib import announce
from chalicelib.announce.kinds import SILENT
from chalicelib.game import PUBLIC, redact
from chalicelib.markup import emit
from chalicelib.markup.tree import Bold, Coloured, Quote, plain
from chalicelib.read.words import PASS
from chalicelib.rules import office, table
from chalicelib.rules.forum import corrections as c
from chalicelib.text import plain as compared
from tests.announce import regenerate
from tests.announce.regenerate import DIALECTS, everything, posts
from tests.laws.games import played
from tests.laws.plans import each, of
from tests.letters.games import HOST, Record, whole_game
from tests.letters.office import MALFORMED
from tests.markup.seen import Seen
from tests.markup.test_emit import COMMONMARK, shown, written
from tests.markup.trees import count, nodes

LANGUAGES = ("ru", "en", "pl")


@pytest.mark.parametrize(("language", "name"), regenerate.FILES)
def test_posts_read_as_they_were_approved(language, name):
    """All posts of five games say what was read and approved (golden files)."""
    golden = (regenerate.GOLDEN / f"{language}.{name}.txt").read_text(encoding="utf-8")
    assert everything(language, DIALECTS[name]) == golden


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_shows_the_same_in_each_language(language):
    """A reader of Markdown sees every letter of the posts of a game, and bold what is bold."""
    for _, one in posts(whole_game(language)):
        seen = Seen(COMMONMARK.render(written(one.tree, DIALECTS["markdown"])))
        assert seen.words == shown(one.tree, DIALECTS["markdown"])
        assert seen.tags.get("strong", 0) == count(one.tree, Bold, Coloured)


@each
@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_everything(ruleset, language):
    """Every public event of any game is told in some post, but for those that others tell."""

    @given(plan=of(ruleset))
    @settings(max_examples=8)
    def told(plan):
        game = played(plan)
        voice = announce.Voice(language)
        for entry, state in zip(game.log, game.states[1:], strict=True):
            public = redact(entry, PUBLIC).events
            each_told = {
                place for one in announce.parts(entry, state, voice) for place in one.events
            }
            silent = {
                n for n, event in enumerate(public) if isinstance(event, (*SILENT, table.Left))
            }
            assert each_told | silent == {*range(len(public))}
            joined = announce.entry(entry, state, voice)
            assert {place for one in joined for place in one.events} == each_told
            assert all(emit.write(one.tree, "phpbb") for one in joined)

    told()


def test_F13_a_suggestion_has_its_heading_and_keywords_in_bold():
    """F13: number, addressee and role stand in a bold heading, the three keywords are bold."""
    game = Record("ru").started()
    game.ask("s1", "s2", 0)
    (one,) = announce.entry(*game.log[-1], regenerate.voice(game))
    bold = [plain(node.children) for node in nodes(one.tree) if isinstance(node, Bold)]
    assert bold[0] == "Предположение_1 для Борис / Полковник Мастард"
    assert bold[1:] == [*game.state.questions[0].case.cards]
    assert (one.kind, one.suggestions, one.own) == ("moves", (1,), False)


def test_F22_an_answer_quotes_the_suggestion():
    """F22: the post of an answer quotes the suggestion, with its bold keywords, by its post."""
    game = Record("ru").started()
    game.ask("s1", "s2", 0)
    case = game.state.questions[0].case
    game.answer("s2")
    (one,) = announce.entry(*game.log[-1], regenerate.voice(game))
    (quote,) = (node for node in nodes(one.tree) if isinstance(node, Quote))
    assert (quote.author, quote.post, one.quotes) == ("Анна", "101", ("101",))
    bold = [plain(node.children) for node in nodes(quote.children) if isinstance(node, Bold)]
    assert bold[1:] == [*case.cards]
    text = emit.write(one.tree, "phpbb")[0].replace("\u2060", "")
    assert '[quote="Анна" post_id=101][b]Предположение_1 для Борис / Полковник Мастард[/b]' in text


def test_F41_F42_what_is_corrected_is_said_in_red():
    """F41, F42: an edit and a corrected suggestion bring a notice in red, or a bold sign."""
    game = Record("ru").started()
    pack = game.state.deck
    for minutes in (1, 9):
        game.play("s1", c.SuggestMalformed("s2", MALFORMED["ru"]))
        game.now = game.log[-1][0].at + timedelta(minutes=minutes)
        game.play("s1", c.Amend(game.state.suggestions, pack.suspects[0], pack.weapons[0], "Кухня"))
        (one,) = announce.entry(*game.log[-1], regenerate.voice(game))
        assert any(isinstance(node, Coloured) and node.red for node in nodes(one.tree))
        assert "[color=red]Внимание, " in emit.write(one.tree, "phpbb")[0]
        assert "⚠ Внимание, " in emit.write(one.tree, "spirit")[0]
    assert "[b]Исправленное предположение 2 для Борис" in emit.write(one.tree, "phpbb")[0]


def test_moves_of_the_thread_are_not_repeated():
    """Of what players did in this thread nothing is posted but what the GM adds to it."""
    game = Record("en").started()
    game.play("s2", table.AnswerForMe())
    game.ask("s1", "s2", 0)
    here, elsewhere = (
        announce.entry(*game.log[-1], regenerate.voice(game, in_thread=there))
        for there in (True, False)
    )
    assert [one.kind for one in here] == ["gm"]
    assert [one.kind for one in elsewhere] == ["moves", "gm"]
    assert "answers for Boris" in emit.write(here[0].tree, "plain")[0]
    game.play("s3", table.Talk("Hm."))
    assert announce.entry(*game.log[-1], regenerate.voice(game, in_thread=True)) == ()


def test_F54_a_hidden_comment_is_not_posted_again():
    """F54: a comment that was hidden meanwhile is told without its words, and edited to that."""
    game = Record("en").started()
    game.play("s2", table.Talk("I surely have no Kitchen."))
    entry, before = game.log[-1]
    game.play(HOST, office.Hide(1))
    voice = regenerate.voice(game)
    (first,), (then,) = (
        announce.entry(entry, before, voice),
        announce.entry(entry, game.state, voice),
    )
    assert first.talks == then.talks == (1,)
    assert "Kitchen" in emit.write(first.tree, "plain")[0]
    assert "Kitchen" not in emit.write(then.tree, "plain")[0]


def test_nothing_is_posted_before_the_deal():
    """While players gather the thread hears of nothing."""
    game = Record("en")
    game.play("s4", table.Leave())
    assert [*posts(game)] == []


@pytest.mark.parametrize(
    "nick", ["</b><i>", "[/quote]", "A<3 & B", "@everyone", "**x**", "x\u202ey"]
)
def test_a_hostile_nick_changes_no_post(nick):
    """A game with a hostile nick has the same posts as one with a tame nick, but for the nick."""
    seen = []
    for name in (nick, "Tame"):
        game = Record("en", nicks=("Anna", name, "Clara")).started()
        game.ask("s1", "s2", 0)
        game.answer("s2")
        game.close()
        kept = next(seat.nick for seat in game.state.seats if seat.id == "s2")
        seen.append([plain(one.tree).replace(kept, "Tame") for _, one in posts(game)])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_B5_how_to_pass_is_read_as_that(language):
    """B5: the words by which the opening post lets players pass are understood as passing."""
    game = Record(language, ruleset="blitz").started()
    tree = announce.opening(game.state, regenerate.voice(game))
    bold = [plain(node.children) for node in nodes(tree) if isinstance(node, Bold)]
    assert any(compared(text) in PASS for text in bold)
