"""How each engine speaks: what proves a request, and what it says, in the one form we know."""

from collections.abc import Mapping

from chalicelib.forums.adapters import discourse, generic, nodebb, xenforo
from chalicelib.forums.signal import Adapter

ADAPTERS: Mapping[str, Adapter] = {
    "generic": generic,
    "discourse": discourse,
    "nodebb": nodebb,
    "xenforo": xenforo,
}
