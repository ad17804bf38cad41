"""What happens in a game is to be posted in its threads: a row for each of them."""

from collections.abc import Iterator

from chalicelib.forums import outbox
from chalicelib.forums.binding import of_game
from chalicelib.happenings.happening import News
from chalicelib.rules import Log, State
from chalicelib.site import Site
from chalicelib.store import Item


def listener(site: Site, news: News, entry: Log | None, state: State) -> Iterator[Item]:  # noqa: ARG001 -- every listener is given the state
    """Give the rows for a log entry; it is put in words when its turn comes."""
    if not entry:
        return
    now = site.now()
    for binding in of_game(site.store, news.game, now=now):
        if binding.status == "active":
            yield outbox.entry_item(binding.id, news.game, entry.seq, now)
            yield outbox.status_item(binding.id, news.game, entry.seq, now)
