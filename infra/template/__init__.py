"""What is merged over the template that Chalice makes: all that the functions need to run.

One idea a file: the YAML files here hold what there is once, and the modules what each function
has (a role, a log group, alarms). ``python -m infra.template FILE.json`` writes the whole for
``chalice package --stage prod --merge-template FILE.json``.
"""

import json
from functools import reduce
from pathlib import Path
from typing import Any, cast

import yaml

from infra.template.alarms import alarms
from infra.template.answers import answers
from infra.template.each import functions
from infra.template.shares import shares

Template = dict[str, Any]
HERE = Path(__file__).parent


def merged() -> Template:
    """Give the whole template beside Chalice's; raises ``ValueError`` if two parts disagree."""
    written = (yaml.safe_load(path.read_text("utf-8")) for path in sorted(HERE.glob("*.yaml")))
    whole = reduce(joined, [*written, functions(), answers(), alarms(), shares()])
    # Copied, so that no part of it stands in two places.
    return cast("Template", json.loads(json.dumps(whole)))


def joined(one: Template, other: Template, where: str = "") -> Template:
    """Put two parts together; raises ``ValueError`` where both say something about the same."""
    together = dict(one)
    for name, value in other.items():
        place = f"{where}/{name}"
        if name not in one:
            together[name] = value
        elif isinstance(one[name], dict) and isinstance(value, dict):
            together[name] = joined(one[name], value, place)
        else:
            raise ValueError(f"{place} stands in two files")
    return together
