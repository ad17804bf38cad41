"""Mail of somebody at no table: joining and observing by mail, and what observers may ask.

Who is unknown gets one kind of letter only: the one that asks whether it was they, a few a day, and
only where the code they wrote is that of a game. To everything else there is silence.
"""

from datetime import datetime

from chalicelib import accounts, ledger, limits, proofs, replies
from chalicelib.game import Busy, Refusal
from chalicelib.inbox import Mail, reply_tokens
from chalicelib.ledger import digest
from chalicelib.letters import Carried, Note, Problem
from chalicelib.postbox import commands
from chalicelib.postbox.arrival import Arrival
from chalicelib.postbox.commands import Sender
from chalicelib.postbox.evidence import Evidence
from chalicelib.postbox.outcomes import Outcome
from chalicelib.proofs import Wish
from chalicelib.read import Order
from chalicelib.read.command_words import YES
from chalicelib.read.commands import Command, command
from chalicelib.site import Site
from chalicelib.text import bare, folded, tidy

MOST_LINES, MOST_TOKENS = 20, 5
FOR_ANYBODY = ("join", "observe", "unobserve", "language", "zone", "unsubscribe", "subscribe")
"""What somebody may ask who is at no table."""


def arrived(site: Site, mail: Mail, arrival: Arrival, proof: Evidence) -> Outcome | None:
    """Do what a mail says that belongs to no seat; ``None`` where there is nothing in it for us.

    ``proof`` says whether it is from the address in From; forged mail does nothing.
    """
    if proof is Evidence.FORGED or "FAIL" in (arrival.verdicts.virus, arrival.verdicts.spam):
        return None
    secrets = _proof_tokens(site, mail)
    for secret in secrets[:MOST_TOKENS]:
        if wish := proofs.wish_of(site, secret):
            return _proven(site, mail, secret, wish)
    wanted = _wanted(mail.text, arrival.at)
    account = _account(site, mail, proven=proof is Evidence.PROVEN)
    if account:
        return _known(site, mail, arrival, account, wanted)
    return _unknown(site, mail, wanted)


def _proof_tokens(site: Site, mail: Mail) -> list[str]:
    """Give the tokens of all ``j+TOKEN@`` recipients at our domain."""
    end = f"@{site.mail_domain.lower()}"
    ours = (address for address in mail.recipients if address.endswith(end))
    return [a.removeprefix("j+").partition("@")[0] for a in ours if a.startswith("j+")]


def _proven(site: Site, mail: Mail, secret: str, wish: Wish) -> Outcome:
    """The token came back, so the address is theirs: do what they want, if they still do."""
    said = _nick_beside_yes(mail.text)
    if said is None:
        return Outcome.STRANGER
    try:
        account = proofs.fulfil(site, secret, nick=said)
    except Busy:
        raise
    except Refusal as refusal:
        return _refused(site, mail, wish, refusal)
    if wish.kind == "observe":
        state = ledger.state_of(site.store, proofs.game_of(site, wish.code) or "", site.now())
        title = state.setting.title if state else ""
        _answer(site, account, mail, (Carried("", "observe", {"title": title}),))
    return Outcome.DONE


def _nick_beside_yes(text: str) -> str | None:
    """Give the nick behind a «yes», "" if there is none; ``None`` if nobody said yes."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    found = command(first, None)
    if isinstance(found, Command) and found.kind == "join":
        return found.nick
    word, _, rest = tidy(first).partition(" ")
    if folded(word).strip(" .,!:;") not in YES:
        return None
    return rest.strip(' .,:;«»"')


def _refused(site: Site, mail: Mail, wish: Wish, refusal: Refusal) -> Outcome:
    """Say why it did not work; an address that is proven has an account to be answered."""
    account = accounts.account_at(site.store, wish.address, now=site.now())
    if not account:
        return Outcome.STRANGER
    problem = Problem(mail.text[:200], refusal.code, refusal.rule, refusal.facts)
    _answer(site, account, mail, (problem,))
    return Outcome.ASKED_BACK


def _account(site: Site, mail: Mail, *, proven: bool) -> str | None:
    """Give the account that has surely written: to a reply address of its own, or with proof."""
    account = accounts.account_at(site.store, mail.sender, now=site.now()) if mail.sender else None
    if not account:
        return None
    backs = (replies.reply_to(site.store, t, now=site.now()) for t in reply_tokens(mail)[:5])
    by_address = any(back and back.account == account for back in backs)
    return account if by_address or proven else None


def _wanted(text: str, at: datetime) -> tuple[Order, ...]:
    """Give the commands among the first lines of a mail; other lines are talk."""
    lines = [line for line in text.splitlines() if line.strip()][:MOST_LINES]
    found = ((line.strip(), command(line, at.date())) for line in lines)
    return tuple(
        Order(line, command=each.kind, details=each)
        for line, each in found
        if isinstance(each, Command) and each.kind in FOR_ANYBODY
    )


def _known(
    site: Site, mail: Mail, arrival: Arrival, account: str, wanted: tuple[Order, ...]
) -> Outcome | None:
    """Carry out what somebody asks who has an account, and surely wrote it."""
    if not wanted or not limits.within(site, f"commands {account}", limits.UNPROVEN.mails):
        return None
    profile = accounts.profile(site.store, account, now=site.now())
    sender = Sender(profile, "", "", None, mail.fingerprint, arrival.at)
    try:
        carried = commands.carry_out(site, sender, commands.of(wanted))
    except Busy:
        raise
    except Refusal as refusal:
        said = wanted[refusal.place].text
        _answer(site, account, mail, (Problem(said, refusal.code, refusal.rule, refusal.facts),))
        return Outcome.ASKED_BACK
    _answer(site, account, mail, carried)
    return Outcome.DONE


def _unknown(site: Site, mail: Mail, wanted: tuple[Order, ...]) -> Outcome | None:
    """Ask an address whether it was they, where the code that was written is that of a game."""
    asked = next((o.details for o in wanted if o.command in ("join", "observe")), None)
    game = proofs.game_of(site, asked.text) if asked else None
    if not asked or not game or not mail.sender:
        return None
    state = ledger.state_of(site.store, game, site.now())
    if not state or state.phase == "over":
        return None
    if asked.kind == "join" and bare(asked.text) == game:
        return None
    try:
        address = proofs.checked(site, mail.sender)
    except Refusal:
        return None
    kind: proofs.Kind = "observe" if asked.kind == "observe" else "join"
    language = _language(mail.text, state.setting.language)
    wish = Wish(kind, address, asked.text, asked.nick, language)
    sent = proofs.ask(site, wish, game, digest("wish", mail.fingerprint)[:24])
    return Outcome.ASKED_BACK if sent else None


def _language(text: str, usual: str) -> str:
    """Guess in which language somebody wrote, by letters and words; else that of the game."""
    form = folded(text)
    if any("а" <= char <= "я" for char in form):
        return "ru"
    words = set(form.split())
    if words & {"dolacz", "dolaczam", "chce", "obserwuj", "obserwuje", "obserwowac"}:
        return "pl"
    return "en" if words & {"join", "observe", "watch"} else usual


def _answer(site: Site, account: str, mail: Mail, parts: tuple[Problem | Carried, ...]) -> None:
    """Answer an account that is at no table."""
    letter = Note("settings", "", account, parts=parts)
    commands.post(site, letter, mail.fingerprint)
