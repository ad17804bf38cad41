"""What happened, told to programs: event types with their schemas, as webhooks carry them. Pure."""

from chalicelib.happenings import catalogue, extra
from chalicelib.happenings.happening import Happening, News
from chalicelib.happenings.telling import of_entry

__all__ = ["Happening", "News", "catalogue", "extra", "of_entry"]
