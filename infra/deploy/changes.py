"""What a change set would do: in words, and what of it must never happen by the way."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal

import msgspec

KEEPS = {
    "AWS::DynamoDB::Table": "all games",
    "AWS::S3::Bucket": "mail that is still to be read",
    "AWS::KMS::Key": "the key to what is stored",
    "AWS::SQS::Queue": "messages that wait",
}
"""The types of resources that hold something which is nowhere else, and what."""

WORDS = {"Add": "make", "Modify": "change", "Remove": "remove", "Import": "take over"}
"""How a change is told."""

Fate = Literal["Add", "Modify", "Remove", "Import", "Dynamic"]


class Change(msgspec.Struct, frozen=True):
    """What is to become of one resource; ``replaced``: a new one takes its place."""

    name: str
    type: str
    fate: Fate
    replaced: Literal["True", "False", "Conditional"] = "False"
    kept: bool = False
    """Whether CloudFormation lets go of it without deleting it."""

    @property
    def loses(self) -> str:
        """What would be out of reach afterwards, if anything.

        CloudFormation often cannot say beforehand whether it replaces something ("Conditional": a
        new index of a table, for one). The stack's policy forbids it, so that it then stops.
        """
        gone = self.fate == "Remove" or self.replaced == "True"
        return KEEPS.get(self.type, "") if gone else ""


def changes(described: Iterable[Mapping[str, Any]]) -> tuple[Change, ...]:
    """Read the changes of a change set as CloudFormation describes them."""
    found = (one["ResourceChange"] for one in described if "ResourceChange" in one)
    return tuple(
        Change(
            one["LogicalResourceId"],
            one["ResourceType"],
            one["Action"],
            one.get("Replacement", "False"),
            "Retain" in one.get("PolicyAction", ""),
        )
        for one in found
    )


def losses(planned: Iterable[Change], given_up: Collection[str]) -> list[Change]:
    """Give the changes that lose something which nobody has given up by name."""
    return [one for one in planned if one.loses and one.name not in given_up]


def told(planned: Iterable[Change]) -> list[str]:
    """Give the changes in words: what is lost or replaced by itself and first, the rest by kind."""
    ordered = sorted(planned, key=lambda one: (not one.loses, one.name))
    grave = [one for one in ordered if one.loses or one.replaced != "False"]
    kinds: dict[tuple[str, str], list[str]] = {}
    for one in ordered:
        if one not in grave:
            kinds.setdefault((WORDS.get(one.fate, one.fate.lower()), one.type), []).append(one.name)
    rest = [f"{fate:9} {kind}: {', '.join(names)}" for (fate, kind), names in sorted(kinds.items())]
    return [*map(_grave, grave), *rest]


def _grave(one: Change) -> str:
    fate = "REPLACE" if one.replaced == "True" else WORDS.get(one.fate, one.fate.lower())
    unsure = ", if it need not be replaced" if one.replaced == "Conditional" else ""
    kept = ", the old one is kept" if one.kept else ""
    lost = f": {one.loses}{kept}" if one.loses else ""
    return f"{fate:9} {one.type}: {one.name}{unsure}{lost}"
