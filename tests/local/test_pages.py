"""The pages: they show what is there, escape what people wrote, and act for our own forms only."""

import pytest

from tests.local.conftest import HOME, first

WILD = "</b><i>"


@pytest.fixture(scope="module")
def villa(local):
    """A game for friends that was opened on the page, with two players; gives its path."""
    table = {"title": f"Villa {WILD}", "address": f"olga@{HOME}", "language": "en", "zone": "UTC"}
    game = local.form("/create", **table).headers["location"]
    code = first(r"/join/([\w-]+)", local.client.get(game).text)
    for name in ("anna", "boris"):
        seat = {"nick": f"{name}{WILD}", "address": f"{name}@{HOME}", "your_language": "en"}
        assert local.form(f"/join/{code}", **seat).status_code == 303
    assert local.form(f"{game}/start").status_code == 303
    return game


@pytest.mark.parametrize("language", ["ru", "en", "pl"])
def test_pages_render_and_escape(local, villa, language):
    """Every page renders in every language, and names of people and games stay text."""
    letter = local.letter("anna", "Your hand")
    paths = ("/", f"/mail/anna@{HOME}", f"/mail/anna@{HOME}/{letter.key}", villa)
    for path in paths:
        page = local.client.get(path, params={"lang": language})
        assert page.status_code == 200
        assert f'<html lang="{language}">' in page.text
        assert WILD not in page.text


def test_a_reply_on_the_page_is_a_mail(local, villa):
    """The reply goes over SMTP, quoting the letter; its receipt comes; twice sent is once done."""
    letter = local.letter("anna", "Your hand")
    path = f"/mail/anna@{HOME}/{letter.key}"
    nonce = first(r'name="nonce" value="(\w+)"', local.client.get(path).text)
    text = f"Suggestion for boris{WILD}: Miss Scarlett, Dagger, Kitchen"
    for _ in range(2):
        sent = local.form(path, nonce=nonce, text=text)
        assert sent.headers["location"] == f"/mail/anna%40{HOME}?sent"
    assert "Accepted: suggestion 1" in local.letter("anna", "Accepted").text
    thread = local.client.get(villa, headers={"Accept-Language": "en"}).text
    assert thread.count("<b>Miss Scarlett, Dagger, Kitchen</b>") == 1


def test_refusals_are_explained(local, villa):
    """What the rules refuse is said on the page that has the form, in the reader's language."""
    again = local.form(f"{villa}/start")
    assert again.status_code == 409
    assert 'role="alert"' in again.text
    wrong = local.form("/create", title="", address="nonsense")
    assert (wrong.status_code, 'role="alert"' in wrong.text) == (409, True)


@pytest.mark.parametrize("origin", [None, "null", "https://example.org", "http://localhost:1"])
def test_only_our_own_pages_act(local, origin):
    """A form that another site sends is refused, and nothing happens."""
    headers = {"Origin": origin} if origin else {}
    fields = {"title": "Forged", "address": f"eve@{HOME}", "language": "en", "zone": "UTC"}
    assert local.client.post("/create", data=fields, headers=headers).status_code == 403
    assert "Forged" not in local.client.get("/").text


def test_a_strange_name_of_this_machine_shows_nothing(local):
    """A page that points its own domain at this machine reads nobody's mail."""
    answer = local.client.get("/", headers={"Host": "evil.example"})
    assert (answer.status_code, HOME in answer.text) == (403, False)


def test_a_path_leads_out_of_no_folder(local):
    """An address is a name, not a path."""
    wild = ("..%2F..%2Fetc", "%2e%2e", "%2e%2e/x", "x/..%2F..%2Falibi.db", "x" * 300 + "@x")
    for path in (f"/mail/{name}" for name in wild):
        assert local.client.get(path).status_code in {200, 404}
    assert "root:" not in local.client.get("/mail/..%2F..%2Fetc/passwd").text


def test_play_alone(local):
    """One form seats a player and bots, and starts; the inbox has the hand."""
    fields = {"nick": "Zoe", "address": f"zoe@{HOME}", "bots": "2", "day_minutes": "15"}
    begun = local.form("/alone", **fields, deck="classic.en", your_language="en")
    assert begun.headers["location"] == f"/mail/zoe%40{HOME}?sent"
    assert "Bot 2" in local.letter("zoe", "Your hand").text
