"""SES: whether it sends for us, takes mail for us, and tells what became of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from botocore.exceptions import ClientError

from infra.deploy import ses
from infra.deploy.cloud import code
from infra.doctor.finding import Finding, advice, ok, wrong
from infra.doctor.look import Look

EXIT = "docs/aws.md#leaving-the-sandbox says what to write to AWS"
FULL = 0.8
"""From this part of the daily quota on it is time to ask for more."""
PAUSED = "AWS has paused sending: answer its mail; aws sesv2 get-account says why"


def sending(look: Look) -> Iterator[Finding]:
    """What the account may send, and whether we keep to it."""
    account = look.cloud.call("sesv2", "get_account")
    yield production(account)
    yield allowed(account)
    yield rate(account.get("SendQuota", {}), look.parameters.get("MailRate", ""))
    yield quota(account.get("SendQuota", {}))
    yield plan(account)


def production(account: Mapping[str, Any]) -> Finding:
    """Judge whether mail goes to everybody, or to proven addresses alone."""
    if account.get("ProductionAccessEnabled"):
        return ok("sandbox", "the account may write to everybody")
    review = account.get("Details", {}).get("ReviewDetails", {}).get("Status", "")
    if review == "PENDING":
        return wrong(
            "sandbox", "mail goes to proven addresses alone; AWS looks at it", "wait a day"
        )
    asked = "; AWS has said no" if review == "DENIED" else ""
    return wrong("sandbox", f"mail goes to proven addresses alone{asked}", EXIT)


def allowed(account: Mapping[str, Any]) -> Finding:
    """Judge whether SES sends at all."""
    status = account.get("EnforcementStatus", "")
    if not account.get("SendingEnabled") or status == "SHUTDOWN":
        return wrong("sending", f"SES sends nothing ({status})", PAUSED)
    if status == "PROBATION":
        return wrong("sending", "SES has put the account on probation", PAUSED)
    return ok("sending", "SES sends for the account")


def rate(quota: Mapping[str, float], configured: str) -> Finding:
    """Judge our pace by the one that SES allows."""
    most = quota.get("MaxSendRate", 0)
    ours = float(configured or 0)
    mend = f'make deploy SET="MailRate={most:g}"'
    if ours > most:
        return wrong("pace", f"we send {ours:g} mails a second, SES takes {most:g}", mend)
    if ours < most / 2:
        return advice("pace", f"we send {ours:g} mails a second, SES would take {most:g}", mend)
    return ok("pace", f"{ours:g} mails a second of {most:g}")


def quota(known: Mapping[str, float]) -> Finding:
    """Judge what is left of the day."""
    most, sent = known.get("Max24HourSend", 0), known.get("SentLast24Hours", 0)
    seen = f"{sent:g} mails in 24 hours"
    if most < 0:
        return ok("quota", f"{seen}, any number is allowed")
    if sent < most * FULL:
        return ok("quota", f"{seen} of {most:g}")
    ask = "Service Quotas, Amazon SES, Sending quota: ask for more"
    return wrong("quota", f"{seen} of {most:g}", ask)


def plan(account: Mapping[str, Any]) -> Finding:
    """Judge what SES charges by: a plan bundles what we do not use, and each mail costs more."""
    name = account.get("PricingAttributes", {}).get("CurrentPlan", "NONE")
    if name == "NONE":
        return ok("prices", "SES charges for each mail by itself")
    mend = "aws sesv2 put-account-pricing-attributes --plan NONE"
    return advice("prices", f"the plan {name} of SES has dearer mails than none", mend)


def receiving(look: Look) -> Iterator[Finding]:
    """Whether a rule of SES puts our mail where we read it."""
    buckets = look.named("AWS::S3::Bucket")
    bucket = next(iter(buckets.values()), "")
    now = ses.active(look.cloud)
    if now.takes(look.domain, bucket):
        yield ok("receiving", f"the rule set {now.name} takes mail for {look.domain}")
    elif not now.name:
        command = f"aws ses set-active-receipt-rule-set --region {look.cloud.region}"
        mend = f"make deploy, or {command} --rule-set-name {ses.RULES}"
        yield wrong("receiving", "no rule set is active", mend)
    elif now.name == ses.RULES:
        seen = f"no rule of {now.name} takes mail for {look.domain}"
        yield wrong("receiving", seen, "make deploy")
    else:
        seen = f"{now.name} is active and does not take mail for {look.domain}"
        yield wrong("receiving", seen, ses.beside(look.cloud, now.name))


def configuration(look: Look) -> Iterator[Finding]:
    """Whether bounces and complaints are told to us."""
    for name in look.named("AWS::SES::ConfigurationSet").values():
        try:
            known = look.cloud.call("sesv2", "get_configuration_set", ConfigurationSetName=name)
        except ClientError as error:
            if code(error) != "NotFoundException":
                raise
            yield wrong("configuration set", f"there is no {name}", "make deploy")
            continue
        found = look.cloud.call(
            "sesv2", "get_configuration_set_event_destinations", ConfigurationSetName=name
        )
        yield from judged(name, known, found.get("EventDestinations", ()))


def judged(
    name: str, known: Mapping[str, Any], destinations: Sequence[Mapping[str, Any]]
) -> Iterator[Finding]:
    """Judge a configuration set: it sends, tells of bounces, and lists whom not to write to."""
    if not known.get("SendingOptions", {}).get("SendingEnabled", True):
        command = f"aws sesv2 put-configuration-set-sending-options --configuration-set-name {name}"
        yield wrong("configuration set", f"{name} is paused", f"{command} --sending-enabled")
    heard = {
        kind for one in destinations if one.get("Enabled") for kind in one["MatchingEventTypes"]
    }
    if missing := {"BOUNCE", "COMPLAINT"} - heard:
        seen = f"{name} does not tell of {' and '.join(sorted(missing))}"
        yield wrong("configuration set", seen, "make deploy")
    else:
        yield ok("configuration set", f"{name} tells of bounces and complaints")
    reasons = set(known.get("SuppressionOptions", {}).get("SuppressedReasons", ()))
    if reasons >= {"BOUNCE", "COMPLAINT"}:
        yield ok("suppression", "who bounced or complained gets no further mail")
    else:
        yield wrong("suppression", f"{name} goes on writing to who complained", "make deploy")


def topics(look: Look) -> Iterator[Finding]:
    """Whether somebody hears what the topics tell."""
    for logical, arn in look.named("AWS::SNS::Topic").items():
        pages = look.cloud.pages("sns", "list_subscriptions_by_topic", TopicArn=arn)
        listeners = [one for page in pages for one in page["Subscriptions"]]
        yield heard(logical, listeners)


def heard(topic: str, listeners: Sequence[Mapping[str, str]]) -> Finding:
    """Judge a topic by its subscriptions; those by mail want to be confirmed."""
    waiting = [one for one in listeners if not one["SubscriptionArn"].startswith("arn:")]
    name = f"topic {topic}"
    if waiting:
        who = ", ".join(one["Endpoint"] for one in waiting)
        return wrong(name, f"{who} has not confirmed", "follow the link in the mail from AWS")
    if listeners:
        return ok(name, f"{len(listeners)} listen")
    if topic == "AlarmTopic":
        mend = 'make deploy SET="AlarmEmail=you@example.org"'
        return advice(name, "nobody hears alarms", mend)
    return wrong(name, "nobody listens", "make deploy")
