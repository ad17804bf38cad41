"""The figures of this process, as Prometheus reads them."""

from chalicelib import metrics, overdue
from chalicelib.site import Site
from infra.local.web import Response

TYPE = "text/plain; version=0.0.4; charset=utf-8"


def figures(site: Site) -> Response:
    """Answer with all figures; what is overdue is looked at now."""
    overdue.measure(site)
    return Response(200, metrics.text().encode(), {"Content-Type": TYPE})
