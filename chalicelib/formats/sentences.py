"""One sentence for what the thread is not told: private things, operations, small steps."""

from chalicelib.sentences import N_

OTHER = N_("News of the game: %(type)s.")
TEST = N_("This is a test, asked for by whoever set this up: nothing happened in any game.")
WHOLE = N_("Read the whole of it here")
LOOK = N_("Look at the game")

SENTENCES = {
    "game.created": N_("A table is open: %(title)s."),
    "game.started": N_("The cards are dealt. Seal of the deal: %(commitment)s"),
    "turn.ordered": N_("The order of turns: %(players)s."),
    "turn.timed_out": N_("%(by)s has let the time run out; the GM acts instead."),
    "suggestion.passed_on": N_("Now %(to)s has to answer suggestion %(number)s of %(by)s."),
    "suggestion.unrefuted": N_("Nobody could refute suggestion %(number)s of %(by)s."),
    "player.joined": N_("%(player)s has taken a seat."),
    "player.left": N_("%(player)s has left the seat."),
    "player.penalised": N_("%(player)s loses a suggestion."),
    "player.eliminated": N_(
        "%(player)s makes no more suggestions and accusations, but goes on answering."
    ),
    "organiser.replaced": N_("The game has another organiser."),
    "day.closing_soon": N_("Game day %(day)s ends soon: %(closes)s."),
    "answer.due": N_(
        "You have to answer suggestion %(number)s of %(by)s: %(suspect)s, %(weapon)s, %(room)s."
    ),
    "answer.overdue": N_(
        "Your answer to suggestion %(number)s of %(by)s has not come, and time runs out: "
        "%(suspect)s, %(weapon)s, %(room)s."
    ),
    "answer.by_gm": N_("The GM has answered a suggestion in your place."),
    "card.shown": N_("You were shown a card."),
    "card.due": N_("You have refuted a suggestion and still owe the card."),
    "card.sent_by_gm": N_("The GM has sent the card that you owed."),
    "hand.dealt": N_("Your hand is dealt."),
    "accusation.received": N_("Your accusation has arrived."),
    "accusation.failed": N_("There is word on your accusation."),
    "word.received": N_("A private message waits for you."),
    "seat.offered": N_("A code waits for a successor."),
    "post.rejected": N_("A post by %(by)s could not be read as a move; nothing was done."),
    "moderation.edit_violation": N_(
        "%(by)s has changed a post too late: what it said first stands until the GM decides."
    ),
    "moderation.needs_gm": N_("Something in the thread waits for the decision of the GM."),
    "moderation.seats_idle": N_("No suggestion all day: %(players)s."),
    "endpoint.ping": N_(
        "Alibi would like to tell of a game here. If you want that, give this code where you set "
        "it up: %(challenge)s"
    ),
    "endpoint.failing": N_("Messages of Alibi do not arrive at one of your addresses."),
    "endpoint.disabled": N_(
        "One of your addresses gets no more messages of Alibi until you enable it again."
    ),
    "endpoint.recovered": N_("Messages of Alibi arrive again at your address."),
}
"""By event type; what announcements are made of is not here."""
