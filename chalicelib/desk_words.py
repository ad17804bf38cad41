"""The page of a desk: the words of the letters, and a field for whatever a reply can say."""

from markupsafe import Markup

from chalicelib import ledger, render
from chalicelib.deliver import lookups
from chalicelib.deliver.words import Reading
from chalicelib.desk_act import Done
from chalicelib.game import redact
from chalicelib.letters import Answer
from chalicelib.play import eyes
from chalicelib.site import Site
from chalicelib.views import shown

Facts = dict[str, object]


def page(site: Site, seat: Reading, key: str, done: Done | None = None, text: str = "") -> str:
    """Give the page as HTML; ``key`` is that of its form, ``done`` what came of the last text.

    Where nothing came of a ``text``, it stands in the field again.
    """
    facts = _facts(site, seat)
    said = _said(site, seat, done, facts) if done else ""
    refused = bool(done and done.answer and done.answer.about == "refused")
    more = {"said": said, "refused": refused, "key": key, "text": text if refused else ""}
    template = render.environment_of(seat.profile.language).get_template("desk.html")
    return template.render(facts | more)


def _facts(site: Site, seat: Reading) -> Facts:
    """Give what the templates of letters know of the game as it is now."""
    zone, language = seat.profile.zone, seat.profile.language
    facts = render.table_facts(seat.view, seat.to, language, seat.game, site.base_url, zone)
    log = ledger.whole_log(site.store, seat.game, site.now())
    return facts | {
        "desk": True,
        "language": language,
        "thread_url": site.thread_url(seat.game),
        "shown": tuple(shown(log, seat.to)),
    }


def _said(site: Site, seat: Reading, done: Done, facts: Facts) -> Markup:
    """Say what came of a text: the receipt of its moves, and the answer to the rest."""
    receipt = _receipt(seat, done, facts) if done.played else Markup()
    return receipt + (_answer(site, seat, done.answer, facts) if done.answer else Markup())


def _receipt(seat: Reading, done: Done, facts: Facts) -> Markup:
    if not done.played:
        return Markup()
    entry = redact(done.played.entry, eyes(seat.state, seat.to))
    told = render.entry_facts(entry, seat.view, seat.to, ())
    told |= {"read_as": done.read_as, "receipt": True, "shown": facts["shown"]}
    template = render.environment_of(seat.profile.language).get_template("bodies/told.html")
    return Markup(template.render(facts | told))  # noqa: S704 -- escaped by the template


def _answer(site: Site, seat: Reading, letter: Answer, facts: Facts) -> Markup:
    """Give the body of the letter that would answer the same mail."""
    if letter.about == "status":
        return Markup()
    found = lookups.found(site, seat, letter)
    language, zone = seat.profile.language, seat.profile.zone
    said = render.answer_facts(letter, seat.view, seat.to, language, zone, site.base_url)
    template = render.environment_of(language).get_template(f"bodies/{letter.about}.html")
    return Markup(template.render(facts | said | found))  # noqa: S704 -- as above
