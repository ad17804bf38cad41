"""The pages' way to act: requests to the REST API, as any client makes them. No second rules."""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec

from chalicelib import accounts, auth, words
from chalicelib.game import Refusal
from chalicelib.site import Site
from infra.local.web import Request, Response

Post = Callable[[str, Mapping[str, Any]], Any]
"""Sends a JSON body to a path under /v1 and gives the answer's; raises ``Refused``."""


class Refused(Exception):  # noqa: N818 -- a refusal is an answer, not an error
    """The API said no; the message is for people, in their language."""


class Client:
    """Signs accounts in for the length of one form: on this machine everybody may be anybody."""

    def __init__(
        self, site: Site, answer: Callable[[Request], Response], language: str = "en"
    ) -> None:
        """``answer`` is the API; ``language`` is that of refusals."""
        self._site = site
        self._answer = answer
        self._language = language

    def speaking(self, language: str) -> "Client":
        """Give a client for somebody who reads another language."""
        return Client(self._site, self._answer, language)

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Turn refusals of the program's own functions into refusals in words."""
        try:
            yield
        except Refusal as no:
            raise Refused(words.explain(no.code, no.facts, self._language, str)) from no

    def address(self, text: str) -> str:
        """Give a mail address in the form that is kept; raises ``Refused`` if it is none."""
        with self.explaining():
            return auth.checked_address(text, self._site.mail_domain)

    @contextmanager
    def signed_in(self, address: str, language: str) -> Iterator[Post]:
        """Let somebody act, whose mail is in ``language`` from now on."""
        site = self._site
        now, rng = site.now(), site.rng
        account = accounts.opened(site.store, self.address(address), language, now=now, rng=rng)
        speaking = partial(msgspec.structs.replace, language=language)
        accounts.changed(site.store, account.id, speaking, now=now)
        token = auth.issue(site.store, account.id, now=now, rng=rng)
        headers = {
            "authorization": f"Bearer {token}",
            "accept-language": self._language,
            "content-type": "application/json",
        }
        try:
            yield lambda path, body: self._post(headers, path, body)
        finally:
            auth.revoke(site.store, token, now=site.now())

    def _post(self, headers: dict[str, str], path: str, body: Mapping[str, Any]) -> Any:
        sent = headers | {"idempotency-key": secrets.token_hex(16)}
        request = Request("POST", f"/v1/{path}", sent, json.dumps(body).encode())
        response = self._answer(request)
        answer = json.loads(response.body or b"{}")
        if response.status >= 400:  # noqa: PLR2004 -- where errors begin
            raise Refused(answer.get("detail") or answer.get("title", ""))
        return answer
