"""The standard envelope: the same bytes for every attempt, small enough for every receiver."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from chalicelib.happenings.catalogue import API_VERSION
from chalicelib.happenings.happening import Happening

LARGEST = 20_000
"""Bytes of a body."""
PLACES = ("game_id", "seq", "part", "parts", "audience", "day", "test")
"""What is kept of data that would be larger."""

_json = msgspec.json.Encoder().encode


def envelope(happening: Happening, base_url: str = "", **more: Any) -> bytes:
    """Give the body: compact JSON in UTF-8, members in their published order, then ``more``.

    Data of more than 20 kB is left out and linked.
    """
    whole = _written(happening, happening.data | more)
    return whole if len(whole) <= LARGEST else _written(happening, _short(happening, base_url))


def _written(happening: Happening, data: dict[str, Any]) -> bytes:
    return _json(
        {
            "type": happening.type,
            "timestamp": stamp(happening.at),
            "api_version": API_VERSION,
            "data": data,
        }
    )


def _short(happening: Happening, base_url: str) -> dict[str, Any]:
    kept = {name: happening.data[name] for name in PLACES if name in happening.data}
    game, seq = happening.data.get("game_id", ""), happening.seq
    page = f"/events?after={seq - 1}&limit=1" if seq else ""
    return kept | {"truncated": True, "self": f"{base_url}/v1/games/{game}{page}"}


def stamp(at: datetime) -> str:
    """Give a time as the envelope has it: UTC, milliseconds, ``Z``."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
