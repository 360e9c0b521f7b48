"""Factories for posts, each with its unique key.

The key of a channel message is also its Discord nonce, which prevents duplicates and has at most 25
characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TypedDict
from uuid import uuid4

from club.outbox.kinds import (
    CardPost,
    ChallengePost,
    DigestPost,
    DirectPost,
    FollowedPost,
    GreetingPost,
    InvitationPost,
    LeaderboardPost,
    NewPost,
    RemovalPost,
    SummaryPost,
    TagsPost,
    Why,
)
from storage.challenges.challenges import Challenge
from storage.matches.match import MatchPlace, StoredMatch
from storage.ratings.leaderboards import LiveLeaderboard

TOGETHER = timedelta(seconds=15)
"""The time within which changes of the number of votes are shown together."""


def board(
    match: StoredMatch, place: MatchPlace, now: datetime, pings: Sequence[int] = ()
) -> NewPost:
    """Return the need for a card of a new turn or of the result.

    :param pings: the users to mention.
    """
    key = f"b{_place_key(place)}-{match.version}"
    return replace(notice(match, place, now, pings, "turn"), key=key)


def notice(
    match: StoredMatch, place: MatchPlace, now: datetime, pings: Sequence[int], why: Why
) -> NewPost:
    """Return the need for a card that notifies players within a turn.

    :param pings: the users to mention.
    """
    post = CardPost(
        **_at(place), version=match.version, pings=tuple(pings), why=why, event_id=match.event_id
    )
    return replace(card(place, now), post=post)


def card(place: MatchPlace, now: datetime) -> NewPost:
    """Return the need to bring a card up to date."""
    # The key is random, because each change has to be compared with the card once it is stored.
    return NewPost(f"e{place.match_id}-{uuid4().hex[:12]}", CardPost(**_at(place)), now)


def card_elsewhere(place: MatchPlace, deleted: int, now: datetime) -> NewPost:
    """Return the need for a card after a channel, thread or forum was deleted."""
    post = CardPost(**_at(place), deleted=deleted)
    # A whole id is too long for a nonce.
    return NewPost(f"j{_place_key(place)}-{deleted % 10**12}", post, now)


def card_soon(place: MatchPlace, now: datetime) -> NewPost:
    """Return the need to bring a card up to date, one for all changes within `TOGETHER`."""
    interval = int(now.timestamp() // TOGETHER.total_seconds())
    due_at = datetime.fromtimestamp((interval + 1) * TOGETHER.total_seconds(), UTC)
    key = f"l{_place_key(place)}-{interval}"
    return NewPost(key, CardPost(**_at(place)), now, due_at)


def tags(place: MatchPlace, now: datetime) -> NewPost:
    """Return an update of the tags of a finished match's post in a forum."""
    post = TagsPost(**_at(place))
    return NewPost(f"k{_place_key(place)}", post, now)


def direct(match: StoredMatch, user_id: int, why: Why, now: datetime, occasion: int = 0) -> NewPost:
    """Return a direct message about a match."""
    place = match.home_of(user_id).number
    post = DirectPost(match_id=match.id, place=place, user_id=user_id, why=why, ply=match.ply)
    return NewPost(f"d{match.id}-{match.version}-{why}-{occasion}-{user_id}", post, now)


def digest(user_id: int, digest_at: datetime, now: datetime) -> NewPost:
    """Return the daily list of matches that wait for a player.

    :param digest_at: when it was due, which makes its key unique.
    """
    key = f"g{user_id}-{int(digest_at.timestamp())}"
    return NewPost(key, DigestPost(user_id=user_id), now)


def followed(place: MatchPlace, user_id: int, now: datetime) -> NewPost:
    """Return the result of a match for a user who follows it or one of its players.

    :param place: the place of the match in which they may see it.
    """
    post = FollowedPost(
        guild_id=place.guild_id,
        match_number=place.match_id,
        place=place.number,
        user_id=user_id,
    )
    return NewPost(f"f{user_id}-{_place_key(place)}", post, now)


def remove_message(
    guild_id: int | None, channel_id: int, message_id: int, now: datetime
) -> NewPost:
    """Return the deletion of a message that belongs to no match."""
    post = RemovalPost(guild_id=guild_id, channel_id=channel_id, message_id=message_id)
    return NewPost(f"x{message_id}", post, now)


def summary(guild_id: int, channel_id: int, month: str, now: datetime) -> NewPost:
    """Return the monthly summary of a server.

    :param month: formatted like `2026-10`.
    """
    post = SummaryPost(guild_id=guild_id, channel_id=channel_id, month=month)
    return NewPost(f"m{guild_id}{month[2:4]}{month[5:]}", post, now)


def leaderboard(live: LiveLeaderboard, due_at: datetime, now: datetime) -> NewPost:
    """Return an update of a live leaderboard, the same one for all changes until it is due."""
    post = LeaderboardPost(guild_id=live.guild_id, channel_id=live.channel_id)
    return NewPost(f"l{live.guild_id:x}{int(due_at.timestamp()):x}", post, now, due_at)


def leaderboard_now(live: LiveLeaderboard, now: datetime) -> NewPost:
    """Return an update of a live leaderboard whose settings have changed."""
    # The key is random, because several settings may change at once.
    return replace(leaderboard(live, now, now), key=f"l{live.guild_id:x}{uuid4().hex[:8]}")


def greeting(guild_id: int, channel_id: int, now: datetime) -> NewPost:
    """Return the bot's introduction to a server it has joined."""
    return NewPost(f"h{guild_id}", GreetingPost(guild_id=guild_id, channel_id=channel_id), now)


def greeting_again(guild_id: int, channel_id: int, now: datetime) -> NewPost:
    """Return the bot's introduction again, for a channel that has lost it."""
    post = GreetingPost(guild_id=guild_id, channel_id=channel_id)
    return NewPost(f"h{guild_id:x}{int(now.timestamp()):x}", post, now)


def challenge(challenge: Challenge, now: datetime) -> NewPost:
    """Return an update of a challenge's card after the challenge has ended."""
    post = ChallengePost(
        guild_id=challenge.guild_id,
        channel_id=challenge.channel_id,
        match_id=challenge.match_id,
        challenge_id=challenge.id,
    )
    return NewPost(f"c{challenge.id}-{challenge.version}", post, now)


def result(finished: Challenge, now: datetime) -> NewPost:
    """Return an update of a challenge's card with the result of its match."""
    return replace(challenge(finished, now), key=f"c{finished.id}-over")


def invitation(challenge: Challenge, place: MatchPlace, now: datetime) -> NewPost:
    """Return the card of a challenge for a rematch in another place of the former match."""
    post = InvitationPost(guild_id=place.guild_id, channel_id=place.id, challenge_id=challenge.id)
    return NewPost(f"i{challenge.id}.{place.number}-{challenge.version}", post, now)


def own_card(challenge: Challenge, now: datetime) -> NewPost:
    """Return the first card of a challenge that wasn't made by a click in its place."""
    post = InvitationPost(
        guild_id=challenge.guild_id, channel_id=challenge.channel_id, challenge_id=challenge.id
    )
    return NewPost(f"i{challenge.id}.1-{challenge.version}", post, now)


def link_to_match(match: StoredMatch, now: datetime) -> NewPost:
    """Return an update of a challenge's card with a link to its match."""
    assert match.challenge_id is not None
    post = ChallengePost(
        guild_id=match.guild_id,
        channel_id=match.place.channel_id,
        match_id=match.id,
        challenge_id=match.challenge_id,
    )
    return NewPost(f"c{match.challenge_id}-begun", post, now)


def _place_key(place: MatchPlace) -> str:
    """Return the part of a key that identifies a place, short enough for a nonce."""
    return str(place.match_id) if place.number == 1 else f"{place.match_id}.{place.number}"


class _At(TypedDict):
    """The fields of a post to a place of a match."""

    guild_id: int | None
    channel_id: int
    match_id: int
    place: int


def _at(place: MatchPlace) -> _At:
    return {
        "guild_id": place.guild_id,
        "channel_id": place.id,
        "match_id": place.match_id,
        "place": place.number,
    }
