"""The mail programs that are run, the quick ones first."""

from infra.corpus.clients import alpine, desktop, handlers, mutt, plain, thunderbird
from infra.corpus.jobs import Client

CLIENTS: tuple[Client, ...] = (
    *mutt.CLIENTS,
    *plain.CLIENTS,
    *handlers.CLIENTS,
    *alpine.CLIENTS,
    *thunderbird.CLIENTS,
    *desktop.CLIENTS,
)
