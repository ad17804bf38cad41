"""Print what moves, folds, starts of the API, mails, posts, webhooks and rollovers cost here.

``python -m bench``: everything; ``python -m bench hooks posts``: these sections only.
"""

import sys

from bench import cold, drain, fold, hooks, imports, mail, moves, posts, rollover, usage

SECTIONS = {
    "moves": moves,
    "fold": fold,
    "imports": imports,
    "cold": cold,
    "posts": posts,
    "hooks": hooks,
    "mail": mail,
    "drain": drain,
    "rollover": rollover,
    "usage": usage,
}


def main() -> None:
    """Run every measurement, or those that are named, and print their lines."""
    names = sys.argv[1:] or list(SECTIONS)
    if unknown := [name for name in names if name not in SECTIONS]:
        sys.exit(f"no section {', '.join(unknown)}; there are {', '.join(SECTIONS)}")
    for name in names:
        for line in SECTIONS[name].report():
            print(line, flush=True)


if __name__ == "__main__":
    main()
