"""A double of Amazon SES that behaves as SES does, in this process, behind boto3's own client.

What goes out is admitted, stamped with a Message-ID and a Date of its own, and meets its fate:
delivered, bounced, complained about, suppressed. What comes in meets a receipt rule: an object in
a bucket and a notice over SNS. Time and chance are arguments, so that a test can repeat itself.
"""

from infra.ses_sim.account import SANDBOX, Account, Destination, Limits, Suppressed, Template
from infra.ses_sim.client import client
from infra.ses_sim.fates import Away, Complaint, Internet, Late, Undeliverable
from infra.ses_sim.objects import Objects
from infra.ses_sim.receiving import Finding, NotTaken, Reception, Rule
from infra.ses_sim.topics import Shape, Topic

__all__ = [
    "SANDBOX",
    "Account",
    "Away",
    "Complaint",
    "Destination",
    "Finding",
    "Internet",
    "Late",
    "Limits",
    "NotTaken",
    "Objects",
    "Reception",
    "Rule",
    "Shape",
    "Suppressed",
    "Template",
    "Topic",
    "Undeliverable",
    "client",
]
