"""The list of what is looked at, in the order in which things have to be right."""

from collections.abc import Callable, Iterable

from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError

from infra.deploy.cloud import code
from infra.deploy.stop import Stop
from infra.doctor import account, door, machine, mail, records
from infra.doctor.finding import Finding, unknown, wrong
from infra.doctor.look import Look, Unanswered

Check = Callable[[Look], Iterable[Finding]]

FIRST: dict[str, Check] = {
    "credentials": account.credentials,
    "region": account.region,
    "stack": account.stack,
}
"""Without these there is nothing else to look at."""
CHECKS: dict[str, Check] = {
    "domain": records.domain,
    "arriving mail": records.arriving,
    "receiving": mail.receiving,
    "sending": mail.sending,
    "configuration set": mail.configuration,
    "topics": mail.topics,
    "table": machine.table,
    "functions": machine.functions,
    "sources": machine.sources,
    "schedules": machine.schedules,
    "dead letters": machine.failures,
    "alarms": machine.alarms,
    "API": door.api,
}
"""What is looked at where there is a stack."""
CREDENTIALS = "aws configure, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or PROFILE=name"
RIGHTS = "infra/deploy/deployer.json has the rights that are needed"
DENIED = {"AccessDenied", "AccessDeniedException", "UnauthorizedOperation", "AuthorizationError"}


def report(look: Look) -> list[Finding]:
    """Look at everything; what cannot be looked at is a finding, too."""
    found: list[Finding] = []
    for name, check in FIRST.items():
        found += looked(name, check, look)
        if found[-1].check == "credentials" and found[-1].state != "ok":
            return found
    if any(one.check == "stack" and one.state == "ok" for one in found):
        for name, check in CHECKS.items():
            found += looked(name, check, look)
    return found


def looked(name: str, check: Check, look: Look) -> list[Finding]:
    """Do one check; one that fails says why, and what it found before."""
    found: list[Finding] = []
    try:
        found.extend(check(look))
    except NoCredentialsError:
        found.append(wrong(name, "there are no credentials for AWS", CREDENTIALS))
    except ClientError as error:
        found.append(_refused(name, error))
    except Unanswered as silence:
        found.append(unknown(name, f"no name server answers ({silence})", "make doctor, later"))
    except Stop as stop:
        found.append(wrong(name, stop.wrong, stop.mend))
    except BotoCoreError as error:
        found.append(unknown(name, f"AWS does not answer: {error}", "make doctor, later"))
    return found


def _refused(name: str, error: ClientError) -> Finding:
    if code(error) in DENIED:
        return unknown(name, f"we may not call {error.operation_name}", RIGHTS)
    if name == "credentials":
        return wrong(name, str(error), "aws configure")
    return unknown(name, str(error))
