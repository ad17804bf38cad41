"""Of what a refusal is put together: sentences with facts, marked for the catalogues."""

from typing import NamedTuple


class Plural(NamedTuple):
    """A sentence in two forms; ``by`` is the fact that decides."""

    one: str
    many: str
    by: str


class Either(NamedTuple):
    """A sentence with facts, and what is said instead when these are not known."""

    known: str
    unknown: str


Sentence = str | Plural | Either


def N_(text: str) -> str:  # noqa: N802 -- the name by which texts to translate are found
    """Mark a sentence for the catalogues."""
    return text


def ngettext(one: str, many: str, by: str) -> Plural:
    """Mark a sentence with a number for the catalogues; named as these are found."""
    return Plural(one, many, by)
