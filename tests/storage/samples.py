"""Matches and challenges for tests, with irrelevant fields filled in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from storage.challenges import challenges
from storage.challenges.challenges import Challenge, NewChallenge, TeamTerms
from storage.database.transaction import Transaction
from storage.matches import matches
from storage.matches.match import Participant, Place, StoredMatch, Terms
from storage.matches.matches import NewMatch

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
GUILD, CHANNEL, THREAD = 2**62 + 1, 2**62 + 2, 2**62 + 3
ADA, BEN, EVE = 2**62 + 11, 2**62 + 12, 2**62 + 13


async def add_match(
    tx: Transaction,
    *,
    guild_id: int = GUILD,
    channel_id: int = CHANNEL,
    thread_id: int | None = None,
    players: tuple[int, ...] = (ADA, BEN),
    to_move: int | None = 1,
    challenge_id: int | None = None,
    created_at: datetime = NOON,
    from_pool: bool = False,
) -> StoredMatch:
    return await matches.add(
        tx,
        NewMatch(
            terms=Terms("scala", {"size": 6}, rated=False),
            places=[Place(guild_id, channel_id, thread_id=thread_id)],
            players=[Participant(user_id, f"player {user_id}") for user_id in players],
            setup={"size": 6, "deck": [3, 1, 2]},
            to_move=to_move,
            challenge_id=challenge_id,
            created_at=created_at,
            from_pool=from_pool,
        ),
    )


async def add_challenge(
    tx: Transaction,
    *,
    channel_id: int = CHANNEL,
    guests: tuple[Participant | None, ...] = (Participant(BEN, "Ben"),),
    expires_at: datetime = NOON + MINUTE,
    team: TeamTerms | None = None,
) -> Challenge:
    return await challenges.add(
        tx,
        NewChallenge(
            terms=Terms("passtally", {"players": 3}, rated=False),
            place=Place(GUILD, channel_id),
            guests=guests,
            challenger=Participant(ADA, "Ada"),
            created_at=NOON,
            expires_at=expires_at,
            team=team,
        ),
    )
