"""What a failure to send means: for this letter, or for all of them. Errors are known by class."""

ALL_OF_THEM = frozenset(
    {
        *("TooManyRequestsException", "LimitExceededException", "ThrottlingException"),
        *("Throttling", "SendingPausedException", "AccountSuspendedException"),
    }
)
"""What SES says when it wants less mail, or none for now."""
CLOSING = 421
"""What an SMTP server says when it takes no mail from us for now."""


def named(error: Exception) -> str:
    """Give the class of an error, by its code where the carrier has one; never its words."""
    answer = getattr(error, "response", None)
    code = answer.get("Error", {}).get("Code", "") if isinstance(answer, dict) else ""
    return code if isinstance(code, str) and code.isalnum() else type(error).__name__


def concerns_all(error: Exception) -> bool:
    """Whether no other letter would fare better for now: the carrier wants less mail."""
    return named(error) in ALL_OF_THEM or getattr(error, "smtp_code", None) == CLOSING
