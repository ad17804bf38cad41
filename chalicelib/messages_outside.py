"""What is said about addresses and forums outside: by code, in English; see ``messages``."""

from chalicelib.sentences import N_, Sentence

OUTSIDE: dict[str, tuple[Sentence, ...]] = {
    "blocked_url": (
        N_("This address cannot be called."),
        N_(
            "It has to be an https address with a public name, on port 443 or 8443, without "
            "user name, fragment or blanks, such as https://forum.example.org/alibi."
        ),
    ),
}
"""About addresses that somebody gives us to call."""
