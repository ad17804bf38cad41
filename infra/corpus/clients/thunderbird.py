"""Thunderbird, without a screen: a profile for each reply, and a script inside the program."""

import json
import os
import signal
import subprocess
from functools import partial
from pathlib import Path

from infra.corpus.catcher import free_port
from infra.corpus.clients.marionette import Marionette
from infra.corpus.jobs import HOST, SIGNED, Client, Job, Variant
from infra.corpus.letters import PLAYER
from infra.corpus.shell import environment, inbox, installed

SCRIPT = Path(__file__).with_suffix(".js")
LOCALES = {"ru": "ru", "en": "en-US", "pl": "pl"}
SIGNATURE = {"ru": "С уважением, Борис", "en": "Best regards, Boris", "pl": "Pozdrawiam, Bolek"}
TEXT, HTML, BOTH = 1, 2, 3
"""How a reply is sent."""


ALWAYS: dict[str, object] = {
    "mail.account.account1.server": "server1",
    "mail.account.account1.identities": "id1",
    "mail.accountmanager.accounts": "account1",
    "mail.accountmanager.defaultaccount": "account1",
    "mail.accountmanager.localfoldersserver": "server1",
    "mail.server.server1.type": "none",
    "mail.server.server1.hostname": "Local Folders",
    "mail.server.server1.userName": "nobody",
    "mail.server.server1.name": "Local Folders",
    "mail.server.server1.directory-rel": "[ProfD]Mail/Local Folders",
    "mail.identity.id1.useremail": PLAYER,
    "mail.identity.id1.smtpServer": "smtp1",
    "mail.identity.id1.fcc": False,
    "mail.identity.id1.FQDN": HOST,
    "mail.smtpservers": "smtp1",
    "mail.smtp.defaultserver": "smtp1",
    "mail.smtpserver.smtp1.hostname": "127.0.0.1",
    "mail.smtpserver.smtp1.authMethod": 1,
    "mail.smtpserver.smtp1.try_ssl": 0,
    "mail.smtpserver.smtp1.hello_argument": HOST,
    "mail.provider.suppress_dialog_on_startup": True,
    "mail.spotlight.firstRunDone": True,
    "mail.rights.version": 1,
    "mail.SpellCheckBeforeSend": False,
    "mailnews.start_page.enabled": False,
    "mailnews.message_warning.enabled": False,
    "app.update.enabled": False,
    "app.donation.eoy.version.viewed": 999,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.autoDisableScopes": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
"""An account without a server, a way to send, and no questions at the start."""


def _preferences(job: Job, port: int) -> dict[str, object]:
    """Give the settings of the profile."""
    kind, *_ = job.variant.split("-")
    return ALWAYS | {
        "mail.identity.id1.fullName": SIGNED[job.language],
        "mail.identity.id1.compose_html": kind != "text",
        "mail.identity.id1.reply_on_top": 1 if job.place == "top" else 0,
        "mail.identity.id1.sig_bottom": "signed" in job.variant,
        "mail.identity.id1.htmlSigText": (
            SIGNATURE[job.language] if "signed" in job.variant else ""
        ),
        "mail.smtpserver.smtp1.port": job.port,
        "mail.default_send_format": {"text": TEXT, "html": HTML, "both": BOTH}[kind],
        "marionette.port": port,
        "intl.locale.requested": LOCALES[job.language],
    }


def _profile(job: Job, port: int) -> Path:
    """Make a profile with the letter in its inbox."""
    profile = job.home / "profile"
    local = profile / "Mail" / "Local Folders"
    local.mkdir(parents=True)
    Path(inbox(job)).rename(local / "Inbox")
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});"
        for name, value in _preferences(job, port).items()
    ]
    (profile / "user.js").write_text("\n".join(lines) + "\n", "utf-8")
    return profile


def _reply(job: Job) -> None:
    """Start Thunderbird, reply, and end it."""
    port = free_port()
    command = ["thunderbird", "--headless", "--marionette", "--remote-allow-system-access"]
    command += ["--no-remote", "-profile", str(_profile(job, port))]
    with subprocess.Popen(  # noqa: S603
        command,
        env=environment(job),
        cwd=job.home,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as running:
        try:
            with Marionette(port) as session:
                html = not job.variant.startswith("text")
                told = session.run(SCRIPT.read_text("utf-8"), job.text.split("\n"), html)
        finally:
            _ended(running)
    if told != "sent":
        raise TimeoutError(str(told))


def _ended(running: subprocess.Popen[bytes]) -> None:
    """Make sure that the program and what it started are gone."""
    try:
        running.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)


CLIENTS = (
    Client(
        "thunderbird",
        "thunderbird thunderbird-l10n-ru thunderbird-l10n-pl",
        partial(installed, "thunderbird"),
        (
            Variant("text-top"),
            Variant("text-bottom", "bottom"),
            Variant("html-top"),
            Variant("html-bottom", "bottom"),
            Variant("both-top"),
            Variant("both-signed", "top"),
            Variant("text-signed", "bottom"),
        ),
        _reply,
    ),
)
