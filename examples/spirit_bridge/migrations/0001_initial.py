"""The tables of the bridge."""

from django.conf import settings
from django.db import migrations, models


def key():
    """Give the key that every table has."""
    return models.BigAutoField("ID", auto_created=True, primary_key=True, serialize=False)


class Migration(migrations.Migration):
    """Makes the tables."""

    initial = True
    dependencies = [
        ("spirit_topic", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            name="Outgoing",
            fields=[
                ("id", key()),
                ("thread", models.TextField()),
                ("message_id", models.TextField()),
                ("body", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="Done",
            fields=[
                ("id", key()),
                ("message_id", models.CharField(max_length=256, unique=True)),
                ("answer", models.JSONField()),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Conversation",
            fields=[
                ("id", key()),
                ("thread", models.TextField()),
                ("member", models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)),
                ("topic", models.ForeignKey("spirit_topic.topic", models.CASCADE)),
            ],
            options={"unique_together": {("thread", "member")}},
        ),
    ]
