"""A letter as a mail: text and HTML, a reply address that leads back, the thread it belongs to.

Nothing in it makes another program answer, and our own program knows it again as its own. There is
no List-Id: a game is no mailing list, and whoever files mail by it would lose the thread.
"""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP

from chalicelib import replies, unsubscribe
from chalicelib.deliver.words import Addressed
from chalicelib.inbox.parent import imprint
from chalicelib.site import Site


def message(site: Site, name: str, addressed: Addressed) -> EmailMessage:
    """Wrap words into a mail; every line of it is printable ASCII. Raises ``ValueError`` if not."""
    domain, page = site.mail_domain, addressed.page
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address("Alibi", site.sender, domain)
    mail["To"] = Address(addr_spec=addressed.to)
    mail["Subject"] = _unencoded(page.subject)
    mail["Date"] = site.now()
    mail["Auto-Submitted"] = "auto-replied" if addressed.reply_to else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    identity = f"{addressed.game or 'sign-in'}.{name}"
    mail["Message-ID"] = f"<{identity}@{domain}>"
    mail["X-Alibi-Loop"] = addressed.game or "sign-in"
    mail["X-Alibi-Letter"] = identity
    if addressed.account:
        _thread_headers(site, mail, addressed)
    elif addressed.mailbox:
        mail["Reply-To"] = Address("Alibi", addressed.mailbox, domain)
    for header, value in _leaving(site, addressed).items():
        mail[header] = value
    mail.set_content(page.text, cte="quoted-printable")
    mail.add_alternative(page.html, subtype="html", cte="quoted-printable")
    if any(mark in str(value) for value in mail.values() for mark in "\r\n"):
        raise ValueError("a header has more than one line")
    return mail


def _leaving(site: Site, addressed: Addressed) -> dict[str, str]:
    """Give the headers for unsubscribing, where somebody gets mail of a game."""
    if not addressed.account:
        return {}
    return unsubscribe.headers(site, addressed.account, addressed.game)


def _unencoded(text: str) -> str:
    """Break what the email package would decode as an encoded word, line ends and all."""
    return text.replace("=?", "= ?")


def back(addressed: Addressed) -> replies.Return:
    """Say where an answer to a letter belongs."""
    return replies.Return(addressed.game, addressed.account, addressed.prompt, addressed.seq)


def _standing_address(site: Site, addressed: Addressed) -> str:
    said = imprint(addressed.page.text)
    return replies.standing_token(site.store, back(addressed), said, now=site.now(), rng=site.rng)


def _thread_headers(site: Site, mail: EmailMessage, addressed: Addressed) -> None:
    """Say where a reply goes and to which thread the mail belongs."""
    token = addressed.ticket or _standing_address(site, addressed)
    mail["Reply-To"] = Address("Alibi", f"r+{token}", site.mail_domain)
    thread = f"<game-{addressed.game}@{site.mail_domain}>"
    references = [thread] if addressed.game else []
    if addressed.prompt is not None:
        name = f"prompt-{addressed.game}.{addressed.prompt}"
        references.append(f"<{name}@{site.mail_domain}>")
    if addressed.reply_to:
        references.append(addressed.reply_to)
        mail["In-Reply-To"] = addressed.reply_to
    if references:
        mail["References"] = " ".join(references)
