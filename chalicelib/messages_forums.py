"""What is said about forums as the table: by code, in English; see ``messages``."""

from chalicelib.sentences import N_, Sentence, ngettext

_SECRET_MADE_HERE = N_("Without one, we make a good one and show it once.")

FORUMS: dict[str, tuple[Sentence, ...]] = {
    "bad_signature": (
        N_("Nothing proves that this comes from the forum."),
        N_("The signature is missing or wrong, or it is older than five minutes."),
    ),
    "bad_hook": (N_("This is not what this forum sends: %(detail)s."),),
    "no_such_binding": (N_("The game has no such thread at a forum."),),
    "no_forum": (N_("This game has no thread at a forum."),),
    "bindings_full": (
        ngettext(
            "A game can be played in %(limit)s thread.",
            "A game can be played in up to %(limit)s threads.",
            "limit",
        ),
    ),
    "thread_bound": (N_("This thread is bound to the game already."),),
    "wrong_markup": (
        N_("At this kind of forum (%(engine)s) posts are not written like that."),
        N_("Choose: %(choices)s."),
    ),
    "no_posts_url": (
        N_("At this kind of forum (%(engine)s) we write through its own interface."),
        N_("Leave posts_url out, and give base_url and api_key instead."),
    ),
    "no_api_key": (
        N_("Here our posts go to a bridge of yours, which knows us by our signature."),
        N_("Leave api_key out, and give the address of the bridge as posts_url."),
    ),
    "needs_base_url": (
        N_("To write there we need the address of the forum, such as https://forum.example.org."),
    ),
    "needs_bot": (
        N_("Please give the number (bot_id) and the name (bot_name) under which we post."),
        N_("Otherwise our own posts would be taken for somebody's moves."),
    ),
    "needs_way_out": (
        N_("Private messages need a way to write there: posts_url, or base_url with api_key."),
    ),
    "not_for_header": (
        N_("Keys and names for the interface of a forum have only plain Latin letters and signs."),
    ),
    "weak_secret": (
        ngettext(
            "The secret needs at least %(limit)s plain Latin letter or sign, without blanks.",
            "The secret needs at least %(limit)s plain Latin letters or signs, without blanks.",
            "limit",
        ),
        _SECRET_MADE_HERE,
    ),
    "weak_secret.generic": (
        N_("The secret has to be “whsec_” and 24 to 64 random bytes in base64."),
        _SECRET_MADE_HERE,
    ),
    "forum_bound": (
        N_("At the forum you are “%(name)s” now; what is posted there by that name is yours."),
    ),
    "forum_parted": (
        N_("At the forum “%(name)s” belongs to another player now, and no longer to you."),
        N_("If that is a mistake, ask for a new code and post it there yourself."),
    ),
}
"""About bound threads, what they send, and who their authors are."""
