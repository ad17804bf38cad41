"""Mail that comes in: whose it is, what it says, what becomes of it: one outcome for each."""

import re
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

import msgspec

from chalicelib import auth, ledger, letters
from chalicelib.auth import Profile, Return
from chalicelib.game import GM, ORGANISER, Busy, Refusal, redact
from chalicelib.inbox import Mail, open_mail, reply_tokens, sounds_automatic
from chalicelib.letters import Answer, Problem, Understood
from chalicelib.play import Asked, key_name, play, viewer
from chalicelib.read import Order, read
from chalicelib.rules import State
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Put

PLAIN_ID = re.compile(r"[!-;=?-~]{1,200}")
"""A Message-ID that may be repeated in a header of ours."""
MOST_PARTS, LONGEST_PART, MANY = 20, 400, 12
"""How much of a mail its answer repeats: orders, characters of each, and what is a long list."""


class Outcome(StrEnum):
    """What became of a mail."""

    DONE = "done"
    ASKED_BACK = "asked back"
    ANSWERED = "answered"
    MACHINE = "machine mail"
    REPEATED = "repeated"
    STRANGER = "stranger"


class Letterhead(msgspec.Struct, frozen=True):
    """A mail with what is known of it: the game, the account, the game's state.

    ``done``: it came before, and its moves are made.
    """

    mail: Mail
    back: Return
    state: State
    profile: Profile
    done: bool

    @property
    def reader(self) -> str:
        """To whom answers go: a seat or the organiser."""
        return ORGANISER if self.viewer == GM else self.viewer

    @property
    def viewer(self) -> str:
        """As whom the sender looks at the game."""
        return viewer(self.state, self.back.account)


def receive(  # noqa: PLR0913 -- the envelope
    site: Site,
    raw: bytes,
    envelope_from: str,
    recipients: Sequence[str],
    *,
    arrived: datetime,
    trusted: bool = False,
) -> Outcome:
    """Read a mail and do what it says, all of it or nothing; the sender gets an answer.

    ``arrived`` (UTC) is the time that counts. ``trusted``: the sender's domain vouches for the
    address. Raises ``Busy`` when the mail should be brought again in a moment.
    """
    mail = open_mail(raw, envelope_from, recipients)
    if mail.machine or mail.sender.endswith(f"@{site.mail_domain}"):
        return Outcome.MACHINE
    head = _letterhead(site, mail)
    if not head:
        return Outcome.STRANGER
    if head.done or _answered(site, mail):
        return Outcome.REPEATED
    if mail.sender.lower() != head.profile.address.lower():
        return _hint(site, head, "sender_mismatch")
    if not reply_tokens(mail) and not trusted:
        return _hint(site, head, "no_reply_address")
    known = (*head.state.deck.cards, *(seat.nick for seat in head.state.seats))
    text = open_mail(raw, envelope_from, recipients, vocabulary=known)
    return _act(site, msgspec.structs.replace(head, mail=text), arrived)


def _letterhead(site: Site, mail: Mail) -> Letterhead | None:
    """Find out where a mail belongs: by its reply address, else by sender and thread."""
    now = site.now()
    tokens = (auth.reply_to(site.store, token, now=now) for token in reply_tokens(mail))
    back = next((b for b in tokens if b), None) or _by_thread(site, mail)
    if not back:
        return None
    held = ledger.load(site.store, back.game, key_name(back.account, mail.fingerprint), now)
    if not held.state or not takes_part(held.state, back.account):
        return None
    profile = auth.profile(site.store, back.account, now=now)
    return Letterhead(mail, back, held.state, profile, bool(held.done))


def takes_part(state: State, account: str) -> bool:
    """Whether an account organises or plays the game (and not only did so once)."""
    return account == state.host or any(seat.account == account for seat in state.seats)


def _by_thread(site: Site, mail: Mail) -> Return | None:
    """Find the game by the thread a mail belongs to, or by its sender's only game."""
    account = auth.account_at(site.store, mail.sender, now=site.now())
    if not account:
        return None
    games = ledger.games_of(site.store, account, site.now())
    named = [game for game in games if f"game-{game}@{site.mail_domain}" in mail.references]
    found = named or games
    return Return(found[0], account) if len(found) == 1 else None


def _answered(site: Site, mail: Mail) -> bool:
    """Whether this mail was answered before without a move."""
    return site.store.read(_record_key(mail.fingerprint), now=site.now())[0] is not None


def _record_key(name: str) -> tuple[str, str]:
    return f"MAIL#{name}", "OUTCOME"


def _act(site: Site, head: Letterhead, arrived: datetime) -> Outcome:
    """Make the moves of a mail, or answer what it asks, or say what is wrong with it."""
    view = redact(head.state, head.viewer)
    mail = head.mail
    if mail.flagged:
        return _ask_back(site, head, (Problem(mail.text[:200], "unreadable", "F13"),))
    orders = read(mail.text, view, head.reader, prompt=head.back.prompt, quoted=mail.quoted)
    if any(order.problem for order in orders):
        return _ask_back(site, head, tuple(_part(order) for order in orders))
    moves = [order for order in orders if order.move]
    if not moves:
        return _tell(site, head, "help" if orders[0].command == "help" else "status")
    asked = Asked(head.back.account, tuple(order.move for order in moves), "mail", arrived)
    try:
        played = play(
            site.store,
            head.back.game,
            asked,
            key=mail.fingerprint,
            now=site.now(),
            rng=site.rng,
            settle=site.settle,
        )
    except Busy:
        raise
    except Refusal as refusal:
        return _ask_back(site, head, _refused(moves, refusal))
    return Outcome.REPEATED if played.replayed else Outcome.DONE


def _part(order: Order) -> Problem | Understood:
    return order.problem or Understood(order.text)


def _refused(moves: list[Order], refusal: Refusal) -> tuple[Problem | Understood, ...]:
    """Put a refusal beside the order it is about; the others were understood and are not done."""
    return tuple(
        Problem(order.text, refusal.code, refusal.rule, refusal.facts)
        if number == refusal.place
        else Understood(order.text)
        for number, order in enumerate(moves)
    )


def _ask_back(site: Site, head: Letterhead, parts: tuple[Problem | Understood, ...]) -> Outcome:
    """Answer that nothing was done, and why; what sounds like a machine gets no answer."""
    if sounds_automatic(head.mail.subject):
        return Outcome.MACHINE
    answer = Answer(
        head.back.game,
        head.reader,
        "refused",
        _message_id(head),
        _short(parts),
        head.back.prompt,
    )
    return _answer(site, answer, Outcome.ASKED_BACK, head.mail.fingerprint)


def _short(parts: tuple[Problem | Understood, ...]) -> tuple[Problem | Understood, ...]:
    """Give the first orders of a mail, each cut; a long list of choices is repeated once only."""
    cut: list[Problem | Understood] = []
    for part in parts[:MOST_PARTS]:
        text = part.text[:LONGEST_PART]
        if isinstance(part, Problem) and cut and len(part.facts.get("choices", ())) > MANY:
            facts = {name: fact for name, fact in part.facts.items() if name != "choices"}
            cut.append(Problem(text, part.code, part.rule, facts))
        else:
            cut.append(msgspec.structs.replace(part, text=text))
    return tuple(cut)


def _hint(site: Site, head: Letterhead, code: str) -> Outcome:
    """Tell the player once a day that mail came which nobody vouches for; nothing was done."""
    answer = Answer(head.back.game, head.reader, "refused", parts=(Problem("", code),))
    today = ledger.digest("hint", head.back.account, site.now().date().isoformat())
    return _answer(site, answer, Outcome.ASKED_BACK, today)


def _tell(site: Site, head: Letterhead, about: letters.Subject) -> Outcome:
    """Answer a question."""
    answer = Answer(head.back.game, head.reader, about, _message_id(head))
    return _answer(site, answer, Outcome.ANSWERED, head.mail.fingerprint)


def _message_id(head: Letterhead) -> str:
    name = head.mail.message_id
    return f"<{name}>" if PLAIN_ID.fullmatch(name) and "=?" not in name else ""


def _answer(site: Site, answer: Answer, outcome: Outcome, name: str) -> Outcome:
    """Post an answer and remember it under a name, both or neither."""
    now = site.now()
    record = Item(*_record_key(name), outcome.value, expires=now + ledger.KEY_LIFE)
    try:
        site.store.write(Put(record, 0), Put(ledger.outgoing(answer, now, name[:24])), now=now)
    except Conflict:
        return Outcome.REPEATED
    return outcome
