"""Where SES tells what happened: topics that deliver at least once, in any order if so wished."""

from collections.abc import Callable
from enum import StrEnum

from chalicelib.game import Chance

Subscriber = Callable[[str], object]
"""Gets a message as SNS hands it over: a JSON text."""


class Shape(StrEnum):
    """In which form events arrive."""

    EVENT = "a configuration set's event over SNS, with tags"
    BRIDGE = "a configuration set's event over EventBridge"
    IDENTITY = "an identity's notification over SNS, without tags"


class Topic:
    """Hands messages to a subscriber, at once or when told to, each as often as wished."""

    def __init__(
        self,
        subscriber: Subscriber,
        *,
        copies: int = 1,
        shuffled: Chance | None = None,
        waits: bool = False,
    ) -> None:
        """``waits``: messages are kept until ``flush``, which may bring them ``shuffled``."""
        self._subscriber = subscriber
        self._copies = copies
        self._shuffled = shuffled
        self._waits = waits
        self.waiting: list[str] = []

    def publish(self, message: str) -> None:
        """Take a message, and hand over what waits unless it should."""
        self.waiting.extend([message] * self._copies)
        if not self._waits:
            self.flush()

    def flush(self) -> int:
        """Hand over everything that waits, and say how much it was.

        What the subscriber raises goes to the caller, and the message waits on.
        """
        count = 0
        while self.waiting:
            place = self._shuffled.randrange(len(self.waiting)) if self._shuffled else 0
            self._subscriber(self.waiting[place])
            del self.waiting[place]
            count += 1
        return count
