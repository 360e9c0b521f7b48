"""The kinds of posts: what each carries, and where it goes.

A post is what a change calls for, as a value. Where it goes is stored in columns of its row, the
other fields in its payload (`club.outbox.codec`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

Kind = Literal[
    "board",
    "strip",
    "remove",
    "remove stray",
    "refresh",
    "challenge",
    "direct",
    "digest",
    "summary",
    "greeting",
    "event",
    "event news",
    "puzzle",
    "puzzle over",
]
"""How a kind of post is called in its row and in the metrics."""

Why = Literal["turn", "reminder", "offer", "resumed"]
"""The reason why a player is notified."""

Stage = Literal["early", "usual", "late"]
"""When a post is sent, of all that is due at the same time: before the boards, with them, or after
them."""

STAGES: tuple[Stage, ...] = ("early", "usual", "late")

Lane = tuple[str, int | str]
"""What posts that are delivered one after another have in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """Something to be sent."""

    kind: ClassVar[Kind]
    is_drawn: ClassVar[bool] = False
    """Whether it holds a picture that its server chooses the width of."""

    guild_id: int | None
    """The server that it goes to, None for a direct message."""
    channel_id: int | None
    """The channel or thread that it goes to, None for a direct message."""
    match_id: int | None
    challenge_id: int | None

    @property
    def stage(self) -> Stage:
        """When it is sent, of all that is due at the same time."""
        return "usual"

    @property
    def lane(self) -> Lane:
        """The posts of one lane are delivered one after another."""
        if self.match_id is not None:
            return "match", self.match_id
        if self.challenge_id is not None:
            return "challenge", self.challenge_id
        return self.kind, self.guild_id or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelPost(Post):
    """A post in a channel."""

    guild_id: int
    channel_id: int
    match_id: int | None = None
    challenge_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPost(Post):
    """A post in a channel about a match, which may be outside of a server."""

    guild_id: int | None
    channel_id: int
    match_id: int
    challenge_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPost(Post):
    """A direct message."""

    guild_id: int | None = None
    channel_id: int | None = None
    match_id: int | None
    challenge_id: int | None = None
    user_id: int

    @property
    def lane(self) -> Lane:
        """A person gets one message after another."""
        return "person", self.user_id


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPost(MatchPost):
    """The board card for a match as it stood at a version."""

    kind = "board"
    is_drawn = True

    place: int = 1
    """The number of the place of the match that it is for."""
    ply: int
    """The number of moves made."""
    version: int
    pings: tuple[int, ...] = ()
    """The users whom it mentions so that they notice."""
    in_place: bool = False
    """Whether it replaces a card of the same turn, which is removed."""
    why: Why = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class StripPost(MatchPost):
    """Taking the controls off a former board card."""

    kind = "strip"

    place: int = 1
    """The number of the place of the match that the card is in."""
    message_id: int
    ply: int
    """The number of moves made before the card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalPost(Post):
    """Removing a message, such as a former card of a turn that has a newer one."""

    kind = "remove"

    channel_id: int
    match_id: int | None = None
    challenge_id: int | None = None
    message_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayPost(MatchPost):
    """Removing a card that was posted under a lost claim, unless it counts by then."""

    kind = "remove stray"

    message_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshPost(MatchPost):
    """Showing on the present card what has changed beside the board."""

    kind = "refresh"

    place: int = 1
    """The number of the place of the match whose card it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengePost(Post):
    """Showing on the card of a challenge how it, or its match, ended."""

    kind = "challenge"

    guild_id: int | None
    channel_id: int
    match_id: int | None = None
    challenge_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectPost(PersonPost):
    """A direct message about a match."""

    kind = "direct"

    match_id: int
    ply: int
    """The number of moves made when it was queued."""
    why: Why


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestPost(PersonPost):
    """The daily list of the matches that wait for a person."""

    kind = "digest"

    match_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryPost(ChannelPost):
    """The summary of a server's month."""

    kind = "summary"

    month: str
    """As in `2026-10`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GreetingPost(ChannelPost):
    """The introduction of the bot in a server that it has joined."""

    kind = "greeting"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPost(ChannelPost):
    """Showing on the card of an event how it stands; it is posted if there is none yet."""

    kind = "event"
    is_drawn = True

    event_id: int
    version: int
    is_first: bool = False
    """Whether there was no card yet when it was queued."""

    @property
    def stage(self) -> Stage:
        """The first card opens the thread for the news; a later one links to boards."""
        return "early" if self.is_first else "late"

    @property
    def lane(self) -> Lane:
        """The posts of an event are delivered one after another."""
        return "event", self.event_id


@dataclass(frozen=True, slots=True, kw_only=True)
class EventNewsPost(ChannelPost):
    """All news of an event since the last one, in its thread."""

    kind = "event news"

    event_id: int

    @property
    def stage(self) -> Stage:
        """What has begun is told before its boards are posted."""
        return "early"

    @property
    def lane(self) -> Lane:
        """The posts of an event are delivered one after another."""
        return "event", self.event_id


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlePost(ChannelPost):
    """A server's puzzle of a day."""

    kind = "puzzle"
    is_drawn = True

    day: str
    """As in `2026-10-31`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleOverPost(ChannelPost):
    """Showing on its card how the puzzle of a day is solved, and who solved it."""

    kind = "puzzle over"
    is_drawn = True

    day: str
    """As in `2026-10-31`."""
