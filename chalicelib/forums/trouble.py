"""A forum that takes nothing for long: the organiser is told once, and everything waits."""

from contextlib import suppress

import msgspec

from chalicelib import ledger
from chalicelib.forums.binding import Binding, binding_at, binding_item
from chalicelib.letters import Note
from chalicelib.site import Site
from chalicelib.store import Conflict, Put, stamp

PREFIX = "posting: "
"""What the trouble of a binding begins with if it is ours."""


def begins(site: Site, binding: Binding, why: str) -> None:
    """Note that nothing gets through, and write to the organiser, unless that is known."""
    now = site.now()
    found = binding_at(site.store, binding.id, now=now)
    if not found or found[0].trouble:
        return
    known, version = found
    noted = msgspec.structs.replace(known, trouble=PREFIX + why)
    letter = Note("forum", binding.game, facts={"binding": binding.id, "why": why})
    told = ledger.outgoing(letter, now, f"forum.{binding.id}.{stamp(now)}")
    with suppress(Conflict):  # another change of the binding: the next failure comes here again
        site.store.write(Put(binding_item(noted, version + 1), version), Put(told, 0), now=now)


def over(site: Site, binding: Binding) -> None:
    """Note that posts get through again."""
    if not binding.trouble.startswith(PREFIX):
        return
    now = site.now()
    found = binding_at(site.store, binding.id, now=now)
    if found and found[0].trouble.startswith(PREFIX):
        well = msgspec.structs.replace(found[0], trouble="")
        with suppress(Conflict):  # the next post comes here again
            site.store.write(Put(binding_item(well, found[1] + 1), found[1]), now=now)
