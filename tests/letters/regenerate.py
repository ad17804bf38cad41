"""Write down every letter of a game, for people to read: ``python -m tests.letters.regenerate``."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from chalicelib import letters, render
from tests.letters.games import BASE_URL, GAME, Record, whole_game

GOLDEN = Path(__file__).parent / "golden"
RULE = "~" * 72


def answers(game: Record) -> Iterator[tuple[str, render.Page]]:
    """Give the answers to mails that did nothing, in the middle of the game."""
    seat = game.state.questions[0].to
    for about in ("status", "help"):
        yield f"{about} -> {seat}", game.answered(letters.Answer(GAME, seat, about))
    yield "status -> organiser", game.answered(letters.Answer(GAME, "organiser", "status"))
    case, card = game.state.questions[0].case, game.state.deck.suspects[0]
    parts = (
        letters.Problem(case.weapon[1:].capitalize(), "unknown_card", "F14", _unknown(game)),
        letters.Problem(card, "not_named", "F20", {"card": card, "choices": [case.weapon]}),
        letters.Understood(", ".join(case.cards)),
    )
    yield f"refused -> {seat}", game.answered(letters.Answer(GAME, seat, "refused", "", parts))


def _unknown(game: Record) -> dict[str, object]:
    weapons = game.state.deck.weapons
    said = weapons[0][1:].capitalize()
    return {"text": said, "category": "weapon", "nearest": weapons[0], "choices": weapons}


def everything(language: str) -> str:
    """Give all letters of one language, one after the other."""
    game = whole_game(language)
    told = [(f"{letter.seq} -> {letter.to}", page) for letter, page in game.pages()]
    middle = Record(language).started()
    middle.ask("s1", "s2", 0)
    middle.ask("s3", "s2", 1)
    middle.now += timedelta(hours=1)
    sign_in = render.sign_in(letters.SignIn("anna@example.org", "123456", "t1", language), BASE_URL)
    pages = [("sign in", sign_in), *told, *answers(middle)]
    return "\n".join(
        f"{RULE}\n{name}: {page.subject}\n\n{_shortened(page.text)}" for name, page in pages
    )


def _shortened(text: str) -> str:
    """Leave out what stands at the top and at the end of every letter alike."""
    return text.partition("=#=#=\n\n")[2].partition("\n* * *\n")[0] or text


def main() -> None:
    """Write the files anew."""
    for language in ("ru", "en", "pl"):
        (GOLDEN / f"{language}.txt").write_text(everything(language), encoding="utf-8")


if __name__ == "__main__":
    main()
