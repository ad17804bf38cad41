"""What is said of mail that does nothing: by code, in English; see ``messages``."""

from chalicelib.sentences import N_, Sentence, ngettext

MAIL: dict[str, tuple[Sentence, ...]] = {
    "sender_mismatch": (
        N_("A letter in your name came from another address than the one you play with."),
        N_("Nothing in it was done."),
    ),
    "unproven_order": (
        N_("A letter came from your address with an order that cannot be taken back."),
        N_("Its mail server does not prove that the letter is yours, so it is not done yet."),
    ),
    "no_reply_address": (
        N_("It is not clear which game this is about. Please reply to a letter of the game."),
    ),
    "forged": (
        N_("A letter in your name came, but your own mail provider says that it is not from you."),
        N_("Nothing in it was done."),
        N_("If it was yours after all, please send it straight from your mailbox."),
    ),
    "address_revoked": (
        N_("Several other senders have used the reply address of one of your letters."),
        N_("It is not valid any more. Please reply to this letter from now on."),
    ),
    "mail_too_large": (
        ngettext(
            "Your letter is larger than %(limit)s megabyte, so it was not read.",
            "Your letter is larger than %(limit)s megabytes, so it was not read.",
            "limit",
        ),
        N_("Please send the text alone, without attachments."),
    ),
    "too_many": (
        ngettext(
            "More than %(limit)s letter came from you in an hour; the later ones are not read.",
            "More than %(limit)s letters came from you in an hour; the later ones are not read.",
            "limit",
        ),
        N_("Please send what still matters again in an hour."),
    ),
    "flood": (
        N_("Very many letters are coming for this game. What comes now is kept and not read."),
        N_("You can look at the list over the API and let letters pass."),
    ),
    "bodies_differ": (
        N_("Your letter has two versions, plain and formatted, and they say different things."),
        N_("Please send only what you mean, as plain text."),
    ),
    "cut_away": (
        N_("This stands where a quotation or a signature begins, so it was not taken as an order."),
        N_("If you mean it, please send it again above everything else."),
    ),
    "choice_unknown": (N_("There is no such choice."),),
    "nothing_waits": (
        N_("There is nothing to confirm here: it has been decided, or a week has passed."),
    ),
}
