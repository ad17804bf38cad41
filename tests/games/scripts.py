"""The scripts of the recorded games: each a few moves that lead to one end.

The scripts of a rule set lie in the folder of its name, beside the files that are made of them.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from chalicelib.rules import RULESETS
from tests.letters.games import Record

HERE = Path(__file__).parent
NICKS = {
    "ru": ("Анна", "Борис", "Вера", "Глеб"),
    "en": ("Anna", "Boris", "Clara", "Dan"),
    "pl": ("Anna", "Bolek", "Celina", "Darek"),
}
PLAYERS = 3
"""How many play, if a script does not say so."""
Play = Callable[[Record], object]


class Script(NamedTuple):
    """A game to be recorded: the table, and ``play`` from the deal to the end."""

    ruleset: str
    preset: str
    language: str
    name: str
    about: str
    players: int
    options: dict[str, Any]
    play: Play

    @property
    def file(self) -> Path:
        """Where the game is written down."""
        return HERE / self.ruleset / f"{self.name}.txt"

    @property
    def ways(self) -> Any:
        """The module that knows how games of the rule set end: ``WAYS`` and ``way``."""
        return import_module(f"tests.games.{self.ruleset}.ways")

    def record(self) -> Record:
        """Play the game."""
        game = Record(
            self.language,
            nicks=NICKS[self.language][: self.players],
            preset=self.preset,
            ruleset=self.ruleset,
            **self.options,
        ).started()
        self.play(game)
        return game


_SCRIPTS: dict[tuple[str, str], Script] = {}


def script(
    preset: str, language: str, *, players: int = PLAYERS, **options: Any
) -> Callable[[Play], Play]:
    """Register the script of a game; its docstring says what the game is about.

    ``options`` are the house rules that differ from the preset's.
    """

    def register(play: Play) -> Play:
        name, folder = f"{preset}_{play.__name__}", play.__module__.split(".")[-2]
        if (folder, name) in _SCRIPTS:
            raise ValueError(f"two scripts for {folder}/{name}")
        about = " ".join((play.__doc__ or "").split())
        made = Script(folder, preset, language, name, about, players, options, play)
        _SCRIPTS[folder, name] = made
        return play

    return register


def recorded() -> tuple[str, ...]:
    """Name the rule sets that have recorded games."""
    return tuple(name for name in RULESETS if (HERE / name).is_dir())


def scripts() -> tuple[Script, ...]:
    """Give all scripts, in the order of their files."""
    for ruleset in recorded():
        for file in sorted((HERE / ruleset).glob("*.py")):
            import_module(f"tests.games.{ruleset}.{file.stem}")
    return tuple(sorted(_SCRIPTS.values()))
