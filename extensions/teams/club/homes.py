"""Homes of servers that play as a team.

A server loses a match a day after it removed the bot or the match's channel was deleted, unless it
invites the bot back or chooses another channel.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from club.matches.homes import Homes
from club.matches.match import Match, Player
from club.matches.reasons import ENDINGS, GONE, NO_CHANNEL, check_runs, leave_change
from club.outbox import notices, posts, queue
from extensions.teams.club.votes import voting_of
from extensions.teams.storage import teams
from extensions.teams.storage.teams import Team
from language.texts import N_
from rules.refusal import Refusal
from storage import outbox as stored_outbox
from storage.database.shards import Shards
from storage.database.transaction import Outdated, Transaction
from storage.matches import matches as stored_matches
from storage.matches.match import Place, StoredMatch

log = logging.getLogger(__name__)

GONE_FOR = timedelta(days=1)
"""Time after which a team loses if its server has removed the bot, or its channel was deleted."""

ENDINGS[GONE] = N_("{seat} removed the bot.")
ENDINGS[NO_CHANNEL] = N_("The channel of {seat} was deleted.")


async def lose_server(homes: Homes, stored: StoredMatch, guild_id: int) -> None:
    """Warn that the team of a server that is gone will lose, or let it lose."""
    if all(seat.team_id != guild_id for seat in stored.seats):
        return
    match = await homes.matches.find(stored.id)
    player, team = _team_of(match, guild_id)
    if match.is_over or not player.is_playing:
        return
    if team.gone_since is None:
        await _set_gone(homes, match.id, guild_id, homes.clock())
    else:
        await _forfeit(homes, match, player, team.gone_since, GONE)


async def check_homes(homes: Homes, shards: Shards) -> None:
    """Let servers back in that have invited the bot again, and lose those without a channel."""
    for match_id, guild_id in await homes.store.read(lambda tx: teams.gone(tx, shards)):
        if not await homes.membership.is_gone(guild_id):
            await _set_gone(homes, match_id, guild_id, None)
    for match_id, guild_id in await homes.store.read(lambda tx: teams.without_channel(tx, shards)):
        match = await homes.matches.find(match_id)
        player, team = _team_of(match, guild_id)
        await _forfeit(homes, match, player, team.no_channel_since, NO_CHANNEL)


async def _forfeit(
    homes: Homes, match: Match, player: Player, since: datetime | None, reason: str
) -> None:
    """Let a team lose if its server or channel has been gone for too long."""
    is_due = since is not None and since + GONE_FOR <= homes.clock()
    if match.is_over or not player.is_playing or not is_due:
        return
    try:
        change = leave_change(match, player, "resigns", reason=reason)
        await homes.matches.try_change(match, change)
    except Outdated:
        log.info("match %s changed before its team could forfeit it; will try again", match.id)


async def _set_gone(homes: Homes, match_id: int, guild_id: int, since: datetime | None) -> None:
    """Store and show since when the server of a team is gone."""

    async def change(tx: Transaction) -> None:
        match = await stored_matches.current(tx, match_id, locked=True)
        seat = next(seat.seat for seat in match.seats if seat.team_id == guild_id)
        await teams.set_gone(tx, match_id, seat, since)
        if match.state == "running":
            await notices.show_change(tx, match, homes.clock())

    await homes.store.write(change)


async def without_channel(homes: Homes, guild_id: int) -> tuple[int, ...]:
    """Return the matches that a server plays as a team without a channel."""
    pairs = await homes.store.read(teams.without_channel)
    return tuple(match_id for match_id, team_id in pairs if team_id == guild_id)


async def move_team(homes: Homes, match_id: int, place: Place) -> None:
    """Move a server that plays as a team, and whose channel was deleted, to another channel.

    :raises Refusal: `match_over`, `has_channel`.
    """
    match, guild_id = await homes.matches.find(match_id), place.guild_id
    check_runs(match)

    async def move(tx: Transaction) -> None:
        now = homes.clock()
        row = await stored_matches.current(tx, match_id, locked=True)
        seats = {seat.seat: seat for seat in row.seats if seat.team_id == guild_id}
        lost = [
            team
            for team in await teams.of_match(tx, match_id)
            if team.seat in seats and team.no_channel_since is not None
        ]
        if guild_id is None or not lost:
            words = N_("The channel of match {number} still exists. Play it there.")
            raise Refusal("has_channel", words, number=match_id)
        home = row.home_of(guild_id)
        row = await stored_matches.move_home(tx, row, guild_id, place, stays=False)
        await stored_outbox.forget_place(tx, match_id, home.number)
        await teams.set_no_channel(tx, match_id, lost[0].seat, None)
        await queue.enqueue(tx, posts.card(row.home_of(guild_id), now))
        await notices.show_change(tx, row, now)

    await homes.store.write(move)


async def postpone_forfeits(
    tx: Transaction, shards: Shards, began: datetime, ended: datetime
) -> None:
    """Give servers that play as a team more time to invite the bot back or choose a channel."""
    gone, lost = await teams.gone(tx, shards), await teams.without_channel(tx, shards)
    for match_id, guild_id in sorted({*gone, *lost}):
        match = await stored_matches.current(tx, match_id, locked=True)
        seats = {seat.seat for seat in match.seats if seat.team_id == guild_id}
        for team in await teams.of_match(tx, match_id):
            for since, set_since in (
                (team.gone_since, teams.set_gone),
                (team.no_channel_since, teams.set_no_channel),
            ):
                if team.seat in seats and since is not None and since <= began:
                    await set_since(tx, match_id, team.seat, since + (ended - began))
                    await notices.show_change(tx, match, ended)


def _team_of(match: Match, guild_id: int) -> tuple[Player, Team]:
    """Return the seat of a server that plays, and the rules of its team."""
    player = next(player for player in match.players if player.team_id == guild_id)
    return player, next(team for team in voting_of(match).teams if team.seat == player.seat)
