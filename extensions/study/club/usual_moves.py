"""What is usually played in a position: the moves of finished matches, by how often they won.

Rated matches count, and those against a computer of level 4 or above. Positions are known by keys,
which are equal for those that are alike under the symmetries of the board and the sides. A match is
counted once it is over, if everyone in its server may see it then. Any other match would be given
away, move by move, to those who follow the only continuation.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from club.matches.loading import replayed
from club.members.membership import Directory
from extensions.study.storage import positions
from extensions.study.storage.positions import MoveCount, ReachedPosition, Reaching
from language.texts import N_
from language.typed import normalised
from rules.position import Game, Move, Position
from rules.refusal import Refusal, quoted
from rules.symmetry import key_of
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Outdated, Transaction
from storage.matches import archive, moves
from storage.matches.archive import ArchiveFilter
from storage.matches.match import StoredMatch
from storage.matches.moves import RecordEntry

log = logging.getLogger(__name__)

MIN_LEVEL = 4
"""The lowest level of computers whose matches count."""

BATCH_SIZE = 20
"""Number of matches counted in one transaction."""

MAX_MOVES = 5
"""Maximum number of moves in a position that are returned."""

MAX_MATCHES = 25
"""Maximum number of matches with a position that are read for a reader."""


_POSITION = re.compile(r"[0-9a-f]{16}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class UsualMove:
    """A move that was played in a position, or one alike."""

    move: Move
    text: str
    matches: int
    share: float
    """The share of these matches that its player won, from 0 to 1. A draw is half a win for two."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The finished matches among which a reader finds those with a position."""

    guild_id: int | None
    sees: Callable[[StoredMatch], bool]
    """Whether the reader may see a match."""
    player_id: int | None = None
    """The player of all of them, or None for those of the server."""
    seen_in: int | None = None
    """The match in which the reader looks at the position. It is no example for itself."""


@dataclass(frozen=True, slots=True)
class UsualPlay:
    """What is usually played in a position."""

    key: int
    """The key of the position, with what everyone may see of it."""
    moves: tuple[UsualMove, ...] = ()
    """Most frequent first."""
    matches: tuple[StoredMatch, ...] = ()
    """The latest other matches that have reached it, or one alike, and that the reader may see.
    They are over. Empty if no moves are known."""


class UsualMoves:
    """Counts the moves of finished matches."""

    def __init__(self, store: Store, directory: Directory) -> None:
        self._store = store
        self._directory = directory

    async def count_due(self, shards: Shards = ALL) -> None:
        """Count the matches that have ended since.

        :param shards: only matches of servers of these shards, whose channels are known.
        """
        while await self._count_some(shards):
            pass

    async def of(
        self,
        game: Game,
        position: Position,
        shelf: Shelf | None = None,
        *,
        played: Move | None = None,
    ) -> UsualPlay:
        """Return what is usually played in a position.

        :param position: as seen by the reader.
        :param shelf: where to look for matches with this position, or None to leave them out.
        :param played: the move made in the reader's match, if any, which saves looking for it.
        """
        public = position.seen_by(None)
        key = key_of(game.key, public)
        if public.to_move is None:
            return UsualPlay(key)
        counts = await self._store.read(lambda tx: positions.counts_of(tx, key, MAX_MOVES))
        if not counts:
            return UsualPlay(key)
        usual = UsualPlay(key, await asyncio.to_thread(_named, game, public, counts, played))
        if shelf is None:
            return usual
        wanted = ArchiveFilter(game=game.key, player_id=shelf.player_id, among=Reaching(key))
        found = await self._store.read(
            lambda tx: archive.portion(tx, shelf.guild_id, wanted, MAX_MATCHES)
        )
        is_here = any(match.id == shelf.seen_in for match in found.matches)
        if is_here and sum(row.matches for row in counts) == 1:
            return UsualPlay(key)
        others = [each for each in found.matches if each.id != shelf.seen_in and shelf.sees(each)]
        return replace(usual, matches=tuple(others))

    async def _count_some(self, shards: Shards) -> bool:
        """Count a few matches, and return whether there may be more."""
        async with self._store.read() as tx:
            ended = await positions.uncounted(tx, BATCH_SIZE, shards)
            played = [match for match in ended if match.state == "over"]
            records = [await moves.of_match(tx, each.id) for each in played]
        if not ended:
            return False
        open_ids = {match.id for match in played if self._is_open(match)}
        found = await asyncio.to_thread(
            _found_in, list(zip(played, records, strict=True)), open_ids
        )

        async def store(tx: Transaction) -> None:
            if not await positions.set_counted(tx, [match.id for match in ended]):
                raise Outdated("the matches to count", len(ended))
            await positions.add(tx, *found)

        try:
            await self._store.write(store)
        except Outdated:
            log.info("another process is counting the same matches")
            return False
        return len(ended) == BATCH_SIZE

    def _is_open(self, match: StoredMatch) -> bool:
        """Whether everyone in the servers of a match may see it, as far as known."""
        places = match.server_places
        return bool(places) and all(self._directory.is_open(place) for place in places)


def _counts(match: StoredMatch) -> bool:
    """Whether the moves of a finished match count if everyone in its server may see it."""
    levels = [seat.level for seat in match.seats if seat.level is not None]
    if levels:
        return min(levels) >= MIN_LEVEL and not match.guided
    return match.unrated is None


def _found_in(
    records: Sequence[tuple[StoredMatch, Sequence[RecordEntry]]], open_ids: Collection[int]
) -> tuple[list[ReachedPosition], list[MoveCount]]:
    """Return the positions of some matches, and the counts of the moves played in them.

    :param open_ids: the matches that everyone in their server may see.
    """
    reached: dict[tuple[int, int], ReachedPosition] = {}
    matches: Counter[tuple[int, int]] = Counter()
    points: defaultdict[tuple[int, int], float] = defaultdict(float)
    for match, record in records:
        made: dict[tuple[int, int], int] = {}
        for ply, played in enumerate(replayed(match, record)[0]):
            if played.left is not None:
                continue
            position = played.before.seen_by(None)
            here = key_of(match.game, position)
            reached.setdefault((here, match.id), ReachedPosition(here, match.id, ply))
            made[here, key_of(match.game, position.play(played.move))] = played.seat
        for move, seat in made.items() if match.id in open_ids and _counts(match) else ():
            matches[move] += 1
            points[move] += _share_of(match, seat)
    counts = [MoveCount(*move, count, points[move]) for move, count in matches.items()]
    return list(reached.values()), counts


def _share_of(match: StoredMatch, seat: int) -> float:
    """Return a seat's share of the win, which players who draw have in equal parts."""
    winners = [] if match.result is None else match.result["winners"]
    sharing = winners or range(1, len(match.seats) + 1)
    return 1 / len(sharing) if seat in sharing else 0.0


def _named(
    game: Game, position: Position, rows: Sequence[MoveCount], played: Move | None
) -> tuple[UsualMove, ...]:
    """Return the moves with these keys."""
    wanted = frozenset(row.following for row in rows)
    move_by_key = _moves_with(game.key, position, wanted, played)
    return tuple(
        UsualMove(move, position.text(move), row.matches, row.points / row.matches)
        for row in rows
        if (move := move_by_key.get(row.following)) is not None
    )


@lru_cache(maxsize=256)
def _moves_with(
    game: str, position: Position, wanted: frozenset[int], played: Move | None
) -> Mapping[int, Move]:
    """Return the moves that lead to positions with these keys.

    Of several that are alike, the one played or else the first stands for all. The keys of all
    moves take up to 25 ms, so no more than necessary are computed.
    """
    found: dict[int, Move] = {}
    for move in (*(() if played is None else (played,)), *position.moves()):
        if len(found) == len(wanted):
            break
        key = key_of(game, position.play(move))
        if key in wanted:
            found.setdefault(key, move)
    return found


def position_in(text: str) -> int:
    """Return the key of a position in a text such as "00f3a05b7c1d9e24".

    :raises Refusal: `position`.
    """
    key = normalised(text).strip()
    if _POSITION.fullmatch(key):
        return int.from_bytes(bytes.fromhex(key), "big", signed=True)
    words = N_(
        "“{text}” isn't a position's key. Use the link “All matches with this position” under the "
        "board of a match."
    )
    raise Refusal("position", words, text=quoted(text))


def position_text(position: int) -> str:
    """Return the key of a position as `position_in` reads it."""
    return position.to_bytes(8, "big", signed=True).hex()
