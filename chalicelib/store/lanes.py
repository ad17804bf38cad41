"""In which queue a due item waits: that of its kind, which for letters is that of their rank too.

So nobody who looks for one kind reads past another, and letters are found the most urgent first.
Pure.
"""

RANKED = "OUT"
"""The kind whose sort keys end in a rank."""
RANKS = "01234"
"""The ranks, the most urgent first; what has none waits with the last."""


def lane_of(sk: str) -> str:
    """Give the lane of an item by its sort key: the kind, for a letter ``OUT.`` and its rank."""
    kind, _, name = sk.partition("#")
    if kind != RANKED:
        return kind
    _, dot, rank = name.rpartition(".")
    return f"{kind}.{rank if dot and rank in tuple(RANKS) else RANKS[-1]}"


def lanes(prefix: str, rank: int | None = None) -> tuple[str, ...]:
    """Give the lanes of a kind by the prefix of its sort keys; of letters one for each rank.

    Raises ValueError if the prefix is not a whole kind (``STATE``, ``OUT#``).
    """
    kind, _, rest = prefix.partition("#")
    if not kind or rest:
        raise ValueError("what is due is looked up by its whole kind")
    if kind != RANKED:
        return (kind,)
    return tuple(f"{kind}.{one}" for one in (RANKS if rank is None else str(rank)))
