"""What an HTML element says about the text in it: quoted, a signature, hidden, not written now.

Programs mark quotations by classes, ids and names. Other programs that pass the mail on put
prefixes of their own before these.
"""

import re
from enum import Enum, auto

from chalicelib.tags import STRUCK


class Meaning(Enum):
    """What an element is for."""

    NOTHING = auto()
    QUOTE = auto()
    """Its text is quoted."""
    CONVERSATION = auto()
    """Its text is quoted, but what follows a quotation in it is an answer."""
    SIGNATURE = auto()
    BELOW = auto()
    """From here on everything is the mail answered, without signs."""
    HIDDEN = auto()
    """Not shown, or struck out: whoever strikes a word out has not said it."""


_ATTRIBUTE = re.compile(
    r"\b(class|id|style|name|type|data-marker|data-signature-widget)\s{0,3}=\s{0,3}"
    r"(?:\"([^\"]{0,900})|'([^']{0,900})|([^\s\"'>]{1,200}))"
)
_PREFIX = re.compile(r"(?:(?:x_){1,9}|m_-?\d{1,24}|ydp[0-9a-f]{6,12}|yiv\d{4,14}|v1){1,3}")
_HIDDEN = re.compile(r"(?:^|\s)hidden(?:\s|=|/|$)")
_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:hidden|mso-hide:all"
    r"|(?:font-size|max-height|opacity):0{1,4}(?:\.0{1,4})?(?:px|pt|em|%)?(?:;|!|$)"
)
_SKIPPED = frozenset(
    {
        "s",
        "strike",
        "del",
        "head",
        "style",
        "script",
        "title",
        "template",
        "svg",
        "object",
        "select",
        "noscript",
        "xml",
    }
)

# An attribution or a quotation that is complete in itself.
_QUOTES = frozenset(
    {
        *("gmail_attr", "moz-cite-prefix", "moz-forward-container", "moz-email-headers-table"),
        *(
            "reply-intro",
            "replyintro",
            "quoteheader",
            "quote-header",
            "reply_header",
            "replyheader",
        ),
        *("isreplycontent", "isforwardcontent", "origbody", "ntes-flashmail-quote", "quoted_text"),
        *("front-blockquote", "iwmblockquote", "clean_bq", "nh_quote", "mimestream_quote"),
        *("__quoted_text__", "quotedtext", "quoted-text", "original-message", "originalmessage"),
        *("outlookmessageheader", "zwchr-quote", "mb_quote", "tutanota_quote"),
    }
)
# What programs wrap around attribution and quotation together.
_CONVERSATIONS = frozenset(
    {
        *(
            "gmail_quote",
            "gmail_quote_container",
            "yahoo_quoted",
            "protonmail_quote",
            "zmail_extra",
        ),
        *("zmail_extra_hr", "nh_extra", "messagereplysection", "replysection", "email_quote"),
        *(
            "quotedmessage",
            "quoted-message",
            "mail-quote",
            "mailquote",
            "mail_quote",
            "reply-quote",
        ),
        *("wmquote", "sh-quoted-content", "hubspot_quote", "canary_quote", "skiff_quote"),
    }
)
_SIGNATURES = frozenset(
    {
        *("gmail_signature", "gmail_signature_prefix", "moz-signature", "signature", "bloop_sign"),
        *("ms-outlook-mobile-signature", "protonmail_signature_block", "applemailsignature"),
        *("messagesignaturesection", "mobile_signature", "tutanota_signature", "mail-signature"),
        *(
            "k9mail-signature",
            "edo-signature",
            "spark-signature",
            "mailru-signature",
            "wmsignature",
        ),
        *(
            "composer_signature",
            "nh_signature",
            "signature_container",
            "ms-outlook-android-signature",
        ),
    }
)
_BELOW = frozenset(
    {
        *("divrplyfwdmsg", "mail-editor-reference-message-container", "stopspelling", "zwchr"),
        *("__divider__", "replysplit", "reply_separator", "replyforwardheader"),
    }
)
# How Gmail's button "indent more" is drawn: a player's own paragraph.
_INDENTED = ("border:none", "padding:0")


def meaning(tag: str, attributes: str) -> Meaning:
    """What the element *tag* (lower case) with these raw *attributes* (lower case) is for."""
    found = {m[1]: m[2] or m[3] or m[4] or "" for m in _ATTRIBUTE.finditer(attributes)}
    style = "".join(found.get("style", "").split())
    unseen = _HIDDEN_STYLE.search(style) or STRUCK.search(style)
    if tag in _SKIPPED or unseen or _HIDDEN.search(attributes):
        return Meaning.HIDDEN
    names = _names(found)
    if names & _BELOW:
        return Meaning.BELOW
    if tag == "blockquote" and not _indentation(found, style):
        return Meaning.QUOTE
    if names & _SIGNATURES or "data-signature-widget" in found:
        return Meaning.SIGNATURE
    if names & _CONVERSATIONS:
        return Meaning.CONVERSATION
    return Meaning.QUOTE if names & _QUOTES else Meaning.NOTHING


def _names(found: dict[str, str]) -> frozenset[str]:
    fields = ("class", "id", "name", "data-marker")
    words = " ".join(found.get(field, "") for field in fields).split()
    return frozenset(words) | {_PREFIX.sub("", word, count=1) for word in words}


def _indentation(found: dict[str, str], style: str) -> bool:
    named = found.get("class") or found.get("type") or found.get("cite")
    return not named and all(part in style for part in _INDENTED)
