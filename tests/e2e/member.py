"""A person at a Spirit forum: reads its pages and sends their forms, as a browser does."""

import re
from dataclasses import dataclass
from html import unescape

import httpx

from tests.local.conftest import first

POST = re.compile(
    r'(?s)class="comments_list__(?P<kind>comment|item) js-comment".*?data-pk="(?P<id>\d+)"'
    r'(?P<rest>.*?)(?=class="comments_list__(?:comment|item) js-comment"|</article>|\Z)'
)
AUTHOR = re.compile(r'(?s)class="comment__info__username__link".*?<span>(.*?)</span>')
BODY = re.compile(r'(?s)js-comment-text">(.*?)</div>\s*<div class="comment__footer')

LINK = re.compile(r'href="(/(?!static/|media/|user/login|user/register|comment/\d+/find)[^"#]*)"')
"""A link that leads to a page that may tell something."""
MOST_PAGES = 400
END_OF_LINE = re.compile(r"<br ?/?>|</(?:p|li|div|h\d|td|blockquote)>|\n")


def lines(html: str) -> list[str]:
    """The lines of a page, without formatting."""
    cut = END_OF_LINE.split(re.sub(r"(?s)<(script|style).*?</\1>", "", html))
    return [" ".join(unescape(re.sub(r"<[^>]+>", "", line)).split()) for line in cut]


@dataclass(frozen=True)
class Seen:
    """A post as a page shows it; a moderator's act has no author."""

    id: str
    author: str
    html: str
    edited: bool

    @property
    def text(self) -> str:
        """Its words, without formatting."""
        return unescape(re.sub(r"<[^>]+>", "", self.html)).strip()


def posts_of(page: str) -> list[Seen]:
    """The posts of a page, in order."""
    seen = []
    for post in POST.finditer(page):
        author, body = AUTHOR.search(post["rest"]), BODY.search(post["rest"])
        name = unescape(author[1]) if author else ""
        seen.append(
            Seen(post["id"], name, body[1] if body else "", "/comment/history/" in post["rest"])
        )
    return seen


class Member:
    """Somebody at the forum, with a browser: reads its pages and sends their forms."""

    def __init__(self, url: str) -> None:
        """Open a browser."""
        self.browser = httpx.Client(base_url=url, follow_redirects=True, timeout=30)

    def send(self, path: str, **fields: str) -> httpx.Response:
        """Fill in the form of a page and send it."""
        return self.act(path, path, **fields)

    def act(self, at: str, path: str, **fields: str) -> httpx.Response:
        """Send a form that stands on a page, with what is hidden in it."""
        page = self.browser.get(at)
        assert page.status_code == 200, page.text
        hidden = {
            "csrfmiddlewaretoken": first('name="csrfmiddlewaretoken" value="(.+?)"', page.text)
        }
        answer = self.browser.post(path, data=hidden | fields, headers={"Referer": str(page.url)})
        assert answer.status_code == 200, answer.text
        assert 'class="errorlist"' not in answer.text, answer.text
        return answer

    def sign_in(self, name: str, password: str) -> None:
        """Sign in."""
        self.send("/user/login/", username=name, password=password)
        assert "sessionid" in self.browser.cookies

    def open_thread(self, title: str, text: str) -> str:
        """Begin a thread in the only category; gives its id."""
        form = self.browser.get("/topic/publish/").text
        category = re.findall(r'<option value="(\d+)"', form)[-1]
        answer = self.send("/topic/publish/", title=title, category=category, comment=text)
        return first(r"/topic/(\d+)/", str(answer.url))

    def write_to(self, name: str, title: str, text: str) -> str:
        """Begin a private topic with somebody; gives its id."""
        answer = self.send("/topic/private/publish/", title=title, users=name, comment=text)
        return first(r"/topic/private/(\d+)/", str(answer.url))

    def post(self, thread: str, text: str) -> str:
        """Post into a topic, public or private; gives the id of the post."""
        answer = self.send(f"/comment/{thread}/publish/", comment=text)
        return first(r"/comment/(\d+)/find/", " ".join(str(one.url) for one in answer.history))

    def edit(self, post: str, text: str) -> None:
        """Edit a post."""
        self.send(f"/comment/{post}/update/", comment=text)

    def quotation(self, thread: str, post: str) -> str:
        """What the forum's button for quoting puts into the form."""
        page = self.page(f"/comment/{thread}/publish/{post}/quote/")
        return unescape(first(r"(?s)<textarea[^>]*>\s*(.*?)</textarea>", page)).rstrip() + "\n\n"

    def delete(self, post: str) -> None:
        """Delete a post, as moderators may."""
        self.send(f"/comment/{post}/delete/")

    def page(self, path: str) -> str:
        """Read a page."""
        answer = self.browser.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def everything(self) -> dict[str, str]:
        """Follow all links of the forum's own, from its first page on; gives the pages."""
        ways, pages = ["/"], dict[str, str]()
        while ways and len(pages) < MOST_PAGES:
            answer = self.browser.get(ways.pop())
            path = answer.url.raw_path.decode()
            if path not in pages and answer.status_code == 200:
                pages[path] = answer.text
                found = dict.fromkeys(unescape(one) for one in LINK.findall(answer.text))
                ways += [one for one in found if one not in pages and one not in ways]
        assert not ways, "this forum is larger than it should be"
        return pages

    def thread(self, thread: str, kind: str = "topic") -> list[Seen]:
        """Read all pages of a thread; ``kind`` is ``topic/private`` for a private one."""
        answer = self.browser.get(f"/{kind}/{thread}/")
        url, number, seen = str(answer.url), 1, list[Seen]()
        while answer.status_code == 200:
            seen += posts_of(answer.text)
            number += 1
            answer = self.browser.get(f"{url}?page={number}")
        return seen

    def private(self) -> dict[str, list[Seen]]:
        """Read all private topics of one's own, by title."""
        listed = re.findall(r'href="/topic/private/(\d+)/[^"]*"', self.page("/topic/private/"))
        return {one: self.thread(one, "topic/private") for one in dict.fromkeys(listed)}
