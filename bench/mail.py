"""Mail on one machine: how soon a reply over SMTP is answered, how many a second, what takes time.

One process, the one of ``make play``; the replies come over real SMTP, the letters land in
Maildirs. A letter's time is that of its file.
"""

import cProfile
import io
import pstats
import re
import smtplib
import time
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import parseaddr
from statistics import median

import msgspec

from chalicelib import deliver, ledger
from chalicelib.play import Asked, play
from chalicelib.rules.forum.state import State
from chalicelib.rules.verbs import Suggest
from infra.demo.game import instance
from infra.local import seating
from infra.local.mailbox import Received
from infra.local.runner import Runner
from infra.local.seating import Player
from infra.local.verdicts import UNKNOWN

TABLES, SEATS, ROUNDS = 4, 6, 5
"""Games, players at each, and questions that each asks: 120 replies with a card or without."""
REPLIES = 200
PATIENCE = 60.0
LINE = re.compile(r"\s*[\d/]+\s+([\d.]+)\s+[\d.]+\s+[\d.]+\s+[\d.]+\s+(\S.*)")
"""A line of the profiler's: calls, own time, …, where."""


class Seat(msgspec.Struct, frozen=True):
    """A player at a table: their account and mailbox, and the letter with their hand."""

    game: str
    id: str
    account: str
    address: str
    letter: Received


def report() -> Iterator[str]:
    """Play by mail, and say what it took."""
    with instance() as runner:
        seats = [seat for number in range(TABLES) for seat in _table(runner, number)]
        receipts, cards = _answers(runner, seats)
        yield (
            f"from SMTP 250 to the receipt in the Maildir: {_spread(receipts)}; to the private "
            f"card in the asker's: {_spread(cards)} (one process, {len(receipts)} replies)"
        )
        taken, sent = _sustained(runner, seats)
        yield (
            f"mails sustained: {REPLIES / taken:,.0f} a second taken, {REPLIES / sent:,.0f} a "
            f"second until all receipts lay in Maildirs ({REPLIES} replies over one connection)"
        )
        for line in _profiled(runner, seats):
            yield f"a mail in one thread: {line}"


def _spread(times: list[float]) -> str:
    """Give the median and the slowest of twenty."""
    slow = sorted(times)[len(times) * 19 // 20]
    return f"median {median(times) * 1000:.0f} ms, 95 % within {slow * 1000:.0f} ms"


def _table(runner: Runner, number: int) -> Iterator[Seat]:
    """Open a table, seat six, deal, and wait for their hands."""
    host = Player("", f"host-{number}@{seating.HOME}", "en")
    wanted = {
        "title": f"Bench {number}",
        "language": "en",
        "options": {"suggestions_per_day": ROUNDS, "per_addressee_per_day": ROUNDS},
    }
    game, code = seating.open_table(runner.client, host, wanted)
    addresses = [f"seat-{number}-{place}@{seating.HOME}" for place in range(1, SEATS + 1)]
    for place, address in enumerate(addresses, 1):
        seating.sit_down(runner.client, code, Player(f"Player {place}", address, "en"))
    seating.move(runner.client, game, host, "start")
    runner._moved()  # noqa: SLF001 -- as a form would
    for seat, address in zip(_state(runner, game).seats, addresses, strict=True):
        letter = _awaited(runner, address, "Your hand")
        yield Seat(game, seat.id, seat.account or "", address, letter)


def _state(runner: Runner, game: str) -> State:
    state = ledger.state_of(runner.store, game, runner.site.now())
    if not isinstance(state, State):
        raise TypeError("no forum game")
    return state


def _awaited(runner: Runner, address: str, words: str) -> Received:
    """Wait for the newest letter with certain words."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for letter in runner.mailboxes.letters(address, 5):
            if words in letter.text:
                return letter
        time.sleep(0.002)
    raise TimeoutError(words)


def _answers(runner: Runner, seats: list[Seat]) -> tuple[list[float], list[float]]:
    """Let everybody ask the next, answer by mail; the times to the receipt and to the card."""
    receipts, cards = [], []
    for number in range(ROUNDS):
        for place, asker in enumerate(seats):
            table = [seat for seat in seats if seat.game == asker.game]
            asked = table[(place + 1) % SEATS]
            receipt, card = _answered(runner, asker, asked, number)
            receipts.append(receipt)
            cards.append(card)
    return receipts, cards


def _answered(runner: Runner, asker: Seat, asked: Seat, number: int) -> tuple[float, float]:
    """Ask for a card that the other holds, let them show it by mail, and time the letters."""
    state = _state(runner, asker.game)
    hand = next(seat.hand for seat in state.seats if seat.id == asked.id) or ()
    held, deck = hand[number % len(hand)], state.deck
    kinds = (deck.suspects, deck.weapons, deck.rooms)
    case = [held if held in cards else cards[number % len(cards)] for cards in kinds]
    move = Suggest(case[0], case[1], case[2], asked.id)
    site, wish = runner.site, Asked(asker.account, (move,), "rest", runner.site.now())
    key = f"{asker.id} {number}"
    play(site.store, asker.game, wish, key=key, now=wish.at, rng=site.rng)
    runner._moved()  # noqa: SLF001 -- as the API does
    question = _awaited(runner, asked.address, f"{', '.join(case)}")
    before = {seat.address: _names(runner, seat) for seat in (asker, asked)}
    with smtplib.SMTP(*runner._place.smtp, timeout=PATIENCE) as server:  # noqa: SLF001
        _sent(server, asked, question, held)
        taken = time.time()
    receipt, card = (_arrived(runner, seat, before[seat.address]) for seat in (asked, asker))
    return receipt - taken, card - taken


def _names(runner: Runner, seat: Seat) -> set[str]:
    """Name the files in a mailbox."""
    return {path.name for path in (runner.mailboxes.path(seat.address) / "new").iterdir()}


def _arrived(runner: Runner, seat: Seat, before: set[str]) -> float:
    """Wait for a new file in a mailbox, and give its time."""
    folder, end = runner.mailboxes.path(seat.address) / "new", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        fresh = [path for path in folder.iterdir() if path.name not in before]
        if fresh:
            return min(path.stat().st_mtime for path in fresh)
        time.sleep(0.002)
    raise TimeoutError(seat.id)


def _reply(seat: Seat, letter: Received, text: str) -> EmailMessage:
    """Write a reply as a mail program does, with the letter quoted."""
    mail = EmailMessage()
    mail["From"], mail["To"] = seat.address, letter.reply_to
    mail["Subject"] = f"Re: {letter.subject}"
    mail["Message-ID"] = f"<{time.time_ns()}@{seating.HOME}>"
    mail["In-Reply-To"] = letter.message_id
    quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
    mail.set_content(f"{text}\n\nOn 1 Dec 2026 at 18:00, Alibi wrote:\n{quoted}\n")
    return mail


def _sent(server: smtplib.SMTP, seat: Seat, letter: Received, text: str) -> None:
    """Bring a reply."""
    mail = _reply(seat, letter, text)
    server.send_message(mail, seat.address, [parseaddr(letter.reply_to)[1]])


def _sustained(runner: Runner, seats: list[Seat]) -> tuple[float, float]:
    """Bring many comments one after the other: the seconds until all are taken, and answered."""
    before = sum(runner.mailboxes.count(seat.address) for seat in seats)
    begun = time.monotonic()
    with smtplib.SMTP(*runner._place.smtp, timeout=PATIENCE) as server:  # noqa: SLF001
        for number in range(REPLIES):
            seat = seats[number % len(seats)]
            _sent(server, seat, seat.letter, f"Comment: line {number}")
    taken = time.monotonic() - begun
    while sum(runner.mailboxes.count(seat.address) for seat in seats) < before + REPLIES:
        if time.monotonic() > begun + PATIENCE + taken:
            raise TimeoutError("receipts")
        time.sleep(0.01)
    return taken, time.monotonic() - begun


def _profiled(runner: Runner, seats: list[Seat]) -> Iterator[str]:
    """Take and answer comments in one thread under a profiler: the three largest items."""
    for worker in runner._workers:  # noqa: SLF001 -- nobody else may send what is timed here
        worker.stop()
    amazon, site = runner._amazon, runner.site  # noqa: SLF001
    mails = [(s, _reply(s, s.letter, f"Comment: {n}")) for n in range(8) for s in seats]
    spent = [0.0, 0.0]
    profile = cProfile.Profile()
    for place, (seat, mail) in enumerate(mails):
        if place == len(mails) // 2:
            profile.enable()
        marks = [time.perf_counter()]
        to = parseaddr(str(mail["To"]))[1]
        amazon.receive(seat.address, (to,), mail.as_bytes(), site.now(), UNKNOWN)
        marks.append(time.perf_counter())
        deliver.sweep(site, amazon.ses)
        marks.append(time.perf_counter())
        if place < len(mails) // 2:
            spent = [old + marks[i + 1] - marks[i] for i, old in enumerate(spent)]
    profile.disable()
    read, sent = (1000 * part / (len(mails) // 2) for part in spent)
    yield f"read and acted upon in {read:.1f} ms, receipt worded and sent in {sent:.1f} ms"
    yield from _largest(profile)


def _largest(profile: cProfile.Profile) -> Iterator[str]:
    """Give the three functions in which most time was spent, each with its share."""
    text = io.StringIO()
    stats = pstats.Stats(profile, stream=text).strip_dirs().sort_stats("tottime")
    stats.print_stats(3)
    whole = stats.total_tt  # type: ignore[attr-defined]
    for line in text.getvalue().splitlines():
        if found := LINE.fullmatch(line):
            yield f"{float(found[1]) / whole:.0%} of the time in {found[2]}"
