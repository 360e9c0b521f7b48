"""References in the messages of refusals: people, boards, cards, commands, controls, moves.

They are values, so that a front can escape, link or format them. Their plain text is for logs and
terminals.
"""

from __future__ import annotations

from dataclasses import dataclass

from language.lists import Listed, listed
from language.texts import N_
from storage.challenges.challenges import Challenge
from storage.matches.match import StoredMatch

DELETED = N_("Deleted player")
"""The stored name of a deleted person. A front translates it for each reader."""

HIDDEN = N_("Hidden player")
"""The name that web pages show for a hidden member, translated like `DELETED`."""


@dataclass(frozen=True, slots=True)
class Name:
    """A user's name, or the name of an event, which may be a translatable text."""

    name: Listed

    def __str__(self) -> str:
        return str(self.name)


@dataclass(frozen=True, slots=True)
class Names:
    """The names of several people, listed."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        """ "a, b and c"."""
        return listed(self.names)


@dataclass(frozen=True, slots=True)
class BoardOf:
    """The current board of a match, as a link."""

    match: StoredMatch

    def __str__(self) -> str:
        return f"match {self.match.id}"


@dataclass(frozen=True, slots=True)
class CardOf:
    """The card of a challenge, as a link."""

    challenge: Challenge

    def __str__(self) -> str:
        return f"challenge {self.challenge.id}"


@dataclass(frozen=True, slots=True)
class Channels:
    """Channels of a server."""

    channel_ids: tuple[int, ...]

    def __str__(self) -> str:
        """ "#1 and #2"."""
        return listed([f"#{channel_id}" for channel_id in self.channel_ids])


@dataclass(frozen=True, slots=True)
class Role:
    """A role of a server."""

    role_id: int

    def __str__(self) -> str:
        return f"@{self.role_id}"


@dataclass(frozen=True, slots=True)
class LanguageName:
    """A language, by the name it has in itself."""

    code: str

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command."""

    name: str

    def __str__(self) -> str:
        return f"/{self.name}"


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option of the refused command."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Control:
    """A control, by its label."""

    label: Listed

    def __str__(self) -> str:
        return str(self.label)


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move, in the notation of its game."""

    text: str

    def __str__(self) -> str:
        return self.text
