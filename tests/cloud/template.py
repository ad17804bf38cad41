"""The packaged template as it goes to the emulator, and what the emulator makes nothing of.

Nothing is added and nothing changed but the place of the code: an error in the template is an
error here. Not tried by that, for the emulator makes nothing of it: the types below; of a queue
its encryption; of the table its deletion by time, backups and encryption; of a stream's reader how
often it tries, how it splits, and where it reports; what the gateway answers by itself, and its
limits. Roles are kept and not obeyed: calls are held against them afterwards (``rights``).
"""

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

UNKNOWN = {"AWS::SES::ReceiptRuleSet", "AWS::SES::ReceiptRule"}
"""Types of which the emulator has no notion: what mail comes in, the tests bring."""


def read(path: Path) -> Any:
    """Read a packaged template, YAML or JSON."""
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix == ".json" else yaml.load(text, yaml.CSafeLoader)


def placed(template: Any, bucket: str, key: str) -> Any:
    """Give the template with its code where it was put, and without what is unknown here."""
    made = copy.deepcopy(template)
    kept = {n: r for n, r in made["Resources"].items() if r["Type"] not in UNKNOWN}
    for resource in kept.values():
        if resource["Type"] == "AWS::Serverless::Function":
            resource["Properties"]["CodeUri"] = {"Bucket": bucket, "Key": key}
    made["Resources"] = kept
    return made


def of_type(template: Any, kind: str) -> Iterator[tuple[str, Any]]:
    """Give the resources of a type by their names in the template, with their properties."""
    for name, resource in template["Resources"].items():
        if resource["Type"] == kind:
            yield name, resource.get("Properties", {})


class Resolver:
    """Puts the values of a deployed stack where a template refers to them."""

    def __init__(self, physical: dict[str, str], facts: dict[str, str]) -> None:
        """Know the physical ids of the resources, and the parameters with the pseudo ones."""
        self._physical, self._facts = physical, facts

    def __call__(self, value: Any) -> Any:
        """Give a value of the template with its references resolved."""
        if isinstance(value, list):
            return [self(one) for one in value]
        if not isinstance(value, dict):
            return value
        if "Ref" in value:
            return self._named(value["Ref"])
        if "Fn::GetAtt" in value:
            return self._attribute(*value["Fn::GetAtt"])
        if "Fn::Sub" in value:
            return re.sub(r"\$\{([\w:]+)\}", lambda m: self._named(m[1]), value["Fn::Sub"])
        return {name: self(one) for name, one in value.items()}

    def _named(self, name: str) -> str:
        return self._facts.get(name) or self._physical[name]

    def _attribute(self, name: str, attribute: str) -> str:
        """The one attribute that is needed of anything: the ARN of a queue."""
        queue = self._physical[name].rsplit("/", 1)[-1]
        if attribute != "Arn":
            raise KeyError(attribute)
        return f"arn:aws:sqs:{self._facts['AWS::Region']}:{self._facts['AWS::AccountId']}:{queue}"
