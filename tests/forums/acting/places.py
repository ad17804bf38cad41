"""Small forums on this machine that answer questions about a thread as the real ones do."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

Answer = Callable[[str, dict[str, list[str]], bytes, dict[str, str]], Any]


class Place:
    """A server that answers with what ``answer`` gives for path, query, body and headers.

    It answers 404 where that is ``None``.
    """

    def __init__(self, answer: Answer) -> None:
        """Begin to serve."""
        self.asked: list[str] = []
        place = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                place.reply(self, answer)

            def do_POST(self) -> None:
                place.reply(self, answer)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def reply(self, handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        """Answer one request."""
        self.asked.append(handler.path)
        parts = urlsplit(handler.path)
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        found = answer(parts.path, parse_qs(parts.query), body, headers)
        content = json.dumps(found if found is not None else {"error": "not found"}).encode()
        handler.send_response(404 if found is None else 200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()


class Posts:
    """The posts of a thread, as each engine tells of them."""

    def __init__(self) -> None:
        """Begin with none."""
        self.posts: dict[int, dict[str, Any]] = {}

    def put(
        self,
        number: int,
        author: str,
        body: str,
        made: int,
        edited: int = 0,
        *,
        silent: bool = False,
    ) -> None:
        """Write or edit a post; times are Unix seconds. ``silent``: it is shown as never edited."""
        self.posts[number] = {
            "author": author,
            "body": body,
            "made": made,
            "edited": edited,
            "silent": silent,
        }

    def discourse(self, path: str, query: Any, *_: Any) -> Any:
        """Answer as Discourse does; lists leave the source out."""
        if path == "/t/77.json":
            return {"archetype": "regular", "post_stream": {"stream": sorted(self.posts)}}
        if path == "/t/77/posts.json":
            ids = [int(name) for name in query["post_ids[]"]]
            return {"post_stream": {"posts": [self._discourse(n) for n in ids]}}
        number = path.removeprefix("/posts/").removesuffix(".json")
        if not number.isdecimal() or int(number) not in self.posts:
            return None
        return self._discourse(int(number)) | {"raw": self.posts[int(number)]["body"]}

    def _discourse(self, number: int) -> dict[str, Any]:
        post = self.posts[number]
        return {
            "id": number,
            "post_number": number,
            "post_type": 1,
            "topic_id": 77,
            "user_id": post["author"],
            "username": post["author"],
            "created_at": _iso(post["made"]),
            "updated_at": _iso(post["edited"] or post["made"]),
            "version": 2 if post["edited"] and not post["silent"] else 1,
            "hidden": False,
        }

    def xenforo(self, path: str, query: Any, *_: Any) -> Any:
        """Answer as XenForo does, two posts on a page."""
        if path == "/api/threads/77/posts":
            page, numbers = int(query.get("page", ["1"])[0]), sorted(self.posts)
            shown = numbers[2 * page - 2 : 2 * page]
            pagination = {"current_page": page, "last_page": max(1, (len(numbers) + 1) // 2)}
            return {"posts": [self._xenforo(n) for n in shown], "pagination": pagination}
        number = path.removeprefix("/api/posts/").strip("/")
        known = number.isdecimal() and int(number) in self.posts
        return {"post": self._xenforo(int(number))} if known else None

    def _xenforo(self, number: int) -> dict[str, Any]:
        post = self.posts[number]
        return {
            "post_id": number,
            "thread_id": 77,
            "user_id": post["author"],
            "username": post["author"],
            "post_date": post["made"],
            "last_edit_date": post["edited"],
            "message_state": "visible",
            "message": post["body"],
        }

    def nodebb(self, path: str, query: Any, *_: Any) -> Any:
        """Answer as NodeBB does: HTML in the topic, the source for each post."""
        if query["_uid"] != ["99"]:
            return None
        if path == "/api/topic/77":
            posts = [self._nodebb(n) for n in sorted(self.posts)]
            return {"posts": posts, "pagination": {"pageCount": 1}}
        number = path.removeprefix("/api/v3/posts/").removesuffix("/raw")
        if not number.isdecimal() or int(number) not in self.posts:
            return None
        if path.endswith("/raw"):
            return {"response": {"content": self.posts[int(number)]["body"]}}
        return {"response": self._nodebb(int(number))}

    def _nodebb(self, number: int) -> dict[str, Any]:
        post = self.posts[number]
        return {
            "pid": number,
            "tid": 77,
            "uid": post["author"],
            "content": f"<p>{post['body']}</p>",
            "timestamp": post["made"] * 1000,
            "edited": post["edited"] * 1000,
        }

    def generic(self, _: str, __: Any, body: bytes, ___: Any) -> Any:
        """Answer as a bridge does that can be asked for its posts."""
        if json.loads(body)["type"] != "forum.posts.requested":
            return None
        return {"posts": [self._generic(n) for n in sorted(self.posts)]}

    def _generic(self, number: int) -> dict[str, Any]:
        post = self.posts[number]
        return {
            "thread_id": "77",
            "post_id": str(number),
            "author": {"id": post["author"], "name": post["author"]},
            "created_at": _iso(post["made"]),
            "edited_at": _iso(post["edited"]) if post["edited"] else None,
            "markup": "bbcode",
            "body": post["body"],
        }


def _iso(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
