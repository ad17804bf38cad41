"""What was looked at, what is wrong with it, and what mends it."""

from collections.abc import Iterable
from typing import Literal

import msgspec

State = Literal["ok", "advice", "wrong", "unknown"]
"""``advice``: it works, and could be better. ``unknown``: it could not be looked at."""
SIGNS: dict[State, str] = {"ok": "ok", "advice": "advice", "wrong": "WRONG", "unknown": "UNKNOWN"}


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a report. ``mend`` is a record or a command to be copied, whole."""

    check: str
    state: State
    seen: str
    mend: str = ""


def ok(check: str, seen: str) -> Finding:
    """Say that it is as it should be."""
    return Finding(check, "ok", seen)


def wrong(check: str, seen: str, mend: str) -> Finding:
    """Say what is wrong and how to mend it."""
    return Finding(check, "wrong", seen, mend)


def advice(check: str, seen: str, mend: str) -> Finding:
    """Say what could be better."""
    return Finding(check, "advice", seen, mend)


def unknown(check: str, seen: str, mend: str = "") -> Finding:
    """Say that nobody knows."""
    return Finding(check, "unknown", seen, mend)


def healthy(findings: Iterable[Finding]) -> bool:
    """Whether nothing is wrong, and nothing unknown."""
    return all(one.state in {"ok", "advice"} for one in findings)


def lines(findings: Iterable[Finding]) -> list[str]:
    """Give the report: what is to be done stands below what is wrong, on a line of its own."""
    report = []
    for one in findings:
        report.append(f"{SIGNS[one.state]:8}{one.check}: {one.seen}")
        if one.mend:
            report.append(f"        -> {one.mend}")
    return report
