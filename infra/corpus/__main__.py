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

from infra.corpus import forms, letters, pairs, readme
from infra.corpus.catcher import Catcher, Caught
from infra.corpus.clients import CLIENTS
from infra.corpus.jobs import Client, Job, Variant
from infra.corpus.pairs import Expected
from infra.corpus.typed import TYPED, typed

WAIT = 5
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
    parser.add_argument("only", nargs="*", help="clients or pairs, or forms; none: all")
    parser.add_argument("--letters", action="store_true", help="write the letters anew, too")
    options = parser.parse_args()
    failed = []
    letters_of_all = kept(anew=options.letters)
    if not options.only or "forms" in options.only:
        _write_forms(letters_of_all)
    with Catcher() as catcher:
        for plan in planned():
            wanted = not options.only or {plan.client.name, plan.name} & {*options.only}
            if wanted and not _composed(plan, letters_of_all, catcher):
                failed.append(plan.name)
    for client in CLIENTS:
        if not client.version():
            print(f"{client.name} is not installed: apt-get install {client.packages}")
    readme.count(pairs.FOLDER)
    print(f"{len(failed)} failed: {' '.join(failed)}" if failed else "all done")
    return bool(failed)


def kept(*, anew: bool = False) -> dict[str, EmailMessage]:
    """Give the letters that the corpus answers; they are made where they are not there."""
    pairs.LETTERS.mkdir(parents=True, exist_ok=True)
    names = [f"{kind}_{language}" for kind in letters.KINDS for language in letters.TABLES]
    paths = {name: pairs.LETTERS / f"{name}.eml" for name in names}
    if anew or not all(path.exists() for path in paths.values()):
        with tempfile.TemporaryDirectory() as folder:
            for language in letters.TABLES:
                made = letters.made(Path(folder), language)  # type: ignore[arg-type]
                for kind, letter in made.items():
                    letter.set_boundary(f"=_{kind}_{language}")
                    paths[f"{kind}_{language}"].write_bytes(letter.as_bytes())
    return {name: _read(path) for name, path in paths.items()}


def written(letters_of_all: dict[str, EmailMessage]) -> Iterator[tuple[str, Caught, Expected]]:
    """Give the pairs of the forms that are only written down."""
    for name, form in forms.forms():
        for language in form.words():
            choices = letters.choices(letters_of_all[f"question_{language}"])
            text, letter = typed(form.kind, language, choices), f"{TYPED[form.kind]}_{language}"
            caught = forms.filled(form, language, text, letters_of_all[letter])
            expected = pairs.expected(caught, text, letters_of_all[letter], letter)
            yield (
                f"{name}_{language}",
                caught,
                msgspec.structs.replace(
                    expected,
                    made_by=forms.MADE_BY,
                    client=form.client,
                    variant=name,
                    language=language,
                ),
            )


def _write_forms(letters_of_all: dict[str, EmailMessage]) -> None:
    for name, caught, expected in written(letters_of_all):
        changed = pairs.write(name, caught, expected)
        print(f"{name}: {'written' if changed else 'as before'}")


def _read(path: Path) -> EmailMessage:
    letter = message_from_bytes(path.read_bytes(), policy=SMTP)
    assert isinstance(letter, EmailMessage)  # noqa: S101 -- so says the policy
    return letter


def _composed(plan: Planned, letters_of_all: dict[str, EmailMessage], catcher: Catcher) -> bool:
    """Let a client compose a reply; says whether it did, or is not there to do it."""
    version = plan.client.version()
    if not version:
        return True
    choices = letters.choices(letters_of_all[f"question_{plan.language}"])
    text, letter = typed(plan.kind, plan.language, choices), letters_of_all[plan.letter]
    try:
        caught = _caught(plan, text, letter, catcher)
    except TimeoutError as error:
        print(f"{plan.name}: {error}", file=sys.stderr)
        return False
    expected = msgspec.structs.replace(
        pairs.expected(caught, text, letter, plan.letter),
        made_by=f"{plan.client.name} {version}",
        client=plan.client.name,
        version=version,
        locale=plan.locale,
        variant=plan.variant.name,
        language=plan.language,
    )
    changed = pairs.write(plan.name, caught, expected)
    print(f"{plan.name}: {'written' if changed else 'as before'}")
    return True


def _caught(plan: Planned, text: str, letter: EmailMessage, catcher: Catcher) -> Caught:
    """Run a client, and give the mail that it sends; raises ``TimeoutError`` if it sends none."""
    catcher.clear()
    variant = plan.variant
    with tempfile.TemporaryDirectory(prefix="reply") as home:
        job = Job(
            *(plan.locale, variant.name, variant.place, text, letter, Path(home), catcher.port)
        )
        plan.client.reply(job)
        return pairs.anonymous(catcher.wait(WAIT))


if __name__ == "__main__":
    sys.exit(main())
