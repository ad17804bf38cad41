"""The parts of mail handlers: nmh and mblaze, which keep a message in a file and have an editor."""

from email.policy import default
from functools import partial

from infra.corpus.jobs import HOST, SIGNED, Client, Job, Variant
from infra.corpus.letters import PLAYER
from infra.corpus.shell import environment, installed, piped

MH = "/usr/bin/mh"
_REPL = {
    "format": ["-format"],
    "inline": ["-format"],
    "tab": ["-filter", "tab"],
}
_TAB = ":\nbody:nocomponent,compwidth=9,offset=9\n"


def _nmh(job: Job) -> None:
    """Reply with nmh: ``repl`` makes a draft, the editor edits it, ``send`` sends it."""
    tools = environment(job)
    mail = job.home / "Mail"
    (mail / "inbox").mkdir(parents=True)
    (mail / "inbox" / "1").write_bytes(job.letter.as_bytes(policy=default))
    (mail / "tab").write_text(_TAB)
    local = f"{SIGNED[job.language]} <{PLAYER}>"
    profile = f"Path: Mail\nLocal-Mailbox: {local}\nSignature: {SIGNED[job.language]}\n"
    (job.home / ".mh_profile").write_text(profile, job.charset)
    repl = [f"{MH}/repl", "-nowhatnowproc", "-nodraftfolder"]
    send = f"{MH}/send", "-mts", "smtp", "-server", "127.0.0.1", "-port", str(job.port)
    piped(job, [*repl, *_REPL.get(job.variant, []), "1"], "")
    piped(job, [tools["EDITOR"], str(mail / "draft")], "")
    piped(job, [*send, "-msgid", str(mail / "draft")], "")


def _mblaze(job: Job) -> None:
    """Reply with mblaze, which quotes the decoded text."""
    profile = job.home / ".mblaze"
    profile.mkdir()
    letter = job.home / "letter"
    letter.write_bytes(job.letter.as_bytes(policy=default))
    fields = {
        "Local-Mailbox": f"{SIGNED[job.language]} <{PLAYER}>",
        "FQDN": HOST,
        "Sendmail": environment(job)["SENDMAIL"],
        "Sendmail-Args": "-t",
    }
    lines = "".join(f"{name}: {value}\n" for name, value in fields.items())
    (profile / "profile").write_text(lines, job.charset)
    (profile / "seq").write_text(f"{letter}\n")
    quote = ["-noquote"] if job.place == "alone" else []
    piped(job, ["mrep", *quote, str(letter)], "s\n")


CLIENTS = (
    Client(
        "nmh",
        "nmh",
        partial(installed, "nmh"),
        (
            Variant("alone", "alone"),
            Variant("format", "bottom"),
            Variant("inline", "inline", kinds=("two_lines",)),
            Variant("tab", "top"),
        ),
        _nmh,
    ),
    Client(
        "mblaze",
        "mblaze",
        partial(installed, "mblaze"),
        (
            Variant("top"),
            Variant("bottom", "bottom"),
            Variant("trimmed", "trimmed"),
            Variant("alone", "alone"),
        ),
        _mblaze,
    ),
)
