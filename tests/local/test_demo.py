"""The demo as a person starts it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from chalicelib.rules.cluedo import Case, Deal
from chalicelib.rules.verbs import Ended, Hand
from infra.demo.show import verified

ROOT = Path(__file__).parent.parent.parent
DEAL = Deal(Case("Зелёный", "Нож", "Холл"), {"s1": ("Белый",), "s2": ("Синий",)}, "00")


def demo(folder, *arguments):
    """Start the demo with a folder of its own for what it leaves behind."""
    return subprocess.Popen(
        [sys.executable, "-m", "infra.demo", *arguments],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(folder), "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def test_the_demo_plays_to_a_verified_end(tmp_path):
    """Six bots solve the case by real mail; the deal is checked; nothing is left on the disk."""
    running = demo(tmp_path)
    said, trouble = running.communicate(timeout=115)
    assert (running.returncode, trouble) == (0, "")
    assert "День 1 ·" in said
    assert "Расклад проверен" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "language", "day"),
    [(signal.SIGINT, "ru", "День 1 ·"), (signal.SIGTERM, "pl", "Dzień 1 ·")],
)
def test_the_demo_cleans_up_when_it_is_stopped(tmp_path, number, language, day):
    """Ctrl-C in the middle of the game ends it with 1, without a word and without a trace."""
    running = demo(tmp_path, "--language", language)
    assert running.stdout
    while day not in running.stdout.readline():
        assert running.poll() is None
    running.send_signal(number)
    _, trouble = running.communicate(timeout=60)
    assert (running.returncode, trouble) == (1, "")
    assert list(tmp_path.iterdir()) == []


def ended(**hands):
    """The end of a game as it is told, with some hands changed."""
    told = DEAL.hands | hands
    rows = tuple(Hand(seat, cards) for seat, cards in told.items())
    return Ended("solved", DEAL.case, rows, (), DEAL.nonce, "s1")


def test_a_forged_deal_is_found_out():
    """The check of the deal sees another text, another fingerprint, and another story."""
    text = DEAL.text.encode()
    assert verified(text, DEAL.commitment, ended())
    assert not verified(text + b" ", DEAL.commitment, ended())
    assert not verified(text, "0" * 64, ended())
    assert not verified(text, DEAL.commitment, ended(s2=("Белый",)))
