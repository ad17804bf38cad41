"""The doors of Alibi on AWS: one API and its triggers. What they do is in ``chalicelib``."""

import sys
import time
from typing import Any

from chalice.app import Chalice, CloudWatchEvent, DynamoDBEvent, Rate, SNSEvent, SQSEvent

from chalicelib import logs, metrics, site
from chalicelib.api import api
from chalicelib.desk_door import desks
from chalicelib.event_types import event_types
from chalicelib.forums.bindings_api import forums
from chalicelib.forums.hooks import incoming
from chalicelib.forums.identity_api import identities
from chalicelib.forums.reconcile_api import reconciling
from chalicelib.health import healths
from chalicelib.links import links
from chalicelib.mails import mails
from chalicelib.signing import signing
from chalicelib.store import Key
from chalicelib.tracking_api import tracked
from chalicelib.trigger import left, trigger
from chalicelib.webhooks.api import hooks

if site.on_lambda():
    logs.start(site.log_level())
    metrics.start(sys.stdout)
app = Chalice(app_name="alibi", configure_logs=False)  # its own log would tell what went wrong
app.register_blueprint(healths)
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

# Seconds in which a function begins with something, and those before AWS would end it in which it
# begins nothing: longer than the longest thing takes that it does.
SENDING, A_LETTER = 65, 25
TELLING, A_WEBHOOK = 30, 28
MEANWHILE, A_FRESH_ONE = 15, 22
# The same for the three things that `outside` does one after the other.
ACTING, WRITING, CALLING = 5, 20, 33
# The real ARNs are known only when these exist; infra/template puts them in.
TOPIC = "arn:aws:sns:eu-central-1:000000000000:alibi-mail"
QUEUE = "arn:aws:sqs:eu-central-1:000000000000:alibi-clock"
STREAM = "arn:aws:dynamodb:eu-central-1:000000000000:table/alibi/stream/placeholder"


@app.schedule(Rate(1, unit=Rate.MINUTES), name="tick")
@trigger("tick")
def tick(_: CloudWatchEvent) -> None:
    """Every minute: hand over the games whose time is up, spread what news was left behind."""
    from chalicelib import clock, overdue, spread  # noqa: PLC0415 -- the API pays for none
    from chalicelib.forums import ending  # noqa: PLC0415 -- as above

    here = site.current()
    overdue.measure(here)
    metrics.flush()  # whatever becomes of the rest
    try:
        clock.tick(here)
    finally:
        spread.sweep(here)
        ending.sweep(here)


@app.on_sqs_message(queue_arn=QUEUE, batch_size=10, name="clock")
@trigger("clock")
def clock(event: SQSEvent) -> dict[str, Any]:
    """Let time pass in games that ``tick`` has handed over; those that fail come again."""
    from chalicelib import clock as turns  # noqa: PLC0415 -- the API pays for none

    records = event.to_dict()["Records"]
    failed = turns.come(site.current(), [(one["messageId"], one["body"]) for one in records])
    return {"batchItemFailures": [{"itemIdentifier": name} for name in failed]}


@app.schedule(Rate(1, unit=Rate.MINUTES), name="mail_tick")
@trigger("mail_tick")
def mail_tick(event: CloudWatchEvent) -> None:
    """Every minute: send the letters that wait until the next minute; look after our mail.

    The rule may say which share of them: ``{"number": 1, "of": 4}``.
    """
    from chalicelib import aws, feedback  # noqa: PLC0415 -- the API pays for none
    from chalicelib import deliver as post  # noqa: PLC0415 -- as above

    here, ses = site.current(), aws.Ses()
    asked = event.to_dict()
    patience = left(event, SENDING, A_LETTER)
    post.drain(here, ses, patience, post.Share(asked.get("number", 0), asked.get("of", 1)))
    feedback.upkeep(here, ses)


@app.on_sns_message(topic=TOPIC, name="inbound")
@trigger("inbound")
def inbound(event: SNSEvent) -> None:
    """Read a mail that SES has put into S3, or what SES reports of a mail of ours."""
    from chalicelib import aws  # noqa: PLC0415 -- the API pays for neither botocore nor reading

    aws.inbound(site.current(), event.message)


@app.on_dynamodb_record(stream_arn=STREAM, batch_size=10, name="deliver")
@trigger("deliver")
def deliver(event: DynamoDBEvent) -> None:
    """Send a letter as soon as it stands in the outbox; spread news as soon as there is some."""
    from chalicelib import aws, spread  # noqa: PLC0415 -- the API pays for neither
    from chalicelib import deliver as post  # noqa: PLC0415 -- as above

    here, keys = site.current(), _written(event)
    for key in keys:
        if key[1].startswith("NEWS#"):
            spread.come(here, key)
    letters = [key for key in keys if key[1].startswith("OUT#")]
    post.come(here, aws.Ses(), letters, left(event, MEANWHILE, A_FRESH_ONE))


@app.schedule(Rate(1, unit=Rate.MINUTES), name="webhook_tick")
@trigger("webhook_tick")
def webhook_tick(event: CloudWatchEvent) -> None:
    """Every minute: send what is due to webhooks; apart from the mail, so as not to hold it up."""
    from chalicelib.webhooks import lanes  # noqa: PLC0415 -- the API pays for none

    lanes.sweep(site.current(), left(event, TELLING, A_WEBHOOK))


@app.schedule(Rate(1, unit=Rate.MINUTES), name="forum_tick")
@trigger("forum_tick")
def forum_tick(_: CloudWatchEvent) -> None:
    """Every minute: act on posts that wait, write what is due at forums, read threads again."""
    from chalicelib.forums import act, queue, reconcile  # noqa: PLC0415 -- the API pays for none

    here = site.current()
    act.sweep(here)
    queue.sweep(here)
    reconcile.sweep(here)


@app.on_dynamodb_record(stream_arn=STREAM, batch_size=10, name="outside")
@trigger("outside")
def outside(event: DynamoDBEvent) -> None:
    """Act on a post, write at a forum, call a webhook, as soon as there is something to do.

    One function for all three: a stream serves two without slowing down, and the other has mail.
    What there is no time for stays due, and the ticks do it.
    """
    from chalicelib.forums import act, queue  # noqa: PLC0415 -- the API pays for none
    from chalicelib.webhooks import lanes  # noqa: PLC0415 -- as above

    here, began, keys = site.current(), time.monotonic(), _written(event)
    for key in keys:
        if key[1].startswith("IN#") and time.monotonic() - began < ACTING:
            act.come(here, key)
    if time.monotonic() - began < WRITING:
        queue.take(here, keys)
    if time.monotonic() - began < CALLING:
        lanes.take(here, [key for key in keys if key[1].startswith("SEND#")])


def _written(event: DynamoDBEvent) -> list[Key]:
    """Give the addresses of the rows that an event of the stream says are new."""
    fresh = [record.keys for record in event if record.event_name == "INSERT"]
    return [(key["pk"]["S"], key["sk"]["S"]) for key in fresh]


# While it starts, Lambda lends a whole processor; a first request would read the libraries of the
# store with a part of one.
if site.on_lambda():
    site.current()
