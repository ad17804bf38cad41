"""The doors of Alibi on AWS: one API and its triggers. What they do is in ``chalicelib``."""

import os
from datetime import timedelta
from typing import Any

from chalice.app import Chalice, CloudWatchEvent, DynamoDBEvent, Rate, SNSEvent, SQSEvent

from chalicelib import site
from chalicelib.api import api
from chalicelib.desk_door import desks
from chalicelib.event_types import event_types
from chalicelib.forums.bindings_api import forums
from chalicelib.forums.hooks import incoming
from chalicelib.forums.identity_api import identities
from chalicelib.forums.reconcile_api import reconciling
from chalicelib.links import links
from chalicelib.mails import mails
from chalicelib.signing import signing
from chalicelib.tracking_api import tracked
from chalicelib.webhooks.api import hooks

app = Chalice(app_name="alibi")
app.register_blueprint(api)
app.register_blueprint(mails)
app.register_blueprint(signing)
app.register_blueprint(links)
app.register_blueprint(tracked)
app.register_blueprint(event_types)
app.register_blueprint(hooks)
app.register_blueprint(incoming)
app.register_blueprint(forums)
app.register_blueprint(identities)
app.register_blueprint(desks)
app.register_blueprint(reconciling)

SENDING = timedelta(seconds=65)
"""How long mail goes on being sent while letters wait: until the next minute's has begun."""
MEANWHILE = timedelta(seconds=15)
"""How long a letter that comes to a queue lets the queue be sent, if nobody else does."""
TELLING = timedelta(seconds=30)
"""The same for webhooks, of which each may take as long as a slow receiver makes it take."""
# The real ARNs are known only when these exist; infra/template puts them in.
TOPIC = "arn:aws:sns:eu-central-1:000000000000:alibi-mail"
QUEUE = "arn:aws:sqs:eu-central-1:000000000000:alibi-clock"
STREAM = "arn:aws:dynamodb:eu-central-1:000000000000:table/alibi/stream/placeholder"


@app.schedule(Rate(1, unit=Rate.MINUTES), name="tick")
def tick(_: CloudWatchEvent) -> None:
    """Every minute: hand over the games whose time is up, spread what news was left behind."""
    from chalicelib import clock, spread  # noqa: PLC0415 -- the API pays for none
    from chalicelib.forums import ending  # noqa: PLC0415 -- as above

    here = site.current()
    try:
        clock.tick(here)
    finally:
        spread.sweep(here)
        ending.sweep(here)


@app.on_sqs_message(queue_arn=QUEUE, batch_size=10, name="clock")
def clock(event: SQSEvent) -> dict[str, Any]:
    """Let time pass in games that ``tick`` has handed over; those that fail come again."""
    from chalicelib import clock as turns  # noqa: PLC0415 -- the API pays for none

    records = event.to_dict()["Records"]
    failed = turns.come(site.current(), [(one["messageId"], one["body"]) for one in records])
    return {"batchItemFailures": [{"itemIdentifier": name} for name in failed]}


@app.schedule(Rate(1, unit=Rate.MINUTES), name="mail_tick")
def mail_tick(event: CloudWatchEvent) -> None:
    """Every minute: send the letters that wait until the next minute; look after our mail.

    The rule may say which share of them: ``{"number": 1, "of": 4}``.
    """
    from chalicelib import aws, feedback  # noqa: PLC0415 -- the API pays for none
    from chalicelib import deliver as post  # noqa: PLC0415 -- as above

    here, ses = site.current(), aws.Ses()
    asked = event.to_dict()
    post.drain(here, ses, SENDING, post.Share(asked.get("number", 0), asked.get("of", 1)))
    feedback.upkeep(here, ses)


@app.on_sns_message(topic=TOPIC, name="inbound")
def inbound(event: SNSEvent) -> None:
    """Read a mail that SES has put into S3, or what SES reports of a mail of ours."""
    from chalicelib import aws  # noqa: PLC0415 -- the API pays for neither botocore nor reading

    aws.inbound(site.current(), event.message)


@app.on_dynamodb_record(stream_arn=STREAM, batch_size=10, name="deliver")
def deliver(event: DynamoDBEvent) -> None:
    """Send a letter as soon as it stands in the outbox; spread news as soon as there is some."""
    from chalicelib import aws, spread  # noqa: PLC0415 -- the API pays for neither
    from chalicelib import deliver as post  # noqa: PLC0415 -- as above

    here = site.current()
    fresh = [record.keys for record in event if record.event_name == "INSERT"]
    keys = [(key["pk"]["S"], key["sk"]["S"]) for key in fresh]
    for key in keys:
        if key[1].startswith("NEWS#"):
            spread.come(here, key)
    post.come(here, aws.Ses(), [key for key in keys if key[1].startswith("OUT#")], MEANWHILE)


@app.schedule(Rate(1, unit=Rate.MINUTES), name="webhook_tick")
def webhook_tick(_: CloudWatchEvent) -> None:
    """Every minute: send what is due to webhooks; apart from the mail, so as not to hold it up."""
    from chalicelib.webhooks import lanes  # noqa: PLC0415 -- the API pays for none

    lanes.sweep(site.current(), TELLING)


@app.schedule(Rate(1, unit=Rate.MINUTES), name="forum_tick")
def forum_tick(_: CloudWatchEvent) -> None:
    """Every minute: act on posts that wait, write what is due at forums, read threads again."""
    from chalicelib.forums import act, queue, reconcile  # noqa: PLC0415 -- the API pays for none

    here = site.current()
    act.sweep(here)
    queue.sweep(here)
    reconcile.sweep(here)


@app.on_dynamodb_record(stream_arn=STREAM, batch_size=10, name="outside")
def outside(event: DynamoDBEvent) -> None:
    """Act on a post, write at a forum, call a webhook, as soon as there is something to do.

    One function for all three: a stream serves two without slowing down, and the other has mail.
    """
    from chalicelib.forums import act, queue  # noqa: PLC0415 -- the API pays for none
    from chalicelib.webhooks import lanes  # noqa: PLC0415 -- as above

    here = site.current()
    fresh = [record.keys for record in event if record.event_name == "INSERT"]
    keys = [(key["pk"]["S"], key["sk"]["S"]) for key in fresh]
    for key in keys:
        if key[1].startswith("IN#"):
            act.come(here, key)
    queue.take(here, keys)
    lanes.take(here, [key for key in keys if key[1].startswith("SEND#")])


# While it starts, Lambda lends a whole processor; a first request would read the libraries of the
# store with a part of one.
if "AWS_LAMBDA_FUNCTION_NAME" in os.environ:
    site.current()
