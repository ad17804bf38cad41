"""The API, as its players reach it."""

from collections.abc import Iterator

import urllib3.exceptions

from infra.deploy.parameters import PENDING
from infra.doctor.finding import Finding, ok, wrong
from infra.doctor.look import Look, Page


def api(look: Look) -> Iterator[Finding]:
    """Whether the address that stands in letters answers, and is ready."""
    base = look.parameters.get("BaseUrl", "").rstrip("/")
    if not base or base == PENDING:
        return
    url = f"{base}/v1/health/ready"
    try:
        page: Page | str = look.fetch(url)
    except urllib3.exceptions.HTTPError as error:
        page = type(error).__name__
    yield answered(url, page)


def answered(url: str, page: Page | str) -> Finding:
    """Judge what the address said, or why it said nothing."""
    if isinstance(page, str):
        mend = "with a domain of your own: its DNS record and certificate (docs/aws.md)"
        return wrong("API", f"{url} does not answer ({page})", mend)
    if page.status == 200:  # noqa: PLR2004 -- OK
        return ok("API", f"{url} is ready")
    tail = "aws logs tail /aws/lambda/alibi/APIHandler --since 10m"
    return wrong("API", f"{url} answers {page.status}: {page.text[:200]}", tail)
