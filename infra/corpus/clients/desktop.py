"""Claws Mail and Sylpheed: on a screen that nobody sees, with our editor and a few keys."""

import time
from email.policy import default
from functools import partial
from pathlib import Path

from infra.corpus.clients.screen import Screen
from infra.corpus.jobs import HOST, SIGNED, Client, Job, Variant
from infra.corpus.letters import PLAYER
from infra.corpus.shell import environment, installed

FOLDERS = """<?xml version="1.0" encoding="UTF-8"?>
<folderlist>
  <folder type="mh" name="Mailbox" path="Mail">
    <folderitem type="inbox" name="inbox" path="inbox"/>
    <folderitem type="outbox" name="sent" path="sent"/>
    <folderitem type="draft" name="draft" path="draft"/>
    <folderitem type="queue" name="queue" path="queue"/>
    <folderitem type="trash" name="trash" path="trash"/>
  </folder>
</folderlist>
"""
ACCOUNT = """[Account: 1]
account_name=player
is_default=1
name={name}
address={address}
protocol={protocol}
receive_server=127.0.0.1
smtp_server=127.0.0.1
user_id=player
set_smtpport=1
smtp_port={port}
set_domain=1
domain={host}
generate_msgid=1
msgid_with_addr=0
signature_type=0
signature_path={home}/signature
auto_signature={signed}
"""
SETTINGS = """[Common]
auto_ext_editor=1
ext_editor_command={editor} {file}
enable_aspell=0
auto_signature={signed}
check_new_messages_at_startup=0
"""
WRITING, SENDING = 3, 3
"""Seconds for the editor to end, and for the mail to leave."""


def _home(job: Job, folder: str, settings: str, protocol: int, file: str) -> None:
    """Make a configuration, and a mailbox with the letter."""
    for box in ("inbox", "sent", "draft", "queue", "trash"):
        (job.home / "Mail" / box).mkdir(parents=True)
    (job.home / "Mail" / "inbox" / "1").write_bytes(job.letter.as_bytes(policy=default))
    (job.home / "signature").write_text(SIGNED[job.language] + "\n", "utf-8")
    facts = {
        "name": SIGNED[job.language],
        "address": PLAYER,
        "port": job.port,
        "host": HOST,
        "home": job.home,
        "protocol": protocol,
        "file": file,
        "editor": environment(job)["EDITOR"],
        "signed": int("signed" in job.variant),
    }
    written = {
        "folderlist.xml": FOLDERS,
        "accountrc": ACCOUNT.format_map(facts),
        settings: SETTINGS.format_map(facts),
    }
    (job.home / folder).mkdir()
    for name, text in written.items():
        Path(job.home / folder / name).write_text(text, "utf-8")


def _sylpheed(job: Job) -> None:
    """Reply with Sylpheed by its menus: replying is second in the fourth, sending first of all.

    It asks whether it may send in UTF-8 what does not fit into the charset it prefers.
    """
    _home(job, ".sylpheed-2.0", "sylpheedrc", 0, "'%s'")
    with Screen(job) as screen:
        screen.start(["sylpheed", "--open", "#mh/Mailbox/inbox/1"])
        screen.window(f"{job.letter['Subject']} - Sylpheed")
        screen.press("F10", "Right", "Right", "Right", "Down", "Down", "Return")
        screen.window("Re: ")
        time.sleep(WRITING)
        screen.press("F10", "Down", "Return")
        time.sleep(1)
        screen.press("Tab", "Return")
        time.sleep(SENDING)


def _claws(job: Job) -> None:
    """Reply with Claws Mail."""
    _home(job, ".claws-mail", "clawsrc", 6, "%s")
    with Screen(job) as screen:
        screen.start(["claws-mail", "--select", "#mh/Mailbox/inbox/1"])
        screen.window("player - Claws Mail")
        time.sleep(WRITING)
        screen.press("ctrl+r")
        screen.window("Re: ")
        time.sleep(WRITING)
        screen.press("ctrl+Return")
        time.sleep(SENDING)


_VARIANTS = (
    Variant("top"),
    Variant("bottom", "bottom"),
    Variant("inline", "inline", kinds=("two_lines",)),
    Variant("signed", "top"),
)
CLIENTS = (
    Client(
        "claws-mail",
        "claws-mail claws-mail-i18n xvfb openbox xdotool",
        partial(installed, "claws-mail"),
        _VARIANTS,
        _claws,
    ),
    Client(
        "sylpheed",
        "sylpheed sylpheed-i18n xvfb openbox xdotool",
        partial(installed, "sylpheed"),
        _VARIANTS,
        _sylpheed,
    ),
)
