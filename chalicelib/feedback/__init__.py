"""What comes back about mail we sent: bounces, complaints, suppression, and what follows from them.

However a report comes (SES over SNS or EventBridge, a notice by mail, the suppression list), it
ends in ``take``, once. A player whose address fails keeps the seat; the organiser is told.
"""

from chalicelib.feedback.events import reports
from chalicelib.feedback.health import proven, standings, troubles
from chalicelib.feedback.rates import pressure
from chalicelib.feedback.report import Report
from chalicelib.feedback.take import failed, take
from chalicelib.feedback.upkeep import upkeep

__all__ = [
    "Report",
    "failed",
    "pressure",
    "proven",
    "reports",
    "standings",
    "take",
    "troubles",
    "upkeep",
]
