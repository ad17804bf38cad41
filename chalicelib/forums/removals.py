"""A post that was deleted, or is there again: the game is as it was, and the organiser is told."""

from chalicelib.forums import edit_rules, edits, new_posts, told_back
from chalicelib.forums.case import Case, close
from chalicelib.letters import Problem
from chalicelib.site import Site


def deal(site: Site, case: Case) -> None:
    """Take note of a deletion: what was said in the thread was said (F40).

    A post that comes back with another text was edited.
    """
    post, known = case.received.post, case.known
    if post.event == "restored" and post.body and known.outcome in ("", "gone"):
        new_posts.deal(site, case)
        return
    if post.event == "restored" and post.body and edits.is_another_text(case):
        edits.deal(site, case)
        return
    if post.event == "restored":
        close(site, case, case.decided("restored"))
        return
    if not case.known.outcome:
        close(site, case, case.decided("deleted"), outcome="gone")
        return
    if not case.known.significant:
        close(site, case, case.decided("silent"))
        return
    decided = case.decided("deleted", "post_deleted")
    letter = told_back.organiser(site, case, _problem(site, case))
    close(site, case, decided, (*letter, *told_back.violated(site, case, "post_deleted")))


def _problem(site: Site, case: Case) -> Problem:
    facts = {"seat": case.known.seat, "url": case.received.post.url}
    return Problem(edit_rules.original(site, case), "post_deleted", "F40", facts)
