"""Small forums on this machine that speak the APIs of their engines, as far as we use them.

Each keeps posts and private messages in lists, and can be told to fail: ``failures`` are taken one
after the other, before a request is looked at (status, headers), or ``lost``: the request is done
and no answer comes.
"""

import json
import re
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from chalicelib.outward import signature

Answer = tuple[int, Any]


@dataclass
class Forum:
    """A forum: its posts by id, its private messages, what it was asked, how it is to fail."""

    posts: dict[str, dict[str, Any]] = field(default_factory=dict)
    messages: list[dict[str, Any]] = field(default_factory=list)
    asked: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    failures: list[tuple[int, dict[str, str]] | str] = field(default_factory=list)
    hang: float = 0

    def texts(self) -> list[str]:
        """The texts of the thread, in order."""
        return [post["text"] for post in self.posts.values()]

    def add(self, **post: Any) -> str:
        """Take a post; gives its id."""
        name = str(100 + len(self.posts))
        self.posts[name] = post
        return name

    def answer(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        """Do what is asked; the engines say how."""
        raise NotImplementedError


class Handler(BaseHTTPRequestHandler):
    """Passes requests to the forum of the server."""

    protocol_version = "HTTP/1.1"

    def _answered(self) -> None:
        forum: Forum = self.server.forum  # type: ignore[attr-defined]
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length)
        headers = {name.lower(): value for name, value in self.headers.items()}
        forum.asked.append((self.command, self.path, headers, body))
        if forum.hang:
            time.sleep(forum.hang)
        failure = forum.failures.pop(0) if forum.failures else None
        if isinstance(failure, tuple):
            self._say(failure[0], {"errors": ["no"]}, failure[1])
            return
        status, said = forum.answer(self.command, self.path, headers, body)
        if failure == "lost":
            self.close_connection = True
            return
        self._say(status, said, {})

    def _say(self, status: int, said: Any, headers: dict[str, str]) -> None:
        content = json.dumps(said).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(BrokenPipeError):  # whoever asked is dead
            self.wfile.write(content)

    do_GET = do_POST = do_PUT = _answered  # noqa: N815 -- the names of the library

    def log_message(self, *_: object) -> None:
        """Print nothing."""


class Server:
    """A forum that listens on a port of this machine."""

    def __init__(self, forum: Forum) -> None:
        """Begin to listen."""
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.forum = forum  # type: ignore[attr-defined]
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def close(self) -> None:
        """Listen no more."""
        self._http.shutdown()
        self._http.server_close()


@dataclass
class Bridge(Forum):
    """A bridge of ``generic``: verifies signatures over the bytes, drops repeats by their id."""

    secret: str = ""
    now: Any = None
    known: dict[str, Any] = field(default_factory=dict)
    edits: bool = True

    def answer(self, _method, _path, headers, body):
        """Take a post, an edit or a message."""
        now = int(self.now().timestamp())
        if not signature.verified([self.secret], headers, body, now):
            return 401, {"error": "signature"}
        if headers["webhook-id"] in self.known:
            return 200, self.known[headers["webhook-id"]]
        asked = json.loads(body)
        data = asked["data"]
        if asked["type"] == "forum.post.requested":
            said = {"post_id": self.add(text=data["text"], reply_to=data.get("reply_to_post_id"))}
        elif asked["type"] == "forum.message.requested":
            self.messages.append(data)
            said = {"message_id": str(len(self.messages))}
        elif not self.edits:
            return 501, {"error": "no edits"}
        else:
            self.posts[data["post_id"]]["text"] = data["text"]
            said = {"post_id": data["post_id"]}
        self.known[headers["webhook-id"]] = said
        return 200, said


@dataclass
class Discourse(Forum):
    """Discourse with one topic, 77; private topics are numbered from 900."""

    def answer(self, method, path, headers, body):  # noqa: PLR0911 -- one way for each request
        """Answer as its API does."""
        if headers.get("api-key") != "key" or headers.get("api-username") != "alibi":
            return 403, {"errors": ["not you"], "error_type": "invalid_access"}
        asked = json.loads(body) if body else {}
        route = urlsplit(path).path
        if (method, route) == ("POST", "/posts.json"):
            return 200, self._created(asked)
        if found := re.fullmatch(r"/posts/(\d+)\.json", route):
            post = self.posts[found[1]]
            if method == "PUT":
                post["text"] = asked["post"]["raw"]
                return 200, {"post": self._seen(found[1])}
            return 200, self._seen(found[1]) | {"raw": post["text"]}
        if route == "/topics/private-messages-sent/alibi.json":
            topics = sorted({post["topic"] for post in self.posts.values()} - {77})
            return 200, {"topic_list": {"topics": [{"id": topic} for topic in topics]}}
        if found := re.fullmatch(r"/t/(\d+)(/posts)?\.json", route):
            names = [n for n, post in self.posts.items() if post["topic"] == int(found[1])]
            wanted = parse_qs(urlsplit(path).query).get("post_ids[]", names)
            shown = [self._seen(name) for name in wanted]
            return 200, {"post_stream": {"stream": [int(n) for n in names], "posts": shown}}
        return 404, {"errors": ["not found"]}

    def texts(self):
        """The texts of the topic."""
        return [post["text"] for post in self.posts.values() if post["topic"] == 77]

    def _created(self, asked):
        topic = asked.get("topic_id")
        if asked.get("archetype") == "private_message":
            topic = 900 + len(self.messages)
            self.messages.append(asked)
        reply_to = asked.get("reply_to_post_number")
        number = len(self.posts) + 1
        return self._seen(
            self.add(text=asked["raw"], topic=topic, number=number, reply_to=reply_to)
        )

    def _seen(self, name):
        post = self.posts[name]
        return {
            "id": int(name),
            "post_number": post["number"],
            "topic_id": post["topic"],
            "username": "alibi",
            "cooked": "<p>…</p>",
        }


@dataclass
class XenForo(Forum):
    """XenForo with one thread, 3312; takes forms and nothing else."""

    per_page: int = 20

    def answer(self, method, path, headers, body):
        """Answer as its API does."""
        if headers.get("xf-api-key") != "key":
            return 401, {"errors": [{"code": "api_key_not_found"}]}
        form = parse_qs(body.decode(), keep_blank_values=True)
        if body and not headers["content-type"].startswith("application/x-www-form-urlencoded"):
            return 400, {"errors": [{"code": "required_input_missing"}]}
        route = urlsplit(path).path
        if (method, route) == ("POST", "/api/posts/"):
            assert form["thread_id"] == ["3312"]
            name = self.add(text=form["message"][0])
            return 200, {"success": True, "post": self._seen(name)}
        if (method, route) == ("POST", "/api/conversations/"):
            self.messages.append({name: values[0] for name, values in form.items()})
            return 200, {"success": True, "conversation": {"conversation_id": len(self.messages)}}
        if found := re.fullmatch(r"/api/posts/(\d+)/", route):
            assert not {"silent", "clear_edit"} & set(form)
            self.posts[found[1]]["text"] = form["message"][0]
            return 200, {"success": True, "post": self._seen(found[1])}
        return self._listed(route, int(parse_qs(urlsplit(path).query).get("page", ["1"])[0]))

    def _listed(self, route, page):
        if route == "/api/threads/3312/posts":
            names = list(self.posts)
            shown = names[(page - 1) * self.per_page : page * self.per_page]
            last = max(1, -(-len(names) // self.per_page))
            posts = [self._seen(name) for name in shown]
            return 200, {"posts": posts, "pagination": {"current_page": page, "last_page": last}}
        if route == "/api/conversations/":
            talks = [
                {"conversation_id": number, "title": message["title"]}
                for number, message in enumerate(self.messages, 1)
            ]
            return 200, {"conversations": talks}
        if found := re.fullmatch(r"/api/conversations/(\d+)/messages", route):
            message = self.messages[int(found[1]) - 1]
            return 200, {"messages": [{"message_id": 1, "message": message["message"]}]}
        return 404, {"errors": [{"code": "endpoint_not_found"}]}

    def _seen(self, name):
        message = self.posts[name]["text"]
        return {"post_id": int(name), "thread_id": 3312, "user_id": 5, "message": message}


@dataclass
class NodeBB(Forum):
    """NodeBB with one topic, 45; its bot is user 5."""

    rooms: dict[str, list[int]] = field(default_factory=dict)

    def answer(self, method, path, headers, body):
        """Answer as its API does."""
        if headers.get("authorization") != "Bearer key":
            return 401, _status("not-authorised", {})
        asked = json.loads(body) if body else {}
        route, query = urlsplit(path).path, parse_qs(urlsplit(path).query)
        # Refusals are sentences, in the language of the bot if no other is asked for.
        assert method == "GET" or query["lang"] == ["en-GB"]
        # A master token has to say for whom, in questions too.
        assert (asked.get("_uid") if asked else int(query["_uid"][0])) == 5
        if (method, route) == ("POST", "/api/v3/topics/45"):
            name = self.add(text=asked["content"], reply_to=asked.get("toPid"))
            return 200, _status("ok", {"pid": int(name), "tid": 45})
        if (method, route) == ("POST", "/api/v3/chats"):
            room = str(len(self.rooms) + 1)
            self.rooms[room] = asked["uids"]
            return 200, _status("ok", {"roomId": int(room)})
        if found := re.fullmatch(r"/api/v3/posts/(\d+)(/raw)?", route):
            if method == "PUT":
                self.posts[found[1]]["text"] = asked["content"]
            content = self.posts[found[1]]["text"]
            return 200, _status("ok", {"content": content, "pid": int(found[1])})
        if found := re.fullmatch(r"/api/v3/chats/\d+/messages/(\d+)/raw", route):
            return 200, _status("ok", {"content": self.messages[int(found[1]) - 1]["text"]})
        return self._talked(method, route, asked, query)

    def _talked(self, method, route, asked, query):
        if route == "/api/topic/45" and query["sort"] == ["oldest_to_newest"]:
            posts = [{"pid": int(n), "uid": 5, "content": "<p>…</p>"} for n in self.posts]
            return 200, {"posts": posts, "pagination": {"pageCount": 1}}
        if found := re.fullmatch(r"/api/v3/chats/(\d+)(/messages)?", route):
            if method == "POST":
                self.messages.append({"to": self.rooms[found[1]], "text": asked["message"]})
                return 200, _status("ok", {"messageId": len(self.messages)})
            said = [
                {"messageId": number, "content": "<p>…</p>"}
                for number, message in enumerate(self.messages, 1)
                if message["to"] == self.rooms[found[1]]
            ]
            return 200, _status("ok", {"messages": said})
        return 404, _status("not-found", {})


def _status(code, response):
    return {"status": {"code": code, "message": ""}, "response": response}
