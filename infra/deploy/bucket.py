"""The bucket for what is deployed: made when it is first needed, closed to everybody else."""

import json
from typing import Any

from botocore.exceptions import ClientError

from infra.deploy.cloud import Cloud, code
from infra.deploy.stop import Stop


def ensure(cloud: Cloud, bucket: str) -> None:
    """Make the bucket if it is not there: private, encrypted, versioned, by TLS only.

    Raises ``Stop`` if somebody else has a bucket of that name.
    """
    owner = cloud.account
    try:
        cloud.call("s3", "head_bucket", Bucket=bucket, ExpectedBucketOwner=owner)
    except ClientError as error:
        if code(error) != "404":
            raise Stop(
                f"the bucket {bucket} cannot be used ({code(error)})",
                "either these credentials have no right to it, or another account has taken its "
                "name; infra/deploy/deployer.json lists the rights",
            ) from error
        _make(cloud, bucket)
    _close(cloud, bucket, owner)


def _make(cloud: Cloud, bucket: str) -> None:
    # the oldest region is the only one that must not be named
    where: dict[str, Any] = {"CreateBucketConfiguration": {"LocationConstraint": cloud.region}}
    cloud.call(
        "s3", "create_bucket", Bucket=bucket, **({} if cloud.region == "us-east-1" else where)
    )


def _close(cloud: Cloud, bucket: str, owner: str) -> None:
    mine = {"Bucket": bucket, "ExpectedBucketOwner": owner}
    every = ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets")
    cloud.call(
        "s3",
        "put_public_access_block",
        PublicAccessBlockConfiguration=dict.fromkeys(every, True),
        **mine,
    )
    encrypted = {"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}}
    cloud.call(
        "s3",
        "put_bucket_encryption",
        ServerSideEncryptionConfiguration={"Rules": [encrypted]},
        **mine,
    )
    cloud.call("s3", "put_bucket_versioning", VersioningConfiguration={"Status": "Enabled"}, **mine)
    policy = json.dumps(_by_tls_only(f"arn:{cloud.partition}:s3:::{bucket}"))
    cloud.call("s3", "put_bucket_policy", Policy=policy, **mine)


def _by_tls_only(arn: str) -> dict[str, Any]:
    refused = {
        "Sid": "NothingInTheClear",
        "Effect": "Deny",
        "Principal": "*",
        "Action": "s3:*",
        "Resource": [arn, f"{arn}/*"],
        "Condition": {"Bool": {"aws:SecureTransport": "false"}},
    }
    return {"Version": "2012-10-17", "Statement": [refused]}
