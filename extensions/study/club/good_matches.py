"""Good matches to look at: those of a month in which the lead changed most often.

The lead is that of the stored review. If no review shows a change, the match between the players
with the closest ratings is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from club.calendar import bounds_of
from club.matches.reasons import GONE, LEFT_EVENT, MODERATED, NO_CHANNEL, OUT_OF_TIME
from engine.search import Values
from extensions.study.club.reviews import MIN_COST, Reviews
from extensions.study.storage import reviews as stored_reviews
from extensions.study.storage.reviews import Pairing
from storage.database.store import Store
from storage.matches import match_lists
from storage.matches.match import StoredMatch
from storage.members import preferences

MIN_TURNS = 12
"""The least number of turns of a good match."""

MAX_CANDIDATES = 20
"""Number of matches fetched as candidates, before those that may not be shown are left out."""


@dataclass(frozen=True, slots=True)
class GoodMatch:
    """A good match to look at."""

    match: StoredMatch
    lead_changes: int
    """How often the lead changed, 0 if it was chosen by the ratings."""
    pairing: Pairing


class GoodMatches:
    """Chooses good matches of servers."""

    def __init__(self, store: Store, reviews: Reviews) -> None:
        self._store = store
        self._reviews = reviews

    async def of(
        self, guild_id: int, month: str, sees: Callable[[StoredMatch], bool]
    ) -> GoodMatch | None:
        """Return the best match of a month (`2026-10`), if any, without hidden players.

        :param sees: whether the reader may see a match.
        """
        async with self._store.read() as tx:
            pairings = {
                each.match_id: each
                for each in await stored_reviews.rated(
                    tx, guild_id, *bounds_of(month), MIN_TURNS, MAX_CANDIDATES
                )
            }
            matches = await match_lists.by_numbers(tx, list(pairings))
            players = {seat.user_id for match in matches for seat in match.seats}
            hidden = await preferences.hidden(tx, players)
        good = [
            GoodMatch(match, await self._lead_changes(match), pairings[match.id])
            for match in matches
            if _is_played_out(match) and not _has_player(match, hidden) and sees(match)
        ]
        return min(good, key=_rank, default=None)

    async def _lead_changes(self, match: StoredMatch) -> int:
        review = await self._reviews.stored(match.id)
        return 0 if review is None else lead_changes(review.values)


def lead_changes(values: Sequence[Values]) -> int:
    """Return how often another seat took the lead. Within the error of a search, nobody leads."""
    leaders: list[int] = []
    for each in values:
        second, first = sorted(each)[-2:]
        if first - second >= MIN_COST:
            leader = each.index(first)
            if leaders[-1:] != [leader]:
                leaders.append(leader)
    return max(len(leaders) - 1, 0)


def _rank(good: GoodMatch) -> tuple[int, bool, float, int]:
    pairing = good.pairing
    return -good.lead_changes, pairing.is_provisional, pairing.points, pairing.match_id


def _is_played_out(match: StoredMatch) -> bool:
    """Whether a match was decided on the board, or by its players, and nobody left it early."""
    reason = None if match.result is None else match.result["reason"]
    stayed = all(seat.is_playing for seat in match.seats)
    return stayed and reason not in (None, OUT_OF_TIME, LEFT_EVENT, GONE, NO_CHANNEL, MODERATED)


def _has_player(match: StoredMatch, user_ids: frozenset[int]) -> bool:
    return any(seat.user_id in user_ids for seat in match.seats)
