"""The agreement on a match: its terms, its place and its players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PlaceKind = Literal["server", "direct message", "group chat"]


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match: the game, the pace, and whether it is rated."""

    game: str
    """The key of the game."""
    options: dict[str, int]
    """The complete options of the game."""
    pace: str = "none"
    """The pace, as written by `club.clocks.pace`."""
    rated: bool = True
    """Whether the match is rated."""
    guided: bool = False
    """Whether it is a guided match against a computer."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a server, a direct message or a group chat where a match is shown."""

    guild_id: int | None
    """The server, None outside of one."""
    channel_id: int
    """A channel, or a thread in which the match was agreed on."""
    parent_id: int | None = None
    """The channel, or the channel of the thread. None if unknown or outside of a server."""
    thread_id: int | None = None
    """The match's own thread, or None if it is played in the channel."""
    kind: PlaceKind = "server"
    forum_id: int | None = None
    """The forum, if that thread is a post of one."""
    is_private: bool = False
    """Whether the channel is a private thread, which not all who see its parent can see."""

    @property
    def id(self) -> int:
        """The channel or thread for posts."""
        return self.thread_id or self.channel_id

    @property
    def is_rated(self) -> bool:
        """Whether matches there can count for ratings."""
        return self.guild_id is not None

    @property
    def is_direct(self) -> bool:
        """Whether it is the direct messages of a person and the bot."""
        return self.kind == "direct message"

    @property
    def takes_posts(self) -> bool:
        """Whether the bot can post there, unlike in a group chat, which it can't join."""
        return self.kind != "group chat"


def direct_messages(channel_id: int) -> Place:
    """Return the direct messages of a person and the bot as a place."""
    return Place(None, channel_id, kind="direct message")


@dataclass(frozen=True, slots=True)
class MatchPlace(Place):
    """A place of a match, with its card."""

    match_id: int = 0
    number: int = 1
    """The number of the place, from 1. The match was agreed on in place 1."""
    card_message_id: int | None = None
    """The message with the current board."""
    card_ply: int | None = None
    """The number of moves shown in that message."""

    @property
    def plain(self) -> Place:
        """Return the place for another match, which shares a thread but not a post of a forum."""
        thread_id = self.thread_id if self.forum_id is None else None
        return Place(
            self.guild_id,
            self.channel_id,
            self.parent_id,
            thread_id,
            self.kind,
            is_private=self.is_private,
        )


@dataclass(frozen=True, slots=True)
class Participant:
    """A member or a computer who plays in a match or is invited."""

    user_id: int
    name: str
    level: int | None = None
    """The level of a computer, or None for a person."""
    home: int = 1
    """The number of the match's place where they play from."""
