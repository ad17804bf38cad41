"""What keeps the program from starting is said in words that lead to its end."""

import pytest

from infra.local import smtp
from infra.local.__main__ import arguments
from infra.local.environment import trouble
from infra.local.taking import Unavailable


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [
        ("ALIBI_MAIL_RATE", "fast", "such as 1"),
        ("ALIBI_MAIL_RATE", "nan", "such as 1"),
        ("ALIBI_MAIL_RATE", "", "such as 1"),
        ("ALIBI_SMTP_PORT", "smtp", "such as 587"),
        ("ALIBI_LOG_LEVEL", "LOUD", "DEBUG, INFO"),
    ],
)
def test_a_variable_that_makes_no_sense_is_named(name, text, right):
    """Whoever writes the environment file reads which line it is, and what may stand there."""
    said = trouble({name: text})
    assert said.startswith(f"{name} is «{text}»")
    assert right in said


def test_an_environment_that_makes_sense_is_no_trouble():
    """Variables of others and unset ones are not looked at."""
    said = trouble({"ALIBI_MAIL_RATE": "0.5", "ALIBI_LOG_LEVEL": "info", "LANG": "nonsense"})
    assert not said


@pytest.mark.parametrize("text", ["play.example.org", "ftp://play.example.org", "https://"])
def test_the_address_is_whole(capsys, text):
    """It stands in letters as it is given: without its scheme it would be no link."""
    with pytest.raises(SystemExit):
        arguments().parse_args(["--base-url", text])
    assert "https://play.example.org" in capsys.readouterr().err


def test_a_certificate_that_cannot_be_read_is_named(tmp_path):
    """A mistyped path is found by its name."""
    files = tmp_path / "mail.crt", tmp_path / "mail.key"
    with pytest.raises(Unavailable, match=str(files[0])):
        smtp.tls(*files)
