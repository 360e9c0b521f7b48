"""What one player has done, as plain values: ratings, records, results; and two against another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from club.members.viewer import Viewer
from club.ratings.leaderboards import Scope
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.matches import StoredMatch
from storage.members import people
from storage.ratings import player_records
from storage.ratings import ratings as stored_ratings
from storage.ratings.player_records import PlayerRecord
from storage.ratings.ratings import EVERYWHERE, RatingChange, Standing

"""Whether whoever asks may know of a match."""

LOOKED_THROUGH = 50
"""Matches among which those are looked for that whoever asks may know of."""

MOST_LISTED = 5
"""Matches under one heading."""

MOST_POINTS = 300
"""Of a curve; more could not be told apart."""

FAVOURITE = ""
"""Stands for the game that somebody has played most."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match that is over, and what it did to the rating of whom it is about."""

    match: StoredMatch
    change: RatingChange | None


@dataclass(frozen=True, slots=True)
class GameRatings:
    """The ratings that somebody has had in a game."""

    game: str
    changes: tuple[RatingChange, ...]
    """Oldest first, not more than a curve can show."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player has done in a server, or in all."""

    user_id: int
    scope: Scope
    game: str | None
    """Whose curve is shown; None for all games."""
    is_open: bool
    """False where they wish that nobody sees this over all servers."""
    standings: tuple[Standing, ...]
    """Ratings, the game played most first."""
    places: dict[str, int]
    """On the leaderboards that show them, by game."""
    records: tuple[PlayerRecord, ...]
    """By game and seat."""
    times_out: int
    levels: dict[str, int]
    """Of the strongest computer that they have beaten in the server, by game."""
    histories: tuple[GameRatings, ...]
    running: tuple[StoredMatch, ...]
    """Of the server, as far as whoever asks may know of them, as are the results."""
    results: tuple[PastMatch, ...]


@dataclass(frozen=True, slots=True)
class Versus:
    """What one player has done against another, seen from the first."""

    user_id: int
    other_id: int
    records: tuple[PlayerRecord, ...]
    running: tuple[StoredMatch, ...]
    results: tuple[PastMatch, ...]


class Profiles:
    """Gathers what one player has done, alone or against another."""

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
        """The profile of a player.

        :param game: whose curve to show, None for all games.
        """
        now, everywhere, guild_id = self._clock(), scope == "everywhere", viewer.guild_id
        is_own = viewer.user_id == user_id
        place_id = EVERYWHERE if everywhere else guild_id
        async with self._store.read() as tx:
            is_open = not everywhere or is_own or (await people.get(tx, user_id)).is_everywhere
            standings = await stored_ratings.of_user(tx, user_id, place_id) if is_open else ()
            places = {
                each.game: await stored_ratings.place(tx, each, now)
                for each in standings
                if each.is_shown(now)
            }
            played = [each.game for each in standings]
            if game == FAVOURITE or (game is not None and game not in played):
                game = played[0] if played else None
            drawn = played if game is None else [game]
            histories = [await _history(tx, user_id, place_id, each) for each in drawn]
            return Profile(
                user_id=user_id,
                scope=scope,
                game=game,
                is_open=is_open,
                standings=standings,
                places=places,
                records=await player_records.by_seat(tx, user_id, None if everywhere else guild_id)
                if is_open
                else (),
                times_out=await player_records.times_out(
                    tx, user_id, None if everywhere else guild_id
                )
                if is_open
                else 0,
                levels=await player_records.levels_beaten(tx, user_id, guild_id),
                histories=tuple(histories),
                running=await _running(tx, viewer, user_id),
                results=await _results(tx, viewer, user_id),
            )

    async def versus(self, viewer: Viewer, other_id: int) -> Versus:
        """What the viewer has done against another player in a server."""
        guild_id, user_id = viewer.guild_id, viewer.user_id
        async with self._store.read() as tx:
            return Versus(
                user_id,
                other_id,
                records=await player_records.against(tx, user_id, other_id, guild_id),
                running=await _running(tx, viewer, user_id, other_id),
                results=await _results(tx, viewer, user_id, other_id),
            )


async def _history(tx: Transaction, user_id: int, place_id: int, game: str) -> GameRatings:
    changes = await stored_ratings.changes_of(tx, user_id, place_id, game)
    return GameRatings(game, tuple(_thinned(changes)))


def _thinned(changes: Sequence[RatingChange]) -> Sequence[RatingChange]:
    """So many that a curve can show them, evenly chosen; the last is among them."""
    step = -(-len(changes) // MOST_POINTS) or 1
    return changes[::-step][::-1]


async def _running(
    tx: Transaction, viewer: Viewer, user_id: int, other_id: int | None = None
) -> tuple[StoredMatch, ...]:
    running = await match_lists.running_of(tx, user_id, guild_id=viewer.guild_id)
    return tuple(
        match
        for match in running
        if viewer.may_know_of(match)
        and (other_id is None or any(seat.user_id == other_id for seat in match.seats))
    )


async def _results(
    tx: Transaction, viewer: Viewer, user_id: int, other_id: int | None = None
) -> tuple[PastMatch, ...]:
    latest = await player_records.latest(tx, user_id, viewer.guild_id, LOOKED_THROUGH, other_id)
    shown = [match for match in latest if viewer.may_know_of(match)][:MOST_LISTED]
    numbers = [match.id for match in shown]
    changes = await stored_ratings.changes_in(tx, user_id, viewer.guild_id, numbers)
    return tuple(PastMatch(match, changes.get(match.id)) for match in shown)
