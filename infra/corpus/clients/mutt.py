"""mutt and neomutt: at a terminal, with keys pushed by their configuration."""

from functools import partial

from infra.corpus.jobs import HOST, KOI8, LATIN2, SIGNED, Client, Job, Variant
from infra.corpus.letters import PLAYER
from infra.corpus.shell import at_terminal, environment, inbox, installed

SIGNATURES = {"ru": "Борис\nВсем удачи", "en": "Boris\nGood luck to all", "pl": "Bolek\nPowodzenia"}
RC = """
set from="{address}" realname="{name}" hostname="{host}" use_envelope_from=yes
set smtp_url="smtp://127.0.0.1:{port}" ssl_starttls=no ssl_force_tls=no
set editor="{editor}"
set autoedit=yes fast_reply=yes include=yes abort_unmodified=no copy=no
set send_charset="{charsets}"
set confirmappend=no delete=no move=no mail_check=0 sleep_time=0
unset record
set reply_to=yes
set folder="{home}"
{settings}
push "<reply>y<exit>"
"""
ATTRIBUTIONS = {
    "ru": "%d, %n <%a> писал(а):",
    "en": "Quoting %n <%a>, %d:",
    "pl": "Dnia %d użytkownik %n napisał:",
}
"""As people set them; what mutt says by itself is not translated."""
SETTINGS = {
    "attribution": 'set attribution="{attribution}" attribution_locale="{locale}"',
    "signature": 'set signature="{home}/signature"',
    "flowed": 'set text_flowed=yes indent_string=">"',
    "alone": "set include=no",
    "bar": 'set indent_string="| "',
    "header": "set header=yes",
    "outlook": 'set attribution="-----Original Message-----" header=yes indent_string=""',
}


def _reply(program: str, job: Job) -> None:
    """Let mutt or neomutt reply."""
    (job.home / "signature").write_text(SIGNATURES[job.language] + "\n", job.charset)
    (job.home / "rc").write_text(_settings(job), job.charset)
    at_terminal(job, [program, "-n", "-F", str(job.home / "rc"), "-f", inbox(job)])


def _settings(job: Job) -> str:
    """Write the configuration of a variant."""
    narrow = f"us-ascii:{job.charset}:" if job.charset != "utf-8" else ""
    return RC.format(
        address=PLAYER,
        name=SIGNED[job.language],
        host=HOST,
        home=job.home,
        port=job.port,
        editor=environment(job)["EDITOR"],
        charsets=f"{narrow}utf-8",
        settings=SETTINGS.get(job.variant, "").format(
            home=job.home, attribution=ATTRIBUTIONS[job.language], locale=job.locale
        ),
    )


_COMMON = (
    Variant("top"),
    Variant("bottom", "bottom"),
    Variant("inline", "inline", kinds=("two_lines",)),
    Variant("trimmed", "trimmed"),
    Variant("signature", "top"),
)
CLIENTS = (
    Client(
        "mutt",
        "mutt",
        partial(installed, "mutt"),
        (
            *_COMMON,
            Variant("alone", "alone"),
            Variant("header", "top"),
            Variant("attribution", "bottom"),
            Variant("bar"),
            Variant("outlook"),
            Variant("koi8", "top", (KOI8,)),
            Variant("latin2", "bottom", (LATIN2,)),
        ),
        partial(_reply, "mutt"),
    ),
    Client(
        "neomutt",
        "neomutt",
        partial(installed, "neomutt"),
        (*_COMMON, Variant("flowed", "top")),
        partial(_reply, "neomutt"),
    ),
)
