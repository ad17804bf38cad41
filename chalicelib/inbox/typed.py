"""What only a player types: a line under the label of an order, such as ``To the organiser:``.

Programs put no such labels before their lines, so dates, addresses and verbs behind one are
the player's own words.
"""

import re

from chalicelib.read.words import ACCUSING, COMMENT, TO_GM

_LABELLED = re.compile(
    rf"[\s*_\"«„“•-]{{0,6}}(?:{COMMENT}|{TO_GM}|{'|'.join(ACCUSING)})[\s*_]{{0,3}}[:：]",
    re.IGNORECASE,
)


def labelled(line: str) -> bool:
    """Whether *line* begins with the label of a comment, a word to the GM, an accusation."""
    return bool(_LABELLED.match(line[:100]))
