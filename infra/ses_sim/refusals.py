"""How SES refuses a request: the codes of its errors and the status of the answer."""

STATUS = {"NotFoundException": 404, "TooManyRequestsException": 429}
"""The HTTP status of an error; all others are 400."""


class Refused(Exception):  # noqa: N818 -- SES calls some of them exceptions and some not
    """A request that SES answers with an error."""

    def __init__(self, code: str, words: str) -> None:
        """Keep the code and the words."""
        super().__init__(words)
        self.code = code
        self.status = STATUS.get(code, 400)


def bad(words: str) -> Refused:
    """Give the refusal of a request that is wrong in itself."""
    return Refused("BadRequestException", words)


def missing(words: str) -> Refused:
    """Give the refusal of a request about something that does not exist."""
    return Refused("NotFoundException", words)
