"""What CloudFormation cannot or should not do: our domain at SES, and whose rules take mail."""

import json
from typing import Any

import msgspec
from botocore.exceptions import ClientError

from infra.deploy.cloud import Cloud, code

RULES = "alibi-mail"
"""The name of our rule set, and of the rule in it."""
MAIL_FROM = "bounce"
"""Before the domain: where bounces go, which makes SPF agree with our domain."""


class Active(msgspec.Struct, frozen=True):
    """The rule set of the region that takes mail; no name: none does."""

    name: str
    rules: tuple[dict[str, Any], ...]

    def takes(self, domain: str, bucket: str) -> bool:
        """Whether a rule of it puts mail for the domain into the bucket."""
        return any(
            rule.get("Enabled")
            and domain.lower() in [one.lower() for one in rule.get("Recipients", ())]
            and any(a.get("S3Action", {}).get("BucketName") == bucket for a in rule["Actions"])
            for rule in self.rules
        )


def active(cloud: Cloud) -> Active:
    """Ask SES for the active rule set."""
    found = cloud.call("ses", "describe_active_receipt_rule_set")
    return Active(found.get("Metadata", {}).get("Name", ""), tuple(found.get("Rules", ())))


def activate(cloud: Cloud, domain: str, bucket: str) -> str:
    """Make our rule set the active one, if no other is. Gives what is left to do by hand, if any.

    A region has one active rule set: another one may be at work for somebody else.
    """
    now = active(cloud)
    if not now.name:
        cloud.call("ses", "set_active_receipt_rule_set", RuleSetName=RULES)
        return ""
    return "" if now.name == RULES or now.takes(domain, bucket) else beside(cloud, now.name)


def beside(cloud: Cloud, other: str) -> str:
    """Say how mail gets to us while another rule set is active."""
    try:
        found = cloud.call("ses", "describe_receipt_rule", RuleSetName=RULES, RuleName=RULES)
        rule = json.dumps(found["Rule"])
    except ClientError as error:
        if code(error) not in {"RuleDoesNotExist", "RuleSetDoesNotExist"}:
            raise
        rule = "the rule of the stack"
    where = f"--region {cloud.region}"
    return (
        f"the rule set {other} is active, and there is one for each region; it was left alone. "
        f"Either put our rule into it: aws ses create-receipt-rule {where} --rule-set-name {other} "
        f"--rule '{rule}'; or let ours take its place, and all that {other} does ends: "
        f"aws ses set-active-receipt-rule-set {where} --rule-set-name {RULES}"
    )


def state(cloud: Cloud, domain: str) -> dict[str, Any]:
    """Give what SES knows of an identity; nothing if it knows none."""
    try:
        return cloud.call("sesv2", "get_email_identity", EmailIdentity=domain)
    except ClientError as error:
        if code(error) != "NotFoundException":
            raise
        return {}


def identify(cloud: Cloud, domain: str) -> bool:
    """Make the domain an identity if it is none, with keys that SES makes. Whether it was made.

    One that is there stays as it is. Bounces go to a name of ours below the domain.
    """
    found = state(cloud, domain)
    if not found:
        cloud.call("sesv2", "create_email_identity", EmailIdentity=domain)
    if not found.get("MailFromAttributes", {}).get("MailFromDomain"):
        cloud.call(
            "sesv2",
            "put_email_identity_mail_from_attributes",
            EmailIdentity=domain,
            MailFromDomain=f"{MAIL_FROM}.{domain}",
            BehaviorOnMxFailure="USE_DEFAULT_VALUE",
        )
    return not found
