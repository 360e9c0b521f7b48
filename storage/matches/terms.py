"""What is agreed on before a match begins: its terms, its place and who takes part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PlaceKind = Literal["server", "direct message", "group chat"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played, with how much time, and what it counts for."""

    game: str
    """The key of the game."""
    options: dict[str, int]
    """The options of the game, completely chosen."""
    pace: str = "none"
    """How much time there is, as `club.clocks.pace` writes it."""
    rated: bool = True
    """Whether the match is meant to count for ratings."""
    guided: bool = False
    """Whether a player learns the game in it, against a computer."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is agreed on or shown: in a server, a direct message or a group chat."""

    guild_id: int | None
    """The server, None outside of one."""
    channel_id: int
    """A channel, or a thread in which the match was agreed on."""
    parent_id: int | None = None
    """The channel itself, or that of the thread; None if unknown or outside of a server."""
    thread_id: int | None = None
    """The thread that the match has of its own, None if it is played in the channel."""
    kind: PlaceKind = "server"

    @property
    def id(self) -> int:
        """The channel or thread to which posts go."""
        return self.thread_id or self.channel_id

    @property
    def takes_posts(self) -> bool:
        """Whether the bot can post there by itself: it is no member of a group chat."""
        return self.kind != "group chat"


@dataclass(frozen=True, slots=True)
class MatchPlace(Place):
    """One of the places in which a match is shown, and its card there."""

    match_id: int = 0
    number: int = 1
    """Counts from 1, which is where the match was agreed on."""
    card_message_id: int | None = None
    """The message with the present board."""
    card_ply: int | None = None
    """The number of moves that had been made when it was posted."""

    @property
    def plain(self) -> Place:
        """The same place for another match."""
        return Place(self.guild_id, self.channel_id, self.parent_id, self.thread_id, self.kind)


@dataclass(frozen=True, slots=True)
class Participant:
    """A member or a computer who plays in a match or is asked to."""

    user_id: int
    name: str
    level: int | None = None
    """The level of a computer, None for a person."""
