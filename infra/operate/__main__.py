"""``python -m infra.operate``: ``--help`` lists the commands."""

import sys

from infra.operate.command_line import main

if __name__ == "__main__":
    sys.exit(main())
