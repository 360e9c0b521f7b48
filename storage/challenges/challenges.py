"""Challenges and their invited guests.

Like matches, they have versions, and the second of two simultaneous changes raises `Outdated`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypedDict, Unpack

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    Select,
    func,
    insert,
    literal,
    select,
    update,
)

from storage.database.shards import ALL, Shards
from storage.database.tables import ChallengeId, PersonId, Snowflake, table_of, values_of
from storage.database.transaction import Outdated, Transaction
from storage.matches.match import MATCHES, Participant, Place, PlaceKind, Terms, Voters

ChallengeState = Literal["open", "accepted", "declined", "cancelled", "expired"]


class TeamTerms(TypedDict):
    """The terms of a challenge by a server, whose members play as a team."""

    name: str
    """The name of the team."""
    voters: Voters
    is_quick: bool
    hour: int | None
    """The hour in UTC at which its daily votes close, or None with another pace."""
    is_for_servers: bool
    """Whether the guests are teams of other servers."""


class GuestTeam(TypedDict):
    """The channel and the hour of a guest that is the team of a server."""

    channel_id: int
    parent_id: int | None
    is_private: bool
    hour: int | None


@dataclass(frozen=True, slots=True)
class Guest:
    """A seat other than the challenger's. Without a user, it is open to anyone."""

    challenge_id: ChallengeId
    position: int
    """The number of the guest in the challenge, from 1."""
    user_id: PersonId | None
    """The user, the server of a team, or None."""
    name: str | None
    accepted: bool
    level: int | None = None
    """The level of a computer, or None for a person."""
    team: GuestTeam | None = None
    """Where a server's team plays, or None for one player."""

    @property
    def place(self) -> Place | None:
        """The place where a server's team plays, or None for one player."""
        if self.team is None:
            return None
        team = self.team
        return Place(
            self.user_id, team["channel_id"], team["parent_id"], is_private=team["is_private"]
        )


CHALLENGE_GUESTS = table_of(
    "challenge_guest",
    Guest,
    Index(None, "user_id"),
    key=("challenge_id", "position"),
)


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer of a match to guests, who accept one by one."""

    id: int
    game: str
    options: dict[str, int]
    place_kind: PlaceKind
    guild_id: Snowflake | None
    channel_id: Snowflake
    parent_id: Snowflake | None
    """The channel, or the channel of the thread. None if unknown."""
    is_private: bool
    """Whether it was made in a private thread."""
    challenger_id: PersonId
    challenger_name: str
    seat: int | None
    """The seat chosen by the challenger, or None for a random one."""
    state: ChallengeState
    version: int
    created_at: datetime
    expires_at: datetime
    closed_at: datetime | None
    message_id: Snowflake | None
    pace: str
    """The pace, as a text of `club.paces`."""
    seating: list[int] | None
    """The user ids by seat, if arranged in advance."""
    rated: bool
    """Whether the match counts for ratings."""
    rematch_of: int | None
    """The match to be played again."""
    team: TeamTerms | None
    """The terms of a server's team that plays in place of the challenger, or None."""
    match_id: int | None
    """The resulting match."""
    guests: tuple[Guest, ...]

    @property
    def place(self) -> Place:
        """The place where it was made."""
        return Place(
            self.guild_id,
            self.channel_id,
            self.parent_id,
            kind=self.place_kind,
            is_private=self.is_private,
        )

    @property
    def terms(self) -> Terms:
        """The terms of the match."""
        return Terms(self.game, self.options, self.pace, self.rated)

    @property
    def name(self) -> str:
        """The name of the challenger, or of their server's team."""
        return self.challenger_name if self.team is None else self.team["name"]

    @property
    def is_for_servers(self) -> bool:
        """Whether teams of other servers accept it."""
        return self.team is not None and self.team["is_for_servers"]

    @property
    def seats(self) -> int:
        """The number of players, including the challenger."""
        return 1 + len(self.guests)


CHALLENGES = table_of(
    "challenge",
    Challenge,
    Column("rematch_of", Integer, ForeignKey("match.id", use_alter=True)),
    Index(None, "rematch_of"),
    Index(None, "state", "expires_at"),
    Index(None, "channel_id", "state"),
    Index(None, "challenger_id", "state"),
    without=("match_id", "guests"),
    reported_as="challenges",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChallenge:
    """The contents of a new challenge."""

    terms: Terms
    place: Place
    challenger: Participant
    guests: Sequence[Participant | None]
    """The invited users, with None for a seat that is open to anyone."""
    created_at: datetime
    expires_at: datetime
    seat: int | None = None
    """The seat chosen by the challenger, or None for a random one."""
    seating: Sequence[int] | None = None
    """The user ids by seat, if arranged in advance."""
    rematch_of: int | None = None
    team: TeamTerms | None = None


class ChallengeFields(TypedDict, total=False):
    """The columns that `change` can set."""

    state: ChallengeState
    closed_at: datetime | None
    expires_at: datetime


def drafted(new: NewChallenge) -> Challenge:
    """Return a challenge as `add` would store it, with the id 0."""
    terms, place = new.terms, new.place
    return Challenge(
        id=0,
        game=terms.game,
        options=dict(terms.options),
        place_kind=place.kind,
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        parent_id=place.parent_id,
        is_private=place.is_private,
        challenger_id=new.challenger.user_id,
        challenger_name=new.challenger.name,
        seat=new.seat,
        state="open",
        version=1,
        created_at=new.created_at,
        expires_at=new.expires_at,
        closed_at=None,
        message_id=None,
        pace=terms.pace,
        seating=None if new.seating is None else list(new.seating),
        rated=terms.rated,
        rematch_of=new.rematch_of,
        team=new.team,
        match_id=None,
        guests=tuple(_guest(0, *numbered) for numbered in enumerate(new.guests, 1)),
    )


async def add(tx: Transaction, new: NewChallenge) -> Challenge:
    """Add an open challenge at version 1. Computers have already accepted."""
    values = values_of(drafted(new))
    row = {column.name: values[column.name] for column in CHALLENGES.c if column.name != "id"}
    added = await tx.execute(insert(CHALLENGES).values(row).returning(CHALLENGES.c.id))
    challenge_id = added.scalar_one()
    guests = [_guest(challenge_id, *numbered) for numbered in enumerate(new.guests, 1)]
    await tx.execute(insert(CHALLENGE_GUESTS), [values_of(guest) for guest in guests])
    return await _current(tx, challenge_id)


async def get(tx: Transaction, challenge_id: int) -> Challenge | None:
    """Return a challenge with its guests, or None."""
    challenges = await _challenges(tx, _SELECT.where(CHALLENGES.c.id == challenge_id))
    return challenges[0] if challenges else None


async def lock(tx: Transaction, challenge_ids: Collection[int]) -> None:
    """Lock some challenges, in the order of their numbers, until this transaction ends."""
    row = CHALLENGES.c
    query = select(row.id).where(row.id.in_(challenge_ids)).order_by(row.id)
    await tx.execute(query.with_for_update(key_share=True))


async def change(
    tx: Transaction, challenge_id: int, version: int, **changes: Unpack[ChallengeFields]
) -> Challenge:
    """Make the next version of a challenge.

    :param version: the one that the change is based on.
    :raises Outdated: if it is no longer the current one.
    """
    await _make_version_after(tx, challenge_id, version, changes)
    return await _current(tx, challenge_id)


async def accept(
    tx: Transaction,
    challenge_id: int,
    version: int,
    position: int,
    user_id: int,
    name: str,
    team: GuestTeam | None = None,
) -> Challenge:
    """Give a guest's seat to a user or team, which makes the next version of the challenge.

    :raises Outdated: as in `change`.
    """
    await _make_version_after(tx, challenge_id, version, {})
    await tx.execute(
        update(CHALLENGE_GUESTS)
        .where(
            CHALLENGE_GUESTS.c.challenge_id == challenge_id,
            CHALLENGE_GUESTS.c.position == position,
        )
        .values(user_id=user_id, name=name, accepted=True, team=team)
    )
    return await _current(tx, challenge_id)


async def set_message(tx: Transaction, challenge_id: int, message_id: int) -> None:
    """Store the message of a challenge. Its version stays."""
    of_challenge = CHALLENGES.c.id == challenge_id
    await tx.execute(update(CHALLENGES).where(of_challenge).values(message_id=message_id))


async def due(
    tx: Transaction, now: datetime, limit: int, shards: Shards = ALL
) -> tuple[Challenge, ...]:
    """Return expired open challenges, longest expired first.

    Those locked by another process are left out.

    :param shards: only challenges in guilds of these shards.
    """
    expires_at, is_theirs = CHALLENGES.c.expires_at, shards.hold(CHALLENGES.c.guild_id)
    query = _SELECT.where(_IS_OPEN, expires_at <= now, is_theirs).order_by(expires_at).limit(limit)
    return await _challenges(
        tx, query.with_for_update(of=CHALLENGES, skip_locked=True, key_share=True)
    )


async def open_during(
    tx: Transaction, began: datetime, ended: datetime, shards: Shards
) -> tuple[Challenge, ...]:
    """Return the open challenges of some shards that a period of time has shortened, by number.

    They are locked until this writing transaction ends.
    """
    row = CHALLENGES.c
    query = _SELECT.where(
        _IS_OPEN, row.expires_at > began, row.created_at < ended, shards.hold(row.guild_id)
    )
    return await _challenges(
        tx, query.order_by(row.id).with_for_update(of=CHALLENGES, key_share=True)
    )


async def open_in(tx: Transaction, channel_id: int, limit: int = 100) -> tuple[Challenge, ...]:
    """Return the open challenges of a channel, latest first."""
    query = _SELECT.where(_IS_OPEN, CHALLENGES.c.channel_id == channel_id)
    return await _challenges(tx, query.order_by(CHALLENGES.c.id.desc()).limit(limit))


async def open_of_servers(tx: Transaction, now: datetime) -> tuple[Challenge, ...]:
    """Return the open invitations of servers to other servers, latest first."""
    row = CHALLENGES.c
    query = _SELECT.where(_IS_OPEN, row.expires_at > now, row.team.is_not(None))
    challenges = await _challenges(tx, query.order_by(row.id.desc()))
    return tuple(challenge for challenge in challenges if challenge.is_for_servers)


async def open_for(tx: Transaction, user_id: int, now: datetime) -> tuple[Challenge, ...]:
    """Return the open challenges that name a user who has not accepted yet, latest first."""
    guest = CHALLENGE_GUESTS.c
    invitations = select(guest.challenge_id).where(
        guest.user_id == user_id, guest.accepted.is_(False)
    )
    row = CHALLENGES.c
    query = _SELECT.where(_IS_OPEN, row.expires_at > now, row.id.in_(invitations))
    return await _challenges(tx, query.order_by(row.id.desc()))


async def open_of(tx: Transaction, user_id: int, now: datetime) -> tuple[Challenge, ...]:
    """Return the open challenges that a user has made, latest first."""
    row = CHALLENGES.c
    query = _SELECT.where(_IS_OPEN, row.expires_at > now, row.challenger_id == user_id)
    return await _challenges(tx, query.order_by(row.id.desc()))


async def rematches_of(tx: Transaction, match_id: int) -> tuple[Challenge, ...]:
    """Return the challenges to play a match again, latest first."""
    query = _SELECT.where(CHALLENGES.c.rematch_of == match_id)
    return await _challenges(tx, query.order_by(CHALLENGES.c.id.desc()))


async def latest_in_series(tx: Transaction, match_id: int) -> int | None:
    """Return the latest match of a series of rematches that wasn't aborted, or None if all were.

    :param match_id: any match of the series, with which it may also begin or end.
    """
    match, challenge = MATCHES, CHALLENGES
    earlier = select(literal(match_id).label("id")).cte("earlier", recursive=True)
    earlier = earlier.union(
        select(challenge.c.rematch_of)
        .join(match, match.c.challenge_id == challenge.c.id)
        .join(earlier, earlier.c.id == match.c.id)
        .where(challenge.c.rematch_of.is_not(None))
    )
    series = select(earlier.c.id).cte("series", recursive=True)
    series = series.union(
        select(match.c.id)
        .join(challenge, match.c.challenge_id == challenge.c.id)
        .join(series, series.c.id == challenge.c.rematch_of)
    )
    query = select(func.max(match.c.id)).where(
        match.c.id.in_(select(series.c.id)), match.c.state != "aborted"
    )
    return (await tx.execute(query)).scalar()


async def count_open_of(tx: Transaction, guild_id: int | None, user_id: int) -> int:
    """Return the number of a user's open challenges in a guild, or outside of any."""
    query = (
        select(func.count())
        .select_from(CHALLENGES)
        .where(
            _IS_OPEN,
            CHALLENGES.c.guild_id == guild_id,
            CHALLENGES.c.challenger_id == user_id,
        )
    )
    return (await tx.execute(query)).scalar_one()


_IS_OPEN = CHALLENGES.c.state == "open"
_SELECT: Select[*tuple[Any, ...]] = select(*CHALLENGES.c, MATCHES.c.id.label("match_id")).outerjoin(
    MATCHES, MATCHES.c.challenge_id == CHALLENGES.c.id
)


def _guest(challenge_id: int, position: int, guest: Participant | None) -> Guest:
    if guest is None:
        return Guest(challenge_id, position, None, None, accepted=False)
    is_computer = guest.level is not None
    return Guest(challenge_id, position, guest.user_id, guest.name, is_computer, guest.level)


async def _make_version_after(
    tx: Transaction, challenge_id: int, version: int, changes: ChallengeFields
) -> None:
    changed = await tx.execute(
        update(CHALLENGES)
        .where(CHALLENGES.c.id == challenge_id, CHALLENGES.c.version == version)
        .values(version=version + 1, **changes)
    )
    if changed.rowcount == 0:
        raise Outdated(f"challenge {challenge_id}", version)


async def _current(tx: Transaction, challenge_id: int) -> Challenge:
    challenge = await get(tx, challenge_id)
    assert challenge is not None
    return challenge


async def _challenges(tx: Transaction, query: Select[*tuple[Any, ...]]) -> tuple[Challenge, ...]:
    rows = (await tx.execute(query)).all()
    guests: dict[int, list[Guest]] = {row.id: [] for row in rows}
    if not guests:
        return ()
    of_challenges = CHALLENGE_GUESTS.c.challenge_id.in_(guests)
    position = CHALLENGE_GUESTS.c.position
    for each in await tx.execute(
        select(*CHALLENGE_GUESTS.c).where(of_challenges).order_by(position)
    ):
        guests[each.challenge_id].append(Guest(*each))
    return tuple(Challenge(*row, guests=tuple(guests[row.id])) for row in rows)
