"""What a failure to send means: for this letter, or for all of them. Errors are known by class."""

from chalicelib.logs import named

PAUSED = frozenset({"SendingPausedException", "AccountSuspendedException"})
"""What SES says when it takes no mail from us, until somebody does something about it."""
ALL_OF_THEM = frozenset(
    {
        *("TooManyRequestsException", "LimitExceededException", "ThrottlingException"),
        *("Throttling", "MailFromDomainNotVerifiedException", *PAUSED),
    }
)
"""What SES says when it wants less mail, or none for now."""
CLOSING = 421
"""What an SMTP server says when it takes no mail from us for now."""


def concerns_all(error: Exception) -> bool:
    """Whether no other letter would fare better for now: the carrier wants less mail."""
    return named(error) in ALL_OF_THEM or getattr(error, "smtp_code", None) == CLOSING
