"""Write the template that is merged over Chalice's into a file: ``python -m infra.template FILE``."""

import sys
from pathlib import Path

import yaml

from infra.template import merged

Path(sys.argv[1]).write_text(yaml.safe_dump(merged(), sort_keys=False), "utf-8")
