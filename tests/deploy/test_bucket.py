import json

import pytest
from moto import mock_aws

from infra.deploy import bucket
from infra.deploy.cloud import Cloud
from infra.deploy.stop import Stop
from tests.deploy.answers import Answers, Refused
from tests.stores import CREDENTIALS

NAME = "alibi-artifacts-123456789012-x"


@pytest.fixture(autouse=True)
def credentials(monkeypatch):
    """Credentials that open nothing."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize("region", ["eu-central-1", "us-east-1"])
def test_the_bucket_is_made_closed_and_once(region):
    """Private, encrypted, versioned, by TLS only, in the region; a second time changes nothing."""
    with mock_aws():
        cloud = Cloud(region)
        for _ in range(2):
            bucket.ensure(cloud, NAME)
        known = {"Bucket": NAME}
        assert cloud.call("s3", "head_bucket", **known)["BucketRegion"] == region
        closed = cloud.call("s3", "get_public_access_block", **known)
        assert all(closed["PublicAccessBlockConfiguration"].values())
        assert len(closed["PublicAccessBlockConfiguration"]) == 4
        assert cloud.call("s3", "get_bucket_versioning", **known)["Status"] == "Enabled"
        assert cloud.call("s3", "get_bucket_encryption", **known)
        policy = json.loads(cloud.call("s3", "get_bucket_policy", **known)["Policy"])
        (refused,) = policy["Statement"]
        assert refused["Effect"] == "Deny"
        assert refused["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
        assert refused["Resource"] == [f"arn:aws:s3:::{NAME}", f"arn:aws:s3:::{NAME}/*"]


def test_a_bucket_of_somebody_else_is_not_used():
    """Names of buckets are the world's: nothing is uploaded into one that is not ours."""
    cloud = Cloud("eu-central-1")
    aws = Answers(cloud, {("s3", "HeadBucket"): Refused("403", status=403)})
    aws.answers["sts", "GetCallerIdentity"] = {"Account": "123456789012"}
    with pytest.raises(Stop, match="cannot be used"):
        bucket.ensure(cloud, NAME)
    assert aws.calls[-1][2]["ExpectedBucketOwner"] == "123456789012"
