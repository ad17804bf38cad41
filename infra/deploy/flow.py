"""One deployment from its beginning to its end."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from infra.deploy import changes as planning
from infra.deploy import ses
from infra.deploy.changes import losses
from infra.deploy.cloud import Cloud
from infra.deploy.parameters import PENDING, chosen
from infra.deploy.stack import Stack, remedy
from infra.deploy.stop import Stop
from infra.deploy.versions import Versions

CHANGEABLE = {"CREATE_COMPLETE", "UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE", "IMPORT_COMPLETE"}
"""In which state a stack takes a change set."""


class Wish(msgspec.Struct, frozen=True):
    """What whoever deploys asks for; ``given_up``: resources that may lose what they hold."""

    version: str
    settings: dict[str, str] = {}
    given_up: tuple[str, ...] = ()


class Deployment:
    """Brings a stack to a version. ``ask`` is asked before anything changes."""

    def __init__(
        self,
        stack: Stack,
        versions: Versions,
        say: Callable[[str], None],
        ask: Callable[[str], bool],
    ) -> None:
        """Nothing is looked at yet."""
        self._stack, self._versions = stack, versions
        self._say, self._ask = say, ask

    def run(self, wish: Wish, now: datetime) -> dict[str, str]:
        """Deploy, and give what the stack tells about itself; raises ``Stop``."""
        self._make_ready()
        before = self._stack.outputs().get("Version", "")
        self._warn(wish.version, before)
        template = self._versions.template(wish.version)
        declared = template.get("Parameters", {})
        known = self._stack.parameters()
        values = chosen(declared, wish.settings, known)
        name = f"v{wish.version}-{now:%Y%m%d%H%M%S}"
        url = {"TemplateURL": self._versions.address(wish.version)}
        try:
            changed = self._change(name, values, url, wish.given_up)
        finally:
            if self._stack.status() in CHANGEABLE:
                self._stack.protect()
        self._versions.note(wish.version, before, now)
        self._finish(declared, wish, f"{name}-finish", new=not known)
        if not changed:
            self._say("Nothing to change in the stack.")
        return self._stack.outputs()

    def _make_ready(self) -> None:
        """Remove what is left of a first attempt; raises ``Stop`` while nothing can be changed."""
        status = self._stack.status()
        if status == "ROLLBACK_COMPLETE":
            if not self._ask(f"The stack {self._stack.name} was never complete. Remove the rest?"):
                raise Stop("left as it is")
            self._stack.remove_rest()
        elif status and status not in CHANGEABLE:
            raise Stop(f"the stack is {status}", remedy(status, self._stack.name))

    def _warn(self, version: str, before: str) -> None:
        if not before or before == version:
            return
        new, old = self._versions.about(version), self._versions.about(before)
        if new.fold < old.fold:
            self._say(
                f"Version {version} is older than {before} in how it keeps games: they are folded "
                "again from their logs, and a game in which something happened that the older one "
                "does not know waits (503) until the newer one is back. Nothing is lost."
            )

    def _change(
        self,
        name: str,
        values: list[dict[str, Any]],
        template: Mapping[str, Any],
        given_up: tuple[str, ...],
    ) -> bool:
        """Plan, show, ask, do; whether there was anything to do."""
        existed = bool(self._stack.status())
        planned = self._stack.plan(name, values, template)
        for line in planning.told(planned.changes):
            self._say(f"  {line}")
        if lost := losses(planned.changes, given_up):
            self._stack.drop(name)
            names = " ".join(one.name for one in lost)
            raise Stop(
                f"this would lose {', '.join(sorted({one.loses for one in lost}))}: {names}",
                f'if that is what you want: make deploy ARGS="--give-up {names}"',
            )
        if planned.void:
            return False
        if not self._ask(f"{len(planned.changes)} changes. Go on?"):
            self._stack.drop(name)
            raise Stop("nothing was changed")
        if existed:
            self._stack.expose(given_up)
        self._stack.execute(planned)
        return True

    def _finish(self, declared: Mapping[str, Any], wish: Wish, name: str, *, new: bool) -> None:
        """Tell the stack what could not be told when it was made: its address, to be protected."""
        known, values = self._stack.parameters(), {}
        if known.get("BaseUrl") == PENDING:
            own = known.get("ApiDomain")
            url = f"https://{own}" if own else self._stack.outputs()["EndpointURL"].rstrip("/")
            self._say(f"The API is at {url}; the functions are told.")
            values["BaseUrl"], new = url, True
        if new and known.get("Protected") == "no" and "Protected" not in wish.settings:
            values["Protected"] = "yes"
        if values:
            told = chosen(declared, values, known)
            planned = self._stack.plan(name, told, {"UsePreviousTemplate": True})
            self._stack.execute(planned)


def mail(cloud: Cloud, domain: str, stack: Stack) -> list[str]:
    """Set SES up for the domain; gives what is left to do by hand."""
    ses.identify(cloud, domain)
    left = ses.activate(cloud, domain, mail_bucket(stack))
    return [left] if left else []


def mail_bucket(stack: Stack) -> str:
    """Give the name of the bucket in which mail arrives; empty if the stack has none."""
    buckets = (one for one in stack.resources() if one["ResourceType"] == "AWS::S3::Bucket")
    return next((str(one["PhysicalResourceId"]) for one in buckets), "")


def allowed_rate(cloud: Cloud) -> str:
    """Say how many mails a second SES takes from this account: in its sandbox one."""
    quota = cloud.call("sesv2", "get_account").get("SendQuota", {})
    return f"{quota.get('MaxSendRate') or 1:g}"
