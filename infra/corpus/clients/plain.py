"""Programs that are driven by text on their input: s-nail, mailutils, BSD mail, and swaks."""

from functools import partial

from infra.corpus.jobs import HOST, KOI8, LATIN2, SIGNED, Client, Job, Variant
from infra.corpus.letters import PLAYER
from infra.corpus.shell import at_terminal, environment, inbox, installed, piped


def _s_nail(job: Job) -> None:
    """Reply with s-nail: the answer typed below the quotation, or in the editor."""
    options = [
        *(f"mta=smtp://127.0.0.1:{job.port}", "smtp-auth=none", "v15-compat=no", "nosave"),
        *(f"from={SIGNED[job.language]} <{PLAYER}>", f"hostname={HOST}"),
        *(f"ttycharset={job.charset}", f"sendcharsets={job.charset},utf-8"),
        *_S_NAIL.get(job.variant, ()),
    ]
    flags = [flag for option in options for flag in ("-S", option)]
    typed = f"{job.text}\n" if job.variant in {"alone", "quote"} else "~v\n"
    command = ["s-nail", "-:/", "-#", "-R", *flags, "-f", inbox(job)]
    piped(job, command, f"reply 1\n{typed}~.\nxit\n")


_S_NAIL = {
    "quote": ("quote",),
    "above": ("quote",),
    "signs": ("quote", "indentprefix=> "),
    "reply-to": ("reply-to-honour=yes", "quote", "indentprefix=> "),
    "headers": ("quote=allheaders",),
}


def _mailutils(job: Job) -> None:
    """Reply with the mail of GNU mailutils, which takes commands from a terminal only."""
    rc = [
        *(f'set sendmail="smtp://127.0.0.1:{job.port}"', "set nosave", "set noheader"),
        *(['set indentprefix="> "'] if job.variant == "signs" else []),
    ]
    (job.home / ".mailrc").write_text("\n".join(rc) + "\n")
    typed = _around(job)
    keys = f"reply 1\n{typed}.\nexit\n".encode(job.charset)
    at_terminal(job, ["mail.mailutils", "-f", inbox(job)], keys)


def _around(job: Job) -> str:
    """Type the answer, and the command that quotes, in the order of the variant."""
    text, quote = f"{job.text}\n", "~m\n"
    return {"alone": text, "top": f"{text}\n{quote}"}.get(job.place, f"{quote}{text}")


def _bsd_mail(job: Job) -> None:
    """Reply with BSD mail, which knows neither MIME nor SMTP."""
    tools = environment(job)
    rc = [f"set sendmail={tools['SENDMAIL']}", "set dot", "set nosave"]
    (job.home / ".mailrc").write_text("\n".join(rc) + "\n")
    piped(job, ["bsd-mailx", "-I", "-f", inbox(job)], f"reply 1\n{_around(job)}.\nexit\n")


def _swaks(job: Job) -> None:
    """Send an answer with swaks, which knows no replies and no MIME."""
    body = job.home / "body"
    body.write_text(job.text + "\n", job.charset)
    subject = str(job.letter["Subject"])
    fields = {
        "Message-Id": f"<swaks.{job.language}.{job.charset}@{HOST}>",
        "In-Reply-To": str(job.letter["Message-ID"]),
        "Subject": f"Re: {subject}",
    }
    command = ["swaks", "--server", f"127.0.0.1:{job.port}", "--helo", HOST]
    command += ["--from", PLAYER, "--to", job.reply_to, "--body", f"@{body}", "--suppress-data"]
    for name, value in fields.items():
        command += [f"--h-{name}", value]
    piped(job, command, "")


CLIENTS = (
    Client(
        "s-nail",
        "s-nail",
        partial(installed, "s-nail"),
        (
            Variant("alone", "alone"),
            Variant("quote", "bottom"),
            Variant("above", "top"),
            Variant("signs", "inline", kinds=("two_lines",)),
            Variant("reply-to", "top"),
            Variant("headers", "top"),
        ),
        _s_nail,
    ),
    Client(
        "mailutils",
        "mailutils",
        partial(installed, "mailutils"),
        (
            Variant("alone", "alone"),
            Variant("above"),
            Variant("below", "bottom"),
            Variant("signs", "bottom"),
        ),
        _mailutils,
    ),
    Client(
        "bsd-mailx",
        "bsd-mailx",
        partial(installed, "bsd-mailx"),
        (Variant("alone", "alone"), Variant("above"), Variant("below", "bottom")),
        _bsd_mail,
    ),
    Client(
        "swaks",
        "swaks",
        partial(installed, "swaks"),
        (
            Variant("bare", "alone"),
            Variant("koi8", "alone", (KOI8,)),
            Variant("latin2", "alone", (LATIN2,)),
        ),
        _swaks,
    ),
)
