"""Who an author is: one code, once, for one game; and the way back."""

import re

import pytest

from chalicelib import ledger
from chalicelib.forums import identity
from chalicelib.forums.binding import author_of, member_of
from chalicelib.forums.identity import TRIES, codes_in, without_codes
from chalicelib.postbox import Outcome
from chalicelib.rules.office import OfferSeat, TakeSeat
from tests.api.conftest import Api
from tests.forums.intake.conftest import bound, caller
from tests.forums.intake.speech import WHEN, Event, dumps, signed_generic
from tests.worlds import GAME, words

PATH = f"/v1/games/{GAME}"


def code_of(forum, account="p1") -> str:
    """The code that a player asks for."""
    answer = caller(forum.world, forum.client, account)("POST", f"{PATH}/forum-code")
    assert answer.status == 201, answer.body
    return str(answer.body["code"])


def whose(forum, author: str = "17") -> str:
    """The account of an author."""
    found = author_of(forum.world.store, forum.id, author, now=forum.world.time)
    return found.account if found else ""


def whisper(forum, text: str, author: str = "17"):
    """Bring a private message to our bot."""
    data = {"message_id": "1", "author": {"id": author, "name": "Anareta"}, "body": text}
    body = {"type": "forum.message.created", "timestamp": WHEN.isoformat(), "data": data}
    return forum.bring(*signed_generic(dumps(body), forum.world.time))


def test_a_code_in_a_post_says_who_its_author_is(forum):
    """The author of the post with a player's code is that player from then on, post and all."""
    code = code_of(forum)
    assert re.fullmatch(r"alibi-[a-z2-9]{4}-[a-z2-9]{4}", code)
    forum.tell(Event(text=f"Это я: {code.upper()}!"))
    assert whose(forum) == "p1"
    member = member_of(forum.world.store, forum.id, "p1", now=forum.world.time)
    assert member
    assert (member.id, member.name) == ("17", "" if forum.speaks == "nodebb" else "Anareta")
    assert len(forum.rows()) == 1
    me = caller(forum.world, forum.client, "p1")("GET", f"{PATH}/forum-author").body["items"]
    assert [one["author"] for one in me] == ["17"]


def test_a_private_message_binds_and_does_nothing_else(bridge):
    """A code in a private message is taken; the message is kept nowhere, and is no move."""
    code = code_of(bridge)
    assert whisper(bridge, f"hello, {code}").body == {"ok": True}
    assert whose(bridge) == "p1"
    assert bridge.rows() == ()
    assert whisper(bridge, "[b]Предположение 1 для Anna[/b]").body == {"ok": True}
    assert bridge.rows() == ()


def test_a_code_works_once(bridge):
    """Who copies a code from the thread gets nothing by it."""
    code = code_of(bridge)
    bridge.tell(Event(text=code))
    bridge.tell(Event(text=f"[quote]{code}[/quote]", post="2", author="18"))
    assert (whose(bridge), whose(bridge, "18")) == ("p1", "")


def test_who_quotes_a_code_is_not_its_owner(bridge):
    """Nobody can let others say a code by being quoted: behind three others it is not used up."""
    code = code_of(bridge)
    bridge.tell(Event(text=f"{'alibi-aaaa-aaaa ' * 3}{code}"))
    quote = f'[quote="Anareta" post_id=90211]{code}[/quote]\nWhat is that?'
    bridge.tell(Event(text=quote, post="2", author="18"))
    bridge.tell(Event(text=f"> {code}\n\nWhat?", post="3", author="18"), markup="markdown")
    assert (whose(bridge), whose(bridge, "18")) == ("", "")
    bridge.tell(Event(text=f"[b]{code}[/b]", post="4"))
    assert whose(bridge) == "p1"


def test_a_code_lasts_a_day_and_only_the_newest_counts(bridge):
    """A new code takes the place of the one before; none is good after 24 hours."""
    old, new = code_of(bridge), code_of(bridge)
    bridge.tell(Event(text=old, post="1"))
    assert whose(bridge) == ""
    bridge.world.wait(hours=25)
    bridge.tell(Event(text=new, post="2"))
    assert whose(bridge) == ""


def test_a_code_of_another_game_is_none(bridge):
    """A code counts in the threads of its game alone."""
    code = identity.new_code(bridge.world.site, "other", "p1").code
    bridge.tell(Event(text=code))
    assert whose(bridge) == ""


@pytest.mark.parametrize(
    "strange",
    [{"private": True}, {"kind": "whisper"}, {"thread_id": "4"}, {"editor_id": "5"}],
)
def test_a_code_counts_in_own_public_words_only(bridge, strange):
    """Not in other threads or whispers, nor where a moderator wrote it into somebody's post."""
    kind = "edited" if "editor_id" in strange else "created"
    bridge.tell(Event(kind, text=code_of(bridge)), **strange)
    assert whose(bridge) == ""


def test_guessing_ends_soon(bridge):
    """After ten texts with wrong codes in a day an author is not listened to any more."""
    for number in range(TRIES):
        bridge.tell(Event(post=str(number), text="alibi-aaaa-aaaa"))
    code = code_of(bridge)
    bridge.tell(Event(post="x", text=code))
    assert whose(bridge) == ""
    bridge.tell(Event(post="y", text=code, author="18"))
    assert whose(bridge, "18") == "p1"


def test_a_repeat_is_no_guess(bridge):
    """A post with a code that comes again and again counts once."""
    code = code_of(bridge)
    for _ in range(TRIES + 2):
        bridge.tell(Event(text=code))
    bridge.tell(Event(post="2", text=code_of(bridge, "p2"), author="17"))
    assert whose(bridge) == "p2"


def test_an_author_is_one_account_and_an_account_one_author(bridge):
    """A new code moves the player to the new author; a code of another moves the author."""
    bridge.tell(Event(post="1", text=code_of(bridge), author="17"))
    bridge.tell(Event(post="2", text=code_of(bridge), author="18"))
    assert (whose(bridge, "17"), whose(bridge, "18")) == ("", "p1")
    bridge.tell(Event(post="3", text=code_of(bridge, "p2"), author="18"))
    assert whose(bridge, "18") == "p2"
    store, now = bridge.world.store, bridge.world.time
    assert member_of(store, bridge.id, "p1", now=now) is None
    found = store.query(f"BINDING#{bridge.id}", "AUTHOR#", "MEMBER$", now=now)
    assert [item.sk for item in found if item.sk[:6] in ("AUTHOR", "MEMBER")] == [
        "AUTHOR#18",
        "MEMBER#p2",
    ]


def test_threads_are_bound_each_for_itself(world, client):
    """Author 17 of one forum is nobody at another."""
    one, two = bound(world, client, "generic"), bound(world, client, "nodebb")
    one.tell(Event(text=code_of(one)))
    assert (whose(one), whose(two)) == ("p1", "")


def test_the_owner_is_told_and_can_undo_it(bridge):
    """If a stranger was first, the player reads so at once, and one button makes it undone."""
    bridge.world.post()
    bridge.tell(Event(text=code_of(bridge), author="66", name="Eve"))
    (mail,) = bridge.world.letters_to("p1")
    assert "Eve" in words(mail)
    link = re.search(r"https://alibi\.test(/v1/f/\w+)", words(mail))
    assert link
    api = Api(bridge.client)
    assert "Eve" in api("GET", link[1]).body
    assert whose(bridge, "66") == "p1"
    assert api("POST", link[1]).status == 200
    assert whose(bridge, "66") == ""
    assert api("POST", link[1]).status == 404
    bridge.tell(Event(post="2", text=code_of(bridge), author="66", name="Eve"))
    assert api("GET", f"/v1/f/{'a' * 26}").status == 404


def test_the_page_speaks_the_language_of_the_player(bridge):
    """Whoever opens the link reads it as they read their letters; a name stays text."""
    bridge.world.prefer("p1", language="ru")
    bridge.world.post()
    bridge.tell(Event(text=code_of(bridge), name="<b>Eve & co</b>"))
    (mail,) = bridge.world.letters_to("p1")
    link = re.search(r"/v1/f/\w+", words(mail))
    assert link
    page = Api(bridge.client)("GET", link[0], Accept_Language="pl").body
    assert "Это не я" in page
    assert "&lt;b&gt;Eve &amp; co&lt;/b&gt;" in page or "17" in page
    assert "<b>" not in page
    assert "Готово" in Api(bridge.client)("POST", link[0]).body


def test_who_loses_an_author_is_told(bridge):
    """When an author becomes another player, the one before reads so."""
    bridge.tell(Event(post="1", text=code_of(bridge)))
    bridge.world.post()
    bridge.tell(Event(post="2", text=code_of(bridge, "p2")))
    told = {mail["To"]: words(mail) for mail in bridge.world.post()}
    assert "no longer to you" in told["p1@example.org"]
    assert "undo it here" in told["p2@example.org"]


def test_a_name_that_could_be_clicked_is_not_repeated(bridge):
    """A forum's author may be called like an address; our letter names the number then."""
    bridge.world.post()
    bridge.tell(Event(text=code_of(bridge), name="evil.example/win"))
    (mail,) = bridge.world.letters_to("p1")
    assert "evil" not in words(mail)
    assert "“17”" in words(mail)


def test_a_player_and_the_organiser_can_undo_it(bridge):
    """The player leaves the forum by a word; the organiser parts an author from a seat."""
    anna, host = (caller(bridge.world, bridge.client, name) for name in ("p1", "host"))
    here = f"{PATH}/forum-bindings/{bridge.id}/authors"
    bridge.tell(Event(post="1", text=code_of(bridge)))
    assert host("GET", here).body["items"] == [{"author": "17", "name": "Anareta", "seat": "s1"}]
    assert anna("GET", here).status == 403
    assert anna("DELETE", f"{here}/17").status == 403
    assert host("DELETE", f"{here}/17").status == 204
    assert host("DELETE", f"{here}/17").status == 404
    assert host("DELETE", f"{here}/{'x' * 3000}").status == 404
    bridge.tell(Event(post="2", text=code_of(bridge)))
    assert anna("DELETE", f"{PATH}/forum-author").status == 204
    assert whose(bridge) == ""


def test_only_who_is_at_the_table_gets_a_code(bridge):
    """A stranger gets none, and a game without a thread has none to give."""
    bridge.world.account("eve", "en")
    eve = caller(bridge.world, bridge.client, "eve")
    assert eve("POST", f"{PATH}/forum-code").status == 403
    assert Api(bridge.client)("POST", f"{PATH}/forum-code").status == 401
    assert code_of(bridge, "host")
    host = caller(bridge.world, bridge.client, "host")
    host("DELETE", f"{PATH}/forum-bindings/{bridge.id}")
    answer = caller(bridge.world, bridge.client, "p1")("POST", f"{PATH}/forum-code")
    assert (answer.status, answer.body["code"]) == (409, "no_forum")


def test_no_code_is_kept(bridge):
    """The store holds no code, but the hash of one; it is gone when it is used."""
    code = code_of(bridge)
    store, now = bridge.world.store, bridge.world.time
    (row,) = store.query(ledger.game_pk(GAME), "FORUMCODE#", "FORUMCODE$", now=now)
    letters = codes_in(code)[0]
    assert letters not in row.body
    assert row.expires
    bridge.tell(Event(text=code))
    assert store.query(ledger.game_pk(GAME), "FORUMCODE#", "FORUMCODE$", now=now) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("alibi-ab2c-d3ef", ("ab2cd3ef",)),
        ("ALIBI\u2013AB2C\u2014D3EF", ("ab2cd3ef",)),
        ("код: alibi-ab2cd3ef.", ("ab2cd3ef",)),
        ("**alibi-ab2c-d3ef**", ("ab2cd3ef",)),
        ("alibi-ab2c-d3e", ()),
        ("malibi-ab2c-d3ef", ()),
        ("alibi-ab2c-d3efg", ()),
        ("alibi-ab0c-d3ef", ()),
        ("my alibi was good", ()),
        (
            "alibi-aaaa-aaaa alibi-bbbb-bbbb alibi-cccc-cccc alibi-dddd-dddd",
            ("aaaaaaaa", "bbbbbbbb", "cccccccc"),
        ),
    ],
)
def test_codes_are_found(text, found):
    """A code is found in whatever dashes and case it comes; what is none is none."""
    assert codes_in(text) == found
    if len(found) == 1:
        assert found[0] not in without_codes(text).lower().replace("-", "")


def test_F53_a_predecessor_means_nothing_any_more(bridge):
    """F53: the author is bound to the account, not to the seat that somebody else has now."""
    bridge.tell(Event(text=code_of(bridge)))
    world = bridge.world
    world.move("p1", OfferSeat())
    (offer,) = world.state.offers
    world.account("p9", "en")
    world.move("p9", TakeSeat(offer.code, "Nina"))
    host = caller(world, bridge.client, "host")
    here = f"{PATH}/forum-bindings/{bridge.id}/authors"
    assert host("GET", here).body["items"] == [{"author": "17", "name": "Anareta", "seat": ""}]
    bridge.tell(Event(post="2", author="18", name="Nina", text=code_of(bridge, "p9")))
    seats = {one["author"]: one["seat"] for one in host("GET", here).body["items"]}
    assert seats == {"17": "", "18": "s1"}


def test_a_code_comes_by_mail(bridge):
    """A player who plays by mail asks for a code with one line, and gets it in the answer."""
    world = bridge.world
    letter = world.letters_to("p1")[-1]
    assert world.reply(letter, "forum code") == Outcome.DONE
    (answer,) = world.letters_to("p1")
    (letters,) = codes_in(words(answer))
    bridge.tell(Event(text=f"alibi-{letters}"))
    assert whose(bridge) == "p1"


def test_without_a_thread_there_is_no_code_by_mail(world):
    """Where the game has no thread the mail is asked back, with the reason."""
    letter = world.letters_to("p1")[-1]
    assert world.reply(letter, "forum code") == Outcome.ASKED_BACK
    (answer,) = world.letters_to("p1")
    assert "no thread at a forum" in words(answer)
