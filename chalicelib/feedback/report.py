"""What somebody reports about a mail of ours: one form, whoever reports it."""

from datetime import datetime
from typing import Literal

import msgspec

Kind = Literal["permanent", "transient", "complaint"]


class Report(msgspec.Struct, frozen=True):
    """Mail to an address failed for good or for now, or its reader took it for spam.

    ``key`` names the report: one that comes again has the same. ``at`` (UTC) is when it happened.
    """

    kind: Kind
    address: str
    key: str
    at: datetime
    counted: bool = True
    """Whether it weighs on our reputation; what was never sent does not."""
