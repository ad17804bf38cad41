"""Every field that can hold a card and is not secret stands here with the reason why."""

from typing import Any, get_args, get_type_hints

import msgspec

from chalicelib import rules
from chalicelib.game import Entry, secrets_of
from chalicelib.rules import blitz, forum, table, verbs
from chalicelib.rules.cluedo import Case, Deck
from chalicelib.rules.forum import options
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.parts import Accusation
from chalicelib.rules.verbs import Hand, Question, Verdict

CARDS = {
    "Case.suspect": "a case is as secret as the field that holds it",
    "Case.weapon": "as Case.suspect",
    "Case.room": "as Case.suspect",
    "Deck.suspects": "the keywords in play are public (F5)",
    "Deck.weapons": "as Deck.suspects",
    "Deck.rooms": "as Deck.suspects",
    "Suggested.case": "a suggestion is made in public (F12)",
    "Refuted.case": "an answer quotes the suggestion (F22)",
    "NotRefuted.case": "as Refuted.case",
    "Question.case": "a suggestion that waits for its answer is public",
    "Ended.case": "the end reveals the envelope (F35)",
    "Ended.hands": "the end reveals all hands (F35)",
    "Ended.accusations": "the end reveals who accused of what (F35)",
    "Hand.cards": "stands in Ended only",
    "Verdict.case": "stands in Ended, and in blitz for accusations, which are public (B7)",
    "State.deck": "as Deck.suspects",
    "Created.deck": "as Deck.suspects",
    "State.result": "what Ended revealed",
    "State.questions": "as Question.case",
    "State.seats": "a hand in it is a secret of its seat",
    "State.accusations": "each is a secret of its author; in blitz they are public (B7)",
    "State.question": "as Question.case",
    "SeatsOrdered.seats": "these are seats",
    "AccusationMade.case": "an accusation of blitz is for all to read (B5, B7)",
    "DutyPassed.case": "as Suggested.case",
    "Unrefuted.case": "as Suggested.case",
    "State.voided": "as Question.case",
    "Voided.case": "a suggestion is public (F12), void or not",
    "Restored.case": "as Voided.case",
    "Amended.case": "a corrected suggestion is public (F42)",
    "RolledBack.state": "the secrets in it are those of any state",
}
PLAIN = {
    **dict.fromkeys(("by", "to", "seat", "id", "winner", "lost", "winners"), "seats"),
    **dict.fromkeys(("nick", "role", "title", "text", "preset"), "what people call or say things"),
    **dict.fromkeys(("reason", "was"), "what people call or say things"),
    **dict.fromkeys(("language", "zone", "nick_letters"), "settings"),
    **dict.fromkeys(
        ("phase", "outcome", "table", "options", "setting", "tallies", "asked"), "the game"
    ),
    "commitment": "hides the deal under a nonce",
    "day_start": "a house rule",
    **dict.fromkeys(("unanswered_penalty", "accusation_window", "no_winner"), "house rules"),
    **dict.fromkeys(("corrections", "early_close", "gm"), "house rules; in an answer, who gave it"),
    **dict.fromkeys(("deputy", "malformed", "player"), "seats"),
    **dict.fromkeys(("step", "place", "accuse", "last_one"), "the game and its house rules"),
    "how": "whether a correction was an edit or a post",
}
"""Names of fields that never hold a card."""
OPENED = {"Ended.nonce": "the end reveals how to check the commitment"}


def structs() -> set[type[msgspec.Struct]]:
    """Every struct that a log or a state is made of, moves aside: these are their author's."""
    found: set[type[msgspec.Struct]] = set()
    wanted: list[Any] = [rules.State, *get_args(forum.AnyEvent), *get_args(blitz.AnyEvent)]
    while wanted:
        kind = wanted.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in found:
            found.add(kind)
            wanted += get_type_hints(kind).values()
        wanted += get_args(kind)
    return found


def mentions(hint: Any, kinds: set[type]) -> bool:
    """Whether a type is made of one of these."""
    return hint in kinds or any(mentions(part, kinds) for part in get_args(hint))


def test_every_open_field_that_may_hold_a_card_is_reviewed():
    """A new text, list or case in the log is secret, or stands above with its reason."""
    hidden = {kind for kind in structs() if getattr(kind, "audience", None)}
    text = {str, Case, Deck, verbs.Ended, Hand, Verdict, Question, table.Seat, Accusation}
    text |= {f.State, blitz.State}
    found = {
        f"{kind.__name__}.{name}"
        for kind in structs() - hidden
        for name, hint in get_type_hints(kind).items()
        if name in kind.__struct_fields__ and name not in secrets_of(kind)
        if name not in PLAIN
        if mentions(hint, text)
    }
    assert found == {*CARDS, *OPENED}


def test_what_holds_a_card_is_secret():
    """These are the secrets of the game, each with those who may see it."""
    marks = {
        f"{kind.__name__}.{name}": mark.to
        for kind in structs() | {Entry}
        for name, mark in secrets_of(kind).items()
    }
    assert marks == {
        "CaseSealed.case": (),
        "CaseSealed.nonce": (),
        "State.case": (),
        "State.nonce": (),
        "HandDealt.cards": ("to",),
        "Seat.hand": ("id",),
        "Refuted.card": ("by", "to"),
        "Seat.account": ("id",),
        "Seat.words": ("id", "organiser"),
        "Joined.account": ("by",),
        "Left.account": ("by",),
        "SeatTaken.account": ("by",),
        "OfficeTaken.host": ("organiser",),
        "MalformedAnswered.card": ("by", "to"),
        "Created.host": ("organiser",),
        "Created.join_code": ("organiser",),
        "State.host": ("organiser",),
        "State.served": ("organiser",),
        "State.join_code": ("organiser",),
        "Entry.by": ("by",),
        "Entry.via": ("by",),
        "Entry.moves": ("by",),
    }


def test_what_is_hidden_as_a_whole():
    """These structs are seen by nobody but the named."""
    audiences = {k.__name__: k.audience.to for k in structs() if getattr(k, "audience", None)}  # type: ignore[attr-defined]
    assert audiences == {
        "Accused": ("by",),
        "AccusationFailed": ("by",),
        "Accusation": ("by",),
        "CardOwed": ("by", "to"),
        "CardSent": ("by", "to"),
        "Owed": ("by", "to"),
        "Offer": ("seat", "organiser"),
        "SeatOffered": ("seat", "organiser"),
        "SeatsIdle": ("organiser",),
        "ToldGM": ("by", "organiser"),
        "ToldPlayer": ("to", "organiser"),
    }


def test_house_rules_hold_no_secret():
    """Everybody may read by which rules a game is played."""
    assert secrets_of(options.Options) == secrets_of(blitz.Options) == {}
