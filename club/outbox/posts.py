"""What is put into the outbox: each post with the key that makes it unique.

The key of what goes to a channel is also the nonce under which Discord takes a message only once,
so it is at most 25 characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from uuid import uuid4

from club.outbox.codec import NewPost
from club.outbox.kinds import (
    BoardPost,
    ChallengePost,
    DigestPost,
    DirectPost,
    EventNewsPost,
    EventPost,
    GreetingPost,
    PuzzleOverPost,
    PuzzlePost,
    RefreshPost,
    RemovalPost,
    StrayPost,
    StripPost,
    SummaryPost,
    Why,
)
from storage.events.events import Event
from storage.matches.challenges import Challenge
from storage.matches.matches import StoredMatch
from storage.matches.terms import MatchPlace

_MARKS: dict[Why, str] = {"turn": "t", "reminder": "r", "offer": "o", "resumed": "u"}
"""What the key of a board shown once more begins with."""


def board(
    match: StoredMatch, place: MatchPlace, now: datetime, pings: Sequence[int] = ()
) -> NewPost:
    """The board card for the match as it stands.

    :param pings: the users whom it mentions so that they notice.
    """
    return NewPost(f"b{_place_key(place)}-{match.version}", _board(match, place, pings), now)


def board_again(match: StoredMatch, place: MatchPlace, now: datetime) -> NewPost:
    """The board card once more, if the one before is lost."""
    return NewPost(f"a{_place_key(place)}-{int(now.timestamp())}", _board(match, place), now)


def board_in_place(
    match: StoredMatch,
    place: MatchPlace,
    now: datetime,
    pings: Sequence[int],
    why: Why,
    occasion: int | str,
) -> NewPost:
    """The board card of a turn under way once more, at the end of the channel, to be noticed; the
    one before is removed.

    :param occasion: what tells this occasion from others of the same match and reason.
    """
    again = replace(_board(match, place, pings), in_place=True, why=why)
    return NewPost(f"{_MARKS[why]}{_place_key(place)}-{occasion}", again, now)


def refresh(place: MatchPlace, now: datetime) -> NewPost:
    """Showing on the present card what has changed beside the board."""
    post = RefreshPost(
        guild_id=place.guild_id,
        channel_id=place.id,
        match_id=place.match_id,
        place=place.number,
    )
    # No message is posted under the key, and each of two changes at one moment is to be shown.
    return NewPost(f"e{place.match_id}-{uuid4().hex[:12]}", post, now)


def direct(match: StoredMatch, user_id: int, why: Why, now: datetime, occasion: int = 0) -> NewPost:
    """A direct message about a match."""
    post = DirectPost(match_id=match.id, user_id=user_id, why=why, ply=match.ply)
    return NewPost(f"d{match.id}-{match.version}-{why}-{occasion}-{user_id}", post, now)


def digest(user_id: int, digest_at: datetime, now: datetime) -> NewPost:
    """The daily list of the matches that wait for a person.

    :param digest_at: when it was due, which makes it unique.
    """
    key = f"{digest_key(user_id)}{int(digest_at.timestamp())}"
    return NewPost(key, DigestPost(user_id=user_id), now)


def digest_key(user_id: int) -> str:
    """How the keys of a person's digests begin."""
    return f"g{user_id}-"


def strip(place: MatchPlace, message_id: int, ply: int, now: datetime) -> NewPost:
    """Taking the controls off a former board card, which was made after `ply` moves."""
    post = StripPost(
        guild_id=place.guild_id,
        channel_id=place.id,
        match_id=place.match_id,
        place=place.number,
        message_id=message_id,
        ply=ply,
    )
    return NewPost(f"s{message_id}", post, now)


def remove(place: MatchPlace, message_id: int, now: datetime) -> NewPost:
    """Removing a former card of a turn that has a newer one."""
    removal = remove_message(place.guild_id, place.id, message_id, now)
    return replace(removal, post=replace(removal.post, match_id=place.match_id))


def remove_stray(place: MatchPlace, message_id: int, due_at: datetime, now: datetime) -> NewPost:
    """Removing a card that was posted under a lost claim, unless the new owner of the claim has
    found it by then and made it the card that counts."""
    post = StrayPost(
        guild_id=place.guild_id,
        channel_id=place.id,
        match_id=place.match_id,
        message_id=message_id,
    )
    return NewPost(f"y{message_id}", post, now, due_at)


def remove_message(
    guild_id: int | None, channel_id: int, message_id: int, now: datetime
) -> NewPost:
    """Removing a message that belongs to no match."""
    post = RemovalPost(guild_id=guild_id, channel_id=channel_id, message_id=message_id)
    return NewPost(f"x{message_id}", post, now)


def summary(guild_id: int, channel_id: int, month: str, now: datetime) -> NewPost:
    """The summary of a month.

    :param month: as in `2026-10`.
    """
    post = SummaryPost(guild_id=guild_id, channel_id=channel_id, month=month)
    return NewPost(f"m{guild_id}{month[2:4]}{month[5:]}", post, now)


def puzzle(guild_id: int, channel_id: int, day: str, now: datetime) -> NewPost:
    """The puzzle of a day.

    :param day: as in `2026-10-31`.
    """
    post = PuzzlePost(guild_id=guild_id, channel_id=channel_id, day=day)
    return NewPost(f"z{_day_key(guild_id, day)}", post, now)


def puzzle_over(guild_id: int, channel_id: int, day: str, now: datetime) -> NewPost:
    """Showing on its card how the puzzle of a day is solved, and who solved it."""
    post = PuzzleOverPost(guild_id=guild_id, channel_id=channel_id, day=day)
    return NewPost(f"w{_day_key(guild_id, day)}", post, now)


def greeting(guild_id: int, channel_id: int, now: datetime) -> NewPost:
    """The introduction of the bot in a server that it has joined."""
    return NewPost(f"h{guild_id}", GreetingPost(guild_id=guild_id, channel_id=channel_id), now)


def event(event: Event, now: datetime) -> NewPost:
    """Showing on the card of an event how it stands; it is posted if there is none yet.

    The card shows the event as it is when it is sent; a later change has a post of its own.
    """
    return NewPost(f"v{event.id}-{event.version}", _event(event), now)


def event_again(event: Event, now: datetime) -> NewPost:
    """The card of an event once more, if the one before is lost."""
    return NewPost(f"w{event.id}-{int(now.timestamp())}", _event(event), now)


def event_news(event: Event, due_at: datetime, now: datetime) -> NewPost:
    """All news of an event in its thread: one message a day."""
    post = EventNewsPost(guild_id=event.guild_id, channel_id=event.place_id, event_id=event.id)
    # News after the former ones were told have a post of their own, even if none of those was
    # worth a message.
    key = f"n{event.id}-{due_at.astimezone(UTC):%y%m%d}-{event.told_news}"
    return NewPost(key, post, now, due_at)


def result(match: StoredMatch, now: datetime) -> NewPost:
    """Showing on the card of its challenge how a match ended, once."""
    assert match.challenge_id is not None
    post = ChallengePost(
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        match_id=match.id,
        challenge_id=match.challenge_id,
    )
    return NewPost(f"c{match.challenge_id}-over", post, now)


def challenge(challenge: Challenge, now: datetime) -> NewPost:
    """Showing on its card how a challenge ended."""
    post = ChallengePost(
        guild_id=challenge.guild_id,
        channel_id=challenge.channel_id,
        match_id=challenge.match_id,
        challenge_id=challenge.id,
    )
    return NewPost(f"c{challenge.id}-{challenge.version}", post, now)


def _place_key(place: MatchPlace) -> str:
    """What the keys of one place of a match have in common, short enough for a nonce."""
    return str(place.match_id) if place.number == 1 else f"{place.match_id}.{place.number}"


def _board(match: StoredMatch, place: MatchPlace, pings: Sequence[int] = ()) -> BoardPost:
    return BoardPost(
        guild_id=place.guild_id,
        channel_id=place.id,
        match_id=match.id,
        place=place.number,
        ply=match.ply,
        version=match.version,
        pings=tuple(pings),
    )


def _event(event: Event) -> EventPost:
    return EventPost(
        guild_id=event.guild_id,
        channel_id=event.place_id,
        event_id=event.id,
        version=event.version,
        is_first=event.card_message_id is None,
    )


def _day_key(guild_id: int, day: str) -> str:
    return f"{guild_id}{date.fromisoformat(day):%y%j}"
