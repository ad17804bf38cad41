"""A whole game at the deployed stack: over HTTP through API Gateway, by mail, and told outside."""

import json
from collections import Counter
from hashlib import sha256
from zipfile import ZipFile

from docs.webhooks.verify import verify
from tests.cloud.people import eventually
from tests.worlds import words


def test_what_answers_is_what_was_packaged(packaged, people):
    """The health of the API names the build that lies in the zip, and the table answers."""
    with ZipFile(packaged / "made" / "deployment.zip") as zipped:
        build = zipped.read("chalicelib/BUILD").decode().strip()
    assert people["anna"].get("/v1/health") == {"ok": True, "build": build}
    assert people["anna"].get("/v1/health/ready") == {"ok": True}


def test_each_reads_their_own_hand_and_nobody_else_s(villa):
    """The letter of the start has the cards of its reader in one line, and of no other."""
    for name, person in villa.people.items():
        lines = words(person.told("Your hand: ")).splitlines()
        hands = [line for line in lines if line.startswith("Your hand: ")]
        assert hands == [f"Your hand: {', '.join(villa.hands[name])}"]
        others = [cards for one, cards in villa.hands.items() if one != name]
        assert not any(", ".join(cards) in line for cards in others for line in lines)


def test_a_card_shown_by_mail_reaches_the_two_concerned_only(villa, by_mail):
    """The mail in S3 is read at the bell of SNS; Anna is told the card, Clara only that."""
    seen = {name: villa.refuted(name).get("card") for name in villa.people}
    assert seen == {"anna": by_mail, "boris": by_mail, "clara": None}
    villa.people["anna"].told(f"Boris shows you: {by_mail}")
    assert not any("shows you" in words(mail) for mail in villa.people["clara"].letters())


def test_an_answer_over_http_tells_the_rest_of_the_table_no_card(villa):
    """Refuting over the API needs a card that is held; the log shows it to two alone."""
    shown, asked = villa.choice("clara")
    clara = villa.people["clara"]
    asking = villa.people["boris"].move(villa.id, "suggest", to="s3", **asked)
    number = asking["events"][0]["id"]
    (owed,) = villa.me("clara")["owed"]
    assert shown in owed["choices"]
    wrong = {"type": "refute", "suggestion": number, "card": villa.hands["anna"][0]}
    refused = clara.call("POST", villa.moves, wrong, Idempotency_Key="wrong-card")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_named")
    clara.move(villa.id, "refute", suggestion=number, card=shown)
    cards = [event.get("card") for event in villa.events("anna") if event.get("id") == number]
    assert cards == [None, None]


def test_what_happens_is_told_to_a_program_with_a_signature(villa, by_mail):
    """From the stream to a real receiver: `docs/webhooks/verify.py` takes it; it has no card."""
    heard = eventually(lambda: [h for h in villa.receiver.events if h.type == "suggestion.refuted"])
    assert verify([villa.endpoint["secret"]], heard[0].headers, heard[0].body)
    assert not verify([villa.endpoint["secret"]], heard[0].headers, heard[0].body + b" ")
    told = heard[0].json["data"]
    assert told["suggestion"].keys() == {"id", "number", "by", "to", "suspect", "weapon", "room"}
    assert not told.keys() & {"card", "cards", "hand"}


def test_what_ses_was_handed_is_what_ses_has(villa, by_mail):
    """No letter is lost or doubled between the functions and SES."""
    stack = villa.stack
    assert eventually(lambda: Counter(stack.mailed()) == Counter(stack.handed()))


def test_an_unknown_route_is_the_gateway_s_business(villa):
    """No function of ours is asked; the answer for it is in the template (not in the emulator)."""
    before = villa.stack.invocations("APIHandler")
    assert villa.people["anna"].call("GET", "/v1/nothing").status_code == 403
    assert villa.stack.invocations("APIHandler") == before
    document = villa.stack.template["Resources"]["RestAPI"]["Properties"]["DefinitionBody"]
    answer = document["x-amazon-apigateway-gateway-responses"]["MISSING_AUTHENTICATION_TOKEN"]
    said = json.loads(villa.stack.resolved(answer["responseTemplates"]["application/json"]))
    assert (answer["statusCode"], said["code"]) == (404, "unknown_route")


def test_the_right_accusation_ends_the_game_and_the_deal_is_as_sealed(villa, by_mail):
    """What was promised at the start is what is shown at the end; everybody reads of it."""
    sealed = villa.state()["commitment"]
    villa.people["clara"].move(villa.id, "accuse", **villa.case())
    deal = villa.people["anna"].call("GET", f"/v1/games/{villa.id}/deal").content
    assert sha256(deal).hexdigest() == sealed
    assert villa.state()["phase"] == "over"
    for person in villa.people.values():
        person.told(json.loads(deal)["nonce"])
    assert eventually(lambda: [h for h in villa.receiver.events if h.type == "game.finished"])
