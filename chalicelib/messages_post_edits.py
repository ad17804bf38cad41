"""What is said of posts that were edited, deleted or corrected (F40-F45); see ``messages``."""

from chalicelib.sentences import N_, Sentence

_STANDS = N_("What was written first stands in the game.")
_GM_DECIDES = N_("The organiser decides whether it costs a suggestion.")

EDITS: dict[str, tuple[Sentence, ...]] = {
    "edit_changes": (
        N_("What was posted as a move is not changed afterwards, not even by its author."),
        _STANDS,
        _GM_DECIDES,
    ),
    "edit_no_corrections": (
        N_("In this game posts with suggestions are not edited at all."),
        _STANDS,
        _GM_DECIDES,
    ),
    "edit_late": (
        N_("The post was edited more than five minutes after it was written."),
        _STANDS,
        N_(
            "A malformed suggestion is put right by a new post now, headed like this: Corrected "
            "suggestion 1 for NICK."
        ),
        _GM_DECIDES,
    ),
    "edit_reacted": (
        N_("Somebody had already reacted when the post was edited."),
        _STANDS,
        N_(
            "A malformed suggestion is put right by a new post now, headed like this: Corrected "
            "suggestion 1 for NICK."
        ),
        _GM_DECIDES,
    ),
    "edit_unmarked": (
        N_("The suggestion was edited without the red notice of what was changed."),
        N_(
            "Please edit the post again by %(until)s and add in red: “Attention, changed: <what>”; "
            "in bold where the forum has no colours."
        ),
    ),
    "edit_overdue": (
        N_("The suggestion was edited, and the red notice did not come in time."),
        _STANDS,
        _GM_DECIDES,
    ),
    "edit_answered": (
        N_("Somebody has answered the malformed suggestion, so it cannot be edited any more."),
        N_("The organiser settles whether the answer stands or both are void."),
    ),
    "edit_by_other": (
        N_("Somebody else than its author has edited the post."),
        _STANDS,
        N_("If more is to happen, the organiser decides it."),
    ),
    "edit_addressee": (
        N_("The edit changed whom the suggestion is for; only the cards may be put right."),
        _STANDS,
        _GM_DECIDES,
    ),
    "edit_removes": (
        N_("The edit took a move out of the post."),
        _STANDS,
        _GM_DECIDES,
    ),
    "edit_adds": (
        N_("The edit added a move to an old post, where others would not find it."),
        N_("Nothing of it was done. Please write it as a new post."),
    ),
    "edit_malformed": (
        N_("The suggestion is still malformed: it takes one suspect, one weapon and one room."),
    ),
    "edit_refused": (
        N_("The edit came when the suggestion could not be put right any more."),
        _STANDS,
        _GM_DECIDES,
    ),
    "post_doubtful": (
        N_("The post says one thing in its source and another as the forum shows it."),
        N_("Nothing of it was done; the organiser looks at it, or you write it anew, plainly."),
    ),
    "correction_unmarked": (
        N_("A suggestion was corrected by a post that does not call the old one void in red."),
        N_("The correction counts all the same."),
    ),
    "post_deleted": (
        N_("A post with a move was deleted."),
        N_("What it said stands in the game."),
    ),
    "correction_answered": (
        N_("A suggestion is to be corrected that has its answer already."),
        N_("It is for the organiser to settle: let the answer stand, or declare both void."),
    ),
    "correction_of_a_good_one": (
        N_("A suggestion is to be corrected that was not malformed."),
        N_("The rules do not change it; it stands unless the organiser declares it void."),
    ),
}
"""About posts that were edited, deleted or corrected (F40-F45)."""
