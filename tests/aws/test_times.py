"""No function is ended in the middle of something: what it begins last fits into its time."""

import json

import pytest

import app
from chalicelib import clients, deliver
from chalicelib.forums import act, lane, queue
from chalicelib.outward import web
from chalicelib.webhooks import lane as calls
from chalicelib.webhooks import lanes
from tests.test_structure import ROOT

STAGE = json.loads((ROOT / ".chalice/config.json").read_text("utf-8"))["stages"]["prod"]
FORUM = 2 * web.PATIENCE
"""Seconds of the longest turn at a forum: what may be there is looked for, then it is written."""


def seconds(function):
    """How long a function may run."""
    return STAGE["lambda_functions"].get(function, {}).get("lambda_timeout", 30)


@pytest.mark.parametrize(
    ("function", "begins", "takes"),
    [
        ("mail_tick", app.SENDING, app.A_LETTER),
        ("webhook_tick", app.TELLING, app.A_WEBHOOK),
        ("forum_tick", act.LONGEST.total_seconds() + queue.PATIENCE.total_seconds(), 2 * FORUM),
        ("outside", app.ACTING + web.PATIENCE, app.WRITING - app.ACTING),
        ("outside", app.WRITING + queue.PATIENCE.total_seconds(), FORUM),
        ("outside", app.CALLING, app.A_WEBHOOK - 1),
    ],
)
def test_what_is_begun_last_has_time_to_end(function, begins, takes):
    """From when nothing else is begun with, the longest thing fits before the end."""
    assert begins + takes <= seconds(function)


def test_what_is_taken_up_is_ours_for_as_long_as_it_takes():
    """Leases outlive the longest attempt, so nobody else begins with what is still being done."""
    assert deliver.LEASE.total_seconds() > max(app.A_LETTER, app.A_FRESH_ONE)
    assert calls.LEASE.total_seconds() > web.PATIENCE
    assert lane.LEASE.total_seconds() > FORUM
    assert web.PATIENCE + lanes.TURN <= app.A_WEBHOOK
    amazon = clients.ATTEMPTS * (clients.CONNECTING + clients.ANSWERING)
    assert amazon <= min(app.A_LETTER, app.A_FRESH_ONE)
