"""A bot: it reads its Maildir and answers by SMTP, and knows nothing that its mail does not tell.

What it remembers, and what it has written but not yet sent, lies in one file beside the Maildir,
replaced at a stroke. Whenever it dies it goes on from there; without the file it reads all its
mail again. The Message-ID of a mail is made from the letter that it replies to, so a mail that was
sent twice is one for the server.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import msgspec

from infra.bots import letters, post, tactics
from infra.bots.letters import Asked, Letter
from infra.bots.memory import Memory, Unsure, answered, learn, unanswered
from infra.bots.post import Send
from infra.bots.solver import Question

FAIR = 0.6
"""The skill at which a person has a chance."""
TALKATIVE = 0.2
"""How often a mail with suggestions says something besides."""


class Note(msgspec.Struct, frozen=True):
    """A mail to write, before it has its headers: see ``Unsure`` for ``otherwise``."""

    name: str
    text: str
    otherwise: tuple[str, ...] = ()


class Mind(msgspec.Struct, frozen=True):
    """All that a bot keeps: its games, and the mails that it still has to send."""

    games: dict[str, Memory] = {}
    unsent: tuple[str, ...] = ()


class Bot:
    """A player at all the tables where somebody sat its address down."""

    def __init__(  # noqa: PLR0913 -- who, where to and from, and how well
        self,
        address: str,
        maildir: Path,
        smtp_host: str,
        smtp_port: int,
        rng: Random,
        *,
        skill: float = FAIR,
        remarks: Sequence[str] = (),
        send: Send | None = None,
    ) -> None:
        """Play for ``address``, which reads English mail; ``send`` takes the place of SMTP.

        ``skill`` (0 to 1) is how often it thinks before it asks, and accuses as soon as it can.
        ``remarks`` are lines that it drops into the thread now and then.
        """
        self._address = address
        self._maildir = maildir
        self._file = maildir.with_name(f"{maildir.name}.json")
        self._rng = rng
        self._skill = skill
        self._remarks = tuple(remarks)
        self._send = send or post.by_smtp(smtp_host, smtp_port)
        self._mind: Mind | None = None

    def step(self) -> bool:
        """Read the new mail and write what there is to write; whether anything was done."""
        known = self._mind or _kept(self._file)
        paths = post.unread(self._maildir, everything=known is None)
        self._mind = known or Mind()
        if paths:
            self._keep(self._thought(self._mind, map(post.letter, paths)))
            for path in paths:
                post.mark_read(path)
        return self._post(self._mind) or bool(paths)

    def _thought(self, mind: Mind, found: Iterable[Letter | None]) -> Mind:
        """Take all letters in, then act in each of their games."""
        games, unsent = dict(mind.games), list(mind.unsent)
        latest: dict[str, Letter] = {}
        for letter in filter(None, found):
            memory = games.get(letter.game, Memory())
            if letter.id not in memory.seen:
                games[letter.game], mails = self._read(memory, letter)
                latest[letter.game] = letter
                unsent += mails
        for game, letter in latest.items():
            games[game], mails = self._acted(games[game], letter)
            unsent += mails
        return Mind(games, tuple(unsent))

    def _read(self, memory: Memory, letter: Letter) -> tuple[Memory, list[str]]:
        """Learn from a letter, answer what it asks, and say otherwise what was refused."""
        memory = learn(memory, letter)
        short = letters.about_one(letter.text)
        notes = []
        for at, question in enumerate(unanswered(memory, letter), 1):
            card = tactics.card_to_show(memory, question, self._rng)
            notes.append(_answer(at, question, card, short=short))
            memory = answered(memory, question, card)
        memory, mails = self._written(memory, letter, notes)
        memory, again = self._once_more(memory, letter)
        return memory, mails + again

    def _once_more(self, memory: Memory, letter: Letter) -> tuple[Memory, list[str]]:
        """Write a refused mail in its other form, if it has one; that one is the last."""
        unsure = memory.sent.get(letter.answers)
        if not unsure or not letters.refused(letter.text):
            return memory, []
        rest = {name: mail for name, mail in memory.sent.items() if name != letter.answers}
        notes = [Note(f"again-{at}", text) for at, text in enumerate(unsure.otherwise, 1)]
        return self._written(memory.but(sent=rest), letter, notes, unsure.to)

    def _acted(self, memory: Memory, letter: Letter) -> tuple[Memory, list[str]]:
        """Accuse or make suggestions, if it is time."""
        memory, case = tactics.accusation(memory, letter.date, self._rng, self._skill)
        if case:
            note = Note(
                "accuse", f"Accusation: {', '.join(case)}", ("\n".join(("I accuse", *case)),)
            )
            return self._written(memory.but(out=True), letter, [note])
        asked = tactics.questions(memory, self._rng, self._skill)
        if not asked:
            return memory, []
        memory = memory.but(asked=frozenset(asked), left=memory.left - len(asked))
        return self._written(memory, letter, [_suggestions(asked, self._remark())])

    def _remark(self) -> str:
        talks = self._remarks and self._rng.random() < TALKATIVE
        return f"Comment: {self._rng.choice(self._remarks)}" if talks else ""

    def _written(
        self, memory: Memory, letter: Letter, notes: list[Note], reply_to: str = ""
    ) -> tuple[Memory, list[str]]:
        """Write mails in reply to a letter, and remember those that have another form."""
        mails, sent = [], dict(memory.sent)
        domain = self._address.rpartition("@")[2]
        for note in notes:
            name = f"<{letter.id}.{note.name}@{domain}>"
            mails.append(post.written(self._address, letter, name, note.text, reply_to))
            if note.otherwise:
                sent[name] = Unsure(letter.reply_to, note.otherwise)
        return memory.but(sent=sent), mails

    def _post(self, mind: Mind) -> bool:
        """Send what is written, in order; what is not taken stays for the next time."""
        left = list(mind.unsent)
        while left and self._sent(left[0]):
            left.pop(0)
        if moved := len(left) < len(mind.unsent):
            self._keep(Mind(mind.games, tuple(left)))
        return moved

    def _sent(self, mail: str) -> bool:
        """Bring a mail away: true if it was taken, or never will be."""
        try:
            self._send(post.read_back(mail))
        except OSError as error:
            return post.for_good(error)
        return True

    def _keep(self, mind: Mind) -> None:
        """Replace the file at a stroke."""
        self._mind = mind
        draft = self._file.with_suffix(".new")
        draft.write_bytes(msgspec.json.encode(mind))
        draft.replace(self._file)


def _kept(file: Path) -> Mind | None:
    """Give what was kept; ``None`` if nothing was, or a failing disk has spoilt it."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Mind)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


def _answer(at: int, question: Asked, card: str, *, short: bool) -> Note:
    """Answer a suggestion; where the reply address does not say which, the mail does."""
    name = f"answer-{at}"
    if short and card:
        return Note(name, str(question.choices.index(card) + 1), (card,))
    if short:
        return Note(name, "cannot refute", ("no",))
    verb, shown = ("I refute", f": {card}") if card else ("Cannot refute", "")
    which = f"{verb} suggestion {question.number}"
    return Note(name, f"{which} of {question.by}{shown}", (f"{which}{shown}",))


def _suggestions(asked: tuple[Question, ...], remark: str) -> Note:
    """Put suggestions into one mail, perhaps with a remark; if it is refused, one mail for each."""
    each = tuple(f"Suggestion for {q.to}: {q.suspect}, {q.weapon}, {q.room}" for q in asked)
    if len(each) == 1 and not remark:
        return Note("ask", each[0])
    return Note("ask", "\n\n".join(filter(None, (*each, remark))), each)
