"""Header fields: read one by one, each value guarded, nothing believed."""

import re
from email.parser import BytesHeaderParser
from email.policy import compat32

import msgspec

from chalicelib.inbox.charset import decode
from chalicelib.inbox.plain import tidy
from chalicelib.inbox.transfer import from_base64, from_quoted_printable

MAX_HEAD = 1024 * 1024
MAX_VALUE = 16 * 1024
MAX_FIELDS = 10

_HEAD = re.compile(rb"(?:(?:From |[!-9;-~]{1,200}+:|[ \t])[^\n]{0,1000000}+(?:\n|\Z)){0,100000}+")
_ENCODED = re.compile(r"=\?([^?\s]{1,64})\?([bqBQ])\?([^?\n]{0,2000})\?=")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.){0,300}"')
_COMMENT = re.compile(r"\([^()]{0,2000}\)")
_ANGLE = re.compile(r"<([^<>\s@]{1,64}@[^<>\s@]{1,255})>")
_NESTED = re.compile(r"@[^\s<>,;:@]{1,255}@")
_BARE = re.compile(r"[^\s<>()\[\],;:\"@]{1,64}@[^\s<>()\[\],;:\"@]{1,255}")
_ID = re.compile(r"<([^<>\s]{1,300}@[^<>\s@]{1,300})>")
_PARAMETER = re.compile(
    r"[;,\s]\s{0,20}([\w-]{1,40})(?:\*(\d{1,2}))?\*?\s{0,5}=\s{0,5}"
    r"(?:\"([^\"]{0,300})\"|([^\s;\"]{1,300}))"
)
_EXTENDED = re.compile(r"[\w.-]{0,40}'[\w-]{0,20}'(.{0,300})", re.DOTALL)


class Headers(msgspec.Struct, frozen=True):
    """Header fields in order: lower-case names, raw values (bytes as surrogate escapes)."""

    fields: tuple[tuple[str, str], ...]

    def every(self, name: str) -> tuple[str, ...]:
        """The raw unfolded values of the fields called *name* (lower case), ten at most."""
        values = [v for n, v in self.fields if n == name][:MAX_FIELDS]
        return tuple(" ".join(v[:MAX_VALUE].split()) for v in values)

    def first(self, name: str) -> str:
        """The first of `every`, "" if there is none."""
        return next(iter(self.every(name)), "")

    def token(self, name: str) -> str:
        """The leading keyword of a structured field such as Content-Type, lower case."""
        return self.first(name).partition(";")[0].strip().lower()

    def parameters(self, name: str) -> dict[str, str]:
        """The parameters of a structured field; names lower case, malformed ones left out.

        Pieces (``charset*0=``) are joined and the prefix of ``charset*=us-ascii'en'...`` left
        out, as RFC 2231 has it.
        """
        found: dict[str, str] = {}
        for match in _PARAMETER.finditer(self.first(name)):
            key = match[1].lower()
            value = match[3] if match[3] is not None else match[4]
            extended = _EXTENDED.fullmatch(value)
            value = extended[1] if extended else value
            if match[2]:
                found[key] = (found.get(key, "") + value)[:MAX_VALUE]
            else:
                found.setdefault(key, value)
        return found


def split(raw: bytes) -> tuple[Headers, bytes]:
    """Headers and body of a mail or part whose lines end in LF.

    A line that cannot be a header ends them even without a blank line. Blank lines above them
    and a byte order mark are not minded.
    """
    raw = raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\n") if raw[:1] in b"\n\xef" else raw
    head = _HEAD.match(raw, 0, MAX_HEAD)
    end = head.end() if head else 0
    message = BytesHeaderParser(policy=compat32).parsebytes(raw[:end])
    fields = tuple((name.lower(), str(value)) for name, value in message.raw_items())
    return Headers(fields), raw[end:].removeprefix(b"\n")


def readable(value: str, words: frozenset[str] = frozenset()) -> str:
    """A raw value as text, RFC 2047 words decoded, on one line."""
    text = "".join(decode(data, label, words) for label, data in _runs(value[:MAX_VALUE]))
    return " ".join(tidy(" ".join(text.split())).split())


def _runs(value: str) -> list[tuple[str, bytes]]:
    """Pieces of one charset each: a character may be split between encoded words."""
    runs: list[tuple[str, bytes]] = []
    end = 0
    for word in _ENCODED.finditer(value):
        gap = value[end : word.start()]
        if gap.strip() or not end:
            runs.append(("", _bytes(gap)))
        runs.append((word[1].lower(), _payload(word[2], word[3])))
        end = word.end()
    return _merged([*runs, ("", _bytes(value[end:]))])


def _merged(runs: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    out: list[tuple[str, bytes]] = []
    for label, data in runs:
        before = out.pop()[1] if out and out[-1][0] == label else b""
        out.append((label, before + data))
    return out


def _payload(encoding: str, text: str) -> bytes:
    if encoding in "bB":
        return from_base64(_bytes(text))
    return from_quoted_printable(_bytes(text.replace("_", "=20")))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def addresses(value: str) -> tuple[str, ...]:
    """Every address in a raw value, lower case, in order; display names are not searched."""
    return tuple(found.lower() for found in _BARE.findall(_bare(value)))


def author(headers: Headers) -> str:
    """The one address of From, lower case; "" where there is none or more than one."""
    fields = [_bare(value) for value in headers.every("from")]
    if any(_NESTED.search(value) for value in fields):
        return ""  # a@b@c: whoever else reads it may see another one
    found = {a.lower() for value in fields for a in _ANGLE.findall(value) or _BARE.findall(value)}
    return found.pop() if len(found) == 1 else ""


def ids(value: str) -> tuple[str, ...]:
    """Message ids anywhere in a raw value, in order, without angle brackets."""
    text = _bytes(value).decode("utf-8", "replace")
    return tuple(_ID.findall(text) or _BARE.findall(text))


def _bare(value: str) -> str:
    """A raw value without quoted names and comments."""
    return _COMMENT.sub(" ", _QUOTED.sub(" ", _bytes(value).decode("utf-8", "replace")))
