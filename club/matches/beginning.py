"""The beginning of a match, whoever has agreed on it: a challenge that is full, a round of an
event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from random import Random

from club.clocks.clocks import NO_CLOCK, clock_for_turn
from club.clocks.pace import pace_of
from club.outbox import notices
from rules.position import Game, Options
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches.matches import StoredMatch


async def begin(
    tx: Transaction,
    game: Game,
    options: Options,
    seats: Sequence[tuple[int, str]],
    random: Random,
    now: datetime,
    *,
    guild_id: int,
    channel_id: int,
    parent_id: int | None = None,
    thread_id: int | None = None,
    challenge_id: int | None = None,
    event_id: int | None = None,
    pace: str = "none",
    rated: bool = True,
    levels: Mapping[int, int] | None = None,
    guided: bool = False,
) -> StoredMatch:
    """Deal, seat everybody, start the clock and announce the first turn.

    :param seats: the user id and the name of each, seat 1 first.
    :param parent_id: the channel, where `channel_id` is a thread of it; else the same.
    :param random: what shuffles, where the game does.
    :param levels: the level of each computer, by seat.
    """
    levels = levels or {}
    setup = game.deal(options, random)
    position = game.start(setup)
    time = pace_of(pace)
    clock = NO_CLOCK
    if position.to_move is not None:
        user_id, _ = seats[position.to_move - 1]
        allowance = None if position.to_move in levels else time.time
        clock = await clock_for_turn(tx, time, user_id, now, allowance=allowance, event_id=event_id)
    match = await stored_matches.add(
        tx,
        game=game.key,
        options=options,
        setup=setup,
        guild_id=guild_id,
        channel_id=channel_id,
        parent_id=parent_id,
        thread_id=thread_id,
        challenge_id=challenge_id,
        event_id=event_id,
        to_move=position.to_move,
        seats=seats,
        created_at=now,
        pace=pace,
        rated=rated,
        bank=time.bank,
        deadline=clock.deadline,
        wakes_at=clock.wakes_at,
        levels=levels,
        guided=guided,
    )
    await notices.announce_turn(tx, match, now)
    return match
