"""``python -m infra.corpus``: let mail programs answer our letters, and keep what they send."""

import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import msgspec

from infra.corpus import letters, pairs
from infra.corpus.catcher import Catcher
from infra.corpus.clients import CLIENTS
from infra.corpus.jobs import Client, Job, Variant
from infra.corpus.letters import Table
from infra.corpus.typed import TYPED, typed

WAIT = 3
"""Seconds that a mail may take after its client has ended."""


class Planned(msgspec.Struct, frozen=True):
    """A reply of the corpus that is to be composed."""

    client: Client
    variant: Variant
    locale: str
    kind: str

    @property
    def language(self) -> str:
        """The language of the locale."""
        return self.locale[:2]

    @property
    def letter(self) -> str:
        """The name of the letter that is answered."""
        return f"{TYPED[self.kind]}_{self.language}"

    @property
    def name(self) -> str:
        """The name of the pair."""
        return f"{self.client.name}_{self.language}_{self.variant.name}"


def planned(clients: tuple[Client, ...] = CLIENTS) -> Iterator[Planned]:
    """Give all replies: what is typed goes round from one to the next."""
    for client in clients:
        ways = [(v, locale) for v in client.variants for locale in v.locales]
        for number, (variant, locale) in enumerate(ways):
            kinds = variant.kinds or tuple(TYPED)
            turn = number + number // len(TYPED)
            yield Planned(client, variant, locale, kinds[turn % len(kinds)])


def main() -> int:
    """Make the pairs that are asked for."""
    parser = ArgumentParser(prog="python -m infra.corpus", description="The corpus of replies.")
    parser.add_argument("only", nargs="*", help="clients or pairs; none: all")
    parser.add_argument("--letters", action="store_true", help="write the letters anew, too")
    options = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as folder, Catcher() as catcher:
        tables = _tables(Path(folder), anew=options.letters)
        for plan in planned():
            wanted = not options.only or {plan.client.name, plan.name} & {*options.only}
            if wanted and not _composed(plan, tables[plan.language], catcher):
                failed.append(plan.name)
    for client in CLIENTS:
        if not client.version():
            print(f"{client.name} is not installed: apt-get install {client.packages}")
    print(f"{len(failed)} failed: {' '.join(failed)}" if failed else "all done")
    return bool(failed)


def _tables(folder: Path, *, anew: bool) -> dict[str, Table]:
    """Make the tables; their letters are those that are kept, unless they are made anew."""
    tables = {language: letters.made(folder, language) for language in letters.TABLES}  # type: ignore[arg-type]
    pairs.LETTERS.mkdir(parents=True, exist_ok=True)
    for language, table in tables.items():
        for kind, letter in table.letters.items():
            path = pairs.LETTERS / f"{kind}_{language}.eml"
            if anew or not path.exists():
                path.write_bytes(letter.as_bytes())
            table.letters[kind] = _read(path)
    return tables


def _read(path: Path) -> EmailMessage:
    letter = message_from_bytes(path.read_bytes(), policy=SMTP)
    assert isinstance(letter, EmailMessage)  # noqa: S101 -- so says the policy
    return letter


def _composed(plan: Planned, table: Table, catcher: Catcher) -> bool:
    """Let a client compose a reply; says whether it did, or is not there to do it."""
    version = plan.client.version()
    if not version:
        return True
    text = typed(plan.kind, plan.language, table)
    letter = table.letters[TYPED[plan.kind]]
    catcher.clear()
    with tempfile.TemporaryDirectory(prefix="reply") as home:
        job = Job(
            *(plan.locale, plan.variant.name, plan.variant.place, text, letter, Path(home)),
            catcher.port,
        )
        try:
            plan.client.reply(job)
            caught = pairs.anonymous(catcher.wait(WAIT))
        except TimeoutError as error:
            print(f"{plan.name}: {error}", file=sys.stderr)
            return False
    expected = pairs.Expected(
        text=text,
        sender=pairs.sender_of(caught),
        tokens=pairs.tokens(caught),
        quoted=pairs.repeated(caught, letter),
        made_by=f"{plan.client.name} {version}",
        client=plan.client.name,
        version=version,
        locale=plan.locale,
        variant=plan.variant.name,
        language=plan.language,
        letter=plan.letter,
    )
    changed = pairs.write(plan.name, caught, expected)
    print(f"{plan.name}: {'written' if changed else 'as before'}")
    return True


if __name__ == "__main__":
    sys.exit(main())
