"""What SES takes and refuses, by boto3's own client; beside it, where moto holds the same."""

from email import message_from_bytes
from email.policy import default

import boto3
import pytest
from botocore.exceptions import ClientError, ReadTimeoutError
from moto import mock_aws

from infra.ses_sim import SANDBOX, Limits, Template
from tests.clouds import DOMAIN, Cloud

RAW = f"From: Alibi <game@{DOMAIN}>\r\nTo: anna@example.org\r\nSubject: x\r\n\r\nbody\r\n".encode()
TO = {"ToAddresses": ["anna@example.org"]}


@pytest.fixture
def cloud():
    """An account out of the sandbox."""
    return Cloud()


@pytest.fixture
def moto(monkeypatch):
    """A client of moto's."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    with mock_aws():
        client = boto3.client("sesv2", region_name="eu-central-1")
        client.create_email_identity(EmailIdentity=DOMAIN)
        yield client


@pytest.fixture(params=["simulated", "moto"])
def either(request, cloud):
    """The clients of both doubles, for what both do as SES does."""
    return cloud.client if request.param == "simulated" else request.getfixturevalue("moto")


def raw(data=RAW, to=("anna@example.org",), **more):
    """A request to send a raw mail."""
    return {"Content": {"Raw": {"Data": data}}, "Destination": {"ToAddresses": list(to)}} | more


def simple(**content):
    """A request to send text and HTML."""
    body = {"Text": {"Data": "Рапира"}, "Html": {"Data": "<p>Рапира</p>"}}
    whole = {"Subject": {"Data": "Вилла"}, "Body": body} | content
    return {
        "FromEmailAddress": f"game@{DOMAIN}",
        "Destination": TO,
        "ReplyToAddresses": [f"r+x@{DOMAIN}"],
        "Content": {"Simple": whole},
    }


def refused(client, **request):
    """The code with which SES refuses to send."""
    with pytest.raises(ClientError) as caught:
        client.send_email(**request)
    return caught.value.response["Error"]["Code"]


def test_a_raw_mail_is_accepted_and_named(either):
    """Every accepted mail has an id of its own."""
    names = {either.send_email(**raw())["MessageId"] for _ in range(3)}
    assert len(names) == 3


def test_an_unknown_sender_and_too_many_recipients_are_refused(either):
    """Only a proven identity may send, and to at most fifty addresses at once."""
    foreign = RAW.replace(DOMAIN.encode(), b"example.com")
    assert refused(either, **raw(foreign)) == "MessageRejected"
    many = [f"p{n}@example.org" for n in range(51)]
    assert refused(either, **raw(to=many)) == "MessageRejected"


def test_message_id_and_date_are_those_of_ses(cloud):
    """SES puts its own Message-ID and Date in the place of ours; the rest leaves byte for byte."""
    given = RAW.replace(
        b"Subject", b"Message-ID: <ours@x>\r\nReferences: <a@b>\r\n <c@d>\r\nDate: never\r\nSubject"
    )
    name = cloud.client.send_email(**raw(given))["MessageId"]
    (left,) = cloud.inboxes.taken["anna@example.org"]
    mail = message_from_bytes(left, policy=default)
    assert mail["Message-ID"] == f"<{name}@eu-central-1.amazonses.com>"
    assert mail["Date"].datetime == cloud.time
    assert mail["References"] == "<a@b> <c@d>"
    assert left.count(b"Message-ID") == left.count(b"Date") == 1
    assert left.endswith(b"\r\n\r\nbody\r\n")


def test_eight_bit_koi8_is_taken_as_it_is(cloud):
    """A raw mail in 8-bit KOI8-R leaves unchanged (moto raises UnicodeDecodeError)."""
    body = "Рапира".encode("koi8-r")
    cloud.client.send_email(**raw(RAW + body))
    assert cloud.inboxes.taken["anna@example.org"][0].endswith(body)


def test_text_html_reply_to_and_headers_of_a_simple_mail_leave(cloud):
    """All that a simple mail names is sent (moto keeps the HTML and forgets the rest)."""
    cloud.client.send_email(**simple(Headers=[{"Name": "X-Alibi-Loop", "Value": "g"}]))
    mail = message_from_bytes(cloud.inboxes.taken["anna@example.org"][0], policy=default)
    assert mail["X-Alibi-Loop"] == "g"
    assert mail["Reply-To"] == f"r+x@{DOMAIN}"
    assert mail["Subject"] == "Вилла"
    kinds = [part.get_content_type() for part in mail.walk() if not part.is_multipart()]
    assert kinds == ["text/plain", "text/html"]


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ([("X-N", "v")] * 16, "sixteen"),
        ([("X-N", "ы")], "not ASCII"),
        ([("X N", "v")], "a blank in the name"),
        ([("N" * 127, "v")], "a long name"),
        ([("N", "v" * 996)], "a long value"),
        ([("N" * 100, "v" * 900)], "long together"),
        ([("Reply-To", "a@b.example")], "a header with a place of its own"),
    ],
)
def test_headers_of_a_simple_mail_have_limits(cloud, headers, why):
    """At most 15 headers, 126 and 995 characters, printable ASCII (moto takes anything)."""
    given = [{"Name": name, "Value": value} for name, value in headers]
    assert refused(cloud.client, **simple(Headers=given)) == "BadRequestException", why
    fine = [{"Name": f"X-{n}", "Value": "v"} for n in range(15)]
    assert cloud.client.send_email(**simple(Headers=fine))["MessageId"]


def test_a_header_that_may_stand_once_may_not_stand_twice(cloud):
    """A duplicated single-instance header is refused; a repeated free one is not."""
    assert refused(cloud.client, **raw(b"Subject: y\r\n" + RAW)) == "BadRequestException"
    assert cloud.client.send_email(**raw(b"X-A: 1\r\nX-A: 2\r\n" + RAW))["MessageId"]


def test_a_configuration_set_has_to_exist(cloud):
    """An unknown configuration set is not found (moto accepts it)."""
    assert refused(cloud.client, **raw(ConfigurationSetName="none")) == "NotFoundException"
    assert cloud.client.send_email(**raw(ConfigurationSetName="alibi"))["MessageId"]


@pytest.mark.parametrize("value", ["a b", "a@b", "x" * 257, "ы"])
def test_tags_are_plain(cloud, value):
    """A tag holds letters, digits, dashes and underscores only, up to 256 of them."""
    tags = [{"Name": "game", "Value": value}]
    assert refused(cloud.client, **raw(EmailTags=tags)) == "BadRequestException"


def test_a_mail_of_more_than_forty_megabytes_is_refused(cloud):
    """40 MB with headers is the limit, and a mail over 10 MB uses up the second (moto: none)."""
    assert refused(cloud.client, **raw(RAW + b"x" * 40_000_000)) == "BadRequestException"
    cloud.account.limits = Limits(a_second=5)
    cloud.client.send_email(**raw())
    assert refused(cloud.client, **raw(RAW + b"x" * 10_000_001)) == "TooManyRequestsException"


def test_the_sandbox_takes_proven_recipients_one_a_second_two_hundred_a_day(cloud):
    """In the sandbox mail goes to proven addresses and the mailbox simulator, slowly."""
    cloud.account.limits = SANDBOX
    assert refused(cloud.client, **raw()) == "MessageRejected"
    cloud.account.identities.add("anna@example.org")
    cloud.client.send_email(**raw())
    assert refused(cloud.client, **raw()) == "TooManyRequestsException"
    for _ in range(199):
        cloud.wait(seconds=1)
        cloud.client.send_email(**raw(to=["success@simulator.amazonses.com"]))
    cloud.wait(seconds=2)
    assert refused(cloud.client, **raw()) == "TooManyRequestsException"
    quota = cloud.client.get_account()["SendQuota"]
    assert (quota["Max24HourSend"], quota["SentLast24Hours"]) == (200, 200)
    cloud.wait(days=1)
    assert cloud.client.send_email(**raw())["MessageId"]


def test_switches_stop_the_account(cloud):
    """A paused account, a paused configuration set and a suspended account have their errors."""
    cloud.account.sending_enabled = False
    assert refused(cloud.client, **raw()) == "SendingPausedException"
    cloud.account.suspended = True
    assert refused(cloud.client, **raw()) == "AccountSuspendedException"
    assert cloud.client.get_account()["EnforcementStatus"] == "SHUTDOWN"
    cloud.account.suspended, cloud.account.sending_enabled = False, True
    cloud.account.paused_sets.add("alibi")
    assert refused(cloud.client, **raw(ConfigurationSetName="alibi")) == "SendingPausedException"
    assert cloud.inboxes.taken == {}


def test_faults_come_once(cloud):
    """A throttled call did nothing; a call whose answer was lost has sent the mail."""
    cloud.account.faults += ["throttle", "lost answer"]
    assert refused(cloud.client, **raw()) == "TooManyRequestsException"
    assert cloud.inboxes.taken == {}
    with pytest.raises(ReadTimeoutError):
        cloud.client.send_email(**raw())
    assert len(cloud.inboxes.taken["anna@example.org"]) == 1
    cloud.client.send_email(**raw())
    assert len(cloud.inboxes.taken["anna@example.org"]) == 2


def test_templates_are_filled_in_or_reported(cloud):
    """A template without what it asks for is accepted and reported as a rendering failure."""
    cloud.account.templates["hand"] = Template("For {{nick}}", "You hold {{card}}.")

    def sent(data):
        template = {"Template": {"TemplateName": "hand", "TemplateData": data}}
        request = {"FromEmailAddress": f"game@{DOMAIN}", "Destination": TO, "Content": template}
        return cloud.client.send_email(ConfigurationSetName="alibi", **request)

    assert sent('{"nick": "Anna", "card": "Rope"}')["MessageId"]
    assert b"You hold Rope." in cloud.inboxes.taken["anna@example.org"][0]
    assert sent('{"nick": "Anna"}')["MessageId"]
    assert cloud.kinds() == ["Send", "Delivery", "Send", "Rendering Failure"]
    unknown = {"Template": {"TemplateName": "none", "TemplateData": "{}"}}
    request = {"FromEmailAddress": f"game@{DOMAIN}", "Destination": TO, "Content": unknown}
    assert refused(cloud.client, **request) == "NotFoundException"


def test_the_suppression_list_is_kept_and_read_in_pages(cloud):
    """Addresses are put on the list, found in any case, listed by reason and time, taken off."""
    ses = cloud.client
    for number in range(5):
        reason = "COMPLAINT" if number == 4 else "BOUNCE"
        ses.put_suppressed_destination(EmailAddress=f"P{number}@example.org", Reason=reason)
        cloud.wait(hours=1)
    found = ses.get_suppressed_destination(EmailAddress="p0@EXAMPLE.org")
    assert found["SuppressedDestination"]["Reason"] == "BOUNCE"
    first = ses.list_suppressed_destinations(PageSize=3, Reasons=["BOUNCE"])
    rest = ses.list_suppressed_destinations(
        PageSize=3, Reasons=["BOUNCE"], NextToken=first["NextToken"]
    )
    listed = first["SuppressedDestinationSummaries"] + rest["SuppressedDestinationSummaries"]
    assert [one["EmailAddress"] for one in listed] == [f"p{n}@example.org" for n in range(4)]
    assert "NextToken" not in rest
    late = ses.list_suppressed_destinations(StartDate=cloud.time)
    assert late["SuppressedDestinationSummaries"] == []
    ses.delete_suppressed_destination(EmailAddress="p0@example.org")
    with pytest.raises(ses.exceptions.NotFoundException):
        ses.delete_suppressed_destination(EmailAddress="p0@example.org")


def test_what_is_not_simulated_says_so(cloud):
    """A call that the double does not know is no success, and a wrong parameter is botocore's."""
    with pytest.raises(NotImplementedError):
        cloud.client.list_contact_lists()
    with pytest.raises(ClientError, match="One of Raw"):
        cloud.client.send_email(Destination=TO, FromEmailAddress=f"game@{DOMAIN}", Content={})


def test_the_same_seed_and_clock_give_the_same_mail():
    """Nothing in the double depends on the hour or on luck of its own."""
    left = []
    for cloud in (Cloud(), Cloud()):
        cloud.client.send_email(**raw(ConfigurationSetName="alibi"))
        left.append((cloud.inboxes.taken, cloud.told))
    assert left[0] == left[1]
