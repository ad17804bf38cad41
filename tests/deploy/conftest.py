"""One emulator for all deployments; each has a stack of its own."""

import itertools

import pytest

from infra.deploy import bucket
from infra.deploy.cloud import Cloud
from infra.deploy.versions import Versions
from tests.deploy.answers import Answers
from tests.deploy.places import Place
from tests.stores import CREDENTIALS, ministack

_numbers = itertools.count()


@pytest.fixture(scope="session")
def _emulator():
    with ministack() as url, pytest.MonkeyPatch.context() as patch:
        for name, value in (CREDENTIALS | {"AWS_ENDPOINT_URL": url}).items():
            patch.setenv(name, value)
        cloud = Cloud("eu-central-1")
        aws = Answers(cloud, {})
        aws.rest = True
        bucket.ensure(cloud, Versions(cloud, "any").bucket)
        patch.undo()
        yield url, cloud, aws


@pytest.fixture
def place(_emulator, tmp_path, monkeypatch):
    """A stack that does not exist yet; clients of these tests go to the emulator, no others."""
    url, cloud, aws = _emulator
    for name, value in (CREDENTIALS | {"AWS_ENDPOINT_URL": url}).items():
        monkeypatch.setenv(name, value)
    return Place(tmp_path, f"alibi-{next(_numbers)}", cloud, aws)
