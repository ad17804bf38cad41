"""The files that plugin authors copy say what the vectors say, in every language alike."""

import base64
import importlib.util
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook

from chalicelib.outward import signature
from tests.signatures.book import BODY, MESSAGE, NOW, OLDER, SECRET, Vector, read

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs" / "webhooks"
EXAMPLES = HERE.parents[1] / "examples"
SEEDS = "v1,= \n\t.AaZz09+/ключ🔪\x00\x7f\x85\xa0"


def load() -> Any:
    """The Python snippet as a module."""
    spec = importlib.util.spec_from_file_location("alibi_verify", DOCS / "verify.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def in_python(asked: list[Vector]) -> list[Any]:
    """What verify.py says."""
    snippet = load()
    return [
        snippet.sign(one["secrets"][0], one["sign"], body, one.get("now"))
        if "sign" in one
        else snippet.verify(one["secrets"], one["headers"], body, one["now"])
        for one in asked
        for body in [base64.b64decode(one["body_base64"])]
    ]


def elsewhere(command: str, trial: str, snippet: str, asked: list[Vector]) -> list[Any]:
    """What a snippet in another language says; skips the test where that is not installed."""
    found = shutil.which(command)
    if not found:
        pytest.skip(f"{command} is not installed")
    done = subprocess.run(
        [found, HERE / trial, DOCS / snippet],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    told: list[Any] = json.loads(done.stdout)
    return told


LANGUAGES = {
    "python": in_python,
    "node": lambda asked: elsewhere("node", "trial.js", "verify.js", asked),
    "php": lambda asked: elsewhere("php", "trial.php", "verify.php", asked),
}


@pytest.fixture(params=LANGUAGES)
def said(request):
    """What one of the snippets says of messages."""
    return LANGUAGES[request.param]


def question(body: bytes, **more: Any) -> Vector:
    """A message to be signed or verified."""
    plain = {"secrets": [SECRET], "now": NOW, "body_base64": base64.b64encode(body).decode()}
    return plain | more


def test_every_snippet_agrees_with_every_vector(said):
    """Whoever copies a snippet believes exactly the messages that are to be believed."""
    vectors = read()
    told = said(vectors)
    assert {v["name"]: one for v, one in zip(vectors, told, strict=True)} == {
        v["name"]: v["valid"] for v in vectors
    }


def test_every_snippet_signs_as_we_do(said):
    """What a plugin signs is what we, and the reference implementation, believe."""
    bodies = [BODY, b"", b"{}\n", "🐭".encode(), bytes(range(256))]
    told = said([question(body, sign=MESSAGE) for body in bodies])
    assert told == [signature.headers([SECRET], MESSAGE, NOW, body) for body in bodies]


@pytest.mark.parametrize("zone", ["UTC", "Europe/Moscow", "Pacific/Chatham"])
def test_every_snippet_signs_now_in_every_zone(said, zone, monkeypatch):
    """Left alone with the clock of a machine in any zone, a snippet signs for this moment."""
    monkeypatch.setenv("TZ", zone)
    (fresh,) = said([{**question(BODY, sign=MESSAGE), "now": None}])
    assert Webhook(SECRET).verify(BODY, fresh) == json.loads(BODY)


def test_header_names_in_any_case(said):
    """Servers write names of headers in different ways."""
    headers = signature.headers([SECRET], MESSAGE, NOW, BODY)
    for name in (str.upper, str.title, str.lower):
        asked = question(BODY, headers={name(key): value for key, value in headers.items()})
        assert said([asked]) == [True]


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.php")), ids=lambda path: path.name)
def test_the_sketches_are_php(path):
    """PHP can read the examples that nobody has tried on a board."""
    php = shutil.which("php")
    if not php:
        pytest.skip("php is not installed")
    done = subprocess.run([php, "-l", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def garbled(rng: random.Random) -> Vector:
    """A message that is right, or nearly, or not at all."""
    headers = signature.headers([SECRET, OLDER], MESSAGE, NOW, BODY)
    for name in rng.sample(sorted(headers), rng.randrange(3)):
        letters = list(headers[name])
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(letters))
            letters[place : place + rng.randrange(2)] = rng.choice(SEEDS)
        headers[name] = "".join(letters)
    secrets = rng.choice([[SECRET], [OLDER], [SECRET, OLDER], []])
    return question(BODY, headers=headers, secrets=secrets, now=NOW + rng.choice([0, 299, -302]))


def test_all_languages_agree_about_garbled_headers(said):
    """Six hundred headers with letters put in and taken out: each snippet says what we say."""
    rng = random.Random(2026)
    asked = [garbled(rng) for _ in range(600)]
    ours = [signature.verified(o["secrets"], o["headers"], BODY, o["now"]) for o in asked]
    assert {True, False} <= {*ours}
    assert said(asked) == ours
