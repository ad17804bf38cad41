"""What is posted in a game's thread, as trees, in the game's language. Pure.

Nothing in here depends on what the public may not know: entries and states are redacted first.
"""

from chalicelib.announce.kinds import SILENT
from chalicelib.announce.posts import entry, opening, parts
from chalicelib.announce.refused import is_open, refusal
from chalicelib.announce.standing import status
from chalicelib.announce.voice import Announcement, Cited, Voice

__all__ = [
    "SILENT",
    "Announcement",
    "Cited",
    "Voice",
    "entry",
    "is_open",
    "opening",
    "parts",
    "refusal",
    "status",
]
