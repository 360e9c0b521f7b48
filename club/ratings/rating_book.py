"""Updating ratings in the transaction that ends a match.

The rules are in `club.ratings.ratings`. Recomputing all ratings takes the same path, match by
match, and so gives the same numbers.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol

from club.outbox import notices
from club.ratings.ratings import (
    Finished,
    Meeting,
    Rating,
    RatingEffect,
    RatingGroup,
    effects,
    is_provisional,
    meetings,
    settled_until,
    turns_made,
    why_unrated,
)
from rules.replay import Played, places
from storage.database import key_values
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists, vacancies
from storage.matches import matches as stored_matches
from storage.matches.match import StoredMatch
from storage.matches.vacancies import Vacancy
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import ALL, EVERYWHERE, Standing

log = logging.getLogger(__name__)


SHOWN_FOR = timedelta(days=60)
"""Time without a rated match after which a player leaves the leaderboards."""

MATCHES_ENDED = "matches_ended"
"""The key of the number of finished matches, whose lock serialises rating updates."""

AT_ONCE = 500
"""Matches per batch when all ratings are recomputed."""


class ServerRatings(Protocol):
    """Ratings of servers that play each other, apart from those of people."""

    async def rate(self, tx: Transaction, match: Finished, /) -> tuple[RatingEffect, ...]:
        """Update the ratings of the servers of a match that counts."""
        ...

    async def of(
        self, tx: Transaction, game: str, guild_ids: Collection[int], /
    ) -> dict[int, Rating]:
        """Return the ratings of some servers in a game."""
        ...

    async def clear(self, tx: Transaction, /) -> None:
        """Delete all ratings, to recompute them."""
        ...


SERVER_RATINGS: list[ServerRatings] = []
"""Those of an extension. Without one, servers aren't rated."""


async def enter(tx: Transaction, match: StoredMatch, played: Sequence[Played]) -> StoredMatch:
    """Number a match that has just ended, and rate it if it counts.

    :param played: its moves.
    :returns: the match with the places of its seats.
    """
    number = await key_values.next_number(tx, MATCHES_ENDED)
    seats = len(match.seats)
    left = await vacancies.give_back(tx, match)
    final: Sequence[int | None] = [None] * seats
    if match.state != "aborted":
        final = final_places(match, played, left)
    turns = list(turns_made(played, seats))
    for each in left:
        # Those of a substitute count for nobody.
        turns[each.seat - 1] = turns_made(played[: each.ply], seats)[each.seat - 1]
    await stored_matches.set_ending(tx, match.id, number, final, turns)
    ended = await stored_matches.current(tx, match.id)
    if await _count(tx, ended) and not ended.is_of_servers:
        assert ended.ended_at is not None
        for guild_id in sorted(match.guild_ids):
            await notices.update_leaderboard(tx, guild_id, ended.ended_at)
    if min(seat.user_id for seat in ended.seats) < 0:
        await stored_ratings.forget_stand_ins(tx)
    return await stored_matches.current(tx, match.id)


def shown_in(match: StoredMatch) -> int:
    """Return the server whose ratings a card shows, or all servers for a match over several."""
    return EVERYWHERE if match.is_between_servers else match.guild_id or EVERYWHERE


def final_places(
    match: StoredMatch, played: Sequence[Played], left: Sequence[Vacancy] = ()
) -> tuple[int, ...]:
    """Return the places of a finished match that was not aborted, seat 1 first.

    A substitute counts for nobody: the seat is placed as if it had been empty since its player
    left. If it has won, the first of those who stayed comes first.

    :param left: the seats that substitutes played to the end.
    """
    result = match.result
    assert result is not None
    seats, scores = len(match.seats), result["scores"]
    gone = {each.seat: each.ply or 0 for each in left}
    for ply, each in enumerate(played):
        if each.left is not None:
            gone.setdefault(each.left, ply)
    winners = [seat for seat in result["winners"] if seat not in gone]
    stayed = [seat for seat in range(1, seats + 1) if seat not in gone]
    if result["winners"] and not winners and stayed:
        # `max` takes the first of equals, as the rules do.
        winners = [max(stayed, key=lambda seat: scores[seat - 1] if scores else 0)]
    return places(seats, winners, scores, sorted(gone, key=gone.__getitem__))


async def recompute(
    store: Store, report: Callable[[int, int], None] = lambda done, total: None
) -> tuple[int, int]:
    """Recompute all ratings in one transaction.

    :param report: called from time to time with the number of matches done and their total.
    :returns: the number of rated matches, and of all finished matches.
    """
    return await store.write(lambda tx: _recompute(tx, report))


async def _recompute(tx: Transaction, report: Callable[[int, int], None]) -> tuple[int, int]:
    # Matches that end in the meantime wait for the new ratings.
    await key_values.get(tx, MATCHES_ENDED, locked=True)
    counted = done = last = 0
    total = await match_lists.count_ended(tx)
    await stored_ratings.clear(tx)
    for ratings in SERVER_RATINGS:
        await ratings.clear(tx)
    while ended := await match_lists.ended(tx, last, AT_ONCE):
        for match in ended:
            counted += await _count(tx, match)
        done += len(ended)
        report(done, total)
        assert ended[-1].ended_number is not None
        last = ended[-1].ended_number
    await stored_ratings.forget_stand_ins(tx)
    return counted, done


async def _count(tx: Transaction, match: StoredMatch) -> bool:
    """Rate a finished match, if it counts. Return whether it does."""
    finished = _finished(match)
    unrated = why_unrated(finished, {})
    if unrated is None:
        unrated = why_unrated(finished, await _met(tx, finished))
    await stored_matches.set_unrated(tx, match.id, unrated)
    if unrated is None:
        if match.is_of_servers:
            rated = [await ratings.rate(tx, finished) for ratings in SERVER_RATINGS]
            changes = tuple(change for each in rated for change in each)
        else:
            changes = await _rate(tx, match, finished)
        at = finished.ended_at
        await stored_ratings.add_changes(tx, [_stored_change(change, at) for change in changes])
    return unrated is None


def _finished(match: StoredMatch) -> Finished:
    assert match.ended_at is not None
    guilds = tuple(match.home_of(seat.user_id).guild_id for seat in match.seats)
    return Finished(
        match_id=match.id,
        game=match.game,
        guild_id=match.guild_id,
        players=tuple(seat.user_id for seat in match.seats),
        places=tuple(seat.place or 1 for seat in match.seats),
        turns=tuple(seat.turns or 0 for seat in match.seats),
        ended_at=match.ended_at,
        is_chosen_rated=match.rated,
        is_aborted=match.state == "aborted",
        has_computer=any(seat.level is not None for seat in match.seats),
        has_substitute=any(seat.has_substitute for seat in match.seats),
        # Servers only have ratings among each other.
        guilds=(None,) * len(guilds) if match.is_of_servers else guilds,
    )


async def _met(tx: Transaction, finished: Finished) -> dict[Meeting, int]:
    """Return how often the players of a match have met in its game that day."""
    day = finished.ended_at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    users = set(finished.players)
    met = await stored_ratings.meetings(tx, finished.game, users, day, day + timedelta(days=1))
    return {each: met[each.one, each.other] for each in meetings(finished)}


async def _rate(
    tx: Transaction, match: StoredMatch, finished: Finished
) -> tuple[RatingEffect, ...]:
    """Update the standings of the players of a match that counts."""
    at = finished.ended_at
    periods = periods_of(at)
    guild_ids = {guild_id or EVERYWHERE for guild_id in finished.guilds} | {EVERYWHERE}
    standings = await stored_ratings.of_players(
        tx, finished.game, guild_ids, periods, finished.players
    )
    before = {
        (RatingGroup(each.game, each.guild_id or None), each.user_id): rating_of(each)
        for each in standings.values()
        if each.period == ALL
    }
    left_out = await stored_ratings.left_out(tx, guild_ids, finished.players)
    names = {seat.user_id: seat.name for seat in match.seats}
    changes = effects(finished, before)
    new_standings: list[Standing] = []
    for change in changes:
        guild_id = change.group.guild_id or EVERYWHERE
        for period in periods:
            old = standings.get((guild_id, period, change.user_id))
            new = old or _new_standing(change, guild_id, period, at)
            new = _after_match(new, change, _result(finished, change.user_id))
            new = dataclasses.replace(
                new,
                name=names[change.user_id],
                is_hidden=(guild_id, change.user_id) in left_out,
            )
            new_standings.append(new)
    await stored_ratings.save(tx, new_standings)
    return changes


def periods_of(at: datetime) -> tuple[str, str, str]:
    """Return the periods of a time: all time, its year and its month (UTC)."""
    at = at.astimezone(UTC)
    return ALL, f"{at:%Y}", f"{at:%Y-%m}"


def rating_of(standing: Standing) -> Rating:
    """Return the rating of an all-time standing."""
    return Rating(standing.mu, standing.sigma, standing.matches, standing.last_at)


def _new_standing(change: RatingEffect, guild_id: int, period: str, at: datetime) -> Standing:
    return Standing(
        game=change.group.game,
        guild_id=guild_id,
        period=period,
        user_id=change.user_id,
        name="",
        mu=change.before.mu,
        sigma=change.before.sigma,
        mu_before=change.before.mu,
        matches=0,
        wins=0,
        draws=0,
        losses=0,
        streak=0,
        longest_streak=0,
        last_at=at,
        shown_until=None,
        is_hidden=False,
    )


def _result(finished: Finished, user_id: int) -> int:
    """Return 1 for a win, 0 for a draw, -1 for a loss."""
    place = finished.places[finished.players.index(user_id)]
    if place > 1:
        return -1
    return 1 if finished.places.count(1) == 1 else 0


def _after_match(old: Standing, change: RatingEffect, result: int) -> Standing:
    """Return a standing after one more match."""
    streak = 0
    if result != 0:
        streak = old.streak + result if old.streak * result > 0 else result
    return dataclasses.replace(
        old,
        mu=change.after.mu,
        sigma=change.after.sigma,
        matches=old.matches + 1,
        wins=old.wins + (result > 0),
        draws=old.draws + (result == 0),
        losses=old.losses + (result < 0),
        streak=streak,
        longest_streak=max(old.longest_streak, streak),
        last_at=change.after.last_at or old.last_at,
        shown_until=shown_until(change.after),
    )


def shown_until(rating: Rating) -> datetime | None:
    """Return until when leaderboards show a player with this rating, or None if they don't."""
    settled = settled_until(rating)
    if settled is None or rating.last_at is None:
        return None
    return min(settled, rating.last_at + SHOWN_FOR)


def _stored_change(change: RatingEffect, at: datetime) -> stored_ratings.RatingChange:
    return stored_ratings.RatingChange(
        match_id=change.match_id,
        guild_id=change.group.guild_id or EVERYWHERE,
        user_id=change.user_id,
        game=change.group.game,
        at=at,
        before=change.before.mu,
        after=change.after.mu,
        sigma=change.after.sigma,
        was_provisional=is_provisional(change.before, at),
        is_provisional=is_provisional(change.after, at),
    )
