"""A small recorded game, and every letter that it makes, as each reader gets it."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from chalicelib import letters, render, render_posts
from chalicelib import letters_wishes as wishes
from chalicelib.data import deck
from chalicelib.game import ORGANISER, THE_CLOCK, Actor, Ruleset, fold, redact
from chalicelib.play import eyes
from chalicelib.rules import RULESETS, Log, State, forum, table, verbs
from chalicelib.rules.cluedo import Deck, matches
from chalicelib.rules.house import options as house_rules
from chalicelib.rules.office import SeatTaken
from chalicelib.thread import ended_by
from chalicelib.views import Shown, shown

GAME, BASE_URL = "g1", "https://alibi.example"
THREAD_URL = f"{BASE_URL}/games/{GAME}"
PLACE = render_posts.Place(GAME, BASE_URL, THREAD_URL)
START = datetime(2026, 12, 1, 18, tzinfo=UTC)
HOST = Actor("host", organiser=True)
NAMES = {
    "ru": ("Особняк на холме", "Europe/Moscow", ("Анна", "Борис", "Док.тор_Пи-2 🙂", "Мышь белая")),
    "en": ("The House on the Hill", "Europe/London", ("Anna", "Boris", "Doc.tor_Pi-2 🙂", "Mouse")),
    "pl": ("Dom na wzgórzu", "Europe/Warsaw", ("Anna", "Bolek", "Dok.tor_Pi-2 🙂", "Myszka")),
}


class Record:
    """A game that remembers its log and the state after every entry."""

    def __init__(
        self,
        language: str = "en",
        title: str = "",
        nicks: tuple[str, ...] = (),
        cards: Deck | None = None,
        preset: str = "full",
        ruleset: str = forum.NAME,
        **options: Any,
    ) -> None:
        """Open a table in a language and seat its players; ``options`` change the preset's."""
        name, zone, usual = NAMES[language]
        data = deck(f"classic.{language}")
        pack = cards or Deck(data["suspects"], data["weapons"], data["rooms"])
        setting = table.Setting(title or name, language, zone)  # type: ignore[arg-type]
        self.language = language
        self.ruleset: Ruleset = RULESETS[ruleset]
        self.state: Any = None
        self.now = START
        self.rng = random.Random(1)
        self.log: list[tuple[Log, State]] = []
        house = house_rules(self.ruleset.PRESETS, preset, options)
        self.play(HOST, self.ruleset.Create(setting, house, preset, pack, "join-me"))
        for number, nick in enumerate(nicks or usual, 1):
            self.play(Actor(f"account{number}"), table.Join("join-me", nick))

    def started(self) -> "Record":
        """Deal."""
        self.play(HOST, table.Start())
        return self

    def play(self, by: Actor | str, *moves: Any, via: str = "rest") -> Log:
        """Make moves in one entry; a seat id stands for whoever sits there."""
        actor = by if isinstance(by, Actor) else self.sitting(by)
        events: list[Any] = []
        for move in moves:
            made = self.ruleset.decide(self.state, actor, move, self.now, self.rng)
            self.state = fold(self.ruleset, self.state, made, self.now)
            events += made
        entry = Log(len(self.log) + 1, self.now, tuple(events), actor.name, via, tuple(moves))
        self.log.append((entry, self.state))
        self.now += timedelta(minutes=7)
        return entry

    def sitting(self, seat: str) -> Actor:
        """Give whoever sits at a seat."""
        found = next((s.account for s in self.state.seats if s.id == seat), None)
        return Actor(found or f"account{seat[1:]}", seat)

    def clock(self) -> Log:
        """Let the next deadline pass."""
        due = self.ruleset.due(self.state)
        assert due
        self.now = due
        return self.play(THE_CLOCK, table.TimePassed())

    def close(self) -> None:
        """Let time pass until the day has closed."""
        day = self.state.day
        while self.state.day == day and self.state.phase != "over":
            self.clock()

    def end(self) -> None:
        """Let time pass until the game is over."""
        while self.state.phase != "over":
            self.clock()

    def ask(self, by: str, to: str, place: int, via: str = "rest") -> Log:
        """Suggest three cards by their place in the deck."""
        pack = self.state.deck
        names = (pack.suspects[place], pack.weapons[place], pack.rooms[place])
        return self.play(by, verbs.Suggest(*names, to), via=via)

    def answer(self, by: str, via: str = "rest") -> Log:
        """Answer the oldest suggestion that waits for a seat, truly."""
        question = next(q for q in self.state.questions if q.to == by)
        hand = next(seat.hand for seat in self.state.seats if seat.id == by)
        held = matches(hand, question.case)
        move = verbs.Refute(question.id, held[-1]) if held else verbs.CannotRefute(question.id)
        return self.play(by, move, via=via)

    def accuse(self, by: str, *, right: bool = True, via: str = "rest") -> Log:
        """Accuse as the envelope says, or of the same in another room."""
        case = self.state.case
        wrong = next(room for room in self.state.deck.rooms if room != case.room)
        room = case.room if right else wrong
        return self.play(by, verbs.Accuse(case.suspect, case.weapon, room), via=via)

    def thread(self, entry: Log) -> tuple[Log, ...]:
        """Give the entries of the day or turn that an entry ended, as everybody sees them."""
        before = [e for e, _ in self.log if e.seq < entry.seq]
        whole, _ = self.log[entry.seq - 1]
        return ended_by(whole, reversed(before), in_turns=self.ruleset.NAME == "blitz")

    def pages(self) -> Iterator[tuple[letters.Told, render.Page]]:
        """Render every letter of the game, sent at once."""
        for entry, after in self.log:
            for letter in letters.about(GAME, after, entry):
                if isinstance(letter, letters.Told):
                    yield letter, self.page(entry, after, letter.to)

    def page(self, entry: Log, state: State, reader: str) -> render.Page:
        """Render what one reader is told of an entry."""
        seen_as = eyes(state, reader)
        return render.told(
            redact(entry, seen_as),
            redact(state, seen_as),
            reader,
            self.language,
            game=GAME,
            base_url=BASE_URL,
            thread_url=THREAD_URL,
            thread=self.thread(entry),
            shown=self.shown(entry, reader),
        )

    def digest(self, reader: str) -> render.Page:
        """Render a digest of everything that is news to a reader, from the deal on."""
        entries = [
            entry
            for entry, after in self.log
            for letter in letters.about(GAME, after, entry)
            if isinstance(letter, letters.Told) and letter.to == reader
            if wishes.interest(entry, after, reader) != "now"
        ]
        seen_as = eyes(self.state, reader)
        parts = [(redact(entry, seen_as), self.thread(entry)) for entry in entries]
        view = redact(self.state, seen_as)
        return render_posts.digest(parts, view, reader, self.language, PLACE)

    def reminder(self, reader: str) -> render.Page:
        """Remind a reader of what they owe now."""
        view = redact(self.state, eyes(self.state, reader))
        return render_posts.reminder(self.state.closes, view, reader, self.language, PLACE)

    def undelivered(self, seat: str) -> render.Page:
        """Tell the organiser that a seat's mail fails."""
        view = redact(self.state, eyes(self.state, ORGANISER))
        return render_posts.undelivered(seat, view, ORGANISER, self.language, PLACE)

    def shown(self, entry: Log, reader: str) -> tuple[Shown, ...]:
        """Give what a successor's seat was ever shown, if an entry tells of one."""
        before = [e for e, _ in self.log if e.seq <= entry.seq]
        taken = any(isinstance(event, SeatTaken) for event in entry.events)
        return tuple(shown(before, reader)) if taken else ()

    def answered(self, letter: letters.Answer) -> render.Page:
        """Render the answer to a mail that did nothing."""
        view = redact(self.state, eyes(self.state, letter.to))
        return render.answer(
            letter,
            view,
            letter.to,
            self.language,
            game=GAME,
            base_url=BASE_URL,
            thread_url=THREAD_URL,
            shown=tuple(shown((entry for entry, _ in self.log), letter.to)),
        )


def whole_game(language: str) -> Record:
    """Play two days with a bit of everything, to the end."""
    game = Record(language, accusation_window_hours=30)
    game.play("s4", table.Leave())
    game.play(Actor("account5"), table.Join("join-me", NAMES[language][2][3], ""))
    game.started()
    _first_day(game)
    _second_day(game)
    return game


def _first_day(game: Record) -> None:
    """Ask, answer by every way there is, talk, and leave something unanswered."""
    game.ask("s1", "s2", 0, via="mail")
    game.answer("s2", via="mail")
    for place in (1, 2, 3):
        game.ask("s2", "s1", place)
    game.answer("s1", via="mail")
    game.play("s1", table.Talk("A dark night.\nWho was that?"), via="mail")
    game.ask("s3", "s1", 4)
    game.play("s3", table.TellGM("I shall be away tomorrow."), via="mail")
    game.play(HOST, table.TellPlayer("s3", "Have a good trip!"))
    _announce(game)
    game.play("s3", table.AnswerForMe(), via="mail")
    game.ask("s1", "s3", 5, via="mail")
    game.close()


def _announce(game: Record) -> None:
    """Ask about two cards of one hand, announce the refutation, and owe the card."""
    hand = next(seat.hand for seat in game.state.seats if seat.id == "s5")
    pack = game.state.deck
    kinds = (pack.suspects, pack.weapons, pack.rooms)
    names = [next((card for card in kind if card in hand), kind[0]) for kind in kinds]
    game.play("s1", verbs.Suggest(names[0], names[1], names[2], "s5"))
    game.play("s5", verbs.Refute(game.state.suggestions), via="mail")
    game.clock()


def _second_day(game: Record) -> None:
    """Accuse wrongly, then rightly, and let the window end."""
    game.accuse("s2", right=False, via="mail")
    game.accuse("s1", via="mail")
    game.close()
    game.clock()


def solved_game(language: str) -> Record:
    """Play on after the first winner, by mail, to the close of the last day."""
    game = Record(
        language, preset="early", accusation_window="none", play_on=True, most_days=2
    ).started()
    right = verbs.Accuse(*game.state.case.cards)
    game.play("s2", right, via="mail")
    game.ask("s1", "s2", 1)
    game.answer("s2", via="mail")
    game.close()
    game.play("s1", right, via="mail")
    game.close()
    return game
