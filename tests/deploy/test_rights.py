import ast
import json
import re
from pathlib import Path

import botocore.session
import pytest
from botocore import xform_name

ROOT = Path(__file__).parents[2]
POLICIES = {
    name: ROOT / "infra" / "deploy" / f"{name}.json" for name in ("deployer", "cloudformation")
}
"""What we call, and what CloudFormation does for us with the same credentials."""
LONGEST = 6144
"""Characters in a policy of IAM, white space not counted."""
OTHER_NAMES = {
    "s3:HeadBucket": "s3:ListBucket",
    "s3:ListObjectsV2": "s3:ListBucket",
    "s3:PutBucketEncryption": "s3:PutEncryptionConfiguration",
    "s3:PutPublicAccessBlock": "s3:PutBucketPublicAccessBlock",
}
"""Where the right is not called as the operation is."""
SERVICES = {"sesv2": "ses"}
"""Where rights do not begin with what boto3 calls the service."""


def asked() -> set[tuple[str, str]]:
    """Every service and operation that deploying and looking ask for."""
    sources = [p for part in ("deploy", "doctor") for p in (ROOT / "infra" / part).rglob("*.py")]
    trees = [ast.parse(p.read_text("utf-8")) for p in sources if p.name != "cloud.py"]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    calls = [n for n in nodes if isinstance(n.func, ast.Attribute) and n.func.attr in MEANS]
    return {tuple(ast.literal_eval(one) for one in call.args[:2]) for call in calls} | {ACCOUNT}


MEANS = {"call", "pages"}
ACCOUNT = ("sts", "get_caller_identity")


@pytest.fixture(scope="module")
def policy():
    """The rights of whoever deploys, from both files."""
    read = [json.loads(path.read_text("utf-8")) for path in POLICIES.values()]
    return {"Statement": [one for policy in read for one in policy["Statement"]]}


def operation(service: str, method: str) -> str:
    """The name of an operation of AWS by that of its method; fails if there is none."""
    model = botocore.session.Session().get_service_model(service)
    (name,) = (one for one in model.operation_names if xform_name(one) == method)
    return str(name)


def granted(policy, beginning: str) -> set[str]:
    """The actions of the statements whose names begin so."""
    return {
        action
        for statement in policy["Statement"]
        if statement["Sid"].startswith(beginning)
        for action in statement["Action"]
    }


def test_what_the_program_calls_is_granted_and_nothing_else(policy):
    """Each call has its right, and no right of ours is without a call."""
    needed = set()
    for service, method in asked():
        action = f"{SERVICES.get(service, service)}:{operation(service, method)}"
        needed.add(OTHER_NAMES.get(action, action))
    assert len(needed) > 35
    assert granted(policy, "We") == needed


def test_boto3_is_asked_in_one_place_only():
    """No call goes by another way, so none is missing here."""
    for part in ("deploy", "doctor"):
        for path in (ROOT / "infra" / part).rglob("*.py"):
            source = path.read_text("utf-8")
            assert path.name == "cloud.py" or not re.search(r"import boto3|\.client\(", source), (
                path
            )


def test_what_cloudformation_makes_for_us_is_granted(policy):
    """There is a right to make and to delete each kind of resource of the template."""
    rights = granted(policy, "")
    verbs = ("Create", "Put", "Request", "Change", "Subscribe", "Set", "Add", "PUT")
    for kind in kinds():
        service = kind.split("::")[1].lower()
        service = {"certificatemanager": "acm"}.get(service, service)
        makes = [
            r for r in rights if r.startswith(f"{service}:") and r.split(":")[1].startswith(verbs)
        ]
        assert makes, kind


def kinds() -> set[str]:
    """The types of resources in the template, and those that SAM makes of its own."""
    ours = [p for p in (ROOT / "infra").rglob("*") if p.suffix in {".yaml", ".py"}]
    texts = [p.read_text("utf-8") for p in ours if p.parent.name not in {"deploy", "doctor"}]
    text = "\n".join(texts)
    found = set(re.findall(r"AWS::(?!Serverless)\w+::\w+", text))
    assert len(found) > 5
    made_by_sam = ("ApiGateway::RestApi", "Lambda::Function", "IAM::Role", "Events::Rule")
    return {kind for kind in found if "AWS::AccountId" not in kind} | {
        f"AWS::{kind}" for kind in made_by_sam
    }


def test_nothing_of_ours_is_everybodys(policy):
    """No right covers a whole service, and roles are for functions alone."""
    assert [a for a in granted(policy, "") if a.endswith(":*")] == []
    (passing,) = (s for s in policy["Statement"] if s["Action"] == ["iam:PassRole"])
    assert passing["Condition"] == {"StringEquals": {"iam:PassedToService": "lambda.amazonaws.com"}}
    assert [
        s["Sid"] for s in policy["Statement"] if "iam:" in str(s) and s["Resource"] == "*"
    ] == []


@pytest.mark.parametrize("name", POLICIES)
def test_iam_takes_it(name):
    """Each file is a policy, not too long, for every partition, with names that IAM takes."""
    text = POLICIES[name].read_text("utf-8")
    assert len(re.sub(r"\s", "", text)) <= LONGEST
    sids = [one["Sid"] for one in json.loads(text)["Statement"]]
    assert len(set(sids)) == len(sids)
    assert all(sid.isalnum() for sid in sids)
    assert '"arn:aws:' not in text
