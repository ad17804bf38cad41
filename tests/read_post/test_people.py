"""Posts as people write them, to nicks that boards do not take as they are (F12-F14, F20, F55)."""

import json
from pathlib import Path

import pytest

from chalicelib import markup, read_post
from chalicelib.game import redact
from tests.read_post.table import told
from tests.reading.scenes import cards, game

NICKS = {
    "ru": ("Тётя Мотя", "Мышь белая", "Рауль", "[Rose1]", "Snow_flake", "кот 🐱 Мурзик"),
    "en": ("AuntMaisie", "white mouse", "Raoul_77", "[Rose1]", "Dr. No", "cat 🐱"),
    "pl": ("Ciocia Zosia", "biała mysz", "Raul", "[Rose1]", "Śnieżka_88", "kot 🐱"),
}
ROLES = {
    "ru": ("Мисс Марпл", "Шерлок Холмс", "Граф Дракула", "Мегрэ", "Баба-Яга", "кот 🐱 Мурзик"),
    "en": ("Miss Marple", "Sherlock Holmes", "Count Dracula", "Poirot", "Baba Yaga", "cat 🐱"),
    "pl": ("Panna Marple", "Sherlock Holmes", "Hrabia Drakula", "Poirot", "Baba Jaga", "kot 🐱"),
}
ASKED = {"nothing": (), "once": (0,), "by two": (0, 1), "twice": (0, 2)}
"""Which of three suggestions wait for the first seat."""
POSTS = [
    pytest.param(post, id=f"{post['language']}-{number}")
    for number, post in enumerate(json.loads((Path(__file__).parent / "people.json").read_text()))
]


@pytest.mark.parametrize("post", POSTS)
def test_F55_people(post):
    """What people write reads as they mean it; where they only talk, nothing is made or wrong."""
    pack = cards(post["language"])
    every = [
        (1, 2, "s1", (pack.suspects[5], pack.weapons[2], pack.rooms[1])),
        (1, 3, "s1", (pack.suspects[0], pack.weapons[4], pack.rooms[3])),
        (2, 2, "s1", (pack.suspects[4], pack.weapons[3], pack.rooms[8])),
    ]
    asked = [every[n] for n in ASKED[post["asked"]]]
    posts = {("101", "102", "103")[n]: place for place, n in enumerate(ASKED[post["asked"]], 1)}
    nicks, roles = NICKS[post["language"]], ROLES[post["language"]]
    state = game(pack, nicks, roles=roles, asked=asked, hand=(pack.suspects[0], pack.weapons[1]))
    tree = markup.parse(post["markup"], post["body"])
    reading = read_post.read(tree, redact(state, "s1"), "s1", quotes=posts.get)
    assert [told(state, part) for part in reading.parts] == post["parts"]
