"""What stands in the place of Lambda's Python: the zip alone, and Lambda's way of logging.

The emulator starts functions with this instead of its own interpreter, which would lend them the
libraries of the tests. Run with ``-S``: site-packages do not exist here.
"""

import logging
import os
import runpy
import sys
import time
from pathlib import Path
from threading import Thread

# Who calls is said in the User-Agent of every call to AWS, which the recorder reads.
os.environ["AWS_SDK_UA_APP_ID"] = os.environ["AWS_LAMBDA_FUNCTION_NAME"]
os.environ["AWS_EXECUTION_ENV"] = "AWS_Lambda_python3.11"

# As the runtime of AWS: everything goes through one handler, from the level of warnings on.
handler = logging.StreamHandler(sys.stderr)
handler.setFormatter(logging.Formatter("[%(levelname)s]\t%(asctime)s\t%(name)s\t%(message)s"))
logging.getLogger().addHandler(handler)


def end_with(parent: int) -> None:
    """End this process when the emulator has ended: nobody waits for its answer any more."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
sys.argv = sys.argv[1:]
sys.path[0] = str(Path(sys.argv[0]).parent)
runpy.run_path(sys.argv[0], run_name="__main__")
