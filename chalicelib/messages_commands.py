"""What a refusal says about commands: absence, settings, invitations, observing.

The form is that of ``messages``.
"""

from chalicelib.sentences import N_, Either, Sentence, ngettext

COMMANDS: dict[str, tuple[Sentence, ...]] = {
    "bad_period": (
        Either(
            N_("“%(text)s” is not a time that I can understand."),
            N_("This is not a time that I can understand."),
        ),
        N_("Please write it like this: away from 5.12. to 12.12."),
    ),
    "unknown_language": (
        Either(
            N_("I do not speak “%(text)s”."),
            N_("This is not a language that I speak."),
        ),
        N_("Choose English, Polish or Russian, such as: language Polish."),
    ),
    "no_such_rule": (
        N_("There is no rule “%(text)s”."),
        N_("They are F1 to F57 and B1 to B10, such as: rules F20."),
    ),
    "too_many_invitations": (
        ngettext(
            "You may send %(limit)s invitation a day.",
            "You may send %(limit)s invitations a day.",
            "limit",
        ),
        N_("A code for your successor you can still get: write “a code for my successor”."),
    ),
    "one_at_a_time": (
        N_("A letter brings one wish of this kind; please send the others on their own."),
    ),
    "invites_oneself": (N_("A successor is somebody else, with another address."),),
    "observers_full": (
        ngettext(
            "%(limit)s person observes this game already; there cannot be more.",
            "%(limit)s people observe this game already; there cannot be more.",
            "limit",
        ),
    ),
    "plays_already": (N_("You are at the table of this game and get its letters anyway."),),
    "not_observing": (N_("You do not observe this game."),),
    "no_such_code": (N_("There is no game with the code “%(text)s”; ask for it once more."),),
}
"""About what is asked of the program rather than of the game."""
