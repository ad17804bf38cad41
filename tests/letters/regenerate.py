"""Write down every letter of a game, for people to read: ``python -m tests.letters.regenerate``."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from chalicelib import letters, render
from chalicelib.game import ORGANISER
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.forum.rulings import Fine, NameDeputy
from chalicelib.rules.forum.state import DayOpened, WindowOpened
from chalicelib.rules.forum.winners import Solved
from chalicelib.rules.office import CloseMoved, Pause, Paused, Resumed
from chalicelib.rules.verbs import CaseSealed, Ended, Suggest
from chalicelib.words import choices
from tests.letters import commands
from tests.letters.games import BASE_URL, GAME, HOST, Record, solved_game, whole_game
from tests.letters.office import corrected_game, office_game

GOLDEN = Path(__file__).parent / "golden"
RULE = "~" * 72
FOR_ALL = (CloseMoved, DayOpened, Ended, Paused, Resumed, Solved, WindowOpened)
"""What everybody reads alike."""


def answers(game: Record) -> Iterator[tuple[str, render.Page]]:
    """Give the answers to mails that did nothing, in the middle of the game."""
    seat = game.state.questions[0].to
    for about in ("status", "help"):
        yield f"{about} -> {seat}", game.answered(letters.Answer(GAME, seat, about))
    yield "status -> organiser", game.answered(letters.Answer(GAME, "organiser", "status"))
    yield from ((f"refused -> {seat}", refused(game, seat, *parts)) for parts in wrong(game, seat))


def wrong(game: Record, seat: str) -> Iterator[tuple[letters.Problem | letters.Understood, ...]]:
    """Give the parts of mails of which something is wrong."""
    first, pack = game.state.questions[0], game.state.deck
    nick = next(s.nick for s in game.state.seats if s.id == first.by)
    held = choices(game.state, seat, first)
    order = f"{nick}: {pack.suspects[0]}, {pack.weapons[0]}, {pack.rooms[0]}"
    yield (
        letters.Problem(pack.weapons[0][1:].capitalize(), "unknown_card", "F14", _unknown(game)),
        letters.Problem("?", "not_named", "F20", {"card": pack.suspects[5], "choices": held}),
        letters.Understood(order.lower().replace(":", ",")),
    )
    yield (letters.Problem("1", "which_suggestion", "F20", {"choices": ["1", "2"]}),)
    yield (letters.Problem("?", "ambiguous_suggestion", "F12", {"choices": [order]}),)
    for code, rule in (("holds_none", "F20"), ("no_order", "F13"), ("nothing_said", "F55")):
        yield (letters.Problem("?", code, rule),)


def refused(game: Record, seat: str, *parts: letters.Problem | letters.Understood) -> render.Page:
    """Give the answer to a mail of which something is wrong."""
    return game.answered(letters.Answer(GAME, seat, "refused", "", parts))


def _unknown(game: Record) -> dict[str, object]:
    weapons = game.state.deck.weapons
    said = weapons[0][1:].capitalize()
    return {"text": said, "category": "weapon", "nearest": weapons[0], "choices": weapons}


def letters_of(game: Record) -> Iterator[tuple[str, render.Page]]:
    """Give all letters of a game."""
    yield from ((f"{letter.seq} -> {letter.to}", page) for letter, page in game.pages())


def different(title: str, game: Record) -> Iterator[tuple[str, render.Page]]:
    """Give the letters of a game from the deal on: of those to all, one player's and the GM's."""
    started = next(e.seq for e, _ in game.log if any(isinstance(x, CaseSealed) for x in e.events))
    for letter, page in game.pages():
        entry, _ = game.log[letter.seq - 1]
        to_all = any(isinstance(event, FOR_ALL) for event in entry.events)
        if letter.seq >= started and (not to_all or letter.to in {"s1", entry.by, ORGANISER}):
            yield f"{title} {letter.seq} -> {letter.to}", page


def paused(language: str) -> Iterator[tuple[str, render.Page]]:
    """Give how things stand in a pause of a game with a human GM: for a player and for the GM."""
    game = Record(language, gm="human").started()
    game.ask("s1", "s2", 0)
    game.play(HOST, Pause())
    for reader in ("s2", ORGANISER):
        yield f"paused status -> {reader}", game.answered(letters.Answer(GAME, reader, "status"))


def posts(language: str) -> Iterator[tuple[str, render.Page]]:
    """Give what no single entry gives rise to: digests, reminders, trouble with mail."""
    yield "digest, day -> s4", quiet_days(language).digest("s4")
    yield "digest, turns -> s3", quiet_turns(language).digest("s3")
    game = Record(language).started()
    game.ask("s1", "s2", 0)
    yield "reminder, one question -> s2", game.reminder("s2")
    game.ask("s3", "s2", 1)
    yield "reminder, two questions -> s2", game.reminder("s2")
    turns = Record(language, ruleset="blitz").started()
    yield "reminder, turn", turns.reminder(turns.state.player)
    yield "undelivered -> organiser", game.undelivered("s2")


def quiet_days(language: str) -> Record:
    """Play a day in which s4 has nothing to do but to read."""
    game = Record(language).started()
    game.play(HOST, NameDeputy("s4"))
    game.ask("s1", "s2", 0)
    game.answer("s2")
    game.play(
        HOST,
        Fine(
            "s4",
            {"ru": "Карты в комментариях.", "pl": "Karty w komentarzach."}.get(language, "Cards."),
        ),
    )
    game.ask("s2", "s3", 1)
    game.close()
    return game


def quiet_turns(language: str) -> Record:
    """Play turns of blitz, and stop in the third."""
    game = Record(language, ruleset="blitz").started()
    while game.state.turn < 3:
        pack = game.state.deck
        if game.state.step == "suggest":
            cards = (pack.suspects[0], pack.weapons[game.state.turn], pack.rooms[3])
            game.play(game.state.player, Suggest(*cards))
        elif game.state.step == "answer":
            game.answer(game.state.questions[0].to)
        else:
            game.play(game.state.player, Pass())
    return game


def everything(language: str) -> str:
    """Give all letters of one language, one after the other."""
    told = [*letters_of(whole_game(language)), *different("office", office_game(language))]
    told += different("corrected", corrected_game(language))
    told += different("solved", solved_game(language))
    middle = Record(language).started()
    middle.ask("s1", "s2", 0)
    middle.ask("s3", "s2", 1)
    middle.now += timedelta(hours=1)
    shown = Record(language).started()
    shown.ask("s1", "s2", 0)
    shown.answer("s2")
    told.append(("shown", shown.answered(letters.Answer(GAME, "s1", "status"))))
    sign_in = render.sign_in(letters.SignIn("anna@example.org", "123456", "t1", language), BASE_URL)
    pages = [("sign in", sign_in), *told, *answers(middle), *paused(language), *posts(language)]
    pages += commands.pages(shown)
    return "\n".join(
        f"{RULE}\n{name}: {page.subject}\n\n{shortened(page.text)}" for name, page in pages
    )


def shortened(text: str) -> str:
    """Leave out what stands at the top and at the end of every letter alike."""
    return text.partition("=#=#=\n\n")[2].partition("\n* * *\n")[0] or text


def main() -> None:
    """Write the files anew."""
    for language in ("ru", "en", "pl"):
        (GOLDEN / f"{language}.txt").write_text(everything(language), encoding="utf-8")


if __name__ == "__main__":
    main()
