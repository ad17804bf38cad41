import logging

import pytest

from chalicelib import logs
from tests.logs.forbidden import Forbidden, hidden_forms
from tests.logs.journal import journal

MAIL = """\
From: Alibi <game@in.alibi.test>
To: anna@example.org
Reply-To: r-5tz7m2kq@in.alibi.test
Subject: Your hand in The Villa
Content-Type: text/plain; charset=utf-8

Sign in with 483920 or at https://alibi.test/v1/sign-in?ticket=Zm9vYmFy01
Your desk: https://alibi.test/v1/d/desk-token-77
Полковник Мастард у вас на руках
""".encode()
BODY = (
    b'{"token": "alibi_a1b2c3d4e5f6", "url": "https://chat.example/hooks/x", "text": "I know!!!"}'
)
SECRETS = {
    "card": "Мисс Скарлетт",
    "address": "anna@example.org",
    "reply address": "r-5tz7m2kq@in.alibi.test",
    "subject": "Your hand in The Villa",
    "code": "483920",
    "ticket": "Zm9vYmFy01",
    "desk": "desk-token-77",
    "line of a mail": "Полковник Мастард у вас на руках",
    "token": "alibi_a1b2c3d4e5f6",
    "address of a webhook": "https://chat.example/hooks/x",
    "text": "I know!!!",
}


@pytest.fixture
def forbidden():
    """What a mail and an answer of the API have told."""
    made = Forbidden()
    made.mail(MAIL)
    made.http(BODY)
    return made


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_is_found_in_every_form(forbidden, kind):
    """As it stands, in JSON, in Python, in a URL or in Base64, a secret in a log is seen."""
    forms = hidden_forms(SECRETS[kind])
    assert [form for form in forms if not forbidden.search(f"INFO x: y {form} z")] == []


def test_what_is_public_is_no_secret(forbidden):
    """Ids of games, patterns of routes, nicks and figures may stand in a log."""
    line = '{"game":"0fe1abbf176b","route":"/v1/games/{game_id}/moves","nick":"Anna","ms":12.5}'
    assert forbidden.search(line) == []


def test_a_planted_leak_is_seen(forbidden):
    """The search fails a log with one careless line among many, at any level, of any logger."""
    with journal() as log:
        for number in range(50):
            logging.getLogger("chalicelib.play").info("moved", extra=logs.told(seq=number))
        assert forbidden.search(log.getvalue()) == []
        careless = "shown: Мисс Скарлетт"
        logging.getLogger("chalicelib.play").debug(careless)
    assert [found.what for found in forbidden.search(log.getvalue())] == ["card"]
