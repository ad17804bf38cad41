"""From a request to the mail that leaves, with a Message-ID and a Date of SES's own."""

import json
import re
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any

from infra.ses_sim.account import Account, Template
from infra.ses_sim.refusals import bad, missing

BLANK = re.compile(rb"\r?\n\r?\n")
FIELD = re.compile(rb"([!-9;-~]+):(.*(?:\r?\n[ \t].*)*)\r?\n?")
"""A header field of a raw mail with its folded lines."""
GAP = re.compile(r"{{\s*(\w+)\s*}}")
OVERWRITTEN = frozenset({b"message-id", b"date"})


class Unfilled(Exception):  # noqa: N818 -- an outcome: SES accepts such a mail and reports it
    """A template asks for something that was not given."""


def composed(account: Account, params: dict[str, Any]) -> bytes:
    """Give the raw mail that a request describes; raises ``Unfilled`` if a template cannot be."""
    content = params["Content"]
    if "Raw" in content:
        data = content["Raw"]["Data"]
        return data.encode() if isinstance(data, str) else bytes(data)
    if "Simple" in content:
        return _simple(params, content["Simple"])
    if "Template" not in content:
        raise bad("One of Raw, Simple or Template must be given.")
    return _simple(params, _filled(account, content["Template"]))


def _simple(params: dict[str, Any], simple: dict[str, Any]) -> bytes:
    """Build a mail of text and HTML."""
    mail = EmailMessage(policy=SMTP.clone(cte_type="7bit"))
    mail["From"] = params["FromEmailAddress"]
    for field, name in (("To", "ToAddresses"), ("Cc", "CcAddresses")):
        if addresses := params.get("Destination", {}).get(name):
            mail[field] = ", ".join(addresses)
    if answers := params.get("ReplyToAddresses"):
        mail["Reply-To"] = ", ".join(answers)
    mail["Subject"] = simple["Subject"]["Data"]
    for header in simple.get("Headers", ()):
        mail[header["Name"]] = header["Value"]
    body = simple["Body"]
    if "Text" in body:
        mail.set_content(body["Text"]["Data"])
    if "Html" in body and "Text" in body:
        mail.add_alternative(body["Html"]["Data"], subtype="html")
    elif "Html" in body:
        mail.set_content(body["Html"]["Data"], subtype="html")
    return mail.as_bytes()


def _filled(account: Account, wanted: dict[str, Any]) -> dict[str, Any]:
    """Fill in a stored template."""
    name = wanted.get("TemplateName", "")
    known = account.templates.get(name)
    if not known:
        raise missing(f"Template {name} does not exist.")
    return filled(known, wanted.get("TemplateData", "{}"))


def filled(template: Template, data: str) -> dict[str, Any]:
    """Give the parts of a ``Simple`` content; raises ``Unfilled`` for the first thing missing."""
    given = json.loads(data)

    def value(gap: re.Match[str]) -> str:
        if gap[1] not in given:
            raise Unfilled(f"Attribute '{gap[1]}' is not present in the rendering data.")
        return str(given[gap[1]])

    subject, text, html = (
        GAP.sub(value, part) for part in (template.subject, template.text, template.html)
    )
    body = {"Text": {"Data": text}} | ({"Html": {"Data": html}} if html else {})
    return {"Subject": {"Data": subject}, "Body": body}


def split(raw: bytes) -> tuple[bytes, bytes]:
    """Give the header block and all that follows it, the blank line included."""
    blank = BLANK.search(raw)
    return (raw[: blank.start()], raw[blank.start() :]) if blank else (raw, b"")


def fields(raw: bytes) -> list[tuple[bytes, bytes]]:
    """Give the header fields in order: the name as written, and the value as it stands."""
    return [(found[1], found[2].strip()) for found in FIELD.finditer(split(raw)[0] + b"\r\n")]


def stamped(raw: bytes, message_id: str, at: datetime) -> bytes:
    """Put SES's Message-ID and Date in the place of the given ones; the body stays as it is."""
    head, rest = split(raw)
    kept = b"".join(
        found[0].rstrip(b"\r\n") + b"\r\n"
        for found in FIELD.finditer(head + b"\r\n")
        if found[1].lower() not in OVERWRITTEN
    )
    ours = f"Message-ID: <{message_id}>\r\nDate: {format_datetime(at)}\r\n"
    return kept + ours.encode() + rest.removeprefix(b"\r\n").removeprefix(b"\n")
