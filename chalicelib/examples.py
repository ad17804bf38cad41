"""Examples of orders in letters: each is one that its reader could send, and is read as that. Pure.

An accusation alone is shown in placeholders, which are refused: it cannot be made by a slip.
"""

from collections.abc import Callable
from typing import Any, Literal

from chalicelib import words
from chalicelib.letters import Problem
from chalicelib.read import read
from chalicelib.rules import State, blitz, verbs
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum.parts import Owed
from chalicelib.rules.forum.rulings import Complain
from chalicelib.rules.table import seat_of
from chalicelib.rules.verbs import Question
from chalicelib.text import plain

Kind = Literal["suggest", "answer", "accuse", "pass"]

_ANSWERS = frozenset(
    {
        *("not_named", "not_held", "must_refute", "holds_none", "card_owed", "no_such_choice"),
        *("one_card_only", "which_suggestion", "card_missing"),
    }
)
_SUGGESTS = frozenset(
    {
        *("unknown_card", "wrong_category", "two_of_a_kind", "ambiguous_suggestion"),
        *("unknown_nick", "two_addressees", "no_addressee", "no_such_seat", "asks_oneself"),
        *("addressee_left", "unreadable", "no_addressee_here", "keywords_not_bold"),
    }
)
_CERTAIN = frozenset(
    {
        *("must_refute", "not_named", "not_held", "no_such_choice", "card_owed", "holds_none"),
        "card_missing",
    }
)
"""Problems whose ``choices`` are all the cards that may be shown."""


def example(state: State, seat: str, language: str, kind: Kind) -> str:
    """Give an order of a kind for this reader, with nicks and cards of the game."""
    _ = words.translation(language).gettext
    if kind == "accuse":
        return _("Accusation: suspect, weapon, room")
    if kind == "pass":
        return _("I pass")
    if kind == "suggest":
        return _suggestion(state, seat, _next(state, seat), _some_case(state, seat), language)
    asked = waiting(state, seat)
    return answer(state, seat, language, asked[0]) if asked else "1"


def waiting(state: State, seat: str) -> tuple[Question | Owed, ...]:
    """Give what a seat has to answer: open suggestions, then announced refutations (F20, F24)."""
    asked = (q for q in state.questions if q.to == seat)
    return (*asked, *(o for o in state.owed if o.by == seat))


def named(state: State, seat: str, language: str, question: Question | Owed) -> str:
    """Name a suggestion: by its number and cards, and by its asker or whom the reader has asked."""
    _ = words.translation(language).gettext
    facts = {"number": question.number, "cards": ", ".join(question.case.cards)}
    if isinstance(question, Owed) and question.to == seat:
        facts["nick"] = _nick(state, question.by)
        return _("suggestion %(number)s for %(nick)s: %(cards)s") % facts
    facts["nick"] = _nick(state, _asker(question))
    return _("suggestion %(number)s from %(nick)s: %(cards)s") % facts


def meant(state: State, seat: str, language: str, problem: Problem) -> tuple[str, ...]:
    """Name the suggestions between which a problem asks to choose."""
    late = tuple(owed for owed in state.owed if owed.to == seat)
    asked = late if problem.rule == "F24" else waiting(state, seat)
    return tuple(named(state, seat, language, question) for question in asked)


def answer(
    state: State, seat: str, language: str, question: Question | Owed, meant: str = ""
) -> str:
    """Give a right answer to a suggestion; it says to which one where several wait for one.

    It shows the card that was perhaps ``meant``, if that one may be shown.
    """
    _ = words.translation(language).gettext
    held = words.choices(state, seat, question)
    held = (meant, *held) if meant in held else held
    facts = {"number": question.number, "nick": _nick(state, _asker(question))}
    if held:
        facts["card"] = held[0]
        move: Any = verbs.Refute(question.id, held[0])
        forms = (held[0], _("Refutation of suggestion %(number)s from %(nick)s: %(card)s") % facts)
    else:
        move = verbs.CannotRefute(question.id)
        bare, full = _("cannot refute"), _("Cannot refute suggestion %(number)s from %(nick)s")
        forms = (bare, full % facts)
    return _readable(state, seat, move, *forms)


def against(state: State, seat: str, language: str, problem: Problem) -> str:
    """Give an order that helps against a problem, or nothing where none would."""
    if problem.code == "which_suggestion" and problem.rule == "F24":
        return _complaint(state, seat, language)
    if problem.code == "pass_or_accuse":
        return example(state, seat, language, "pass")
    if problem.code == "nothing_said":
        return words.translation(language).gettext("Comment: what a dark night!")
    unread = problem.code == "unreadable" and waiting(state, seat)
    if (
        unread
        or problem.code in _ANSWERS
        or (problem.code, problem.rule) == ("unknown_card", "F20")
    ):
        return _answer_against(state, seat, language, problem)
    if problem.code in _SUGGESTS and problem.rule not in {"F20", "F24"} and _may_move(state, seat):
        return _move_against(state, seat, language, problem)
    return ""


def understood(state: State, seat: str, language: str, text: str) -> str:
    """Say in full how an order was read; nothing where it says so itself, or where that is open.

    A bare number means something only together with the letter that it answers.
    """
    move = _read(text, state, seat)
    said = ""
    if isinstance(move, verbs.Suggest):
        case = Case(move.suspect, move.weapon, move.room)
        said = _suggestion(state, seat, move.to, case, language)
    elif isinstance(move, verbs.Accuse):
        said = _accusation(f"{move.suspect}, {move.weapon}, {move.room}", language)
    elif isinstance(move, verbs.Refute) and plain(move.card or "?") in plain(text):
        said = words.translation(language).gettext("Refutation: %(card)s") % {"card": move.card}
    return said if plain(said) != plain(text) else ""


def _answer_against(state: State, seat: str, language: str, problem: Problem) -> str:
    """Answer the suggestion that a problem is about, as far as its cards tell which that is."""
    asked = waiting(state, seat)
    if problem.code == "card_owed":
        asked = tuple(question for question in asked if isinstance(question, Owed))
    shown = tuple(problem.facts.get("choices") or ())
    fitting = tuple(q for q in asked if words.choices(state, seat, q) == shown)
    if problem.code in _CERTAIN or (shown and fitting):
        asked = fitting
    meant = str(problem.facts.get("nearest") or "")
    return answer(state, seat, language, asked[0], meant) if asked else ""


def _move_against(state: State, seat: str, language: str, problem: Problem) -> str:
    """Give a suggestion that may be made, or the form of an accusation.

    Where the text has only one meaning, and was refused for a doubt, that one is given.
    """
    doubtful = problem.code == "ambiguous_suggestion"
    ways = tuple(problem.facts.get("choices") or ()) if doubtful else ()
    if len(ways) > 1:
        return ""
    if problem.rule in ("F30", "B5"):
        return _accusation(ways[0], language) if ways else example(state, seat, language, "accuse")
    order = str(problem.facts.get("order") or "".join(ways))
    move = _read(order, state, seat) if order else None
    if isinstance(move, verbs.Suggest):
        return order if _may_ask(state, seat, move.to) else ""
    to = _next(state, seat, lambda other: _may_ask(state, seat, other))
    return _suggestion(state, seat, to, _some_case(state, seat), language) if to else ""


def _complaint(state: State, seat: str, language: str) -> str:
    """Complain of the first card that has not come (F24)."""
    late = next((owed for owed in state.owed if owed.to == seat), None)
    if not late:
        return ""
    _ = words.translation(language).gettext
    facts = {"number": late.number, "nick": _nick(state, late.by)}
    text = _("The card has not come, suggestion %(number)s of %(nick)s")
    return _readable(state, seat, Complain(late.id), text % facts)


def _suggestion(state: State, seat: str, to: str, case: Case, language: str) -> str:
    """Write a suggestion in the form that is read as that; nothing where nobody can be asked."""
    _ = words.translation(language).gettext
    if isinstance(state, blitz.State):
        cards = ", ".join(case.cards)
        forms = (cards, _("Suggestion: %(cards)s") % {"cards": cards})
        return _readable(state, seat, verbs.Suggest(*case.cards), *forms)
    facts = {"nick": _nick(state, to), "cards": ", ".join(case.cards)}
    forms = (f"{facts['nick']}: {facts['cards']}", _("Suggestion for %(nick)s: %(cards)s") % facts)
    return _readable(state, seat, verbs.Suggest(*case.cards, to), *forms) if to else ""


def _accusation(cards: str, language: str) -> str:
    """Write an accusation."""
    return words.translation(language).gettext("Accusation: %(cards)s") % {"cards": cards}


def _readable(state: State, seat: str, move: Any, *forms: str) -> str:
    """Give the first of some forms that is read as a move; nothing where none is."""
    return next((form for form in forms if _read(form, state, seat) == move), "")


def _read(text: str, state: State, seat: str) -> Any:
    """Read a text that is one order; ``None`` for any other."""
    orders = read(text, state, seat)
    return orders[0].move if len(orders) == 1 else None


def _may_move(state: State, seat: str) -> bool:
    """Whether a seat may suggest, or accuse, as things stand (F6, F15, F33, F52)."""
    return state.phase == "open" and not state.paused and not state.retired(seat)


def _may_ask(state: State, seat: str, to: str) -> bool:
    """Whether a seat may make a suggestion to another one (F10-F12, F15), or at all (B2)."""
    if isinstance(state, blitz.State):
        return bool(state.suggestions_left(seat))
    tally, options = state.tallies[seat], state.options
    spent = tally.asked.get(to, 0) >= options.per_addressee_per_day
    awaits = any(q.by == seat and q.to == to for q in state.questions)
    free = to != seat and not state.tallies[to].left and not spent
    return free and bool(state.suggestions_left(seat)) and not (options.await_answer and awaits)


def _next(state: State, seat: str, may: Callable[[str], bool] = bool) -> str:
    """Give the next seat at the table that plays and may be asked, or nobody."""
    places = [s.id for s in state.seats]
    at = places.index(seat) + 1 if seat in places else 0
    others = (other for other in (*places[at:], *places[:at]) if other != seat)
    return next((o for o in others if may(o) and not state.tallies[o].left), "")


def _some_case(state: State, seat: str) -> Case:
    """Pick three cards by the place of the seat alone: an example must tell nothing."""
    deck, place = state.deck, sum(map(ord, seat))
    return Case(*(kind[place % len(kind)] for kind in (deck.suspects, deck.weapons, deck.rooms)))


def _asker(question: Question | Owed) -> str:
    """Give the seat that made a suggestion."""
    return question.to if isinstance(question, Owed) else question.by


def _nick(state: State, seat: str) -> str:
    """Give the nick of a seat."""
    found = seat_of(state, seat)
    return found.nick if found else ""
