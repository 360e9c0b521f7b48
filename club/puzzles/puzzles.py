"""The puzzles as somebody meets them: which one they are given, and what comes of their tries.

Where somebody stands in a puzzle follows from the moves that they have tried
(`engine.puzzles.standing`), which whoever shows it carries along. Stored is whon the first try was,
because that alone counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from club.members.membership import Membership
from club.puzzles import days
from club.puzzles.puzzle_ratings import after_try, first_rating, first_solver_rating
from club.references import Command
from engine.puzzles import Puzzle, puzzle, puzzles
from engine.puzzles.themes import Theme
from rules.language import N_, lazy_gettext
from rules.listing import row_of
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.members import members, people
from storage.puzzles import attempts, daily, ratings
from storage.puzzles.attempts import Attempt, Outcome
from storage.puzzles.daily import DailyPuzzle, DailySolver
from storage.puzzles.ratings import PuzzleRating, SolverRating

ALIKE = 50
"""Points; puzzles whose distance from a solver differs by less fit them equally well."""


@dataclass(frozen=True, slots=True)
class Given:
    """A puzzle as somebody has it before them."""

    puzzle: Puzzle
    attempt: Attempt
    rating: PuzzleRating
    solver: SolverRating

    @property
    def counts(self) -> bool:
        """Whether they have not tried it yet, so that what they do now counts."""
        return self.attempt.outcome == "open"


@dataclass(frozen=True, slots=True)
class Tried:
    """What a try, or giving up, has changed."""

    outcome: Outcome
    """Whon the first try was."""
    is_first: bool
    """Whether this was the first try."""
    before: SolverRating
    after: SolverRating
    """The same as before, where it was not."""
    streak: int = 0
    """Days in a row, where this has solved the puzzle for the first time."""
    asks_name: bool = False
    """It was the puzzle of the day, solved on the first try, and nobody knows yet whether they wish
    to be named for it."""


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """What somebody has made of puzzles altogether."""

    ratings: tuple[SolverRating, ...]
    """The game first of which they have tried most."""
    solved: int
    """Also those that took several tries."""
    at_first_try: int
    tried: int
    streak: int
    """Days in a row."""


class Puzzles:
    """Gives people puzzles that fit them, and rates what they make of them."""

    def __init__(
        self,
        store: Store,
        membership: Membership,
        clock: Callable[[], datetime],
        random: Random,
    ) -> None:
        self._store = store
        self._membership = membership
        self._clock = clock
        self._random = random

    async def give(
        self, user_id: int, game: Game | None = None, theme: Theme | None = None
    ) -> Given:
        """A puzzle for somebody: the one that they have not tried yet, else a new one that fits
        them, else one that they have missed.

        :param game: None leaves it open; then it is of a game that they play, if there is any left.
        :param theme: what its solution is about; None leaves it open.
        :raises Refusal: `no_puzzles`, `no_puzzles_left`.
        """
        async with self._store.write() as tx:
            found = await self._open(tx, user_id, game, theme)
            found = found or await self._chosen(tx, user_id, game, theme)
            now = self._clock()
            await attempts.begin(tx, Attempt(user_id, found.key, found.game, now, "open"))
            return await self._given(tx, user_id, found)

    async def begin(self, user_id: int, key: str) -> Given:
        """A certain puzzle for somebody.

        :raises Refusal: `unknown_puzzle`.
        """
        found = puzzle_of(key)
        async with self._store.write() as tx:
            now = self._clock()
            await attempts.begin(tx, Attempt(user_id, found.key, found.game, now, "open"))
            return await self._given(tx, user_id, found)

    async def begin_daily(self, user_id: int, name: str, of_day: DailyPuzzle) -> Given:
        """The daily puzzle of a server for one of its members.

        From now on the club knows that they are a member, so their first try counts on its card
        wherever they make it, and so does one that they made earlier that day.

        :raises Refusal: `unknown_puzzle`.
        """
        await self._membership.saw(of_day.guild_id, user_id, name, is_new=True)
        given = await self.begin(user_id, of_day.puzzle)
        tried_at = _tried_on(given.attempt, of_day)
        if tried_at is not None:
            is_right = given.attempt.outcome == "solved"
            tried = DailySolver(of_day.guild_id, of_day.day, user_id, name, tried_at, is_right)
            async with self._store.write() as tx:
                await daily.note_try(tx, tried)
        return given

    async def look(self, user_id: int, found: Puzzle) -> Given:
        """A puzzle as it stands with somebody."""
        async with self._store.read() as tx:
            return await self._given(tx, user_id, found)

    async def missed(self, user_id: int, name: str, guild_id: int, found: Puzzle) -> Tried:
        """Somebody has made a wrong move.

        :param name: what they are called in the server in which they have.
        """
        async with self._store.write() as tx:
            return await self._decided(tx, user_id, name, guild_id, found, "missed")

    async def solved(self, user_id: int, name: str, guild_id: int, found: Puzzle) -> Tried:
        """Somebody has found the whole solution."""
        async with self._store.write() as tx:
            tried = await self._decided(tx, user_id, name, guild_id, found, "solved")
            now = self._clock()
            if not await attempts.note_solved(tx, user_id, found.key, now):
                return tried
            count = days.streak(await attempts.solved_at(tx, user_id), now)
            return replace(tried, streak=count)

    async def shown(self, user_id: int, name: str, guild_id: int, found: Puzzle) -> Tried:
        """Somebody gives up, and is shown the solution."""
        async with self._store.write() as tx:
            tried = await self._decided(tx, user_id, name, guild_id, found, "shown")
            await attempts.note_shown(tx, user_id, found.key)
            return tried

    async def record_of(self, user_id: int) -> PuzzleRecord:
        """What somebody has made of puzzles altogether."""
        async with self._store.read() as tx:
            moments = await attempts.solved_at(tx, user_id)
            counts = await attempts.counts(tx, user_id)
            return PuzzleRecord(
                await ratings.of_solver(tx, user_id),
                len(moments),
                counts.get("solved", 0),
                sum(count for outcome, count in counts.items() if outcome != "open"),
                days.streak(moments, self._clock()),
            )

    async def _open(
        self, tx: Transaction, user_id: int, game: Game | None, theme: Theme | None
    ) -> Puzzle | None:
        """The puzzle that somebody was given last and has not tried, unless it is of another game
        or theme, or given no more."""
        for attempt in await attempts.latest_open(tx, user_id):
            found = _still_given(attempt)
            if found is None or not _is_about(found, theme):
                continue
            if game is None or game.key == found.game:
                return found
        return None

    async def _chosen(
        self, tx: Transaction, user_id: int, game: Game | None, theme: Theme | None
    ) -> Puzzle:
        if game is not None:
            check_has_puzzles(game)
            found = await self._new(tx, user_id, game.key, theme)
            found = found or await self._missed_before(tx, user_id, [game.key], theme)
            if found is None and theme is not None:
                raise _no_more_of(theme)
            if found is None:
                raise Refusal(
                    "no_puzzles_left",
                    N_(
                        "You've solved every {game} puzzle. Well done! {command} finds you "
                        "an opponent."
                    ),
                    game=game.name,
                    command=Command("challenge"),
                )
            return found
        played = await attempts.games_played(tx, user_id)
        games = [key for key in GAMES if puzzles(key)]
        self._random.shuffle(games)
        for key in sorted(games, key=lambda key: key not in played):
            found = await self._new(tx, user_id, key, theme)
            if found is not None:
                return found
        found = await self._missed_before(tx, user_id, games, theme)
        if found is None and theme is not None:
            raise _no_more_of(theme)
        if found is None:
            raise Refusal(
                "no_puzzles_left",
                N_(
                    "You have been through all puzzles that I have. Well done. {command} "
                    "finds you someone to play."
                ),
                command=Command("challenge"),
            )
        return found

    async def _new(
        self, tx: Transaction, user_id: int, game: str, theme: Theme | None
    ) -> Puzzle | None:
        """A puzzle of a game that somebody was never given, about as hard as they are good."""
        given = await attempts.given(tx, user_id, game)
        left = [each for each in puzzles(game) if each.key not in given and _is_about(each, theme)]
        if not left:
            return None
        mu = (await _solver(tx, user_id, game, self._clock())).mu
        known = await ratings.of_game(tx, game)
        self._random.shuffle(left)
        return min(left, key=lambda each: abs(_rating(each, known).mu - mu) // ALIKE)

    async def _missed_before(
        self, tx: Transaction, user_id: int, games: Collection[str], theme: Theme | None
    ) -> Puzzle | None:
        """A puzzle of some games that somebody has missed and not solved since."""
        found = [_still_given(each) for each in await attempts.unsolved(tx, user_id)]
        left = [
            each
            for each in found
            if each is not None and each.game in games and _is_about(each, theme)
        ]
        return self._random.choice(left) if left else None

    async def _given(self, tx: Transaction, user_id: int, found: Puzzle) -> Given:
        now = self._clock()
        attempt = await attempts.get(tx, user_id, found.key)
        return Given(
            found,
            attempt or Attempt(user_id, found.key, found.game, now, "open"),
            await ratings.of_puzzle(tx, found.key) or first_rating(found),
            await _solver(tx, user_id, found.game, now),
        )

    async def _decided(
        self,
        tx: Transaction,
        user_id: int,
        name: str,
        guild_id: int,
        found: Puzzle,
        outcome: Outcome,
    ) -> Tried:
        """Note whon the first try was, and rate it, if nothing has been noted yet."""
        now = self._clock()
        # Whoever plays on a page from before a deletion begins anew.
        await attempts.begin(tx, Attempt(user_id, found.key, found.game, now, "open"))
        if not await attempts.decide(tx, user_id, found.key, outcome):
            attempt = await attempts.get(tx, user_id, found.key)
            assert attempt is not None
            solver = await _solver(tx, user_id, found.game, now)
            return Tried(attempt.outcome, False, solver, solver)
        before = await ratings.take_solver(tx, first_solver_rating(user_id, found.game, now))
        rating = await ratings.take_puzzle(tx, first_rating(found))
        is_right = outcome == "solved"
        after, rating = after_try(before, rating, is_right=is_right, now=now)
        await ratings.save(tx, after, rating)
        names = {each.guild_id: each.name for each in await members.of_user(tx, user_id)}
        names[guild_id] = name
        dailies = await daily.open_with(tx, names, found.key, now)
        for each in dailies:
            solver = DailySolver(
                each.guild_id, each.day, user_id, names[each.guild_id], now, is_right
            )
            await daily.note_try(tx, solver)
        asks = bool(dailies) and is_right
        asks = asks and (await people.get(tx, user_id)).named_as_solver is None
        return Tried(outcome, True, before, after, asks_name=asks)


async def _solver(tx: Transaction, user_id: int, game: str, now: datetime) -> SolverRating:
    found = await ratings.of_solver(tx, user_id)
    own = next((each for each in found if each.game == game), None)
    return own or first_solver_rating(user_id, game, now)


def _tried_on(attempt: Attempt, of_day: DailyPuzzle) -> datetime | None:
    """Return when the first try at a daily puzzle was made, if it is known to be of its day."""
    began = of_day.closes_at - days.DAY
    if attempt.outcome == "solved" and attempt.solved_at is not None:
        return attempt.solved_at if attempt.solved_at >= began else None
    return attempt.begun_at if attempt.outcome != "open" and attempt.begun_at >= began else None


def _rating(found: Puzzle, known: dict[str, PuzzleRating]) -> PuzzleRating:
    return known.get(found.key) or first_rating(found)


def _still_given(attempt: Attempt) -> Puzzle | None:
    """The puzzle of an attempt, unless it has been retired since."""
    attempted = puzzle(attempt.puzzle)
    return None if attempted is None or attempted.is_retired else attempted


def _is_about(puzzle: Puzzle, theme: Theme | None) -> bool:
    return theme is None or theme.key in puzzle.themes


def _no_more_of(theme: Theme) -> Refusal:
    return Refusal(
        "no_puzzles_left",
        N_("You have been through all puzzles with the theme “{theme}”. Choose another one."),
        theme=lazy_gettext(theme.name),
    )


def puzzle_of(key: str) -> Puzzle:
    """The puzzle of a key.

    :raises Refusal: `unknown_puzzle`.
    """
    found = puzzle(key)
    if found is None:
        raise Refusal(
            "unknown_puzzle",
            N_("I don't have that puzzle any more. {command} gives you another one."),
            command=Command("puzzle"),
        )
    return found


def check_has_puzzles(game: Game) -> None:
    """See that there are puzzles of a game.

    :raises Refusal: `no_puzzles`.
    """
    if not puzzles(game.key):
        others = [each.name for key, each in GAMES.items() if puzzles(key)]
        if not others:
            words = N_("There are no puzzles of {game} yet.")
            raise Refusal("no_puzzles", words, game=game.name)
        words = N_("There are no puzzles of {game} yet. There are some of {games}.")
        raise Refusal("no_puzzles", words, game=game.name, games=row_of(others))
