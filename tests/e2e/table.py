"""A game in a thread: Alibi as a process, a Spirit forum as another, and who plays how."""

import re
from html import unescape
from secrets import token_hex
from typing import Any

import httpx

from tests.e2e.hearing import Hearing
from tests.e2e.leaks import Told
from tests.e2e.spirit import BOT, Spirit, eventually
from tests.local.conftest import Local, first

PLAYERS = {
    "Мышь": ("mysh", "Ленин"),
    "Анарета": ("anareta", "Фанни Каплан"),
    "Сова": ("sova", "Мадам Пиу-Пиу"),
    "Лис": ("lis", "Доктор Пилюлькин"),
    "Барсук": ("barsuk", "Граф N."),
    "Рысь": ("rys", "Садовница"),
}
"""Who plays: the local part of their address, and their role."""
BY_MAIL = ("Лис", "Барсук", "Рысь")
"""Who wants hands and questions by mail."""
OPTIONS = {"suggestions_per_day": 2, "early_close": "auto", "accusation_window": "none"}


class Table:
    """A game whose thread is at the forum."""

    def __init__(self, spirit: Spirit, local: Local) -> None:
        """Open a game and seat everybody; the forum has not heard of it yet."""
        self.spirit, self.local = spirit, local
        self.who = {name: self._account(mail) for name, (mail, _) in PLAYERS.items()}
        self.olga = self._account("olga")
        asked = {"title": "Убийство в усадьбе", "language": "ru", "options": OPTIONS}
        game = self._sent("POST", "/v1/games", self.olga, asked)
        self.game: str = game["id"]
        for name, (_, role) in PLAYERS.items():
            seat = {"code": game["join_code"], "nick": name, "role": role}
            self._sent("POST", "/v1/joins", self.who[name], seat)
        self.seats = {seat["nick"]: seat["id"] for seat in self.state()["seats"]}
        asking = [self.olga, self.who["Мышь"]]
        self.hearing = Hearing(local, self.game, asking, self.who["Мышь"])
        self.binding, self.thread, self.tavern = "", "", ""
        self.hands: dict[str, tuple[str, ...]] = {}
        self.asked = ""

    def _account(self, mail: str) -> dict[str, str]:
        headers = self.local.sign_in(mail)
        self._sent("PATCH", "/v1/me", headers, {"language": "ru"})
        return headers

    def _sent(
        self, method: str, path: str, who: dict[str, str], body: object = None, **more: str
    ) -> Any:
        """Ask the API for something that has to succeed."""
        answer = self.local.client.request(method, path, json=body, headers=who | more)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def bind(self) -> None:
        """Open a thread, bind it, let the forum greet Alibi, as the bridge's README says."""
        spirit = self.spirit
        spirit.start()
        owl = spirit.member("Сова")
        self.thread = owl.open_thread("Убийство в усадьбе", "Записываемся!")
        self.tavern = owl.open_thread("Таверна", "О своём")
        spirit.stop()
        asked = {"engine": "generic", "thread_id": self.thread, "markup": "markdown"}
        there = {"base_url": spirit.url, "posts_url": f"{spirit.url}/alibi/{self.thread}/"}
        bot = {"bot_id": spirit.ids[BOT], "bot_name": BOT, "private": True}
        path = f"/v1/games/{self.game}/forum-bindings"
        made = self._sent("POST", path, self.olga, asked | there | bot)
        self.binding = made["id"]
        assert spirit.bind(self.thread, made["hook_url"], made["secret"]) == there["posts_url"]
        spirit.start()
        assert spirit.manage("alibi", "--ping").strip() == "0 left"
        assert self.bound()["status"] == "active"

    def deal(self) -> None:
        """Start."""
        self.move("", type="start")
        self.hands = {name: tuple(self.me(name)["hand"]) for name in PLAYERS}

    def bound(self) -> Any:
        """The binding."""
        return self._sent("GET", f"/v1/games/{self.game}/forum-bindings/{self.binding}", self.olga)

    def decided(self, post: str, decision: str) -> str:
        """Wait until the last version of a post was dealt with in some way; gives the reason."""
        path = f"/v1/games/{self.game}/forum-bindings/{self.binding}/posts?limit=100"

        def there() -> Any:
            posts = self._sent("GET", path, self.olga)["items"]
            (known,) = [one for one in posts if one["id"] == post]
            last = known["versions"][-1]
            return last if last.get("decision") == decision else None

        return str(eventually(there).get("reason", ""))

    def introduce(self, name: str, *, in_private: bool) -> None:
        """Let a player say with a code who they are at the forum."""
        path = f"/v1/games/{self.game}/forum-code"
        code = self._sent("POST", path, self.who[name], {})["code"]
        member = self.spirit.member(name)
        if in_private:
            member.write_to(BOT, "Код", code)
        else:
            member.post(self.thread, f"Это я: {code}")
        eventually(lambda: self._known(name))

    def _known(self, name: str) -> Any:
        answer = self.local.client.get(
            f"/v1/games/{self.game}/forum-author", headers=self.who[name]
        )
        return self.spirit.ids[name] in answer.text

    def prefer_mail(self, name: str) -> None:
        """Let a player have what is private by mail."""
        self._sent("PATCH", "/v1/me", self.who[name], {"private": "mail"})

    def move(self, name: str, **move: object) -> Any:
        """Make a move over REST; the organiser's without a name."""
        path, key = f"/v1/games/{self.game}/moves", {"Idempotency-Key": token_hex(8)}
        return self._sent("POST", path, self.who.get(name, self.olga), move, **key)

    def state(self) -> Any:
        """The game as everybody may see it."""
        return self.local.client.get(f"/v1/games/{self.game}").json()["state"]

    def me(self, name: str) -> Any:
        """The game as a player may see it: their hand, what they owe."""
        return self._sent("GET", f"/v1/games/{self.game}/me", self.who[name])

    def entries(self) -> list[Any]:
        """The log as everybody may read it."""
        entries: list[Any] = []
        after = 0
        while True:
            page = self.local.client.get(f"/v1/games/{self.game}/events?after={after}&limit=100")
            entries += page.json()["items"]
            after = page.json()["after"]
            if after >= page.json()["last_seq"]:
                return entries

    def events(self) -> list[Any]:
        """What everybody may know of what happened."""
        return [event for entry in self.entries() for event in entry["events"]]

    def told(self) -> Told:
        """What everybody may know of cards."""
        return Told(self.state()["deck"], self.entries())

    def event(self, kind: str, **facts: object) -> Any:
        """An event of some kind with some facts, when it comes."""

        def there() -> Any:
            found = [one for one in self.events() if one["type"] == kind]
            return [one for one in found if facts.items() <= one.items()]

        return eventually(there)[-1]

    def count(self, *kinds: str) -> int:
        """How many events of some kinds there are."""
        return sum(event["type"] in kinds for event in self.events())

    def shown(self, *words: str) -> Any:
        """The bot's newest post with all of some words, when a stranger sees it."""

        def there() -> Any:
            posts = self.spirit.visitor().thread(self.thread)
            return [one for one in posts if one.author == BOT and all(w in one.text for w in words)]

        return eventually(there)[-1]

    def whispers(self, name: str) -> str:
        """All that the bot has written to a member in private."""
        topics = self.spirit.member(name).private().values()
        return "\n\n".join(one.text for topic in topics for one in topic if one.author == BOT)

    def whispered(self, name: str, *words: str) -> str:
        """As ``whispers``, when all of some words are in it."""
        eventually(lambda: all(word in self.whispers(name) for word in words))
        return self.whispers(name)

    def at_desk(self, name: str, text: str) -> str:
        """Write on the page behind the link of the private messages; gives what it says."""
        topics = self.spirit.member(name).private().values()
        links = re.findall(r'href="([^"]+/v1/d/[^"]+)"', "".join(p.html for t in topics for p in t))
        with httpx.Client() as browser:
            page = browser.get(unescape(links[-1])).text
            key = first(r'name="key" value="([^"]+)"', page)
            answer = browser.post(unescape(links[-1]), data={"text": text, "key": key})
        assert answer.status_code == 200
        return answer.text

    def by_mail(self, name: str, about: str, text: str) -> None:
        """Reply to the newest letter with some words in it."""
        mail, _ = PLAYERS[name]
        self.local.mail(mail, self.local.letter(mail, about), text)
