"""What is told back of a post: right words in three languages, and no secret where all may read."""

import re

import msgspec
import pytest

from chalicelib.accounts import changed
from chalicelib.forums import post_views
from chalicelib.rules import verbs
from chalicelib.rules.forum.corrections import MalformedMade
from chalicelib.rules.forum.rulings import Fine, Fined, PenaltyWaived
from chalicelib.words import translation
from tests.forums.acting.thread import RED, answer, events, suggestion
from tests.tables import HANDS
from tests.worlds import words

GOOD = suggestion("Boris", "Mustard", "Pipe", "Attic")
BAD = suggestion("Boris", "Mustard", "Pipe", "Attic", "Hall")


def unreachable(thread, account):
    """Let no mail reach an account."""
    world = thread.world
    changed(world.store, account, _in_trouble, now=world.time)


def _in_trouble(profile):
    return msgspec.structs.replace(profile, trouble="bounced")


def test_a_refusal_says_what_was_read_what_is_wrong_and_what_is_right(thread):
    """By mail, with an example of a suggestion as the forum wants it."""
    thread.writes("anna", suggestion("Zorro", "Mustard", "Pipe", "Attic"))
    (mail,) = thread.world.letters_to("p1")
    text = words(mail)
    assert "Zorro" in text
    assert "Boris" in text
    assert "Suggestion_1 for" in text


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_it_says_so_in_the_readers_language(begun, language):
    """No English is left in the letters about posts."""
    thread = begun(language=language)
    post = thread.writes("anna", GOOD)
    thread.edits(post, "anna", suggestion("Boris", "Mustard", "Pipe", "Hall"))
    to_author, to_organiser = (thread.world.post(), thread.world.mails)
    assert to_author
    for mail in to_organiser:
        assert "What was" not in words(mail)
        assert "the organiser decides" not in words(mail).lower()


def test_the_organiser_reads_both_texts_and_what_to_do(thread):
    """What stands, what was written over it, and the move that takes a suggestion."""
    post = thread.writes("anna", GOOD)
    thread.edits(post, "anna", suggestion("Boris", "Mustard", "Pipe", "Hall"))
    (mail,) = thread.world.letters_to("host")
    text = words(mail)
    assert "Attic" in text
    assert "Hall" in text
    assert '{"type": "fine", "seat": "s1"}' in text


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
@pytest.mark.parametrize(
    ("msgid", "event"), [("Penalty: %(nick)s", Fined), ("Penalty waived: %(nick)s", PenaltyWaived)]
)
def test_the_orders_that_the_letter_names_are_understood(begun, language, msgid, event):
    """What the organiser copies from the letter into the thread does what it says (F44)."""
    thread = begun(language=language)
    thread.world.move("host", Fine("s1"))
    order = translation(language).gettext(msgid) % {"nick": "Anna"}
    thread.writes("gm", f"[b]{order}[/b]")
    assert events(thread.world, event)[-1].by == "s1"
    assert len(events(thread.world, Fined, PenaltyWaived)) == 2


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_the_example_of_a_letter_is_a_move(begun, language):
    """A suggestion written as the letter shows it is understood, in each language."""
    thread = begun(language=language)
    thread.writes("anna", suggestion("Zorro", "Mustard", "Pipe", "Attic"))
    (mail,) = thread.world.letters_to("p1")
    html = mail.get_body(("html",)).get_content()
    example = re.findall(r"<blockquote.*?>\s*(<p><b>.*?)</blockquote>", html, re.DOTALL)[-1]
    thread.writes("anna", example, markup="html")
    (made,) = events(thread.world, verbs.Suggested)
    assert made.by == "s1"


def test_who_gets_no_mail_is_answered_in_the_thread(thread):
    """Only about what everybody can see there."""
    unreachable(thread, "p1")
    thread.writes("anna", suggestion("Zorro", "Mustard", "Pipe", "Attic"))
    (said,) = thread.said_aloud()
    assert "Zorro" in said


def test_nobody_makes_us_answer_in_the_thread_without_end(thread):
    """Ten bad posts of an author in a day are answered there; the others are only recorded."""
    unreachable(thread, "p1")
    bad = suggestion("Zorro", "Mustard", "Pipe", "Attic")
    posts = [thread.writes("anna", f"{bad} {n}") for n in range(12)]
    assert len(thread.said_aloud()) == 10
    assert {thread.known(post).outcome for post in posts} == {"refused"}


@pytest.mark.parametrize("author", ["boris", "anna"])
def test_nothing_of_a_hand_or_an_accusation_is_said_aloud(thread, author):
    """Not even that there is something to say: an untrue answer, an accuser's suggestion."""
    unreachable(thread, "p1")
    unreachable(thread, "p2")
    post = thread.writes("clara", suggestion("Boris", "Mustard", "Rope", "Hall"))
    if author == "boris":
        thread.writes("boris", answer(post, "Clara", GOOD, "No refutation"))
    else:
        thread.world.move("p1", verbs.Accuse("White", "Pipe", "Attic"))
        thread.writes("anna", GOOD)
    assert thread.codes("s1") == thread.codes("s2") == []
    assert thread.said_aloud() == []
    assert len(events(thread.world, verbs.Suggested)) == 1


@pytest.mark.parametrize(
    ("corrections", "rest"), [("full", "You can still put it right"), ("none", "it is void")]
)
def test_F43_in_the_thread_a_malformed_suggestion_is_said_to_count(begun, corrections, rest):
    """It costs a suggestion: nobody reads that the post has changed nothing (F41, F43)."""
    thread = begun(corrections=corrections)
    unreachable(thread, "p1")
    thread.writes("anna", BAD)
    assert len(events(thread.world, MalformedMade)) == 1
    (said,) = thread.said_aloud()
    assert "it counts as made" in said
    assert rest in said
    assert "changes nothing" not in said


@pytest.mark.parametrize("room", ["Attic", "Bar"])
@pytest.mark.parametrize("asked", [False, True])
def test_F33_an_edit_of_an_accuser_is_refused_in_private(thread, room, asked):
    """Not even the organiser, who is no GM, learns that only an accusation can have stopped it."""
    unreachable(thread, "p1")
    post = thread.writes("anna", BAD)
    if asked:
        thread.edits(post, "anna", GOOD)
    said, heard = thread.said_aloud(), thread.heard()
    thread.world.move("p1", verbs.Accuse("Green", "Pipe", room))
    thread.edits(post, "anna", f"{GOOD}\n{RED}")
    thread.rest(minutes=10)
    assert thread.said_aloud() == said
    assert not thread.told("organiser")
    assert {one.audience for one in thread.heard()[len(heard) :]} == {"s1"}
    (seen,) = post_views.page(thread.world.site, "b1", "", 9, sees_all=False)["items"]
    assert (seen.outcome, seen.code) == ("played", "")
    assert (seen.versions[-1].decision, seen.versions[-1].reason) == ("read", "")
    (knows,) = post_views.page(thread.world.site, "b1", "", 9, sees_all=True)["items"]
    assert knows.versions[-1].reason in {"has_accused", "rights_lost"}


def test_no_card_of_a_hand_is_in_what_all_may_read(thread):
    """Rows that become posts, and happenings for all, hold no card that the post did not name."""
    unreachable(thread, "p1")
    for body in (
        suggestion("Zorro", "Mustard", "Pipe", "Attic"),
        suggestion("Boris", "Mustard", "Mustard", "Attic"),
        f"{BAD}\n{RED}",
        GOOD.replace("Boris", "Anna"),
    ):
        thread.writes("anna", body)
    said = " ".join(thread.said_aloud())
    assert said
    example = {"Scarlett", "Mustard", "Knife", "Rope", "Hall", "Lounge"}
    for card in set(HANDS["s1"]) - example:
        assert card not in said
    assert not [heard for heard in thread.heard() if heard.audience == "public"]
