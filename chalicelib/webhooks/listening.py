"""What happens becomes deliveries: one for each event, URL and format."""

from collections.abc import Iterable, Iterator

import msgspec

from chalicelib import announce, formats, ledger
from chalicelib.happenings import catalogue
from chalicelib.happenings.happening import Happening, News
from chalicelib.happenings.telling import of_entry
from chalicelib.markup.tree import Tree
from chalicelib.rules import Log, State, blitz
from chalicelib.site import Site
from chalicelib.store import Item
from chalicelib.thread import ended_by
from chalicelib.webhooks.audience import hears, people
from chalicelib.webhooks.delivery import Delivery, message_id, rows, together
from chalicelib.webhooks.endpoint import Endpoint, registered, target_of

_json = msgspec.json.Encoder(order="sorted").encode


class Occasion(msgspec.Struct, frozen=True):
    """The game in which something happens: as it stands, whole, and the log entry, if there is."""

    game: str
    state: State
    entry: Log | None = None


def listener(site: Site, news: News, entry: Log | None, state: State) -> Iterator[Item]:
    """Give the deliveries of a piece of news; see ``spread.Listener``."""
    endpoints = registered(site.store, news.game, people(state), site.now())
    if not endpoints:
        return
    occasion = Occasion(news.game, state, entry)
    for place, happening in enumerate(told(news, occasion)):
        for delivery in deliveries(site, occasion, happening, endpoints):
            yield from rows(delivery, site.now(), place)


def told(news: News, occasion: Occasion) -> tuple[Happening, ...]:
    """Give what a piece of news says has happened, for all audiences."""
    if news.happening:
        return (news.happening,)
    entry = occasion.entry
    return of_entry(news.game, entry, occasion.state, news.day) if entry else ()


def deliveries(
    site: Site, occasion: Occasion, happening: Happening, endpoints: Iterable[Endpoint]
) -> Iterator[Delivery]:
    """Give the deliveries of one happening to those of ``endpoints`` that want it and may know."""
    hearing = (
        one
        for one in endpoints
        if hears(one, occasion.state, happening.audience)
        and catalogue.matches(one.event_types, happening.type)
        and formats.wanted(one.format, happening)
    )
    for (url, form), group in together(hearing).items():
        names = tuple(one.id for one in group)
        to = _to(site, occasion, url, group)
        if form != "standard":
            to = msgspec.structs.replace(to, tree=_tree(site, occasion, happening))
        yield written(to, form, happening, names, game=occasion.game)


def _to(site: Site, occasion: Occasion, url: str, group: Iterable[Endpoint]) -> formats.To:
    """Say how a game is told at a URL; by its title, where other games are told there too."""
    is_alone = all(one.games is not None and len(one.games) == 1 for one in group)
    setting = occasion.state.setting
    return formats.To(
        url=url,
        language=setting.language,
        zone=setting.zone,
        title="" if is_alone else setting.title,
        base_url=site.base_url,
        thread_url=site.thread_url(occasion.game),
    )


def _tree(site: Site, occasion: Occasion, happening: Happening) -> Tree:
    """Give what people are told of a happening: the same as in a thread."""
    game, state, entry = occasion.game, occasion.state, occasion.entry
    if not entry:
        return ()
    before = ledger.entries_before(site.store, game, entry.seq, site.now())
    thread = ended_by(entry, before, in_turns=isinstance(state, blitz.State))
    voice = announce.Voice(state.setting.language, state.setting.zone, game, site.base_url)
    return formats.tree_of(happening, entry, state, voice, thread)


def written(  # noqa: PLR0913 -- what, for whom, in which form, and what tells it from others
    to: formats.To,
    form: formats.Format,
    happening: Happening,
    names: tuple[str, ...],
    *,
    game: str = "",
    mark: str = "",
) -> Delivery:
    """Put a happening of a game into a format: a delivery to endpoints of one URL.

    ``mark`` tells it from others where it belongs to no game.
    """
    name = message_id(target_of(to.url), form, game, mark, named(happening))
    body = formats.body(form, happening, to, name)
    plain = None
    if form == "telegram":
        plain = formats.body(form, happening, msgspec.structs.replace(to, plain=True), name)
    return Delivery(name, happening, form, names, body, game, plain=plain)


def named(happening: Happening) -> str:
    """Give what tells a happening from all others of its game; by its content, if by no entry."""
    return happening.name or _json(happening).decode()
