"""Alpine: at a terminal, with the keystrokes that it takes from its command line."""

from functools import partial

from infra.corpus.jobs import HOST, SIGNED, Client, Job, Variant
from infra.corpus.letters import PLAYER
from infra.corpus.shell import at_terminal, environment, inbox, installed

PINERC = """personal-name={name}
user-domain={host}
customized-hdrs=From: {name} <{address}>
smtp-server=127.0.0.1:{port}
inbox-path={inbox}
editor={editor}
feature-list=enable-alternate-editor-cmd,enable-alternate-editor-implicitly,
\tinclude-text-in-reply,no-save-partial-msg-without-confirm,quell-dead-letter-on-cancel,
\tno-enable-full-header-cmd,allow-changing-from,quit-without-confirm,{features}
signature-file={home}/signature
last-version-used=6.26
default-fcc=
nntp-server=
"""
FEATURES = {
    "bottom": "signature-at-bottom",
    "trimmed": "",
    "signed": "signature-at-bottom,enable-sigdashes",
}
KEYS = "i,r,y,n"
"""To the inbox; reply; to Reply-To; not to all."""
THEN = ((b"editor done", b"\x18"), (b"end message?", b"y"), (b"Flags", b"q"))
"""Alpine forgets keys that were pressed while the editor ran."""


def _alpine(job: Job) -> None:
    """Reply with Alpine."""
    if job.variant == "signed":
        (job.home / "signature").write_text(SIGNED[job.language] + "\n", job.charset)
    rc = PINERC.format(
        name=SIGNED[job.language],
        host=HOST,
        address=PLAYER,
        port=job.port,
        inbox=inbox(job),
        editor=environment(job)["EDITOR"],
        home=job.home,
        features=FEATURES.get(job.variant, ""),
    )
    (job.home / ".pinerc").write_text(rc, job.charset)
    at_terminal(job, ["alpine", "-p", str(job.home / ".pinerc"), "-I", KEYS], then=THEN)


CLIENTS = (
    Client(
        "alpine",
        "alpine",
        partial(installed, "alpine"),
        (Variant("top"), Variant("bottom", "bottom"), Variant("signed", "top")),
        _alpine,
    ),
)
