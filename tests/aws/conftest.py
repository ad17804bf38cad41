"""The template as the tests of the package step have it made."""

import json
from typing import Any

import pytest

from tests.package.conftest import packaged

__all__ = ["packaged"]


@pytest.fixture(scope="session")
def template(packaged) -> Any:
    """The template beside the zip."""
    return json.loads((packaged / "made" / "sam.json").read_text(encoding="utf-8"))


@pytest.fixture
def resources(template) -> dict[str, Any]:
    """What it is about, by name."""
    found: dict[str, Any] = template["Resources"]
    return found
