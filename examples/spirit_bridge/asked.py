"""What Alibi asks for is done, as the bot: a post, an edit, a private message, what was posted."""

import json

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.http import JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from spirit.comment.forms import CommentForm
from spirit.comment.models import Comment
from spirit.comment.utils import comment_posted, post_comment_update, pre_comment_update
from spirit.topic.models import Topic
from spirit.topic.notification.models import TopicNotification
from spirit.topic.private.forms import TopicForPrivateForm
from spirit.topic.private.models import TopicPrivate

from .models import Conversation, Done
from .telling import facts
from .verify import verify


@csrf_exempt
@require_POST
def asked(request, thread):
    """Carry out a signed request, once however often it comes."""
    bound = settings.ALIBI.get(str(thread))
    if not bound or not verify([bound["secret"]], request.headers, request.body):
        return JsonResponse({"error": "signature"}, status=401)
    message_id = request.headers["webhook-id"]
    try:
        message = json.loads(request.body)
        carry_out, data = CAN[message["type"]], message["data"]
        bot = get_user_model().objects.get(pk=settings.ALIBI_BOT)
        topic = Topic.objects.get(pk=thread)
        if carry_out is posts:
            return JsonResponse(posts(bot, topic, data))
        with transaction.atomic():
            done, new = Done.objects.get_or_create(message_id=message_id, defaults={"answer": {}})
            if new:
                done.answer = carry_out(bot, topic, data)
                done.save()
    except (KeyError, TypeError, ValueError) as error:
        return JsonResponse({"error": str(error)}, status=400)
    except ObjectDoesNotExist as error:
        return JsonResponse({"error": str(error)}, status=404)
    return JsonResponse(done.answer)


def saved(form):
    """Save a form of Spirit's; raises ``ValueError`` with what is wrong, such as the length."""
    if not form.is_valid():
        raise ValueError(form.errors.as_json())
    return form.save()


def post(bot, topic, data):
    """Post into a topic."""
    comment = saved(CommentForm(user=bot, topic=topic, data={"comment": data["text"]}))
    comment_posted(comment=comment, mentions=None)  # a nick in it calls nobody
    return {"post_id": str(comment.pk)}


def edit(bot, topic, data):
    """Edit a post of the bot."""
    comment = Comment.objects.get(pk=data["post_id"], user=bot, topic=topic)
    pre_comment_update(comment=Comment.objects.get(pk=comment.pk))
    post_comment_update(
        comment=saved(CommentForm(data={"comment": data["text"]}, instance=comment))
    )
    return {"post_id": str(comment.pk)}


def message(bot, topic, data):
    """Write to a member: into the private topic of this game, or into a new one."""
    member = get_user_model().objects.get(pk=data["to"]["id"])
    known = {"thread": str(topic.pk), "member": member}
    talk = Conversation.objects.filter(**known, topic__topics_private__user=member).first()
    if talk:
        return {"message_id": post(bot, talk.topic, data)["post_id"]}
    private = saved(TopicForPrivateForm(user=bot, data={"title": data["subject"][:255]}))
    comment = saved(CommentForm(user=bot, topic=private, data={"comment": data["text"]}))
    comment_posted(comment=comment, mentions=None)
    TopicPrivate.objects.bulk_create(TopicPrivate(user=u, topic=private) for u in (bot, member))
    TopicNotification.bulk_create(users=[member], comment=comment)
    Conversation.objects.update_or_create(**known, defaults={"topic": private})
    return {"message_id": str(comment.pk)}


def posts(bot, topic, data):
    """Tell again what was posted after a certain post, as it reads now."""
    found = Comment.objects.unremoved().filter(topic=topic).exclude(user=bot).order_by("pk")
    after = found.filter(pk__gt=int(data.get("after") or 0))[: int(data.get("limit", 50))]
    return {"posts": [facts(comment) for comment in after]}


CAN = {
    "forum.post.requested": post,
    "forum.edit.requested": edit,
    "forum.message.requested": message,
    "forum.posts.requested": posts,
}
