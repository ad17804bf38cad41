import ast
import json
import logging
import subprocess
import sys
import threading
from errno import ENOSPC
from io import StringIO
from pathlib import Path

import pytest
from botocore.exceptions import ClientError

from chalicelib import logs
from tests.logs.journal import journal
from tests.test_structure import ROOT, SOURCES, offences, parsed

OURS = logging.getLogger("chalicelib.test")
LEVELS = {"debug", "info", "warning", "error", "exception", "critical", "log"}


def last(log):
    """The last line, decoded."""
    return json.loads(log.lines[-1])


def test_a_line_says_when_where_and_what_about():
    """One JSON object a line: time (UTC), level, logger, words, and the values of the context."""
    with journal() as log, logs.doing(function="api", request="r-1"):
        logs.note(game="g1")
        OURS.info("moved", extra=logs.told(seq=3, moves=["suggest", "talk"]))
    line = last(log)
    assert line.pop("time").endswith("Z")
    assert line == {
        "level": "INFO",
        "logger": "chalicelib.test",
        "message": "moved",
        "function": "api",
        "request": "r-1",
        "game": "g1",
        "seq": 3,
        "moves": ["suggest", "talk"],
    }


def test_the_context_ends_with_its_block():
    """What a request was about does not stand with the next one's lines, nor in other threads."""
    with journal() as log:
        with logs.doing(function="a"), logs.doing(game="g1"):
            logs.note(seq=1)
            thread = threading.Thread(target=OURS.info, args=("elsewhere",))
            thread.start()
            thread.join()
        logs.note(game="g2")
        OURS.info("after")
    assert [set(json.loads(one)) & {"function", "game", "seq"} for one in log.lines] == [set()] * 2


@pytest.mark.parametrize("lines", [True, False])
def test_words_that_were_put_together_are_not_written(lines):
    """Arguments, messages of errors, sources of tracebacks and unknown values stay away."""
    with journal(lines=lines) as log:
        OURS.error("card %s", "Mustard")
        OURS.warning("seen", extra={"told": {"card": "Mustard", "why": "Mustard and Rope"}})
        try:
            int("Mustard")
        except ValueError:
            OURS.exception("failed")
        logging.getLogger("botocore.x").warning("body: Mustard")
        logging.getLogger("urllib3.x").warning("path %s", "/Mustard")
    assert "Mustard" not in log.getvalue()
    assert sum("Alibi" not in line for line in log.lines) == 5
    assert "ValueError" in log.getvalue()
    assert "test_logs.py" in log.getvalue()


@pytest.mark.parametrize("name", ["botocore.endpoint", "pynamodb.connection", "urllib3", "asyncio"])
def test_libraries_are_heard_when_something_is_wrong_only(name):
    """Whatever the level, a library's requests and rows are not written; its warnings are."""
    with journal() as log:
        other = logging.getLogger(name)
        other.setLevel(logging.DEBUG)
        other.debug("sending %s", "x")
        other.info("sent %s", "x")
        assert log.lines == []
        other.warning("slow: %s", "x")
    assert last(log)["message"] == "slow: %s"


def test_what_goes_wrong_unseen_is_a_line_without_words():
    """An error in a thread, a warning and the error that ends a process say what and where."""
    with journal() as log:
        thread = threading.Thread(target=lambda: int("Mustard"))
        thread.start()
        thread.join()
        assert last(log)["message"] == "not caught"
        assert last(log)["error"] == "ValueError"
    program = (
        "import warnings; from chalicelib import logs; logs.start(); "
        "warnings.warn('Mustard'); int('Mustard')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    warned, failed = map(json.loads, done.stdout.splitlines())
    assert (warned["logger"], failed["error"]) == ("py.warnings", "ValueError")
    assert "Mustard" not in log.getvalue() + done.stdout + done.stderr


class Full(StringIO):
    """A disk without room."""

    def write(self, _: str) -> int:
        """Fail."""
        raise OSError(ENOSPC, "no room")


def test_a_line_that_cannot_be_written_is_not_told_elsewhere(capsys):
    """The handler of the standard library would print the arguments of the message."""
    with journal():
        (handler,) = logging.getLogger().handlers
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(Full())
        logging.getLogger("urllib3").warning("refused: %s", "p2@example.org")
    said = capsys.readouterr().err
    assert "a line of the log was lost: OSError" in said
    assert "p2@example.org" not in said


def test_an_error_is_told_by_class_and_places():
    """The innermost place comes first; of several together each; AWS's are told by their code."""

    def fails():
        raise KeyError("Mustard")

    def several():
        found = []
        for _ in range(2):
            try:
                fails()
            except KeyError as error:
                found.append(error)
        raise ExceptionGroup("Mustard", found)

    with pytest.raises(KeyError) as one:
        fails()
    told = logs.failure(one.value)
    assert told["error"] == "KeyError"
    assert told["place"][0].endswith(":fails")
    with pytest.raises(ExceptionGroup) as many:
        several()
    assert logs.failure(many.value)["error"] == "KeyError"
    assert len(logs.failure(many.value)["place"]) == 1
    words = {"Error": {"Code": "Throttling", "Message": "Mustard"}}
    throttled = ClientError(words, "SendEmail")
    assert logs.named(throttled) == "Throttling"


def test_a_level_that_is_none_is_refused():
    """A misspelt level is an error at the start, not silence later."""
    with pytest.raises(ValueError, match="LOUD"), journal():
        logs.start("loud")


def wordy(path: Path) -> set[int]:
    """The lines of a source in which a logger is given other words than constant ones."""
    if "logg" not in path.read_text("utf-8"):
        return set()
    calls = (node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call))
    ours = (
        call
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in LEVELS
        and ast.unparse(call.func.value) in {"_log", "log", "logger", "logging", "app.log"}
    )
    return {call.lineno for call in ours if not _is_constant(call)}


def _is_constant(call: ast.Call) -> bool:
    given = call.args[1:] if ast.unparse(call.func).endswith(".log") else call.args
    words = [isinstance(one, ast.Constant) and "%" not in str(one.value) for one in given]
    return words == [True] and {key.arg for key in call.keywords} <= {"extra"}


def test_our_lines_have_constant_words():
    """What varies stands in named values, which are looked at; nothing is put into the words."""
    assert offences(wordy, SOURCES) == {}


@pytest.mark.parametrize(
    "source", ["_log.info('a %s', b)", "_log.error(f'{b}')", "logging.warning(b)", "_log.info(b)"]
)
def test_a_wordy_line_is_seen(source, tmp_path):
    """Arguments, f-strings and variables are all seen."""
    path = tmp_path / "x.py"
    path.write_text(f"import logging; {source}")
    assert wordy(path) == {1}
