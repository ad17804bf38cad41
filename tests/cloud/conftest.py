"""The packaged program deployed once for all, and what is played on it, once for all.

Everything that is asserted of the whole (rights, logs) asks for the games that were played.
"""

from collections.abc import Iterator, Sequence

import pytest

from chalicelib.rules import Log
from tests.cloud.emulator import ACCOUNT, REGION, Emulator, emulator
from tests.cloud.past import Past
from tests.cloud.people import Person, eventually
from tests.cloud.stack import TIMER, Stack, deploy
from tests.cloud.villa import Villa
from tests.package.conftest import packaged
from tests.webhooks.receivers import Receiver

__all__ = ["packaged"]

GAMES = tuple(f"past{number}" for number in range(12))


@pytest.fixture(scope="session")
def cloud(tmp_path_factory) -> Iterator[Emulator]:
    """An empty AWS; webhooks may go to this machine."""
    keys = {"AWS_ACCESS_KEY_ID": ACCOUNT, "AWS_SECRET_ACCESS_KEY": "x", "AWS_REGION": REGION}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in keys.items():
            patch.setenv(name, value)
        folder = tmp_path_factory.mktemp("cloud")
        with emulator(folder, ALIBI_LOCAL_WEBHOOKS="1") as opened:
            yield opened


@pytest.fixture(scope="session")
def stack(cloud, packaged) -> Stack:
    """The stack, with a mail rate that nobody waits for, and everything logged.

    The minute of the mail begins at once: it is over when the first minute of the others comes.
    """
    made = deploy(cloud, packaged / "made" / "sam.json", MailRate="50", LogLevel="DEBUG")
    made.invoke("MailTick", TIMER, waiting=False)
    return made


@pytest.fixture(scope="session")
def receiver() -> Iterator[Receiver]:
    """Somebody's program that takes webhooks."""
    opened = Receiver()
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def people(stack) -> Iterator[dict[str, Person]]:
    """Three who have signed in with the code that came by mail."""
    made = {name: Person(stack, name) for name in ("anna", "boris", "clara")}
    for person in made.values():
        person.ask_in()
    for person in made.values():
        person.come_in()
    yield made
    for person in made.values():
        person.close()


@pytest.fixture(scope="session")
def villa(stack, people, receiver) -> Villa:
    """A game that has begun, watched by Boris's program."""
    return Villa(stack, people, receiver)


@pytest.fixture(scope="session")
def by_mail(villa: Villa) -> str:
    """The card with which Boris has answered by mail, one of two that he might show."""
    shown, asked = villa.choice("boris")
    villa.people["anna"].move(villa.id, "suggest", to="s2", **asked)
    letter = villa.people["boris"].told("Anna asks you, suggestion 1")
    villa.reply("boris", letter, shown)
    eventually(lambda: "refuted" in [event["type"] for event in villa.events("anna")])
    return shown


@pytest.fixture(scope="session")
def turned(stack: Stack) -> dict[str, Sequence[Log]]:
    """What has come to the logs of games whose day was over, after two ticks in a row.

    Of the first alone the letters leave.
    """
    past = Past(stack)
    for game in GAMES:
        past.begin(game, mail=game == GAMES[0])
    begun = {game: len(past.log(game)) for game in GAMES}
    for _ in range(2):
        stack.invoke("Tick", TIMER)
    eventually(lambda: all(len(past.log(game)) > begun[game] for game in GAMES))
    return {game: past.log(game)[begun[game] :] for game in GAMES}
