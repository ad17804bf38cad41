"""What happens in the forum is told to Alibi: of the threads it is bound to, and nothing else."""

import json
import logging
import threading
import urllib.error
import urllib.request
import uuid

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from spirit.comment.models import Comment
from spirit.core.utils import site_url
from spirit.topic.models import Topic

from .models import Outgoing
from .verify import sign

GIVEN_UP = (400, 404, 410, 413)  # said again, it would be refused again
CODE = "alibi-"
log = logging.getLogger(__name__)
_one_at_a_time = threading.Lock()


def posted(sender, instance, created, raw=False, **kwargs):
    """Tell of a new post; what moderators do (moving, closing, pinning) is none."""
    if created and not raw and instance.action == Comment.COMMENT:
        tell("forum.post.created", instance)


def changed(get_response):
    """Middleware: tell of edits and deletions, and of private topics that people open."""
    # Spirit has signals for none of these; and here we know who did it.

    def middleware(request):
        response = get_response(request)
        did = request.method == "POST" and response.status_code == 302 and request.resolver_match
        if did and request.user.is_authenticated:
            noticed(did.view_name, did.kwargs, request)
        return response

    return middleware


def noticed(view, given, request):
    """Tell of what somebody has just done on a page."""
    if view == "spirit:comment:update":
        tell("forum.post.edited", Comment.objects.get(pk=given["pk"]), editor=request.user)
    elif view in ("spirit:comment:delete", "spirit:comment:undelete"):
        comment = Comment.objects.get(pk=given["pk"])
        gone(comment, comment.topic_id, "deleted" if comment.is_removed else "restored")
    elif view == "spirit:comment:move":
        moved = Comment.objects.filter(pk__in=request.POST.getlist("comments"))
        for comment in moved.exclude(topic=given["topic_id"]):
            gone(comment, given["topic_id"], "deleted")
    elif view == "spirit:topic:private:publish":  # its comment was saved before it had readers
        for topic in Topic.objects.filter(user=request.user).order_by("-pk")[:1]:
            tell("forum.post.created", topic.comment_set.last())


def facts(comment):
    """Describe a post as it reads now; an id is a string."""
    edit = comment.commenthistory_set.first() if comment.modified_count else None
    return {
        "thread_id": str(comment.topic_id),
        "post_id": str(comment.pk),
        "author": {"id": str(comment.user_id), "name": comment.user.st.nickname},
        "created_at": comment.date.isoformat(),
        "edited_at": edit and edit.date.isoformat(),
        "markup": "markdown",
        "body": comment.comment,
        "url": site_url() + comment.get_absolute_url(),
    }


def tell(kind, comment, editor=None):
    """Put a post into the outbox: one of a bound thread, or one that carries a code to the bot."""
    topic, data = comment.topic, facts(comment)
    if comment.user_id == settings.ALIBI_BOT:
        return
    if editor:
        data["editor_id"] = str(editor.pk)
    if str(topic.pk) in settings.ALIBI:
        put(str(topic.pk), kind, data)
    elif (
        CODE in comment.comment.lower()  # nothing else that is private leaves the forum
        and topic.topics_private.filter(user=settings.ALIBI_BOT).exists()
    ):
        for thread in settings.ALIBI:
            put(thread, "forum.message.created", data | {"private": True})


def gone(comment, thread, how):
    """Tell that a post can be read no more, or again."""
    if str(thread) in settings.ALIBI:
        now = timezone.now().isoformat()
        data = facts(comment) | {"thread_id": str(thread), "edited_at": now}
        put(str(thread), f"forum.post.{how}", data)


def put(thread, kind, data):
    """Put a message into the outbox, and see that it leaves."""
    message = {"type": kind, "timestamp": timezone.now().isoformat(), "data": data}
    body = json.dumps(message, ensure_ascii=False).encode()
    Outgoing.objects.create(thread=thread, message_id=f"msg_{uuid.uuid4().hex}", body=body)
    # Nobody waits for Alibi: should this process end first, `manage.py alibi` sends what is left.
    transaction.on_commit(threading.Thread(target=send).start)


def send():
    """Send what waits, the oldest of each thread first; gives how much of it is left."""
    stuck = set()
    try:
        with _one_at_a_time:
            while message := Outgoing.objects.exclude(thread__in=stuck).order_by("pk").first():
                if delivered(message):
                    message.delete()
                else:
                    stuck.add(message.thread)
            return Outgoing.objects.count()
    finally:
        connection.close()


def delivered(message):
    """Send one message; whether it is done with."""
    bound = settings.ALIBI.get(message.thread)
    if not bound:
        return True
    body = bytes(message.body)
    headers = sign(bound["secret"], message.message_id, body)
    headers["Content-Type"] = "application/json"
    request = urllib.request.Request(bound["hook_url"], body, headers)
    try:
        with urllib.request.urlopen(request, timeout=10):
            return True
    except urllib.error.HTTPError as error:
        log.warning("Alibi refuses a message about thread %s: %s", message.thread, error.code)
        return error.code in GIVEN_UP
    except OSError:
        log.warning("Alibi cannot be reached")
        return False
