"""The catalogue of event types over REST."""

from chalicelib.happenings import catalogue


def test_all_types_are_listed(api):
    """Everybody may read the list: names, audiences, what they mean."""
    answer = api("GET", "/v1/event-types")
    assert answer.status == 200
    assert answer.body["api_version"] == catalogue.API_VERSION
    assert [item["type"] for item in answer.body["items"]] == list(catalogue.TYPES)
    assert {item["audience"] for item in answer.body["items"]} == {
        "public",
        "player",
        "organiser",
        "owner",
    }


def test_a_type_comes_with_schema_and_example(api):
    """Whoever writes a receiver finds the whole form of one type."""
    answer = api("GET", "/v1/event-types/card.shown")
    assert answer.status == 200
    assert answer.body["secret"] is True
    assert answer.body["schema"] == catalogue.schema("card.shown")
    assert answer.body["example"]["data"]["test"] is True


def test_an_unknown_type_is_a_problem(api):
    """A type that is none is unknown, with all that there are."""
    answer = api("GET", "/v1/event-types/suggestion.maid", Accept_Language="pl")
    assert (answer.status, answer.body["code"]) == (404, "unknown_event_type")
    assert "suggestion.maid" in answer.body["detail"]
    assert "suggestion.made" in answer.body["facts"]["choices"]
