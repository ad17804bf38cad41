"""Finding things in a template."""

from typing import Any


def of_type(resources, kind):
    """The properties of the resources of a type, by name."""
    return {n: r.get("Properties", {}) for n, r in resources.items() if r["Type"] == kind}


def only(resources, kind):
    """The properties of the one resource of a type."""
    (found,) = of_type(resources, kind).values()
    return found


def functions(resources):
    """The properties of all functions."""
    return of_type(resources, "AWS::Serverless::Function")


def source(function):
    """What the one thing that sets off a function says."""
    (event,) = function["Events"].values()
    return event["Properties"]


def everything(value: Any):
    """Every mapping anywhere in a value."""
    if isinstance(value, list):
        for one in value:
            yield from everything(one)
    elif isinstance(value, dict):
        yield value
        yield from everything(list(value.values()))
