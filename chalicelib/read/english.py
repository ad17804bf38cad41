"""The forms of an English word beside the one in the list: its plural."""

from collections.abc import Iterator

_HISSING = ("s", "x", "z", "ch", "sh")


def forms(word: str) -> Iterator[str]:
    """Give the plural of a plain word; what stands behind an apostrophe is read elsewhere."""
    if word.endswith(_HISSING):
        yield word + "es"
        return
    yield word + "s"
    if word.endswith("y"):
        yield word[:-1] + "ies"
    if word.endswith(("f", "fe")):
        yield word.rstrip("e")[:-1] + "ves"
