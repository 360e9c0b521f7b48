"""Profiles and head-to-head records of players as plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from club.members.membership import Viewer
from club.ratings.leaderboards import Scope
from club.ratings.rating_book import SERVER_RATINGS, rating_of
from club.ratings.ratings import Rating, is_provisional
from club.ratings.rhythm import Rhythm, rhythms
from storage.challenges.challenges import Challenge
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.match import StoredMatch
from storage.members import preferences
from storage.ratings import profiles
from storage.ratings import ratings as stored_ratings
from storage.ratings.profiles import PlayerRecord
from storage.ratings.ratings import ALL, EVERYWHERE, RatingChange, Standing, whole_points

MAX_CANDIDATES = 50
"""Number of matches fetched as candidates, before filtering by visibility."""

MAX_LISTED = 5
"""Maximum number of matches per heading."""

MAX_POINTS = 300
"""Maximum number of points of a rating curve."""

FAVOURITE = ""
"""Placeholder for a player's most played game."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match, with the rating change of the profile's player."""

    match: StoredMatch
    change: RatingChange | None


@dataclass(frozen=True, slots=True)
class GameRatings:
    """A player's rating history in a game."""

    game: str
    changes: tuple[RatingChange, ...]
    """Rating changes, oldest first, at most as many as a curve can show."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of a player in one server or in all."""

    user_id: int
    scope: Scope
    in_server: bool
    """Whether it is viewed in a server, whose ratings and matches it can show."""
    game: str | None
    """The game whose curve is shown, or None for all games."""
    is_open: bool
    """Whether the player allows a profile over all servers."""
    standings: tuple[Standing, ...]
    """Ratings, most played game first."""
    places: dict[str, int]
    """Places on leaderboards, by game."""
    records: tuple[PlayerRecord, ...]
    """Results by game and seat."""
    times_out: int
    levels: dict[str, int]
    """The strongest computer level beaten in the server, by game."""
    histories: tuple[GameRatings, ...]
    running: tuple[StoredMatch, ...]
    """Running matches, of the server or all. Like the results, only those the viewer may see."""
    results: tuple[PastMatch, ...]
    rhythms: tuple[Rhythm, ...] = ()
    """How fast they usually answer in such matches, by pace, unless they don't show it."""


@dataclass(frozen=True, slots=True)
class Versus:
    """The head-to-head record of two players, from the view of the first."""

    user_id: int
    other_id: int
    records: tuple[PlayerRecord, ...]
    running: tuple[StoredMatch, ...]
    results: tuple[PastMatch, ...]


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """The rating of a player in a match: the present one, or that before a match that is over."""

    mu: float
    is_provisional: bool
    change: int = 0
    """The effect of the match in whole points, 0 while it is running."""


class Profiles:
    """Loads profiles and head-to-head records."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of(
        self,
        viewer: Viewer,
        user_id: int,
        *,
        scope: Scope = "server",
        game: str | None = FAVOURITE,
    ) -> Profile:
        """Load the profile of a player. Outside of a server, it covers all servers.

        :param game: the game whose curve to show, or None for all games.
        """
        now, guild_id = self._clock(), viewer.guild_id
        everywhere = scope == "everywhere" or guild_id is None
        is_own = viewer.user_id == user_id
        place_id = EVERYWHERE if everywhere or guild_id is None else guild_id
        async with self._store.read() as tx:
            person = await preferences.get(tx, user_id)
            is_open = not everywhere or is_own or person.is_shown_globally
            running = await _running(tx, viewer, user_id)
            past = await _visible(tx, viewer, user_id)
            shows_rhythm = is_open and person.shows_rhythm
            standings = await stored_ratings.of_user(tx, user_id, place_id) if is_open else ()
            places = {
                standing.game: await stored_ratings.place(tx, standing, now)
                for standing in standings
                if standing.is_shown(now)
            }
            played = [standing.game for standing in standings]
            if game == FAVOURITE or (game is not None and game not in played):
                game = played[0] if played else None
            games = played if game is None else [game]
            histories = [await _history(tx, user_id, place_id, each) for each in games]
            return Profile(
                user_id=user_id,
                scope="everywhere" if everywhere else "server",
                in_server=guild_id is not None,
                game=game,
                is_open=is_open,
                standings=standings,
                places=places,
                records=await profiles.by_seat(tx, user_id, None if everywhere else guild_id)
                if is_open
                else (),
                times_out=await profiles.times_out(tx, user_id, None if everywhere else guild_id)
                if is_open
                else 0,
                levels=await profiles.levels_beaten(tx, user_id, guild_id),
                histories=tuple(histories),
                running=tuple(viewer.from_here(match) for match in running),
                results=await _results(tx, viewer, user_id, past),
                rhythms=await rhythms(tx, (*running, *past), user_id) if shows_rhythm else (),
            )

    async def challengers_rhythm(self, viewer: Viewer, challenge: Challenge) -> Rhythm | None:
        """Return how fast a challenger usually answers at the pace, in matches the viewer may see.

        None if they don't show it, if there are too few turns, and to themselves. Those who
        challenge for a team don't answer alone.
        """
        user_id = challenge.challenger_id
        if challenge.team is not None or viewer.user_id == user_id:
            return None
        return await self.rhythm_at(viewer, user_id, challenge.pace)

    async def rhythm_at(self, viewer: Viewer, user_id: int, pace: str) -> Rhythm | None:
        """Return how fast a player usually answers at a pace, as on their profile."""
        found = await self.rhythms_of(viewer, user_id)
        return next((rhythm for rhythm in found if rhythm.pace == pace), None)

    async def rhythms_of(self, viewer: Viewer, user_id: int) -> tuple[Rhythm, ...]:
        """Return how fast a player usually answers, as on their profile."""
        async with self._store.read() as tx:
            if not (await preferences.get(tx, user_id)).shows_rhythm:
                return ()
            running = await _running(tx, viewer, user_id)
            past = await _visible(tx, viewer, user_id)
            return await rhythms(tx, (*running, *past), user_id)

    async def versus(self, viewer: Viewer, other_id: int) -> Versus:
        """Load the viewer's head-to-head record against another player of the server."""
        guild_id, user_id = viewer.guild_id, viewer.user_id
        assert guild_id is not None
        async with self._store.read() as tx:
            return Versus(
                user_id,
                other_id,
                records=await profiles.against(tx, user_id, other_id, guild_id),
                running=tuple(
                    viewer.from_here(match)
                    for match in await _running(tx, viewer, user_id)
                    if any(seat.user_id == other_id for seat in match.seats)
                ),
                results=await _results(
                    tx, viewer, user_id, await _visible(tx, viewer, user_id, other_id)
                ),
            )

    async def ratings_in(self, match: StoredMatch) -> dict[int, PlayerRating]:
        """Return the ratings of a match's players in its server, by user id.

        Those whom leaderboards hide are missing, as are those without a rating. Servers that play
        each other have their own ratings.
        """
        if match.guild_id is None:
            return {}
        now = self._clock()
        place_id = EVERYWHERE if match.is_of_servers else match.guild_id
        user_ids = [seat.user_id for seat in match.seats if seat.user_id > 0]

        async def read(tx: Transaction) -> tuple[dict[int, Rating], Iterable[RatingChange]]:
            ratings: dict[int, Rating] = {}
            if match.is_of_servers:
                for each in SERVER_RATINGS:
                    ratings |= await each.of(tx, match.game, user_ids)
            else:
                standings = await stored_ratings.of_players(
                    tx, match.game, (place_id,), (ALL,), user_ids
                )
                ratings = {
                    each.user_id: rating_of(each)
                    for each in standings.values()
                    if not each.is_hidden
                }
            if match.state == "running" or not ratings:
                return ratings, ()
            return ratings, await stored_ratings.changes_by(tx, match.id, place_id)

        ratings, changes = await self._store.read(read)
        if match.state != "running":
            return {
                change.user_id: PlayerRating(
                    change.before,
                    change.was_provisional,
                    whole_points(change.after) - whole_points(change.before),
                )
                for change in changes
                if change.user_id in ratings
            }
        return {
            user_id: PlayerRating(each.mu, is_provisional(each, now))
            for user_id, each in ratings.items()
        }


async def _history(tx: Transaction, user_id: int, place_id: int, game: str) -> GameRatings:
    changes = await stored_ratings.changes_of(tx, user_id, place_id, game)
    return GameRatings(game, tuple(_thin(changes)))


def _thin(changes: Sequence[RatingChange]) -> Sequence[RatingChange]:
    """Return an even selection of at most `MAX_POINTS` changes, including the last."""
    step = -(-len(changes) // MAX_POINTS) or 1
    return changes[::-step][::-1]


async def _running(tx: Transaction, viewer: Viewer, user_id: int) -> list[StoredMatch]:
    """Return a player's running matches that the viewer may see."""
    running = await match_lists.running_of(tx, user_id, guild_id=viewer.guild_id)
    return [match for match in running if viewer.may_know_of(match)]


async def _visible(
    tx: Transaction, viewer: Viewer, user_id: int, other_id: int | None = None
) -> list[StoredMatch]:
    """Return a player's latest finished matches that the viewer may see, latest first."""
    latest = await profiles.latest(tx, user_id, viewer.guild_id, MAX_CANDIDATES, other_id)
    return [match for match in latest if viewer.may_know_of(match)]


async def _results(
    tx: Transaction, viewer: Viewer, user_id: int, past: Sequence[StoredMatch]
) -> tuple[PastMatch, ...]:
    listed = past[:MAX_LISTED]
    numbers = [match.id for match in listed]
    changes = await stored_ratings.changes_in(tx, user_id, viewer.guild_id or EVERYWHERE, numbers)
    return tuple(PastMatch(viewer.from_here(match), changes.get(match.id)) for match in listed)
