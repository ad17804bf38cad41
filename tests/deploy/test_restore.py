import json
from datetime import UTC, datetime, timedelta

import pytest
from botocore.awsrequest import AWSResponse
from moto import mock_aws
from moto.core.botocore_stubber import MockRawResponse

from infra.deploy import restore
from infra.deploy.cloud import Cloud
from tests.deploy.places import TABLE
from tests.stores import CREDENTIALS


@pytest.fixture
def cloud(monkeypatch):
    """An account with a table in which something stands."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    with mock_aws():
        made = Cloud("eu-central-1")
        made.call("dynamodb", "create_table", **TABLE["Properties"] | STREAM)
        on = {"PointInTimeRecoveryEnabled": True}
        asked = {"TableName": "alibi-games", "PointInTimeRecoverySpecification": on}
        made.call("dynamodb", "update_continuous_backups", **asked)
        item = {"pk": {"S": "GAME#1"}}
        made.call("dynamodb", "put_item", TableName="alibi-games", Item=item)
        yield made


STREAM = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}}


OWN = "arn:aws:kms:eu-central-1:123456789012:key/00000000-0000-4000-8000-000000000000"


def complete(cloud, name, stream):
    """Check that a table has everything that the present one has."""
    table = cloud.call("dynamodb", "describe_table", TableName=name)["Table"]
    assert table["LatestStreamArn"] == stream
    assert table["StreamSpecification"] == STREAM["StreamSpecification"]
    assert table["DeletionProtectionEnabled"]
    expiry = cloud.call("dynamodb", "describe_time_to_live", TableName=name)
    assert expiry["TimeToLiveDescription"]["AttributeName"] == "expires"
    found = cloud.call("dynamodb", "describe_continuous_backups", TableName=name)
    backups = found["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
    assert backups["PointInTimeRecoveryStatus"] == "ENABLED"
    item = cloud.call("dynamodb", "get_item", TableName=name, Key={"pk": {"S": "GAME#1"}})
    assert "Item" in item


def test_a_moment_comes_back_beside_the_present(cloud):
    """The restored table has stream, expiry and recovery; the present one stays."""
    moment = datetime(2026, 11, 30, 12, tzinfo=UTC)
    name, stream = restore.restore(cloud, "alibi-games", moment, pause=lambda _: None)
    assert name == "alibi-games-20261130T120000"
    complete(cloud, name, stream)
    assert cloud.call("dynamodb", "describe_table", TableName="alibi-games")["Table"]


def test_a_backup_comes_back_beside_the_present(cloud):
    """The same from a backup that somebody made."""
    made = cloud.call("dynamodb", "create_backup", TableName="alibi-games", BackupName="before")
    arn = made["BackupDetails"]["BackupArn"]
    name, stream = restore.restore(cloud, "alibi-games", arn, pause=lambda _: None)
    assert name.startswith("alibi-games-2")
    complete(cloud, name, stream)


def test_aws_that_is_not_ready_for_recovery_is_asked_again(cloud):
    """A new table may have no backups yet; nothing is left half done for that."""
    waited: list[float] = []

    def busy(request, **_):
        if waited:
            return None
        name = "com.amazonaws.dynamodb.v20120810#ContinuousBackupsUnavailableException"
        return AWSResponse(request.url, 400, {}, MockRawResponse(json.dumps({"__type": name})))

    events = cloud._client("dynamodb").meta.events
    events.register_first("before-send.dynamodb.UpdateContinuousBackups", busy)
    moment = datetime(2026, 11, 30, 12, tzinfo=UTC)
    complete(cloud, *restore.restore(cloud, "alibi-games", moment, pause=waited.append))
    assert waited == [restore.LOOK_EVERY]


def test_the_encryption_is_that_of_the_template(cloud):
    """A key of one's own is named; Amazon's is not, for AWS wants no name for that."""
    wanted = []

    def asked(params, **_):
        wanted.append(params.get("SSESpecificationOverride"))

    events = cloud._client("dynamodb").meta.events
    events.register("before-parameter-build.dynamodb", asked)
    for hour, key in enumerate(("", OWN)):
        moment = datetime(2026, 11, 30, hour, tzinfo=UTC)
        restore.restore(cloud, "alibi-games", moment, key, pause=lambda _: None)
    plain = {"Enabled": True, "SSEType": "KMS"}
    assert [one for one in wanted if one] == [plain, plain | {"KMSMasterKeyId": OWN}]


def test_a_moment_needs_its_zone(capsys):
    """Nobody restores an hour too much by mistake; and one source is named, not two."""
    for words in (["--at", "2026-11-30T12:00"], [], ["--at", "2026-11-30T12:00Z", "--backup", "b"]):
        with pytest.raises(SystemExit):
            restore.main(words)
    assert "say the zone too" in capsys.readouterr().err
    assert restore._moment("2026-11-30T12:00+01:00").utcoffset() == timedelta(hours=1)
