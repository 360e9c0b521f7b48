"""The people of a simulation, the events that they open, and the matches that they play."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from extensions.events.club.opening import EventOptions
from extensions.events.club.standings import results
from rules.position import Position
from rules.registry import GAMES
from rules.replay import leave, replay
from storage.database import key_values
from storage.database.transaction import Transaction
from storage.matches import match_lists, moves
from storage.matches import matches as stored_matches
from storage.matches.match import Result, StoredMatch
from storage.matches.moves import NewRecordEntry, RecordEntry


@dataclass(frozen=True, slots=True)
class Character:
    """A person's behaviour. Chances are for about two days."""

    never_comes: bool
    quits: float
    leaves_server: float
    is_forgotten: float
    """The chance of deleting all their data."""
    days: float
    """The mean length of their matches."""


def character(chance: Random) -> Character:
    """A random person."""
    kind = chance.random()
    return Character(
        never_comes=kind < 0.06,
        quits=0.05 if kind > 0.9 else 0.002,
        leaves_server=0.02 if 0.85 < kind < 0.9 else 0.0,
        is_forgotten=0.02 if 0.8 < kind < 0.85 else 0.0,
        days=chance.choice((4.0, 9.0, 35.0)),
    )


def wishes(format: str, chance: Random) -> tuple[EventOptions, int]:
    """Random terms of an event, and the number of people who enter."""
    if format == "tour":
        return EventOptions(), chance.randint(2, 14)
    games = ("skirt", "scala", "passtally")
    game = chance.choice(games if format != "ladder" else games[:2])
    options = {"players": 3} if game == "passtally" and chance.random() < 0.7 else None
    count = {
        "cup": 4,
        "league": min(chance.randint(3, 22), chance.randint(3, 22)),
        "ladder": chance.randint(2, 12),
        "swiss": min(chance.randint(8, 20), chance.randint(8, 20)),
    }[format]
    if format == "swiss" and chance.random() < 0.05:
        count = chance.randint(21, 64)
    if format == "cup" and game == "passtally":
        count = 3
    rounds = chance.choice((None, None, 4, 9)) if format == "swiss" else None
    return EventOptions(game=game, options=options, rounds=rounds), count


FIRST_MOVE = timedelta(hours=48)
"""Time limit for a first move."""


@dataclass(slots=True)
class _Match:
    """A running match."""

    match_id: int
    left: int
    """First turns still to be made."""


class PlayedMatches:
    """The matches of a simulation, and their next events in order of time."""

    def __init__(self, chance: Random, character_of: Callable[[int], Character]) -> None:
        self._chance = chance
        self._character_of = character_of
        self._queue: list[tuple[datetime, int, _Match]] = []
        self._started_ids: set[int] = set()

    def next_at(self) -> datetime | None:
        """The time of the next event."""
        return self._queue[0][0] if self._queue else None

    def begin(self, match_ids: Collection[int], seats: int, now: datetime) -> None:
        """Start simulating matches, skipping those already started."""
        for match_id in match_ids:
            if match_id not in self._started_ids:
                self._started_ids.add(match_id)
                self._plan(_Match(match_id, seats), now + self._thinking_time())

    def _plan(self, match: _Match, at: datetime) -> None:
        heapq.heappush(self._queue, (at, match.match_id, match))

    def _thinking_time(self) -> timedelta:
        return timedelta(hours=self._chance.uniform(1, 40))

    async def process_due(self, tx: Transaction, now: datetime) -> None:
        """Process all events up to now."""
        while self._queue and self._queue[0][0] <= now:
            due: list[tuple[datetime, _Match]] = []
            while self._queue and self._queue[0][0] <= now:
                at, _, match = heapq.heappop(self._queue)
                due.append((at, match))
            numbers = [match.match_id for _, match in due]
            matches = {each.id: each for each in await match_lists.by_numbers(tx, numbers)}
            for at, match in due:
                if matches[match.match_id].state == "running":
                    await self._advance(tx, match, matches[match.match_id], at)

    async def _advance(
        self, tx: Transaction, match: _Match, stored: StoredMatch, at: datetime
    ) -> None:
        """Play a first turn, or end the match."""
        if match.left == 0:
            if self._chance.random() < 0.1:
                playing = [seat.seat for seat in stored.seats if seat.is_playing]
                await self._time_out(tx, stored, self._chance.choice(playing), at)
            else:
                await self._end(tx, stored, at)
            return
        record = await moves.of_match(tx, stored.id)
        position = _position(stored, record)
        mover = position.to_move
        assert mover is not None
        if self._character_of(stored.seats[mover - 1].user_id).never_comes:
            since = record[-1].at if record else stored.created_at
            if at < since + FIRST_MOVE:
                self._plan(match, since + FIRST_MOVE)
            else:
                await self._time_out(tx, stored, mover, at)
            return
        await _play_turn(tx, stored, position, at)
        match.left -= 1
        if match.left:
            self._plan(match, at + self._thinking_time())
        else:
            days = max(self._character_of(seat.user_id).days for seat in stored.seats)
            self._plan(match, at + timedelta(days=self._chance.expovariate(1 / days)))

    async def _time_out(self, tx: Transaction, match: StoredMatch, seat: int, at: datetime) -> None:
        if sum(each.is_playing for each in match.seats) == 3:
            # The others play on, and one of them wins.
            position = _position(match, await moves.of_match(tx, match.id))
            await moves.append(
                tx,
                match.id,
                NewRecordEntry(
                    seat,
                    leave(position, seat, "times out").text,
                    match.seats[seat - 1].user_id,
                    at,
                    kind=results.TIMED_OUT,
                ),
            )
            await stored_matches.leave(tx, match.id, seat)
            await self._end(tx, await stored_matches.current(tx, match.id), at)
            return
        winner = next(each.seat for each in match.seats if each.is_playing and each.seat != seat)
        order = [winner, seat, *(each.seat for each in match.seats if not each.is_playing)]
        places = [order.index(each.seat) + 1 for each in match.seats]
        await self._set_result(tx, match, [winner], "time", places, at)

    async def _end(self, tx: Transaction, match: StoredMatch, at: datetime) -> None:
        order = [seat.seat for seat in match.seats if seat.is_playing]
        self._chance.shuffle(order)
        order += [seat.seat for seat in match.seats if not seat.is_playing]
        kind = self._chance.random()
        if kind < 0.1:
            places = [1 if seat.is_playing else len(order) for seat in match.seats]
            await self._set_result(tx, match, [], "agreed", places, at)
        elif kind < 0.11:
            no_places = [None] * len(order)
            await self._set_result(tx, match, [], "moderator", no_places, at, state="aborted")
        else:
            places = [order.index(seat.seat) + 1 for seat in match.seats]
            await self._set_result(tx, match, order[:1], "rules", places, at)

    async def _set_result(
        self,
        tx: Transaction,
        match: StoredMatch,
        winners: list[int],
        reason: str,
        places: Sequence[int | None],
        at: datetime,
        *,
        state: Any = "over",
    ) -> None:
        result = Result(winners=winners, reason=reason, scores=None, values={"words": ""})
        await stored_matches.change(
            tx,
            match.id,
            match.version,
            match,
            state=state,
            to_move=None,
            ended_at=at,
            result=result,
            deadline=None,
            wakes_at=None,
        )
        number = await key_values.next_number(tx, "matches_ended")
        turns = [self._chance.randint(1, 30) for _ in match.seats]
        await stored_matches.set_ending(tx, match.id, number, places, turns)


def _position(match: StoredMatch, record: Sequence[RecordEntry]) -> Position:
    game = GAMES[match.game]
    played = list(replay(game, match.setup, [entry.text for entry in record]))
    return played[-1].after if played else game.start(match.setup)


async def _play_turn(tx: Transaction, match: StoredMatch, position: Position, at: datetime) -> None:
    """Play a whole turn of the player to move."""
    mover = position.to_move
    while mover is not None and position.to_move == mover:
        move = position.moves()[0]
        await moves.append(
            tx,
            match.id,
            NewRecordEntry(mover, position.text(move), match.seats[mover - 1].user_id, at),
        )
        position = position.play(move)
        if not position.is_mid_turn:
            break
    await stored_matches.change(tx, match.id, match.version, match, to_move=position.to_move)
