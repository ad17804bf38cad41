"""Run the API of an unpacked package as Lambda does: `python -I -S -B alone.py FOLDER`.

The process knows the standard library and the folder, nothing else; the event comes on standard
input, and what became of it goes to standard output, in JSON.
"""

import importlib
import json
import sys
import time
from types import SimpleNamespace


def main() -> None:
    """Import the handler, give it the event, and tell the answer and the seconds of CPU."""
    sys.path.insert(0, sys.argv[1])
    function = importlib.import_module("app").app
    imported = time.process_time()
    context = SimpleNamespace(
        aws_request_id="1",
        function_name="APIHandler",
        get_remaining_time_in_millis=lambda: 30_000,
    )
    answer = function(json.load(sys.stdin), context)
    answered = time.process_time()
    told = {"answer": answer, "modules": sorted(sys.modules)}
    print(json.dumps(told | {"imported": imported, "answered": answered}))


if __name__ == "__main__":
    main()
