"""Whether the translations are whole: ``python -m infra.translations ru en pl``.

Every text is translated (English may stay as it stands in the sources), no translation breaks a
placeholder, and each ``.mo`` is compiled from the ``.po`` beside it. Prints what is wrong and
exits with 1 if anything is.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).parent.parent / "chalicelib" / "locale"
SOURCE = "en"
"""The language of the texts in the sources."""


def faults(language: str, locale: Path = LOCALE) -> Iterator[str]:
    """Say, line by line, what is wrong with the catalogue of one language."""
    source = locale / language / "LC_MESSAGES" / "alibi.po"
    if not source.exists():
        yield f"{language}: no catalogue"
        return
    catalogue = read_po(BytesIO(source.read_bytes()), locale=language)
    if language != SOURCE:
        yield from (f"{language}: not translated: {text}" for text in _untranslated(catalogue))
    for message, errors in catalogue.check():
        yield from (f"{language}: {error}: {message.id}" for error in errors)
    if not _fresh(catalogue, source.with_suffix(".mo")):
        yield f"{language}: alibi.mo is not compiled from alibi.po"


def _untranslated(catalogue: Catalog) -> Iterator[str]:
    """Name the texts of which a translation, or one of its plural forms, is missing or doubtful."""
    for message in catalogue:
        text = message.string
        forms = text if isinstance(text, list | tuple) else [text]
        if message.id and (message.fuzzy or not all(forms)):
            yield str(message.id)


def _fresh(catalogue: Catalog, compiled: Path) -> bool:
    """Whether the compiled file says what the catalogue says, whichever Babel wrote it."""
    if not compiled.exists():
        return False
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    buffer.seek(0)
    return _strings(read_mo(buffer)) == _strings(read_mo(BytesIO(compiled.read_bytes())))


def _strings(catalogue: Catalog) -> dict[str, object]:
    """Give every text with its translation, without the header."""
    return {f"{m.context}|{m.id}": m.string for m in catalogue if m.id}


def main() -> int:
    """Check the languages named on the command line."""
    found = [fault for language in sys.argv[1:] for fault in faults(language)]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
