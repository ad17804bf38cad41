"""What a refusal says about the GM's office, and about corrections (F7, F8, F40-F57).

The form is that of ``messages``.
"""

from chalicelib.sentences import N_, Sentence, ngettext

OFFICE: dict[str, tuple[Sentence, ...]] = {
    "paused": (
        N_("The game is paused."),
        N_("Suggestions and accusations can wait: nothing is lost, all deadlines stand still."),
    ),
    "already_paused": (N_("The game is paused already."),),
    "not_paused": (N_("The game is not paused."),),
    "not_all_in": (
        N_("The day can end early only when every suggestion is made and every answer is in."),
    ),
    "last_day": (
        N_("This is the last day of the game: it runs to its end, so that all may still accuse."),
    ),
    "close_out_of_range": (
        N_("The new time has to be one to come."),
        ngettext(
            "It may be up to %(days)s day from now.",
            "It may be up to %(days)s days from now.",
            "days",
        ),
    ),
    "talk_enough": (
        ngettext(
            "This is more than one player may say in the thread before the next day or turn: "
            "%(limit)s character.",
            "This is more than one player may say in the thread before the next day or turn: "
            "%(limit)s characters.",
            "limit",
        ),
    ),
    "words_enough": (
        ngettext(
            "The organiser gets at most %(limit)s word a game day from one player.",
            "The organiser gets at most %(limit)s words a game day from one player.",
            "limit",
        ),
    ),
    "not_human_gm": (
        N_("In this game the program is the GM, so the organiser sees no cards and answers none."),
    ),
    "gm_cannot_play": (
        N_("In this game the organiser is the GM and sees all the cards, so they cannot play."),
    ),
    "fined_enough": (
        N_("%(seat)s has lost all suggestions of today and of the next day; there are no more."),
    ),
    "no_penalty": (N_("%(seat)s has no penalty."),),
    "no_such_post": (N_("There is no such comment, or it is hidden already."),),
    "hidden_enough": (
        ngettext(
            "%(limit)s comment is hidden in this game; there cannot be more.",
            "%(limit)s comments are hidden in this game; there cannot be more.",
            "limit",
        ),
    ),
    "no_such_entry": (N_("The log of this game has no such entry."),),
    "never_changed": (
        N_("A suggestion once made is not changed; only a malformed one can be put right."),
    ),
    "no_corrections": (
        N_("By the rules of this game a malformed suggestion is void and is not put right."),
    ),
    "gm_settles": (
        N_("This suggestion has been answered already, so now the GM decides what holds."),
    ),
    "malformed": (N_("This suggestion is malformed; as it stands nobody answers it."),),
    "no_way_back": (
        N_("The game can go back only while it goes on, and only to a moment of a game day."),
    ),
    "mail_bounced": (
        N_("Letters to %(seat)s come back: there is no such mailbox, or it takes none of ours."),
        N_("No more letters go there; the seat stays with %(seat)s."),
        N_("As soon as %(seat)s signs in anew with a code by mail, letters go there again."),
    ),
    "mail_paused": (
        N_("Three letters to %(seat)s have come back within a week."),
        N_("No letters go there before %(until)s; the seat stays with %(seat)s."),
    ),
    "mail_complained": (
        N_("At the address of %(seat)s our letters are marked as spam, so no more go there."),
        N_("The seat stays with %(seat)s."),
        N_("As soon as %(seat)s signs in anew with a code by mail, letters go there again."),
    ),
    "mail_again": (N_("Letters go to %(seat)s again."),),
}
"""About what organiser and deputy do, and about malformed suggestions."""
