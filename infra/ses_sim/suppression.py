"""The account's suppression list, and what the account says of itself."""

from typing import Any

from infra.ses_sim.account import Account
from infra.ses_sim.refusals import bad, missing

PAGE, MOST = 100, 1000


def put(account: Account, params: dict[str, Any]) -> dict[str, Any]:
    """Put an address on the list, or change why it stands there."""
    account.suppress(params["EmailAddress"], params["Reason"])
    return {}


def delete(account: Account, params: dict[str, Any]) -> dict[str, Any]:
    """Take an address off the list; it must stand there."""
    if not account.suppressed.pop(params["EmailAddress"].lower(), None):
        raise _unlisted(params["EmailAddress"])
    return {}


def read(account: Account, params: dict[str, Any]) -> dict[str, Any]:
    """Say why an address stands on the list."""
    known = account.suppressed.get(params["EmailAddress"].lower())
    if not known:
        raise _unlisted(params["EmailAddress"])
    address = params["EmailAddress"].lower()
    listed = {"EmailAddress": address, "Reason": known.reason, "LastUpdateTime": known.at}
    return {"SuppressedDestination": listed}


def listed(account: Account, params: dict[str, Any]) -> dict[str, Any]:
    """Give a page of the list; the token of a page is how many stood before it."""
    token, size = params.get("NextToken", "0"), params.get("PageSize", PAGE)
    if not token.isdecimal() or not 1 <= size <= MOST:
        raise bad("NextToken or PageSize is not valid.")
    begin, end = params.get("StartDate"), params.get("EndDate")
    found = [
        {"EmailAddress": address, "Reason": known.reason, "LastUpdateTime": known.at}
        for address, known in sorted(account.suppressed.items())
        if known.reason in params.get("Reasons", ("BOUNCE", "COMPLAINT"))
        and (not begin or known.at >= begin)
        and (not end or known.at <= end)
    ]
    page = found[int(token) :][:size]
    rest = int(token) + len(page)
    more = {"NextToken": str(rest)} if rest < len(found) else {}
    return {"SuppressedDestinationSummaries": page} | more


def account_facts(account: Account, _: dict[str, Any]) -> dict[str, Any]:
    """Say how much the account may send, and how much it has sent."""
    limits = account.limits
    return {
        "EnforcementStatus": "SHUTDOWN" if account.suspended else "HEALTHY",
        "ProductionAccessEnabled": not limits.sandbox,
        "SendingEnabled": account.sending_enabled and not account.suspended,
        "SendQuota": {
            "Max24HourSend": float(limits.a_day),
            "MaxSendRate": float(limits.a_second),
            "SentLast24Hours": float(account.sent_last_day()),
        },
        "SuppressionAttributes": {"SuppressedReasons": ["BOUNCE", "COMPLAINT"]},
    }


def _unlisted(address: str) -> Exception:
    return missing(f"Email address {address} does not exist on your suppression list.")
