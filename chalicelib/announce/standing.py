"""The post that says who owes what, and is written anew whenever that changes (F9). Pure."""

from datetime import datetime

from chalicelib.announce.voice import Voice
from chalicelib.announce.wording import said
from chalicelib.game import PUBLIC, redact
from chalicelib.markup.tree import Tree
from chalicelib.rules import State


def status(state: State, voice: Voice, at: datetime) -> Tree:
    """Say how things stand at a time (UTC), as everybody may know it."""
    return said("thread/status.html", redact(state, PUBLIC), voice, at=at)
