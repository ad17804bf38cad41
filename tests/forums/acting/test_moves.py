"""A post becomes moves: all of them or none, once, by whoever the author is proven to be."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from chalicelib.forums import act
from chalicelib.forums.post import Post
from chalicelib.rules import verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum.state import CardOwed
from chalicelib.rules.office import Paused
from chalicelib.rules.table import Talk, Talked
from tests.forums.acting.thread import answer, events, minutes, suggestion
from tests.tables import DAY

ROUND = (("anna", "Boris"), ("boris", "Clara"), ("clara", "Anna"))
ASKED = suggestion("Boris", "Mustard", "Pipe", "Attic")


def test_a_post_that_comes_three_times_is_one_suggestion(thread):
    """The same post, delivered three times, moves once."""
    for _ in range(3):
        thread.came("anna", ASKED, "41", created=thread.world.time)
        thread.deal()
    (made,) = events(thread.world, verbs.Suggested)
    assert (made.by, made.to, made.case.cards) == ("s1", "s2", ("Mustard", "Pipe", "Attic"))
    known = thread.known("41")
    assert (known.outcome, known.suggestions, known.seat) == ("played", (1,), "s1")
    assert thread.waiting() == 0


def test_many_at_once_make_one_move(thread):
    """However many workers deal with a post at the same moment: no move is lost or made twice."""
    posts = [thread.came(author, ASKED.replace("Boris", to)) for author, to in ROUND]
    keys = thread.world.store.due(thread.world.time, prefix="IN#")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda key: act.come(thread.world.site, key), keys * 4))
    thread.rest(minutes=2)
    made = events(thread.world, verbs.Suggested)
    assert sorted(one.by for one in made) == ["s1", "s2", "s3"]
    assert {thread.known(post).outcome for post in posts} == {"played"}
    assert thread.waiting() == 0


def test_a_move_says_by_which_door_it_came(thread):
    """The log knows that a move came from a forum, and when it was written there."""
    written = thread.world.time
    thread.world.wait(seconds=40)
    thread.writes("anna", ASKED, created=written)
    entry = thread.world.log()[-1]
    assert (entry.via, entry.at) == ("forum", written)


def test_a_post_is_played_whole_or_not_at_all(thread):
    """Of two suggestions, one for nobody we know, none is made, and both are told about."""
    post = thread.writes(
        "anna", f"{ASKED}\n\n{suggestion('Zorro', 'White', 'Rope', 'Hall', number=2)}"
    )
    assert not events(thread.world, verbs.Suggested)
    assert thread.known(post).outcome == "refused"
    (letter,) = thread.told("s1")
    assert len(letter.parts) == 2
    (heard,) = thread.heard()
    assert (heard.type, heard.audience) == ("post.rejected", "s1")


def test_several_suggestions_in_one_post(thread):
    """Three suggestions of one post are three, each known by the post in which it stands."""
    parts = [suggestion("Boris", "Mustard", "Pipe", "Attic", number=n) for n in (1, 2)]
    post = thread.writes(
        "anna", "\n\n".join([*parts, suggestion("Clara", "White", "Rope", "Hall", number=3)])
    )
    assert [made.to for made in events(thread.world, verbs.Suggested)] == ["s2", "s2", "s3"]
    assert thread.known(post).suggestions == (1, 2, 3)


def test_what_the_rules_refuse_is_told_in_private(thread):
    """A suggestion too many is refused by letter; in the thread nothing is said."""
    for number in (1, 2, 3, 4):
        thread.writes("anna", suggestion("Clara", "White", "Rope", "Hall", number=number))
    assert len(events(thread.world, verbs.Suggested)) == 3
    assert thread.codes("s1") == ["quota_spent"]
    assert not thread.said_aloud()


def test_an_answer_finds_its_suggestion_by_the_quoted_post(thread):
    """«Refutation» below a quoted post answers the suggestion in it; the card is owed."""
    thread.writes("clara", suggestion("Boris", "White", "Knife", "Lounge"))
    post = thread.writes("anna", ASKED)
    thread.writes("boris", answer(post, "Anna", ASKED, "Refutation"))
    (owed,) = events(thread.world, CardOwed)
    assert (owed.id, owed.by, owed.to) == (2, "s2", "s1")


def test_a_reply_to_a_post_needs_no_quotation(thread):
    """What the forum says is replied to counts as quoted."""
    thread.writes("clara", suggestion("Boris", "White", "Knife", "Lounge"))
    post = thread.writes("anna", ASKED)
    thread.writes("boris", "[b]Refutation[/b]", reply_to=post)
    assert [owed.id for owed in events(thread.world, CardOwed)] == [2]


def test_an_untrue_answer_is_refused_without_a_word_in_the_thread(thread):
    """Who holds a card and says «no refutation» learns so alone."""
    post = thread.writes("anna", ASKED)
    thread.writes("boris", answer(post, "Anna", ASKED, "No refutation"))
    assert not events(thread.world, verbs.NotRefuted)
    assert thread.codes("s2") == ["must_refute"]
    assert not thread.said_aloud()
    assert [heard.audience for heard in thread.heard()] == ["s2"]


def test_a_malformed_suggestion_is_made_and_counts(thread):
    """Two rooms: it stands there for all to see, counts, and its author is told why (F43)."""
    post = thread.writes("anna", suggestion("Boris", "Mustard", "Pipe", "Attic", "Hall"))
    (made,) = events(thread.world, c.MalformedMade)
    assert (made.by, made.to) == ("s1", "s2")
    assert thread.known(post).outcome == "played"
    assert thread.codes("s1") == ["two_of_a_kind"]


def test_F55_a_lyric_post_is_a_comment(thread):
    """Whatever has no heading reaches the game as a comment, and is never an error."""
    thread.writes("anna", "What a [i]dark[/i] night!")
    (talked,) = events(thread.world, Talked)
    assert (talked.by, talked.text) == ("s1", "What a dark night!")
    thread.writes("anna", "word " * 2000)
    assert len(events(thread.world, Talked)[1].text) <= 2000
    assert not thread.told("s1")


def test_F55_too_much_talk_is_no_error(thread):
    """Over the day's measure a lyric post stays at the forum alone."""
    for number in range(5):
        thread.world.move("p1", Talk(f"{number}" + "a" * 1999))
    post = thread.writes("anna", "And one more thing.")
    assert len(events(thread.world, Talked)) == 5
    assert (thread.known(post).outcome, thread.known(post).code) == ("talk", "talk_enough")
    assert not thread.told("s1")


@pytest.mark.parametrize(
    "more",
    [{"private": True}, {"ordinary": False}, {"author": "99"}],
    ids=["whisper or private topic", "small action", "our own bot"],
)
def test_what_is_no_ordinary_post_is_no_move(thread, more):
    """The whisper, the private topic, the small action of a moderator, our own post: no move."""
    fields = {"author": "anna"} | more
    post = Post("created", "77", "41", body=ASKED, created=thread.world.time, **fields)
    assert thread.bring(post) != "taken"
    thread.deal()
    assert not events(thread.world, verbs.Suggested)


@pytest.mark.parametrize(
    ("mark", "markup"),
    [
        ("[size=1]alibi:0123456789abcdef0123[/size]", "bbcode"),
        ("\n[//]: # (alibi:0123456789abcdef0123)", "markdown"),
        ('<p><a href="#alibi:0123456789abcdef0123">\u2060</a></p>', "html"),
    ],
)
def test_a_post_with_our_mark_is_ours_whoever_brings_it(thread, mark, markup):
    """A post of ours under another name moves nothing."""
    ours = thread.writes("anna", f"{ASKED}\n{mark}", markup=markup)
    assert thread.known(ours).outcome == "ours"
    assert not events(thread.world, verbs.Suggested, Talked)


def test_quoting_our_mark_silences_nobody(thread):
    """Who quotes a post of ours quotes its mark, too."""
    mark = "[size=1]alibi:0123456789abcdef0123[/size]"
    thread.writes("anna", f"[quote]{mark}[/quote]\n{ASKED}")
    assert len(events(thread.world, verbs.Suggested)) == 1


def test_a_quoted_heading_is_no_move(thread):
    """Quoting a suggestion makes none."""
    post = thread.writes("anna", f"[quote=Boris]{ASKED}[/quote]\nI wonder.")
    assert not events(thread.world, verbs.Suggested)
    assert thread.known(post).outcome == "talk"


def test_F30_an_accusation_in_the_thread_is_none(thread):
    """It is refused in private: accusations go to the GM alone."""
    body = "[b]Accusation[/b]\nIt was [b]Green[/b], [b]Pipe[/b], [b]Attic[/b]."
    post = thread.writes("anna", body)
    assert thread.known(post).outcome == "refused"
    assert thread.codes("s1") == ["accusation_in_thread"]
    assert not thread.said_aloud()
    assert thread.world.state.accusations == ()


def test_F30_nothing_beside_an_accusation_is_played(thread):
    """A heading that says no more than that it accuses holds back the suggestion below it."""
    post = thread.writes("anna", f"[b]Accusation[/b]\n\n{ASKED}")
    assert thread.known(post).outcome == "refused"
    assert thread.codes("s1") == ["accusation_in_thread"]
    assert not events(thread.world, verbs.Suggested)


def test_the_organiser_acts_in_the_thread(thread):
    """What the organiser orders in the thread is done."""
    thread.writes("gm", "[b]Pause[/b]")
    assert len(events(thread.world, Paused)) == 1


def test_blitz_is_played_in_the_thread_too(begun):
    """A suggestion of whoever has the turn, to nobody in particular, and its answers."""
    thread = begun(ruleset="blitz")
    player = next(
        a
        for a, s in {"anna": "s1", "boris": "s2", "clara": "s3"}.items()
        if s == thread.world.state.player
    )
    thread.writes(
        player, "[b]Suggestion_1[/b]\nI think it was [b]Green[/b], [b]Pipe[/b], [b]Attic[/b]."
    )
    assert len(events(thread.world, verbs.Suggested)) == 1
    assert not events(thread.world, b.Passed)


def test_a_move_counts_as_of_when_it_was_written(thread):
    """Written before the day closed and brought after, within the clock's patience: of that day."""
    thread.world.wait(minutes=DAY, seconds=-3)
    written = thread.world.time
    thread.world.wait(seconds=6)
    thread.writes("anna", ASKED, created=written)
    (made,) = events(thread.world, verbs.Suggested)
    assert thread.world.state.day == 1
    assert thread.world.state.tallies["s1"].made == 1
    assert made.to == "s2"


def test_nobody_moves_in_a_day_that_the_clock_has_closed(thread):
    """Brought when the next day was open already, it counts as of its arrival."""
    thread.world.wait(minutes=DAY, seconds=-3)
    written = thread.world.time
    thread.world.wait(minutes=2)
    thread.world.tick()
    thread.writes("anna", ASKED, created=written)
    entry = thread.world.log()[-1]
    assert (thread.world.state.day, entry.at) == (2, thread.world.time)
    assert thread.world.state.tallies["s1"].made == 1


def test_a_forum_whose_clock_is_ahead_moves_nobody_into_the_future(thread):
    """A post from the future counts as of its arrival."""
    thread.writes("anna", ASKED, created=thread.world.time + minutes(90))
    assert thread.world.log()[-1].at == thread.world.time


def test_strangers_are_told_once_how_to_be_known(begun):
    """Who is not known moves nothing, and is told once; their talk is nobody's."""
    thread = begun(binding={"bind": False})
    post = thread.writes("anna", ASKED)
    thread.writes("anna", suggestion("Clara", "White", "Rope", "Hall"))
    thread.writes("boris", "Good evening!")
    assert thread.known(post).outcome == "stranger"
    assert not events(thread.world, verbs.Suggested, Talked)
    (said,) = thread.said_aloud()
    assert "one-time code" in said


def test_strangers_are_told_in_private_where_that_is_possible(begun):
    """Where the forum has private messages the thread is spared."""
    thread = begun(binding={"bind": False, "private": True})
    thread.writes("anna", ASKED)
    (said,) = thread.said_aloud()
    assert '"kind":"private"' in said


def test_a_post_that_is_shown_otherwise_than_written_is_for_the_organiser(thread):
    """Where source and display disagree about a move, nobody guesses."""
    shown = "<p>Suggestion_1 for Boris<br>I think it was Mustard, Pipe, Attic.</p>"
    post = thread.writes("anna", ASKED, body_html=shown)
    assert not events(thread.world, verbs.Suggested)
    assert thread.decisions(post) == ["needs_gm"]
    assert thread.codes("organiser") == ["post_doubtful"]
