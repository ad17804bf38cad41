"""Posts that are edited, corrected or deleted, by the forum's own clock (F40-F45)."""

import msgspec
import pytest

from chalicelib.forums import post_views
from chalicelib.forums.post import Post
from chalicelib.rules import verbs
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum.corrections import MalformedAnswered
from chalicelib.rules.forum.state import CardOwed
from chalicelib.rules.office import Pause, Resume
from chalicelib.rules.table import Talked
from tests.forums.acting.thread import RED, answer, events, minutes, suggestion

GOOD = suggestion("Boris", "Mustard", "Pipe", "Attic")
OTHER = suggestion("Boris", "Mustard", "Pipe", "Hall")
TWO_ROOMS = suggestion("Boris", "Mustard", "Pipe", "Attic", "Hall")
ROOMS = tuple(enumerate(("Attic", "Hall", "Bar")))
VOID = "[color=red]The old one is void.[/color]"


def corrected(*cards: str) -> str:
    """Give a post that corrects the first suggestion for Boris (F42)."""
    return f"{suggestion('Boris', *cards, head='Corrected suggestion')}\n{VOID}"


def test_F41_a_malformed_suggestion_is_edited_in_time_with_the_notice(thread):
    """Within five minutes, before anybody reacted, with what was changed in red: it counts."""
    post = thread.writes("anna", TWO_ROOMS)
    thread.world.wait(minutes=3)
    thread.edits(post, "anna", f"{GOOD}\n{RED}")
    (amended,) = events(thread.world, c.Amended)
    assert (amended.how, amended.case.cards) == ("edit", ("Mustard", "Pipe", "Attic"))
    assert thread.decisions(post) == ["first", "amended"]
    assert thread.known(post).suggestions == (1,)
    assert not thread.told("organiser")


def test_an_edit_that_comes_twice_is_decided_once(thread):
    """The post three times, its edit twice: one suggestion, one decision."""
    post = thread.writes("anna", TWO_ROOMS)
    at = thread.world.time
    for _ in range(2):
        thread.came("anna", TWO_ROOMS, post, created=at)
    thread.world.wait(minutes=3)
    edit = thread.edited(post, "anna", f"{GOOD}\n{RED}", thread.world.time)
    for _ in range(2):
        thread.bring(edit)
        thread.rest()
    assert thread.decisions(post) == ["first", "amended"]
    assert len(events(thread.world, c.MalformedMade)) == len(events(thread.world, c.Amended)) == 1


def test_an_older_edit_that_comes_late_changes_nothing(thread):
    """What was judged by a later version is not judged again by the one before it."""
    post = thread.writes("anna", TWO_ROOMS)
    first = thread.world.time
    thread.world.wait(minutes=3)
    thread.edits(post, "anna", f"{GOOD}\n{RED}")
    thread.edits(post, "anna", f"{OTHER}\n{RED}", first + minutes(1))
    assert thread.decisions(post) == ["first", "amended", "superseded"]
    assert len(events(thread.world, c.Amended)) == 1
    assert not thread.told("organiser")


@pytest.mark.parametrize("count", [1, 3])
def test_F40_parts_that_are_changed_and_taken_away_or_added_are_a_violation(thread, count):
    """Of two suggestions one is taken away, or all become three others: the game goes on (F44)."""
    both = [suggestion("Boris", "Mustard", "Pipe", room, number=n + 1) for n, room in ROOMS[:2]]
    post = thread.writes("anna", "\n\n".join(both))
    later = [suggestion("Boris", "White", "Pipe", room, number=n + 1) for n, room in ROOMS[:count]]
    thread.edits(post, "anna", "\n\n".join([*later, RED]))
    assert thread.decisions(post) == ["first", "violation"]
    assert thread.codes("organiser") == ["edit_removes"]
    assert len(events(thread.world, verbs.Suggested)) == 2
    assert thread.waiting() == 0


def test_F41_without_the_notice_the_author_is_asked_once(thread):
    """The author has five minutes to add it; then the edit counts as of when it was made."""
    post = thread.writes("anna", TWO_ROOMS)
    thread.world.wait(minutes=4)
    thread.edits(post, "anna", GOOD)
    assert thread.decisions(post) == ["first", "asked"]
    assert thread.codes("s1") == ["two_of_a_kind", "edit_unmarked"]
    assert not events(thread.world, c.Amended)
    thread.world.wait(minutes=4)
    thread.edits(post, "anna", f"{GOOD}\n{RED}")
    assert thread.decisions(post) == ["first", "asked", "amended"]
    (amended,) = events(thread.world, c.Amended)
    assert amended.how == "edit"
    thread.rest(minutes=10)
    assert not thread.told("organiser")


def test_F41_a_notice_that_does_not_come_is_for_the_organiser(thread):
    """When its time is over the organiser is told, once; the malformed one stands."""
    post = thread.writes("anna", TWO_ROOMS)
    thread.edits(post, "anna", GOOD)
    thread.rest(minutes=6)
    assert thread.decisions(post) == ["first", "asked", "violation"]
    assert thread.codes("organiser") == ["edit_overdue"]
    assert not events(thread.world, c.Amended)
    thread.edits(post, "anna", f"{GOOD}\n{RED}")
    assert not events(thread.world, c.Amended)


@pytest.mark.parametrize(
    ("after", "decided"), [(4.9, "amended"), (5, "amended"), (5.1, "violation")]
)
def test_F41_five_minutes_of_the_forums_clock(thread, after, decided):
    """It counts when the forum says the edit was made, not when it came to us."""
    post = thread.writes("anna", TWO_ROOMS)
    at = thread.world.time + minutes(after)
    thread.world.wait(minutes=20)
    thread.edits(post, "anna", f"{GOOD}\n{RED}", at)
    assert thread.decisions(post) == ["first", decided]


@pytest.mark.parametrize("what", ["post", "talk of a stranger", "act of the organiser"])
def test_F41_nobody_may_have_reacted(thread, what):
    """After somebody else's post, or an act of the GM, it is too late to edit."""
    post = thread.writes("anna", TWO_ROOMS)
    thread.world.wait(minutes=1)
    if what == "act of the organiser":
        thread.world.move("host", Pause())
        thread.world.move("host", Resume())
    else:
        thread.writes("clara" if what == "post" else "somebody", "Two rooms?")
    thread.world.wait(minutes=1)
    thread.edits(post, "anna", f"{GOOD}\n{RED}")
    assert thread.decisions(post) == ["first", "violation"]
    assert thread.known(post).versions[-1].reason == "edit_reacted"
    assert thread.codes("organiser") == ["edit_reacted"]


def test_F41_ones_own_posts_are_no_reaction(thread):
    """The author may have gone on writing."""
    post = thread.writes("anna", TWO_ROOMS)
    thread.world.wait(minutes=1)
    thread.writes("anna", "Oh dear.")
    thread.edits(post, "anna", f"{GOOD}\n{RED}")
    assert thread.decisions(post) == ["first", "amended"]


def test_F41_a_binding_may_count_answers_only(begun):
    """Where the organiser wants it so, a mere post is no reaction."""
    thread = begun(binding={"reactions": "answer"})
    post = thread.writes("anna", TWO_ROOMS)
    thread.world.wait(minutes=1)
    thread.writes("clara", "Good evening!")
    thread.edits(post, "anna", f"{GOOD}\n{RED}")
    assert thread.decisions(post) == ["first", "amended"]


def test_F40_a_good_suggestion_is_never_changed(thread):
    """Not in five minutes, not with a notice: the original stands, and the organiser decides."""
    post = thread.writes("anna", GOOD)
    thread.edits(post, "anna", f"{OTHER}\n{RED}")
    (question,) = thread.world.state.questions
    assert question.case.cards == ("Mustard", "Pipe", "Attic")
    assert thread.decisions(post) == ["first", "violation"]
    (letter,) = thread.told("organiser")
    assert "Attic" in letter.parts[0].facts["before"]
    assert "Hall" in letter.parts[0].facts["after"]
    assert thread.codes("s1") == ["edit_changes"]
    assert [heard.type for heard in thread.heard()] == ["moderation.edit_violation"]


def test_a_change_of_the_lyric_part_is_silent(thread):
    """Commas and comments may be changed at any time."""
    post = thread.writes("anna", f"Well,\n{GOOD}")
    thread.world.wait(minutes=50)
    thread.edits(post, "anna", f"Well, well,\n{GOOD}")
    assert thread.decisions(post) == ["first", "silent"]
    assert not thread.told("s1")
    assert not thread.told("organiser")


def test_one_violation_is_one_letter(thread):
    """Editing on what was changed already, or back to the original, is no further violation."""
    post = thread.writes("anna", GOOD)
    for text in (OTHER, f"{OTHER}\nSorry!", GOOD):
        thread.world.wait(minutes=1)
        thread.edits(post, "anna", text)
    assert thread.decisions(post) == ["first", "violation", "silent", "silent"]
    assert len(thread.told("organiser")) == 1


def test_the_addressee_is_never_edited(thread):
    """Only the cards of a malformed suggestion may be put right (F41)."""
    post = thread.writes("anna", TWO_ROOMS)
    thread.edits(post, "anna", f"{suggestion('Clara', 'Mustard', 'Pipe', 'Attic')}\n{RED}")
    assert thread.known(post).versions[-1].reason == "edit_addressee"
    assert not events(thread.world, c.Amended)


def test_an_edit_that_is_still_malformed_is_told_to_its_author(thread):
    """It may be edited again."""
    post = thread.writes("anna", TWO_ROOMS)
    thread.edits(post, "anna", f"{suggestion('Boris', 'Mustard', 'Pipe', 'Hall', 'Bar')}\n{RED}")
    assert thread.decisions(post) == ["first", "refused"]
    thread.edits(post, "anna", f"{GOOD}\n{RED}")
    assert thread.decisions(post) == ["first", "refused", "amended"]
    assert not thread.told("organiser")


def test_a_refused_post_becomes_a_move_by_an_edit_in_time(thread):
    """What was no move changes nothing in hindsight when it becomes one; it counts as of then."""
    post = thread.writes("anna", suggestion("Bori", "Mustard", "Pipe", "Attic"))
    assert thread.known(post).outcome == "refused"
    thread.world.wait(minutes=2)
    thread.edits(post, "anna", GOOD)
    assert thread.known(post).outcome == "played"
    assert len(events(thread.world, verbs.Suggested)) == 1


def test_an_old_post_becomes_no_move(thread):
    """Nobody would find it there: the author is told to write a new post."""
    post = thread.writes("anna", "Good evening!")
    thread.world.wait(minutes=9)
    thread.edits(post, "anna", GOOD)
    assert not events(thread.world, verbs.Suggested)
    assert thread.codes("s1") == ["edit_adds"]
    assert not thread.told("organiser")


def test_a_second_suggestion_may_be_added_in_time(thread):
    """The first stands, the second counts as of the edit."""
    post = thread.writes("anna", GOOD)
    thread.edits(
        post, "anna", f"{GOOD}\n\n{suggestion('Clara', 'White', 'Rope', 'Hall', number=2)}"
    )
    assert thread.known(post).suggestions == (1, 2)
    assert [made.to for made in events(thread.world, verbs.Suggested)] == ["s2", "s3"]


def test_a_deleted_move_stands(thread):
    """The organiser is told; a deleted comment is nobody's business."""
    post, talk = thread.writes("anna", GOOD), thread.writes("clara", "Hm.")
    thread.deletes(talk, "clara")
    assert not thread.told("organiser")
    thread.deletes(post, "anna")
    assert len(thread.world.state.questions) == 1
    assert thread.codes("organiser") == ["post_deleted"]
    assert len(events(thread.world, Talked)) == 1


def test_a_post_that_its_author_deletes_breaks_no_rule_of_edits(thread):
    """Discourse puts a notice into it first and tells of an edit; only the deletion counts."""
    post = thread.writes("anna", GOOD)
    at = thread.world.time
    thread.bring(thread.edited(post, "anna", "(post deleted by author)", at))
    thread.deletes(post, "anna")
    assert thread.decisions(post) == ["first", "superseded", "deleted"]
    assert thread.codes("organiser") == ["post_deleted"]
    assert not thread.codes("s1")


def test_a_deletion_that_came_long_before_its_post_is_judged_again(thread):
    """The move is made when it comes at last, and the organiser is told that it is gone."""
    thread.bring(Post("deleted", "77", "41", author="anna", edited=thread.world.time))
    thread.rest(minutes=3)
    assert thread.known("41").outcome == "gone"
    thread.writes("anna", GOOD, name="41")
    thread.rest()
    assert thread.known("41").outcome == "played"
    assert thread.codes("organiser") == ["post_deleted"]


def test_a_post_that_was_hidden_and_is_there_again_is_read(thread):
    """A post that we have only seen deleted is dealt with when it is restored."""
    made = thread.world.time
    thread.bring(Post("deleted", "77", "41", author="anna", edited=made))
    thread.rest(minutes=3)
    back = Post("restored", "77", "41", author="anna", body=GOOD, created=made)
    thread.bring(msgspec.structs.replace(back, edited=thread.world.time))
    thread.rest()
    assert thread.known("41").outcome == "played"


def test_F43_no_corrections_means_no_edits(begun):
    """In the house style of Raul whoever edits a post is caught at it."""
    thread = begun(corrections="none")
    post = thread.writes("anna", TWO_ROOMS)
    thread.edits(post, "anna", f"{GOOD}\n{RED}")
    assert thread.decisions(post) == ["first", "violation"]
    assert thread.codes("organiser") == ["edit_no_corrections"]
    thread.writes("anna", corrected("Mustard", "Pipe", "Attic"))
    assert not events(thread.world, c.Amended)
    assert thread.codes("s1")[-1] == "no_corrections"


@pytest.mark.parametrize("minutes", [2, 30])
def test_F42_a_new_post_corrects_a_malformed_suggestion(thread, minutes):
    """The old one is void, the new one counts, whenever that day it comes: it is never an edit."""
    thread.writes("anna", TWO_ROOMS)
    thread.world.wait(minutes=minutes)
    post = thread.writes("anna", corrected("Mustard", "Pipe", "Attic"))
    (amended,) = events(thread.world, c.Amended)
    assert (amended.id, amended.how) == (1, "post")
    assert thread.known(post).suggestions == (1,)


def test_F45_a_correction_after_an_answer_is_for_the_gm(begun):
    """Where a human GM let the malformed one be answered, only the GM can settle it."""
    thread = begun(gm="human")
    first = thread.writes("anna", TWO_ROOMS)
    thread.writes("boris", answer(first, "Anna", TWO_ROOMS, "No refutation"))
    assert events(thread.world, MalformedAnswered)
    post = thread.writes("anna", corrected("Mustard", "Pipe", "Attic"))
    assert thread.decisions(post) == ["needs_gm"]
    assert thread.codes("organiser") == ["correction_answered"]
    assert "moderation.needs_gm" in [heard.type for heard in thread.heard()]


def test_F40_a_good_suggestion_is_not_corrected_by_a_new_post_either(thread):
    """It stands; the organiser may declare it void."""
    thread.writes("anna", GOOD)
    post = thread.writes("anna", corrected("Mustard", "Pipe", "Hall"))
    assert thread.decisions(post) == ["needs_gm"]
    assert thread.codes("organiser") == ["correction_of_a_good_one"]
    assert len(thread.world.state.questions) == 1


def test_F54_what_a_moderator_edits_is_nobodys_violation(thread):
    """The game goes on from what was written; the organiser is told, and nobody is blamed."""
    post = thread.writes("anna", GOOD)
    edit = thread.edited(post, "anna", "Removed by a moderator.", thread.world.time)
    thread.bring(msgspec.structs.replace(edit, editor="mod"))
    thread.rest()
    assert thread.decisions(post) == ["first", "needs_gm"]
    assert thread.codes("organiser") == ["edit_by_other"]
    assert len(thread.world.state.questions) == 1


def test_F13_an_edit_that_shows_another_thing_than_its_source_is_for_the_organiser(thread):
    """As with a new post: what was written first stands, and author and organiser read why."""
    post = thread.writes("anna", TWO_ROOMS)
    shown = "<p><b>Suggestion_1 for Boris</b></p><p><b>White</b>, <b>Pipe</b>, <b>Hall</b></p>"
    edit = thread.edited(post, "anna", f"{GOOD}\n{RED}", thread.world.time)
    thread.bring(msgspec.structs.replace(edit, body_html=shown))
    thread.rest()
    assert thread.decisions(post) == ["first", "needs_gm"]
    for reader in ("s1", "organiser"):
        parts = [part for letter in thread.told(reader) for part in letter.parts]
        assert ("post_doubtful", "F13") in {(part.code, part.rule) for part in parts}
    assert not events(thread.world, c.Amended)


def test_what_comes_back_with_another_text_was_edited(thread):
    """Who edits, deletes at once and restores the post has changed it all the same (F44)."""
    post = thread.writes("anna", GOOD)
    thread.world.wait(seconds=30)
    thread.bring(thread.edited(post, "anna", OTHER, thread.world.time))
    thread.deletes(post, "anna")
    for body in (GOOD, OTHER, OTHER):
        told = {"body": body, "created": thread.known(post).created, "edited": thread.world.time}
        thread.bring(Post("restored", "77", post, author="anna", **told))
        thread.rest(minutes=1)
    assert thread.decisions(post) == [
        *("first", "superseded", "deleted", "restored", "violation"),
        "restored",
    ]
    assert thread.codes("organiser") == ["post_deleted", "edit_changes"]


def test_what_another_author_writes_into_a_post_is_no_move_of_either(thread):
    """A forum may name whoever has edited as the author: nothing is played, the organiser looks."""
    post = thread.writes("anna", "Good evening!")
    thread.edits(post, "boris", GOOD.replace("Boris", "Clara"))
    assert thread.decisions(post) == ["first", "needs_gm"]
    assert not events(thread.world, verbs.Suggested)


@pytest.mark.parametrize("event", ["edited", "restored"])
def test_a_post_older_than_the_binding_is_no_move(thread, event):
    """Whoever touches an old post of the thread, its headings belong to another game."""
    before = thread.binding.created - minutes(1000)
    told = {"created": before, "edited": thread.world.time}
    thread.bring(Post(event, "77", "5", author="anna", body=GOOD, **told))
    thread.rest(minutes=3)
    assert thread.known("5").outcome == "silent"
    assert not events(thread.world, verbs.Suggested)


def test_an_answer_is_not_edited_away(thread):
    """A refutation that was written is one."""
    first = thread.writes("anna", GOOD)
    post = thread.writes("boris", answer(first, "Anna", GOOD, "Refutation"))
    thread.edits(post, "boris", answer(first, "Anna", GOOD, "No refutation"))
    assert thread.decisions(post) == ["first", "violation"]
    assert len(events(thread.world, CardOwed)) == 1
    assert not events(thread.world, verbs.NotRefuted)


def test_the_organiser_sees_what_was_decided_and_why(thread):
    """The list of posts shows each version with its decision; what depends on cards is not told."""
    post = thread.writes("anna", GOOD)
    thread.edits(post, "anna", OTHER)
    thread.writes("boris", answer(post, "Anna", GOOD, "No refutation"), name="200")
    page = post_views.page(thread.world.site, "b1", "", 20, sees_all=False)
    shown = {item.id: [(v.decision, v.reason) for v in item.versions] for item in page["items"]}
    assert shown[post] == [("first", ""), ("violation", "edit_changes")]
    assert shown["200"] == [("read", "")]
    (whole,) = [
        item
        for item in post_views.page(thread.world.site, "b1", "", 20, sees_all=True)["items"]
        if item.id == "200"
    ]
    assert (whole.versions[0].decision, whole.versions[0].reason) == ("refused", "must_refute")


def test_a_correction_of_a_good_suggestion_that_was_answered_is_for_the_gm(thread):
    """Nothing is changed; the organiser is told that somebody thinks it should be."""
    first = thread.writes("anna", suggestion("Boris", "White", "Knife", "Hall"))
    thread.writes("boris", answer(first, "Anna", "…", "No refutation"))
    assert events(thread.world, verbs.NotRefuted)
    post = thread.writes("anna", corrected("White", "Knife", "Bar"))
    assert thread.decisions(post) == ["needs_gm"]
    assert thread.codes("organiser") == ["correction_answered"]


def test_a_correction_of_nothing_is_told_to_its_author_alone(thread):
    """There was no such suggestion."""
    post = thread.writes("anna", corrected("White", "Knife", "Bar"))
    assert thread.decisions(post) == ["refused"]
    assert not thread.told("organiser")
