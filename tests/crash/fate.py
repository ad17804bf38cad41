"""The end of a process at a chosen boundary: before or after any call that leaves it.

What is watched is real: the call is made or not made, and then the process is gone. A dead process
crosses no other boundary, whatever its ``finally`` blocks and other threads still try.
"""

from collections.abc import Callable
from threading import Lock
from typing import Any, NoReturn


class Killed(BaseException):
    """The process is gone; nothing of ours catches this."""


def raise_killed() -> NoReturn:
    """End this thread as a kill would end the process."""
    raise Killed


class Fate:
    """Counts the boundaries that a process crosses, and ends it at number ``last`` (from 0)."""

    def __init__(self, last: int | None = None, die: Callable[[], NoReturn] = raise_killed) -> None:
        """Without ``last`` the process lives; ``crossed`` are the names of its boundaries."""
        self.crossed: list[str] = []
        self.dead = self._retired = False
        self._last, self._die, self._lock = last, die, Lock()

    def cross(self, name: str) -> None:
        """Cross a boundary, or die there."""
        with self._lock:
            if not self.dead and not self._retired:
                self.crossed.append(name)
                self.dead = len(self.crossed) - 1 == self._last
            if self.dead:
                self._die()

    def retire(self) -> None:
        """Let the process live from now on, if it still does, and count no more."""
        self._retired = True

    def watched(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Give a call with a boundary before it and one after it."""

        def crossing(*given: Any, **named: Any) -> Any:
            self.cross(f"before {name}")
            answer = call(*given, **named)
            self.cross(f"after {name}")
            return answer

        return crossing


class Watched:
    """Something outside the process, of which every call is a boundary."""

    def __init__(self, name: str, real: Any, fate: Fate) -> None:
        """Keep the real thing."""
        self._name, self._real, self._fate = name, real, fate

    def __getattr__(self, attribute: str) -> Any:
        """Give what the real thing has; calls are watched."""
        found = getattr(self._real, attribute)
        if not callable(found):
            return found
        return self._fate.watched(f"{self._name}.{attribute}", found)
