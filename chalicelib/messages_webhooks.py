"""What is said of webhooks, their events and addresses, when they cannot be as wished."""

from chalicelib.sentences import N_, Sentence, ngettext

WEBHOOKS: dict[str, tuple[Sentence, ...]] = {
    "unknown_endpoint": (N_("You have no such webhook endpoint."),),
    "unknown_delivery": (
        N_("There is no such delivery to an endpoint of yours; after 30 days it is forgotten."),
    ),
    "room_for_player": (
        N_(
            "Others read along in a room of this kind (%(format)s): what is for one player alone"
            " cannot go there."
        ),
        N_("Choose the audience “public”, or the format “standard” or “telegram”."),
    ),
    "too_many_endpoints": (
        ngettext(
            "You have %(limit)s endpoint already, and more are not possible.",
            "You have %(limit)s endpoints already, and more are not possible.",
            "limit",
        ),
        N_("Please delete one that is not needed."),
    ),
    "too_many_for_game": (N_("This game has as many webhook endpoints as it can have."),),
    "too_many_sendings": (
        ngettext(
            "Only %(limit)s sending can be asked for in an hour.",
            "Only %(limit)s sendings can be asked for in an hour.",
            "limit",
        ),
        N_("Please wait a little."),
    ),
    "too_many_keys": (
        N_("Two old keys of this endpoint are still good; a third is not kept."),
        N_("Please wait until one has ended, or end them at once with “grace”: 0."),
    ),
    "endpoint_pending": (
        N_("This endpoint has not proven itself yet."),
        N_("Send it a ping, or give the code that its chat has shown to “enable”."),
    ),
    "endpoint_disabled": (
        N_("This endpoint is switched off."),
        N_("Use “enable” to have it prove itself again."),
    ),
    "wrong_endpoint_code": (
        N_("This code is wrong or has expired."),
        N_("Use “enable” without a code to have a new one sent to the chat."),
    ),
    "no_code_here": (
        N_(
            "An endpoint of this format (%(format)s) proves itself by its answer to a ping, not by"
            " a code."
        ),
    ),
    "not_for_public": (
        N_("Events of the type “%(text)s” never go to an endpoint with the audience “public”."),
    ),
    "unknown_status": (
        N_("There is no status “%(text)s” of a delivery."),
        N_("Choose: %(choices)s."),
    ),
    "bad_cursor": (
        N_("This cursor is none; please give “next_cursor” of the page before, as it is."),
    ),
    "bad_moment": (
        N_("“%(text)s” is not a time with its zone."),
        N_("A right one: 2026-12-01T18:00:00Z"),
    ),
    "bad_range": (N_("The range has to begin before it ends, and may reach back seven days."),),
    "unknown_event_type": (
        N_("There are no events of the type “%(text)s”."),
        N_("One type is suggestion.made, a family of them suggestion.*."),
        N_("GET /v1/event-types lists them all."),
    ),
    "blocked_url": (
        N_("This address cannot be called."),
        N_(
            "It has to be an https address with a public name, on port 443 or 8443, without "
            "user name, fragment or blanks, such as https://forum.example.org/alibi."
        ),
    ),
}
"""About webhook endpoints and deliveries, types of events, and addresses to call."""
