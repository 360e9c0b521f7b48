"""What is agreed on before a match begins: its terms, its place and who takes part."""

from __future__ import annotations

from dataclasses import dataclass


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
    """Where a match is agreed on and shown."""

    guild_id: int
    channel_id: int
    """A channel, or a thread in which the match was agreed on."""
    parent_id: int | None = None
    """The channel itself, or that of the thread; None if unknown."""
    thread_id: int | None = None
    """The thread that the match has of its own, None if it is played in the channel."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A member or a computer who plays in a match or is asked to."""

    user_id: int
    name: str
    level: int | None = None
    """The level of a computer, None for a person."""
