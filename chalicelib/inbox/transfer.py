"""Content transfer encodings, as broken mail uses them; nothing here raises."""

import base64
import binascii
import re

_SOFT_BREAK = re.compile(rb"=[ \t]{1,200}(?=\n)")
_BASE64_LINE = re.compile(rb"[A-Za-z0-9+/]{0,1000000}")
_BASE64_BODY = re.compile(rb"(?:[A-Za-z0-9+/]{4,76}\n){0,20000}[A-Za-z0-9+/]{2,76}={0,2}\s{0,100}")
# Two bytes of one foreign letter in UTF-8, or two foreign letters.
_ESCAPES = re.compile(rb"(?:=[89A-F][0-9A-F]){2}")
_LEAST_ESCAPES = 2
_LEAST_BASE64 = 16


def transferred(data: bytes, encoding: str) -> bytes:
    """*data* with its Content-Transfer-Encoding undone.

    Without a known encoding the data may tell: bytes written as ``=D0=9A`` or in base64.
    """
    if encoding.startswith("quoted"):
        return from_quoted_printable(data)
    if encoding.startswith("base64"):
        return from_base64(data) or data
    return _undeclared(data)


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


def _undeclared(data: bytes) -> bytes:
    """Undo an encoding that nobody declared, if what comes out is foreign text in UTF-8."""
    if not data.isascii():
        return data
    if len(_ESCAPES.findall(data, 0, 100_000)) >= _LEAST_ESCAPES:
        return _if_text(from_quoted_printable(data)) or data
    if len(data) >= _LEAST_BASE64 and _BASE64_BODY.fullmatch(data):
        return _if_text(from_base64(data)) or data
    return data


def _if_text(decoded: bytes) -> bytes:
    try:
        return b"" if decoded.decode("utf-8").isascii() else decoded
    except UnicodeDecodeError:
        return b""


def _prefix(line: bytes, clean: int) -> bytes:
    """The base64 part of a line; prose glued on below begins with a word, not with base64."""
    return b"" if b" " in line else line[:clean]
