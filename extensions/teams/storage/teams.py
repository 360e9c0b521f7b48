"""Teams, which hold a seat of a match together, and their votes on the turns they play.

All votes of a turn are cast, changed and counted in transactions that have locked the match.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import (
    Column,
    Index,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from storage.database import key_values
from storage.database.shards import ALL, Shards
from storage.database.tables import MatchId, OwnerId, PersonId, forgets, table_of
from storage.database.transaction import Transaction, insert
from storage.matches.match import MATCH_PLACES, MATCHES, SEATS, Voters
from storage.members.preferences import PEOPLE

Wish = Literal["resign", "draw", "take back"]


@dataclass(frozen=True, slots=True)
class Team:
    """The rules of voting of a team. Its name and its home are those of its seat."""

    match_id: MatchId
    seat: int
    voters: Voters = "everyone"
    is_quick: bool = False
    """Whether an absolute majority of the voters of its last turn closes a vote early."""
    waited_for: datetime | None = None
    """The beginning of the latest turn for which it got more time because no one had voted."""
    gone_since: datetime | None = None
    """When its server was first found to have removed the bot, or None."""
    no_channel_since: datetime | None = None
    """When its channel was found to be deleted, or None."""


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A member who has signed up for a team."""

    match_id: MatchId
    seat: int
    user_id: OwnerId
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Vote:
    """A member's current vote on a turn, or their last one if it is closed."""

    match_id: MatchId
    ply: int
    """The number of moves before the turn."""
    voter_id: PersonId
    name: str
    """Their name, read as empty if they are hidden or have deleted their data."""
    moves: list[str]
    """The moves of a whole turn, or none if they only have a wish. A vote has one or the other."""
    wish: Wish | None
    words: str
    """A sentence about it, if any."""
    number: int
    """Its place in the order in which the votes of the turn were cast or changed."""
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenVotes:
    """The number of votes on the current turn of a match."""

    count: int
    home: int | None
    """The only place where it is shown, that of the team, or None for all places."""


_STARTED = "team_matches_started"
"""The key of the number of matches of teams so far."""

TEAMS = table_of("team", Team, key=("match_id", "seat"))
TEAM_MEMBERS = table_of(
    "team_member",
    TeamMember,
    Index(None, "user_id"),
    key=("match_id", "seat", "user_id"),
    reported_as="teams",
)
VOTES = table_of(
    "vote",
    Vote,
    Index(None, "voter_id"),
    key=("match_id", "ply", "voter_id"),
    reported_as="votes",
)

_TEAMS = select(*TEAMS.c).where(TEAMS.c.match_id == bindparam("of_match")).order_by(TEAMS.c.seat)
_MEMBERS = (
    select(*TEAM_MEMBERS.c)
    .where(TEAM_MEMBERS.c.match_id == bindparam("of_match"))
    .order_by(TEAM_MEMBERS.c.at, TEAM_MEMBERS.c.user_id)
)
_NAME = case(
    (or_(VOTES.c.voter_id < 0, PEOPLE.c.is_shown_globally.is_(False)), ""),
    else_=VOTES.c.name,
)
_VOTES = (
    select(*(_NAME if column is VOTES.c.name else column for column in VOTES.c))
    .outerjoin(PEOPLE, PEOPLE.c.user_id == VOTES.c.voter_id)
    .where(VOTES.c.match_id == bindparam("of_match"), VOTES.c.ply >= bindparam("first"))
    .order_by(VOTES.c.ply, VOTES.c.number)
)
_IS_OPEN = exists().where(
    MATCHES.c.id == VOTES.c.match_id, MATCHES.c.state == "running", MATCHES.c.ply == VOTES.c.ply
)
"""Whether a vote can still be changed."""
_PLACES = select(func.count()).where(MATCH_PLACES.c.match_id == VOTES.c.match_id).scalar_subquery()
_OPEN_COUNTS = (
    select(
        VOTES.c.match_id,
        func.count().label("votes"),
        case((_PLACES > 1, SEATS.c.home)).label("home"),
    )
    .join(MATCHES, MATCHES.c.id == VOTES.c.match_id)
    .join(SEATS, and_(SEATS.c.match_id == MATCHES.c.id, SEATS.c.seat == MATCHES.c.to_move))
    .where(VOTES.c.match_id.in_(bindparam("of_matches", expanding=True)))
    .where(MATCHES.c.state == "running", MATCHES.c.ply == VOTES.c.ply)
    .group_by(VOTES.c.match_id, SEATS.c.home)
)


async def add(tx: Transaction, team: Team) -> None:
    """Add the rules of a team, in the transaction that starts its match."""
    await tx.execute(insert(tx, TEAMS).values(asdict(team)))


async def of_match(tx: Transaction, match_id: int) -> tuple[Team, ...]:
    """Return the teams of a match, by seat."""
    return tuple(Team(*row) for row in await tx.execute(_TEAMS, {"of_match": match_id}))


async def set_waited(tx: Transaction, match_id: int, seat: int, turn_began: datetime) -> None:
    """Store that a team gets more time for a turn, in the transaction that changes the match."""
    is_it = (TEAMS.c.match_id == match_id) & (TEAMS.c.seat == seat)
    await tx.execute(update(TEAMS).where(is_it).values(waited_for=turn_began))


async def set_gone(tx: Transaction, match_id: int, seat: int, since: datetime | None) -> None:
    """Store since when a team's server is gone, in the transaction that has locked the match."""
    is_it = (TEAMS.c.match_id == match_id) & (TEAMS.c.seat == seat)
    await tx.execute(update(TEAMS).where(is_it).values(gone_since=since))


async def set_no_channel(tx: Transaction, match_id: int, seat: int, since: datetime | None) -> None:
    """Store since when a team has no channel, in the transaction that has locked the match."""
    is_it = (TEAMS.c.match_id == match_id) & (TEAMS.c.seat == seat)
    await tx.execute(update(TEAMS).where(is_it).values(no_channel_since=since))


async def gone(tx: Transaction, shards: Shards = ALL) -> tuple[tuple[int, int], ...]:
    """Return the running matches with a team whose server is gone, each with that server.

    :param shards: only servers of these shards.
    """
    return await _running_with(tx, TEAMS.c.gone_since, shards)


async def without_channel(tx: Transaction, shards: Shards = ALL) -> tuple[tuple[int, int], ...]:
    """Return the running matches with a team that has no channel, each with its server.

    :param shards: only servers of these shards.
    """
    return await _running_with(tx, TEAMS.c.no_channel_since, shards)


async def _running_with(
    tx: Transaction, since: Column[datetime], shards: Shards
) -> tuple[tuple[int, int], ...]:
    is_seat = and_(SEATS.c.match_id == TEAMS.c.match_id, SEATS.c.seat == TEAMS.c.seat)
    query = select(MATCHES.c.id, SEATS.c.team_id).select_from(
        TEAMS.join(SEATS, is_seat).join(MATCHES, MATCHES.c.id == TEAMS.c.match_id)
    )
    is_so = and_(since.is_not(None), MATCHES.c.state == "running")
    rows = await tx.execute(query.where(is_so, shards.hold(SEATS.c.team_id)))
    return tuple((row[0], row[1]) for row in rows)


async def lock_starts(tx: Transaction) -> None:
    """Wait for other transactions that start matches of teams."""
    await key_values.next_number(tx, _STARTED)


async def count_running(tx: Transaction, guild_id: int) -> int:
    """Return the number of running matches in which a guild's members play as a team."""
    query = select(func.count()).select_from(MATCHES.join(SEATS, SEATS.c.match_id == MATCHES.c.id))
    query = query.where(
        SEATS.c.user_id == guild_id, SEATS.c.team_id == guild_id, MATCHES.c.state == "running"
    )
    return int((await tx.execute(query)).scalar_one())


async def members_of(tx: Transaction, match_id: int) -> tuple[TeamMember, ...]:
    """Return the members who have signed up for the teams of a match, in order."""
    return tuple(TeamMember(*row) for row in await tx.execute(_MEMBERS, {"of_match": match_id}))


async def sign_up(tx: Transaction, member: TeamMember) -> None:
    """Add a member to a team, unless they are in it."""
    added = insert(tx, TEAM_MEMBERS).values(asdict(member))
    await tx.execute(added.on_conflict_do_nothing())


async def sign_off(tx: Transaction, match_id: int, user_id: int) -> None:
    """Remove a member from the teams of a match."""
    is_it = (TEAM_MEMBERS.c.match_id == match_id) & (TEAM_MEMBERS.c.user_id == user_id)
    await tx.execute(delete(TEAM_MEMBERS).where(is_it))


async def votes_since(tx: Transaction, match_id: int, ply: int) -> tuple[Vote, ...]:
    """Return the votes of a match on the turns from a ply on, in the order of turns and votes."""
    rows = await tx.execute(_VOTES, {"of_match": match_id, "first": ply})
    return tuple(Vote(*row) for row in rows)


async def latest_votes(tx: Transaction, match_id: int, turns: int) -> tuple[Vote, ...]:
    """Return the votes of a match on its latest turns with votes, as `votes_since`."""
    ply = VOTES.c.ply
    query = select(ply).where(VOTES.c.match_id == match_id).distinct()
    plies = list((await tx.execute(query.order_by(ply.desc()).limit(turns))).scalars())
    return await votes_since(tx, match_id, min(plies)) if plies else ()


async def put(tx: Transaction, vote: Vote) -> None:
    """Store a vote in place of the voter's former one on the same turn."""
    values = asdict(vote)
    added = insert(tx, VOTES).values(values)
    key = ("match_id", "ply", "voter_id")
    new = {name: value for name, value in values.items() if name not in key}
    await tx.execute(added.on_conflict_do_update(index_elements=key, set_=new))


async def withdraw(tx: Transaction, match_id: int, ply: int, voter_id: int) -> None:
    """Delete a vote on a turn, if there is one."""
    row = VOTES.c
    is_it = and_(row.match_id == match_id, row.ply == ply, row.voter_id == voter_id)
    await tx.execute(delete(VOTES).where(is_it))


async def forget_turns(tx: Transaction, match_id: int, ply: int) -> None:
    """Delete the votes on turns from a ply on, which are taken back."""
    is_taken_back = (VOTES.c.match_id == match_id) & (VOTES.c.ply >= ply)
    await tx.execute(delete(VOTES).where(is_taken_back))


async def count_open_votes(tx: Transaction, match_ids: Collection[int]) -> dict[int, OpenVotes]:
    """Return the number of votes on the current turns of those of some matches that have any."""
    rows = await tx.execute(_OPEN_COUNTS, {"of_matches": list(match_ids)})
    return {row.match_id: OpenVotes(row.votes, row.home) for row in rows}


async def open_matches_of(tx: Transaction, user_id: int) -> tuple[int, ...]:
    """Return the numbers of the matches with a vote of a user that can still be changed."""
    query = select(VOTES.c.match_id).where(VOTES.c.voter_id == user_id, _IS_OPEN)
    return tuple((await tx.execute(query.order_by(VOTES.c.match_id))).scalars())


@forgets(VOTES)
async def forget_person(tx: Transaction, user_id: int, stand_in: int, name: str) -> None:
    """Replace a person in closed votes, and delete their open ones.

    They could vote again, so an open vote that stays would count twice.
    """
    row = VOTES.c
    await tx.execute(delete(VOTES).where(row.voter_id == user_id, _IS_OPEN))
    anonymous = {"voter_id": stand_in, "name": name, "words": ""}
    await tx.execute(update(VOTES).where(row.voter_id == user_id).values(anonymous))


async def plies_of_voter(tx: Transaction, match_id: int, voter_id: int) -> tuple[int, ...]:
    """Return the plies of the turns of a match on which someone has voted."""
    row = VOTES.c
    query = select(row.ply).where(row.match_id == match_id, row.voter_id == voter_id)
    return tuple((await tx.execute(query)).scalars())


async def running_of_voter(
    tx: Transaction, user_id: int, limit: int | None = None
) -> tuple[int, ...]:
    """Return the numbers of the running matches in which a user has voted or signed up."""
    match = MATCHES.c
    has_voted = exists().where(VOTES.c.match_id == match.id, VOTES.c.voter_id == user_id)
    is_member = exists().where(
        TEAM_MEMBERS.c.match_id == match.id, TEAM_MEMBERS.c.user_id == user_id
    )
    query = select(match.id).where(match.state == "running", or_(has_voted, is_member))
    return tuple((await tx.execute(query.order_by(match.id).limit(limit))).scalars())


async def waiting_for_members(tx: Transaction, shards: Shards = ALL) -> tuple[int, ...]:
    """Return the numbers of the matches in which some of those who have signed up have voted.

    :param shards: only servers of these shards.
    """
    is_seat = and_(SEATS.c.match_id == TEAMS.c.match_id, SEATS.c.seat == TEAMS.c.seat)
    is_turn = and_(MATCHES.c.id == TEAMS.c.match_id, MATCHES.c.to_move == TEAMS.c.seat)
    query = select(MATCHES.c.id).select_from(TEAMS.join(SEATS, is_seat).join(MATCHES, is_turn))
    has_votes = exists().where(VOTES.c.match_id == MATCHES.c.id, VOTES.c.ply == MATCHES.c.ply)
    query = query.where(TEAMS.c.voters == "members", MATCHES.c.state == "running", has_votes)
    rows = await tx.execute(query.where(shards.hold(SEATS.c.team_id)).order_by(MATCHES.c.id))
    return tuple(rows.scalars())


async def ended_between(
    tx: Transaction, guild_id: int, since: datetime, until: datetime, limit: int
) -> tuple[int, ...]:
    """Return the matches that a server's members have finished as a team, latest first."""
    match, seat = MATCHES.c, SEATS.c
    query = select(match.id).join(SEATS, seat.match_id == match.id)
    query = query.where(seat.user_id == guild_id, seat.team_id == guild_id, match.state == "over")
    query = query.where(match.ended_at >= since, match.ended_at < until)
    ids = await tx.execute(query.order_by(match.ended_number.desc()).limit(limit))
    return tuple(ids.scalars())
