"""What the environment says of one machine; looked at before anything starts."""

from collections.abc import Callable, Mapping

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def _is_level(text: str) -> bool:
    return not text or text.upper() in LEVELS


def _is_rate(text: str) -> bool:
    try:
        return 0 <= float(text) < float("inf")
    except ValueError:
        return False


KNOWN: dict[str, tuple[Callable[[str], bool], str]] = {
    "ALIBI_LOG_LEVEL": (_is_level, f"one of {', '.join(LEVELS)}"),
    "ALIBI_SMTP_PORT": (str.isdecimal, "a port, such as 587"),
    "ALIBI_MAIL_RATE": (_is_rate, "how many mails a second, such as 1, or 0 for any number"),
}
"""Each variable that is no free text: what is right, and how to say so."""


def trouble(environment: Mapping[str, str]) -> str:
    """Say which variables cannot be understood and what they have to be; nothing if all can."""
    wrong = (
        f"{name} is «{environment[name]}»; it has to be {right}"
        for name, (is_right, right) in KNOWN.items()
        if name in environment and not is_right(environment[name])
    )
    return "; ".join(wrong)
