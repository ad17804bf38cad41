"""What the template tells the functions, and what they make of it."""

import re
from dataclasses import replace

import pytest

from chalicelib import site
from chalicelib.rules.verbs import Suggest
from infra import template
from tests.test_structure import LIBRARY
from tests.worlds import World

TOLD = template.merged()["Globals"]["Function"]["Environment"]["Variables"]

EMULATOR = {"ALIBI_LOCAL_WEBHOOKS"}
"""What is said to functions that run in an emulator, and never on AWS."""


def test_the_functions_are_told_what_they_ask_for_and_nothing_else():
    """Every variable that the sources read is set in the template, and the other way round."""
    sources = "".join(path.read_text(encoding="utf-8") for path in LIBRARY.rglob("*.py"))
    assert set(re.findall(r'"(ALIBI_[A-Z_]+)"', sources)) - EMULATOR == set(TOLD)


def test_a_site_is_made_of_what_the_template_tells(monkeypatch):
    """Addresses, the sender, the pace of the mail, and the queue for games whose time is up."""
    values = dict.fromkeys(TOLD, "x") | {
        "ALIBI_BASE_URL": "https://alibi.test/",
        "ALIBI_MAIL_RATE": "2.5",
        "ALIBI_SENDER": "table",
        "AWS_REGION": "eu-central-1",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    made = site.from_environment()
    assert (made.base_url, made.mail_domain) == ("https://alibi.test", "x")
    assert (made.sender, made.mail_rate) == ("table", 2.5)
    assert made.hand_over is not None
    monkeypatch.setenv("ALIBI_CLOCK_QUEUE", "")
    monkeypatch.delenv("ALIBI_SENDER")
    made = site.from_environment()
    assert (made.sender, made.hand_over) == ("game", None)


@pytest.mark.parametrize("sender", ["game", "table.host"])
def test_letters_come_from_the_sender(tmp_path, sender):
    """Under the name of the game, from an address in the domain that receives the replies."""
    world = World(tmp_path).start()
    world.post()
    world.site = replace(world.site, sender=sender)
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    assert {mail["From"] for mail in world.post()} == {f"Alibi <{sender}@in.alibi.test>"}
