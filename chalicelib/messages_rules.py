"""The rules in a sentence each, by their ids, for players; ``docs/rules.md`` says more."""

from chalicelib.sentences import N_

RULES: dict[str, str] = {
    "F1": N_("For n players there are at least n suspects, n weapons and n + 3 rooms."),
    "F2": N_("One card of each kind lies in the envelope, drawn at random."),
    "F3": N_("The other cards are dealt at random, each hand in secret; some may have one more."),
    "F4": N_("Each seat has a nick and a role that everybody knows."),
    "F5": N_("The game opens with the seats, the roles, and the list of all cards in play."),
    "F6": N_(
        "A game day has a beginning and a length; what was not suggested by its end is lost, and "
        "the next day opens at once."
    ),
    "F7": N_("When every suggestion is made and every answer is in, the day may close early."),
    "F8": N_("The GM may name a deputy among the players, who may open the next day."),
    "F9": N_("When a day opens or closes, a table tells who has asked and who owes answers."),
    "F10": N_("Each day a player may make so many suggestions, usually three."),
    "F11": N_("To the same player only so many of them may go in one day."),
    "F12": N_(
        "A suggestion names one suspect, one weapon and one room, all in play, and one other "
        "player. Cards of your own hand may be among them."
    ),
    "F13": N_("A suggestion has a number and says for whom it is; the three cards stand out."),
    "F14": N_("Cards are named as they were announced; words may stand around them."),
    "F15": N_("Nobody asks a seat that was left, unless the GM answers for it."),
    "F20": N_(
        "Whoever is asked has to refute if they hold one of the three cards, and chooses which to "
        "show. If they hold none, they say so. An untrue answer does not count."
    ),
    "F21": N_("The card is shown to the one who asked alone; the others see only that it was."),
    "F22": N_("An answer repeats the suggestion that it answers."),
    "F23": N_("A card that was shown before may be shown again."),
    "F24": N_(
        "Whoever refutes without sending the card has some time for that; then the GM sends it and "
        "tells the thread."
    ),
    "F25": N_("Where the GM answers, the suspect is shown first, else the weapon, else the room."),
    "F26": N_("When the day closes, the GM answers whatever has no answer."),
    "F27": N_("Whoever leaves suggestions unanswered may lose a suggestion of the next day."),
    "F28": N_("Nobody is blamed for a suggestion that came too late in the day to be answered."),
    "F29": N_(
        "A player may ask the GM beforehand to answer for them, also from a day to a day. The "
        "thread is told."
    ),
    "F30": N_("Each player may accuse once in the game, in private, on any game day."),
    "F31": N_("A wrong accusation costs the right to make suggestions and to accuse."),
    "F32": N_("After an accusation the others have some time to accuse too."),
    "F33": N_("Meanwhile days go on for those who have not accused, and everybody answers."),
    "F34": N_("Whoever has accused still owes answers, and may leave them to the GM."),
    "F35": N_(
        "The winner is the first whose accusation was right; then the envelope and all hands are "
        "shown."
    ),
    "F36": N_("A wrong accusation is told at once, a right one at the end of the window."),
    "F40": N_("A suggestion that was made is not changed afterwards."),
    "F41": N_("A malformed suggestion may be edited within five minutes, if nobody has reacted."),
    "F42": N_("Later a malformed suggestion is put right by a new post, and the old one is void."),
    "F43": N_("Where there are no corrections, a malformed suggestion counts and is void."),
    "F44": N_("Breaking the procedure may cost a suggestion; the GM decides."),
    "F45": N_("Where somebody has answered a malformed suggestion, the GM decides what holds."),
    "F50": N_("Nobody has to make all suggestions of a day; who makes none is noticed by the GM."),
    "F51": N_(
        "For who does not appear the GM may answer, or pause the game, and tells the thread."
    ),
    "F52": N_("In a pause no clock runs and nothing is lost; deadlines move by its length."),
    "F53": N_(
        "A successor takes over a seat with its hand, role, counts and all that it was shown; "
        "whoever had it sees no more."
    ),
    "F54": N_("Nobody discusses cards in the thread; the GM may hide such a comment."),
    "F55": N_("Comments and lines in character are free and never count as a move."),
    "F56": N_("The GM deals, keeps the time, checks answers and settles what is disputed."),
    "F57": N_("Everybody may write to the GM in private at any time."),
    "B1": N_("In blitz the seats have a fixed order, that of the roles in the deck."),
    "B2": N_("Whoever has the turn makes one suggestion, to nobody in particular."),
    "B3": N_("The others answer in order until one refutes or all have answered."),
    "B4": N_("When somebody has refuted, the turn passes to the next seat."),
    "B5": N_("When nobody could refute, the one who asked passes the turn or accuses."),
    "B6": N_("One may accuse in a turn of one's own, or after an unrefuted suggestion."),
    "B7": N_("A right accusation wins; a wrong one costs the turns, but one goes on answering."),
    "B8": N_("Whoever is left alone with turns wins, or goes on for a while."),
    "B9": N_("Every step has a deadline; then the GM answers or passes the turn."),
    "B10": N_("Absence, pause and successors are as in forum play."),
}
"""Every rule that a refusal may cite."""
