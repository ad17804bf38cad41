"""What a refusal says about the catalogue of event types.

The form is that of ``messages``.
"""

from chalicelib.sentences import N_, Sentence

EVENTS: dict[str, tuple[Sentence, ...]] = {
    "unknown_event_type": (
        N_("There are no events of the type “%(text)s”."),
        N_("One type is suggestion.made, a family of them suggestion.*."),
        N_("GET /v1/event-types lists them all."),
    ),
}
"""About types of events."""
