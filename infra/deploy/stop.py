"""What keeps a deployment from going on, told to whoever deploys."""


class Stop(Exception):  # noqa: N818 -- it says what happens
    """Nothing further is done: what is wrong, and what to do about it."""

    def __init__(self, wrong: str, mend: str = "") -> None:
        """Keep both for the last lines of the program."""
        super().__init__(wrong)
        self.wrong, self.mend = wrong, mend

    def lines(self) -> list[str]:
        """Say both, a line each."""
        return [f"Stopped: {self.wrong}.", *([f"-> {self.mend}"] if self.mend else [])]
