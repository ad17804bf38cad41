"""The parameters of the stack: those given, those of the last deployment, those of the template."""

from collections.abc import Mapping
from typing import Any

from infra.deploy.stop import Stop

PENDING = "https://pending.invalid"
"""The address of the API while there is none yet: it is known after the first of two passes."""
FIRST = {"BaseUrl": PENDING, "Protected": "no"}
"""What a first pass is told: were it to fail, a table that is protected could not be put back."""


def chosen(
    declared: Mapping[str, Mapping[str, Any]], given: Mapping[str, str], before: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Give the parameters as CloudFormation takes them.

    ``declared`` are those of the template, ``before`` those of the stack: what is not given stays
    as it was. An older template may not know some; they are left out.
    Raises ``Stop`` for a given one that nobody knows, and for one that has no value.
    """
    unknown = sorted(set(given) - set(declared))
    if unknown:
        raise Stop(
            f"the template has no parameter {', '.join(unknown)}",
            f"it has: {', '.join(sorted(declared))}",
        )
    values: list[dict[str, Any]] = []
    for name in sorted(declared):
        if name in given:
            values.append({"ParameterKey": name, "ParameterValue": given[name]})
        elif name in before:
            values.append({"ParameterKey": name, "UsePreviousValue": True})
        elif not before and name in FIRST:
            values.append({"ParameterKey": name, "ParameterValue": FIRST[name]})
        elif "Default" not in declared[name]:
            raise Stop(f"{name} has no value yet", _how(name))
    return values


def _how(name: str) -> str:
    if name == "MailDomain":
        return "make deploy DOMAIN=in.example.org (the domain that players write to)"
    return f'make deploy SET="{name}=…"'


def settings(words: list[str]) -> dict[str, str]:
    """Read ``Name=value`` words; raises ``Stop`` for anything else."""
    pairs = [word.partition("=") for word in words]
    for name, is_given, _ in pairs:
        if not (name and is_given):
            raise Stop(f"«{name}» is not a setting", 'SET="MailRate=14 AlarmEmail=you@example.org"')
    return {name: value for name, _, value in pairs}
