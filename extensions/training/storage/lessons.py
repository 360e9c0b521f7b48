"""Progress in the lessons of the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import exists, func, select

from storage.database.tables import OwnerId, table_of
from storage.database.transaction import Transaction, insert
from storage.matches.match import MATCHES, SEATS


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A user's progress in a lesson, with the times of starting and first finishing it."""

    user_id: OwnerId
    game: str
    lesson: str
    """The key of the lesson."""
    begun_at: datetime
    finished_at: datetime | None = None
    seen_at: datetime | None = None
    """When they finished it with some solutions shown."""


LESSON_PROGRESS = table_of(
    "lesson_progress",
    LessonProgress,
    key=("user_id", "game", "lesson"),
    reported_as="lessons",
)

_KEY = ("user_id", "game", "lesson")


async def begin(tx: Transaction, user_id: int, game: str, lesson: str, now: datetime) -> None:
    """Store that a user has started a lesson, once."""
    values = {"user_id": user_id, "game": game, "lesson": lesson, "begun_at": now}
    added = insert(tx, LESSON_PROGRESS).values(values)
    await tx.execute(added.on_conflict_do_nothing(index_elements=_KEY))


async def finish(tx: Transaction, user_id: int, game: str, lesson: str, now: datetime) -> None:
    """Store that a user has finished a lesson, and keep the time of the first finish."""
    values = {"user_id": user_id, "game": game, "lesson": lesson, "begun_at": now}
    added = insert(tx, LESSON_PROGRESS).values(**values, finished_at=now)
    is_first = LESSON_PROGRESS.c.finished_at.is_(None)
    await tx.execute(
        added.on_conflict_do_update(index_elements=_KEY, set_={"finished_at": now}, where=is_first)
    )


async def see(tx: Transaction, user_id: int, game: str, lesson: str, now: datetime) -> None:
    """Store that a user has finished a lesson with some solutions shown."""
    values = {"user_id": user_id, "game": game, "lesson": lesson, "begun_at": now}
    added = insert(tx, LESSON_PROGRESS).values(**values, seen_at=now)
    await tx.execute(added.on_conflict_do_update(index_elements=_KEY, set_={"seen_at": now}))


async def of_user(tx: Transaction, user_id: int, game: str) -> tuple[LessonProgress, ...]:
    """Return a user's lessons of a game, in order of starting."""
    row = LESSON_PROGRESS.c
    query = select(*LESSON_PROGRESS.c).where(row.user_id == user_id, row.game == game)
    return tuple(LessonProgress(*each) for each in await tx.execute(query.order_by(row.begun_at)))


async def has_played(
    tx: Transaction, user_id: int, game: str, excluded_id: int | None = None
) -> bool:
    """Whether a user has a seat in any match of a game.

    :param excluded_id: a match to leave out.
    """
    seat, match = SEATS.c, MATCHES.c
    query = (
        select(seat.match_id)
        .join(MATCHES, match.id == seat.match_id)
        .where(seat.user_id == user_id, match.game == game)
    )
    if excluded_id is not None:
        query = query.where(match.id != excluded_id)
    return bool((await tx.execute(select(exists(query)))).scalar_one())


async def begun_by_game(tx: Transaction) -> dict[str, int]:
    """Return how many people have started a lesson, by game."""
    row = LESSON_PROGRESS.c
    query = select(row.game, func.count(row.user_id.distinct())).group_by(row.game)
    return {row[0]: row[1] for row in await tx.execute(query)}


async def finishers(tx: Transaction, game: str, lessons: Sequence[str], at_least: int) -> int:
    """Count the people who have finished a minimum number of these lessons of a game."""
    row = LESSON_PROGRESS.c
    of_person = (
        select(row.user_id)
        .where(row.game == game, row.lesson.in_(lessons), row.finished_at.is_not(None))
        .group_by(row.user_id)
        .having(func.count() >= at_least)
    )
    query = select(func.count()).select_from(of_person.subquery())
    return int((await tx.execute(query)).scalar_one())


async def players_by_game(tx: Transaction, at_least: int) -> dict[str, int]:
    """Count the people who have played a minimum number of non-aborted matches, by game."""
    seat, match = SEATS.c, MATCHES.c
    # Deleted people have unique negative ids.
    of_person = (
        select(match.game, seat.user_id)
        .join(MATCHES, match.id == seat.match_id)
        .where(seat.level.is_(None), seat.user_id > 0, match.state != "aborted")
        .group_by(match.game, seat.user_id)
        .having(func.count() >= at_least)
        .subquery()
    )
    query = select(of_person.c.game, func.count()).group_by(of_person.c.game)
    return {row[0]: row[1] for row in await tx.execute(query)}
