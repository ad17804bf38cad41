"""Properties are tried on the same random examples every time, however busy the machine is.

Hypothesis draws some of them from what stands in our modules that are loaded. So all are loaded
first: which test came before makes no difference.

Folders of tests lie in memory where there is room: a store waits for its disk at every move, and
what the tests end is the process, not the power.
"""

import os
import pkgutil
import shutil
from importlib import import_module
from pathlib import Path

from hypothesis import HealthCheck, settings

MEMORY = Path("/dev/shm")
ROOM = 2_000_000_000
"""Bytes that have to be free there."""

settings.register_profile(
    "ci",
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("ci")

for top in ("chalicelib", "infra", "bench"):
    for module in pkgutil.walk_packages(import_module(top).__path__, f"{top}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)

if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_ignore_collect(collection_path, config):
    """Leave out what has a target of its own (`make e2e`, `make cloud`), unless it is named."""
    name = collection_path.name
    return (name in {"e2e", "cloud"} and not any(name in one for one in config.args)) or None
