"""Everything a process says while something happens, every logger at DEBUG."""

import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

from chalicelib import logs, metrics


class Journal(StringIO):
    """The log so far."""

    @property
    def lines(self) -> list[str]:
        """Its lines."""
        return self.getvalue().splitlines()


@contextmanager
def journal(*, lines: bool = False) -> Iterator[Journal]:
    """Keep the log of what happens in the block, as a Lambda writes it, or in lines for people."""
    root, written = logging.getLogger(), Journal()
    known = [one for one in root.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    before = [(one, one.level, one.handlers[:]) for one in (root, *known)]
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook, warnings.formatwarning
    logs.start("DEBUG", lines=lines, stream=written)
    metrics.start(StringIO())
    metrics.flush()  # what was counted before
    metrics.start(written)
    for one in known:
        one.setLevel(logging.DEBUG)
    try:
        yield written
    finally:
        metrics.flush()
        metrics._out.clear()
        logging.captureWarnings(capture=False)
        sys.excepthook, threading.excepthook, sys.unraisablehook, warnings.formatwarning = hooks
        for one, level, handlers in before:
            one.setLevel(level)
            one.handlers[:] = handlers
