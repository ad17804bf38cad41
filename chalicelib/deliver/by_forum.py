"""A letter that a forum is to bring: it waits in the outbox until its private message is written.

The message and the letter's new place are written in one transaction.
"""

from contextlib import suppress

import msgspec

from chalicelib.deliver import gather
from chalicelib.deliver.words import Addressed
from chalicelib.forums import private
from chalicelib.forums.private import Route
from chalicelib.ledger import Outgoing
from chalicelib.letters_names import rank_of
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Put, encoded


def hand_over(site: Site, leased: Item, out: Outgoing, addressed: Addressed, way: Route) -> None:
    """Give a letter to the queue of a forum; if another was faster, nothing is done."""
    given, now = msgspec.structs.replace(out, channel="forum", trouble=""), site.now()
    digest = out.letter if gather.is_open(out.letter, leased.key) else None
    place = gather.closed_name(digest) if digest else leased.sk
    kept = Item(leased.pk, place, encoded(given), leased.version + 1)
    asked = private.messages(site, way, kept, addressed.page, rank_of(leased.sk))
    if digest:
        gather.close(site, leased, given, None, *asked)
        return
    with suppress(Conflict):
        site.store.write(Put(kept, leased.version), *asked, now=now)
