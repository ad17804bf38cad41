"""The pages: they show what is there, escape what people wrote, and act for our own forms only."""

import re

import pytest

from tests.local.conftest import HOME, eventually, first

WILD = "</b><i>"


@pytest.fixture(autouse=True)
def _no_cookies(local):
    """Every test begins with a browser that has chosen no language yet."""
    local.client.cookies.clear()


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
    assert begun.headers["location"] == f"/mail/zoe%40{HOME}?seated"
    assert "Fox" in local.letter("zoe", "Your hand").text
    assert "You are at the table." in local.client.get(begun.headers["location"]).text


ALONE = {"nick": "Ann", "address": f"ann@{HOME}", "bots": "2", "deck": "classic.en"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"nick": "Ведущий"}, "Выберите, пожалуйста, другой"),
        ({"nick": ""}, "нике"),
        ({"address": "nonsense"}, "nonsense"),
        ({"address": f"bot-1@{HOME}"}, "живёт бот"),
        ({"address": "ann@alibi.localhost"}, "alibi.localhost"),
        ({"deck": "nonsense"}, 'role="alert"'),
    ],
)
def test_a_refused_game_leaves_nothing(local, wrong, said):
    """What is wrong with a game with bots is said in the page's language, and no game is made."""
    games = local.client.get("/").text.count("/games/")
    local.client.cookies.set("language", "ru")
    refused = local.form("/alone", **ALONE | {"your_language": "en"} | wrong)
    assert refused.status_code == 409
    assert said in refused.text
    assert local.client.get("/").text.count("/games/") == games


def test_a_bot_gives_way(local):
    """Whoever is called like a bot plays against the others."""
    begun = local.form("/alone", **ALONE | {"nick": "owl", "your_language": "en"})
    assert begun.status_code == 303
    assert {"Fox", "Badger"} <= set(local.letter("ann", "Your hand").text.split())


def test_codes_are_forgiven(local):
    """Case, blanks and hyphens of a code do not matter; a wrong one is asked for again."""
    table = {"title": "Manor", "address": f"olga@{HOME}", "language": "en", "zone": "UTC"}
    game = local.form("/create", **table).headers["location"]
    code = first(r"/join/([\w-]+)", local.client.get(game).text)
    typed = f" {code.replace('-', ' ').upper()}"
    for way in (typed, code.replace("-", "")):
        assert "Manor" in local.client.get("/join", params={"code": way}).text
    seat = {"nick": "Kim", "address": f"kim@{HOME}", "your_language": "en"}
    joined = local.form(f"/join/{typed}", **seat)
    assert joined.headers["location"] == f"/mail/kim%40{HOME}?seated"
    wrong = local.client.get("/join", params={"code": "zzzz-zzzz", "lang": "ru"})
    assert (wrong.status_code, "Такого кода нет" in wrong.text) == (404, True)
    assert 'name="code"' in wrong.text
    assert "Такого кода нет" in local.form("/join/zzzz", **seat).text


def test_roles_are_offered(local):
    """The form to join offers the suspects of the deck that nobody plays yet."""
    table = {"title": "Roles", "address": f"olga@{HOME}", "language": "en", "zone": "UTC"}
    game = local.form("/create", **table).headers["location"]
    code = first(r"/join/([\w-]+)", local.client.get(game).text)
    assert local.form(f"{game}/bots").status_code == 303
    form = local.client.get(f"/join/{code}").text
    assert '<option value="Miss Scarlett">' not in form
    assert '<option value="Colonel Mustard">' in form


@pytest.mark.parametrize("path", ["/alone", "/create", "{villa}/start", "{villa}/close_day"])
def test_a_form_that_failed_can_be_read_in_another_language(local, villa, path):
    """The language links of a refusal lead to the page of the form."""
    page = local.form(path.format(villa=villa), address="nonsense")
    link = first(r'href="([^"]+\?lang=pl)"', page.text)
    shown = local.client.get(link, follow_redirects=True)
    assert (shown.status_code, '<html lang="pl">' in shown.text) == (200, True)


def test_the_organiser_pauses_and_goes_on(local, villa):
    """Pause, resume and close act as the organiser; what the rules refuse is explained."""
    buttons = r'action="/games/\w+/(\w+)"'
    english = {"Accept-Language": "en"}
    assert re.findall(buttons, local.client.get(villa).text) == ["pause", "close_day"]
    assert local.form(f"{villa}/pause").status_code == 303
    paused = local.client.get(villa, headers=english).text
    assert "The game is paused" in paused
    assert re.findall(buttons, paused) == ["resume"]
    assert local.form(f"{villa}/resume").status_code == 303
    early = local.form(f"{villa}/close_day")
    assert (early.status_code, 'role="alert"' in early.text) == (409, True)


def test_mailboxes_are_in_order(local, villa):
    """Players come first, then the program's own organiser; bots are folded away."""
    assert local.form("/alone", **ALONE | {"your_language": "en"}).status_code == 303
    local.letter("ann", "Your hand")
    eventually(lambda: local.letters("bot-1"))
    eventually(lambda: local.letters("host"))
    people, _, bots = local.client.get("/").text.partition("<details style")
    names = re.findall(r'href="/mail/([\w-]+)%40', people)
    assert (names[-1], "ann" in names, "bot-1" in names) == ("host", True, False)
    assert "/mail/bot-1%40" in bots
    assert f"/mail/anna%40{HOME}" in local.client.get(villa).text


TURN = {"ru": "предположение", "en": "suggestion", "pl": "sugestia"}


@pytest.mark.parametrize("language", sorted(TURN))
def test_a_game_of_blitz_is_created_and_shown(local, language):
    """The form opens it, whatever the rules of days in it; the thread tells it turn by turn."""
    table = {"title": f"Blitz {language}", "address": f"olga@{HOME}", "language": "en"}
    made = local.form("/create", **table, ruleset="blitz", suggestions_per_day="3", zone="UTC")
    path = made.headers["location"]
    code = first(r"/join/([\w-]+)", local.client.get(path).text)
    for name in ("vera", "igor"):
        seat = {"nick": name.title(), "address": f"{name}-{language}@{HOME}"}
        assert local.form(f"/join/{code}", **seat, your_language="en").status_code == 303
    assert local.form(f"{path}/start").status_code == 303
    game = path.rpartition("/")[2]
    deck = local.client.get(f"/v1/games/{game}").json()["state"]["deck"]
    ask = {kind: deck[f"{kind}s"][0] for kind in ("suspect", "weapon", "room")}
    vera = local.sign_in(f"vera-{language}")
    assert local.move(game, vera, type="suggest", **ask).status_code == 201
    page = local.client.get(path, params={"lang": language}).text
    assert f"Vera, {TURN[language]} 1: <b>{', '.join(ask.values())}</b>" in page
    assert "close_day" not in page
    assert local.client.get("/", params={"lang": language}).status_code == 200
