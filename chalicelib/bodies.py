"""What clients send: request bodies, decoded strictly."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.json import Decoder

from chalicelib import rules
from chalicelib.data import DECKS, deck
from chalicelib.game import Unreadable
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.table import Join, Language, Setting


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request body: unknown members are refused."""


class NewCode(Strict, frozen=True):
    """Ask for a sign-in code by mail."""

    email: Annotated[str, Meta(max_length=254)]
    language: Language = "en"


class Confirmation(Strict, frozen=True):
    """The code with its address, or the ticket of the link."""

    email: Annotated[str, Meta(max_length=254)] = ""
    code: Annotated[str, Meta(max_length=20)] = ""
    ticket: Annotated[str, Meta(max_length=64)] = ""


class ProfileChange(Strict, frozen=True):
    """What a player may change about the account; what is left out stays."""

    language: Language | msgspec.UnsetType = msgspec.UNSET
    zone: Annotated[str, Meta(max_length=64)] | msgspec.UnsetType = msgspec.UNSET
    post: Literal["all", "mine", "daily"] | msgspec.UnsetType = msgspec.UNSET
    private: Literal["forum", "mail"] | msgspec.UnsetType = msgspec.UNSET
    reminders: (
        Annotated[tuple[Annotated[int, Meta(ge=0, le=168)], ...], Meta(max_length=5)]
        | msgspec.UnsetType
    ) = msgspec.UNSET
    off: (
        Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=100)]
        | msgspec.UnsetType
    ) = msgspec.UNSET


class NewGame(Strict, frozen=True):
    """A game to open: house rules by preset and option, a deck by name or in full."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    ruleset: Annotated[str, Meta(max_length=20)] = "forum"
    preset: Annotated[str, Meta(max_length=20)] = ""
    options: dict[str, Any] = {}
    deck: Deck | Annotated[str, Meta(max_length=40)] = ""
    language: Language = "ru"
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    nick_length: Annotated[int, Meta(ge=1, le=32)] = 32
    nick_letters: Literal["any", "plain"] = "any"

    @property
    def setting(self) -> Setting:
        """The setting of the table."""
        return Setting(self.title, self.language, self.zone, self.nick_length, self.nick_letters)

    @property
    def cards(self) -> Deck:
        """The deck: the one given, the named one, or the classic one in the game's language."""
        if isinstance(self.deck, Deck):
            return self.deck
        name = self.deck or f"classic.{self.language}"
        if name not in DECKS:
            raise Unreadable("unknown_deck", "F1", choices=DECKS)
        found = deck(name)
        return Deck(found["suspects"], found["weapons"], found["rooms"])


class Text(Strict, frozen=True):
    """A text to read without doing it."""

    game: Annotated[str, Meta(max_length=40)]
    text: Annotated[str, Meta(max_length=20_000)]
    suggestion: int | None = None


class DeskLink(Strict, frozen=True):
    """Ask for the link of one's desk, or for another in its place."""

    rotate: bool = False


NEW_CODE = Decoder(NewCode)
CONFIRMATION = Decoder(Confirmation)
PROFILE_CHANGE = Decoder(ProfileChange)
NEW_GAME = Decoder(NewGame)
JOIN = Decoder(Join)
TEXT = Decoder(Text)
DESK_LINK = Decoder(DeskLink)
MOVE: Decoder[Any] = Decoder(rules.Move)
