"""Daily puzzles of guilds, and tries at them on their day."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Index, case, func, select, update

from storage.database.shards import ALL, Shards
from storage.database.tables import OwnerId, Snowflake, table_of
from storage.database.transaction import Transaction, insert
from storage.members.preferences import PEOPLE
from storage.servers.settings import GUILD_SETTINGS


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a day, from the moment that its card is queued."""

    guild_id: Snowflake
    day: str
    """The day, formatted like `2026-10-31`."""
    channel_id: Snowflake
    game: str
    puzzle: str
    """The key of the puzzle."""
    closes_at: datetime
    """When its card shows the solution."""
    message_id: Snowflake | None = None
    """The message with its card, None until it is posted."""
    is_closed: bool = False
    """Whether its card shows the solution, or is about to."""


DAILY_PUZZLES = table_of(
    "daily_puzzle",
    DailyPuzzle,
    Index(None, "is_closed", "closes_at"),
    key=("guild_id", "day"),
)


@dataclass(frozen=True, slots=True)
class DailySolver:
    """A user who has tried the puzzle of a day, with the name at the time."""

    guild_id: Snowflake
    day: str
    user_id: OwnerId
    name: str
    at: datetime
    is_first_try: bool
    """Whether they solved it without a wrong move."""


DAILY_SOLVERS = table_of(
    "daily_solver",
    DailySolver,
    Index(None, "user_id"),
    key=("guild_id", "day", "user_id"),
    reported_as="daily_puzzles",
)


@dataclass(frozen=True, slots=True)
class Solved:
    """A user's number of daily puzzles solved on the first try, with the last name."""

    user_id: int
    name: str
    count: int


async def add(tx: Transaction, daily: DailyPuzzle) -> None:
    """Add the puzzle of a day."""
    await tx.execute(DAILY_PUZZLES.insert().values(asdict(daily)))


async def get(tx: Transaction, guild_id: int, day: str) -> DailyPuzzle | None:
    """Return the puzzle of a day in a guild."""
    row = DAILY_PUZZLES.c
    query = select(*DAILY_PUZZLES.c).where(row.guild_id == guild_id, row.day == day)
    result = (await tx.execute(query)).one_or_none()
    return None if result is None else DailyPuzzle(*result)


async def latest(tx: Transaction, guild_id: int, limit: int) -> tuple[DailyPuzzle, ...]:
    """Return the latest puzzles of a guild, latest first."""
    row = DAILY_PUZZLES.c
    query = select(*DAILY_PUZZLES.c).where(row.guild_id == guild_id).order_by(row.day.desc())
    return tuple(DailyPuzzle(*each) for each in await tx.execute(query.limit(limit)))


async def open_with(
    tx: Transaction, guild_ids: Collection[int], puzzle: str, now: datetime
) -> tuple[DailyPuzzle, ...]:
    """Return the daily puzzles of some guilds that show a certain puzzle and are still open."""
    row = DAILY_PUZZLES.c
    query = select(*DAILY_PUZZLES.c).where(
        row.guild_id.in_(list(guild_ids)),
        row.puzzle == puzzle,
        row.is_closed.is_(False),
        row.closes_at > now,
    )
    return tuple(DailyPuzzle(*each) for each in await tx.execute(query))


async def before(tx: Transaction, guild_id: int, day: str) -> DailyPuzzle | None:
    """Return the latest posted puzzle of a guild before a day."""
    row = DAILY_PUZZLES.c
    query = select(*DAILY_PUZZLES.c).where(
        row.guild_id == guild_id, row.day < day, row.message_id.is_not(None)
    )
    result = (await tx.execute(query.order_by(row.day.desc()).limit(1))).one_or_none()
    return None if result is None else DailyPuzzle(*result)


async def times_given(tx: Transaction, guild_id: int) -> dict[str, int]:
    """Return how often a guild was given each puzzle that was posted."""
    row = DAILY_PUZZLES.c
    query = select(row.puzzle, func.count()).where(row.guild_id == guild_id)
    query = query.where(row.message_id.is_not(None)).group_by(row.puzzle)
    return {each[0]: each[1] for each in await tx.execute(query)}


async def set_message(tx: Transaction, guild_id: int, day: str, message_id: int) -> None:
    """Store the message of a day's card."""
    row = DAILY_PUZZLES.c
    of_day = update(DAILY_PUZZLES).where(row.guild_id == guild_id, row.day == day)
    await tx.execute(of_day.values(message_id=message_id))


async def over(tx: Transaction, now: datetime, limit: int) -> tuple[DailyPuzzle, ...]:
    """Return the puzzles of past days whose cards don't show the solution yet."""
    row = DAILY_PUZZLES.c
    query = select(*DAILY_PUZZLES.c).where(row.is_closed.is_(False), row.closes_at <= now)
    return tuple(DailyPuzzle(*each) for each in await tx.execute(query.limit(limit)))


async def close(tx: Transaction, guild_id: int, day: str) -> bool:
    """Claim the puzzle of a day to show its solution. Return False if it is claimed already."""
    row = DAILY_PUZZLES.c
    is_open = (row.guild_id == guild_id, row.day == day, row.is_closed.is_(False))
    closed = await tx.execute(update(DAILY_PUZZLES).where(*is_open).values(is_closed=True))
    return closed.rowcount == 1


async def note_try(tx: Transaction, solver: DailySolver) -> None:
    """Store a user's first try. Later ones don't count."""
    added = insert(tx, DAILY_SOLVERS).values(asdict(solver))
    await tx.execute(added.on_conflict_do_nothing(index_elements=["guild_id", "day", "user_id"]))


async def tries(tx: Transaction, guild_id: int, day: str) -> tuple[int, int]:
    """Return how many people tried the puzzle of a day, and solved it on the first try."""
    row = DAILY_SOLVERS.c
    right = func.sum(case((row.is_first_try, 1), else_=0))
    query = select(func.count(), right).where(row.guild_id == guild_id, row.day == day)
    tried, solved = (await tx.execute(query)).one()
    return tried, int(solved or 0)


async def named(tx: Transaction, guild_id: int, day: str, limit: int) -> tuple[DailySolver, ...]:
    """Return those who solved it on the first try and may be named, in order."""
    row, person = DAILY_SOLVERS.c, PEOPLE.c
    query = (
        select(*DAILY_SOLVERS.c)
        .join(PEOPLE, person.user_id == row.user_id)
        .where(row.guild_id == guild_id, row.day == day, row.is_first_try.is_(True))
        .where(person.named_as_solver.is_(True))
        .order_by(row.at, row.user_id)
    )
    return tuple(DailySolver(*each) for each in await tx.execute(query.limit(limit)))


async def table(
    tx: Transaction, guild_id: int, first_day: str, last_day: str, limit: int
) -> tuple[Solved, ...]:
    """Return those who solved most on the first try between two days and may be named."""
    row, person = DAILY_SOLVERS.c, PEOPLE.c
    later = DAILY_SOLVERS.alias()
    last_name = (
        select(later.c.name)
        .where(later.c.user_id == row.user_id, later.c.guild_id == guild_id)
        .where(later.c.day.between(first_day, last_day))
        .order_by(later.c.day.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = (
        select(row.user_id, last_name, func.count())
        .join(PEOPLE, person.user_id == row.user_id)
        .where(row.guild_id == guild_id, row.day.between(first_day, last_day))
        .where(row.is_first_try.is_(True), person.named_as_solver.is_(True))
        .group_by(row.user_id)
        .order_by(func.count().desc(), row.user_id)
    )
    return tuple(Solved(*each) for each in await tx.execute(query.limit(limit)))


async def is_any_open(
    tx: Transaction, guild_id: int, first_day: str, last_day: str, now: datetime
) -> bool:
    """Whether a puzzle of a guild between two days can still be solved."""
    row = DAILY_PUZZLES.c
    query = select(row.day).where(
        row.guild_id == guild_id, row.day.between(first_day, last_day), row.closes_at > now
    )
    return (await tx.execute(query.limit(1))).first() is not None


async def totals(tx: Transaction, guild_id: int, first_day: str, last_day: str) -> tuple[int, int]:
    """Return how many puzzles were posted between two days, and how many first tries solved one."""
    of_puzzle, row = DAILY_PUZZLES.c, DAILY_SOLVERS.c
    days = select(func.count()).where(
        of_puzzle.guild_id == guild_id,
        of_puzzle.day.between(first_day, last_day),
        of_puzzle.message_id.is_not(None),
    )
    solved = select(func.count()).where(
        row.guild_id == guild_id,
        row.day.between(first_day, last_day),
        row.is_first_try.is_(True),
    )
    return (
        int((await tx.execute(days)).scalar_one()),
        int((await tx.execute(solved)).scalar_one()),
    )


async def open_in(tx: Transaction, first_day: str, last_day: str, now: datetime) -> tuple[int, ...]:
    """Return the guilds with a puzzle between two days that can still be solved."""
    row = DAILY_PUZZLES.c
    query = (
        select(row.guild_id)
        .distinct()
        .where(row.is_closed.is_(False), row.closes_at > now, row.day.between(first_day, last_day))
    )
    return tuple((await tx.execute(query)).scalars())


async def due_in(
    tx: Transaction, now: datetime, limit: int, shards: Shards = ALL
) -> tuple[int, ...]:
    """Return the guilds of some shards whose daily puzzle is due."""
    row = GUILD_SETTINGS.c
    is_due = row.puzzle_at <= now, shards.hold(row.guild_id)
    rows = await tx.execute(select(row.guild_id).where(*is_due).limit(limit))
    return tuple(rows.scalars())


async def claim(tx: Transaction, guild_id: int, now: datetime, following: datetime) -> bool:
    """Claim the puzzle of a guild that is due, and set when the following one is.

    :returns: False if it is claimed already, or turned off.
    """
    row = GUILD_SETTINGS.c
    is_due = row.guild_id == guild_id, row.puzzle_at <= now
    claimed = await tx.execute(update(GUILD_SETTINGS).where(*is_due).values(puzzle_at=following))
    return claimed.rowcount == 1
