"""``python -m infra.template FILE.json``: write what is merged over Chalice's template.

In JSON, and so is what Chalice makes of it: its YAML has aliases, and CloudFormation takes none.
"""

import json
import sys
from pathlib import Path

from infra.template import merged

Path(sys.argv[1]).write_text(json.dumps(merged(), indent=1), "utf-8")
