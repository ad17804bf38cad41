"""The bridge as a Django app."""

from django.apps import AppConfig
from django.db.models.signals import post_save


class SpiritBridgeConfig(AppConfig):
    """Listens to what is posted."""

    name = "spirit_bridge"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        """Begin to listen."""
        from . import telling  # noqa: PLC0415 -- models can only be imported now

        post_save.connect(telling.posted, sender="spirit_comment.Comment")
