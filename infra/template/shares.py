"""The rules that call ``mail_tick`` every minute: one for each share of the letters."""

import json
from typing import Any

SHARES = {1: None, 2: "TwoShares", 3: "FourShares", 4: "FourShares"}
"""The shares, and under which condition each is one; the first always is."""
EVENT = {
    "version": "0",
    "account": "",
    "region": "",
    "detail": {},
    "detail-type": "Scheduled Event",
    "source": "aws.events",
    "time": "",
    "id": "",
    "resources": [],
}
"""What Chalice wants to find in whatever EventBridge sends."""


def shares() -> dict[str, Any]:
    """Give the part of the template with the rules; ``MailShares`` says how many are at work."""
    events = {
        f"MailTickEvent{share if condition else ''}": {
            "Type": "Schedule",
            "Properties": {
                "Schedule": "rate(1 minute)",
                "Input": {"Fn::Sub": _input(share - 1)},
                "State": _state(condition),
            },
        }
        for share, condition in SHARES.items()
    }
    return {"Resources": {"MailTick": {"Properties": {"Events": events}}}}


def _input(number: int) -> str:
    """Give the event: the whole of one, and which share of how many."""
    return json.dumps(EVENT)[:-1] + f', "number": {number}, "of": ${{MailShares}}}}'


def _state(condition: str | None) -> Any:
    return {"Fn::If": [condition, "ENABLED", "DISABLED"]} if condition else "ENABLED"
