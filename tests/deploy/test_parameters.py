from typing import Any

import pytest

from infra.deploy.__main__ import _domain
from infra.deploy.parameters import PENDING, chosen, settings
from infra.deploy.stop import Stop

DECLARED: dict[str, dict[str, Any]] = {
    "BaseUrl": {"Type": "String"},
    "MailDomain": {"Type": "String"},
    "MailRate": {"Type": "Number", "Default": 10},
}


def test_what_is_not_given_stays_as_it_was():
    """A deployment changes the settings that it names, and no other."""
    before = {"BaseUrl": "https://a.example", "MailDomain": "in.example.org", "MailRate": "1"}
    assert chosen(DECLARED, {"MailRate": "14"}, before) == [
        {"ParameterKey": "BaseUrl", "UsePreviousValue": True},
        {"ParameterKey": "MailDomain", "UsePreviousValue": True},
        {"ParameterKey": "MailRate", "ParameterValue": "14"},
    ]


def test_the_address_is_not_asked_for():
    """At first the API has none: it is made, and then told."""
    assert chosen(DECLARED, {"MailDomain": "in.example.org"}, {}) == [
        {"ParameterKey": "BaseUrl", "ParameterValue": PENDING},
        {"ParameterKey": "MailDomain", "ParameterValue": "in.example.org"},
    ]


def test_a_setting_that_is_new_has_its_default_in_an_upgrade():
    """Only a first pass is told something else."""
    declared = DECLARED | {"Protected": {"Type": "String", "Default": "yes"}}
    told = {
        one["ParameterKey"] for one in chosen(declared, {}, {"BaseUrl": "x", "MailDomain": "y"})
    }
    assert "Protected" not in told
    first = chosen(declared, {"MailDomain": "in.example.org"}, {})
    assert {"ParameterKey": "Protected", "ParameterValue": "no"} in first


def test_an_older_template_is_not_told_of_newer_settings():
    """Going back works although the newer version has a setting more."""
    before = {"BaseUrl": "x", "MailDomain": "y", "MailRate": "1", "Newer": "z"}
    assert "Newer" not in {one["ParameterKey"] for one in chosen(DECLARED, {}, before)}


@pytest.mark.parametrize(
    ("given", "wrong", "mend"),
    [
        ({"MailDomian": "x"}, "MailDomian", "MailDomain"),
        ({}, "MailDomain has no value", "DOMAIN=in.example.org"),
    ],
)
def test_what_is_unknown_or_missing_is_said(given, wrong, mend):
    """Who deploys reads what is wrong and one right example."""
    with pytest.raises(Stop) as stopped:
        chosen(DECLARED, given, {})
    assert wrong in stopped.value.wrong
    assert mend in stopped.value.mend


def test_settings_are_names_and_values():
    """A value may hold anything; a word without a name is no setting."""
    assert settings(["A=1", "Sender=Alibi <a=b@example.org>"]) == {
        "A": "1",
        "Sender": "Alibi <a=b@example.org>",
    }
    with pytest.raises(Stop):
        settings(["MailRate"])


@pytest.mark.parametrize(
    ("typed", "domain"),
    [
        ("in.example.org", "in.example.org"),
        ("In.Example.org.", "in.example.org"),
        ("игра.example", "xn--80afo7a.example"),
    ],
)
def test_a_domain_is_read_as_people_type_it(typed, domain):
    """Capitals, a last dot and other letters do no harm."""
    assert _domain(typed) == domain


@pytest.mark.parametrize("typed", ["", "example", "you@example.org", "https://example.org", "a..b"])
def test_what_is_no_domain_stops(typed):
    """An address of a page or a person is not taken for a domain."""
    with pytest.raises(Stop):
        _domain(typed)
