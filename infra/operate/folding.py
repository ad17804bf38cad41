"""The log of a game folded anew, with all that the rows beside it have to agree with."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from chalicelib import ledger, rules
from chalicelib.rules import Log, State
from chalicelib.rules.cluedo import Deal
from chalicelib.rules.verbs import CaseSealed, HandDealt
from chalicelib.store import Store
from infra.operate.rows import partition


class Folded(msgspec.Struct):
    """What a log says: the state after it, and who and which codes there ever were.

    ``asked`` has the fingerprint of what each entry was asked for. ``wrong`` says what in the log
    itself is not as it should be; then the rest goes as far as the log could be followed.
    """

    state: State | None = None
    seq: int = 0
    asked: dict[int, str] = {}
    people: set[str] = set()
    codes: set[str] = set()
    wrong: tuple[str, ...] = ()


def folded(store: Store, game: str, now: datetime) -> Folded:
    """Fold the log of a game from its beginning, as far as it can be followed."""
    found = Folded(asked={}, people=set(), codes=set())
    for item in partition(store, ledger.game_pk(game), now, "LOG#"):
        wrong = _followed(found, item.sk, item.body)
        if wrong:
            found.wrong = (*found.wrong, wrong)
            return found
    return found


def _followed(found: Folded, sk: str, body: str) -> str:
    """Follow the log for one entry; gives what is wrong with it, or nothing."""
    if sk != ledger.log_sk(found.seq + 1):
        return f"log: entry {found.seq + 1} is missing"
    try:
        entry = rules.read_entry(body)
    except msgspec.MsgspecError:
        return f"log: entry {found.seq + 1} cannot be read"
    if entry.seq != found.seq + 1:
        return f"log: entry {found.seq + 1} says that it is another"
    try:
        found.state = rules.folded(found.state, entry)
    except Exception as error:  # noqa: BLE001 -- whatever it is, the log cannot be followed further
        return f"log: entry {entry.seq} does not fold ({type(error).__name__})"
    found.seq = entry.seq
    found.asked[entry.seq] = ledger.digest(rules.write(entry.moves).decode())
    found.people |= ledger.people(found.state)
    found.codes |= ledger.codes(found.state)
    found.wrong = (*found.wrong, *_unsealed(entry))
    return ""


def _unsealed(entry: Log) -> Iterator[str]:
    """Check a deal against its commitment: that one is public before the first move."""
    hands = {event.to: event.cards or () for event in entry.events if isinstance(event, HandDealt)}
    for sealed in entry.events:
        if not isinstance(sealed, CaseSealed) or not sealed.case or not sealed.nonce:
            continue
        if Deal(sealed.case, hands, sealed.nonce).commitment != sealed.commitment:
            yield f"log: the deal of entry {entry.seq} is not the one that was sealed"
