"""Content transfer encodings, as broken mail uses them; nothing here raises."""

import base64
import binascii
import re

_SOFT_BREAK = re.compile(rb"=[ \t]{1,200}(?=\n)")
_BASE64_LINE = re.compile(rb"[A-Za-z0-9+/]{0,1000000}")


def transferred(data: bytes, encoding: str) -> bytes:
    """*data* with its Content-Transfer-Encoding undone; an unknown name changes nothing."""
    if encoding.startswith("quoted"):
        return from_quoted_printable(data)
    if encoding == "base64":
        return from_base64(data) or data
    return data


def from_quoted_printable(data: bytes) -> bytes:
    """Quoted-printable, with blanks allowed after the "=" of a soft line break."""
    return binascii.a2b_qp(_SOFT_BREAK.sub(b"=", data))


def from_base64(data: bytes) -> bytes:
    """Base64 up to the first foreign character; padding may be missing."""
    kept = bytearray()
    for line in data.split(b"\n"):
        clean = _BASE64_LINE.match(line.strip())
        kept += _prefix(line.strip(), clean.end() if clean else 0)
        if clean and clean.end() < len(line.strip()):
            break
    usable = len(kept) - (len(kept) % 4 == 1)
    return base64.b64decode(bytes(kept[:usable]) + b"=" * (-usable % 4))


def _prefix(line: bytes, clean: int) -> bytes:
    """The base64 part of a line; prose glued on below begins with a word, not with base64."""
    return b"" if b" " in line else line[:clean]
