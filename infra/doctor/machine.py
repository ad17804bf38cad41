"""The table, the functions, what starts them, what failed, and what rings."""

from collections.abc import Iterator, Mapping
from typing import Any

from infra.deploy.restore import table_of
from infra.doctor.finding import Finding, advice, ok, wrong
from infra.doctor.look import Look

DEAD = "Dead"
"""How the names of queues begin in which lies what failed for good."""


def table(look: Look) -> Iterator[Finding]:
    """Whether games are kept, can be brought back, and are told of."""
    name = table_of(look.stack)
    described = look.cloud.call("dynamodb", "describe_table", TableName=name)["Table"]
    yield whole(name, described)
    backups = look.cloud.call("dynamodb", "describe_continuous_backups", TableName=name)
    yield recoverable(name, backups["ContinuousBackupsDescription"])
    expiry = look.cloud.call("dynamodb", "describe_time_to_live", TableName=name)
    yield forgetting(name, expiry["TimeToLiveDescription"])


def whole(name: str, described: Mapping[str, Any]) -> Finding:
    """Judge a table: it is there, with its index and its stream."""
    indexes = {
        i["IndexName"]: i.get("IndexStatus", "")
        for i in described.get("GlobalSecondaryIndexes", ())
    }
    if described["TableStatus"] != "ACTIVE":
        return wrong("table", f"{name} is {described['TableStatus']}", "wait; then make doctor")
    if indexes.get("due") not in {"ACTIVE", ""}:
        return wrong("table", f"the index of {name} is not ready", "wait; then make doctor")
    if not described.get("StreamSpecification", {}).get("StreamEnabled"):
        return wrong("table", f"{name} has no stream: mail waits for the clock", "make deploy")
    if described.get("DeletionProtectionEnabled"):
        return ok("table", f"{name} is active")
    return advice(
        "table", f"{name} is active; whoever may can delete it", 'make deploy SET="Protected=yes"'
    )


def recoverable(name: str, backups: Mapping[str, Any]) -> Finding:
    """Judge whether the games of any moment can be brought back."""
    known = backups.get("PointInTimeRecoveryDescription", {})
    if known.get("PointInTimeRecoveryStatus") == "ENABLED":
        since = known.get("EarliestRestorableDateTime")
        return ok(
            "backup", f"{name} can be restored" + (f" since {since:%Y-%m-%d}" if since else "")
        )
    command = f"aws dynamodb update-continuous-backups --table-name {name}"
    on = "--point-in-time-recovery-specification PointInTimeRecoveryEnabled=true"
    return wrong("backup", f"{name} cannot be restored to a moment", f"{command} {on}")


def forgetting(name: str, expiry: Mapping[str, str]) -> Finding:
    """Judge whether what has expired goes away."""
    if expiry.get("TimeToLiveStatus") in {"ENABLED", "ENABLING"}:
        return ok("expiry", f"{name} forgets what has expired")
    command = f"aws dynamodb update-time-to-live --table-name {name}"
    on = "--time-to-live-specification Enabled=true,AttributeName=expires"
    return wrong("expiry", f"{name} keeps what has expired", f"{command} {on}")


def functions(look: Look) -> Iterator[Finding]:
    """Whether each function can run."""
    for logical, name in look.named("AWS::Lambda::Function").items():
        known = look.cloud.call("lambda", "get_function_configuration", FunctionName=name)
        yield ready(logical, known)


def ready(logical: str, known: Mapping[str, str]) -> Finding:
    """Judge a function by its state."""
    state, update = known.get("State", "Active"), known.get("LastUpdateStatus", "Successful")
    check = f"function {logical}"
    # Lambda puts functions to sleep that were not called for weeks; the next call wakes them
    if state in {"Active", "Inactive"} and update == "Successful":
        return ok(check, f"{known.get('Runtime', '')} {state.lower()}".strip())
    why = known.get("StateReason") or known.get("LastUpdateStatusReason") or "no reason given"
    return wrong(check, f"{state}, last change {update}: {why}", "make deploy")


def sources(look: Look) -> Iterator[Finding]:
    """Whether the stream and the queues start their functions."""
    for logical, uuid in look.named("AWS::Lambda::EventSourceMapping").items():
        known = look.cloud.call("lambda", "get_event_source_mapping", UUID=uuid)
        yield started(logical, known)


def started(logical: str, known: Mapping[str, str]) -> Finding:
    """Judge what starts a function."""
    check, last = f"source {logical}", known.get("LastProcessingResult", "")
    if known["State"] not in {"Enabled", "Enabling", "Updating", "Creating"}:
        command = f"aws lambda update-event-source-mapping --uuid {known['UUID']} --enabled"
        return wrong(check, f"it is {known['State']}", command)
    if "PROBLEM" in last:
        return wrong(check, f"Lambda says: {last}", "aws logs tail of the function says more")
    return ok(check, "it is on")


def schedules(look: Look) -> Iterator[Finding]:
    """Whether the clocks tick."""
    for logical, name in look.named("AWS::Events::Rule").items():
        known = look.cloud.call("events", "describe_rule", Name=name)
        yield ticking(logical, name, known.get("State", ""))


def ticking(logical: str, name: str, state: str) -> Finding:
    """Judge a schedule."""
    check = f"schedule {logical}"
    if state.startswith("ENABLED"):
        return ok(check, "it ticks")
    return wrong(check, "it is off", f"aws events enable-rule --name {name}")


def failures(look: Look) -> Iterator[Finding]:
    """What failed for good and lies in a queue."""
    for logical, url in look.named("AWS::SQS::Queue").items():
        if not logical.startswith(DEAD):
            continue
        names = ["ApproximateNumberOfMessages"]
        known = look.cloud.call("sqs", "get_queue_attributes", QueueUrl=url, AttributeNames=names)
        yield dead(int(known.get("Attributes", {}).get(names[0], 0)))


def dead(number: int) -> Finding:
    """Judge what failed for good."""
    if not number:
        return ok("dead letters", "there are none")
    return wrong("dead letters", f"{number} wait", "docs/operate.md says how to send them again")


def alarms(look: Look) -> Iterator[Finding]:
    """What rings."""
    names = list(look.named("AWS::CloudWatch::Alarm").values())
    if not names:
        yield advice("alarms", "there are none", 'make deploy SET="Alarms=yes"')
        return
    found = []
    for place in range(0, len(names), 100):
        some = names[place : place + 100]
        for page in look.cloud.pages("cloudwatch", "describe_alarms", AlarmNames=some):
            found += page.get("MetricAlarms", [])
    yield from ringing(found)


def ringing(found: list[dict[str, Any]]) -> Iterator[Finding]:
    """Judge the alarms by their states."""
    loud = [one for one in found if one["StateValue"] == "ALARM"]
    if not loud:
        yield ok("alarms", f"none of {len(found)} rings")
    for one in loud:
        why = one.get("AlarmDescription") or one.get("StateReason", "")
        yield wrong("alarms", f"{one['AlarmName']}: {why}", "docs/operations.md")
