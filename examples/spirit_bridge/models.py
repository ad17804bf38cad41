"""What the bridge remembers."""

from django.conf import settings
from django.db import models


class Outgoing(models.Model):
    """A message to Alibi that has not arrived yet; the oldest goes first."""

    thread = models.TextField()
    message_id = models.TextField()
    body = models.BinaryField()


class Done(models.Model):
    """A request of Alibi's that was carried out, and the answer: asked again, it is said again."""

    message_id = models.CharField(max_length=256, unique=True)
    answer = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)


class Conversation(models.Model):
    """The private topic in which a member gets the letters of a game."""

    thread = models.TextField()
    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    topic = models.ForeignKey("spirit_topic.Topic", on_delete=models.CASCADE)

    class Meta:
        """One for each game and member."""

        unique_together = ("thread", "member")
