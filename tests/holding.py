"""What holds of a game whatever happened to the machines: crashes, faults, races."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from email.message import EmailMessage

from chalicelib import ledger, letters, rules
from chalicelib.game import CLOCK
from chalicelib.happenings.happening import News
from chalicelib.letters_names import named
from chalicelib.rules import Log, State
from chalicelib.site import Site
from chalicelib.store import Store
from chalicelib.webhooks.delivery import read_delivery
from chalicelib.webhooks.endpoint import endpoint_key, read_endpoint, target_of
from chalicelib.webhooks.listening import Occasion, deliveries, told
from tests.webhooks.receivers import Heard
from tests.worlds import GAME

MANY = 1_000_000


def log_of(store: Store, now: datetime) -> list[Log]:
    """The whole log of the game, from the store."""
    return list(ledger.whole_log(store, GAME, now))


def the_log_holds(store: Store, now: datetime) -> list[Log]:
    """Each entry follows the one before; each deadline passed once, at its own time; none was late.

    The state is the fold of the log. Each key led to one entry, and each entry came by one key.
    """
    log, held = log_of(store, now), ledger.peek(store, GAME, now)
    assert [entry.seq for entry in log] == list(range(1, held.seq + 1))
    state: State | None = None
    for entry in log:
        due = rules.ruleset(state).due(state) if state else None
        if entry.by == CLOCK:
            assert entry.at == due, f"entry {entry.seq}: the clock came at another time"
        else:
            assert not due or entry.at < due, f"entry {entry.seq}: made after its day's close"
        state = rules.folded(state, entry)
    assert state == held.state, "the state is not the fold of the log"
    keys = store.query(f"GAME#{GAME}", "KEY#", "KEY$", MANY, now=now)
    led_to = Counter(ledger._read_done(item.body).seq for item in keys)
    assert max(led_to.values(), default=1) == 1, "two keys led to one entry"
    fresh = {entry.seq for entry in log if entry.at > now - ledger.KEY_LIFE}
    assert fresh <= led_to.keys() <= set(range(1, held.seq + 1)), "an entry has no key"
    return log


def letters_hold(store: Store, now: datetime, left: Iterable[EmailMessage]) -> None:
    """Every letter that the log gives rise to is there, and nothing is due any more.

    What counts as sent has left, under its name; whatever left more than once was the same letter.
    """
    found: dict[str, set[tuple[str, str]]] = {}
    for mail in left:
        same = (str(mail["To"]), str(mail["Reply-To"]))
        found.setdefault(str(mail["X-Alibi-Letter"]), set()).add(same)
    assert all(len(same) == 1 for same in found.values()), "one name, two letters"
    items = store.query(f"GAME#{GAME}", "OUT#", "OUT$", MANY, now=now)
    rows = {item.sk.removeprefix("OUT#"): item for item in items}
    state: State | None = None
    for entry in log_of(store, now):
        state = rules.folded(state, entry)
        kinds = [letters.about(GAME, state, entry, late=late) for late in (False, True)]
        both = set.intersection(*({named(letter) for letter in kind} for kind in kinds))
        assert both <= rows.keys(), f"entry {entry.seq}: letters are missing"
    for name, item in rows.items():
        assert not item.due or item.due > now, f"{name} is still due"
        out = ledger.read_outgoing(item)
        assert out.sent or out.dropped or out.withheld or item.due, f"{name}: nothing became of it"
        if out.sent and not isinstance(out.letter, letters.Digest):
            assert f"{GAME}.{name}" in found, f"{name} counts as sent, and never left"


def webhooks_hold(site: Site, endpoint: str, heard: Iterable[Heard], since: int) -> None:
    """Every event after entry ``since`` was heard, under one id, always the same; none is due."""
    bodies: dict[str, set[bytes]] = {}
    for one in heard:
        bodies.setdefault(one.headers["webhook-id"], set()).add(one.body)
    assert all(len(same) == 1 for same in bodies.values()), "one id, two bodies"
    for entry_seq, name in _expected(site, endpoint, since):
        assert name in bodies, f"entry {entry_seq}: an event was not delivered"
    (item,) = site.store.read(endpoint_key(endpoint), now=site.now())
    assert item
    lane = f"TARGET#{target_of(read_endpoint(item).url)}"
    for row in site.store.query(lane, "SEND#", "SEND$", MANY, now=site.now()):
        delivery = read_delivery(row)
        assert delivery.condition == "delivered", f"{delivery.id} is {delivery.condition}"
        assert delivery.kind != "event" or delivery.id in bodies, f"{delivery.id} never left"


def _expected(site: Site, endpoint: str, since: int) -> Iterable[tuple[int, str]]:
    """The ids of the deliveries that the log gives rise to, with their entries."""
    (item,) = site.store.read(endpoint_key(endpoint), now=site.now())
    assert item
    wanting = read_endpoint(item)
    state: State | None = None
    for entry in log_of(site.store, site.now()):
        state = rules.folded(state, entry)
        news = News(GAME, entry.seq, rules.day_of(state))
        occasion = Occasion(GAME, state, entry)
        for happening in told(news, occasion) if entry.seq > since else ():
            for delivery in deliveries(site, occasion, happening, [wanting]):
                yield entry.seq, delivery.id
