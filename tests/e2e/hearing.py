"""Two receivers of webhooks: what everybody may know of a game, and what one player may."""

from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError

from tests.e2e.spirit import eventually
from tests.local.conftest import Local
from tests.webhooks.receivers import Answer, Heard, Receiver, polite

Who = dict[str, str]


class Ear(Receiver):
    """A receiver that takes nothing but what the standard's own library verifies, and keeps it."""

    def __init__(self) -> None:
        """Listen."""
        super().__init__()
        self.secrets: list[str] = []
        self.ids: list[str] = []
        self.bodies: list[dict[str, Any]] = []
        self.answer = self._verified

    def _verified(self, heard: Heard) -> Answer:
        if heard.type == "endpoint.ping":
            return polite(heard)  # its secret may be on its way to us still
        try:
            for secret in self.secrets:
                Webhook(secret).verify(heard.body, heard.headers)
        except WebhookVerificationError:
            return Answer(401)
        self.ids.append(heard.headers["webhook-id"])
        self.bodies.append(heard.json)
        return Answer(204)


class Hearing:
    """Webhooks of one game: ``public`` was asked for by several people, ``own`` by a player."""

    def __init__(self, local: Local, game: str, asking: list[Who], player: Who) -> None:
        """Register and prove the URLs."""
        self.local = local
        self.public, self.own = Ear(), Ear()
        for who in asking:
            self._register(self.public, who, games=[game])
        self.endpoint = self._register(self.own, player, games=[game], audience="player")

    def _register(self, ear: Ear, who: Who, **wanted: object) -> str:
        path = "/v1/webhook-endpoints"
        asked = wanted | {"url": ear.url, "rate_per_minute": 600}
        made = self.local.client.post(path, json=asked, headers=who)
        assert made.status_code == 201, made.text
        ear.secrets.append(made.json()["secret"])
        one = f"{path}/{made.json()['id']}"

        def active() -> bool:
            return bool(self.local.client.get(one, headers=who).json()["status"] == "active")

        eventually(active)
        return one

    def close(self) -> None:
        """Stop."""
        self.public.close()
        self.own.close()
