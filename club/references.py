"""What the sentences of a refusal refer to: people, boards, cards, commands, controls, moves.

Each is a value, so that a front can escape it, link to it or write it as its own people know it.
Its plain text is what a log or a terminal shows.
"""

from __future__ import annotations

from dataclasses import dataclass

from club.endings import ending_of
from rules.language import N_
from rules.listing import Listed, listed
from storage.matches.challenges import Challenge
from storage.matches.matches import StoredMatch

DELETED = N_("Deleted player")
"""The name that is stored for somebody who was removed. A front says it to each reader."""


@dataclass(frozen=True, slots=True)
class Name:
    """What somebody is called, as they chose it; of an event it may be a text of ours."""

    name: Listed

    def __str__(self) -> str:
        return str(self.name)


@dataclass(frozen=True, slots=True)
class Names:
    """What several people are called, listed."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        """ "a, b and c"."""
        return listed(self.names)


@dataclass(frozen=True, slots=True)
class BoardOf:
    """Where the present board of a match is."""

    match: StoredMatch

    def __str__(self) -> str:
        return f"match {self.match.id}"


@dataclass(frozen=True, slots=True)
class CardOf:
    """Where the card of a challenge is."""

    challenge: Challenge

    def __str__(self) -> str:
        return f"challenge {self.challenge.id}"


@dataclass(frozen=True, slots=True)
class EndOf:
    """How a match ended."""

    match: StoredMatch

    def __str__(self) -> str:
        return str(ending_of(self.match))


@dataclass(frozen=True, slots=True)
class Channels:
    """Channels of a server."""

    channel_ids: tuple[int, ...]

    def __str__(self) -> str:
        """ "#1 and #2"."""
        return listed([f"#{channel_id}" for channel_id in self.channel_ids])


@dataclass(frozen=True, slots=True)
class Command:
    """A command that people type."""

    name: str

    def __str__(self) -> str:
        return f"/{self.name}"


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option of the command that was refused."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Control:
    """Something to click, by its label."""

    label: Listed

    def __str__(self) -> str:
        return str(self.label)


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move, in the notation of its game."""

    text: str

    def __str__(self) -> str:
        return self.text
