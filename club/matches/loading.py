"""Loading and changing matches with their moves replayed, with a cache and a check of replays."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from cachetools import LRUCache

from club.matches.match import TAKEN_BACK, Match, MatchChange, Rules, players_of
from club.matches.reasons import stale, unknown_match
from club.matches.seams import kind_in
from club.matches.turns import away_until
from club.ratings import rating_book
from rules.registry import GAMES
from rules.replay import Played, replay
from storage.database import shards
from storage.database.store import Store
from storage.database.transaction import DatabaseError, Outdated, Transaction
from storage.matches import match_lists, moves, vacancies
from storage.matches import matches as stored_matches
from storage.matches import moves as stored_moves
from storage.matches import offers as stored_offers
from storage.matches.match import StoredMatch
from storage.matches.moves import RecordEntry
from storage.matches.offers import Offer
from storage.matches.vacancies import Vacancy
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import RatingChange

CAPACITY = 64
"""Maximum number of cached matches."""

Replay = tuple[tuple[Played, ...], tuple[RecordEntry, ...]]
"""The moves not taken back, and the record entry of each."""

BATCH_SIZE = 200


def replayed(stored: StoredMatch, record: Sequence[RecordEntry]) -> Replay:
    """Replay a match from its record."""
    entries = remaining_entries(record)
    texts = [entry.text for entry in entries]
    return tuple(replay(GAMES[stored.game], stored.setup, texts)), entries


def remaining_entries(record: Sequence[RecordEntry]) -> tuple[RecordEntry, ...]:
    """Return the moves of a record that were not taken back."""
    entries: list[RecordEntry] = []
    for entry in record:
        if entry.kind == TAKEN_BACK:
            entries.pop()
        else:
            entries.append(entry)
    return tuple(entries)


class Replays:
    """A thread-safe cache of the latest replay of each match, least recently used dropped first."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._replays = LRUCache[int, tuple[int, Replay]](capacity)
        self._lock = Lock()

    def get(self, match_id: int, version: int) -> Replay | None:
        """Return the replay of a match at this version, if cached."""
        with self._lock:
            cached = self._replays.get(match_id)
            return cached[1] if cached is not None and cached[0] == version else None

    def keep(self, match_id: int, version: int, replay: Replay) -> None:
        """Cache the replay of a match, unless a later version is cached already."""
        with self._lock:
            cached = self._replays.get(match_id)
            if cached is None or cached[0] <= version:
                self._replays[match_id] = version, replay


class ReplayedMatches:
    """Loads matches and applies changes to them."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._replays = Replays()
        self._listeners: list[Callable[[Match], None]] = []

    def subscribe(self, listener: Callable[[Match], None]) -> None:
        """Call a listener after each stored change of any match."""
        self._listeners.append(listener)

    async def find(self, match_id: int) -> Match:
        """Load a match and replay it.

        :raises Refusal: `unknown_match`.
        """

        async def by_number(tx: Transaction) -> StoredMatch:
            stored = await stored_matches.get(tx, match_id)
            if stored is None:
                raise unknown_match(match_id)
            return stored

        return await self.load(by_number)

    async def load(self, select: Callable[[Transaction], Awaitable[StoredMatch]]) -> Match:
        """Select and load a match in one transaction, then replay it."""
        # The match and its moves are read at the same moment. The replay blocks no other readers.
        rows = await self._store.read(lambda tx: self._read(tx, select))
        stored, game, moves = rows.stored, GAMES[rows.stored.game], rows.replay
        if moves is None:
            moves = await asyncio.to_thread(replayed, stored, rows.record)
            self._replays.keep(stored.id, stored.version, moves)
        played, entries = moves
        return Match(
            stored,
            game,
            players_of(game, stored),
            played,
            played[-1].after if played else game.start(stored.setup),
            entries,
            rows.offers,
            rows.away_until,
            rows.rating_changes,
            rows.declined,
            rows.rules,
            rows.vacancies,
        )

    async def _read(
        self, tx: Transaction, select: Callable[[Transaction], Awaitable[StoredMatch]]
    ) -> _MatchRows:
        """Read the rows of a match, without its record if the replay is cached."""
        stored = await select(tx)
        replay = self._replays.get(stored.id, stored.version)
        is_running = stored.state == "running"
        has_computers = any(seat.level is not None for seat in stored.seats)
        is_counted = not is_running and stored.rated and stored.unrated is None
        return _MatchRows(
            stored,
            replay,
            record=await stored_moves.of_match(tx, stored.id) if replay is None else (),
            offers=await stored_offers.open_of(tx, stored.id) if is_running else (),
            declined=(
                await stored_offers.declined_draws(tx, stored.id)
                if is_running and has_computers
                else ()
            ),
            rating_changes=(
                await stored_ratings.changes_by(tx, stored.id, rating_book.shown_in(stored))
                if is_counted
                else ()
            ),
            away_until=await away_until(tx, stored, self._clock()),
            rules=await kind_in(stored.seats).load(tx, stored),
            vacancies=await vacancies.of_match(tx, stored),
        )

    async def change(self, match: Match, change: MatchChange) -> Match:
        """Change a match in one transaction.

        :raises Refusal: `stale` if it has changed since it was loaded.
        """
        try:
            return await self.try_change(match, change)
        except Outdated:
            raise stale((await self.find(match.id)).seen_as(match)) from None

    async def try_change(self, match: Match, change: MatchChange) -> Match:
        """Like `change`, for callers that retry after a conflicting change.

        The result is seen from the same place as the match was.

        :raises Outdated: if the match has changed since it was loaded.
        """

        async def change_and_announce(tx: Transaction) -> Match:
            after = await change(tx, self._clock())
            await shards.announce_change(tx, match.id)
            return after

        after = await self._store.write(change_and_announce)
        self._replays.keep(match.id, after.version, (after.played, after.record))
        for listener in self._listeners:
            listener(after)
        return after.seen_as(match)


async def replay_all(tx: Transaction) -> int:
    """Replay every match from its set-up and compare it with its stored state.

    :returns: the number of matches.
    :raises DatabaseError: if one differs.
    """
    last = count = 0
    while matches := await match_lists.after(tx, last, BATCH_SIZE):
        for match in matches:
            await _replay(tx, match)
        count += len(matches)
        last = matches[-1].id
    return count


@dataclass(frozen=True, slots=True)
class _MatchRows:
    """The stored rows of a match."""

    stored: StoredMatch
    replay: Replay | None
    """The replayed moves, if cached."""
    record: Sequence[RecordEntry]
    """The record, empty if the replay is cached."""
    offers: tuple[Offer, ...]
    declined: tuple[Offer, ...]
    rating_changes: tuple[RatingChange, ...]
    away_until: datetime | None
    rules: Rules
    vacancies: tuple[Vacancy, ...]


async def _replay(tx: Transaction, match: StoredMatch) -> None:
    game = GAMES[match.game]
    entries = remaining_entries(await moves.of_match(tx, match.id))
    try:
        played = tuple(replay(game, match.setup, [entry.text for entry in entries]))
    except Exception as error:
        raise DatabaseError(f"Match {match.id} can't be replayed: {error}") from error
    position = played[-1].after if played else game.start(match.setup)
    to_move = position.to_move if match.state == "running" else None
    if (len(entries), to_move) != (match.ply, match.to_move):
        raise DatabaseError(
            f"Match {match.id} contradicts its record: it has {match.ply} moves and seat "
            f"{match.to_move} to move, but the record has {len(entries)} and seat {to_move}."
        )
