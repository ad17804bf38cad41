"""`python -m infra.deploy.restore --at 2026-11-30T12:00Z`: the table as it was, beside the present.

The new table gets what a restored one lacks (stream, expiry, point-in-time recovery). Nothing uses
it until `make deploy` is told its name, in the words that are printed.
"""

import argparse
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from botocore.exceptions import ClientError

from infra.deploy.cloud import Cloud, code, options
from infra.deploy.stack import Stack
from infra.deploy.stop import Stop, told

LOOK_EVERY, GIVE_UP = 10.0, 6 * 3600.0
"""Seconds; a restore takes at least some ten minutes on AWS, whatever the size."""
TABLE = "AWS::DynamoDB::Table"


@told
def main(words: list[str] | None = None) -> int:
    """Restore as the command line says; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m infra.deploy.restore", description=__doc__)
    parser.add_argument("--at", type=_moment, help="a moment of the last 35 days, with its zone")
    parser.add_argument("--backup", default="", help="or the ARN of a backup")
    options(parser)
    wanted = parser.parse_args(words)
    if bool(wanted.at) == bool(wanted.backup):
        parser.error("say either --at or --backup")
    cloud = Cloud(wanted.region, wanted.profile)
    stack = Stack(cloud, wanted.stack, print)
    key = stack.parameters().get("TableKey", "")
    name, stream = restore(cloud, table_of(stack), wanted.at or wanted.backup, key)
    print(f'To switch: make deploy SET="RestoredTable={name} RestoredStream={stream}"')
    return 0


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise argparse.ArgumentTypeError("say the zone too: 2026-11-30T12:00Z")
    return moment


def table_of(stack: Stack) -> str:
    """Give the table that the stack works on now; raises ``Stop`` if it has none."""
    if other := stack.parameters().get("RestoredTable"):
        return other
    for one in stack.resources():
        if one["ResourceType"] == TABLE:
            return str(one["PhysicalResourceId"])
    raise Stop(f"the stack {stack.name} has no table", "make doctor")


def restore(
    cloud: Cloud,
    source: str,
    point: datetime | str,
    key: str = "",
    pause: Callable[[float], None] = time.sleep,
) -> tuple[str, str]:
    """Make a table with what stood in ``source`` at a time, or in a backup: its name and stream.

    ``point``: that time, or the ARN of the backup.
    ``key``: a key of one's own in KMS, if not Amazon's for DynamoDB. Raises botocore's errors.
    """
    old = cloud.call("dynamodb", "describe_table", TableName=source)["Table"]
    at = point if isinstance(point, datetime) else datetime.now(UTC)
    name = f"{source}-{at.astimezone(UTC):%Y%m%dT%H%M%S}"
    print(f"Restoring {source} into {name}; this takes a while.")
    new = {"TargetTableName": name, "SSESpecificationOverride": _encryption(key)}
    if isinstance(point, datetime):
        cloud.call(
            "dynamodb",
            "restore_table_to_point_in_time",
            SourceTableName=source,
            RestoreDateTime=point,
            **new,
        )
    else:
        cloud.call("dynamodb", "restore_table_from_backup", BackupArn=point, **new)
    _until_active(cloud, name, pause)
    return name, _complete(cloud, name, old, pause)


def _encryption(key: str) -> dict[str, Any]:
    """Give the encryption of the template; AWS wants Amazon's own key for DynamoDB unnamed."""
    return {"Enabled": True, "SSEType": "KMS"} | ({"KMSMasterKeyId": key} if key else {})


def _until_active(cloud: Cloud, name: str, pause: Callable[[float], None]) -> dict[str, Any]:
    for _ in range(int(GIVE_UP / LOOK_EVERY)):
        found = cloud.call("dynamodb", "describe_table", TableName=name)["Table"]
        if found["TableStatus"] == "ACTIVE":
            return dict(found)
        pause(LOOK_EVERY)
    raise Stop(
        f"the table {name} is not ready after {GIVE_UP / 3600:.0f} hours", "look at it later"
    )


def _complete(cloud: Cloud, name: str, old: dict[str, Any], pause: Callable[[float], None]) -> str:
    """Give the new table what backups do not hold; gives its stream."""
    stream = {"StreamSpecification": old["StreamSpecification"]}
    for change in (stream, {"DeletionProtectionEnabled": True}):
        cloud.call("dynamodb", "update_table", TableName=name, **change)
        _until_active(cloud, name, pause)  # while a table changes, AWS may refuse the next change
    cloud.call(
        "dynamodb",
        "update_time_to_live",
        TableName=name,
        TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"},
    )
    _make_recoverable(cloud, name, pause)
    return str(_until_active(cloud, name, pause)["LatestStreamArn"])


def _make_recoverable(cloud: Cloud, name: str, pause: Callable[[float], None]) -> None:
    """Let the table be restored in its turn; for a while AWS may not be ready for that."""
    on = {"PointInTimeRecoveryEnabled": True}
    for _ in range(int(GIVE_UP / LOOK_EVERY)):
        try:
            cloud.call(
                "dynamodb",
                "update_continuous_backups",
                TableName=name,
                PointInTimeRecoverySpecification=on,
            )
        except ClientError as error:
            if code(error) != "ContinuousBackupsUnavailableException":
                raise
            pause(LOOK_EVERY)
        else:
            return
    raise Stop(f"the table {name} cannot be restored in its turn yet", "make doctor, later")


if __name__ == "__main__":
    sys.exit(main())
