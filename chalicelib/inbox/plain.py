"""Text as lines: budget, Unicode tidying and the unwrapping of ``format=flowed``."""

import re
import unicodedata

from chalicelib.inbox import attribution, phrases

MAX_CHARS = 64 * 1024
MAX_LINES = 1000

# Normalisation sorts runs of combining marks, slowly: it gets pieces of bounded length.
_PIECE = re.compile(r"[^\n]{1,1000}|\n")
_BREAKS = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_QUOTE = re.compile(r">{1,50}")


def _folded() -> dict[int, str | None]:
    controls = [*range(0x09), *range(0x0E, 0x20), *range(0x7F, 0xA0)]
    invisible = [0xAD, 0xFEFF, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F)]
    invisible += range(0x2060, 0x2070)
    spaces = [0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000]
    gone: dict[int, str | None] = dict.fromkeys(controls + invisible)
    return gone | dict.fromkeys(spaces, " ")


_FOLDED = _folded()


def within_budget(text: str) -> tuple[list[str], bool]:
    """The first lines of *text* within the budget, tidied, and whether anything was left out."""
    head = _BREAKS.sub("\n", text[:MAX_CHARS])
    lines = head.split("\n", MAX_LINES)
    cut = len(text) > MAX_CHARS or len(lines) > MAX_LINES
    return tidy("\n".join(lines[:MAX_LINES])).split("\n"), cut


def tidy(text: str) -> str:
    """*text* in NFC, with ordinary spaces, without invisible and control characters."""
    pieces = _PIECE.findall(text.translate(_FOLDED))
    return "".join(unicodedata.normalize("NFC", piece) for piece in pieces)


def unflow(lines: list[str], *, delsp: bool = False) -> list[str]:
    """The paragraphs of ``format=flowed`` text (RFC 3676), each on one line.

    Kinder than the RFC, so that a stray blank at the end of an answer does not glue it to the
    quotation's first line: what cannot continue a paragraph begins a new line.
    """
    out: list[str] = []
    open_depth = -1
    for line in lines:
        depth, content = _unstuffed(line)
        if depth == open_depth and not _begins(content):
            out[-1] = (out[-1][:-1] if delsp else out[-1]) + content
        else:
            out.append(">" * depth + (" " if depth else "") + content)
        open_depth = depth if content.endswith(" ") and content != "-- " else -1
    return out


def _begins(line: str) -> bool:
    return (
        not line.strip()
        or phrases.signature(line)
        or phrases.original(line)
        or phrases.MARK in line
        or attribution.complete(line)
    )


def _unstuffed(line: str) -> tuple[int, str]:
    quote = _QUOTE.match(line)
    depth = quote.end() if quote else 0
    return depth, line[depth:].removeprefix(" ")


def joined(lines: list[str]) -> str:
    """*lines* as one text: trailing blanks gone, at most one blank line in a row."""
    out: list[str] = []
    for line in (line.strip().replace("\t", " ") for line in lines):
        if line or (out and out[-1]):
            out.append(line)
    return "\n".join(out).strip()
