"""The kinds of posts, each with its fields and destination.

A post is a message or an edit caused by a change. Its destination is stored in columns of its row,
its other fields in the payload (`club.outbox.queue`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal

from storage.outbox import lane_of_person, lane_of_place

Why = Literal[
    "turn",
    "ahead",
    "reminder",
    "nudge",
    "offer",
    "resumed",
    "paired",
    "over",
    "moved",
    "elsewhere",
    "vacated",
    "seated",
]
"""The reason for notifying a player.

"ahead" says that their turn is the next one. "moved" and "elsewhere" say that they, or someone
else, play from direct messages now, "vacated" that a seat waits for a substitute, and "seated" that
one has taken theirs.
"""

Stage = Literal["early", "usual", "late"]
"""The order of posts that are due at the same time: before, with or after the boards."""

STAGES: tuple[Stage, ...] = ("early", "usual", "late")

KINDS: dict[str, type[Post]] = {}
"""All kinds of posts, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A message to send or an edit to make. A subclass with a `kind` registers itself."""

    kind: ClassVar[str]
    """Its name in its row and in metrics."""
    is_drawn: ClassVar[bool] = False
    """Whether it contains a picture whose width its server chooses."""

    guild_id: int | None
    """The destination server, or None for a direct message."""
    channel_id: int | None
    """The destination channel or thread, or None for a direct message."""
    match_id: int | None
    challenge_id: int | None

    def __init_subclass__(cls) -> None:
        if "kind" in vars(cls):
            KINDS[cls.kind] = cls

    @property
    def stage(self) -> Stage:
        """Its order among the posts of its event that are due at the same time."""
        return "usual"

    @property
    def ordered_with(self) -> int | None:
        """The event whose posts are delivered in the order of their stages, or None for none."""
        return getattr(self, "event_id", None)

    @property
    def lane(self) -> str:
        """Its lane. Posts of one lane are delivered one at a time, in order."""
        if self.match_id is not None:
            return f"match {self.match_id} channel {self.channel_id}"
        return f"{self.kind} {self.guild_id}"

    @property
    def after(self) -> str | None:
        """The lane whose boards are posted first, if any."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelPost(Post):
    """A post in a channel."""

    guild_id: int
    channel_id: int
    match_id: int | None = None
    challenge_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPost(Post):
    """A post about a match in a channel, possibly outside a server."""

    channel_id: int
    match_id: int
    challenge_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePost(MatchPost):
    """A post about a match in one of its places."""

    place: int = 1
    """The number of the match's place."""

    @property
    def lane(self) -> str:
        """Posts to a place are delivered one at a time, also if it moves to a thread."""
        return lane_of_place(self.match_id, self.place)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPost(Post):
    """A direct message."""

    guild_id: int | None = None
    channel_id: int | None = None
    match_id: int | None
    challenge_id: int | None = None
    user_id: int

    @property
    def lane(self) -> str:
        """Messages to a person are delivered one at a time."""
        return lane_of_person(self.user_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPost(PlacePost):
    """A place of a match needs its card. What has to be done follows from comparing the two."""

    kind = "card"
    is_drawn = True

    version: int = 0
    """The version of the match for which players are notified."""
    pings: tuple[int, ...] = ()
    """The users to mention, as far as the match still waits for them."""
    why: Why | None = None
    """Why players are notified, or None if they aren't."""
    event_id: int | None = None
    """The event that the match counts for."""
    deleted: int | None = None
    """A channel, thread or forum that was deleted, with the card if that was there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalPost(Post):
    """Deletion of a message."""

    kind = "remove"

    channel_id: int
    match_id: int | None = None
    challenge_id: int | None = None
    message_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TagsPost(PlacePost):
    """An update of the tags of a finished match's post in a forum."""

    kind = "tags"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeCardPost(Post):
    """A post of a challenge's card."""

    channel_id: int
    match_id: int | None = None
    challenge_id: int

    @property
    def lane(self) -> str:
        """Posts of a card are delivered one at a time, also those before and after its match."""
        return f"challenge {self.challenge_id} channel {self.channel_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengePost(ChallengeCardPost):
    """An update of a challenge's card after the challenge or its match has ended."""

    kind = "challenge"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationPost(ChallengeCardPost):
    """The card of a challenge in another place than its own, posted or updated."""

    kind = "invitation"


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectPost(PersonPost):
    """A direct message about a match."""

    kind = "direct"

    match_id: int
    place: int = 1
    """The number of the place from which the player plays, whose board comes first."""
    ply: int
    """The ply when it was queued."""
    why: Why

    @property
    def after(self) -> str:
        """The board it links to is posted first."""
        return lane_of_place(self.match_id, self.place)


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestPost(PersonPost):
    """The daily list of matches that wait for a player."""

    kind = "digest"

    match_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedPost(PersonPost):
    """The result of a match that a user follows, if they see it in one of its servers.

    The post names that server, because only its process can check who sees its channels.
    """

    kind = "followed"

    match_id: int | None = None
    """None, so that the posts for players aren't delayed by messages to followers."""
    match_number: int
    place: int = 1
    """The number of the match's place in that server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryPost(ChannelPost):
    """The monthly summary of a server."""

    kind = "summary"

    month: str
    """The month, formatted like `2026-10`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardPost(ChannelPost):
    """An update of a server's live leaderboard, or its first message."""

    kind = "leaderboard"


@dataclass(frozen=True, slots=True, kw_only=True)
class GreetingPost(ChannelPost):
    """The bot's introduction to a server it has joined."""

    kind = "greeting"


@dataclass(frozen=True, slots=True)
class NewPost:
    """A post to be queued once per key."""

    key: str
    post: Post
    created_at: datetime
    due_at: datetime | None = None
    """The earliest time to send it, or None for immediately."""
