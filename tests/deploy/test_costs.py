import pytest

from infra.deploy.costs import Usage, dollars, game, idle, main
from infra.deploy.prices import PRICES

USAGE = Usage()


def test_a_game_costs_in_proportion_to_what_is_played():
    """Twice the players or twice the days are twice the price: no move is dearer than the first."""
    one = sum(dollars(game(6, 20, USAGE), PRICES).values())
    assert sum(dollars(game(12, 20, USAGE), PRICES).values()) == pytest.approx(2 * one)
    assert sum(dollars(game(6, 40, USAGE), PRICES).values()) == pytest.approx(2 * one)
    assert sum(dollars(game(6, 0, USAGE), PRICES).values()) == 0


def test_mail_is_what_a_game_costs():
    """Most of it is mail; a game of six over twenty days stays below half a dollar."""
    costs = dollars(game(6, 20, USAGE), PRICES)
    assert next(iter(costs)) == "mail_out"
    assert (costs["mail_out"] + costs["mail_in"]) / sum(costs.values()) > 0.7
    assert 0.05 < sum(costs.values()) < 0.5


def test_by_hand():
    """The formula: so many mails, letters and units, times the price of each."""
    usage = Usage(
        mails_a_day=2, letters=3, writes=50, reads=40, kept=1e6, seconds=1, memory=0.5, api_calls=0
    )
    asked = game(players=5, days=10, usage=usage)
    assert asked["mail_in"] == 100
    assert asked["mail_out"] == 300
    assert asked["table_write"] == 5000
    assert asked["gb_second"] == 200
    prices = dict.fromkeys(PRICES, 0.0) | {"table_write": 0.01, "mail_out": 0.001}
    costs = dollars(asked, prices)
    assert sum(costs.values()) == pytest.approx(50.3)


def test_an_idle_month_is_mostly_what_watches_over_it():
    """Without alarms and metrics of its own it costs a dollar or two; each key one more."""
    watched = dollars(idle(USAGE, alarms=30, metrics=30, keys=0), PRICES)
    bare = dollars(idle(USAGE, alarms=0, metrics=0, keys=0), PRICES)
    assert sum(bare.values()) < 2
    assert sum(watched.values()) - sum(bare.values()) == pytest.approx(12)
    assert dollars(idle(USAGE, 0, 0, keys=2), PRICES)["key_month"] == 2


def test_every_item_has_a_price():
    """Nothing is counted that is not charged, and no price is there for nothing."""
    named = {*game(6, 20, USAGE), *idle(USAGE, 1, 1, 1)}
    assert named == set(PRICES)


def test_the_command(capsys):
    """It prints both, and takes other prices and other usage by name."""
    assert main(["--players", "4", "--days", "2", "--games", "1", "--price", "mail_out=1"]) == 0
    out = capsys.readouterr().out
    assert "4 players, 2 days" in out
    assert "mail_out        $  84.0000" in out
    assert main(["--usage", "letters=0"]) == 0
    assert "mail_out        $   0.0000" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["--price", "gold=1"], ["--price", "mail_out"], ["--usage", "x=1"]]
)
def test_an_unknown_price_is_refused(words, capsys):
    """What is not known is said, with what is."""
    with pytest.raises(SystemExit):
        main(words)
    assert "mail" in capsys.readouterr().err
