"""What a refusal says: by code, a few sentences, in English; the catalogues translate them.

``code.category`` is preferred where the facts name a category. A sentence whose facts are not
known is left out.
"""

from chalicelib.messages_blitz import BLITZ
from chalicelib.messages_commands import COMMANDS
from chalicelib.messages_forums import FORUMS
from chalicelib.messages_mail import MAIL
from chalicelib.messages_office import OFFICE
from chalicelib.messages_post_edits import EDITS
from chalicelib.messages_posts import POSTS
from chalicelib.messages_webhooks import WEBHOOKS
from chalicelib.sentences import N_, Either, Sentence, ngettext

_MEANT = N_("Did you mean “%(nearest)s”?")
_SUSPECTS = N_("Suspects in play: %(choices)s.")
_WEAPONS = N_("Weapons in play: %(choices)s.")
_ROOMS = N_("Rooms in play: %(choices)s.")
_MAY_SHOW = N_("You may show: %(choices)s.")
_PLAYERS = N_("At the table: %(choices)s.")
_TOO_LONG = ngettext(
    "This is too long: it may have %(limit)s character.",
    "This is too long: it may have up to %(limit)s characters.",
    "limit",
)

CARDS: dict[str, tuple[Sentence, ...]] = {
    "unknown_card": (
        N_("There is no card “%(text)s” in this game."),
        _MEANT,
        _MAY_SHOW,
    ),
    "unknown_card.suspect": (
        Either(N_("There is no suspect “%(text)s” in this game."), N_("The suspect is missing.")),
        _MEANT,
        _SUSPECTS,
    ),
    "unknown_card.weapon": (
        Either(N_("There is no weapon “%(text)s” in this game."), N_("The weapon is missing.")),
        _MEANT,
        _WEAPONS,
    ),
    "unknown_card.room": (
        Either(N_("There is no room “%(text)s” in this game."), N_("The room is missing.")),
        _MEANT,
        _ROOMS,
    ),
    "wrong_category": (N_("“%(text)s” is a card of another kind."), N_("Choose: %(choices)s.")),
    "wrong_category.suspect": (N_("“%(text)s” is not a suspect."), _SUSPECTS),
    "wrong_category.weapon": (N_("“%(text)s” is not a weapon."), _WEAPONS),
    "wrong_category.room": (N_("“%(text)s” is not a room."), _ROOMS),
    "card_twice": (N_("Each card needs a name of its own, but these occur twice: %(cards)s."),),
    "card_blank": (N_("Every card needs a name with at least one letter in it."),),
    "card_too_long": (N_("The name “%(card)s” is too long: it may have up to %(limit)s letters."),),
    "deck_too_long": (
        N_(
            "The deck is too large: at most %(most)s cards, and all their names together may take "
            "%(limit)s bytes."
        ),
    ),
    "deck_too_small": (
        N_(
            "The deck is too small: even for %(players)s players it takes at least %(suspects)s "
            "suspects, %(weapons)s weapons and %(rooms)s rooms."
        ),
    ),
    "two_of_a_kind": (
        N_("Please name one suspect, one weapon and one room."),
        N_("You have named too many of one kind: %(cards)s."),
    ),
}
"""About the cards that were named (F1, F12, F14)."""

ANSWERS: dict[str, tuple[Sentence, ...]] = {
    "not_named": (N_("“%(card)s” is not among the cards you are asked about."), _MAY_SHOW),
    "not_held": (N_("“%(card)s” is not in your hand."), _MAY_SHOW),
    "must_refute": (
        N_("You do hold a card you are asked about, so you have to refute."),
        _MAY_SHOW,
    ),
    "holds_none": (
        N_("You hold none of the three cards, so there is nothing to refute with."),
        N_("The answer to this suggestion is “cannot refute”."),
    ),
    "card_owed": (
        N_("You have already announced that you refute; now choose the card to show."),
        _MAY_SHOW,
    ),
    "no_such_suggestion": (N_("There is no such suggestion in this game."),),
    "already_answered": (
        N_("This suggestion is already answered, there is nothing left to do about it."),
    ),
    "no_card_owed": (N_("Nobody owes you a card for this suggestion."),),
    "already_complained": (
        N_("You have told the thread already that this card has not come."),
        N_("If it does not come in time, the GM sends it."),
    ),
    "not_addressee": (N_("This suggestion is for %(to)s: only %(to)s can answer it."),),
    "nothing_to_answer": (N_("Nobody is waiting for an answer from you at the moment."),),
    "which_suggestion": (
        N_("Several suggestions are waiting for your answer; say which one you mean."),
        N_("Waiting: %(choices)s."),
    ),
    "no_such_choice": (
        N_("There is no such choice."),
        Either(_MAY_SHOW, N_("You hold none of these cards; the answer is “cannot refute”.")),
    ),
    "one_card_only": (N_("Only one card is shown; please choose."), _MAY_SHOW),
}
"""About answers to suggestions (F20-F25)."""

MOVES: dict[str, tuple[Sentence, ...]] = {
    "ambiguous_suggestion": (
        N_("This can be understood in more than one way."),
        N_("It could be: %(choices)s."),
        N_("Please write the whole order on a line of its own."),
    ),
    "unknown_nick": (N_("There is no player “%(nick)s” at this table."), _MEANT, _PLAYERS),
    "two_addressees": (
        N_("A suggestion goes to one player."),
        N_("You have named several: %(choices)s."),
    ),
    "no_addressee": (N_("It is not clear whom you are asking."), _PLAYERS),
    "no_such_seat": (N_("There is no such player at this table."),),
    "asks_oneself": (N_("A suggestion goes to another player, not to yourself."),),
    "addressee_left": (
        N_("%(to)s is no longer playing and nobody answers for this seat; please ask another."),
    ),
    "quota_spent": (
        ngettext(
            "You have %(allowed)s suggestion for this day, and it is made.",
            "You have %(allowed)s suggestions for this day, and all of them are made.",
            "allowed",
        ),
        N_("You can ask again when the next day opens."),
    ),
    "addressee_quota_spent": (
        ngettext(
            "The same player may be asked %(allowed)s time a day, and you have asked %(to)s "
            "as often today.",
            "The same player may be asked %(allowed)s times a day, and you have asked %(to)s "
            "as often today.",
            "allowed",
        ),
        N_("Somebody else can still be asked."),
    ),
    "await_answer": (
        N_("You have already asked %(to)s and the answer is still to come; please wait for it."),
        N_("Somebody else can still be asked."),
    ),
    "no_open_day": (N_("No game day is open at the moment."), N_("It opens on %(opens)s.")),
    "day_over": (N_("Day %(day)s closed before your move arrived; it no longer counts."),),
    "seat_left": (N_("This seat has left the game."),),
    "rights_lost": (
        N_("Your accusation was wrong, so you can no longer make suggestions or accuse."),
    ),
    "has_accused": (
        N_(
            "You have made your accusation: there is one in a game, and no suggestions after it. "
            "Answers are still up to you."
        ),
    ),
    "game_over": (N_("The game is over."),),
    "clock_behind": (
        ngettext(
            "A deadline is just passing. Please try again in %(seconds)s second.",
            "A deadline is just passing. Please try again in %(seconds)s seconds.",
            "seconds",
        ),
    ),
    "not_due": (N_("Nothing is due at this time."),),
    "nothing_said": (N_("There is no text in it."),),
    "said_too_long": (_TOO_LONG,),
    "bad_date": (
        N_("“%(text)s” is not a date I can understand."),
        N_("Please write it like 31.12.2026."),
    ),
    "nothing_written": (N_("There is nothing written above the line."),),
    "too_many_moves": (
        ngettext(
            "There may be %(limit)s order at a time.",
            "There may be up to %(limit)s orders at a time.",
            "limit",
        ),
    ),
    "comes_alone": (
        N_("An accusation, and leaving the game, go alone: in a letter with no other order."),
    ),
    "no_order": (
        N_("There is no order in your letter."),
        N_("For all the orders write “help”."),
    ),
    "unreadable": (
        Either(
            N_("“%(text)s” is not an order I can understand."),
            N_("This is not an order I can understand."),
        ),
        N_("For all the orders write “help”."),
    ),
}
"""About suggestions, accusations and the day (F6, F10-F15, F30-F35), and text that is no move."""

TABLE: dict[str, tuple[Sentence, ...]] = {
    "title_length": (N_("The game needs a title of 1 to %(limit)s characters."),),
    "game_exists": (N_("There is such a game already."),),
    "unknown_zone": (
        N_("There is no time zone “%(zone)s”; write it like Europe/Moscow or Europe/Warsaw."),
        _MEANT,
    ),
    "not_seated": (N_("You have no seat at this table."),),
    "not_organiser": (N_("Only the organiser of the game can do this."),),
    "wrong_code": (N_("This join code is not right; ask the organiser for it."),),
    "already_seated": (N_("You already have a seat at this table."),),
    "role_too_long": (
        ngettext(
            "The role is too long: it may have %(limit)s character.",
            "The role is too long: it may have up to %(limit)s characters.",
            "limit",
        ),
    ),
    "nick_length": (
        ngettext(
            "A nick has %(limit)s character.", "A nick has 1 to %(limit)s characters.", "limit"
        ),
    ),
    "nick_reserved": (
        N_(
            "“%(nick)s” would be confused with a number or with the GM; please choose another nick."
        ),
    ),
    "nick_letters": (
        N_("In this game a nick has only letters, digits, spaces and the signs - _ and the dot."),
    ),
    "nick_taken": (N_("The nick “%(nick)s” is taken; please choose another."),),
    "table_full": (
        ngettext(
            "The table is full: there is %(limit)s seat.",
            "The table is full: there are %(limit)s seats.",
            "limit",
        ),
    ),
    "already_started": (N_("The game has already begun."),),
    "not_started": (N_("This is possible only when the cards are dealt."),),
    "too_few_players": (
        ngettext(
            "The game needs at least %(least)s player.",
            "The game needs at least %(least)s players.",
            "least",
        ),
        N_("At the table now: %(players)s."),
    ),
    "unknown_preset": (
        N_("There are no house rules called “%(preset)s”."),
        N_("Choose: %(choices)s."),
    ),
    "unknown_deck": (N_("There is no such deck."), N_("Choose: %(choices)s.")),
    "unknown_ruleset": (N_("There is no such rule set."), N_("Choose: %(choices)s.")),
    "not_revealed": (N_("The deal is shown when the game is over."),),
    "wrong_option": (N_("One of the house rules has a wrong value: %(detail)s."),),
}
"""About a table, its seats and its house rules (F1, F4, F6, F56)."""

DOORS: dict[str, tuple[Sentence, ...]] = {
    "unknown_game": (N_("There is no such game."),),
    "unknown_route": (N_("There is nothing at this address."),),
    "not_found": (N_("There is nothing at this address."),),
    "method_not_allowed": (N_("This address does not know this method."),),
    "no_token": (N_("Please sign in first."),),
    "bad_token": (N_("You are signed out; please sign in again."),),
    "bad_json": (N_("The body of the request is not JSON."), "%(detail)s"),
    "bad_body": (N_("The body of the request is not what it should be."), "%(detail)s"),
    "body_too_large": (N_("The request is too large."),),
    "unsupported_media_type": (N_("The body of the request has to be application/json."),),
    "key_missing": (N_("The request needs an Idempotency-Key."),),
    "key_reused": (N_("This Idempotency-Key already stands for another request."),),
    "too_long": (_TOO_LONG,),
    "wrong_email": (N_("This does not look like an e-mail address."),),
    "own_domain": (
        N_("Games receive their mail at %(domain)s; please give an address of your own."),
    ),
    "wrong_sign_in_code": (N_("This code is wrong or has expired; please ask for a new one."),),
    "too_many_codes": (N_("Too many codes were asked for this address; please wait a little."),),
    "busy": (N_("There is too much to do at once; please try again in a moment."),),
    "newer_version": (
        N_(
            "This game was played on by a newer version of the program, and waits until it is back."
        ),
        N_("Nothing of it is lost; please try again later."),
    ),
    "internal": (N_("Something went wrong on our side; please try again later."),),
    "not_ready": (N_("The service cannot reach its data; please try again in a moment."),),
}
"""About requests and mail that never reach a game."""

_PLAYED = CARDS | ANSWERS | MOVES | OFFICE | BLITZ | TABLE | COMMANDS
_SENT = DOORS | MAIL | WEBHOOKS | FORUMS | POSTS | EDITS
MESSAGES: dict[str, tuple[Sentence, ...]] = _PLAYED | _SENT
"""The sentences for every code."""
