"""What may stand where everybody reads: the public log says it, entry by entry."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

Cards = Counter[str]
KINDS = ("suspects", "weapons", "rooms")


class Told:
    """A game's public log: which cards each of its entries names, and in what company."""

    def __init__(self, deck: dict[str, list[str]], entries: list[dict[str, Any]]) -> None:
        """Read the log: all that a stranger is told of it."""
        self.entries = {entry["seq"]: entry["events"] for entry in entries}
        cards = sorted((card for kind in KINDS for card in deck[kind]), key=len, reverse=True)
        self._cards = re.compile("|".join(map(re.escape, cards)))
        self._example = [deck[kind][0] for kind in KINDS]
        self._deck = {kind: Counter(deck[kind]) for kind in KINDS}
        events = [event for events in self.entries.values() for event in events]
        asked = [event for event in events if {"id", "case"} <= event.keys()]
        self.cases = {event["id"]: Counter(event["case"].values()) for event in asked}

    def named(self, text: str) -> Cards:
        """Count the cards that a text names."""
        return Counter(self._cards.findall(text))

    def groups(self, thing: Any) -> Iterator[Cards]:
        """Give the cards that are named together: in one object, one list, or one text."""
        if isinstance(thing, str):
            thing = [thing]
        parts = list(thing.values() if isinstance(thing, dict) else thing)
        whole = [part for part in parts if isinstance(part, str) and self._cards.fullmatch(part)]
        yield Counter(whole)
        for part in parts:
            if isinstance(part, str) and part not in whole:
                yield self.named(part)
            elif isinstance(part, dict | list):
                yield from self.groups(part)

    def strange(self, seq: int, body: Any) -> list[Cards]:
        """Give what a body names together and no entry up to its own has named so."""
        known = [group for n in self.entries if n <= seq for group in self.groups(self.entries[n])]
        known += [self._deck[kind] for kind in KINDS]
        return [group for group in self.groups(body) if group and group not in known]

    def wrong_cases(self, thing: Any) -> list[Any]:
        """Give the suggestions in a body that have not the cards that the log says they have."""
        parts = list(thing.values() if isinstance(thing, dict) else thing)
        below = [part for part in parts if isinstance(part, dict | list)]
        found = [wrong for part in below for wrong in self.wrong_cases(part)]
        if isinstance(thing, dict) and {"id", "suspect"} <= thing.keys():
            three = Counter((thing["suspect"], thing["weapon"], thing["room"]))
            found += [thing] if self.cases[thing["id"]] != three else []
        return found

    def of_entry(self, seq: int) -> Cards:
        """Count the cards that the posts of an entry may name: no other, and none more often.

        An answer quotes its suggestion, a report repeats those of its day, the end shows the deal
        once more as it was sealed, an opening has the deck, and its first cards as an example.
        """
        cards = Cards()
        for event in self.entries.get(seq, ()):
            named = sum(self.groups(event), Cards())
            cards += named or self.cases.get(event.get("id", 0), Cards())
            if event["type"] == "day_closed":
                cards += sum((self.cases[asked] for asked in self._today(seq)), Cards())
            if event["type"] == "ended":
                cards += sum(self.groups([event["case"], event["hands"]]), Cards())
            if event["type"] == "case_sealed":
                cards += sum(self._deck.values(), Cards(self._example))
        return cards

    def _today(self, seq: int) -> Iterator[int]:
        """Give the ids of the suggestions of the day that an entry closes."""
        for number in sorted((n for n in self.entries if n <= seq), reverse=True):
            kinds = [event["type"] for event in self.entries[number]]
            if "day_opened" in kinds and number < seq:
                return
            asked = [e for e in self.entries[number] if e["type"] in ("suggested", "amended")]
            yield from (event["id"] for event in asked)
