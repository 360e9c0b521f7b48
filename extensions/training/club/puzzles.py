"""Puzzles for a solver: choosing one, recording the tries, and rating solver and puzzle.

The state of a puzzle follows from the tried moves (`engine.puzzles.library`), which the front
carries along. Only the outcome of the first try is stored, because nothing else counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from club.calendar import DAY
from club.club import Club
from club.members.own_day import EVERY_DAY, OwnDay, own_day_of
from club.ratings.ratings import CENTRE, UNKNOWN, Rating, rated
from club.references import Command
from engine.puzzles import WINS, Puzzle, puzzle, puzzles
from engine.puzzles.library import Theme
from extensions.training.storage import daily
from extensions.training.storage import puzzles as stored_puzzles
from extensions.training.storage.daily import DailyPuzzle, DailySolver
from extensions.training.storage.puzzles import Attempt, AttemptOutcome, PuzzleRating, SolverRating
from language.lists import row_of
from language.texts import N_, lazy_gettext
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.store import transactional
from storage.database.transaction import Transaction
from storage.members import membership as stored_members
from storage.members import preferences

USUAL_DEPTH = 2
"""The number of turns of a puzzle whose initial rating equals that of a new solver."""

A_TURN = 200.0
"""The initial rating difference per additional turn of a puzzle, in points."""

RATING_TOLERANCE = 50
"""Puzzles whose rating distance from a solver differs by less are equally suitable."""


def first_rating(puzzle: Puzzle) -> PuzzleRating:
    """Return the initial rating of a puzzle."""
    depth = puzzle.turns if puzzle.goal == WINS else USUAL_DEPTH
    mu = CENTRE + A_TURN * (depth - USUAL_DEPTH)
    return PuzzleRating(puzzle.key, puzzle.game, mu, UNKNOWN, 0)


def first_solver_rating(user_id: int, game: str, now: datetime) -> SolverRating:
    """Return the initial rating of a solver in a game."""
    return SolverRating(user_id, game, CENTRE, UNKNOWN, 0, now)


def rating_of(solver: SolverRating) -> Rating:
    """Convert a solver's rating."""
    last_at = solver.last_at if solver.played else None
    return Rating(solver.mu, solver.sigma, solver.played, last_at)


def after_try(
    solver: SolverRating, puzzle: PuzzleRating, *, is_right: bool, now: datetime
) -> tuple[SolverRating, PuzzleRating]:
    """Return both ratings after a first try."""
    people, puzzles = rated(
        (rating_of(solver), Rating(puzzle.mu, puzzle.sigma, puzzle.played)),
        (1, 2) if is_right else (2, 1),
        now,
    )
    return (
        SolverRating(solver.user_id, solver.game, people.mu, people.sigma, people.played, now),
        PuzzleRating(puzzle.puzzle, puzzle.game, puzzles.mu, puzzles.sigma, puzzles.played),
    )


@dataclass(frozen=True, slots=True)
class SolverPuzzle:
    """A puzzle with the ratings and the attempt of its solver."""

    puzzle: Puzzle
    attempt: Attempt
    rating: PuzzleRating
    solver: SolverRating

    @property
    def counts(self) -> bool:
        """Whether the next try is the first one, which counts."""
        return self.attempt.outcome == "open"


@dataclass(frozen=True, slots=True)
class TryResult:
    """The effect of a try, or of giving up."""

    outcome: AttemptOutcome
    """The outcome of the first try."""
    is_first: bool
    """Whether this was the first try."""
    before: SolverRating
    after: SolverRating
    """The same as `before` if it was not the first try."""
    streak: int = 0
    """The streak in days, if the puzzle was just solved for the first time."""
    asks_name: bool = False
    """Whether to ask if the solver wants to be named for this daily puzzle."""


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """A solver's results over all puzzles."""

    ratings: tuple[SolverRating, ...]
    """Ratings, most tried game first."""
    solved: int
    """Solved puzzles, including those that took several tries."""
    at_first_try: int
    tried: int
    streak: int
    """Consecutive days with a solved puzzle."""


class Puzzles:
    """Gives suitable puzzles and rates the tries."""

    def __init__(self, club: Club) -> None:
        self._store = club.store
        self._membership = club.membership
        self._clock = club.clock
        self._random = club.random

    @transactional
    async def give(
        self, tx: Transaction, user_id: int, game: Game | None = None, theme: Theme | None = None
    ) -> SolverPuzzle:
        """Give a user a puzzle: the open one, a suitable new one, or one they have missed.

        :param game: None for any game, preferably one they play.
        :param theme: the theme of its solution, or None for any.
        :raises Refusal: `no_puzzles`, `no_puzzles_left`.
        """
        puzzle = await self._open(tx, user_id, game, theme)
        puzzle = puzzle or await self._choose(tx, user_id, game, theme)
        now = self._clock()
        await stored_puzzles.begin(tx, Attempt(user_id, puzzle.key, puzzle.game, now, "open"))
        return await self._solver_puzzle(tx, user_id, puzzle)

    def example(self, game: Game | None, theme: Theme | None = None) -> Puzzle:
        """Return any puzzle of a game or of all, for visitors who are not signed in.

        :raises Refusal: `no_puzzles`, `no_puzzles_left`.
        """
        if game is None:
            game = GAMES[self._random.choice([key for key in GAMES if puzzles(key)])]
        check_has_puzzles(game)
        candidates = [each for each in puzzles(game.key) if _is_about(each, theme)]
        if not candidates:
            assert theme is not None
            raise _no_more_of(theme)
        return self._random.choice(candidates)

    @transactional
    async def begin(self, tx: Transaction, user_id: int, key: str) -> SolverPuzzle:
        """Give a user a puzzle by its key.

        :raises Refusal: `unknown_puzzle`.
        """
        puzzle = puzzle_of(key)
        now = self._clock()
        await stored_puzzles.begin(tx, Attempt(user_id, puzzle.key, puzzle.game, now, "open"))
        return await self._solver_puzzle(tx, user_id, puzzle)

    async def begin_daily(self, user_id: int, name: str, of_day: DailyPuzzle) -> SolverPuzzle:
        """Give a member the daily puzzle of a server.

        This records their membership, so that their first try counts on the server's card wherever
        it is made, and so does an earlier one of that day.

        :raises Refusal: `unknown_puzzle`.
        """
        await self._membership.note_seen(of_day.guild_id, user_id, name, is_new=True)
        current = await self.begin(user_id, of_day.puzzle)
        tried_at = _first_try_at(current.attempt, of_day)
        if tried_at is not None:
            is_right = current.attempt.outcome == "solved"
            solver = DailySolver(of_day.guild_id, of_day.day, user_id, name, tried_at, is_right)
            await self._store.write(lambda tx: daily.note_try(tx, solver))
        return current

    async def view(self, user_id: int, puzzle: Puzzle) -> SolverPuzzle:
        """Return a puzzle with a user's attempt."""
        return await self._store.read(lambda tx: self._solver_puzzle(tx, user_id, puzzle))

    async def record_miss(
        self, user_id: int, name: str, guild_id: int | None, puzzle: Puzzle
    ) -> TryResult:
        """Record a wrong move.

        :param name: the user's name in this server.
        """
        return await self._store.write(
            lambda tx: self._decide(tx, user_id, name, guild_id, puzzle, "missed")
        )

    @transactional
    async def solve(
        self, tx: Transaction, user_id: int, name: str, guild_id: int | None, puzzle: Puzzle
    ) -> TryResult:
        """Record that a user has found the whole solution."""
        result = await self._decide(tx, user_id, name, guild_id, puzzle, "solved")
        now = self._clock()
        if not await stored_puzzles.note_solved(tx, user_id, puzzle.key, now):
            return result
        own = own_day_of(await preferences.get(tx, user_id))
        count = streak(await stored_puzzles.solved_at(tx, user_id), now, own)
        return replace(result, streak=count)

    @transactional
    async def give_up(
        self, tx: Transaction, user_id: int, name: str, guild_id: int | None, puzzle: Puzzle
    ) -> TryResult:
        """Record that a user has given up and seen the solution."""
        result = await self._decide(tx, user_id, name, guild_id, puzzle, "shown")
        await stored_puzzles.note_shown(tx, user_id, puzzle.key)
        return result

    async def record_of(self, user_id: int) -> PuzzleRecord:
        """Return a user's results over all puzzles."""
        async with self._store.read() as tx:
            moments = await stored_puzzles.solved_at(tx, user_id)
            counts = await stored_puzzles.counts(tx, user_id)
            own = own_day_of(await preferences.get(tx, user_id))
            return PuzzleRecord(
                await stored_puzzles.of_solver(tx, user_id),
                len(moments),
                counts.get("solved", 0),
                sum(count for outcome, count in counts.items() if outcome != "open"),
                streak(moments, self._clock(), own),
            )

    async def _open(
        self, tx: Transaction, user_id: int, game: Game | None, theme: Theme | None
    ) -> Puzzle | None:
        """Return the user's latest open puzzle of this game and theme that is not retired."""
        for attempt in await stored_puzzles.latest_open(tx, user_id):
            puzzle = _unretired_puzzle(attempt)
            if puzzle is None or not _is_about(puzzle, theme):
                continue
            if game is None or game.key == puzzle.game:
                return puzzle
        return None

    async def _choose(
        self, tx: Transaction, user_id: int, game: Game | None, theme: Theme | None
    ) -> Puzzle:
        if game is not None:
            check_has_puzzles(game)
            puzzle = await self._new(tx, user_id, game.key, theme)
            puzzle = puzzle or await self._missed_before(tx, user_id, [game.key], theme)
            if puzzle is None and theme is not None:
                raise _no_more_of(theme)
            if puzzle is None:
                raise Refusal(
                    "no_puzzles_left",
                    N_(
                        "You've solved every {game} puzzle. Well done! Find an opponent with "
                        "{command}."
                    ),
                    game=game.name,
                    command=Command("challenge"),
                )
            return puzzle
        played = await stored_puzzles.games_played(tx, user_id)
        games = [key for key in GAMES if puzzles(key)]
        self._random.shuffle(games)
        for key in sorted(games, key=lambda key: key not in played):
            puzzle = await self._new(tx, user_id, key, theme)
            if puzzle is not None:
                return puzzle
        puzzle = await self._missed_before(tx, user_id, games, theme)
        if puzzle is None and theme is not None:
            raise _no_more_of(theme)
        if puzzle is None:
            raise Refusal(
                "no_puzzles_left",
                N_("You've solved all my puzzles. Well done! Find an opponent with {command}."),
                command=Command("challenge"),
            )
        return puzzle

    async def _new(
        self, tx: Transaction, user_id: int, game: str, theme: Theme | None
    ) -> Puzzle | None:
        """Return a puzzle of a game that is new to the user and closest to their rating."""
        attempted = await stored_puzzles.attempted(tx, user_id, game)
        candidates = [
            each for each in puzzles(game) if each.key not in attempted and _is_about(each, theme)
        ]
        if not candidates:
            return None
        mu = (await _solver(tx, user_id, game, self._clock())).mu
        rating_by_key = await stored_puzzles.of_game(tx, game)
        self._random.shuffle(candidates)
        return min(
            candidates,
            key=lambda each: abs(_rating(each, rating_by_key).mu - mu) // RATING_TOLERANCE,
        )

    async def _missed_before(
        self, tx: Transaction, user_id: int, games: Collection[str], theme: Theme | None
    ) -> Puzzle | None:
        """Return a puzzle that the user has missed and not solved since."""
        unsolved = [
            _unretired_puzzle(attempt) for attempt in await stored_puzzles.unsolved(tx, user_id)
        ]
        candidates = [
            candidate
            for candidate in unsolved
            if candidate is not None and candidate.game in games and _is_about(candidate, theme)
        ]
        return self._random.choice(candidates) if candidates else None

    async def _solver_puzzle(self, tx: Transaction, user_id: int, puzzle: Puzzle) -> SolverPuzzle:
        now = self._clock()
        attempt = await stored_puzzles.get(tx, user_id, puzzle.key)
        return SolverPuzzle(
            puzzle,
            attempt or Attempt(user_id, puzzle.key, puzzle.game, now, "open"),
            await stored_puzzles.of_puzzle(tx, puzzle.key) or first_rating(puzzle),
            await _solver(tx, user_id, puzzle.game, now),
        )

    async def _decide(
        self,
        tx: Transaction,
        user_id: int,
        name: str,
        guild_id: int | None,
        puzzle: Puzzle,
        outcome: AttemptOutcome,
    ) -> TryResult:
        """Store the outcome of a first try and rate it."""
        now = self._clock()
        # The user may have deleted their data since the page was shown.
        await stored_puzzles.begin(tx, Attempt(user_id, puzzle.key, puzzle.game, now, "open"))
        if not await stored_puzzles.decide(tx, user_id, puzzle.key, outcome):
            attempt = await stored_puzzles.get(tx, user_id, puzzle.key)
            assert attempt is not None
            solver = await _solver(tx, user_id, puzzle.game, now)
            return TryResult(attempt.outcome, False, solver, solver)
        before = await stored_puzzles.take_solver(
            tx, first_solver_rating(user_id, puzzle.game, now)
        )
        rating = await stored_puzzles.take_puzzle(tx, first_rating(puzzle))
        is_right = outcome == "solved"
        after, rating = after_try(before, rating, is_right=is_right, now=now)
        await stored_puzzles.save(tx, after, rating)
        names = {each.guild_id: each.name for each in await stored_members.of_user(tx, user_id)}
        if guild_id is not None:
            names[guild_id] = name
        dailies = await daily.open_with(tx, names, puzzle.key, now)
        for each in dailies:
            solver = DailySolver(
                each.guild_id, each.day, user_id, names[each.guild_id], now, is_right
            )
            await daily.note_try(tx, solver)
        asks_name = bool(dailies) and is_right
        asks_name = asks_name and (await preferences.get(tx, user_id)).named_as_solver is None
        return TryResult(outcome, True, before, after, asks_name=asks_name)


def puzzle_of(key: str) -> Puzzle:
    """Return a puzzle by its key.

    :raises Refusal: `unknown_puzzle`.
    """
    result = puzzle(key)
    if result is None:
        raise Refusal(
            "unknown_puzzle",
            N_("That puzzle no longer exists. Get another one with {command}."),
            command=Command("puzzle"),
        )
    return result


def check_has_puzzles(game: Game) -> None:
    """Check that a game has puzzles.

    :raises Refusal: `no_puzzles`.
    """
    if not puzzles(game.key):
        others = [each.name for key, each in GAMES.items() if puzzles(key)]
        if not others:
            words = N_("There are no {game} puzzles yet.")
            raise Refusal("no_puzzles", words, game=game.name)
        words = N_("There are no {game} puzzles yet. Choose {games}.")
        raise Refusal("no_puzzles", words, game=game.name, games=row_of(others))


async def _solver(tx: Transaction, user_id: int, game: str, now: datetime) -> SolverRating:
    solver_ratings = await stored_puzzles.of_solver(tx, user_id)
    own = next((rating for rating in solver_ratings if rating.game == game), None)
    return own or first_solver_rating(user_id, game, now)


def _first_try_at(attempt: Attempt, of_day: DailyPuzzle) -> datetime | None:
    """Return when a daily puzzle was first tried, if that was on its day."""
    began = of_day.closes_at - DAY
    if attempt.outcome == "solved" and attempt.solved_at is not None:
        return attempt.solved_at if attempt.solved_at >= began else None
    return attempt.begun_at if attempt.outcome != "open" and attempt.begun_at >= began else None


def _rating(puzzle: Puzzle, rating_by_key: dict[str, PuzzleRating]) -> PuzzleRating:
    return rating_by_key.get(puzzle.key) or first_rating(puzzle)


def _unretired_puzzle(attempt: Attempt) -> Puzzle | None:
    """Return the puzzle of an attempt, unless it is retired."""
    attempted = puzzle(attempt.puzzle)
    return None if attempted is None or attempted.is_retired else attempted


def _is_about(puzzle: Puzzle, theme: Theme | None) -> bool:
    return theme is None or theme.key in puzzle.themes


def _no_more_of(theme: Theme) -> Refusal:
    return Refusal(
        "no_puzzles_left",
        N_("You've solved every puzzle with the theme “{theme}”. Choose another theme."),
        theme=lazy_gettext(theme.name),
    )


def streak(solved_at: Iterable[datetime], now: datetime, own: OwnDay = EVERY_DAY) -> int:
    """Return the number of consecutive days with a solved puzzle.

    The last day is today, or yesterday if none was solved today yet.

    :param solved_at: the times of the solutions, latest first.
    """
    expected, count = own.date_of(now), 0
    for moment in solved_at:
        day = own.date_of(moment)
        if count == 0 and day == expected - DAY:
            expected = day
        if day == expected:
            count += 1
            expected -= DAY
        elif day < expected:
            break
    return count
