"""An option for the API: Lambda keeps it ready, by SnapStart or by instances that always run.

``python -m infra.template.warm build/package/sam.json`` changes the packaged template in place.
Either is done to published versions only, so the gateway has to call the newest by an alias; SAM
makes one for all or none, which is why this is no parameter. ``WarmInstances`` is one: 0 means
SnapStart (Python 3.12 or newer), any other number so many instances.
"""

import json
import sys
from pathlib import Path
from typing import Any, cast

from infra.template import Template

ALIAS = "live"
NAMED = f"APIHandlerAlias{ALIAS}"
"""What SAM calls the alias in the template that it makes."""
SETTINGS = ("BaseUrl", "MailDomain", "Sender", "MailRate", "LogLevel", "RestoredTable")
"""The parameters that the function is told in its environment. A version keeps what it was told and
SAM publishes another one for new code alone; but a version of another description is another one.
"""
TOO_OLD = ("python3.9", "python3.10", "python3.11")
"""The runtimes that SnapStart does not know."""


def warm(packaged: Template) -> Template:
    """Give a packaged template with an API that is kept ready.

    Raises ``ValueError`` where the runtime is too old for SnapStart.
    """
    # Everything that calls the function, or may, by whatever name.
    renamed = json.dumps(packaged).replace("${APIHandler.Arn}", f"${{{NAMED}}}")
    whole = cast("Template", json.loads(renamed))
    resources = whole["Resources"]
    api = resources["APIHandler"]["Properties"]
    if api["Runtime"] in TOO_OLD:
        raise ValueError(f"SnapStart needs Python 3.12 or newer, and this is {api['Runtime']}")
    resources["APIHandlerInvokePermission"]["Properties"]["FunctionName"] = {"Ref": NAMED}
    api |= _ready()
    whole["Parameters"]["WarmInstances"] = {
        "Type": "Number",
        "Default": 0,
        "MinValue": 0,
        "Description": "How many instances of the API always run; 0: SnapStart instead",
    }
    runs = {"Fn::Equals": [{"Ref": "WarmInstances"}, 0]}
    whole["Conditions"]["AlwaysRuns"] = {"Fn::Not": [runs]}
    return whole


def _ready() -> dict[str, Any]:
    """Give what the function needs: one of the two, for AWS does not allow both."""
    always = {"ProvisionedConcurrentExecutions": {"Ref": "WarmInstances"}}
    return {
        "AutoPublishAlias": ALIAS,
        "VersionDescription": {"Fn::Sub": " ".join(f"${{{name}}}" for name in SETTINGS)},
        "SnapStart": {"ApplyOn": {"Fn::If": ["AlwaysRuns", "None", "PublishedVersions"]}},
        "ProvisionedConcurrencyConfig": {"Fn::If": ["AlwaysRuns", always, {"Ref": "AWS::NoValue"}]},
    }


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(json.dumps(warm(json.loads(file.read_text("utf-8"))), indent=1), "utf-8")
