"""Mail that somebody else might send in a player's name: each kind with what may come of it."""

from collections.abc import Sequence

import msgspec

from chalicelib.postbox import Outcome, Verdicts
from tests.worlds import PROVEN

OWNER, THIEF = "p2@example.org", "thief@evil.example"
MOVE, ACCUSE = "Mustard", "Accusation: White, Pistol, Study"
Header = tuple[str, str]

FAILED = Verdicts("PASS", "PASS", "FAIL", "FAIL", "FAIL")
GRAY = Verdicts("PASS", "PASS", "GRAY", "GRAY", "GRAY")


def failed(policy: str) -> Verdicts:
    """DMARC failed, and this is what the domain asks for."""
    return msgspec.structs.replace(FAILED, policy=policy)


def all_of(word: str) -> Verdicts:
    """Every check says this."""
    return Verdicts(*[word] * 5)


def signed(dkim: str = "PASS", spf: str = "GRAY") -> Verdicts:
    """No DMARC policy, and these results."""
    return Verdicts("PASS", "PASS", spf, dkim, "GRAY")


class Forgery(msgspec.Struct, frozen=True):
    """One mail: its headers besides To, the envelope, and what it may lead to.

    ``letters``: how many go to the owner of the seat; nobody else ever gets one. ``to`` is where
    it goes: the reply address of the owner's letter, unless it says otherwise.
    """

    name: str
    headers: Sequence[Header]
    outcome: Outcome
    letters: int
    text: str = ACCUSE
    verdicts: Verdicts = PROVEN
    envelope: str = THIEF
    to: str = ""


def from_(address: str) -> Sequence[Header]:
    """The header From alone."""
    return (("From", address),)


def thread(name: str, address: str) -> Sequence[Header]:
    """A From and the id of a thread."""
    return (("From", address), ("References", name))


ASKED, HELD_TO = Outcome.ASKED_BACK, Outcome.QUARANTINED
SILENT = Outcome.STRANGER
THREAD = "<game-game@in.alibi.test>"
REAL = "amazonses.com; spf=fail client-ip=192.0.2.1; envelope-from=x@evil.example; dkim=pass "
GAME = "game@in.alibi.test"

ELSEWHERE = (
    Forgery("stolen token, proven thief", from_(THIEF), ASKED, 1, MOVE),
    Forgery("stolen token, unproven thief", from_(THIEF), ASKED, 1, MOVE, all_of("DISABLED")),
    Forgery("the owner's name as a name", from_(f'"{OWNER}" <{THIEF}>'), ASKED, 1, MOVE),
    Forgery("two From fields", (*from_(OWNER), *from_(THIEF)), ASKED, 1, MOVE),
    Forgery("a list in From", from_(f"{OWNER}, {THIEF}"), ASKED, 1, MOVE),
    Forgery("a group in From", from_(f"x: {THIEF}, {OWNER};"), ASKED, 1, MOVE),
    Forgery("the owner as Sender", (*from_(THIEF), ("Sender", OWNER)), ASKED, 1, MOVE),
    Forgery("the owner as Reply-To", (*from_(THIEF), ("Reply-To", OWNER)), ASKED, 1, MOVE),
    Forgery("an empty From", from_(""), ASKED, 1, MOVE),
    Forgery("no From, the thief's envelope", (), ASKED, 1, MOVE),
    Forgery("a lookalike letter", from_("р2@example.org"), ASKED, 1, MOVE),
    Forgery("a longer domain", from_("p2@example.org.evil.example"), ASKED, 1, MOVE),
    Forgery("a tagged address", from_("p2+x@example.org"), ASKED, 1, MOVE),
    Forgery("an encoded address", from_("=?utf-8?q?p2=40example.org?="), ASKED, 1, MOVE),
    Forgery("a thief asks for the status", from_(THIEF), ASKED, 1, "status"),
    Forgery("a thief leaves the game", from_(THIEF), ASKED, 1, "I leave the game"),
)
"""Written from elsewhere to the owner's reply address: the owner is asked."""

IN_THE_NAME = (
    Forgery("DMARC failed, reject", from_(OWNER), ASKED, 1, MOVE, failed("reject")),
    Forgery("DMARC failed, quarantine", from_(OWNER), ASKED, 1, MOVE, failed("quarantine")),
    Forgery("the same by a thief", from_(THIEF), ASKED, 1, MOVE, failed("reject")),
    Forgery("DMARC failed, none", from_(OWNER), ASKED, 1, ACCUSE, failed("none")),
    Forgery("DMARC failed, no policy named", from_(OWNER), ASKED, 1, ACCUSE, failed("")),
    Forgery("all disabled", from_(OWNER), ASKED, 1, ACCUSE, all_of("DISABLED")),
    Forgery("all failed to run", from_(OWNER), ASKED, 1, ACCUSE, all_of("PROCESSING_FAILED")),
    Forgery("words unknown to us", from_(OWNER), ASKED, 1, ACCUSE, all_of("MAYBE")),
    Forgery("nothing found out", from_(OWNER), ASKED, 1, ACCUSE, GRAY),
    Forgery("no verdicts at all", from_(OWNER), ASKED, 1, ACCUSE, Verdicts()),
    Forgery("SPF of the thief's domain", from_(OWNER), ASKED, 1, ACCUSE, signed("GRAY", "PASS")),
    Forgery(
        "signed by the thief",
        (("Authentication-Results", f"{REAL} header.i=@evil.example"), *from_(OWNER)),
        *(ASKED, 1, ACCUSE, signed()),
    ),
    Forgery(
        "signed by a domain that ends alike",
        (("Authentication-Results", f"{REAL} header.d=badexample.org"), *from_(OWNER)),
        *(ASKED, 1, ACCUSE, signed()),
    ),
    Forgery(
        "signed by a public suffix",
        (("Authentication-Results", f"{REAL} header.d=org"), *from_(OWNER)),
        *(ASKED, 1, ACCUSE, signed()),
    ),
    Forgery(
        "results of another server on top",
        (
            ("Authentication-Results", "mx.evil.example; dkim=pass header.d=example.org"),
            *from_(OWNER),
        ),
        *(ASKED, 1, ACCUSE, signed()),
    ),
    Forgery(
        "results in our server's name below its own",
        (
            ("Authentication-Results", f"{REAL} header.i=@evil.example"),
            ("Authentication-Results", "amazonses.com; dkim=pass header.d=example.org"),
            *from_(OWNER),
        ),
        *(ASKED, 1, ACCUSE, signed()),
    ),
    Forgery(
        "results in a comment",
        (
            (
                "Authentication-Results",
                f"{REAL} (header.d=example.org) header.d=evil.example",
            ),
            *from_(OWNER),
        ),
        *(ASKED, 1, ACCUSE, signed()),
    ),
    Forgery(
        "a failed signature of the owner's domain",
        (
            (
                "Authentication-Results",
                "amazonses.com; dkim=fail header.d=example.org; dkim=pass header.d=evil.example",
            ),
            *from_(OWNER),
        ),
        *(ASKED, 1, ACCUSE, signed()),
    ),
    Forgery("unproven, leaving", from_(OWNER), ASKED, 1, "I leave the game", GRAY),
)
"""Written in the owner's name to the owner's reply address, and nobody vouches for it."""

ASTRAY = (
    Forgery("a thread, unproven", thread(THREAD, OWNER), ASKED, 1, MOVE, GRAY, to=GAME),
    Forgery("a thread, forged", thread(THREAD, OWNER), ASKED, 1, MOVE, failed("reject"), to=GAME),
    Forgery("no thread, proven", from_(OWNER), ASKED, 1, MOVE, to=GAME),
    Forgery("no thread, unproven", from_(OWNER), ASKED, 1, MOVE, GRAY, to=GAME),
    Forgery("a thief in the thread", thread(THREAD, THIEF), SILENT, 0, MOVE, to=GAME),
    Forgery(
        "a thief with our question",
        thread("<prompt-game.1@in.alibi.test>", THIEF),
        *(SILENT, 0, MOVE),
        to=GAME,
    ),
    Forgery(
        "a made-up token", from_(THIEF), SILENT, 0, MOVE, to="r+aaaaaaaaaaaaaaaaaaaa@in.alibi.test"
    ),
    Forgery("a thief, no thread", from_(THIEF), SILENT, 0, MOVE, to=GAME),
    Forgery("nobody at all", (), SILENT, 0, MOVE, to=GAME),
)
"""Written to no letter: at most the owner is told to reply to one."""

M = Outcome.MACHINE
MACHINES = (
    Forgery("a bounce", from_("MAILER-DAEMON@example.org"), M, 0, MOVE, envelope=""),
    Forgery("an empty envelope sender", from_(OWNER), M, 0, MOVE, envelope=""),
    Forgery(
        "a report", (*from_(OWNER), ("Content-Type", "multipart/report; boundary=x")), M, 0, MOVE
    ),
    Forgery("a failed recipient", (*from_(OWNER), ("X-Failed-Recipients", OWNER)), M, 0, MOVE),
    Forgery(
        "an absence, ru", (*from_(OWNER), ("Auto-Submitted", "auto-replied")), M, 0, "Я в отпуске"
    ),
    Forgery(
        "an absence by subject, ru",
        (*from_(OWNER), ("Subject", "Автоответ: Re: The Villa")),
        *(M, 0, "Буду через неделю."),
    ),
    Forgery(
        "an absence by subject, pl",
        (*from_(OWNER), ("Subject", "Odpowiedź automatyczna: The Villa")),
        *(M, 0, "Jestem na urlopie do poniedziałku."),
    ),
    Forgery(
        "an absence by subject, en",
        (*from_(OWNER), ("Subject", "Out of Office: The Villa")),
        *(M, 0, "I am away until Monday."),
    ),
    Forgery("X-Autoreply", (*from_(OWNER), ("X-Autoreply", "yes")), M, 0, MOVE),
    Forgery("X-Autorespond", (*from_(OWNER), ("X-Autorespond", "vacation")), M, 0, MOVE),
    Forgery("Precedence auto_reply", (*from_(OWNER), ("Precedence", "auto_reply")), M, 0, MOVE),
    Forgery("Precedence bulk", (*from_(OWNER), ("Precedence", "bulk")), M, 0, MOVE),
    Forgery("a mailing list", (*from_(OWNER), ("List-Id", "<talk.example.org>")), M, 0, MOVE),
    Forgery("our own letter comes back", (*from_(OWNER), ("X-Alibi-Loop", "game")), M, 0, MOVE),
    Forgery("our own domain", from_(GAME), M, 0, MOVE),
    Forgery("a reply address writes", from_("r+abc@in.alibi.test"), M, 0, MOVE),
    Forgery("no-reply", from_("no-reply@example.org"), M, 0, MOVE),
    Forgery("spam", from_(OWNER), HELD_TO, 0, MOVE, msgspec.structs.replace(PROVEN, spam="FAIL")),
    Forgery(
        "a virus", from_(OWNER), HELD_TO, 0, MOVE, msgspec.structs.replace(PROVEN, virus="FAIL")
    ),
)
"""Written by a program: no answer at all."""
