"""What a forum says with a secret in clear is believed only when the forum says it again, asked.

Whoever has seen one request of such a forum could write another one.
"""

from chalicelib.forums import intake
from chalicelib.forums.binding import secrets_of
from chalicelib.forums.case import Case, discard
from chalicelib.forums.clients.calls import Failed
from chalicelib.forums.post import Post
from chalicelib.forums.readers import reader
from chalicelib.game import Busy
from chalicelib.site import Site

HIDDEN = "http 403"
"""What a forum may say of a post that is deleted."""
WEAK = frozenset({"shared_secret", "capability_url"})
"""Ways of vouching that others could use too."""


def unconfirmed(site: Site, case: Case) -> bool:
    """Whether the forum, asked again, does not say what was brought; then the case is closed.

    What it does say is taken in instead. Where it cannot be asked it is believed. Raises ``Busy``
    while it does not answer.
    """
    brought = case.received.post
    if brought.trust not in WEAK:
        return False
    there = reader(site, case.binding, secrets_of(site.store, case.binding.id, now=site.now()))
    if not there:
        return False
    try:
        stands = there.one(brought.id)
    except Failed as failed:
        if brought.event == "deleted" and failed.why == HIDDEN:
            return False
        raise Busy("busy", seconds=60) from failed
    if _agrees(brought, stands):
        return False
    discard(site, case, case.decided("unconfirmed"))
    if stands:
        intake.take_in(site, case.binding, stands, case.received.at)
    return True


def _agrees(brought: Post, stands: Post | None) -> bool:
    """Whether a post stands in the forum as it was brought."""
    if brought.event == "deleted":
        return not stands or stands.event == "deleted"
    if not stands:
        return False
    return _said_of(brought) == _said_of(stands)


def _said_of(post: Post) -> tuple[object, ...]:
    """Give what decides about a post: which one it is, whose, where, when, and what it says.

    A forum may answer a question for ``7?x`` with the post 7, which would then count twice.
    """
    when = post.edited if post.event == "edited" else None
    return post.id, post.author, post.thread, post.created, when, post.content_hash
