"""What the operator counts: how long things wait, how many were done, how many failed.

On AWS the figures of an invocation leave as one or a few lines of the log from which CloudWatch
makes metrics (its embedded metric format): no call, and no permission. What is zero is not sent,
so that an idle installation costs nothing. On one machine they add up till somebody reads them
(``text``, the format of Prometheus). No figure has the name of a game or of a person.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from threading import Lock
from typing import Any, Literal, NamedTuple, TextIO

import msgspec

NAMESPACE = "Alibi"
MOST_VALUES = 100
"""Values of one metric in one line (CloudWatch)."""

Unit = Literal["Count", "Seconds", "Milliseconds"]


class Metric(NamedTuple):
    """What is counted, in which unit, by what it is told apart, and whether it is a level."""

    unit: Unit
    by: str
    about: str
    level: bool = False


METRICS = {
    "OldestDue": Metric("Seconds", "Kind", "Age of the row that is overdue longest", level=True),
    "Waiting": Metric("Count", "Kind", "Rows that are overdue, 100 at most", level=True),
    "LettersSent": Metric("Count", "", "Letters handed to the carrier"),
    "LettersFailed": Metric("Count", "", "Attempts at a letter that failed"),
    "LettersRested": Metric("Count", "", "Times the carrier wanted less mail"),
    "SendingPaused": Metric("Count", "", "Times the carrier said that it takes none"),
    "MovesPlayed": Metric("Count", "Door", "Requests that made moves"),
    "MoveTime": Metric("Milliseconds", "", "Time from a request to its entry in the log"),
    "DaysClosed": Metric("Count", "", "Game days that were closed"),
    "Refusals": Metric("Count", "Door", "Requests that were refused"),
    "Errors": Metric("Count", "", "Errors that nobody foresaw, also those that are tried again"),
    "WebhooksSent": Metric("Count", "", "Deliveries to webhooks that were taken"),
    "WebhooksFailed": Metric("Count", "", "Attempts at a webhook that failed"),
    "GivenUp": Metric("Count", "Kind", "Things that are not tried again"),
}
"""Every metric by its name; docs/operations.md says what to do about each."""

_Key = tuple[str, str]
_lock = Lock()
_sums: defaultdict[_Key, float] = defaultdict(float)
_levels: dict[_Key, float] = {}
_times: defaultdict[_Key, list[float]] = defaultdict(list)
_out: list[TextIO] = []


def start(stream: TextIO) -> None:
    """From now on ``flush`` writes the figures to ``stream``, for CloudWatch."""
    _out[:] = [stream]


def count(name: str, number: float = 1, of: str = "") -> None:
    """Count something; ``of`` is the value by which the metric is told apart, if it is."""
    with _lock:
        _sums[_checked(name, of)] += number


def level(name: str, number: float, of: str = "") -> None:
    """Say how something stands now."""
    with _lock:
        _levels[_checked(name, of)] = number


def timed(name: str, milliseconds: float) -> None:
    """Say how long something took."""
    key = _checked(name, "")
    with _lock:
        _sums[key] += milliseconds
        if len(_times[key]) < MOST_VALUES:
            _times[key].append(milliseconds)
        _sums[f"{name}#", ""] += 1


def _checked(name: str, of: str) -> _Key:
    if bool(METRICS[name].by) != bool(of):
        raise ValueError(f"{name} is told apart by {METRICS[name].by or 'nothing'}")
    return name, of


def so_far() -> dict[str, int]:
    """Give what was counted since the figures last left, by name and by what tells it apart."""
    with _lock:
        counted = {key: one for key, one in _sums.items() if one and key[0] in METRICS}
    return {f"{name}:{of}".rstrip(":"): round(one) for (name, of), one in counted.items()}


def flush() -> None:
    """Write the figures so far and begin anew, where CloudWatch reads them; else keep them."""
    if not _out:
        return
    with _lock:
        figures: dict[_Key, Any] = {key: one for key, one in _sums.items() if key[0] in METRICS}
        figures |= _levels | _times
        for kept in (_sums, _levels, _times):
            kept.clear()
    for line in _lines(figures):
        _out[0].write(line + "\n")
    _out[0].flush()


def _lines(figures: dict[_Key, Any]) -> Iterator[str]:
    """Put together what is told apart in the same way."""
    lines: defaultdict[tuple[str, str], dict[str, Any]] = defaultdict(dict)
    for (name, of), figure in figures.items():
        if figure:
            lines[METRICS[name].by, of][name] = figure
    for (by, of), values in lines.items():
        told = [{"Name": name, "Unit": METRICS[name].unit} for name in values]
        rule = {"Namespace": NAMESPACE, "Dimensions": [[by] if by else []], "Metrics": told}
        head = {"Timestamp": time.time_ns() // 1_000_000, "CloudWatchMetrics": [rule]}
        apart = {by: of} if by else {}
        yield msgspec.json.encode({"_aws": head, **apart, **values}).decode()


def text() -> str:
    """Give the figures since this process began, as Prometheus reads them."""
    with _lock:
        known = {**_sums, **_levels}
    lines = []
    for name, metric in METRICS.items():
        shown = _snake(name, metric)
        kind = "gauge" if metric.level else "counter"
        if metric.unit == "Milliseconds":
            kind = "summary"
        lines += [f"# HELP {shown} {metric.about}", f"# TYPE {shown} {kind}"]
        lines += _samples(name, shown, metric, known)
    return "\n".join(lines) + "\n"


def _samples(name: str, shown: str, metric: Metric, known: dict[_Key, float]) -> Iterator[str]:
    if metric.unit == "Milliseconds":
        yield f"{shown}_sum {known.get((name, ''), 0) / 1000:.6f}"
        yield f"{shown}_count {known.get((f'{name}#', ''), 0):.0f}"
        return
    found = {of: figure for (one, of), figure in known.items() if one == name}
    for of, figure in (found or ({} if metric.by else {"": 0})).items():
        label = f'{{{metric.by.lower()}="{of}"}}' if metric.by else ""
        yield f"{shown}{label} {figure:.0f}"


def _snake(name: str, metric: Metric) -> str:
    words = "".join(f"_{one.lower()}" if one.isupper() else one for one in name)
    ending = {"Seconds": "_seconds", "Milliseconds": "_seconds", "Count": ""}[metric.unit]
    return f"alibi{words}{ending}" + ("_total" if ending == "" and not metric.level else "")
