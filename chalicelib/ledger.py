"""How a game lies in the store: state, log, keys, outbox, and who takes part.

::

    GAME#g  STATE            the fold of the log; version = last entry; due = the clock's turn
            LOG#00000041     one entry per move
            KEY#…            an idempotency key and the entry it led to (30 days)
            OUT#00000041.s3.0  a letter and its rank; due until it is sent
            NEWS#00000041    what others may want to hear of; due until it is spread
            WATCH#…          a deadline; due when somebody may have to be reminded of it
    CODE#…  GAME             the game a join code opens
    ACCOUNT#a  GAME#g        a game the account organises or plays
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from chalicelib import letters, letters_names, letters_watching, refold, rules
from chalicelib import letters_duties as duties
from chalicelib.happenings.happening import News
from chalicelib.rules import Log, State
from chalicelib.store import Conflict, Delete, Item, Key, Put, Store, Write, stamp
from chalicelib.text import bare

KEY_LIFE = timedelta(days=30)
"""How long an idempotency key is remembered."""
PAGE = 100
"""Log entries in one query."""
FIRST_LOOK = timedelta(minutes=30)
"""After so long a new deadline is looked at, and when to remind of it is found out."""


class Done(msgspec.Struct, frozen=True):
    """What a key led to: the entry's number, and a fingerprint of what was asked."""

    seq: int
    fingerprint: str


class Outgoing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A letter in the outbox with the story of its sending.

    ``trouble`` is the class of the last error. ``dropped`` and ``withheld`` say why it was not
    sent: nobody needs it any more; its reader gets no mail. All three are for the record.
    ``channel`` is by what it goes: ``forum`` once a forum is to take it, ``mail`` where that came
    to nothing.
    """

    letter: letters.Letter
    attempts: int = 0
    trouble: str = ""
    sent: datetime | None = None
    dropped: str = ""
    withheld: str = ""
    channel: Literal["", "forum", "mail"] = ""


class Held(msgspec.Struct, frozen=True):
    """A game as loaded for one move."""

    state: State | None
    seq: int = 0
    done: Done | None = None


class Change(msgspec.Struct, frozen=True):
    """One step of a game as it is to be committed, with the key it answers.

    ``read_as`` and ``reply_to`` are for the receipt alone: they stand in no log.
    """

    game: str
    before: State | None
    after: State
    entry: Log
    key: str
    fingerprint: str
    read_as: tuple[tuple[str, str], ...] = ()
    reply_to: str = ""


class KeyTaken(Exception):  # noqa: N818 -- it says what happened, as Conflict does
    """Another request with the same key was first."""


_read_done = msgspec.json.Decoder(Done).decode
_read_outgoing = msgspec.json.Decoder(Outgoing).decode


def digest(*parts: str) -> str:
    """Give a short, uniform, one-way name for texts that may be long or secret."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:40]


def game_pk(game: str) -> str:
    """Give the partition of a game."""
    return f"GAME#{game}"


def game_of(pk: str) -> str:
    """Give the game of a partition; nothing if it is not that of a game."""
    return pk.removeprefix("GAME#") if pk.startswith("GAME#") else ""


def log_sk(seq: int) -> str:
    """Give the sort key of a log entry."""
    return f"LOG#{seq:08d}"


def load(store: Store, game: str, key: str, now: datetime) -> Held:
    """Load the state and what the key is known for, in one consistent read."""
    state, done = store.read((game_pk(game), "STATE"), (game_pk(game), f"KEY#{key}"), now=now)
    if not state:
        return Held(None)
    return Held(_state(store, state, now), state.version, _read_done(done.body) if done else None)


def peek(store: Store, game: str, now: datetime) -> Held:
    """Give a game's state, whole: redact it before it goes anywhere."""
    (item,) = store.read((game_pk(game), "STATE"), now=now)
    return Held(_state(store, item, now), item.version) if item else Held(None)


def peek_all(store: Store, games: Sequence[str], now: datetime) -> tuple[State | None, ...]:
    """Give the states of up to 100 games in one read."""
    if not games:
        return ()
    items = store.read(*((game_pk(game), "STATE") for game in games), now=now)
    return tuple(_state(store, item, now) if item else None for item in items)


def _state(store: Store, item: Item, now: datetime) -> State:
    """Read a state's row as this program folds it; raises ``Busy`` if it cannot."""
    game = game_of(item.pk)
    return refold.state(game, item.body, lambda: state_at(store, game, item.version, now)[0])


def state_of(store: Store, game: str, now: datetime) -> State | None:
    """Give a game's state alone, as ``peek`` does."""
    return peek(store, game, now).state


def entry_of(store: Store, game: str, seq: int, now: datetime) -> Log:
    """Give one log entry, whole; raises ``KeyError`` if there is none."""
    (item,) = store.read((game_pk(game), log_sk(seq)), now=now)
    if not item:
        raise KeyError(seq)
    return rules.read_entry(item.body)


def entries(store: Store, game: str, after: int, limit: int, now: datetime) -> tuple[Log, ...]:
    """Give log entries after number ``after``, whole, in order."""
    found = store.query(game_pk(game), log_sk(after), "LOG#:", limit, now=now)
    return tuple(rules.read_entry(item.body) for item in found)


def entries_before(store: Store, game: str, seq: int, now: datetime) -> Iterator[Log]:
    """Give the log entries before number ``seq``, whole, the last first."""
    while found := store.query(game_pk(game), "LOG#", log_sk(seq), PAGE, now=now, backwards=True):
        yield from (rules.read_entry(item.body) for item in found)
        seq = int(found[-1].sk.removeprefix("LOG#"))


def whole_log(store: Store, game: str, now: datetime, upto: int | None = None) -> Iterator[Log]:
    """Give all entries of a game in order, whole, up to a number if one is given."""
    after = 0
    while page := entries(store, game, after, PAGE, now):
        for entry in page:
            if upto is not None and entry.seq > upto:
                return
            yield entry
        after = page[-1].seq


def state_at(store: Store, game: str, seq: int, now: datetime) -> tuple[State, datetime]:
    """Fold the log up to an entry: the state after it, and its time (UTC).

    Raises ``KeyError`` if there is no such entry.
    """
    state: State | None = None
    last, then = 0, now
    for entry in whole_log(store, game, now, upto=seq):
        state = rules.folded(state, entry)
        last, then = entry.seq, entry.at
    if state is None or last != seq:
        raise KeyError(seq)
    return state, then


def commit(store: Store, change: Change, now: datetime, more: Iterable[Write] = ()) -> None:
    """Write state, entry, key, letters, participation and ``more`` in one transaction.

    Raises ``KeyTaken`` if the key was used meanwhile, ``Conflict`` if the game has moved on.
    """
    game, after, entry = change.game, change.after, change.entry
    pk, state = game_pk(game), state_item(game, after, entry.seq)
    done = rules.write(Done(entry.seq, change.fingerprint)).decode()
    known = Item(pk, f"KEY#{change.key}", done, expires=now + KEY_LIFE)
    log = Item(pk, log_sk(entry.seq), rules.write(entry).decode())
    writes = (Put(known, 0), Put(state, entry.seq - 1), Put(log, 0))
    late = bool(state.due and state.due <= now)
    told = letters.about(
        game, after, entry, late=late, read_as=change.read_as, reply_to=change.reply_to
    )
    seen = letters_watching.report(game, entry)
    watched = (Put(outgoing(seen, now, f"{entry.seq:08d}.watching")),) if seen else ()
    news = Put(news_item(News(game, entry.seq, rules.day_of(after)), now, f"{entry.seq:08d}"))
    outbox = (outgoing(letter, now) for letter in told)
    notes = (*map(Put, outbox), *watched, news, *map(Put, _watches(change, now)))
    try:
        store.write(*writes, *notes, *_participation(change), *more, now=now)
    except Conflict as conflict:
        if 0 in conflict.failed:
            raise KeyTaken from conflict
        raise


def state_item(game: str, state: State, seq: int) -> Item:
    """Give the item of a game's state after entry ``seq``: due when the clock has to act."""
    kind = rules.ruleset(state)
    return Item(game_pk(game), "STATE", rules.write_row(state), seq, kind.due(state))


def news_item(news: News, now: datetime, name: str) -> Item:
    """Give the outbox item that tells of news: due at once; ``name`` tells it from others."""
    return Item(game_pk(news.game), f"NEWS#{name}", rules.write(news).decode(), due=now)


def _participation(change: Change) -> Iterable[Write]:
    """Index the game under its codes and under everybody who takes part."""
    game, before, after = change.game, change.before, change.after
    were, are = people(before), people(after)
    for account in sorted(are - were):
        yield Put(Item(f"ACCOUNT#{account}", game_pk(game), game))
    for account in sorted(were - are):
        yield Delete(f"ACCOUNT#{account}", game_pk(game))
    had, has = codes(before), codes(after)
    for code in sorted(has - had):
        yield Put(Item(*code_key(code), game), 0)
    for code in sorted(had - has):
        yield Delete(*code_key(code))


def _watches(change: Change, now: datetime) -> Iterable[Item]:
    """Note each new deadline, so that who owes something by then is reminded in time."""
    for deadline in sorted(duties.deadlines(change.after) - duties.deadlines(change.before)):
        if deadline - now >= duties.SHORTEST:
            at = stamp(deadline)
            yield Item(game_pk(change.game), f"WATCH#{at}", f'"{at}"', due=now + FIRST_LOOK)


def people(state: State | None) -> set[str]:
    """Give the accounts that organise or play a game."""
    if not state:
        return set()
    return {a for a in (state.host, *(seat.account for seat in state.seats)) if a}


def codes(state: State | None) -> set[str]:
    """Give the codes by which somebody can join a game or take a seat over."""
    if not state:
        return set()
    return {code for code in (state.join_code, *(offer.code for offer in state.offers)) if code}


def code_key(code: str) -> Key:
    """Give the address of a code; only its hash is a key."""
    return f"CODE#{digest(bare(code))}", "GAME"


def game_of_code(store: Store, code: str, now: datetime) -> str | None:
    """Give the game that a join code opens."""
    (item,) = store.read(code_key(code), now=now)
    return item.body if item else None


def games_of(store: Store, account: str, now: datetime) -> tuple[str, ...]:
    """Give the games that an account organises or plays, at most 100."""
    found = store.query(f"ACCOUNT#{account}", "GAME#", "GAME$", now=now)
    return tuple(item.body for item in found)


def outgoing(letter: letters.Letter, now: datetime, name: str = "") -> Item:
    """Give the outbox item of a letter: due at once; its rank is the end of its name.

    ``name`` tells apart letters that no log entry gives rise to.
    """
    game = "" if isinstance(letter, letters.SignIn) else letter.game
    pk = game_pk(game) if game else "POST"
    body = rules.write(Outgoing(letter)).decode()
    return Item(pk, f"OUT#{letters_names.named(letter, name)}", body, due=now)


def read_outgoing(item: Item) -> Outgoing:
    """Decode an outbox item."""
    return _read_outgoing(item.body)
