"""Choosing, queueing and closing the daily puzzle of each server.

It is queued in the transaction that sets when the next one is due (`GuildSettings.puzzle_at`), so
only one process posts it, and a crash leaves it in the outbox.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from random import Random

from club.calendar import DAY, moment_at, zone_named
from club.club import Club
from club.members.cities import city_of
from club.outbox import queue
from club.outbox.kinds import ChannelPost, NewPost
from club.ratings.summaries import OPEN_UNTIL
from club.servers.pages import PublicServer
from club.servers.settings import SETTINGS, Setting, channel_words, game_words, one_of
from engine.puzzles import Puzzle, puzzles
from extensions.training.storage import daily
from extensions.training.storage.daily import DailyPuzzle, DailySolver, Solved
from language.lists import row_of
from language.texts import N_
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.store import transactional
from storage.database.transaction import Transaction
from storage.matches.match import Place
from storage.members import preferences
from storage.members.preferences import Preferences
from storage.servers import settings as stored_settings
from storage.servers.settings import GuildSettings

MAX_AT_ONCE = 500
"""Maximum number of servers whose puzzles are queued per round."""

MAX_NAMED = 20
"""Maximum number of solvers named on a card."""

MAX_PAGES = 30
"""Number of days whose puzzles have linked pages."""

MAX_IN_TABLE = 10
"""Maximum number of solvers in a monthly table."""


def _check_puzzle_games(keys: tuple[str, ...]) -> None:
    if not all(key in GAMES and puzzles(key) for key in keys):
        raise Refusal("game", N_("There are no puzzles for that game. Choose another one."))


def zone_words(zone: str | None) -> str:
    """Return a server's time zone by its city."""
    return "UTC" if zone is None else city_of(zone)


async def _with_puzzle_at(
    tx: Transaction, before: GuildSettings, after: GuildSettings, now: datetime
) -> GuildSettings:
    """Return the changed settings with the moment when the next puzzle is due.

    The first puzzle is posted at the next chosen hour, but never twice on one day.
    """
    if after.puzzle_channel_id is None:
        return replace(after, puzzle_at=None)
    is_same = (before.puzzle_hour, before.zone) == (after.puzzle_hour, after.zone)
    if before.puzzle_at is not None and is_same:
        return after
    latest_puzzles = await daily.latest(tx, after.guild_id, 1)
    latest = max([latest_day(after, now), *(each.day for each in latest_puzzles)])
    return replace(after, puzzle_at=moment_of(after, day_after(latest)))


PUZZLE_CHANNEL: Setting[int | None] = Setting(
    "puzzle_channel_id",
    N_("{time} {name} put the daily puzzle in {after} (before: {before})"),
    channel_words,
    complete=_with_puzzle_at,
)
"""The channel of daily puzzles, or None."""

PUZZLE_HOUR: Setting[int] = Setting(
    "puzzle_hour",
    N_("{time} {name} moved the daily puzzle to {after} (before: {before})"),
    lambda hour: f"{hour:02}:00",
    one_of(range(24), "hour", N_("Choose an hour from the list.")),
    complete=_with_puzzle_at,
)
"""The hour of daily puzzles, in the server's time zone."""

TIME_ZONE: Setting[str | None] = Setting(
    "zone",
    N_("{time} {name} set the time zone to {after} (before: {before})"),
    zone_words,
    complete=_with_puzzle_at,
)
"""The time zone of daily posts, or None for UTC."""

PUZZLE_GAMES: Setting[tuple[str, ...]] = Setting(
    "puzzle_games",
    N_("{time} {name} set the daily puzzle games to {after} (before: {before})"),
    lambda keys: row_of([game_words(key) for key in keys]) or game_words(None),
    _check_puzzle_games,
)
"""The games of daily puzzles. An empty tuple stands for all."""

SETTINGS.update(
    {each.field: each for each in (PUZZLE_CHANNEL, PUZZLE_HOUR, PUZZLE_GAMES, TIME_ZONE)}
)


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a daily puzzle."""

    tried: int
    solved: int
    """The number of members who solved it on the first try."""
    named: tuple[DailySolver, ...]
    """The solvers who agreed to be named, earliest first."""


@dataclass(frozen=True, slots=True)
class MonthlyTable:
    """The results of a server's daily puzzles in a month."""

    posted: int
    solved: int
    """Total number of solutions on the first try."""
    best: tuple[Solved, ...]
    """The best of the solvers who agreed to be named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPost(ChannelPost):
    """A post of the card of a daily puzzle."""

    is_drawn = True

    day: str
    """The day, formatted like `2026-10-31`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlePost(DayPost):
    """The daily puzzle of a server."""

    kind = "puzzle"


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleOverPost(DayPost):
    """An update of a daily puzzle's card with the solution and the solvers."""

    kind = "puzzle over"


def has_page(puzzle: DailyPuzzle, server: PublicServer) -> bool:
    """Whether a daily puzzle is posted where everyone can read it."""
    is_posted = puzzle.message_id is not None
    return is_posted and server.shows(Place(puzzle.guild_id, puzzle.channel_id))


@OPEN_UNTIL.add
async def with_open_puzzle(month: tuple[Transaction, str, datetime]) -> tuple[int, ...]:
    """Return the servers whose last daily puzzle of a month isn't over yet."""
    tx, name, now = month
    return await daily.open_in(tx, f"{name}-01", f"{name}-31", now)


def puzzle_post(guild_id: int, channel_id: int, day: str, now: datetime) -> NewPost:
    """Return the daily puzzle of a server.

    :param day: formatted like `2026-10-31`.
    """
    post = PuzzlePost(guild_id=guild_id, channel_id=channel_id, day=day)
    return NewPost(f"z{_day_key(guild_id, day)}", post, now)


def puzzle_over_post(puzzle: DailyPuzzle, now: datetime) -> NewPost:
    """Return an update of a daily puzzle's card with the solution and the solvers."""
    guild_id, day = puzzle.guild_id, puzzle.day
    post = PuzzleOverPost(guild_id=guild_id, channel_id=puzzle.channel_id, day=day)
    return NewPost(f"w{_day_key(guild_id, day)}", post, now)


def _day_key(guild_id: int, day: str) -> str:
    return f"{guild_id}{date.fromisoformat(day):%y%j}"


class DailyPuzzles:
    """The daily puzzles of all servers."""

    def __init__(self, club: Club) -> None:
        self._store = club.store
        self._membership = club.membership
        self._clock = club.clock
        self._shards = club.shards

    async def queue_due(self) -> None:
        """Queue due puzzles, and the solutions of those whose day is over."""
        await self._close_due()
        now = self._clock()
        async with self._store.read() as tx:
            guild_ids = await daily.due_in(tx, now, MAX_AT_ONCE, self._shards)
        for guild_id in guild_ids:
            await self._queue(guild_id)

    async def with_pages(self, server: PublicServer) -> tuple[DailyPuzzle, ...]:
        """Return a server's latest daily puzzles that have pages, latest first."""
        latest = await self._store.read(lambda tx: daily.latest(tx, server.guild_id, MAX_PAGES))
        return tuple(each for each in latest if has_page(each, server))

    async def of(self, guild_id: int, day: str) -> DailyPuzzle | None:
        """Return the daily puzzle of a server, if any."""
        return await self._store.read(lambda tx: daily.get(tx, guild_id, day))

    async def set_message(self, guild_id: int, day: str, message_id: int) -> None:
        """Store the message of a puzzle's card."""
        await self._store.write(lambda tx: daily.set_message(tx, guild_id, day, message_id))

    async def results(self, guild_id: int, day: str) -> Results:
        """Return the results of a daily puzzle so far."""
        async with self._store.read() as tx:
            tried, solved = await daily.tries(tx, guild_id, day)
            named = await daily.named(tx, guild_id, day, MAX_NAMED)
            return Results(tried, solved, named)

    async def table(self, guild_id: int, month: str) -> MonthlyTable | None:
        """Return the results of a month's daily puzzles, or None if there were none.

        Also None until the last one is over.

        :param month: formatted like `2026-10`.
        """
        first, last = f"{month}-01", f"{month}-31"
        async with self._store.read() as tx:
            posted, solved = await daily.totals(tx, guild_id, first, last)
            if not posted or await daily.is_any_open(tx, guild_id, first, last, self._clock()):
                return None
            best = await daily.table(tx, guild_id, first, last, MAX_IN_TABLE)
            return MonthlyTable(posted, solved, best)

    @transactional
    async def set_named_as_solver(self, tx: Transaction, user_id: int, is_on: bool) -> Preferences:
        """Set whether a user is named as a solver on the cards of daily puzzles."""
        person = await preferences.get(tx, user_id, locked=True)
        person = replace(person, named_as_solver=is_on)
        await preferences.save(tx, person)
        return person

    @transactional
    async def _queue(self, tx: Transaction, guild_id: int) -> None:
        """Choose and queue the latest puzzle of a server, unless another process already has."""
        settings = self._membership.existing(await stored_settings.get(tx, guild_id))
        now = self._clock()
        day = latest_day(settings, now)
        closes_at = moment_of(settings, day_after(day))
        if not await daily.claim(tx, guild_id, now, closes_at):
            return
        channel_id = settings.puzzle_channel_id
        puzzle = None if channel_id is None else await _choose(tx, settings, day)
        if channel_id is None or puzzle is None:
            return
        await daily.add(
            tx,
            DailyPuzzle(
                guild_id,
                day,
                channel_id,
                puzzle.game,
                puzzle.key,
                closes_at,
            ),
        )
        await queue.enqueue(tx, puzzle_post(guild_id, channel_id, day, now))

    async def _close_due(self) -> None:
        now = self._clock()
        ended = await self._store.read(lambda tx: daily.over(tx, now, MAX_AT_ONCE))
        for puzzle in ended:
            await self._close(puzzle, now)

    @transactional
    async def _close(self, tx: Transaction, puzzle: DailyPuzzle, now: datetime) -> None:
        if not await daily.close(tx, puzzle.guild_id, puzzle.day):
            return
        # Its card may have been posted in the meantime.
        current = await daily.get(tx, puzzle.guild_id, puzzle.day)
        if current is not None and current.message_id is not None:
            await queue.enqueue(tx, puzzle_over_post(puzzle, now))


async def _choose(tx: Transaction, settings: GuildSettings, day: str) -> Puzzle | None:
    """Choose the puzzle of a day deterministically.

    It is one that the server has had least often, from the game that has not come up for longest.
    """
    games = [key for key in settings.puzzle_games or GAMES if key in GAMES and puzzles(key)]
    times = await daily.times_given(tx, settings.guild_id)
    candidates = [puzzle for key in games for puzzle in puzzles(key)]
    if not candidates:
        return None
    fewest = min(times.get(candidate.key, 0) for candidate in candidates)
    remaining = [candidate for candidate in candidates if times.get(candidate.key, 0) == fewest]
    random = Random(f"{settings.guild_id} {day}")
    random.shuffle(remaining)
    latest = await daily.latest(tx, settings.guild_id, len(GAMES))
    return max(remaining, key=lambda each: _days_since(latest, each.game))


def _days_since(latest: Sequence[DailyPuzzle], game: str) -> int:
    """Return how many puzzles ago a server had one of a game, at most the number of `latest`."""
    return next((place for place, each in enumerate(latest) if each.game == game), len(latest))


def latest_day(settings: GuildSettings, now: datetime) -> str:
    """Return the latest day on which the hour of a server has passed, such as `2026-10-31`."""
    today = now.astimezone(zone_named(settings.zone)).date()
    is_due = moment_of(settings, today.isoformat()) <= now
    return (today if is_due else today - DAY).isoformat()


def moment_of(settings: GuildSettings, day: str) -> datetime:
    """Return when the puzzle of a day is due in a server, in UTC."""
    return moment_at(date.fromisoformat(day), settings.puzzle_hour, settings.zone)


def day_after(day: str) -> str:
    """Return the next day."""
    return (date.fromisoformat(day) + DAY).isoformat()
