"""What is said about posts in a forum's thread that are no moves as they stand (F12-F14, F30, F42).

The form is that of ``messages``.
"""

from chalicelib.sentences import N_, Sentence

POSTS: dict[str, tuple[Sentence, ...]] = {
    "accusation_in_thread": (
        N_("An accusation is never made in the thread: it goes to the GM in private."),
        N_("Nothing was taken from your post; you may still accuse."),
        N_("By mail or on your own page: “Accusation: suspect, weapon, room”."),
    ),
    "keywords_not_bold": (
        N_("The heading is understood, but none of the three keywords is in bold."),
        N_("In bold they have to be one suspect, one weapon and one room, as announced."),
    ),
    "number_taken": (
        N_(
            "You have made suggestion %(number)s of this day already; a new one has number "
            "%(next)s."
        ),
        N_("A suggestion that was made is not changed by posting it again."),
    ),
    "nothing_to_correct": (
        N_("There is no malformed suggestion of yours with this number to correct."),
        N_("A suggestion that was right is not changed afterwards."),
    ),
    "corrected_for_another": (
        N_("A correction goes to the player of the old suggestion: %(nick)s."),
        N_("Only the keywords are corrected."),
    ),
    "which_ruling": (
        N_("There are several suggestions with this number; please say whose, and for whom."),
        N_("It could be: %(choices)s."),
    ),
    "heading_not_bold": (
        N_("This looks like a move, but its heading is not a line of its own in bold."),
        N_("It was taken for a comment."),
    ),
    "heading_in_quotation": (
        N_("Your heading became a part of the quotation above it, so it was not read as a move."),
        N_("Please leave an empty line behind the quotation."),
    ),
}
"""About headings and keywords in posts."""

INTRODUCTION = (
    N_("This looks like a move, but the game does not know yet who you are at this forum."),
    N_(
        "If you play, get a one-time code for the forum (the answer to a mail with the line "
        "“forum code”), post it in the thread of the game, and then post the move again. "
        "Nobody else can use the code."
    ),
    N_("The page of the game"),
)
"""What a stranger is told who has tried to move."""
