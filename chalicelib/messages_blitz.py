"""What a refusal says about turns and rounds in blitz (B2-B7).

The form is that of ``messages``.
"""

from chalicelib.sentences import N_, Sentence

BLITZ: dict[str, tuple[Sentence, ...]] = {
    "no_such_move": (N_("There is no such move in this game."),),
    "acts_last": (
        N_("In this game a letter brings one move, and it comes last."),
        N_("Comments and words to the organiser may stand before it."),
    ),
    "only_later": (N_("In this game time may be added, not taken away."),),
    "not_your_turn": (N_("It is not your turn."), N_("The turn is with %(to)s.")),
    "one_suggestion": (
        N_("You have made your suggestion for this turn; it is going round."),
        N_("Please wait for the answers."),
    ),
    "pass_or_accuse": (
        N_("You have made your suggestion, and nobody could refute it."),
        N_("Now pass the turn, or accuse."),
    ),
    "no_addressee_here": (
        N_("In this game a suggestion is for nobody in particular: it goes round the table."),
        N_("Please name just a suspect, a weapon and a room."),
    ),
    "card_missing": (
        N_("In this game a refutation comes with its card; please choose."),
        N_("You may show: %(choices)s."),
    ),
    "out_of_order": (
        N_("Answers are given in turn."),
        N_("It is for %(to)s to answer now."),
    ),
    "nothing_to_pass": (
        N_("The turn is passed only after a suggestion of your own that nobody could refute."),
    ),
    "accuse_later": (
        N_("By the rules of this game you accuse after a suggestion that nobody could refute."),
    ),
}
