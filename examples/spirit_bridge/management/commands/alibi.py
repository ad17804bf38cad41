"""``manage.py alibi``: greet Alibi, and send what could not be sent; for cron, each minute."""

from datetime import timedelta

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from spirit_bridge import telling
from spirit_bridge.models import Done


class Command(BaseCommand):
    """Sends what waits."""

    help = "Sends to Alibi what waits; --ping greets it first, for every bound thread."

    def add_arguments(self, parser):
        """Take --ping."""
        parser.add_argument("--ping", action="store_true")

    def handle(self, **options):
        """Send; tells how much is left."""
        for thread in settings.ALIBI if options["ping"] else ():
            telling.put(thread, "forum.ping", {})
        Done.objects.filter(at__lt=timezone.now() - timedelta(days=30)).delete()
        self.stdout.write(f"{telling.send()} left")
