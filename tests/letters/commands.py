"""The letters about commands: what each did, and those to people at no table."""

from collections.abc import Iterator
from datetime import date

from chalicelib import letters, render
from chalicelib.deliver import lookups
from chalicelib.game import ORGANISER, redact
from chalicelib.history import history
from chalicelib.letters import Carried
from chalicelib.play import eyes
from chalicelib.rules.table import AnswerForMe, TellGM
from tests.letters.games import BASE_URL, GAME, THREAD_URL, Record

ALL = (
    *(Carried("", "language"), Carried("Europe/Moscow", "zone", {"zone": "Europe/Moscow"})),
    *(Carried(text, "post") for text in ("daily", "mine", "all")),
    *(Carried(text, "unsubscribe") for text in ("", "all")),
    *(Carried(text, "subscribe") for text in ("", "all")),
    Carried("k7f3-q9xa", "join", {"title": "…"}),
    Carried("k7f3-q9xa", "proof"),
    Carried("k7f3-q9xa", "observe", {"title": "…"}),
    *(Carried("", "unobserve", {"titles": titles}) for titles in (["…"], [])),
    Carried("gleb@example.org", "replace", {"address": "gleb@example.org"}),
    *(Carried(text, "rules") for text in ("F10", "F20", "")),
    Carried("", "forum", {"code": "alibi-ab2c-d3ef"}),
    Carried("", "history", {"first": 1, "last": 1}),
    *(Carried("", "status"), Carried("", "help")),
)


def answered(game: Record, *parts: Carried) -> render.Page:
    """The answer to some commands of s2."""
    view, log = redact(game.state, eyes(game.state, "s2")), [entry for entry, _ in game.log]
    dated = tuple(Carried(p.text, p.command, p.facts | {"at": game.now.isoformat()}) for p in parts)
    found = lookups.wording(game.language) | {
        "histories": [
            history(log, "s2", (), p.facts.get("first", 0), p.facts.get("last", 0)) for p in parts
        ],
        "clauses": lookups.clauses(game.state),
    }
    return render.answer(
        letters.Answer(GAME, "s2", "commands", parts=dated),
        view,
        "s2",
        game.language,
        game=GAME,
        base_url=BASE_URL,
        thread_url=THREAD_URL,
        found=found,
    )


def pages(game: Record) -> Iterator[tuple[str, render.Page]]:
    """Every answer to a command, and what players and organiser are told of absences and wishes."""
    yield from (
        (f"command {part.command} {part.text}".strip(), answered(game, part)) for part in ALL
    )
    since, until = date(2026, 12, 5), date(2026, 12, 12)
    orders = (
        AnswerForMe(since=since, until=until, away=True),
        AnswerForMe(since=since, away=True),
        AnswerForMe(until=until, away=True),
        AnswerForMe(on=False),
        TellGM("?", "pause"),
        TellGM("?", "successor"),
    )
    for order in orders:
        entry = game.play("s3", order, via="mail")
        for reader in ("s3", ORGANISER) if isinstance(order, TellGM) else ("s3",):
            yield f"{type(order).__name__} -> {reader}", game.page(entry, game.state, reader)
    yield from _notes(game)


def _notes(game: Record) -> Iterator[tuple[str, render.Page]]:
    """Letters to people at no table, and to the host about one who wants no mail."""
    link, title = f"{BASE_URL}/v1/j/abc", game.state.setting.title
    frame = {"marker": render.MARKER, "state": None, "title": title, "link": link}
    for observing, wanted in ((True, ""), (False, "Глеб")):
        facts = frame | {"observing": observing, "wanted": wanted}
        yield "proof", render.page("proof.html", title, game.language, facts)
    facts = frame | {"inviter": game.state.seats[0].nick}
    yield "invitation", render.page("invitation.html", title, game.language, facts)
    view = redact(game.state, ORGANISER)
    host = render.table_facts(view, ORGANISER, game.language, GAME, BASE_URL)
    facts = host | {"thread_url": THREAD_URL, "seat": "s2"}
    yield "off", render.page("off.html", title, game.language, facts)
