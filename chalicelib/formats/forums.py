"""For forum plugins: the standard envelope with a text that is ready to be posted."""

from chalicelib.formats.body import Body, To
from chalicelib.formats.envelope import LARGEST, envelope
from chalicelib.formats.saying import more, said
from chalicelib.happenings.happening import Happening
from chalicelib.markup import emit

LENGTHS = (0, 8000, 4000, 2000, 500)
"""Characters of the text, tried until the body fits; 0: all of it."""


def forum(dialect: str, happening: Happening, to: To) -> Body:
    """Give the envelope with ``data.text`` in a dialect; a text too long ends with a link."""
    tree = said(happening, to)
    for length in LENGTHS:
        parts = emit.write(tree, dialect, length or LARGEST)
        cut = len(parts) > 1
        rest = emit.write(more(to), dialect) if cut else ()
        text = "\n\n".join((*parts[:1], *rest))
        content = envelope(happening, to.base_url, text=text, **({"text_cut": True} if cut else {}))
        if b'"text":' in content:
            break
    return Body(content)
