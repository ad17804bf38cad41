"""Letters in three languages: the same words twice, nothing harmful, nothing secret."""

import re
from datetime import timedelta
from importlib import resources

import pytest
from msgspec.structs import replace

from chalicelib import examples, letters_readers, render, words
from chalicelib.game import ORGANISER, redact
from chalicelib.plaintext import text_of
from chalicelib.rules import table, verbs
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.forum import state as f
from tests.letters.games import HOST, Record, whole_game
from tests.letters.office import office_game
from tests.letters.parts import Spoken, spoken
from tests.letters.regenerate import GOLDEN, everything

HOSTILE = ["</b><i>", "Док.тор_Пи-2 🙂", "{{ state }}", "%(n)s%", '"><a href=x']


@pytest.fixture(
    scope="module",
    params=[(play, language) for play in (whole_game, office_game) for language in words.LANGUAGES],
    ids=lambda param: f"{param[0].__name__}-{param[1]}",
)
def game(request):
    """A whole game in one language: an ordinary one, and one that keeps its GM busy."""
    play, language = request.param
    return play(language)


@pytest.fixture
def english():
    """A game in English whose cards are dealt."""
    return Record("en").started()


def hand(game, seat):
    """The cards of a seat."""
    return next(s.hand for s in game.state.seats if s.id == seat)


def last(game, reader):
    """The letter about the last entry for one reader."""
    entry, after = game.log[-1]
    return game.page(entry, after, reader).text


def test_text_and_html_say_the_same(game):
    """Both parts of every letter have the same words in the same order."""
    for letter, page in game.pages():
        assert spoken(page.text) == Spoken(page.html).words, letter


def test_every_letter_says_something(game):
    """No letter is sent that has nothing but its frame; each begins with the marker."""
    for letter, page in game.pages():
        assert page.text.startswith(render.MARKER), letter
        body = page.text.partition("=#=#=\n\n")[2].partition("* * *")[0]
        assert len(body) > 20, letter


def test_every_letter_of_a_game_has_one_subject(game):
    """Mails of one game stay in one thread."""
    assert {page.subject for _, page in game.pages()} == {game.state.setting.title}


def test_letters_use_nothing_that_mail_readers_block(game):
    """No images, scripts, forms, style sheets or anything to fetch."""
    for _, page in game.pages():
        found = Spoken(page.html).tags
        assert not found & {"img", "script", "style", "link", "form", "iframe", "svg"}
        assert "url(" not in page.html


def test_every_kind_of_news_has_its_words():
    """Whatever is told by letter has a template, and no template is for something else."""
    folder = resources.files("chalicelib") / "templates" / "events"
    templates = {file.name.removesuffix(".html") for file in folder.iterdir()}
    tags = {str(kind.__struct_config__.tag) for kind in letters_readers.READERS}  # type: ignore[attr-defined]
    others = {"case_sealed", "penalised", "accused", "standing_order"}
    assert tags | others == templates


def test_F21_card_is_in_two_letters_only(game):
    """The shown card is told to the suggester and its owner, and to nobody else."""
    for entry, after in game.log:
        for event in entry.events:
            if isinstance(event, verbs.Refuted | f.CardSent):
                _only_for_two(game, entry, after, event)


def _only_for_two(game, entry, after, event):
    """Whoever is not concerned gets the same letter whichever card it was."""
    other = next(card for card in event.case.cards if card != event.card)
    swapped = tuple(replace(e, card=other) if e is event else e for e in entry.events)
    changed = replace(entry, events=swapped)
    for seat in after.seats:
        same = game.page(entry, after, seat.id) == game.page(changed, after, seat.id)
        assert same or seat.id in {event.by, event.to}


def test_F3_hand_is_in_its_own_letter_only(game):
    """The opening names all cards to all, and one hand to its holder."""
    entry, after = next(
        (e, s) for e, s in game.log if any(isinstance(x, verbs.HandDealt) for x in e.events)
    )
    for reader in [*(seat.id for seat in after.seats), ORGANISER]:
        text = game.page(entry, after, reader).text
        shown = [seat.id for seat in after.seats if ", ".join(seat.hand) in text]
        assert shown == [reader] if reader != ORGANISER else not shown


def test_F32_window_letter_does_not_tell_who(game):
    """To those who did not accuse, the letters about a window are alike but for the example."""
    entry, after = next(
        (e, s) for e, s in game.log if any(isinstance(x, f.WindowOpened) for x in e.events)
    )
    accuser = entry.by
    texts = [game.page(entry, after, s.id).text for s in after.seats if s.id != accuser]
    nicks = [seat.nick for seat in after.seats]
    accused = ", ".join(next(e for e in entry.events if isinstance(e, f.Accused)).case.cards)
    for text in texts:
        assert not any(nick in text for nick in nicks)
        assert accused not in text


def test_F36_wrong_accuser_learns_it_at_once(english):
    """The accuser reads that it was wrong and what remains to do."""
    case = english.state.case
    wrong = next(card for card in english.state.deck.rooms if card != case.room)
    english.play("s1", verbs.Accuse(case.suspect, case.weapon, wrong))
    text = last(english, "s1")
    assert f"Your accusation is accepted: {case.suspect}, {case.weapon}, {wrong}." in text
    assert "the accusation is wrong" in text
    assert "Answer for me" in text


def test_F36_right_accuser_learns_only_when(english):
    """The accuser who is right reads that the outcome comes later."""
    english.play("s1", verbs.Accuse(*english.state.case.cards))
    text = last(english, "s1")
    assert "Whether it is right you learn when the time for accusations is over." in text
    assert "wrong" not in text


def test_F35_end_can_be_checked(game):
    """The last letter holds the sealed text that gives the fingerprint of the first."""
    text = last(game, "s1")
    ended = game.state.result
    assert render._deal(ended).text in text
    assert game.state.commitment in text
    hands = {revealed.seat: revealed.cards for revealed in ended.hands}
    assert ended.deal.commitment == game.state.commitment
    assert ended.deal.hands == hands


def test_lines_that_programs_read(english):
    """The English text keeps its forms: hand, question, choices, answer, thread, day."""
    opening, after = english.log[-1]
    held = ", ".join(hand(english, "s2"))
    assert f"\nYour hand: {held}\n" in english.page(opening, after, "s2").text
    assert re.search(r"^Day 1 is open\. It closes on ", last(english, "s2"), re.MULTILINE)
    english.ask("s1", "s2", 0)
    cards = "Miss Scarlett, Spanner, Hall"
    assert f"\nAnna asks you, suggestion 1: {cards}\n" in last(english, "s2")
    assert "\n1 - Hall\n" in last(english, "s2")
    english.answer("s2")
    assert f"\nAnna → Boris, suggestion 1: {cards} — refuted\n" in last(english, "s1")
    assert "\nBoris shows you: Hall\n" in last(english, "s1")
    english.close()
    assert f"\nAnna → Boris, suggestion 1: {cards} — refuted\n" in last(english, "s4")
    assert "\n=== Day 1 is closed ===\n" in last(english, "s4")


def test_F25_choices_stand_in_the_order_of_the_gm(english):
    """Numbered choices are suspect, weapon, room, as far as they are held."""
    cards = hand(english, "s3")
    pack = english.state.deck
    kinds = (pack.suspects, pack.weapons, pack.rooms)
    case = [next((card for card in kind if card in cards), kind[0]) for kind in kinds]
    english.play("s1", verbs.Suggest(case[0], case[1], case[2], "s3"))
    held = [card for card in case if card in cards]
    assert "\n".join(f"{n} - {card}" for n, card in enumerate(held, 1)) in last(english, "s3")


def test_a_question_that_was_answered_is_not_asked_again(english):
    """A letter that is sent late asks nothing that has an answer by now."""
    entry = english.ask("s1", "s2", 0)
    english.answer("s2")
    text = english.page(entry, english.state, "s2").text
    assert "has an answer by now" in text
    assert "1 - " not in text


def test_receipt_only_for_mail(english):
    """Who moves by mail gets it confirmed as understood; who moves by API does not."""
    by_mail = english.ask("s1", "s2", 0, via="mail")
    assert "Accepted: suggestion 1 for Boris: Miss Scarlett, Spanner, Hall." in last(english, "s1")
    by_api = replace(by_mail, via="rest")
    assert "Accepted" not in english.page(by_api, english.state, "s1").text


@pytest.mark.parametrize(
    "nick", ["</b><i>", "Док.тор_Пи-2 🙂", "{{ state }}", "%(n)s%", '"><a href=x']
)
def test_nicks_are_only_words(nick):
    """Whatever a nick looks like, it is shown as it is and makes no markup."""
    game = Record("pl", nicks=("Anna", nick)).started()
    game.ask("s2", "s1", 0, via="mail")
    game.play("s2", table.Talk("<script>alert(1)</script>\n& so on"))
    game.close()
    for _, page in game.pages():
        assert not Spoken(page.html).tags & {"i", "script"}
        assert text_of(page.html) == page.text
    assert nick in last(game, "s1")
    assert "    > <script>alert(1)</script>\n    > & so on\n" in last(game, "s1")


def test_cards_and_titles_are_only_words():
    """Names of cards and the title of the game may hold any sign."""
    pack = Deck(
        ("A<3 & B", "C", "Dr %"), ("K", "%(n)s", "M"), ("R<2", "R2", "R3", "R4", "R5", "R6")
    )
    game = Record("ru", title="<b>&amp;", nicks=("Анна", "Борис"), cards=pack).started()
    game.play("s1", verbs.Suggest("A<3 & B", "%(n)s", "R<2", "s2"), via="mail")
    page = game.page(*game.log[-1], "s2")
    assert page.subject == "<b>&amp;"
    assert "A<3 & B, %(n)s, R<2" in page.text
    assert "A&lt;3 &amp; B" in page.html
    assert "<b>&amp;:" in page.text


def test_F9_unequal_rights_show_the_table(english):
    """At an opening the table stands where seats differ, one sentence where they do not."""
    assert "Everybody has 3 suggestions for this day." in last(english, "s2")
    english.ask("s1", "s2", 0)
    english.play("s2", table.Talk("Hello"))
    english.close()
    assert re.search(r"^Boris / Colonel Mustard +0 +2 +0 +1$", last(english, "s2"), re.MULTILINE)


def test_organiser_reads_of_the_idle(english):
    """Who made no suggestion all day is named to the organiser alone (F50)."""
    english.ask("s1", "s2", 0)
    english.close()
    assert "Not a single suggestion on day 1 from: Boris" in last(english, ORGANISER)
    assert "Not a single suggestion" not in last(english, "s1")


def test_an_example_tells_nothing(game):
    """Examples of suggestions and accusations do not depend on what the reader holds."""
    entry, after = game.log[-1]
    for seat in after.seats:
        view = redact(after, seat.id)
        bare = replace(view, seats=redact(after, "public").seats)
        for kind in ("suggest", "accuse"):
            shown = examples.example(view, seat.id, game.language, kind)
            assert shown == examples.example(bare, seat.id, game.language, kind)
    assert entry


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_golden_letters(language):
    """What people read is reviewed; ``python -m tests.letters.regenerate`` writes it anew."""
    assert (GOLDEN / f"{language}.txt").read_text(encoding="utf-8") == everything(language)


def test_host_starts_by_mail():
    """The organiser's own mail is confirmed too."""
    game = Record("en")
    game.play(HOST, table.Start(), via="mail")
    assert "The game begins" in last(game, ORGANISER)


def test_F24_an_owed_card_goes_out_with_the_close_at_the_latest(english):
    """Where the day closes before the time for the card is over, the close is the deadline."""
    english.ask("s1", "s2", 0)
    closes = words.moment(english.state.closes, "en", "Europe/London")
    english.now = english.state.closes - timedelta(minutes=5)
    entry = english.play("s2", verbs.Refute(1))
    for reader in ("s1", "s2"):
        assert closes in english.page(entry, english.state, reader).text
