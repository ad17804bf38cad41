"""What is wrapped around a plain text or hidden in it: PGP armour, uuencoded files."""

import re
from collections.abc import Iterator

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_CIPHER = "-----BEGIN PGP MESSAGE-----"
_END = re.compile(r"-----END PGP (?:SIGNATURE|MESSAGE)-----")
_ARMOUR_HEADER = re.compile(r"(?:Hash|Charset|NotDashEscaped|Comment|Version): .{0,200}")
_UU_BEGIN = re.compile(r"begin(?:-base64)? [0-7]{3,4} \S.{0,200}")
_UU_LINE = re.compile(r"[!-`]{1,61}")
_UU_LONGEST = 61


def unwrapped(lines: list[str]) -> list[str]:
    """*lines* without armour and uuencoded files; a message in cipher is left out."""
    if any(line.startswith("-----BEGIN PGP") for line in lines):
        lines = list(_unarmoured(lines))
    if any(_UU_BEGIN.fullmatch(line) for line in lines):
        lines = list(_without_files(lines))
    return lines


def _unarmoured(lines: list[str]) -> Iterator[str]:
    """The signed text: headers, dash escapes and signature gone. Cipher is nothing to read."""
    heading = skipping = signed = False
    for line in lines:
        plain = line.rstrip()
        if plain == _SIGNED:
            heading = signed = True
        elif plain in (_SIGNATURE, _CIPHER):
            skipping = True
        elif skipping:
            skipping = not _END.fullmatch(plain)
            signed = signed and skipping
        elif heading and (not plain or _ARMOUR_HEADER.fullmatch(plain)):
            heading = bool(plain)
        else:
            yield line[2:] if signed and line.startswith("- ") else line


def _without_files(lines: list[str]) -> Iterator[str]:
    inside = False
    for line in lines:
        plain = line.rstrip()
        if not inside and _UU_BEGIN.fullmatch(plain):
            inside = True
        elif inside and plain in ("end", "===="):
            inside = False
        elif inside and _is_data(plain):
            continue
        else:
            inside = False
            yield line


def _is_data(line: str) -> bool:
    """Whether a line is of a uuencoded file: its first sign tells how many follow."""
    if not _UU_LINE.fullmatch(line):
        return not line
    size = (ord(line[0]) - 32) & 63
    return (
        len(line) in range((size * 4 + 2) // 3, (size + 2) // 3 * 4 + 3) or len(line) == _UU_LONGEST
    )
