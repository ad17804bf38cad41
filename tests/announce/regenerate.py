"""Write down what is posted of some games, to be read: ``python -m tests.announce.regenerate``.

The joiners without width that the dialects need are left out.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chalicelib import announce, letters
from chalicelib.game import redact
from chalicelib.markup import emit
from chalicelib.markup.neutral import JOINER
from chalicelib.markup.tree import Tree
from chalicelib.thread import ended_by
from tests.letters.games import BASE_URL, GAME, Record, solved_game, whole_game
from tests.letters.office import corrected_game, office_game
from tests.letters.regenerate import quiet_turns, wrong

GOLDEN = Path(__file__).parent / "golden"
RULE = "~" * 72
DIALECTS = {"bbcode": "phpbb", "markdown": "spirit"}
"""By the name of the file: the dialect that stands for its kind."""
FILES = (("ru", "bbcode"), ("en", "bbcode"), ("pl", "bbcode"), ("en", "markdown"))
"""Every language, and every markup; that Markdown shows the same in each is tested apart."""


def voice(game: Record, *, in_thread: bool = False) -> announce.Voice:
    """Speak to a thread in which every suggestion stands in a post of the number above it."""
    return announce.Voice(
        game.language,
        game=GAME,
        base_url=BASE_URL,
        cited=lambda number: announce.Cited(_asker(game, number), str(100 + number), "77", 1),
        in_thread=in_thread,
    )


def _asker(game: Record, number: int) -> str:
    """Give the nick of who made a suggestion."""
    events: Iterator[Any] = (event for entry, _ in game.log for event in entry.events)
    by = next(event.by for event in events if getattr(event, "id", 0) == number)
    return str(next(seat.nick for seat in game.state.seats if seat.id == by))


def posts(game: Record, *, in_thread: bool = False) -> Iterator[tuple[int, announce.Announcement]]:
    """Give everything that is posted of a game, each with the number of its entry."""
    log = [entry for entry, _ in game.log]
    in_turns = game.ruleset.NAME == "blitz"
    for place, (entry, state) in enumerate(game.log):
        thread = ended_by(entry, reversed(log[:place]), in_turns=in_turns)
        spoken = voice(game, in_thread=in_thread)
        for one in announce.entry(entry, state, spoken, thread):
            yield entry.seq, one


def _game(title: str, game: Record, dialect: str) -> Iterator[str]:
    """Write the posts of a game."""
    for seq, one in posts(game):
        yield f"{RULE}\n{title} {seq}, {one.kind}\n\n{_text(one.tree, dialect)}"


def _text(tree: Tree, dialect: str) -> str:
    """Write a tree for people to read."""
    return "\n\n=== next post ===\n\n".join(emit.write(tree, dialect)).replace(JOINER, "")


def _middle(language: str, dialect: str) -> Iterator[str]:
    """Write how things stand in the middle of a game, and why posts are refused."""
    game = Record(language).started()
    game.ask("s1", "s2", 0)
    game.ask("s3", "s2", 1)
    status = announce.status(game.state, voice(game), game.now)
    yield f"{RULE}\nstatus\n\n{_text(status, dialect)}"
    turns = quiet_turns(language)
    status = announce.status(turns.state, voice(turns), turns.now)
    yield f"{RULE}\nstatus, turns\n\n{_text(status, dialect)}"
    for parts in (*wrong(game, "s2"), (letters.Problem("!", "paused", "F52"),)):
        tree = announce.refusal(parts, redact(game.state, "s2"), "s2", voice(game))
        yield f"{RULE}\nrefusal\n\n{_text(tree, dialect)}"


def everything(language: str, dialect: str) -> str:
    """Give all posts of one language in a dialect, one after the other."""
    games = {
        "whole": whole_game(language),
        "office": office_game(language),
        "corrected": corrected_game(language),
        "solved": solved_game(language),
        "turns": quiet_turns(language),
    }
    written = [text for title, game in games.items() for text in _game(title, game, dialect)]
    return "\n\n".join([*written, *_middle(language, dialect)]) + "\n"


def main() -> None:
    """Write the files anew."""
    for language, name in FILES:
        file = GOLDEN / f"{language}.{name}.txt"
        file.write_text(everything(language, DIALECTS[name]), encoding="utf-8")


if __name__ == "__main__":
    main()
